/** The signed transaction: its request to copy or save, and to send to a node that the user names. */
import { useSignal } from '@preact/signals';
import { type AnyTx, formatHex, formatID } from 'avalanche-tx';
import { type Draft, finalize } from 'avalanche-tx/sign';
import { Copy } from '../../ui/copy.tsx';
import { visible } from '../../ui/visible.ts';
import { show } from '../model/session.ts';
import { isKnown } from '../model/told.ts';
import { AnswerHere } from './answer.tsx';
import { assertShown, checkOptions, known } from './desk.ts';
import { issueBody, issueRequest, type NodeRequest, post, statusRequest } from './model/request.ts';
import { signersOf } from './model/signers.ts';
import { type Refusal, refusalOf } from './model/words.ts';
import { Alone, Refused, Section, save } from './parts.tsx';

/** Checks everything again, under the policy as well. */
function finished(draft: Draft): AnyTx | Refusal {
  try {
    return finalize(draft, checkOptions(draft));
  } catch (e) {
    const refusal = refusalOf(e);
    return refusal.findings.length > 0
      ? { ...refusal, text: 'The policy does not allow this transaction, so it is not finished.' }
      : refusal;
  }
}

export function Finish({ draft }: { readonly draft: Draft }) {
  const result = finished(draft);
  return (
    <Section title="Signed transaction">
      <AnswerHere draft={draft} />
      {'findings' in result ? (
        <Refused refusal={result} />
      ) : (
        <Transaction draft={draft} tx={result} />
      )}
    </Section>
  );
}

interface Props {
  readonly draft: Draft;
  readonly tx: AnyTx;
}

function Transaction({ draft, tx }: Props) {
  const txID = typeof tx.txID === 'string' ? tx.txID : formatID(tx.txID);
  const body = issueBody(tx);
  const areKnown = signersOf(draft, known.value).slots.every(({ trust }) => isKnown(trust));
  return (
    <>
      <p class={areKnown ? 'draft-state good' : 'draft-state'}>
        All signatures are checked. The transaction can be sent.
      </p>
      <p>
        Transaction ID <code>{txID}</code> <Copy text={() => txID} what="the transaction ID" />
      </p>
      <div class="draft-actions">
        <Copy text={() => body} what="the issueTx call">
          Copy the issueTx call
        </Copy>
        <button type="button" onClick={() => save(`${txID}.json`, body)}>
          Save the issueTx call
        </button>
        <button type="button" onClick={() => show('signed draft', formatHex(tx.bytes))}>
          Inspect the signed transaction
        </button>
      </div>
      <Alone>
        <Send draft={draft} tx={tx} />
      </Alone>
    </>
  );
}

/** The request for what the user typed, as long as it is the address of a node. */
function requestOf(of: typeof issueRequest, url: string, tx: AnyTx): NodeRequest | undefined {
  try {
    return of(url, tx);
  } catch {
    return undefined;
  }
}

function Send({ draft, tx }: Props) {
  const url = useSignal('');
  const reply = useSignal('');
  const isBusy = useSignal(false);
  const issue = requestOf(issueRequest, url.value, tx);
  const ask = async (request: NodeRequest): Promise<void> => {
    isBusy.value = true;
    reply.value = '';
    try {
      assertShown(draft);
      reply.value = visible(await post(request));
    } catch (e) {
      reply.value = `No answer (${(e as Error).message}). The node may not be there, or may not allow requests from pages.`;
    }
    isBusy.value = false;
  };
  return (
    <form
      class="draft-send"
      onSubmit={(e) => {
        e.preventDefault();
        if (issue) void ask(issue);
      }}
    >
      <label class="draft-field">
        Send it to a node: its address
        <input
          type="url"
          placeholder="http://127.0.0.1:9650"
          autocomplete="off"
          spellcheck={false}
          value={url.value}
          onInput={(e) => {
            url.value = e.currentTarget.value;
            reply.value = '';
          }}
        />
      </label>
      {issue && (
        <>
          <p>This is the whole request. Nothing is sent before you press the button.</p>
          <pre class="draft-request">
            {`POST ${issue.url}\ncontent-type: application/json\n\n${issue.body}`}
          </pre>
          <div class="draft-actions">
            <button type="submit" disabled={isBusy.value}>
              Send it to {new URL(issue.url).host}
            </button>
            {reply.value !== '' && (
              <button
                type="button"
                disabled={isBusy.value}
                onClick={() => void ask(statusRequest(url.value, tx))}
              >
                Ask this node for the status
              </button>
            )}
          </div>
        </>
      )}
      <div role="status">
        {isBusy.value && <p>Waiting for the node…</p>}
        {reply.value !== '' && (
          <>
            <p>The node answered:</p>
            <pre class="draft-reply">{reply.value}</pre>
          </>
        )}
      </div>
    </form>
  );
}
