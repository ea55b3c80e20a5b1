/** Builds with everything that their intents, options and states can say: the example intents with more fields, and other cases of them. */
import { chainOf, exampleNames, intentLike } from '../../examples/intents/index.ts';
import type { BuildOptions, Intent } from '../../src/builder/index.ts';
import type { UTXO as CUTXO } from '../../src/chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { CState, PState, State, XState } from '../../src/state/index.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { rightUTXO } from './assets.ts';
import { asset, key, now, trio, utxo } from './state.ts';

/** A state with an intent and options, by a name of its own. */
export interface FullBuild {
  readonly name: string;
  readonly state: State;
  readonly intent: Intent;
  readonly options: BuildOptions;
}

const me = key(1).shortID;
const you = key(4).shortID;
const stranger = key(9).shortID;
const account = evmAddressOf(key(9));
const from = trio.map((k) => k.shortID);
const shared = { addresses: from, threshold: 2 };
const timed = { addresses: [me], threshold: 1, locktime: now + days(5) };
const opened = { addresses: [you, me], threshold: 1, locktime: now };
const gold = asset(7);
const silver = asset(8);

const locked = (n: number, amount: bigint, until: bigint, more = {}): PUTXO => {
  const { output, ...rest } = utxo(n, amount, more);
  return { ...rest, output: { type: 'stakeable.LockOut', locktime: until, output } };
};

/** Of every kind: mine, shared, foreign, locked for me or by the stake, open again, of little value, of other assets. */
const coins: readonly PUTXO[] = [
  utxo(1, avax('3'), { outputIndex: 2 }),
  utxo(2, avax('2'), { owner: shared }),
  utxo(3, avax('7'), { owner: stranger }),
  utxo(4, avax('5'), { owner: timed }),
  utxo(5, avax('1'), { owner: opened, outputIndex: 1 }),
  utxo(6, 900n),
  utxo(7, 11n, { assetID: gold }),
  utxo(8, 5n, { assetID: gold, owner: shared }),
  utxo(9, 4n, { assetID: silver }),
  utxo(10, 13n, { assetID: gold, owner: stranger }),
  utxo(18, avax('4')),
];
const lockedCoins: readonly PUTXO[] = [
  locked(11, avax('4'), now + days(60)),
  locked(12, avax('3'), now + days(60)),
  locked(13, avax('2'), now + days(5)),
  locked(14, avax('1'), now),
  locked(15, avax('6'), now + days(90), { owner: shared }),
  locked(16, 20n, now + days(60), { assetID: gold }),
  locked(17, avax('9'), now + days(60), { owner: stranger }),
];
const waiting = (first: number): readonly PUTXO[] => [
  utxo(first, avax('1')),
  utxo(first + 1, avax('2'), { owner: shared, outputIndex: 3 }),
  utxo(first + 2, 30n),
  utxo(first + 3, avax('1'), { owner: stranger }),
];

/** Intents that were read from files have ids as bytes. */
const idText = (id: unknown): string => formatID(id as Uint8Array);
const { subnetID } = intentLike('P.AddSubnetValidatorTx');
const { validationID } = intentLike('P.DisableL1ValidatorTx');
const { txID: renewed } = intentLike('P.SetAutoRenewedValidatorConfigTx');
const p: PState = {
  chain: 'P',
  network: fuji,
  from,
  time: now,
  chainTime: now - 10n,
  feeState: { price: 3n, capacity: 500_000n, excess: 3_000_000n },
  utxos: [...coins, ...lockedCoins],
  imports: { X: [...waiting(40), utxo(44, 6n, { assetID: gold })], C: waiting(50) },
  authorities: {
    [idText(subnetID)]: shared,
    [idText(validationID)]: shared,
    [idText(renewed)]: { addresses: [you, ...from], threshold: 1 },
  },
  change: { addresses: [me], threshold: 1 },
};
const rights: readonly XUTXO[] = [
  rightUTXO(1, 'secp256k1fx.MintOutput'),
  rightUTXO(2, 'nftfx.MintOutput', { groupID: 5 }),
  rightUTXO(3, 'nftfx.TransferOutput', { groupID: 5, payload: 'one', owner: shared }),
  rightUTXO(4, 'nftfx.TransferOutput', { groupID: 6, payload: 'two' }),
  rightUTXO(5, 'propertyfx.MintOutput', { assetID: silver }),
  rightUTXO(6, 'propertyfx.OwnedOutput', { assetID: silver }),
  rightUTXO(7, 'secp256k1fx.MintOutput', { owner: stranger }),
  rightUTXO(8, 'secp256k1fx.MintOutput', { owner: shared }),
];
const x: XState = {
  chain: 'X',
  network: fuji,
  from,
  time: now,
  utxos: [...(coins as readonly XUTXO[]), ...rights],
  imports: {
    P: [...waiting(40), utxo(44, 6n, { assetID: gold })] as readonly XUTXO[],
    C: waiting(50) as readonly XUTXO[],
  },
  change: { addresses: [me], threshold: 1 },
};
const c: CState = {
  chain: 'C',
  network: fuji,
  from,
  time: now,
  baseFee: wei(25_000_000_000n),
  accounts: [
    { address: evmAddressOf(key(1)), nonce: 7n, balance: wei(avax('3') * 10n ** 9n + 5n) },
    { address: evmAddressOf(key(2)), nonce: 0n, balance: wei(avax('2') * 10n ** 9n) },
    { address: evmAddressOf(key(3)), nonce: 1n, balance: wei(20_000n * 10n ** 9n) },
  ],
  imports: { P: waiting(40) as readonly CUTXO[], X: waiting(50) as readonly CUTXO[] },
};

const end = now + days(30);
const stake = { rewardsOwner: shared, stakeReturnOwner: you };
const converted = intentLike('P.ConvertSubnetToL1Tx');
/** Not in the order of their node IDs, in which a transaction has them. */
const unsorted = [...converted.validators].reverse();
const outputs = [
  { to: you, amount: avax('1') },
  { to: shared, amount: 9n, assetID: gold },
  { to: timed, amount: avax('0.5') },
];
const change = { change: shared };
const refOf = ({ txID, outputIndex }: PUTXO) => ({ txID, outputIndex });

type Variant = readonly [name: string, intent: Intent, options?: BuildOptions];

const onP: readonly Variant[] = [
  [
    'pays',
    {
      type: 'BaseTx',
      outputs: [...outputs, { to: you, amount: avax('1'), stakeableUntil: end }],
      memo: new Uint8Array(0),
    },
    {
      change: shared,
      maxFee: avax('0.01'),
      include: [refOf(coins[1]!), refOf(coins[8]!)],
      exclude: [refOf(coins[0]!)],
      strategy: 'consolidate',
      priceMargin: 1.5,
      locked: 'prefer',
      maxBytes: 4000,
    },
  ],
  ['pays all', { type: 'BaseTx', outputs: [{ to: you, amount: 'max' }] }, change],
  [
    'pays all of an asset',
    { type: 'BaseTx', outputs: [{ to: you, amount: 'max', assetID: gold }] },
    { ...change, strategy: 'sweep' },
  ],
  [
    'pays by hand',
    { type: 'BaseTx', outputs: [{ to: you, amount: avax('1') }] },
    { ...change, strategy: 'manual', include: [refOf(coins[0]!)] },
  ],
  [
    'pays from the largest',
    { type: 'BaseTx', outputs: [{ to: you, amount: avax('1') }] },
    { ...change, strategy: 'largestFirst', maxBytes: 2000 },
  ],
  [
    'sweeps',
    { type: 'BaseTx', outputs: [{ to: you, amount: avax('1') }] },
    { ...change, strategy: 'sweep', maxBytes: 700 },
  ],
  ['exports', intentLike('P.ExportTx', { outputs }), change],
  ['exports to C', intentLike('P.ExportTx', { to: 'C', outputs: outputs.slice(0, 1) }), change],
  ['imports', intentLike('P.ImportTx', { from: 'X', to: shared }), change],
  ['imports from C', intentLike('P.ImportTx', { to: you }), change],
  [
    'imports by hand',
    intentLike('P.ImportTx', { from: 'X', to: you }),
    { ...change, strategy: 'manual', include: [refOf(waiting(40)[1]!)] },
  ],
  [
    'creates a subnet',
    intentLike('P.CreateSubnetTx', { owner: { ...shared, locktime: 7n } }),
    change,
  ],
  [
    'creates a chain',
    intentLike('P.CreateChainTx', { vm: asset(5), fxIDs: [asset(2), asset(1)], owner: shared }),
    change,
  ],
  ['adds to a subnet', intentLike('P.AddSubnetValidatorTx'), change],
  ['removes from a subnet', intentLike('P.RemoveSubnetValidatorTx'), change],
  ['transfers', intentLike('P.TransferSubnetOwnershipTx'), change],
  [
    'validates',
    intentLike('P.AddPermissionlessValidatorTx', {
      amount: avax('9'),
      delegationRewardsOwner: you,
      ...stake,
    }),
    change,
  ],
  [
    'validates a subnet',
    intentLike('P.AddPermissionlessValidatorTx', {
      amount: 26n,
      delegationFee: '100%',
      subnetID,
      assetID: gold,
      ...stake,
    }),
    change,
  ],
  [
    'delegates what is locked',
    intentLike('P.AddPermissionlessDelegatorTx', { amount: avax('8'), ...stake }),
    { ...change, locked: 'only' },
  ],
  [
    'delegates what is not',
    intentLike('P.AddPermissionlessDelegatorTx', { amount: avax('5'), ...stake }),
    { ...change, locked: 'never' },
  ],
  [
    'delegates all',
    intentLike('P.AddPermissionlessDelegatorTx', { amount: 'max', ...stake }),
    change,
  ],
  [
    'delegates all of an asset',
    intentLike('P.AddPermissionlessDelegatorTx', {
      amount: 'max',
      subnetID,
      assetID: gold,
      ...stake,
    }),
    change,
  ],
  [
    'renews',
    intentLike('P.AddAutoRenewedValidatorTx', {
      amount: avax('2'),
      autoCompound: '33.3333%',
      rewardsOwner: shared,
      validatorAuthority: you,
      delegationRewardsOwner: you,
      stakeReturnOwner: me,
    }),
    change,
  ],
  [
    'configures',
    intentLike('P.SetAutoRenewedValidatorConfigTx', { autoCompound: '0%', period: days(14) }),
    change,
  ],
  ['stops', intentLike('P.SetAutoRenewedValidatorConfigTx'), change],
  [
    'converts',
    {
      ...converted,
      validators: unsorted.map((of, i) => ({
        ...of,
        ...(i > 0 && { balance: 0n }),
        remainingBalanceOwner: i > 0 ? me : shared,
        deactivationOwner: i > 0 ? shared : you,
      })),
    },
    change,
  ],
  ['pays for a validator', intentLike('P.IncreaseL1ValidatorBalanceTx'), change],
  ['disables', intentLike('P.DisableL1ValidatorTx'), change],
];

const onX: readonly Variant[] = [
  [
    'pays',
    { type: 'BaseTx', outputs, memo: 'a memo é' },
    {
      change: shared,
      include: [refOf(coins[1]!), refOf(coins[8]!)],
      exclude: [refOf(coins[0]!)],
      strategy: 'consolidate',
      maxBytes: 4000,
    },
  ],
  [
    'pays all',
    {
      type: 'BaseTx',
      outputs: [
        { to: you, amount: 'max' },
        { to: you, amount: 'max', assetID: gold },
      ],
    },
    change,
  ],
  ['sweeps', { type: 'BaseTx', outputs }, { ...change, strategy: 'sweep' }],
  [
    'pays by hand',
    { type: 'BaseTx', outputs: [{ to: you, amount: avax('1') }] },
    { ...change, strategy: 'manual', include: [refOf(coins[0]!)] },
  ],
  ['exports', intentLike('X.ExportTx', { outputs }), change],
  ['exports to C', intentLike('X.ExportTx', { to: 'C', outputs: outputs.slice(0, 1) }), change],
  ['imports', intentLike('X.ImportTx', { to: shared }), change],
  ['imports from C', intentLike('X.ImportTx', { from: 'C', to: you }), change],
  [
    'creates an asset',
    intentLike('X.CreateAssetTx', {
      memo: Uint8Array.of(1, 2),
      initial: {
        fungible: {
          holders: [
            { to: you, amount: 7n },
            { to: shared, amount: 5n },
          ],
          minters: [shared, me],
        },
        nfts: [
          { groupID: 2, holders: [{ to: you, payload: 'text' }], minters: [me] },
          { groupID: 1, holders: [{ to: shared, payload: Uint8Array.of(9) }] },
        ],
        properties: { holders: [you, timed], minters: [shared] },
      },
    }),
    change,
  ],
  [
    'operates',
    {
      type: 'OperationTx',
      memo: 'ops',
      operations: [
        { type: 'mint', assetID: gold, to: shared, amount: 5n },
        { type: 'mintNFT', assetID: gold, to: [you, shared], groupID: 5, payload: 'p' },
        { type: 'transferNFT', assetID: gold, to: you, groupID: 5, payload: 'one' },
        { type: 'transferNFT', assetID: gold, to: shared, utxo: refOf(rights[3] as never) },
        { type: 'mintProperty', assetID: silver, to: you },
        { type: 'burnProperty', assetID: silver, utxo: refOf(rights[5] as never) },
        { type: 'mint', assetID: gold, to: you, amount: 1n, utxo: refOf(rights[7] as never) },
      ],
    },
    change,
  ],
  ['burns', { type: 'OperationTx', operations: [{ type: 'burnProperty', assetID: silver }] }],
];

const onC: readonly Variant[] = [
  [
    'exports',
    intentLike('C.ExportTx', {
      outputs: [
        { to: you, amount: avax('2.5') },
        { to: shared, amount: avax('1') },
      ],
    }),
    { priceMargin: 1.5, maxFee: avax('0.05'), maxBytes: 2000 },
  ],
  ['exports all', intentLike('C.ExportTx', { to: 'X', outputs: [{ to: timed, amount: 'max' }] })],
  [
    'exports the rest',
    intentLike('C.ExportTx', {
      to: 'X',
      outputs: [
        { to: you, amount: 'max' },
        { to: shared, amount: avax('1') },
      ],
    }),
    { maxBytes: 500 },
  ],
  ['imports', intentLike('C.ImportTx', { to: account })],
  [
    'imports for several',
    intentLike('C.ImportTx', {
      from: 'X',
      to: [
        { to: account, amount: 'max' },
        { to: evmAddressOf(key(8)), amount: avax('0.25') },
      ],
    }),
    { include: [refOf(waiting(50)[1]!)], priceMargin: 2, maxFee: avax('0.05'), maxBytes: 900 },
  ],
  [
    'imports by hand',
    intentLike('C.ImportTx', { from: 'X', to: account }),
    { strategy: 'manual', include: [refOf(waiting(50)[0]!)] },
  ],
  [
    'imports the rest',
    intentLike('C.ImportTx', { to: account }),
    { exclude: [refOf(waiting(40)[0]!)], maxBytes: 400 },
  ],
];

const states = { P: p, X: x, C: c };
const written = (['P', 'X', 'C'] as const).flatMap((chain) =>
  ({ P: onP, X: onX, C: onC })[chain].map(
    ([name, intent, options = {}]): FullBuild => ({
      name: `${chain} ${intent.type} ${name}`,
      state: states[chain],
      intent,
      options,
    }),
  ),
);

/** Those above, and of every other type its example. */
export const fullBuilds: readonly FullBuild[] = [
  ...written,
  ...exampleNames
    .map((name) => ({ chain: chainOf(name), intent: intentLike(name) }))
    .filter(({ chain, intent: { type } }) =>
      written.every(({ name }) => !name.startsWith(`${chain} ${type} `)),
    )
    .map(({ chain, intent }) => ({
      name: `${chain} ${intent.type}`,
      state: states[chain],
      intent,
      options: change,
    })),
];
