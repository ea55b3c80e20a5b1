/** The test node: its clock, chains, blocks and balances, and the buttons that move it. */
import { useSignal } from '@preact/signals';
import { visibleText } from '../../ui/visible.ts';
import type { NodeState } from '../model/messages.ts';
import { control } from '../model/run.ts';
import { controlFailure, holds, isBusy, phase, state } from '../model/session.ts';
import { FailureCard } from './output.tsx';
import { Scroll } from './scroll.tsx';

const timeText = (seconds: string): string => {
  const time = new Date(Number(seconds) * 1000);
  return Number.isNaN(+time)
    ? seconds
    : time.toLocaleString('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium' });
};

const steps = [
  [60, '1 minute'],
  [3600, '1 hour'],
  [86_400, '1 day'],
  [14 * 86_400, '14 days'],
  [365 * 86_400, '1 year'],
] as const;

function Controls({ isHeld }: { readonly isHeld: boolean }) {
  const step = useSignal(86_400);
  const canAct = state.value !== undefined && phase.value !== 'stopped' && !isBusy.value;
  return (
    <div class="controls">
      <div class="control">
        <button
          type="button"
          disabled={!canAct}
          onClick={() => control({ kind: 'advance', seconds: step.value })}
        >
          Advance
        </button>
        <select
          aria-label="Time to advance"
          value={step.value}
          onChange={(e) => {
            step.value = Number(e.currentTarget.value);
          }}
        >
          {steps.map(([seconds, name]) => (
            <option key={seconds} value={seconds}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isHeld}
          onChange={(e) => {
            holds.value = e.currentTarget.checked;
            if (canAct) control({ kind: holds.value ? 'hold' : 'release' });
          }}
        />
        Hold blocks
      </label>
      <button type="button" disabled={!canAct} onClick={() => control({ kind: 'mine' })}>
        Make a block
      </button>
      <button type="button" disabled={!canAct} onClick={() => control({ kind: 'reset' })}>
        Reset
      </button>
    </div>
  );
}

function Balances({ of }: { readonly of: NodeState['balances'] }) {
  return (
    <Scroll class="table" label="Balances">
      <table>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ address, amounts }) => (
            <tr key={address}>
              <th scope="row" class="mono" title={address}>
                {visibleText(address)}
              </th>
              <td>
                {amounts.length === 0
                  ? '0 AVAX'
                  : amounts.map(({ amount, note }, i) => (
                      <div key={i}>
                        <span class="amount">{visibleText(amount)}</span>
                        {note && <small> {visibleText(note)}</small>}
                      </div>
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Chain({ of }: { readonly of: NodeState['chains'][number] }) {
  const { chain, height, feeRate, blocks } = of;
  return (
    <div class="chain-panel">
      <h3>
        {chain}-chain <small>height {height}</small>
      </h3>
      <p class="rate">{feeRate}</p>
      {blocks.length === 0 ? (
        <p class="hint">No block yet</p>
      ) : (
        <Scroll class="blocks" label={`Blocks of the ${chain}-chain`}>
          <ol>
            {blocks.map((block) => (
              <li key={block.id} title={`${block.id}\n${timeText(block.time)} UTC`}>
                <span class="height">{block.height}</span>
                <span>
                  {block.txs.length === 0
                    ? 'No transaction'
                    : block.txs.map(({ type }) => type.replace(/^\w+\./, '')).join(', ')}
                </span>
              </li>
            ))}
          </ol>
        </Scroll>
      )}
    </div>
  );
}

export function NodePanel() {
  const now = state.value;
  return (
    <section class="panel node" aria-label="Test node">
      <div class="panel-head">
        <h2>Test node</h2>
        {now && (
          <p class="clock">
            {timeText(now.time)} <small>UTC · {visibleText(now.network)}</small>
          </p>
        )}
      </div>
      <Controls isHeld={now?.isHeld ?? holds.value} />
      {controlFailure.value && <FailureCard failure={controlFailure.value} />}
      {now ? (
        <>
          <div class="chains">
            {now.chains.map((of) => (
              <Chain key={of.chain} of={of} />
            ))}
          </div>
          {now.balances.length > 0 && <Balances of={now.balances} />}
        </>
      ) : (
        <p class="hint">
          {phase.value === 'done' || phase.value === 'failed'
            ? 'This program made no test node.'
            : 'The clock, blocks and balances of the program’s test node appear here.'}
        </p>
      )}
    </section>
  );
}
