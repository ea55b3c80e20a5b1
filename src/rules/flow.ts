import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { OutputOwners, type TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { TransferableInput } from '../chain/pchain/components.ts';
import type { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { encode } from '../wire/codec.ts';
import { addUint64 } from './components.ts';
import type { UnsignedTx } from './context.ts';
import { type AssetAmount, amountsIn, amountsOut, sumsOf, unbalanced } from './nodeflow.ts';
import { utxoKey } from './order.ts';
import { inputsOf, outputsOf } from './parts.ts';
import { allInputs, allOutputs, type Transfer } from './transfer.ts';

export type { AssetAmount } from './nodeflow.ts';

/** A UTXO of whatever chain. */
export type AnyUTXO = PUTXO | XUTXO | CUTXO;

/** What happens to the unlocked funds of an asset: `consumed` is the sum of all the others. */
export interface AssetFlow {
  readonly assetID: Uint8Array;
  readonly consumed: bigint;
  /** Outputs, stake and exports that are not locked; on an account of the C-chain too. */
  readonly produced: bigint;
  /** Put on the balances of L1 validators, or kept for the rewards of an elastic subnet: burned, and named by the transaction. */
  readonly deposited: bigint;
  /** What became stakeable only, because more comes out so than went in. */
  readonly locked: bigint;
  /** Fee, or lost. */
  readonly burned: bigint;
}

/** What happens to funds that can only be staked until a time: of one asset, time and owner. */
export interface LockFlow {
  readonly assetID: Uint8Array;
  /** Unix seconds. */
  readonly locktime: bigint;
  /** Absent without the UTXOs that are spent. */
  readonly owner?: OutputOwners;
  readonly consumed: bigint;
  /** Outputs and stake. */
  readonly produced: bigint;
  /** What went in and does not come out: a node destroys it without a word. */
  readonly lost: bigint;
  /** What came from unlocked funds. */
  readonly added: bigint;
}

/** Where all of a transaction’s funds go. */
export interface Flows {
  readonly assets: readonly AssetFlow[];
  readonly locks: readonly LockFlow[];
}

/** What of the state flows depend on. */
export interface FlowState {
  readonly avaxAssetID: Uint8Array;
  /**
   * All that are spent, in any order, and others. Without them locks are told apart by time but not by owner, and a
   * plain input counts as unlocked.
   */
  readonly utxos?: readonly AnyUTXO[];
  /** Unix seconds: a lock until then or earlier is open. Without it none is. */
  readonly time?: bigint;
}

/**
 * Where the funds of a transaction go: of each asset what is consumed, produced, deposited, locked, burned, and of each lock
 * what is lost. Exact where a node compares. Operations and initial states of the X-chain move no amounts.
 * Source: avalanchego `vms/platformvm/utxo/verifier.go`.
 * @throws {AvalancheError} `Unbalanced`: more comes out than goes in; `OutOfRange`: a sum that is no uint64; `MissingState`: a UTXO
 *   that is not in `utxos`.
 */
export const flowsOf = /* @__PURE__ */ guarded(function flowsOf(
  tx: UnsignedTx,
  state: FlowState,
): Flows {
  const unlockedIn: AssetAmount[] = [];
  const unlockedOut: AssetAmount[] = [];
  const locks = new Map<string, Lock>();
  const lockOf = (assetID: Uint8Array, locktime: bigint, owner?: OutputOwners): Lock => {
    const key = `${formatHex(assetID)}${locktime}${owner ? formatHex(encode(OutputOwners, owner)) : ''}`;
    let lock = locks.get(key);
    if (!lock) {
      lock = { assetID, locktime, ...(owner && { owner }), consumed: 0n, produced: 0n };
      locks.set(key, lock);
    }
    return lock;
  };
  if (tx.type === 'atomic.ExportTx' || tx.type === 'atomic.ImportTx') {
    unlockedIn.push(...amountsIn(tx));
    unlockedOut.push(...amountsOut(tx));
  } else {
    const utxos = state.utxos && new Map(state.utxos.map((utxo) => [utxoKey(utxo), utxo]));
    for (const { path, value } of inputsOf(tx)) {
      const { assetID, input } = value;
      const { amount } = input.type === 'stakeable.LockIn' ? input.input : input;
      const found = lockedBy(value, path, utxos);
      if (found && (state.time === undefined || found.locktime > state.time)) {
        const lock = lockOf(assetID, found.locktime, found.owner);
        lock.consumed = addUint64(lock.consumed, amount);
      } else unlockedIn.push({ assetID, amount });
    }
    for (const { value } of outputsOf(tx)) {
      const { assetID, output } = value;
      if (output.type === 'stakeable.LockOut') {
        const owner = utxos ? ownersOf(output.output) : undefined;
        const lock = lockOf(assetID, output.locktime, owner);
        lock.produced = addUint64(lock.produced, output.output.amount);
      } else unlockedOut.push({ assetID, amount: output.amount });
    }
  }
  return balance(
    sumsOf(unlockedIn),
    sumsOf(unlockedOut),
    sumsOf(depositsOf(tx, state.avaxAssetID)),
    [...locks.values()],
  );
});

interface Lock {
  readonly assetID: Uint8Array;
  readonly locktime: bigint;
  readonly owner?: OutputOwners;
  consumed: bigint;
  produced: bigint;
}

type Sums = ReadonlyMap<string, AssetAmount>;

function balance(goesIn: Sums, comesOut: Sums, deposits: Sums, locks: readonly Lock[]): Flows {
  const more = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);
  const lockFlows = locks.map((lock) => ({
    ...lock,
    lost: more(lock.consumed, lock.produced),
    added: more(lock.produced, lock.consumed),
  }));
  const added = sumsOf(lockFlows.map(({ assetID, added }) => ({ assetID, amount: added })));
  const all = new Map([...goesIn, ...comesOut, ...deposits, ...added]);
  const assets = [...all].map(([key, { assetID }]) => {
    const [consumed, produced, deposited, locked] = [goesIn, comesOut, deposits, added].map(
      (sums) => sums.get(key)?.amount ?? 0n,
    ) as [bigint, bigint, bigint, bigint];
    const used = produced + deposited + locked;
    if (used > consumed) throw unbalanced(assetID, consumed, used, 'are used');
    return { assetID, consumed, produced, deposited, locked, burned: consumed - used };
  });
  return { assets: assets.filter((flow) => flow.consumed > 0n), locks: lockFlows };
}

/** The lock of what an input spends, if it has one. */
function lockedBy(
  { txID, outputIndex, input }: TransferableInput,
  path: readonly (string | number)[],
  utxos: ReadonlyMap<string, AnyUTXO> | undefined,
): { readonly locktime: bigint; readonly owner?: OutputOwners } | undefined {
  if (!utxos) return input.type === 'stakeable.LockIn' ? { locktime: input.locktime } : undefined;
  const utxo = utxos.get(utxoKey({ txID, outputIndex }));
  if (!utxo)
    throw new AvalancheError('MissingState', `UTXO ${formatID(txID)}:${outputIndex} is needed`, {
      what: 'utxo',
      id: formatID(txID),
      outputIndex,
    }).at(...path);
  const { output } = utxo;
  return output.type === 'stakeable.LockOut'
    ? { locktime: output.locktime, owner: ownersOf(output.output) }
    : undefined;
}

const ownersOf = ({ locktime, threshold, addresses }: TransferOutput): OutputOwners => ({
  type: 'secp256k1fx.OutputOwners',
  locktime,
  threshold,
  addresses,
});

/**
 * What a transaction burns by its own word: balances of L1 validators, rewards of an elastic subnet.
 * Source: avalanchego `vms/platformvm/utxo/verifier.go` `inputOutputGetter`.
 */
function depositsOf(tx: UnsignedTx, avaxAssetID: Uint8Array): readonly AssetAmount[] {
  switch (tx.type) {
    case 'platformvm.ConvertSubnetToL1Tx':
      return tx.validators.map(({ balance }) => ({ assetID: avaxAssetID, amount: balance }));
    case 'platformvm.RegisterL1ValidatorTx':
    case 'platformvm.IncreaseL1ValidatorBalanceTx':
      return [{ assetID: avaxAssetID, amount: tx.balance }];
    case 'platformvm.TransformSubnetTx':
      return [{ assetID: tx.assetID, amount: tx.maximumSupply - tx.initialSupply }];
    default:
      return [];
  }
}

/** What may leave. All else must come out as it went in. */
export interface FlowIntent extends FlowState {
  /** nAVAX: exactly this is burned beside deposits. */
  readonly fee: bigint;
  /** Amounts that are burned on purpose, beside the fee. */
  readonly burn?: readonly AssetAmount[];
  /** Amounts of unlocked funds that become stakeable only on purpose: none if not given. */
  readonly lock?: readonly AssetAmount[];
  /** nAVAX that all deposits are, if it matters: what is on the balances of L1 validators. */
  readonly deposit?: bigint;
}

/**
 * Checks that nothing is lost: burned is the fee and what `burn` names, locked what `lock` names, and what was locked comes out
 * locked until the same time for the same owner. Where a node asks for enough, this asks for equality.
 * @returns The flows.
 * @throws {AvalancheError} As `flowsOf`; `Unbalanced`: context has `assetID` and `lost`, `burned` and `fee`, or `locked`.
 */
export const verifyFlows = /* @__PURE__ */ guarded(function verifyFlows(
  tx: UnsignedTx,
  intent: FlowIntent,
): Flows {
  const flows = flowsOf(tx, intent);
  const { avaxAssetID, fee, burn = [], lock = [], deposit } = intent;
  for (const { assetID, locktime, lost } of flows.locks)
    if (lost > 0n) {
      const context = { assetID: formatID(assetID), locktime, lost };
      const detail = `${lost} of ${context.assetID}, locked until ${locktime}, are lost`;
      throw new AvalancheError('Unbalanced', detail, context);
    }
  const burns = sumsOf([{ assetID: avaxAssetID, amount: fee }, ...burn]);
  const locks = sumsOf(lock);
  const wanted = [...burns.values(), ...locks.values()].map(({ assetID }) => assetID);
  const none = wanted.map((assetID) => ({ assetID, burned: 0n, locked: 0n, deposited: 0n }));
  for (const flow of [...flows.assets, ...none.filter(isNew(flows.assets))]) {
    const key = formatHex(flow.assetID);
    verifyEqual(flow, 'burned', burns.get(key)?.amount ?? 0n);
    verifyEqual(flow, 'locked', locks.get(key)?.amount ?? 0n);
    if (deposit !== undefined && equalBytes(flow.assetID, avaxAssetID))
      verifyEqual(flow, 'deposited', deposit);
  }
  return flows;
});

const isNew =
  (flows: readonly AssetFlow[]) =>
  ({ assetID }: { readonly assetID: Uint8Array }): boolean =>
    !flows.some((flow) => equalBytes(flow.assetID, assetID));

function verifyEqual(
  flow: Pick<AssetFlow, 'assetID' | 'burned' | 'locked' | 'deposited'>,
  what: 'burned' | 'locked' | 'deposited',
  meant: bigint,
): void {
  const found = flow[what];
  if (found === meant) return;
  const context = { assetID: formatID(flow.assetID), [what]: found, meant };
  const detail = `${found} of ${context.assetID} are ${what}, not ${meant}`;
  throw new AvalancheError('Unbalanced', detail, context);
}

/**
 * What goes in and does not come out, by asset: the fee, if nothing is lost. A node checks only that it is
 * enough.
 * @throws {AvalancheError} `Unbalanced`: more of an asset comes out than goes in; `OutOfRange`: a sum that is no uint64.
 */
export function burnedBy(tx: Transfer): readonly AssetAmount[] {
  const goesIn = sumsOf(
    allInputs(tx).map(({ assetID, input }) => ({ assetID, amount: input.amount })),
  );
  const comesOut = sumsOf(
    allOutputs(tx).map(({ assetID, output }) => ({ assetID, amount: output.amount })),
  );
  return [...new Map([...goesIn, ...comesOut])].flatMap(([key, { assetID }]) => {
    const [consumed, produced] = [goesIn, comesOut].map((sums) => sums.get(key)?.amount ?? 0n) as [
      bigint,
      bigint,
    ];
    if (produced > consumed) throw unbalanced(assetID, consumed, produced);
    return produced === consumed ? [] : [{ assetID, amount: consumed - produced }];
  });
}
