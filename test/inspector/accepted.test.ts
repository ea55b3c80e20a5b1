/** A transaction that a block holds is judged by the time of the block; one that was pasted alone may still have to be signed. */
import { expect, it } from 'vitest';
import { explainableOf, explainContext } from '../../apps/inspector/model/facts.ts';
import { descend, show, subject } from '../../apps/inspector/model/session.ts';
import { isDecoded } from '../../apps/inspector/model/subject.ts';
import { commit } from '../../apps/inspector/views/edit/history.ts';
import { buildBaseTx } from '../../src/builder/index.ts';
import { explain } from '../../src/explain/index.ts';
import { open } from '../../src/open/open.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { key, now, pState, utxo } from '../support/state.ts';

const [me, other] = [key(1), key(77)];

it('finds no lock that was over by then, and finds it alone and edited', () => {
  const until = now - 1_000n;
  const to = { addresses: [other.shortID], threshold: 1, locktime: until };
  const draft = buildBaseTx(pState([utxo(1, avax('5'))]), { outputs: [{ to, amount: avax('1') }] });
  const { bytes } = finalize(sign(draft, me));
  const codes = (): readonly string[] => {
    const shown = subject.value;
    if (!shown || !isDecoded(shown)) throw new Error('nothing is shown');
    return explain(explainableOf(shown), explainContext(shown)).warnings.map(({ code }) => code);
  };
  show('pasted', formatHex(bytes));
  expect(codes()).toContain('PaysLocked');
  const opened = open(bytes, { chain: 'P', kind: 'tx' });
  for (const time of [now, undefined]) {
    descend(opened, 'transaction 1 of 1', { time });
    expect(codes()).not.toContain('PaysLocked');
  }
  descend(opened, 'transaction 1 of 1', { time: until - 1n });
  expect(codes()).toContain('PaysLocked');
  descend(opened, 'transaction 1 of 1', { time: now });
  commit(Uint8Array.from(bytes, (byte, i) => (i === 9 ? 1 : byte)));
  expect(codes()).toContain('PaysLocked');
});
