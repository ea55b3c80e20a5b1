/** Coins of several owners: which of them a build takes, so that it is clear who gets the change. */
import { describe, expect, it } from 'vitest';
import { localSetOf } from '../../src/builder/coins.ts';
import { buildBaseTx, type Strategy } from '../../src/builder/index.ts';
import { tariffFor } from '../../src/builder/intent.ts';
import { overKnown } from '../../src/builder/trust.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { key, pFile, pState, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, you] = [key(1).shortID, key(2).shortID];
const addresses = trio.slice(0, 2).map(({ shortID }) => shortID);
const [both, either] = [2, 1].map((threshold) => ({ threshold, addresses })) as [object, object];
const of = (n: number, owner: object, amount = avax('10')) => utxo(n, amount, { owner } as never);
const send = (amount: bigint, strategy: Strategy, utxos: ReturnType<typeof utxo>[]) =>
  buildBaseTx(
    pState(utxos, { from: [...addresses, me] }),
    { outputs: [{ to: you, amount: amount as never }] },
    { strategy },
  );
const ownersIn = ({ slots }: ReturnType<typeof buildBaseTx>) =>
  new Set(slots.map(({ owner }) => `${owner.threshold} ${owner.addresses.map(formatHex).join()}`));

describe.each<Strategy>(['sweep', 'consolidate'])('%s', (strategy) => {
  it('takes the coins of the owner that has the most, where these suffice', () => {
    const utxos = [of(1, both), of(2, either), of(3, either), of(4, both), of(5, both)];
    const draft = send(avax('1'), strategy, utxos);
    expect(ownersIn(draft).size).toBe(1);
    expect([draft.slots.length, draft.slots[0]!.owner.threshold]).toEqual([3, 2]);
    // Of single addresses too, all of which one address can follow.
    const singles = [me, addresses[0]!].map((address, i) =>
      of(6 + i, { threshold: 1, addresses: [address] }, avax('40')),
    );
    expect(send(avax('60'), strategy, [...utxos, ...singles]).slots.length).toBe(2);
  });

  it('takes those of another owner, where the ones of the first do not fit', () => {
    const many = Array.from({ length: 400 }, (_, i) => of(i + 1, both, avax('1')));
    const draft = send(avax('350'), strategy, [...many, of(500, either, avax('380'))]);
    expect(draft.slots.length).toBe(1);
  });

  it('is ambiguous only where those of no owner suffice', () => {
    const utxos = [of(1, both), of(2, either)];
    expect(thrown(() => send(avax('15'), strategy, utxos)).code).toBe('Ambiguous');
    expect(thrown(() => send(avax('25'), strategy, utxos)).code).toBe('Insufficient');
  });
});

describe('coins whose owners are only claimed', () => {
  it('are tried by address, the one with the most first, and no poorer one', () => {
    const from = Array.from({ length: 200 }, (_, i) => {
      const address = new Uint8Array(20);
      new DataView(address.buffer).setUint16(0, i + 1);
      return address;
    });
    const utxos = from.map((address, i) =>
      of(i + 1, { threshold: 1, addresses: [address] }, avax('1') + BigInt(i)),
    );
    const state = pFile(utxos, { from });
    const all = localSetOf(state, tariffFor(state, {}), {});
    const builds: number[] = [];
    const e = thrown(() =>
      overKnown(state, {}, [all], ([funds]) => {
        builds.push(funds!.eligible.length);
        if (funds!.eligible.length > 1)
          throw new AvalancheError('NotProven', 'claimed', { owners: [], give: [] });
        expect(funds!.eligible[0]!.amount).toBe(avax('1') + 199n);
        throw new AvalancheError('Insufficient', 'too little', {
          assetID: formatID(state.network.avaxAssetID),
          needed: 2n,
          spendable: 1n,
        });
      }),
    );
    expect(e.code).toBe('NotProven');
    expect(builds).toEqual([200, 1]);
  });
});
