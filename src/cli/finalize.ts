import type { Policy } from '../draft/policy.ts';
import { within } from '../errors/error.ts';
import { finalize } from '../sign/finalize.ts';
import { parseDescriptor } from '../sign/hd/hd.ts';
import { parsePolicy } from '../sign/policyfile.ts';
import { issueTxRequest } from '../sign/request.ts';
import { readDraft } from './draft.ts';
import { now } from './input.ts';

/** What `finalize` writes: what a node is asked to issue, if all signatures are there and the policy allows it. */
export const finalizeCommand = (text: string, policy: string | undefined): string =>
  JSON.stringify(
    issueTxRequest(
      finalize(readDraft(text), policy === undefined ? undefined : readPolicy(policy)),
    ),
  );

/** A policy from its file, by the clock of this machine. */
export const readPolicy = (text: string): Policy =>
  within(['policy'], () => ({ ...parsePolicy(text, { wallet: parseDescriptor }), now: now() }));
