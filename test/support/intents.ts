/** Random states, what is meant with them, and drafts: every intent of P and X, and C. */
import fc from 'fast-check';
import {
  build,
  type Draft,
  type Intent,
  type NodePOP,
  type OperationIntent,
  type Options,
  type Strategy,
} from '../../src/builder/index.ts';
import type { UTXO as CUTXO } from '../../src/chain/cchain/tx.ts';
import type { UTXO } from '../../src/chain/xchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { Owner } from '../../src/state/owner.ts';
import type { CState, PState, State } from '../../src/state/state.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { aggregateWarpMessage, provePossession, publicKeyOf, signBLS } from '../../src/warp/bls.ts';
import { buildCallMessage, L1Payload, signerSetOf } from '../../src/warp/index.ts';
import { encode } from '../../src/wire/codec.ts';
import { rightUTXO } from './assets.ts';
import { asset, key, now, pState, trio, utxo, xState } from './state.ts';

/** What to build. */
export interface Case {
  readonly state: State;
  readonly intent: Intent;
  readonly options: Options;
}

/** The draft, or null where there is not enough. */
export function attempt<T>(build: () => T): T | null {
  try {
    return build();
  } catch (e) {
    if (isError(e, 'Insufficient')) return null;
    throw e;
  }
}

/** The draft of a case, or null where there is not enough, be it for a stake of `max`. */
export function buildCase({ state, intent, options }: Case): Draft | null {
  try {
    return attempt(() => build(state, intent, options));
  } catch (e) {
    if (isError(e, 'OutOfRange')) return null;
    throw e;
  }
}

const me = key(1).shortID;
const from = trio.map((k) => k.shortID);
export const twoOfThree = { addresses: from, threshold: 2 };
export const owners = [me, key(2).shortID, twoOfThree];
/** All whose keys sign what is built here. */
export const signers = [...trio, key(4), key(5)];
const owner = fc.constantFrom(...owners);
const gold = asset(7);

interface Amount {
  readonly amount: bigint;
  readonly owner: (typeof owners)[number];
  readonly gold?: boolean | undefined;
  readonly lock?: bigint | undefined;
}
const utxosOf = (list: readonly Amount[], first = 0) =>
  list.map(({ amount, owner: of, gold: golden, lock }, i): PState['utxos'][number] => {
    const more = { owner: of, ...(golden && { assetID: gold }) };
    const { output, ...rest } = utxo(first + i, amount, more);
    return lock === undefined
      ? { ...rest, output }
      : { ...rest, output: { type: 'stakeable.LockOut', locktime: lock, output } };
  });

// P

const secrets = [1, 2, 3].map((n) => new Uint8Array(32).fill(n));
const { publicKey, proofOfPossession } = provePossession(secrets[0]!);
const node: NodePOP = {
  nodeID: formatNodeID(new Uint8Array(20).fill(7)),
  nodePOP: { publicKey: formatHex(publicKey), proofOfPossession: formatHex(proofOfPossession) },
};
const { nodeID } = node;
const subnetID = formatID(asset(9));
const nobody = { addresses: [], threshold: 0 };

const warp = (payload: L1Payload) => {
  const unsigned = buildCallMessage({
    networkID: fuji.networkID,
    sourceChainID: asset(3),
    sourceAddress: new Uint8Array(20),
    payload: encode(L1Payload, payload),
  });
  const keys = secrets.map((secret) => ({ secret, publicKey: publicKeyOf(secret) }));
  const signatures = keys.map((k) => ({ ...k, signature: signBLS(unsigned, k.secret) }));
  const set = signerSetOf(keys.map((k) => ({ publicKey: formatHex(k.publicKey), weight: 1n })));
  return aggregateWarpMessage(unsigned, signatures, set);
};
const register = warp({
  type: 'message.RegisterL1Validator',
  subnetID: asset(9),
  nodeID: new Uint8Array(20).fill(5),
  blsPublicKey: publicKey,
  expiry: now + 3600n,
  remainingBalanceOwner: nobody,
  disableOwner: nobody,
  weight: 10n,
});
const newWeight = warp({
  type: 'message.L1ValidatorWeight',
  validationID: asset(9),
  nonce: 1n,
  weight: 20n,
});

const amount = fc.bigInt({ min: avax('1'), max: avax('6') });
const small = fc.bigInt({ min: 1n, max: 9000n });
/** So few that some of them are often exactly enough. */
const few = fc.bigInt({ min: 1n, max: 5n });
const balance = fc.bigInt({ min: 0n, max: avax('1') });
const orMax = (of: fc.Arbitrary<bigint>) =>
  fc.oneof({ weight: 4, arbitrary: of }, { weight: 1, arbitrary: fc.constant('max' as const) });
const AVAX = { assetID: fuji.avaxAssetID };

/** Outputs, at most the last of them of all there is. */
const outputsOf = (amounts: fc.Arbitrary<bigint>, assets: readonly { assetID: Uint8Array }[]) =>
  fc
    .tuple(
      fc.array(fc.record({ to: owner, amount: amounts, of: fc.constantFrom(...assets) }), {
        maxLength: 2,
      }),
      fc.record({ to: owner, amount: orMax(amounts), of: fc.constantFrom(...assets) }),
    )
    .map(([some, last]) => [...some, last].map(({ of, ...rest }) => ({ ...rest, ...of })));

const staked = { end: now + days(30), rewards: me, stakeReturn: me };
const authorized = { subnetID, nodeID };

const pIntents: fc.Arbitrary<Intent> = fc.oneof(
  fc.record({
    type: fc.constant('BaseTx' as const),
    outputs: outputsOf(fc.oneof(amount, small), [AVAX, AVAX, { assetID: gold }]),
  }),
  fc.record({
    type: fc.constant('BaseTx' as const),
    outputs: few.map((n) => [{ to: me, amount: n + 2n, assetID: gold }]),
  }),
  fc.record({
    type: fc.constant('ExportTx' as const),
    to: fc.constantFrom('X' as const, 'C' as const),
    outputs: outputsOf(amount, [AVAX]),
  }),
  fc.record({ type: fc.constant('ImportTx' as const), from: fc.constant('C' as const), to: owner }),
  fc.record({ type: fc.constant('CreateSubnetTx' as const), owner }),
  fc.record({
    type: fc.constant('CreateChainTx' as const),
    subnetID: fc.constant(subnetID),
    name: fc.constantFrom('a', 'A chain'),
    vm: fc.constantFrom('avm', 'subnetevm'),
    genesis: fc.uint8Array({ minLength: 1, maxLength: 100 }),
  }),
  fc.record({
    type: fc.constant('TransferSubnetOwnershipTx' as const),
    subnetID: fc.constant(subnetID),
    owner,
  }),
  fc.constant({ type: 'RemoveSubnetValidatorTx' as const, ...authorized }),
  fc.constant({
    type: 'AddSubnetValidatorTx' as const,
    ...authorized,
    weight: 5n,
    end: now + days(30),
  }),
  fc.constant({ type: 'DisableL1ValidatorTx' as const, validationID: subnetID }),
  fc
    .record({ amount: orMax(amount), rewards: owner })
    .map((of) => ({ type: 'AddPermissionlessDelegatorTx' as const, nodeID, ...staked, ...of })),
  fc.record({ amount, rewards: owner }).map((of) => ({
    type: 'AddPermissionlessValidatorTx' as const,
    node,
    delegationFee: '2.5%',
    ...staked,
    ...of,
  })),
  fc.record({ amount, rewards: owner, authority: owner }).map((of) => ({
    type: 'AddAutoRenewedValidatorTx' as const,
    node,
    period: days(30),
    delegationFee: '2%',
    autoCompound: '33.3333%',
    stakeReturn: me,
    ...of,
  })),
  fc.record({
    type: fc.constant('SetAutoRenewedValidatorConfigTx' as const),
    txID: fc.constant(subnetID),
    autoCompound: fc.constantFrom('0%', '100%'),
    period: fc.constantFrom('stop' as const, days(20)),
  }),
  fc.record({
    type: fc.constant('ConvertSubnetToL1Tx' as const),
    subnetID: fc.constant(subnetID),
    managerChainID: fc.constant(subnetID),
    managerAddress: fc.constant('0x00'),
    validators: fc
      .record({ balance, owner })
      .map(({ balance: paid, owner: of }) => [
        { node, weight: 1n, balance: paid, remainingBalanceOwner: of, deactivationOwner: of },
      ]),
  }),
  balance.map((paid) => ({
    type: 'RegisterL1ValidatorTx' as const,
    message: register,
    balance: paid,
    proofOfPossession: node.nodePOP.proofOfPossession,
  })),
  fc.constant({ type: 'SetL1ValidatorWeightTx' as const, message: newWeight }),
  fc.record({
    type: fc.constant('IncreaseL1ValidatorBalanceTx' as const),
    validationID: fc.constant(subnetID),
    balance: balance.map((n) => n + 1n),
  }),
);
const pAmounts = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        amount: fc.oneof(small, amount),
        owner,
        lock: fc.option(fc.constantFrom(now - 1n, now + days(10), now + days(90)), {
          nil: undefined,
          freq: 2,
        }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ amount: few, owner, gold: fc.constant(true) }) },
  ),
  { minLength: 1, maxLength: 8 },
);
const cheapOptions = fc.record({
  change: fc.constantFrom(...owners),
  strategy: fc.constantFrom<Strategy>(
    'minFee',
    'minFee',
    'minFee',
    'largestFirst',
    'consolidate',
    'sweep',
  ),
});
const waiting = (amounts: fc.Arbitrary<bigint>) =>
  fc.array(fc.record({ amount: amounts, owner }), { minLength: 1, maxLength: 4 });

/** Amounts near what it costs to move them, where the choice matters. */
const tightCases: fc.Arbitrary<Case> = fc
  .record({
    intent: fc.constantFrom('BaseTx' as const, 'ExportTx' as const, 'CreateSubnetTx' as const),
    amount: fc.bigInt(1n, 12_000n),
    golden: fc.option(fc.bigInt(2n, 8n)),
    utxos: fc.array(fc.record({ amount: fc.bigInt(2500n, 12_000n), owner }), { maxLength: 6 }),
    golds: fc.array(fc.record({ amount: few, owner, gold: fc.constant(true) }), { maxLength: 3 }),
    price: fc.bigInt(1n, 20n),
    change: owner,
  })
  .map(({ intent: type, amount: n, golden, utxos, golds, price, change }) => {
    const all = [...utxos.map((of) => ({ ...of, amount: of.amount * price })), ...golds];
    const outputs = [
      { to: me, amount: n * price },
      ...(golden && type === 'BaseTx' ? [{ to: me, amount: golden, assetID: gold }] : []),
    ];
    const intents = {
      BaseTx: { type: 'BaseTx' as const, outputs },
      ExportTx: { type: 'ExportTx' as const, to: 'X' as const, outputs },
      CreateSubnetTx: { type: 'CreateSubnetTx' as const, owner: me },
    };
    return {
      state: pState(utxosOf(all), { from, feeState: { price } }),
      intent: intents[type],
      options: { change },
    };
  });

const wealthyCases: fc.Arbitrary<Case> = fc
  .record({
    intent: pIntents,
    utxos: pAmounts,
    imports: waiting(fc.oneof(small, amount)),
    price: fc.bigInt(1n, 20n),
    options: cheapOptions,
  })
  .map(({ intent, utxos, imports, price, options }) => ({
    state: pState(utxosOf(utxos), {
      from,
      feeState: { price },
      authorities: { [subnetID]: twoOfThree },
      imports: { C: utxosOf(imports, 100) },
    }),
    intent,
    options: intent.type === 'ImportTx' ? { change: options.change } : options,
  }));

export const pCases: fc.Arbitrary<Case> = fc.oneof(
  { weight: 3, arbitrary: wealthyCases },
  { weight: 2, arbitrary: tightCases },
);

// X

const consumed = {
  mint: 'secp256k1fx.MintOutput',
  mintNFT: 'nftfx.MintOutput',
  transferNFT: 'nftfx.TransferOutput',
  mintProperty: 'propertyfx.MintOutput',
  burnProperty: 'propertyfx.OwnedOutput',
} as const;
type Kind = keyof typeof consumed;

interface Wish {
  readonly kind: Kind;
  readonly assetID: Uint8Array;
  readonly owner: (typeof owners)[number];
}
/** Operations of random kinds. */
export const wishes: fc.Arbitrary<readonly Wish[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(consumed) as Kind[])),
    assetID: fc.constantFrom(gold, asset(8)),
    owner,
  }),
  { minLength: 1, maxLength: 6 },
);

/** What they consume, over as many UTXOs, and what they are. */
export function operationsOf(list: readonly Wish[]) {
  const rights: readonly UTXO[] = list.map(({ kind, assetID, owner: of }, i) =>
    rightUTXO(i, consumed[kind], { assetID, owner: of, outputIndex: i % 3 }),
  );
  const to = key(9).shortID;
  const intents = (i: number): { readonly [K in Kind]: object } => ({
    mint: { to, amount: BigInt(i + 1) },
    mintNFT: { to: [to, twoOfThree], groupID: 0, payload: `${i}` },
    transferNFT: { to },
    mintProperty: { to },
    burnProperty: {},
  });
  const operations = list.map(
    ({ kind, assetID }, i) => ({ type: kind, assetID, ...intents(i)[kind] }) as OperationIntent,
  );
  return { rights, operations };
}

const xAmount = fc.bigInt({ min: 1n, max: 2_000_000n });
const held: fc.Arbitrary<readonly Owner[]> = fc.array(
  owner.map((of) => ('threshold' in of ? of : { addresses: [of], threshold: 1 })),
  { maxLength: 3 },
);
const xIntents = fc.oneof(
  fc.record({
    type: fc.constant('BaseTx' as const),
    outputs: outputsOf(xAmount, [AVAX, { assetID: gold }]),
    memo: fc.uint8Array({ maxLength: 256 }),
  }),
  fc.record({
    type: fc.constant('ExportTx' as const),
    to: fc.constant('P' as const),
    outputs: outputsOf(xAmount, [AVAX, { assetID: gold }]),
  }),
  fc.record({
    type: fc.constant('ExportTx' as const),
    to: fc.constant('C' as const),
    outputs: outputsOf(xAmount, [AVAX]),
  }),
  fc.record({ type: fc.constant('ImportTx' as const), from: fc.constant('P' as const), to: owner }),
  fc.record({ holders: held, minters: held }).map(({ holders, minters }) => ({
    type: 'CreateAssetTx' as const,
    name: 'Gold',
    symbol: 'AU',
    denomination: 2,
    initial: {
      fungible: { holders: [{ to: me, amount: 9n }], minters },
      nfts: [{ groupID: 1, minters: [...minters, me] }],
      properties: { holders: [...holders, me], minters },
    },
  })),
);
const xAmounts = fc.array(
  fc.record({
    amount: fc.oneof(xAmount, amount),
    owner,
    gold: fc.constantFrom(false, false, true),
  }),
  { minLength: 1, maxLength: 8 },
);
export const xCases: fc.Arbitrary<Case> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ intent: xIntents, utxos: xAmounts, imports: xAmounts, options: cheapOptions })
      .map(({ intent, utxos, imports, options }) => ({
        state: xState(utxosOf(utxos) as UTXO[], {
          from,
          imports: { P: utxosOf(imports, 100) as UTXO[] },
        }),
        intent,
        options: intent.type === 'ImportTx' ? { change: options.change } : options,
      })),
  },
  {
    weight: 1,
    arbitrary: wishes.map((list) => {
      const { rights, operations } = operationsOf(list);
      return {
        state: xState([utxo(1, 5_000_000n), ...rights], { from }),
        intent: { type: 'OperationTx' as const, operations },
        options: {},
      };
    }),
  },
);

// C

const nAVAX = 10n ** 9n;
export const accounts = fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { maxLength: 5 });
export const baseFee = fc.oneof(
  fc.bigInt({ min: 1n, max: 3n }),
  fc.bigInt({ min: nAVAX / 10n, max: 3n * nAVAX }),
);
export const cWaiting = fc.array(fc.record({ amount: small, owner }), { maxLength: 6 });

/** A state of accounts with whole nAVAX and a little, and of what waits. */
export const cState = (
  balances: readonly bigint[],
  coins: readonly Amount[],
  price: bigint,
): CState => ({
  chain: 'C',
  network: fuji,
  from,
  time: now,
  baseFee: wei(price),
  accounts: balances.map((has, i) => ({
    address: evmAddressOf(key(i + 1)),
    nonce: BigInt(i),
    balance: wei(has * nAVAX + BigInt(i)),
  })),
  imports: { P: utxosOf(coins) as CUTXO[] },
});

export const cCases: fc.Arbitrary<Case> = fc
  .record({
    balances: accounts,
    coins: cWaiting,
    price: baseFee,
    intent: fc.oneof(
      fc.constant({ type: 'ImportTx' as const, from: 'P' as const, to: evmAddressOf(key(9)) }),
      fc.record({
        type: fc.constant('ExportTx' as const),
        to: fc.constantFrom('X' as const, 'P' as const),
        outputs: orMax(fc.bigInt({ min: 1n, max: 200_000n })).map((n) => [
          { to: key(9).shortID, amount: n },
        ]),
      }),
    ),
  })
  .map(({ balances, coins, price, intent }) => ({
    state: cState(balances, coins, price),
    intent,
    options: {},
  }));

/** All of them. */
export const cases: fc.Arbitrary<Case> = fc.oneof(
  { weight: 6, arbitrary: pCases },
  { weight: 3, arbitrary: xCases },
  { weight: 1, arbitrary: cCases },
);
