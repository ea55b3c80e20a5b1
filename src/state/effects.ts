import type * as C from '../chain/cchain/tx.ts';
import { inputIDOf } from '../chain/ids.ts';
import type { ChainName } from '../chain/kinds.ts';
import type * as P from '../chain/pchain/index.ts';
import type * as X from '../chain/xchain/index.ts';
import { guarded } from '../errors/arguments.ts';
import { isError } from '../errors/error.ts';
import { fuji, mainnet } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { concatBytes, equalBytes, formatHex } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { Message } from '../warp/message.ts';
import { l1PayloadOf } from '../warp/pchain.ts';
import { decode } from '../wire/codec.ts';

/** What holds UTXOs: a chain, and apart from its own those that another exported to it and that wait for an import. */
export interface Place {
  /** Undefined where only the network could tell X from C and it is not known. An AVM of its own is X too. */
  readonly chain: ChainName | undefined;
  readonly blockchainID: Uint8Array;
  /** The chain that exported it. */
  readonly from?: Omit<Place, 'from'>;
}

/** A UTXO that is gone afterwards. */
export interface Consumed extends Place {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  /** sha256 of index and txID, as `inputIDOf`. */
  readonly id: Uint8Array;
  readonly assetID: Uint8Array;
  /** None: a right to mint, a token or an ownership, which an operation consumes. */
  readonly amount: bigint | undefined;
}

/**
 * Why a UTXO is made: `change` is an output that the build made of what was left over, which only a draft knows; `mint` is
 * what an asset begins with or an operation mints, the right to go on minting included; `stake` comes when the staking
 * ends, all others at once.
 */
export type ProducedWhy = 'output' | 'change' | 'export' | 'mint' | 'stake';

/** A UTXO that is made. `ID` is undefined for a transaction that has no id yet. */
export interface Produced<ID = Uint8Array> extends Place {
  readonly utxo: {
    readonly txID: ID;
    readonly outputIndex: number;
    /** Of a new asset it is the txID. */
    readonly assetID: Uint8Array | ID;
    readonly output: P.Output | X.State;
  };
  /** sha256 of index and txID, as `inputIDOf`. */
  readonly id: ID;
  readonly why: ProducedWhy;
}

/**
 * Why an amount is not there any more: `fee`; `balance` of L1 validators, what is left of it comes back as a `refund`;
 * `supply` that an elastic subnet pays as rewards; `lost`, which no node asks for: an asset that no output has.
 * `feeOrLost`: the network is not known, so neither is which asset is AVAX; a
 * `balance` may be in it.
 */
export type BurnedWhy = 'fee' | 'balance' | 'supply' | 'lost' | 'feeOrLost';

/** An amount that goes in and does not come out. */
export interface Burned {
  readonly assetID: Uint8Array;
  readonly amount: bigint;
  readonly why: BurnedWhy;
}

/** What happens to an account of the C-chain. */
export interface AccountChange {
  /** In lower case. */
  readonly address: `0x${string}`;
  readonly assetID: Uint8Array;
  /** In units of the asset: nAVAX, of which the balance in wei changes by a billion times as much. */
  readonly delta: bigint;
  /** Of an export: what the account's nonce must be, and is no more afterwards. */
  readonly nonce?: bigint;
  /** Of an export: what conflicts with any transaction of the account with this nonce. */
  readonly id?: Uint8Array;
}

/** UTXOs of which only the node's state tells the amount, the owner, or whether they come at all. */
export type Pending<ID = Uint8Array> =
  /** What is left of an L1 validator's balance, to its `remainingBalanceOwner`; nothing comes if it is inactive. */
  | {
      readonly why: 'refund';
      readonly validationID: Uint8Array;
      readonly txID: ID;
      readonly outputIndex: number;
      readonly id: ID;
    }
  /**
   * Stake and rewards of the transaction `staker`: `stakeUTXOs` and `rewardUTXOs` make them. An auto-renewed validator
   * that goes on keeps its stake.
   */
  | { readonly why: 'stake' | 'reward'; readonly staker: Uint8Array };

/** What a transaction does once it is accepted. */
export interface Effects<ID = Uint8Array> {
  /** In the order of the credentials. */
  readonly consumed: readonly Consumed[];
  /** By their index. */
  readonly produced: readonly Produced<ID>[];
  readonly burned: readonly Burned[];
  /** Of an asset, what comes out and does not go in: no node accepts a transaction that has it. */
  readonly unfunded: readonly { readonly assetID: Uint8Array; readonly amount: bigint }[];
  /** Of the C-chain. */
  readonly accounts: readonly AccountChange[];
  readonly pending: readonly Pending<ID>[];
}

/** A transaction of a chain, signed or not: a `Tx`, a `Draft`, or as much of one as there is. */
export type Effecting = (
  | { readonly chain: 'P'; readonly unsignedTx: P.UnsignedTx }
  | { readonly chain: 'X'; readonly unsignedTx: X.UnsignedTx }
  | { readonly chain: 'C'; readonly unsignedTx: C.UnsignedTx }
) & {
  /** CB58 or 32 bytes: the id of the signed transaction, on which the ids of what it makes depend. */
  readonly txID?: string | Uint8Array;
  readonly network?: Network;
  /** Outputs that are change. */
  readonly change?: readonly { readonly outputIndex: number }[];
};

/** The id's type of what is given. */
type IDOf<T> = T extends { readonly txID: string | Uint8Array } ? Uint8Array : undefined;

interface AnyInput {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly input: P.Input | X.Input;
}
interface AnyOutput {
  readonly assetID: Uint8Array;
  readonly output: P.Output | X.State;
}

/** All lists of all types: no type has them all, those that have one of a name mean the same by it. */
interface Lists {
  readonly type: string;
  readonly networkID?: number;
  readonly blockchainID?: Uint8Array;
  readonly inputs?: readonly (AnyInput | C.EVMInput)[];
  readonly outputs?: readonly (AnyOutput | C.EVMOutput)[];
  readonly sourceChain?: Uint8Array;
  readonly importedInputs?: readonly AnyInput[];
  readonly destinationChain?: Uint8Array;
  readonly exportedOutputs?: readonly AnyOutput[];
  readonly stake?: readonly AnyOutput[];
  readonly operations?: readonly X.Operation[];
  readonly initialStates?: readonly X.InitialState[];
}

/**
 * What a transaction of any type does: UTXOs consumed and made with their ids, what is burned and why, what happens to
 * accounts, and what only the node's state can tell. Indices: outputs first, then stake, exported outputs, initial states or
 * what operations make, in the order of the wire. Amounts are exact: what is consumed and unfunded and taken from
 * accounts is what is produced (without `mint`) and burned and given to accounts. Nothing is checked: that is `verify`'s.
 * Sources: avalanchego `vms/components/avax/utxo_handler.go`, `vms/platformvm/txs/executor/standard_tx_executor.go`,
 * `vms/avm/txs/executor/executor.go`, `vms/saevm/cchain/tx`.
 * @param tx A `Tx`; or a draft, whose UTXOs have no ids before it is signed.
 * @param options.network Which chain and asset is which; mainnet and fuji are known by the transaction's networkID.
 * @example
 * const tx = txFromBytes('P', parseHex('0x000000000014' + '00'.repeat(31) + '01' + '00000000'));
 * effects(tx).pending.map(({ why }) => why); // ['stake', 'reward']
 */
export const effects = /* @__PURE__ */ guarded(function effects<T extends Effecting>(
  tx: T,
  options: { readonly network?: Network } = {},
): Effects<IDOf<T>> {
  const of = tx.unsignedTx as Lists;
  const txID = typeof tx.txID === 'string' ? parseID(tx.txID) : tx.txID;
  const network =
    options.network ?? tx.network ?? [mainnet, fuji].find((n) => n.networkID === of.networkID);
  const here = placeOf(tx.chain, of, network);
  const there = (id: Uint8Array): Place => ({ chain: nameOf(id, network, here), blockchainID: id });
  const consumed = consumedBy(of, here, there);
  const produced = producedBy(of, here, there, txID, new Set(tx.change?.map((c) => c.outputIndex)));
  const accounts = accountsOf(of);
  const flow = flowOf(consumed, produced, accounts);
  return {
    consumed,
    produced,
    ...burnedBy(tx, flow, network),
    accounts,
    pending: pendingOf(tx, txID),
  } as Effects<IDOf<T>>;
});

function placeOf(chain: ChainName, { blockchainID }: Lists, network: Network | undefined): Place {
  // Those that nodes make name no chain; they are the P-chain's, whose id is zero.
  return { chain, blockchainID: blockchainID ?? network?.chains[chain].blockchainID ?? pChainID };
}

const pChainID: Uint8Array = /* @__PURE__ */ new Uint8Array(32);

function nameOf(id: Uint8Array, network: Network | undefined, here: Place): ChainName | undefined {
  if (equalBytes(id, pChainID)) return 'P';
  if (equalBytes(id, here.blockchainID)) return here.chain;
  return (['X', 'C'] as const).find(
    (n) => network && equalBytes(id, network.chains[n].blockchainID),
  );
}

function consumedBy(of: Lists, here: Place, there: (id: Uint8Array) => Place): readonly Consumed[] {
  const input =
    (place: Place) =>
    (spent: AnyInput): Consumed => ({
      ...place,
      txID: spent.txID,
      outputIndex: spent.outputIndex,
      id: inputIDOf(spent),
      assetID: spent.assetID,
      amount: amountIn(spent.input),
    });
  const { inputs = [], importedInputs = [], operations = [], sourceChain } = of;
  return [
    ...inputs.flatMap((spent) => ('input' in spent ? [input(here)(spent)] : [])),
    ...importedInputs.map(input(sourceChain ? { ...here, from: there(sourceChain) } : here)),
    ...operations.flatMap(({ assetID, inputIDs }) =>
      inputIDs.map(
        ({ txID, outputIndex }): Consumed => ({
          ...here,
          txID,
          outputIndex,
          id: inputIDOf({ txID, outputIndex }),
          assetID,
          amount: undefined,
        }),
      ),
    ),
  ];
}

function producedBy(
  of: Lists,
  here: Place,
  there: (id: Uint8Array) => Place,
  txID: Uint8Array | undefined,
  change: ReadonlySet<number>,
): readonly Produced<Uint8Array | undefined>[] {
  const made: Produced<Uint8Array | undefined>[] = [];
  type Made = Pick<Produced<Uint8Array | undefined>['utxo'], 'assetID' | 'output'>;
  const add = (place: Place, { assetID, output }: Made, why: ProducedWhy) => {
    const outputIndex = made.length;
    made.push({
      ...place,
      utxo: { txID, outputIndex, assetID, output },
      id: txID && inputIDOf({ txID, outputIndex }),
      why,
    });
  };
  of.outputs?.forEach((output, i) => {
    if ('output' in output) add(here, output, change.has(i) ? 'change' : 'output');
  });
  for (const output of of.stake ?? []) add(here, output, 'stake');
  if (of.exportedOutputs && of.destinationChain) {
    const place = { ...there(of.destinationChain), from: here };
    for (const output of of.exportedOutputs) add(place, output, 'export');
  }
  for (const { outputs } of of.initialStates ?? [])
    for (const output of outputs) add(here, { assetID: txID, output }, 'mint');
  for (const { assetID, operation } of of.operations ?? [])
    for (const output of outputsOf(operation))
      add(here, { assetID, output }, operation.type.endsWith('MintOperation') ? 'mint' : 'output');
  return made;
}

/** What an operation makes. Sources: avalanchego `vms/{secp256k1fx,nftfx,propertyfx}/*_operation.go`: Outs. */
function outputsOf(operation: X.FxOperation): readonly X.State[] {
  switch (operation.type) {
    case 'secp256k1fx.MintOperation':
      return [operation.mintOutput, operation.transferOutput];
    case 'nftfx.MintOperation': {
      const { groupID, payload, outputs } = operation;
      return outputs.map(({ locktime, threshold, addresses }) => ({
        type: 'nftfx.TransferOutput',
        groupID,
        payload,
        locktime,
        threshold,
        addresses,
      }));
    }
    case 'nftfx.TransferOperation':
      return [operation.output];
    case 'propertyfx.MintOperation':
      return [operation.mintOutput, operation.ownedOutput];
    case 'propertyfx.BurnOperation':
      return [];
  }
}

/** Conflicts of an account are by nonce and address. Source: avalanchego `vms/saevm/cchain/tx/export.go`: AccountInputID. */
function accountID(address: Uint8Array, nonce: bigint): Uint8Array {
  const head = new Uint8Array(12);
  const view = new DataView(head.buffer);
  view.setBigUint64(0, nonce);
  view.setUint32(8, address.length);
  return concatBytes(head, address);
}

function accountsOf({ inputs = [], outputs = [] }: Lists): readonly AccountChange[] {
  const text = (address: Uint8Array) => formatHex(address) as `0x${string}`;
  return [
    ...inputs.flatMap((of): readonly AccountChange[] => {
      if (!('address' in of)) return [];
      const { address, assetID, amount, nonce } = of;
      const id = accountID(address, nonce);
      return [{ address: text(address), assetID, delta: -amount, nonce, id }];
    }),
    ...outputs.flatMap((of): readonly AccountChange[] => {
      if (!('address' in of)) return [];
      return [{ address: text(of.address), assetID: of.assetID, delta: of.amount }];
    }),
  ];
}

interface Flow {
  readonly assetID: Uint8Array;
  /** What goes in less what comes out. */
  rest: bigint;
}

function flowOf(
  consumed: readonly Consumed[],
  produced: readonly Produced<Uint8Array | undefined>[],
  accounts: readonly AccountChange[],
): readonly Flow[] {
  const flows = new Map<string, Flow>();
  const add = (assetID: Uint8Array, amount: bigint) => {
    const key = formatHex(assetID);
    const flow = flows.get(key);
    if (flow) flow.rest += amount;
    else flows.set(key, { assetID, rest: amount });
  };
  for (const { assetID, amount } of consumed) if (amount !== undefined) add(assetID, amount);
  for (const { assetID, delta } of accounts) add(assetID, -delta);
  for (const { utxo, why } of produced)
    if (utxo.assetID && why !== 'mint') add(utxo.assetID, -(amountOut(utxo.output) ?? 0n));
  return [...flows.values()];
}

const amountIn = (input: AnyInput['input']): bigint =>
  input.type === 'stakeable.LockIn' ? input.input.amount : input.amount;

const amountOut = (output: P.Output | X.State): bigint | undefined =>
  output.type === 'stakeable.LockOut'
    ? output.output.amount
    : output.type === 'secp256k1fx.TransferOutput'
      ? output.amount
      : undefined;

/** What a transaction burns on purpose, besides its fee. */
interface Purpose {
  readonly assetID: Uint8Array;
  readonly amount: bigint;
  readonly why: 'balance' | 'supply';
}

/** Sources: avalanchego `vms/platformvm/utxo/verifier.go`: GetInputOutputs; `standard_tx_executor.go`: TransformSubnetTx. */
function purposeOf(tx: Effecting['unsignedTx'], avax: Uint8Array | undefined): Purpose | undefined {
  switch (tx.type) {
    case 'platformvm.ConvertSubnetToL1Tx': {
      const amount = tx.validators.reduce((sum, { balance }) => sum + balance, 0n);
      return avax && { assetID: avax, amount, why: 'balance' };
    }
    case 'platformvm.RegisterL1ValidatorTx':
    case 'platformvm.IncreaseL1ValidatorBalanceTx':
      return avax && { assetID: avax, amount: tx.balance, why: 'balance' };
    case 'platformvm.TransformSubnetTx':
      return { assetID: tx.assetID, amount: tx.maximumSupply - tx.initialSupply, why: 'supply' };
    default:
      return undefined;
  }
}

function burnedBy(
  { unsignedTx: tx }: Effecting,
  flows: readonly Flow[],
  network: Network | undefined,
): Pick<Effects, 'burned' | 'unfunded'> {
  const [gone, ...more] = flows.filter(({ rest }) => rest > 0n);
  // L1s are younger than the rule that all pay a fee in AVAX: if one asset is burned, that is it.
  const only = tx.type.includes('L1') && gone && more.length === 0 ? gone.assetID : undefined;
  const avax = network?.avaxAssetID ?? only;
  const burned: Burned[] = [];
  const unfunded: Effects['unfunded'][number][] = [];
  const purpose = purposeOf(tx, avax);
  const meets = ({ assetID }: Flow) => purpose && equalBytes(assetID, purpose.assetID);
  const all =
    purpose && !flows.some(meets) ? [...flows, { assetID: purpose.assetID, rest: 0n }] : flows;
  for (const flow of all) {
    const { assetID } = flow;
    let { rest } = flow;
    if (purpose && purpose.amount > 0n && meets(flow)) {
      burned.push({ assetID, amount: purpose.amount, why: purpose.why });
      rest -= purpose.amount;
    }
    const why = !avax ? 'feeOrLost' : equalBytes(assetID, avax) ? 'fee' : 'lost';
    if (rest > 0n) burned.push({ assetID, amount: rest, why });
    if (rest < 0n) unfunded.push({ assetID, amount: -rest });
  }
  return { burned, unfunded };
}

function pendingOf(
  { unsignedTx: tx }: Effecting,
  txID: Uint8Array | undefined,
): readonly Pending<Uint8Array | undefined>[] {
  switch (tx.type) {
    case 'platformvm.DisableL1ValidatorTx':
      return [refund(tx.validationID, tx.outputs.length, txID)];
    case 'platformvm.SetL1ValidatorWeightTx': {
      const removed = removedBy(tx.message);
      return removed ? [refund(removed, tx.outputs.length, txID)] : [];
    }
    case 'platformvm.RewardValidatorTx':
    case 'platformvm.RewardAutoRenewedValidatorTx':
      return [
        { why: 'stake', staker: tx.txID },
        { why: 'reward', staker: tx.txID },
      ];
    default:
      return [];
  }
}

const refund = (
  validationID: Uint8Array,
  outputIndex: number,
  txID: Uint8Array | undefined,
): Pending<Uint8Array | undefined> => ({
  why: 'refund',
  validationID,
  txID,
  outputIndex,
  id: txID && inputIDOf({ txID, outputIndex }),
});

/**
 * The validation that a message of a SetL1ValidatorWeightTx ends by setting its weight to 0; undefined if it does
 * not, or says something else, which no node accepts.
 */
export function removedBy(message: Uint8Array): Uint8Array | undefined {
  try {
    const payload = l1PayloadOf(decode(Message, message));
    if (payload.type === 'message.L1ValidatorWeight' && payload.weight === 0n)
      return payload.validationID;
  } catch (e) {
    if (!isError(e)) throw e;
  }
  return undefined;
}
