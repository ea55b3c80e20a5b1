/** The rows of `decode --stream --parquet`, as the answers of `decode --stream` tell them: by the node's JSON, not by values and roles. */
import { formatNodeID } from '../../src/text/id.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';

export type Cell = string | number | bigint | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
export const tableNames = ['transactions', 'inputs', 'outputs', 'validators', 'errors'] as const;
export type Rows = Readonly<Record<(typeof tableNames)[number], Row[]>>;

// biome-ignore lint/suspicious/noExplicitAny: the node's JSON of any type
type JSONOf = any;

/** Adds the rows of an answer to a transaction, a block, or a record that holds one. */
export function addRows(rows: Rows, line: string): void {
  const answer = parseJSON(line) as JSONOf;
  const error = answer.error ?? answer.blockError ?? answer.txsError;
  if (error) {
    const { code, path, message } = error;
    rows.errors.push({ id: formatJSON(answer.id), code, path, message });
    return;
  }
  const block = answer.block ?? answer;
  if (answer.txID) addTx(rows, answer, answer.json.unsignedTx, null);
  else if (block.txs) {
    const { txs = [], tx } = block.content ?? answer.json;
    const bodies = tx ? [...txs, tx] : txs;
    for (const [i, of] of block.txs.entries()) addTx(rows, of, bodies[i].unsignedTx, block.blockID);
  }
}

const unlocked = (of: JSONOf): JSONOf => of.output ?? of;
const chains: Readonly<Record<string, string>> = { platformvm: 'P', avm: 'X', atomic: 'C' };

function addTx(
  rows: Rows,
  { txID, type }: { readonly txID: string; readonly type: string },
  tx: JSONOf,
  blockID: string | null,
): void {
  const chain = chains[type.split('.')[0]!]!;
  rows.transactions.push({ chain, txID, type, networkID: tx.networkID ?? null, blockID });
  const inputs = [...(tx.inputs ?? []), ...(tx.importedInputs ?? [])];
  for (const [inputIndex, item] of inputs.entries()) {
    const { address, assetID } = item;
    const of = item.input?.input ?? item.input ?? item;
    rows.inputs.push({
      chain,
      txID,
      inputIndex,
      spentTxID: address ? null : item.txID,
      spentOutputIndex: address ? null : item.outputIndex,
      account: address ?? null,
      assetID,
      amount: BigInt(of.amount),
    });
  }
  for (const [outputIndex, { assetID, output, why }] of outputsOf(tx, txID).entries())
    if (output.address || unlocked(output).amount !== undefined)
      rows.outputs.push({ chain, txID, outputIndex, ...ownerOf(output), assetID, why });
  for (const [validatorIndex, of] of validatorsOf(tx).entries())
    rows.validators.push({ txID, validatorIndex, type, ...of });
}

function ownerOf(output: JSONOf): Row {
  if (output.address) {
    const { address: account, amount } = output;
    const nobody = { addresses: null, threshold: null, locktime: null, stakeableLocktime: null };
    return { account, ...nobody, amount: BigInt(amount) };
  }
  const { addresses, threshold, locktime, amount } = unlocked(output);
  return {
    account: null,
    addresses,
    threshold,
    locktime: BigInt(locktime),
    stakeableLocktime: output.output ? BigInt(output.locktime) : null,
    amount: BigInt(amount),
  };
}

/** The outputs in the order of their indexes, rights to mint and tokens included. */
function outputsOf(tx: JSONOf, txID: string): { assetID: string; output: JSONOf; why: string }[] {
  const list = (key: string, why: string) =>
    (tx[key] ?? []).map((item: JSONOf) => ({
      assetID: item.assetID,
      output: item.address ? item : item.output,
      why,
    }));
  const states = (tx.initialStates ?? []).flatMap(({ outputs }: JSONOf) =>
    outputs.map((output: JSONOf) => ({ assetID: txID, output, why: 'mint' })),
  );
  const operations = (tx.operations ?? []).flatMap(({ assetID, operation }: JSONOf) =>
    madeBy(operation).map((output) => ({ assetID, output, why: 'mint' })),
  );
  return [
    ...list('outputs', 'output'),
    ...list('stake', 'stake'),
    ...list('exportedOutputs', 'export'),
    ...states,
    ...operations,
  ];
}

function madeBy(of: JSONOf): readonly JSONOf[] {
  if (of.mintOutput) return [of.mintOutput, of.transferOutput ?? of.ownedOutput];
  return of.outputs ?? (of.output ? [of.output] : []);
}

const primaryNetwork = '11111111111111111111111111111111LpoYY';

/** Some types have it as bytes, of which the wire allows any number. */
const nodeIDText = (hex: string): string =>
  hex.length === 42 ? formatNodeID(Buffer.from(hex.slice(2), 'hex')) : hex;

function validatorsOf(tx: JSONOf): readonly Row[] {
  const { validator, validators = [], subnetID = primaryNetwork } = tx;
  if (validator) {
    const { nodeID, start, end, weight } = validator;
    return [
      {
        nodeID,
        subnetID: validator.subnetID ?? subnetID,
        start: BigInt(start),
        end: BigInt(end),
        weight: BigInt(weight),
      },
    ];
  }
  const never = { start: null, end: null };
  if (tx.period !== undefined && tx.nodeID) {
    const weight = tx.stake.reduce(
      (sum: bigint, { output }: JSONOf) => sum + BigInt(unlocked(output).amount),
      0n,
    );
    return [{ nodeID: nodeIDText(tx.nodeID), subnetID: primaryNetwork, ...never, weight }];
  }
  return validators.map(({ nodeID, weight }: JSONOf) => {
    return { nodeID: nodeIDText(nodeID), subnetID, ...never, weight: BigInt(weight) };
  });
}

/** Tables without rows. */
export const noRows = (): Rows =>
  Object.fromEntries(tableNames.map((table) => [table, [] as Row[]])) as unknown as Rows;

/** Rows as lines to compare: sorted, each with its keys sorted, every digit there. */
export const rowTexts = (rows: readonly Row[]): readonly string[] =>
  rows
    .map((row) => formatJSON(Object.fromEntries(Object.entries(row).sort(byKey)) as JSONValue))
    .sort();
const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** The rows of answers, each transaction once: of several finds the one with the greatest blockID. */
export function rowsOnce(answers: readonly string[]): Rows {
  const kept = noRows();
  const blockIDs = new Map<string, string>();
  const known = new Set<string>();
  const found = noRows();
  for (const line of answers) addRows(found, line);
  for (const { txID, blockID } of found.transactions) {
    const id = (blockID ?? '') as string;
    if (!blockIDs.has(txID as string) || blockIDs.get(txID as string)! < id)
      blockIDs.set(txID as string, id);
  }
  for (const table of tableNames)
    for (const row of found[table]) {
      const of =
        table === 'transactions'
          ? { ...row, blockID: blockIDs.get(row.txID as string) || null }
          : row;
      const key = `${table} ${rowTexts([of])[0]}`;
      if (table !== 'errors' && known.has(key)) continue;
      known.add(key);
      kept[table].push(of);
    }
  return kept;
}
