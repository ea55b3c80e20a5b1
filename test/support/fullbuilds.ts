/** Builds with everything that their intents, options and states can say. */
import type { Intent, Options } from '../../src/builder/index.ts';
import type { UTXO as CUTXO } from '../../src/chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { CState, PState, State, XState } from '../../src/state/index.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { rightUTXO } from './assets.ts';
import { asset, key, now, trio, utxo } from './state.ts';

/** A state with an intent and options, by a name of its own. */
export interface FullBuild {
  readonly name: string;
  readonly state: State;
  readonly intent: Intent;
  readonly options: Options;
}

const me = key(1).shortID;
const you = key(4).shortID;
const stranger = key(9).shortID;
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

const id = formatID(asset(9));
const renewed = formatID(asset(10));
const p = (more: Partial<PState> = {}): PState => ({
  chain: 'P',
  network: fuji,
  from,
  time: now,
  chainTime: now - 10n,
  feeState: { price: 3n, capacity: 500_000n, excess: 3_000_000n },
  utxos: [...coins, ...lockedCoins],
  imports: { X: [...waiting(40), utxo(44, 6n, { assetID: gold })], C: waiting(50) },
  authorities: { [id]: shared, [renewed]: { addresses: [you, ...from], threshold: 1 } },
  change: { addresses: [me], threshold: 1 },
  ...more,
});
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
const x = (more: Partial<XState> = {}): XState => ({
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
  ...more,
});
const c = (more: Partial<CState> = {}): CState => ({
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
  ...more,
});

const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(1));
const node = {
  nodeID: formatNodeID(new Uint8Array(20).fill(7)),
  nodePOP: { publicKey: formatHex(publicKey), proofOfPossession: formatHex(proofOfPossession) },
};
const { nodeID } = node;
const end = now + days(30);
const stake = { end, rewards: shared, stakeReturn: you };
const outputs = [
  { to: you, amount: avax('1') },
  { to: shared, amount: 9n, assetID: gold },
  { to: timed, amount: avax('0.5') },
];
const change = { change: shared };
const refOf = ({ txID, outputIndex }: PUTXO) => ({ txID, outputIndex });

const onP: readonly (readonly [name: string, Intent, Options?, Partial<PState>?])[] = [
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
  ['exports', { type: 'ExportTx', to: 'X', outputs }, change],
  ['exports to C', { type: 'ExportTx', to: 'C', outputs: outputs.slice(0, 1) }, change],
  ['imports', { type: 'ImportTx', from: 'X', to: shared }, change],
  ['imports from C', { type: 'ImportTx', from: 'C', to: you }, change],
  [
    'imports by hand',
    { type: 'ImportTx', from: 'X', to: you },
    { ...change, strategy: 'manual', include: [refOf(waiting(40)[1]!)] },
  ],
  ['creates a subnet', { type: 'CreateSubnetTx', owner: { ...shared, locktime: 7n } }, change],
  [
    'creates a chain',
    {
      type: 'CreateChainTx',
      subnetID: asset(9),
      name: 'A chain 1',
      vm: asset(5),
      genesis: new Uint8Array(30).fill(3),
      fxIDs: [asset(2), asset(1)],
      owner: shared,
    },
    change,
  ],
  [
    'adds to a subnet',
    { type: 'AddSubnetValidatorTx', subnetID: id, nodeID, weight: 5n, end },
    change,
  ],
  ['removes from a subnet', { type: 'RemoveSubnetValidatorTx', subnetID: id, nodeID }, change],
  ['transfers', { type: 'TransferSubnetOwnershipTx', subnetID: id, owner: you }, change],
  [
    'validates',
    {
      type: 'AddPermissionlessValidatorTx',
      node,
      amount: avax('9'),
      delegationFee: '2.5%',
      delegationRewards: you,
      ...stake,
    },
    change,
  ],
  [
    'validates a subnet',
    {
      type: 'AddPermissionlessValidatorTx',
      node,
      amount: 26n,
      delegationFee: '100%',
      subnetID: id,
      assetID: gold,
      ...stake,
    },
    change,
  ],
  [
    'delegates what is locked',
    { type: 'AddPermissionlessDelegatorTx', nodeID, amount: avax('8'), ...stake },
    { ...change, locked: 'only' },
  ],
  [
    'delegates what is not',
    { type: 'AddPermissionlessDelegatorTx', nodeID, amount: avax('5'), ...stake },
    { ...change, locked: 'never' },
  ],
  [
    'delegates all',
    { type: 'AddPermissionlessDelegatorTx', nodeID, amount: 'max', ...stake },
    change,
  ],
  [
    'delegates all of an asset',
    {
      type: 'AddPermissionlessDelegatorTx',
      nodeID,
      amount: 'max',
      subnetID: asset(9),
      assetID: gold,
      ...stake,
    },
    change,
  ],
  [
    'renews',
    {
      type: 'AddAutoRenewedValidatorTx',
      node,
      amount: avax('2'),
      period: days(20),
      delegationFee: '2%',
      autoCompound: '33.3333%',
      rewards: shared,
      authority: you,
      delegationRewards: you,
      stakeReturn: me,
    },
    change,
  ],
  [
    'configures',
    {
      type: 'SetAutoRenewedValidatorConfigTx',
      txID: renewed,
      autoCompound: '0%',
      period: days(14),
    },
    change,
  ],
  [
    'stops',
    { type: 'SetAutoRenewedValidatorConfigTx', txID: renewed, autoCompound: '1%', period: 'stop' },
    change,
  ],
  [
    'converts',
    {
      type: 'ConvertSubnetToL1Tx',
      subnetID: id,
      managerChainID: asset(3),
      managerAddress: `0x${'11'.repeat(20)}`,
      validators: [
        {
          node,
          weight: 9n,
          balance: avax('1'),
          remainingBalanceOwner: shared,
          deactivationOwner: you,
        },
        {
          node: { ...node, nodeID: formatNodeID(new Uint8Array(20).fill(6)) },
          weight: 8n,
          balance: 0n,
          remainingBalanceOwner: me,
          deactivationOwner: shared,
        },
      ],
    },
    change,
  ],
  [
    'pays for a validator',
    { type: 'IncreaseL1ValidatorBalanceTx', validationID: id, balance: avax('1') },
    change,
  ],
  ['disables', { type: 'DisableL1ValidatorTx', validationID: asset(9) }, change],
];

const onX: readonly (readonly [name: string, Intent, Options?, Partial<XState>?])[] = [
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
  ['exports', { type: 'ExportTx', to: 'P', outputs }, change],
  ['exports to C', { type: 'ExportTx', to: 'C', outputs: outputs.slice(0, 1) }, change],
  ['imports', { type: 'ImportTx', from: 'P', to: shared }, change],
  ['imports from C', { type: 'ImportTx', from: 'C', to: you }, change],
  [
    'creates an asset',
    {
      type: 'CreateAssetTx',
      name: 'A Name 1',
      symbol: 'GOLD',
      denomination: 9,
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
    },
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

const onC: readonly (readonly [name: string, Intent, Options?, Partial<CState>?])[] = [
  [
    'exports',
    {
      type: 'ExportTx',
      to: 'P',
      outputs: [
        { to: you, amount: avax('2.5') },
        { to: shared, amount: avax('1') },
      ],
    },
    { priceMargin: 1.5, maxFee: avax('0.05'), maxBytes: 2000 },
  ],
  ['exports all', { type: 'ExportTx', to: 'X', outputs: [{ to: timed, amount: 'max' }] }],
  [
    'exports the rest',
    {
      type: 'ExportTx',
      to: 'X',
      outputs: [
        { to: you, amount: 'max' },
        { to: shared, amount: avax('1') },
      ],
    },
    { maxBytes: 500 },
  ],
  ['imports', { type: 'ImportTx', from: 'P', to: evmAddressOf(key(9)) }],
  [
    'imports for several',
    {
      type: 'ImportTx',
      from: 'X',
      to: [
        { to: evmAddressOf(key(9)), amount: 'max' },
        { to: evmAddressOf(key(8)), amount: avax('0.25') },
      ],
    } as never,
    { include: [refOf(waiting(50)[1]!)], priceMargin: 2, maxFee: avax('0.05'), maxBytes: 900 },
  ],
  [
    'imports by hand',
    { type: 'ImportTx', from: 'X', to: evmAddressOf(key(9)) },
    { strategy: 'manual', include: [refOf(waiting(50)[0]!)] },
  ],
  [
    'imports the rest',
    { type: 'ImportTx', from: 'P', to: evmAddressOf(key(9)) },
    { exclude: [refOf(waiting(40)[0]!)], maxBytes: 400 },
  ],
];

export const fullBuilds: readonly FullBuild[] = [
  ...onP.map(([name, intent, options = {}, more]) => ({
    name: `P ${intent.type} ${name}`,
    state: p(more),
    intent,
    options,
  })),
  ...onX.map(([name, intent, options = {}, more]) => ({
    name: `X ${intent.type} ${name}`,
    state: x(more),
    intent,
    options,
  })),
  ...onC.map(([name, intent, options = {}, more]) => ({
    name: `C ${intent.type} ${name}`,
    state: c(more),
    intent,
    options,
  })),
];
