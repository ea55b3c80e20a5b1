import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import { decodeTx } from '../../src/chain/tx.ts';
import {
  type Entry,
  type EntryAccount,
  entriesOf,
  movesOf,
  type PChanges,
  type XChanges,
} from '../../src/history/index.ts';
import { local, mainnet } from '../../src/network/known.ts';
import { openAccepted } from '../../src/open/open.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { effectsOf } from '../../src/tx/effects.ts';
import { amountOf, transferOutputOf } from '../../src/tx/output.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import { type Replay, replay } from '../support/history.ts';
import { describeRecorded, recordedNode } from '../support/recorded.ts';
import { key } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, spend } from '../support/tx.ts';
import { rows } from '../support/vectors.ts';

/** Sums by asset, without those that are zero. */
function sumsOf(entries: readonly Entry[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { assetID, amount } of entries) {
    const asset = formatHex(assetID);
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  return new Map([...sums].filter(([, amount]) => amount !== 0n));
}

describe('entries of a transaction', () => {
  it('sum to zero for each asset, for every transaction of the vectors that can be accepted', () => {
    let count = 0;
    const kinds = new Set<string>();
    for (const { chain, hex } of [...rows('p-public'), ...rows('x-public'), ...rows('c-public')]) {
      const tx = decodeTx(parseHex(hex), chain);
      // With the network, AVAX is told from other assets.
      for (const network of [undefined, local, mainnet]) {
        const options = network ? { network } : {};
        if (effectsOf(tx, options).unfunded.length > 0) {
          expect(thrown(() => entriesOf(tx, options))).toMatchObject({
            code: 'Unbalanced',
            path: ['tx'],
          });
          continue;
        }
        const entries = entriesOf(tx, options);
        expect(sumsOf(entries)).toEqual(new Map());
        for (const { account, amount } of entries) {
          expect(amount).not.toBe(0n);
          kinds.add(account.kind);
        }
        count++;
      }
    }
    expect(count).toBeGreaterThan(1_000);
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(['account', 'exported', 'fee', 'minted', 'owner', 'stake']),
    );
  });

  it('of owners that nobody knows have no owner, and concern nobody', () => {
    const spent = { txID: new Uint8Array(32).fill(4), outputIndex: 0, assetID: local.avaxAssetID };
    const output = amountOf(5n, { threshold: 1, addresses: [key(1).shortID] });
    const unsignedTx = {
      type: 'platformvm.BaseTx' as const,
      ...base([spend({ ...spent, output })], []),
    };
    const tx = { chain: 'P' as const, unsignedTx, txID: new Uint8Array(32) };
    const entries = entriesOf(tx, { network: local });
    expect(entries.length).toBe(2);
    expect(entries[0]).toMatchObject({
      account: { kind: 'owner', chain: 'P', owner: undefined },
      why: 'spent',
    });
    expect(movesOf(entries, () => false)).toEqual([]);
  });
});

describe('moves of entries', () => {
  const assetID = new Uint8Array(32).fill(1);
  const ownedBy = (byte: number, amount: bigint, why: Entry['why']): Entry => {
    const owner = {
      type: 'secp256k1fx.OutputOwners' as const,
      locktime: 0n,
      threshold: 1,
      addresses: [key(byte).shortID],
    };
    return { account: { kind: 'owner', chain: 'P', owner }, assetID, amount, why };
  };
  const isOf = (byte: number) => (account: EntryAccount) =>
    'owner' in account && formatHex(account.owner!.addresses[0]!) === formatHex(key(byte).shortID);
  const zero = { received: 0n, sent: 0n, fee: 0n, staked: 0n, returned: 0n, rewarded: 0n };

  it('share the fee among those who pay, by their inputs', () => {
    const entries: readonly Entry[] = [
      ownedBy(1, -30n, 'spent'),
      ownedBy(2, -70n, 'spent'),
      ownedBy(3, 90n, 'output'),
      { account: { kind: 'fee' }, assetID, amount: 10n, why: 'fee' },
    ];
    expect(movesOf(entries, isOf(1))).toEqual([
      { ...zero, assetID, sent: 27n, fee: 3n, change: -30n },
    ]);
    expect(movesOf(entries, isOf(3))).toEqual([{ ...zero, assetID, received: 90n, change: 90n }]);
  });

  it('count a balance of an L1 validator like a stake', () => {
    const entries: readonly Entry[] = [
      ownedBy(1, -30n, 'spent'),
      ownedBy(1, 9n, 'output'),
      { account: { kind: 'balance' }, assetID, amount: 20n, why: 'balance' },
      { account: { kind: 'fee' }, assetID, amount: 1n, why: 'fee' },
    ];
    expect(movesOf(entries, isOf(1))).toEqual([
      { ...zero, assetID, staked: 20n, fee: 1n, change: -21n },
    ]);
  });
});

describeRecorded('entries of all blocks of a node', () => {
  let node: Localnode;
  let found: Replay;
  beforeAll(async () => {
    node = await recordedNode('history', ['--history', '--populate', '--min-stake-duration', '2s']);
    found = await replay(node);
  });
  afterAll(() => node?.stop());

  const total = (utxos: Iterable<AnyUTXO>): bigint => {
    let sum = 0n;
    for (const utxo of utxos) sum += transferOutputOf(utxo)?.amount ?? 0n;
    return sum;
  };

  it('sum to zero, and accounts end with what the ledger has', () => {
    const { genesis, p, x, pChanges, xChanges, blocks } = found;
    const { network } = p;
    const changes = { P: [...pChanges], X: [...xChanges] };
    const all: Entry[] = [];
    let proposed: ReturnType<typeof openAccepted>['txs'] = [];
    for (const { chain, bytes } of blocks) {
      const block = openAccepted(bytes, { chain });
      const change = changes[chain].shift() as PChanges | XChanges;
      const { type } = block as { readonly type: string };
      const txs = block.txs;
      if (type.endsWith('ProposalBlock')) {
        proposed = txs;
        continue;
      }
      const isDecision = type.endsWith('CommitBlock') || type.endsWith('AbortBlock');
      for (const tx of isDecision ? proposed : txs) {
        const entries = entriesOf(tx, { network, changes: change });
        expect(sumsOf(entries)).toEqual(new Map());
        // With the changes, every spent UTXO has its owner.
        for (const { account, why } of entries)
          if (why === 'spent') expect(account).toMatchObject({ owner: { threshold: 1 } });
        all.push(...entries);
      }
    }
    const sum = (of: (account: EntryAccount) => boolean): bigint =>
      all.reduce((amount, entry) => (of(entry.account) ? amount + entry.amount : amount), 0n);
    const { utxos } = genesisSummaryOf(genesis);
    const first = (chain: 'P' | 'X') => total(utxos[chain].map(({ utxo }) => utxo as AnyUTXO));
    for (const [chain, ledger] of [
      ['P', p],
      ['X', x],
    ] as const)
      expect(sum((of) => of.kind === 'owner' && of.chain === chain)).toBe(
        total((ledger.utxos as Map<string, AnyUTXO>).values()) - first(chain),
      );
    const rewards = pChanges
      .flatMap(({ produced }) => produced)
      .filter(({ why }) => why === 'reward' || why === 'delegateeReward');
    expect(sum(({ kind }) => kind === 'reward')).toBe(-total(rewards.map(({ utxo }) => utxo)));
    expect(rewards.length).toBeGreaterThan(0);
  });
});
