/** What builders refuse, and where. */
import { describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  build,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildImportTx,
  type Intent,
  parseIntent,
} from '../../src/builder/index.ts';
import type { UTXO as CUTXO } from '../../src/chain/cchain/tx.ts';
import type { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { CState, State } from '../../src/state/index.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { maxUint64 } from '../../src/text/uint64.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { rightUTXO } from '../support/assets.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { asset, key, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const me = key(1).shortID;
const you = key(2).shortID;
const cState = (more: Partial<CState> = {}): CState => ({
  chain: 'C',
  network: fuji,
  from: [me],
  time: now,
  baseFee: wei(25n * 10n ** 9n),
  accounts: [],
  ...more,
});
const rich = wei(maxUint64 * 10n ** 9n);
const ref = ({
  txID,
  outputIndex,
}: {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
}) => ({
  txID,
  outputIndex,
});
const right = (more: Parameters<typeof rightUTXO>[2], of: BuildOptions = {}) => {
  const one = rightUTXO(1, 'secp256k1fx.MintOutput', more);
  const intent: Intent = {
    type: 'OperationTx',
    operations: [{ type: 'mint', assetID: asset(7), to: me, amount: 1n, utxo: ref(one) }],
  };
  return [xState([utxo(1, avax('1')), one]), intent, of] as const;
};
const stake = { nodeID: formatNodeID(new Uint8Array(20)), rewardsOwner: me, end: now + days(20) };
const pay = (amount: bigint | 'max', more = {}) => ({
  type: 'BaseTx' as const,
  outputs: [{ to: you, amount, ...more }],
});
const find = (name: string) => fullBuilds.find((of) => of.name.endsWith(name))!;

describe('a build is refused', () => {
  it.each<[string, readonly [State, Intent, BuildOptions?], object]>([
    [
      'with a capacity of gas that no node says',
      [pState([utxo(1, avax('1'))], { feeState: { price: 1n, capacity: -1n } }), pay(1n)],
      {
        code: 'OutOfRange',
        path: ['state', 'feeState', 'capacity'],
        context: { value: -1n, min: 0, unit: 'gas' },
      },
    ],
    [
      'with a price of gas that no node says',
      [pState([utxo(1, avax('1'))], { feeState: { price: 0n } }), pay(1n)],
      { code: 'OutOfRange', path: ['state', 'feeState', 'price'], context: { value: 0n, min: 1 } },
    ],
    [
      'on a chain without that type',
      [cState(), pay(1n)],
      { code: 'WrongChain', path: ['state'], context: { have: 'C', need: 'P or X' } },
    ],
    [
      'with more from accounts than a uint64',
      [
        cState({
          accounts: [1, 2].map((n) => ({
            address: evmAddressOf(key(n)),
            nonce: 0n,
            balance: rich,
          })),
        }),
        { type: 'ExportTx', to: 'X', outputs: [{ to: you, amount: 'max' }] },
      ],
      { code: 'OutOfRange', context: { unit: 'nAVAX', value: expect.any(BigInt) } },
    ],
    [
      'with more imported to an account than a uint64',
      [
        cState({ imports: { X: [1, 2].map((n) => utxo(n, maxUint64)) as readonly CUTXO[] } }),
        { type: 'ImportTx', from: 'X', to: evmAddressOf(key(1)) } as Intent,
      ],
      { code: 'OutOfRange', context: { unit: 'nAVAX', value: 2n * maxUint64 } },
    ],
    [
      'with more change than a uint64',
      [
        pState(
          [1, 2].map((n) => utxo(n, maxUint64, { assetID: asset(7) })).concat(utxo(3, avax('1'))),
        ),
        pay(1n, { assetID: asset(7) }),
        { strategy: 'sweep' },
      ],
      { code: 'OutOfRange', context: { max: maxUint64, value: 2n * maxUint64 - 1n } },
    ],
    [
      'with a lock until 1970',
      [pState([utxo(1, avax('1'))]), pay(1n, { stakeableUntil: 0n })],
      {
        code: 'OutOfRange',
        path: ['outputs', 0, 'stakeableUntil'],
        context: { value: 0n, min: 946_684_800n, unit: 'time' },
      },
    ],
    [
      'with a lock on another chain',
      [xState([utxo(1, avax('1'))]), pay(1n, { stakeableUntil: now })],
      { code: 'Unsupported', path: ['outputs', 0, 'stakeableUntil'] },
    ],
    [
      'with a lock on all there is',
      [pState([utxo(1, avax('1'))]), pay('max', { stakeableUntil: now })],
      { code: 'Unsupported', path: ['outputs', 0, 'stakeableUntil'] },
    ],
    [
      'with a lock in an export',
      [
        xState([utxo(1, avax('1'))]),
        {
          type: 'ExportTx',
          to: 'P',
          outputs: [
            { to: you, amount: 1n },
            { to: you, amount: 1n, stakeableUntil: now + 9n },
          ],
        },
      ],
      { code: 'Unsupported', path: ['outputs', 1, 'stakeableUntil'] },
    ],
    [
      'with a right that is locked',
      right({ owner: { addresses: [me], threshold: 1, locktime: now + 1n } }),
      {
        code: 'OutOfRange',
        path: ['operations', 0, 'utxo'],
        detail: 'cannot be used: timelocked',
      },
    ],
    [
      'with a right of somebody else',
      right({ owner: you }),
      { code: 'OutOfRange', path: ['operations', 0, 'utxo'], detail: 'cannot be used: foreign' },
    ],
    [
      'with a right that is not to be used',
      right({}, { exclude: [ref(rightUTXO(1, 'secp256k1fx.MintOutput'))] }),
      { code: 'OutOfRange', path: ['operations', 0, 'utxo'], detail: 'cannot be used: excluded' },
    ],
    [
      'with an elastic subnet without its asset',
      [
        pState([utxo(1, avax('1'))]),
        { type: 'AddPermissionlessDelegatorTx', ...stake, amount: 1n, subnetID: asset(9) },
      ],
      { code: 'OutOfRange', path: ['assetID'] },
    ],
    [
      'with an asset without its elastic subnet',
      [
        pState([utxo(1, avax('1'))]),
        { type: 'AddPermissionlessDelegatorTx', ...stake, amount: 1n, assetID: asset(9) },
      ],
      { code: 'OutOfRange', path: ['subnetID'] },
    ],
  ])('%s', (_, [state, intent, options], refusal) => {
    expect(thrown(() => build(state, intent, options))).toMatchObject(refusal);
  });

  it.each(['remainingBalanceOwner', 'deactivationOwner'])('with a lock of %s', (owner) => {
    const { state, intent } = find('converts');
    const { validators } = intent as { readonly validators: readonly object[] };
    const locked = { addresses: [me], threshold: 1, locktime: 5n };
    const changed = [validators[0], { ...validators[1], [owner]: locked }];
    const wrong = { ...intent, validators: changed } as unknown as Intent;
    expect(thrown(() => build(state, wrong))).toMatchObject({
      code: 'Unsupported',
      path: ['validators', 1, owner, 'locktime'],
    });
  });

  it.each(fullBuilds.map((of) => [of.name, of] as const))('on every other chain: %s', (_, of) => {
    const others = ['pays by hand', 'X BaseTx pays', 'C ExportTx exports'].map(find);
    for (const { state } of others) {
      if (state.chain === of.state.chain) continue;
      const isShared = /^(Base|Export|Import)Tx$/.test(of.intent.type) && state.chain !== 'C';
      if (isShared) continue;
      expect(thrown(() => build(state, of.intent))).toMatchObject({
        code: expect.stringMatching(/^(WrongChain|OutOfRange|Unsupported|BadArgument|BadText)$/),
      });
    }
  });
});

describe('a build', () => {
  it('spends the larger of two coins that are worth the same', () => {
    const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
    const from = owner.addresses;
    const spent = (utxos: Parameters<typeof pState>[0]) =>
      buildBaseTx(
        pState(utxos, { from, feeState: { price: 10n } }),
        { outputs: [{ to: you, amount: 100_000n }] },
        { strategy: 'largestFirst', change: me },
      ).unsignedTx.inputs.map(utxoKey);
    // An input with two signatures weighs so much more.
    const [plain, shared] = [1_000_000n, 1_000_000n + 10n * (2n * 1065n - 1065n)];
    const [one, two] = [utxo(1, plain), utxo(2, shared, { owner })];
    const worth = [one, two].map((of) => spent([of]));
    expect(worth).toEqual([[utxoKey(one)], [utxoKey(two)]]);
    expect(spent([one, two])).toEqual(spent([two, one]));
  });

  it('pays for an import of other assets with what is there, the largest first if asked', () => {
    const state = xState([utxo(1, 3_000_000n), utxo(2, 1_000_000n), utxo(3, 9_000_000n)], {
      imports: { P: [utxo(9, 5n, { assetID: asset(7) })] as readonly XUTXO[] },
    });
    const paid = (options: BuildOptions) =>
      buildImportTx(state, { from: 'P', to: you }, { change: me, ...options }).slots.flatMap(
        (slot) =>
          slot.kind === 'input' && 'amount' in slot.utxo.output ? [slot.utxo.output.amount] : [],
      );
    expect(paid({})).toEqual([1_000_000n, 5n]);
    expect(paid({ strategy: 'largestFirst' })).toEqual([9_000_000n, 5n]);
  });

  it('leaves time for the next block, but none where a stake can be short', () => {
    const shortest = (staking: Partial<(typeof fuji)['staking']>) => {
      const { P, X, C } = fuji.chains;
      const network = {
        ...fuji,
        name: 'mine',
        networkID: 99,
        hrp: 'custom',
        avaxAssetID: asset(4),
        chains: { P, X: { ...X, blockchainID: asset(5) }, C: { ...C, blockchainID: asset(6) } },
        staking: { ...fuji.staking, ...staking },
      };
      const { minStakeDuration: least } = network.staking;
      const state = pState([utxo(1, avax('100'), { assetID: asset(4) })], { network });
      const delegate = (end: bigint) =>
        buildAddPermissionlessDelegatorTx(state, { ...stake, end, amount: avax('25') });
      for (let more = 0n; more <= 31n; more++)
        try {
          delegate(now + least + more);
          return more;
        } catch {
          // A second more.
        }
      return undefined;
    };
    expect(shortest({})).toBe(30n);
    expect(shortest({ minStakeDuration: 600n, heliconMinStakeDuration: 600n })).toBe(30n);
    expect(shortest({ minStakeDuration: 599n, heliconMinStakeDuration: 599n })).toBe(0n);
  });

  it('asks an authority whose lock ends now, and not before', () => {
    const disable = (locktime: bigint) =>
      build(
        pState([utxo(1, avax('1'))], {
          authorities: { [formatID(asset(9))]: { addresses: [me], threshold: 1, locktime } },
        }),
        { type: 'DisableL1ValidatorTx', validationID: asset(9) },
      );
    expect(disable(now).slots.map(({ kind }) => kind)).toEqual(['input', 'auth']);
    expect(thrown(() => disable(now + 1n)).code).toBe('MissingSigner');
  });

  it('reads the whole reply about a node', () => {
    const node = {
      nodeID: formatNodeID(new Uint8Array(20)),
      nodePOP: { publicKey: `0x${'01'.repeat(48)}`, proofOfPossession: `0x${'02'.repeat(96)}` },
    };
    const text = (of: object) =>
      JSON.stringify({
        type: 'AddAutoRenewedValidatorTx',
        node: of,
        amount: '1',
        period: 5,
        delegationFee: '2%',
        autoCompound: '0%',
        rewardsOwner: 'P-a',
        validatorAuthority: 'P-b',
      });
    const whole = { jsonrpc: '2.0', id: 1, result: node };
    expect(parseIntent(text(whole), 'P')).toEqual(parseIntent(text(node), 'P'));
    const wrong = { ...whole, result: { ...node, nodeID: 'x' } };
    expect(thrown(() => parseIntent(text(wrong), 'P'))).toMatchObject({
      path: ['node', 'result', 'nodeID'],
    });
  });
});
