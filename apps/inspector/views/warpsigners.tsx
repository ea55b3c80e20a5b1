/** Who signed a warp message, once the reader gives the validators of its chain. */
import { useSignal } from '@preact/signals';
import { isError } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { unbroken } from '../../ui/unbroken.tsx';
import { grouped } from '../model/told.ts';
import type { JudgedSigners } from '../model/warpsigners.ts';

/** Scrolls by keyboard too. */
const focusable = { tabIndex: 0 } as const;

const otherSet = 'Paste the set at the height that the signers were chosen by.';

/** Signers at once. */
const most = 200;

interface Shown {
  readonly judged?: JudgedSigners;
  readonly shareOf?: (part: bigint, whole: bigint) => string;
  readonly error?: string;
}

export function WarpSigners({ bytes }: { readonly bytes: Uint8Array }) {
  const shown = useSignal<Shown>({});
  const take = async (text: string): Promise<void> => {
    shown.value = {};
    if (text.trim() === '') return;
    const { judgeSigners, shareOf } = await import('../model/warpsigners.ts');
    try {
      shown.value = { judged: judgeSigners(bytes, text), shareOf };
    } catch (e) {
      if (!isError(e)) throw e;
      const isOther = e.code === 'OutOfRange' && e.path.includes('Signers');
      shown.value = { error: isOther ? `This set is too small. ${otherSet}` : explainError(e) };
    }
  };
  const { judged, shareOf, error } = shown.value;
  return (
    <section aria-label="Signers">
      <details class="facts no-print">
        <summary>
          Who signed <span class="hint">Paste the validator set to see who signed, by weight</span>
        </summary>
        <div class="facts-body">
          <label>
            The reply of platform.getValidatorsAt for the subnet of the source chain, at the height
            that the signers were chosen by
            <textarea
              rows={3}
              spellcheck={false}
              placeholder="Paste it here"
              onInput={(e) => take(e.currentTarget.value)}
            />
          </label>
        </div>
      </details>
      <div role="status">
        {error !== undefined && <p class="notice bad">{error}</p>}
        {judged && shareOf && <Weights judged={judged} shareOf={shareOf} />}
      </div>
    </section>
  );
}

function Weights({ judged, shareOf }: Required<Pick<Shown, 'judged' | 'shareOf'>>) {
  const { signed, total, isEnough, isTheirs, signers } = judged;
  const share = shareOf(signed, total);
  return (
    <>
      <p class={`verdict ${isTheirs ? (isEnough ? 'accepted' : '') : 'refused'}`}>
        <strong>
          {isTheirs
            ? `${share} of the weight signed`
            : 'The signature is not that of these validators'}
        </strong>
        <span>
          {isTheirs
            ? `${grouped(`${signed}`)} of ${grouped(`${total}`)}. The P-chain needs 67 %.`
            : otherSet}
        </span>
      </p>
      <section class="table-scroll" {...focusable} aria-label="Validators">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">Weight</th>
              <th scope="col">Share</th>
              <th scope="col">Signed</th>
            </tr>
          </thead>
          <tbody>
            {signers.slice(0, most).map(({ nodes, weight, hasSigned }) => (
              <tr key={nodes.join()}>
                <th scope="row">{unbroken(nodes.join(', '))}</th>
                <td>{grouped(`${weight}`)}</td>
                <td>{shareOf(weight, total)}</td>
                <td>{hasSigned && isTheirs ? 'yes' : hasSigned ? 'named' : 'no'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {signers.length > most && <p class="hint">And {signers.length - most} more.</p>}
    </>
  );
}
