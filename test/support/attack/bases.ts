/** An honest draft of every type that can be built, with what was meant: what the attacks change. */
import { type BuildOptions, build, type Draft, type Intent } from '../../../src/builder/index.ts';
import type { UTXO as CUTXO } from '../../../src/chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../../../src/chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../../../src/chain/xchain/tx.ts';
import { fuji } from '../../../src/network/known.ts';
import { evmAddressOf } from '../../../src/sign/key.ts';
import type { CState, PState, State, XState } from '../../../src/state/index.ts';
import type { Owner } from '../../../src/state/owner.ts';
import { avax, wei } from '../../../src/text/amount.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../../src/text/id.ts';
import { days } from '../../../src/text/time.ts';
import { utxoKey } from '../../../src/tx/order.ts';
import { amountOf, lockedUntil, unlocked } from '../../../src/tx/output.ts';
import { ownerOf } from '../../../src/tx/owner.ts';
import { provePossession } from '../../../src/warp/bls.ts';
import { type Parent, parent, spending, warp } from '../parents.ts';
import { asset, key, now } from '../state.ts';
import { forged, openedUp, withCoin } from './forge.ts';
import { ownerOf1, payee, sharedOwner, victim } from './people.ts';

/** What was meant, and the draft that does it. */
export interface Base {
  readonly name: string;
  readonly state: State;
  readonly intent: Intent;
  readonly options: BuildOptions;
  readonly draft: Draft;
}

/** Numbers that follow from a seed: a xorshift. */
function randomly(seed: number): (below: number) => number {
  let x = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  return (below) => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x % below;
  };
}

const AVAX = fuji.avaxAssetID;
const alone = ownerOf1(victim.alone);
const gold = asset(7);
const evidenceOf = (...parents: readonly Parent[]) =>
  parents
    .map(({ chain, bytes, txID }) => ({ chain, bytes, txID }))
    .sort((a, b) => Buffer.compare(a.txID, b.txID))
    .map(({ chain, bytes }) => ({ chain, bytes }));

interface Coin {
  readonly amount: bigint;
  readonly owner?: typeof alone;
  readonly assetID?: Uint8Array;
  readonly lock?: bigint;
}

const outputOf = ({ amount, owner = alone, assetID = AVAX, lock }: Coin) => ({
  assetID,
  output: lockedUntil(amountOf(amount, owner), lock),
});

const utxosOf = ({ txID }: Parent, coins: readonly Coin[], first = 0) =>
  coins.map((coin, i) => ({ txID, outputIndex: first + i, ...outputOf(coin) }));

/** Coins of a transaction of the P-chain. */
function held(coins: readonly Coin[]) {
  const tx = parent('P', {
    type: 'platformvm.BaseTx',
    ...spending(),
    outputs: coins.map(outputOf),
  });
  return { tx, utxos: utxosOf(tx, coins) };
}

/** Coins that a chain exported to another. */
function exported(from: 'P' | 'X' | 'C', to: 'P' | 'X' | 'C', coins: readonly Coin[]) {
  const chain = fuji.chains[from].blockchainID;
  const destinationChain = fuji.chains[to].blockchainID;
  const exportedOutputs = coins.map(outputOf);
  const tx =
    from === 'C'
      ? parent('C', {
          type: 'atomic.ExportTx',
          networkID: fuji.networkID,
          blockchainID: chain,
          destinationChain,
          inputs: [],
          exportedOutputs,
        })
      : parent(from, {
          type: from === 'P' ? 'platformvm.ExportTx' : 'avm.ExportTx',
          ...spending(),
          blockchainID: chain,
          destinationChain,
          exportedOutputs,
        });
  // The outputs of the export itself come first; it has none.
  return { tx, utxos: utxosOf(tx, coins) };
}

type Roll = (below: number) => number;

const some = (roll: Roll, least: string, most: number): bigint =>
  avax(least) + BigInt(roll(most)) * 1_000_003n;

function pStateOf(roll: Roll): { readonly state: PState; readonly subnetID: string } {
  const { tx, utxos } = held([
    { amount: some(roll, '3', 900) },
    { amount: some(roll, '4', 900), owner: sharedOwner },
    { amount: some(roll, '2', 900) },
    { amount: 20n + BigInt(roll(50)), assetID: gold },
    { amount: some(roll, '5', 900), lock: now + days(60) },
  ]);
  const subnet = parent('P', {
    type: 'platformvm.CreateSubnetTx',
    ...spending(),
    owner: sharedOwner,
  });
  const waiting = exported('X', 'P', [
    { amount: some(roll, '1', 900) },
    { amount: some(roll, '1', 900), owner: sharedOwner },
  ]);
  const subnetID = formatID(subnet.txID);
  const state: PState = {
    chain: 'P',
    network: fuji,
    from: victim.addresses,
    own: victim.addresses,
    time: now,
    chainTime: now - 3n,
    feeState: { price: 1n, capacity: 900_000n, excess: 20_000n * BigInt(roll(9)) },
    utxos: utxos as readonly PUTXO[],
    imports: { X: waiting.utxos as readonly PUTXO[] },
    authorities: {
      [subnetID]: victim.shared,
      [validation]: victim.shared,
      [renewed]: { addresses: [victim.alone], threshold: 1 },
    },
    evidence: evidenceOf(tx, subnet, waiting.tx),
  };
  return { state, subnetID };
}

const validation = formatID(asset(31));
const renewed = formatID(asset(32));

const possession = (n: number) => provePossession(new Uint8Array(32).fill(n));
const nodeOf = (n: number) => {
  const { publicKey, proofOfPossession } = possession(n);
  return {
    nodeID: formatNodeID(new Uint8Array(20).fill(n)),
    nodePOP: {
      publicKey: formatHex(publicKey),
      proofOfPossession: formatHex(proofOfPossession),
    },
  };
};
const node = nodeOf(1);
const { nodeID } = node;

const one = (address: Uint8Array) => ({ threshold: 1, addresses: [address] });
/** The message of a registration, for an owner of what is left. */
const registration = warp({
  type: 'message.RegisterL1Validator',
  subnetID: asset(33),
  nodeID: new Uint8Array(20).fill(5),
  blsPublicKey: possession(1).publicKey,
  expiry: now + 3600n,
  remainingBalanceOwner: one(victim.alone),
  disableOwner: victim.shared,
  weight: 10n,
});
const newWeight = warp({
  type: 'message.L1ValidatorWeight',
  validationID: asset(31),
  nonce: 1n,
  weight: 20n,
});

type Meant = readonly [name: string, intent: Intent, options?: BuildOptions];

function onP(roll: Roll, subnetID: string): readonly Meant[] {
  const shared: Owner = victim.shared;
  const end = now + days(30 + roll(9));
  const rewards = victim.alone;
  const amount = some(roll, '1', 300);
  const fee = { delegationFee: '2.5%' } as const;
  const stake = { end, rewardsOwner: shared, stakeReturnOwner: victim.alone };
  return [
    [
      'pays',
      {
        type: 'BaseTx',
        outputs: [
          { to: payee, amount },
          { to: payee, amount: 5n, assetID: gold },
          { to: payee, amount: avax('0.5'), stakeableUntil: end },
        ],
      },
    ],
    ['exports', { type: 'ExportTx', to: 'X', outputs: [{ to: payee, amount }] }],
    ['imports', { type: 'ImportTx', from: 'X', to: victim.alone }],
    ['creates a subnet', { type: 'CreateSubnetTx', owner: shared }],
    [
      'creates a chain',
      {
        type: 'CreateChainTx',
        subnetID,
        name: 'A chain 1',
        vm: asset(5),
        genesis: new Uint8Array(30).fill(3),
        fxIDs: [asset(1), asset(2)],
      },
    ],
    ['adds', { type: 'AddSubnetValidatorTx', subnetID, nodeID, weight: 5n, end }],
    ['removes', { type: 'RemoveSubnetValidatorTx', subnetID, nodeID }],
    ['transfers', { type: 'TransferSubnetOwnershipTx', subnetID, owner: payee }],
    [
      'validates',
      {
        type: 'AddPermissionlessValidatorTx',
        node,
        amount,
        delegationRewardsOwner: rewards,
        ...fee,
        ...stake,
      },
    ],
    ['delegates', { type: 'AddPermissionlessDelegatorTx', nodeID, amount: avax('4.5'), ...stake }],
    [
      'renews',
      {
        type: 'AddAutoRenewedValidatorTx',
        node,
        amount,
        period: days(20),
        delegationFee: '2%',
        autoCompound: '33.3333%',
        rewardsOwner: shared,
        validatorAuthority: victim.alone,
        delegationRewardsOwner: rewards,
        stakeReturnOwner: victim.alone,
      },
    ],
    [
      'configures',
      {
        type: 'SetAutoRenewedValidatorConfigTx',
        txID: renewed,
        autoCompound: '0%',
        period: days(14),
      },
    ],
    [
      'converts',
      {
        type: 'ConvertSubnetToL1Tx',
        subnetID,
        managerChainID: asset(3),
        managerAddress: `0x${'11'.repeat(20)}`,
        validators: [1, 2].map((n) => ({
          node: nodeOf(n),
          weight: 9n,
          balance: avax('1'),
          remainingBalanceOwner: shared,
          deactivationOwner: victim.alone,
        })),
      },
    ],
    [
      'registers',
      {
        type: 'RegisterL1ValidatorTx',
        message: registration,
        balance: avax('1'),
        proofOfPossession: node.nodePOP.proofOfPossession,
      },
    ],
    ['weighs', { type: 'SetL1ValidatorWeightTx', message: newWeight }],
    ['fills', { type: 'IncreaseL1ValidatorBalanceTx', validationID: validation, balance: amount }],
    ['disables', { type: 'DisableL1ValidatorTx', validationID: validation }],
  ] as readonly Meant[];
}

function xStateOf(roll: Roll): { readonly state: XState; readonly tokens: string } {
  const coins: readonly Coin[] = [
    { amount: some(roll, '3', 900) },
    { amount: some(roll, '2', 900), owner: sharedOwner },
    { amount: some(roll, '2', 900) },
    { amount: 20n + BigInt(roll(50)), assetID: gold },
  ];
  const { locktime, threshold, addresses } = alone;
  const of = { locktime, threshold, addresses };
  const text = (word: string) => new TextEncoder().encode(word);
  const initial = [
    { fxIndex: 0, outputs: [{ type: 'secp256k1fx.MintOutput', ...of }] },
    {
      fxIndex: 1,
      outputs: [
        { type: 'nftfx.MintOutput', groupID: 3, ...of },
        { type: 'nftfx.TransferOutput', groupID: 5, payload: text('cat'), ...of },
        { type: 'nftfx.TransferOutput', groupID: 5, payload: text('dog'), ...of },
      ],
    },
    {
      fxIndex: 2,
      outputs: [
        { type: 'propertyfx.MintOutput', ...of },
        { type: 'propertyfx.OwnedOutput', ...of },
      ],
    },
  ];
  const tx = parent('X', {
    type: 'avm.CreateAssetTx',
    ...spending(),
    blockchainID: fuji.chains.X.blockchainID,
    outputs: coins.map(outputOf),
    name: 'Tokens',
    symbol: 'TOK',
    denomination: 0,
    initialStates: initial,
  });
  const rights = initial
    .flatMap(({ outputs }) => outputs)
    .map((output, i) => ({
      txID: tx.txID,
      outputIndex: coins.length + i,
      assetID: tx.txID,
      output,
    }));
  const waiting = exported('C', 'X', [
    { amount: some(roll, '1', 900) },
    { amount: some(roll, '1', 900), owner: sharedOwner },
  ]);
  const state = {
    chain: 'X',
    network: fuji,
    from: victim.addresses,
    own: victim.addresses,
    time: now,
    utxos: [...utxosOf(tx, coins), ...rights],
    imports: { C: waiting.utxos as readonly XUTXO[] },
    evidence: evidenceOf(tx, waiting.tx),
  } as unknown as XState;
  return { state, tokens: formatID(tx.txID) };
}

function onX(roll: Roll, tokens: string): readonly Meant[] {
  const shared: Owner = victim.shared;
  const amount = some(roll, '1', 300);
  return [
    [
      'pays',
      {
        type: 'BaseTx',
        outputs: [
          { to: payee, amount },
          { to: payee, amount: 5n, assetID: gold },
        ],
        memo: 'order 7',
      },
    ],
    ['exports', { type: 'ExportTx', to: 'P', outputs: [{ to: payee, amount }] }],
    ['imports', { type: 'ImportTx', from: 'C', to: victim.alone }],
    [
      'creates an asset',
      {
        type: 'CreateAssetTx',
        name: 'A Name 1',
        symbol: 'GOLD',
        denomination: 9,
        initial: {
          fungible: { holders: [{ to: payee, amount: 7n }], minters: [shared] },
          nfts: [{ groupID: 2, holders: [{ to: payee, payload: 'text' }], minters: [shared] }],
          properties: { holders: [payee], minters: [shared] },
        },
      },
    ],
    [
      'operates',
      {
        type: 'OperationTx',
        operations: [
          { type: 'mint', assetID: tokens, to: payee, amount: 5n },
          { type: 'mintNFT', assetID: tokens, to: [payee, shared], groupID: 3, payload: 'p' },
          { type: 'transferNFT', assetID: tokens, to: payee, groupID: 5, payload: 'cat' },
          { type: 'mintProperty', assetID: tokens, to: payee },
          { type: 'burnProperty', assetID: tokens },
        ],
      },
    ],
  ];
}

function cStateOf(roll: Roll): CState {
  const waiting = exported('P', 'C', [
    { amount: some(roll, '1', 900) },
    { amount: some(roll, '1', 900), owner: sharedOwner },
  ]);
  return {
    chain: 'C',
    network: fuji,
    from: victim.addresses,
    own: victim.addresses,
    time: now,
    baseFee: wei(BigInt(1 + roll(20)) * 1_000_000_000n),
    accounts: [1, 2].map((n) => ({
      address: evmAddressOf(key(n)),
      nonce: BigInt(n + roll(9)),
      balance: wei(avax('3') * 1_000_000_000n),
    })),
    imports: { P: waiting.utxos as readonly CUTXO[] },
    evidence: evidenceOf(waiting.tx),
  };
}

function onC(roll: Roll): readonly Meant[] {
  return [
    [
      'exports',
      { type: 'ExportTx', to: 'P', outputs: [{ to: payee, amount: some(roll, '1', 300) }] },
    ],
    ['imports', { type: 'ImportTx', from: 'P', to: evmAddressOf(key(1)) }],
  ];
}

const isStake = ({ type }: Intent): boolean =>
  /Permissionless|AutoRenewedValidatorTx/.test(type) && !type.startsWith('Set');

/** The draft with one more coin of each kind that goes back to who had it, so that it has inputs and outputs of every form. */
function enriched(draft: Draft, { chain, ...state }: State): Draft {
  const { unsignedTx } = draft;
  if (chain === 'C' || !('outputs' in unsignedTx)) return draft;
  const { utxos } = state as PState;
  const used = new Set(draft.slots.flatMap((slot) => ('utxo' in slot ? [utxoKey(slot.utxo)] : [])));
  const missing = (isLocked: boolean) =>
    utxos.find(
      (utxo) =>
        (utxo.output.type === 'stakeable.LockOut') === isLocked &&
        ['stakeable.LockOut', 'secp256k1fx.TransferOutput'].includes(utxo.output.type) &&
        Buffer.from(utxo.assetID).equals(AVAX) &&
        ownerOf(unlocked(utxo.output)).threshold === 1 &&
        !used.has(utxoKey(utxo)),
    );
  const opened = openedUp(draft);
  const added = [
    missing(true),
    ...(chain === 'P' || !unsignedTx.type.endsWith('OperationTx') ? [missing(false)] : []),
  ].flatMap((utxo) => (utxo ? [utxo] : []));
  const of = added.reduce((forgery, utxo) => withCoin(forgery, utxo, alone, true), opened);
  const made = forged(draft, of);
  if (!made.draft) throw new Error(`${unsignedTx.type}: ${made.error?.message}`);
  return made.draft;
}

/** Drafts of every type that can be built; which amounts follows from the seed. */
export function basesOf(seed: number): readonly Base[] {
  const roll = randomly(seed);
  const { state: p, subnetID } = pStateOf(roll);
  const { state: x, tokens } = xStateOf(roll);
  const c = cStateOf(roll);
  const isOdd = seed % 2 === 1;
  const from = (state: State, list: readonly Meant[]): readonly Base[] =>
    list.map(
      ([
        name,
        intent,
        options = {
          change: victim.shared,
          ...(isOdd && isStake(intent) && { locked: 'never' as const }),
        },
      ]) => {
        const chosen = state.chain === 'C' ? {} : options;
        const draft = enriched(build(state, intent, chosen), state);
        return { name: `${state.chain} ${name}`, state, intent, options: chosen, draft };
      },
    );
  return [...from(p, onP(roll, subnetID)), ...from(x, onX(roll, tokens)), ...from(c, onC(roll))];
}
