import type { AnyTx } from '../chain/tx.ts';
import { isBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';

/**
 * The transactions that a client sent and that may still be accepted: a node that refuses one, or does not answer, may broadcast it later.
 * One that makes the same payments can follow without danger only if it spends a UTXO of the first: then just one of them can be accepted.
 */
export interface Attempts {
  /**
   * @throws {AvalancheError} `Duplicate`: makes the same payments as a transaction that may still be accepted, and spends none of its
   *   UTXOs.
   */
  check(tx: AnyTx): void;
  /** It is sent. */
  add(tx: AnyTx): void;
  /** It is accepted: those that spend the same can no longer be. */
  settle(tx: AnyTx): void;
}

/** A UTXO that a transaction spends, as the option `include` of a builder takes it. */
export interface SpentRef {
  /** CB58. */
  readonly txID: string;
  readonly outputIndex: number;
}

/** What of a transaction says whether another one is the same again. */
interface Attempt {
  readonly txID: string;
  /** Of those UTXOs, or account nonces, a block can hold only one transaction. */
  readonly spends: ReadonlySet<string>;
  /** All that it does, but for its outputs and what pays for it. */
  readonly purpose: string;
  /** Amounts by owner and asset. */
  readonly outputs: readonly Output[];
}

interface Output {
  readonly asset: string;
  readonly owner: string;
  readonly amount: string;
}

/** As many as are remembered; the oldest are forgotten. */
const most = 10_000;

/** What a rebuilt transaction may have otherwise: what pays, and times that are counted from the clock. */
const varying: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'inputs',
  'importedInputs',
  'inputIDs',
  'outputs',
  'signatureIndices',
  'start',
  'end',
]);

/** A value as text, without some of its members. */
const textOf = (value: unknown, without: ReadonlySet<string>): string =>
  JSON.stringify(value, (key, member: unknown) => {
    if (without.has(key)) return undefined;
    if (typeof member === 'bigint') return `${member}n`;
    return isBytes(member) ? formatHex(member) : member;
  });

interface UTXORef {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
}

/** The UTXOs that a transaction spends, imported ones included. */
export function spentBy({ unsignedTx: tx }: Pick<AnyTx, 'unsignedTx'>): readonly SpentRef[] {
  const inputs: readonly object[] = 'inputs' in tx ? tx.inputs : [];
  const imported: readonly object[] = 'importedInputs' in tx ? tx.importedInputs : [];
  const operated: readonly object[] =
    'operations' in tx ? tx.operations.flatMap(({ inputIDs }) => inputIDs) : [];
  return [...inputs, ...imported, ...operated]
    .filter((of): of is UTXORef => 'txID' in of)
    .map(({ txID, outputIndex }) => ({ txID: formatID(txID), outputIndex }));
}

const noKeys: ReadonlySet<string> = /* @__PURE__ */ new Set();
const amountKey: ReadonlySet<string> = /* @__PURE__ */ new Set(['amount', 'assetID']);

function attemptOf(tx: AnyTx): Attempt {
  const { unsignedTx, txID } = tx;
  const spends = new Set(spentBy(tx).map((ref) => `${ref.txID}:${ref.outputIndex}`));
  if (unsignedTx.type === 'atomic.ExportTx')
    for (const { address, nonce } of unsignedTx.inputs)
      spends.add(`${formatHex(address)} ${nonce}`);
  const outputs = ('outputs' in unsignedTx ? unsignedTx.outputs : []).map((of): Output => {
    const amount = 'amount' in of ? of.amount : unlockedAmount(of.output);
    return {
      asset: formatHex(of.assetID),
      owner: textOf(of, amountKey),
      amount: String(amount ?? ''),
    };
  });
  return { txID, spends, purpose: textOf(unsignedTx, varying), outputs };
}

/** The amount of an output, locked or not, if it has one. */
function unlockedAmount(output: object): bigint | undefined {
  if ('output' in output) return unlockedAmount(output.output as object);
  return 'amount' in output ? (output.amount as bigint) : undefined;
}

/** The types whose outputs are all that they pay. */
const paying = /^(?:platformvm|avm|atomic)\.(?:BaseTx|ImportTx)$/;

/** Outputs of the first that the second has not. */
function without(first: readonly Output[], second: readonly Output[]): readonly Output[] {
  const counts = new Map<string, number>();
  for (const of of second)
    counts.set(textOf(of, noKeys), (counts.get(textOf(of, noKeys)) ?? 0) + 1);
  return first.filter((of) => {
    const left = counts.get(textOf(of, noKeys)) ?? 0;
    counts.set(textOf(of, noKeys), left - 1);
    return left <= 0;
  });
}

/** Whether the second may be the first again: it does the same, and only the change, one output of an asset at most, is another. */
function isRepeated(first: Attempt, second: Attempt, type: string): boolean {
  if (first.purpose !== second.purpose) return false;
  const gone = without(first.outputs, second.outputs);
  const come = without(second.outputs, first.outputs);
  if (paying.test(type) && gone.length === first.outputs.length) return false;
  return [...gone, ...come].every(({ asset }) => {
    const [before, ...others] = gone.filter((of) => of.asset === asset);
    const [after, ...more] = come.filter((of) => of.asset === asset);
    const isSameOwner = !before || !after || before.owner === after.owner;
    return others.length === 0 && more.length === 0 && isSameOwner;
  });
}

const shares = (a: Attempt, b: Attempt): boolean => [...a.spends].some((of) => b.spends.has(of));

/** The attempts of one client. */
export function attempts(): Attempts {
  const open = new Map<string, Attempt>();
  return {
    check(tx) {
      const attempt = attemptOf(tx);
      for (const earlier of open.values()) {
        if (earlier.txID === tx.txID || shares(earlier, attempt)) continue;
        if (!isRepeated(earlier, attempt, tx.unsignedTx.type)) continue;
        throw new AvalancheError(
          'Duplicate',
          `makes the same payments as ${earlier.txID}, which may still be accepted, and spends none of its UTXOs: build it with the option include, or allow it with the option payAgain`,
        );
      }
    },
    add(tx) {
      open.delete(tx.txID);
      open.set(tx.txID, attemptOf(tx));
      const [oldest] = open.keys();
      if (open.size > most && oldest !== undefined) open.delete(oldest);
    },
    settle(tx) {
      const accepted = attemptOf(tx);
      for (const [txID, earlier] of open)
        if (txID === tx.txID || shares(earlier, accepted)) open.delete(txID);
    },
  };
}
