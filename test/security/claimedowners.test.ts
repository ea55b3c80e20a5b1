/** Owners that only a node or a file claims get nothing that the builder decides about. */
import { describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  build,
  buildBaseTx,
  buildConsolidateTxs,
  buildImportTx,
  buildImportTxs,
  type Intent,
} from '../../src/builder/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { fuji } from '../../src/network/known.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { formatState, type Owner, type PState, parseState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { compareBytes, equalBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { outputsOf } from '../../src/tx/parts.ts';
import { rightUTXO } from '../support/assets.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const victim = key(1);
/** Ground until it sorts after the victim's, so that the victim's signature index stays 0. */
const attacker = (() => {
  for (let n = 0; ; n++) {
    const address = sha256(Uint8Array.of(n)).slice(0, 20);
    if (compareBytes(victim.shortID, address) < 0) return address;
  }
})();
const shared: Owner = { addresses: [victim.shortID, attacker], threshold: 1 };
const lie = (n: number, amount: bigint) => utxo(n, amount, { owner: shared });
const rich = [1, 2, 3].map((n) => lie(n, avax('100')));
const payment = { type: 'BaseTx', outputs: [{ to: key(2).shortID, amount: avax('1') }] } as const;
const delegation = {
  type: 'AddPermissionlessDelegatorTx',
  nodeID: formatNodeID(new Uint8Array(20).fill(5)),
  end: now + days(30),
  amount: avax('30'),
  rewardsOwner: victim.shortID,
} as const;

const gains = (draft: ReturnType<typeof buildBaseTx>): boolean =>
  outputsOf(draft.unsignedTx).some(({ value: { output } }) =>
    ('output' in output ? output.output : output).addresses.some((of) => equalBytes(of, attacker)),
  );

describe('a node that adds itself to the owners', () => {
  it.each<[string, Intent]>([
    ['the change', payment],
    ['the stake', delegation],
    ['all of the stake', { ...delegation, amount: 'max' }],
  ])('does not get %s', (_, intent) => {
    expect(thrown(() => build(pState(rich), intent))).toMatchObject({
      code: 'NotProven',
      context: { owners: [{ threshold: 1 }] },
    });
    expect(thrown(() => build(parseState(formatState(pState(rich))), intent)).code).toBe(
      'NotProven',
    );
  });

  it('gets nothing of what is consolidated or imported', () => {
    const imports = { X: rich };
    expect(thrown(() => buildConsolidateTxs(pState(rich))).code).toBe('NotProven');
    expect(thrown(() => buildImportTx(pState([], { imports }), { from: 'X' }))).toMatchObject({
      code: 'NotProven',
      path: ['to'],
    });
    expect(thrown(() => buildImportTxs(pState([], { imports }), { from: 'X' })).code).toBe(
      'NotProven',
    );
  });

  it('gets nothing that is locked, whoever is named for change and stake', () => {
    const { output, ...of } = lie(1, avax('50'));
    const locktime = now + days(90);
    const locked = { ...of, output: { type: 'stakeable.LockOut' as const, locktime, output } };
    const options: BuildOptions = { change: victim.shortID, locked: 'only' };
    const intent = { ...delegation, stakeReturnOwner: victim.shortID };
    expect(
      thrown(() => build(pState([utxo(2, avax('1')), locked]), intent, options)),
    ).toMatchObject({ code: 'NotProven', context: { give: ['options.own', 'state.evidence'] } });
    const honest = lockedUTXO(3, avax('60'), locktime);
    const draft = build(pState([utxo(2, avax('1')), locked, honest]), intent, options);
    expect(draft.slots.map(({ owner }) => owner.addresses.length)).toEqual([1, 1]);
  });

  it('keeps no right to mint, and has no token chosen', () => {
    const right = (owner: Owner, n: number) =>
      rightUTXO(n, 'secp256k1fx.MintOutput', { assetID: asset(7), owner });
    const mint = {
      type: 'OperationTx',
      operations: [{ type: 'mint', assetID: asset(7), to: key(2).shortID, amount: 5n }],
    } as const;
    const alone = { addresses: [victim.shortID], threshold: 1 };
    const state = (...rights: ReturnType<typeof right>[]) =>
      xState([utxo(1, avax('1')), ...rights]);
    expect(thrown(() => build(state(right(shared, 2)), mint)).code).toBe('NotProven');
    const draft = build(state(right(shared, 2), right(alone, 3)), mint);
    expect(draft.slots.every(({ owner }) => owner.addresses.length === 1)).toBe(true);
  });

  it('does not become the receiver of change by the word of a file', () => {
    const file = formatState(
      pState([utxo(1, avax('5'))], { change: { addresses: [attacker], threshold: 1 } }),
    );
    expect(thrown(() => build(parseState(file), payment))).toMatchObject({
      code: 'NotProven',
      path: ['options', 'change'],
    });
  });
});

describe('what is known is spent', () => {
  const coins = [lie(1, avax('90')), utxo(2, avax('5'))];
  it('first, and what is claimed is left', () => {
    const draft = buildBaseTx(pState(coins), { outputs: [...payment.outputs] });
    expect(gains(draft)).toBe(false);
    expect(draft.slots).toHaveLength(1);
  });
  it('from a file, by the one address whose key signs, with no option', () => {
    const state = parseState(formatState(pState(coins)));
    const draft = buildBaseTx(state, { outputs: [...payment.outputs] });
    expect(gains(draft)).toBe(false);
    expect(finalize(sign(draft, victim)).txID).toMatch(/^\w+$/);
  });
  it('also what is claimed, where the caller names who gets what is left', () => {
    const outputs = [{ to: key(2).shortID, amount: avax('92') }];
    expect(thrown(() => buildBaseTx(pState(coins), { outputs })).code).toBe('NotProven');
    const draft = buildBaseTx(pState(coins), { outputs }, { change: victim.shortID });
    expect(gains(draft)).toBe(false);
    expect(draft.warnings).toMatchObject([{ code: 'OwnerClaimed', amount: 1n }]);
  });
  it('of several single addresses in a file: of one of them only', () => {
    const mixed = [utxo(1, avax('5')), utxo(2, avax('5'), { owner: key(3).shortID })];
    const from = [victim.shortID, key(3).shortID];
    const state = parseState(formatState(pState(mixed, { from })));
    const draft = buildBaseTx(state, { outputs: [...payment.outputs] });
    expect(draft.slots).toHaveLength(1);
    const outputs = [{ to: key(2).shortID, amount: avax('7') }];
    expect(thrown(() => buildBaseTx(state, { outputs })).code).toBe('NotProven');
    expect(buildBaseTx(state, { outputs }, { own: from }).slots).toHaveLength(2);
  });
});

describe('the signers of a shared owner', () => {
  const [a, b, c] = trio;
  const own = trio.map((k) => k.shortID);
  const state: PState = pState([utxo(1, avax('5'), { owner: { addresses: own, threshold: 2 } })], {
    from: own,
  });
  const indices = (...signers: readonly (typeof a)[]) =>
    buildBaseTx(
      state,
      { outputs: [...payment.outputs] },
      { signers: signers.map((k) => k.address('P', fuji)) },
    ).slots[0]!.signatureIndices;
  it('are those that the caller names', () => {
    expect([indices(a, b), indices(c, a), indices(c, b)]).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(thrown(() => indices(a))).toMatchObject({
      code: 'Insufficient',
      context: { foreign: avax('5') },
    });
  });
  it('are also those of an authority', () => {
    const id = formatHex(asset(9));
    const subnetID = 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU';
    expect(id).toHaveLength(66);
    const intent = {
      type: 'TransferSubnetOwnershipTx',
      subnetID,
      owner: key(2).shortID,
    } as const;
    const known = { ...state, authorities: { [subnetID]: { addresses: own, threshold: 2 } } };
    const signers = [a.shortID, c.shortID];
    expect(build(known, intent, { signers }).slots.at(-1)!.signatureIndices).toEqual([0, 2]);
    expect(thrown(() => build(known, intent, { signers: [a.shortID] })).code).toMatch(
      /MissingSigner|Insufficient/,
    );
  });
});
