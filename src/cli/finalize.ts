import type { Policy } from '../draft/policy.ts';
import { within } from '../errors/error.ts';
import { finalize } from '../sign/finalize.ts';
import { parseDescriptor } from '../sign/hd/hd.ts';
import { parsePolicy } from '../sign/policyfile.ts';
import { issueTxRequest } from '../sign/request.ts';
import { readDraft } from './draft.ts';
import { now } from './input.ts';

/** The output of `finalize`: the request that submits a fully signed draft which the policy allows. */
export const finalizeCommand = (text: string, policy: string | undefined): string =>
  JSON.stringify(
    issueTxRequest(
      finalize(readDraft(text), policy === undefined ? undefined : readPolicy(policy)),
    ),
  );

/** Reads a policy from its file. Its time is the clock's. */
export const readPolicy = (text: string): Policy =>
  within(['policy'], () => ({ ...parsePolicy(text, { wallet: parseDescriptor }), now: now() }));
