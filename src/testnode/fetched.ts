/**
 * Reads from a node everything that a rehearsal needs: UTXOs and accounts of some addresses, what the transactions
 * refer to, and the validators that they change or whose messages they carry.
 */
import { primaryNetworkID } from '../chain/base.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { isError } from '../errors/error.ts';
import type { L1Validator, Staker } from '../history/ledger.ts';
import type { Network } from '../network/network.ts';
import type { NodeClient } from '../rpc/client.ts';
import { isNodeError } from '../rpc/errors.ts';
import { stakingFacts } from '../rpc/gatherfacts.ts';
import type { CallOptions } from '../rpc/service.ts';
import type {
  AutoRenewedFacts,
  L1ValidatorFacts,
  SubnetFacts,
  ValidatorFacts,
} from '../rules/facts.ts';
import { recoverer } from '../rules/subject.ts';
import { type Address, authorityOwner } from '../state/owner.ts';
import type { CState, PState, XState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { formatID, formatNodeID, parseID, parseNodeID } from '../text/id.ts';
import { txDigestOf } from '../tx/bytes.ts';
import { saidBy } from '../tx/message.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { Message } from '../warp/message.ts';
import { type SignerSet, signerSetOf } from '../warp/signerset.ts';
import { decode } from '../wire/codec.ts';
import { formatPlain } from './dump.ts';

/** Validators and signers read from a node. */
export interface FetchedStakers {
  /** Auto-renewed validators that a transaction configures. */
  readonly renewed: readonly Staker[];
  /** L1 validators whose weight a message changes. */
  readonly weighed: readonly L1Validator[];
  /** The L1s of the validators in `weighed`, by CB58 of their subnets. */
  readonly l1s: ReadonlyMap<string, SubnetFacts>;
  /** Signers of the messages, by CB58 of the source chain. */
  readonly signers: ReadonlyMap<string, SignerSet>;
}

type PTx = Extract<AnyTx, { readonly chain: 'P' }>;

/** Reads validators and signers. What the node does not have is omitted, and so unknown. */
async function fetchStakers(
  node: NodeClient,
  network: Network,
  txs: readonly AnyTx[],
  callOptions: CallOptions,
): Promise<FetchedStakers> {
  const all = txs.flatMap((tx) => (tx.chain === 'P' ? [tx] : []));
  const each = async <V>(read: (tx: PTx) => Promise<V | undefined>): Promise<readonly V[]> => {
    const found = await Promise.all(all.map((tx) => unlessRefused(read(tx))));
    return found.flatMap((value) => value ?? []) as readonly V[];
  };
  const [renewed, l1s, signers] = await Promise.all([
    each((tx) => renewedIn(node, tx, callOptions)),
    each((tx) => weighedIn(node, network, tx, callOptions)),
    each((tx) => signersFor(node, network, tx, callOptions)),
  ]);
  return {
    renewed,
    weighed: l1s.map(({ validator }) => validator),
    l1s: new Map(l1s.map(({ validator, facts }) => [formatID(validator.subnetID), facts])),
    signers: new Map(signers.map(({ chainID, set }) => [chainID, set])),
  };
}

/** Returns a node's answer; undefined if it refuses. */
async function unlessRefused<V>(asked: Promise<V>): Promise<V | undefined> {
  try {
    return await asked;
  } catch (e) {
    if (isNodeError(e)) return undefined;
    throw e;
  }
}

async function renewedIn(
  node: NodeClient,
  { unsignedTx }: PTx,
  callOptions: CallOptions,
): Promise<Staker | undefined> {
  if (unsignedTx.type !== 'platformvm.SetAutoRenewedValidatorConfigTx') return undefined;
  const id = formatID(unsignedTx.txID);
  const { unsignedTx: tx } = await node.pchain.getTx(id, callOptions);
  if (tx.type !== 'platformvm.AddAutoRenewedValidatorTx') return undefined;
  const list = await node.pchain.validators({ ...callOptions, nodeIDs: [formatNodeID(tx.nodeID)] });
  const found = list.find((record) => record.kind === 'permissionless' && record.txID === id);
  if (found?.kind !== 'permissionless' || found.nextPeriod === undefined) return undefined;
  const { weight, startTime, endTime, potentialReward = 0n, nextPeriod } = found;
  const { autoCompoundRewardShares = 0 } = found;
  return {
    txID: unsignedTx.txID,
    tx,
    nodeID: tx.nodeID,
    subnetID: primaryNetworkID,
    weight,
    startTime,
    endTime,
    potentialReward,
    accruedDelegateeReward: found.accruedDelegateeReward ?? 0n,
    renewal: {
      nextPeriod,
      autoCompoundRewardShares,
      // Nodes do not report what was restaked, and no configuration depends on it.
      accruedValidationRewards: 0n,
      accruedDelegateeRewards: 0n,
    },
  };
}

/**
 * Reads an L1 validator whose weight changes. One that is removed stays unknown, because its remaining balance
 * depends on future fees.
 */
async function weighedIn(
  node: NodeClient,
  network: Network,
  { unsignedTx }: PTx,
  callOptions: CallOptions,
) {
  if (unsignedTx.type !== 'platformvm.SetL1ValidatorWeightTx') return undefined;
  const said = saidBy('weight', unsignedTx.message);
  if (!said || said.weight === 0n) return undefined;
  const validationID = formatID(said.validationID);
  const found = await node.call('platform.getL1Validator', { validationID }, callOptions);
  const subnetID = String(found.subnetID);
  const [subnet, validators] = await Promise.all([
    node.call('platform.getSubnet', { subnetID }, callOptions),
    node.pchain.validators({ ...callOptions, subnetID }),
  ]);
  const owner = (from: typeof found.deactivationOwner) => {
    const { threshold, addresses } = authorityOwner(from, network.chains.P, network);
    return { threshold, addresses };
  };
  const { controlKeys, threshold, locktime } = subnet;
  const validator: L1Validator = {
    validationID: said.validationID,
    subnetID: parseID(subnetID),
    nodeID: parseNodeID(String(found.nodeID)),
    publicKey: typeof found.publicKey === 'string' ? parseHex(found.publicKey) : found.publicKey,
    remainingBalanceOwner: owner(found.remainingBalanceOwner),
    deactivationOwner: owner(found.deactivationOwner),
    startTime: found.startTime,
    weight: found.weight,
    minNonce: found.minNonce,
    // The ledger of a rehearsal begins without fees.
    endAccumulatedFee: found.balance,
  };
  const facts: SubnetFacts = {
    owner: authorityOwner(
      { addresses: controlKeys, threshold, locktime },
      network.chains.P,
      network,
    ),
    transformation: null,
    manager: subnet.managerAddress
      ? { chainID: parseID(String(subnet.managerChainID)), address: subnet.managerAddress }
      : null,
    l1Weight: validators.reduce(
      (sum, record) => (record.kind === 'l1' ? sum + record.weight : sum),
      0n,
    ),
  };
  return { validator, facts };
}

async function signersFor(
  node: NodeClient,
  network: Network,
  { unsignedTx: tx }: PTx,
  callOptions: CallOptions,
) {
  if (!('message' in tx)) return undefined;
  const source = sourceOf(tx.message);
  if (!source) return undefined;
  const chainID = formatID(source);
  const isPrimary = Object.values(network.chains).some(({ blockchainID }) =>
    equalBytes(blockchainID, source),
  );
  const { subnetID } = isPrimary
    ? { subnetID: formatID(primaryNetworkID) }
    : await node.call('platform.validatedBy', { blockchainID: chainID }, callOptions);
  return {
    chainID,
    set: signerSetOf(await node.pchain.warpValidators(String(subnetID), callOptions)),
  };
}

/** Returns the source chain of a message; undefined if it cannot be read, which a rule rejects. */
function sourceOf(message: Uint8Array): Uint8Array | undefined {
  try {
    return decode(Message, message).SourceChainID;
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

/**
 * Everything that was read for the chains of the transactions. `null` means that the node does not have it;
 * omitted means unknown.
 */
export interface Fetched extends FetchedStakers {
  readonly network: Network;
  /** 20 bytes each. */
  readonly addresses: readonly Uint8Array[];
  readonly P?: PState & {
    readonly height: bigint;
    /** Of the primary network, in nAVAX. */
    readonly supply: bigint;
    readonly validatorExcess: bigint;
  };
  readonly X?: XState & { readonly height: bigint };
  readonly C?: CState;
  readonly subnets: ReadonlyMap<string, SubnetFacts | null>;
  readonly validators: ReadonlyMap<string, ValidatorFacts | null>;
  readonly autoRenewed: ReadonlyMap<string, AutoRenewedFacts | null>;
  readonly l1Validators: ReadonlyMap<string, L1ValidatorFacts | null>;
  /** Of the X-chain, by CB58: places of the feature extensions. */
  readonly assets: ReadonlyMap<string, readonly number[]>;
}

/** What to read: the transactions, and addresses in addition to those of the signers. */
export interface Reading {
  readonly txs: readonly AnyTx[];
  readonly addresses: readonly Address[];
}

/** Reads from a node what the transactions refer to, and what the addresses own. */
export async function fetchFor(
  node: NodeClient,
  { txs, addresses }: Reading,
  callOptions: CallOptions,
): Promise<Fetched> {
  const network = await node.network(callOptions);
  const signers = signersOf(txs);
  const named = addresses.filter((address) => !isAccount(address));
  const accounts = [...addresses.filter(isAccount), ...accountsIn(txs)];
  const sources = (chain: ChainName): readonly ChainName[] =>
    (['P', 'X', 'C'] as const).filter((from) =>
      txs.some(
        ({ chain: to, unsignedTx: tx }) =>
          to === chain &&
          'sourceChain' in tx &&
          equalBytes(tx.sourceChain, network.chains[from].blockchainID),
      ),
    );
  const uses = (chain: ChainName): boolean => txs.some((tx) => tx.chain === chain);
  const owners = [...signers, ...named];
  const options = <K extends ChainName>(chain: ChainName) => ({
    ...callOptions,
    evidence: false as const,
    imports: sources(chain) as readonly K[],
  });
  const [P, X, C, staking, assets, stakers] = await Promise.all([
    uses('P') ? fetchP(node, owners, options<'X' | 'C'>('P')) : undefined,
    uses('X') ? fetchX(node, owners, options<'P' | 'C'>('X')) : undefined,
    uses('C') ? node.cchain.state([...accounts, ...owners], options<'P' | 'X'>('C')) : undefined,
    Promise.all(
      txs.flatMap((tx) =>
        tx.chain === 'P' ? [stakingFacts(node, network, tx.unsignedTx, callOptions)] : [],
      ),
    ),
    fetchAssets(node, network, txs, callOptions),
    fetchStakers(node, network, txs, callOptions),
  ]);
  const all = <V>(maps: readonly (ReadonlyMap<string, V> | undefined)[]): Map<string, V> =>
    new Map(maps.flatMap((map) => [...(map ?? [])]));
  return {
    network,
    addresses: [P, X, C].find((state) => state)?.from as readonly Uint8Array[],
    ...(P && { P }),
    ...(X && { X }),
    ...(C && { C }),
    ...stakers,
    subnets: all<SubnetFacts | null>([stakers.l1s, ...staking.map(({ subnets }) => subnets)]),
    validators: all(staking.map(({ validators }) => validators)),
    autoRenewed: all(staking.map(({ autoRenewed }) => autoRenewed)),
    l1Validators: all(staking.map(({ l1Validators }) => l1Validators)),
    assets,
  };
}

async function fetchP(
  node: NodeClient,
  owners: readonly Address[],
  options: Parameters<NodeClient['pchain']['state']>[1] & object,
): Promise<NonNullable<Fetched['P']>> {
  const callOptions = options.signal ? { signal: options.signal } : {};
  const [state, { height }, { supply }, { excess }] = await Promise.all([
    node.pchain.state(owners, options),
    node.call('platform.getHeight', {}, callOptions),
    node.call('platform.getCurrentSupply', {}, callOptions),
    node.call('platform.getValidatorFeeState', {}, callOptions),
  ]);
  return { ...state, height, supply, validatorExcess: excess };
}

async function fetchX(
  node: NodeClient,
  owners: readonly Address[],
  options: Parameters<NodeClient['xchain']['state']>[1] & object,
): Promise<NonNullable<Fetched['X']>> {
  const callOptions = options.signal ? { signal: options.signal } : {};
  const [state, { height }] = await Promise.all([
    node.xchain.state(owners, options),
    node.call('avm.getHeight', {}, callOptions),
  ]);
  return { ...state, height };
}

const isAccount = (address: Address): address is `0x${string}` =>
  typeof address === 'string' && address.startsWith('0x');

/** The accounts that C-chain transactions debit and credit. */
const accountsIn = (txs: readonly AnyTx[]): readonly `0x${string}`[] =>
  txs.flatMap(({ unsignedTx: tx }) => {
    if (tx.type === 'atomic.ExportTx') return tx.inputs.map(({ address }) => formatHex(address));
    return tx.type === 'atomic.ImportTx' ? tx.outputs.map(({ address }) => formatHex(address)) : [];
  }) as readonly `0x${string}`[];

/** The addresses of the keys that signed; a node finds UTXOs only by owner. */
function signersOf(txs: readonly AnyTx[]): readonly Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const { unsignedTx, credentials } of txs) {
    const recover = recoverer(() => txDigestOf(unsignedTx));
    for (const one of credentials) {
      const { signatures } = ('credential' in one ? one.credential : one) as {
        readonly signatures: readonly Uint8Array[];
      };
      for (const signature of signatures)
        try {
          const address = shortIDOfPublicKey(recover(signature));
          found.set(formatHex(address), address);
        } catch (e) {
          // A rule refuses the transaction.
          if (!isError(e, 'BadSignature')) throw e;
        }
    }
  }
  return [...found.values()];
}

/** Reads how the assets in X-chain transactions were created. Assets that the node does not return stay unknown. */
async function fetchAssets(
  node: NodeClient,
  { avaxAssetID }: Network,
  txs: readonly AnyTx[],
  callOptions: CallOptions,
): Promise<Fetched['assets']> {
  const found = new Map<string, readonly number[]>([[formatID(avaxAssetID), [0]]]);
  const named = new Set(
    txs.flatMap(({ chain, unsignedTx }) => (chain === 'X' ? assetsIn(unsignedTx) : [])),
  );
  await Promise.all(
    [...named].map(async (id) => {
      if (found.has(id)) return;
      try {
        const { unsignedTx } = await node.xchain.getTx(id, callOptions);
        if (unsignedTx.type === 'avm.CreateAssetTx')
          found.set(
            id,
            unsignedTx.initialStates.map(({ fxIndex }) => fxIndex),
          );
      } catch (e) {
        if (!isNodeError(e)) throw e;
      }
    }),
  );
  return found;
}

/** CB58 of all `assetID` members of a value. */
function assetsIn(value: unknown): readonly string[] {
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'assetID' && member instanceof Uint8Array ? [formatID(member)] : assetsIn(member),
  );
}

/**
 * Converts what was read to texts by name, to compare with a later reading. Times and heights, which always
 * change, are omitted.
 */
export function textsOf({
  P,
  X,
  C,
  subnets,
  validators,
  autoRenewed,
  l1Validators,
  ...stakers
}: Fetched): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (name: string, value: unknown): unknown => texts.set(name, formatPlain(value));
  const addUTXOs = (place: string, utxos: readonly AnyUTXO[] = []): void => {
    for (const utxo of utxos)
      add(`${place} UTXO ${formatID(utxo.txID)} ${utxo.outputIndex}`, utxo.output);
  };
  for (const state of [P, X, C]) {
    if (!state) continue;
    if (state.chain !== 'C') addUTXOs(state.chain, state.utxos);
    for (const [from, utxos] of Object.entries(state.imports ?? {}))
      addUTXOs(`${from} to ${state.chain}`, utxos);
  }
  if (P) add('P price', P.feeState.price);
  if (C) add('C base fee', C.baseFee);
  for (const { address, ...account } of C?.accounts ?? []) add(`account ${address}`, account);
  for (const { txID, weight, renewal } of stakers.renewed)
    add(`auto-renewed validator ${formatID(txID)}`, { weight, renewal });
  for (const { endAccumulatedFee: _, ...validator } of stakers.weighed)
    add(`L1 validator ${formatID(validator.validationID)}`, validator);
  for (const [chain, set] of stakers.signers) add(`signers of ${chain}`, set);
  for (const [name, map] of Object.entries({ subnets, validators, autoRenewed, l1Validators }))
    for (const [key, value] of map) add(`${name} ${key}`, value);
  return texts;
}
