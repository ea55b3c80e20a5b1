import { finalize } from '../sign/finalize.ts';
import { issueTxRequest } from '../sign/request.ts';
import { readDraft } from './draft.ts';
import { readPolicy } from './policy.ts';

/** What `finalize` writes: what a node is asked to issue, if all signatures are there and the policy allows it. */
export const finalizeCommand = (text: string, policy: string | undefined): string =>
  JSON.stringify(
    issueTxRequest(
      finalize(readDraft(text), policy === undefined ? undefined : readPolicy(policy)),
    ),
  );
