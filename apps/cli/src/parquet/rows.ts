import {
  type AnyKind,
  type AnyTx,
  AvalancheError,
  type ChainName,
  formatHex,
  formatID,
  formatNodeID,
  formatPath,
  formatShortID,
  identifyNetwork,
  idOf,
  isError,
  type NetworkIdentity,
} from 'avalanche-tx';
import { jsonContext } from 'avalanche-tx/network';
import { typeNameOf } from '../../../../src/open/opened.ts';
import { Finder } from '../../../../src/tx/find.ts';
import { lockOf, unlocked } from '../../../../src/tx/output.ts';
import { makesOf } from '../../../../src/tx/parts.ts';
import { type Read, readValue } from '../answer.ts';
import { idText, readLine, readRequest } from '../request.ts';
import type { Columns } from './columns.ts';

/** A transaction with what its rows need. */
export interface Found {
  readonly chain: ChainName;
  readonly txID: string;
  readonly unsignedTx: AnyTx['unsignedTx'];
}

/**
 * Adds the rows of a line: those of its transactions, or one of `errors`.
 * @returns Whether there is no error.
 */
export function addLine(to: Columns, line: string): boolean {
  let id = 'null';
  try {
    const json = readLine(line);
    id = idText(json.id, line);
    const request = readRequest(json);
    const read = readValue(request);
    if (read.error) throw read.error;
    addValue(to, read, request.bytes, request.network);
    return true;
  } catch (e) {
    if (!isError(e)) throw e;
    addError(to, id, e);
    return false;
  }
}

/** Adds a row of `errors`. */
export function addError({ errors }: Columns, id: string, e: AvalancheError): void {
  errors.id.push(id);
  errors.code.push(e.code);
  errors.path.push(formatPath(e.path));
  errors.message.push(e.message);
}

/** Kinds that have transactions. */
const withTxs: readonly AnyKind[] = ['tx', 'block', 'evmBlock', 'vertex'];

function addValue(
  to: Columns,
  { chain, kind, value, inside }: Read,
  bytes: Uint8Array,
  network: NetworkIdentity | undefined,
): void {
  if (kind === 'tx') {
    const { unsignedTx } = value as AnyTx;
    addTx(to, { chain, txID: inside?.id ?? formatID(idOf(bytes)), unsignedTx }, network, null);
    return;
  }
  const block = inside?.kind === 'proposervm' ? inside.block : inside;
  if (!block || !withTxs.includes(block.kind))
    throw new AvalancheError(
      'Unsupported',
      `no rows: ${typeNameOf(kind, value)} contains no transaction or block`,
    );
  const blockID = block.kind === 'tx' ? null : block.id!;
  for (const tx of block.txs) addTx(to, tx, network ?? block.network, blockID);
}

/** The tables of transactions alone. */
export type TxColumns = Omit<Columns, 'errors'>;

/** Adds the rows of a transaction. */
export function addTx(
  to: TxColumns,
  tx: Found,
  named: NetworkIdentity | undefined,
  blockID: string | null,
): void {
  const { chain, txID, unsignedTx } = tx;
  const networkID = 'networkID' in unsignedTx ? unsignedTx.networkID : null;
  const { transactions } = to;
  transactions.chain.push(chain);
  transactions.txID.push(txID);
  transactions.type.push(unsignedTx.type);
  transactions.networkID.push(networkID);
  transactions.blockID.push(blockID);
  addInputs(to, tx);
  addOutputs(to, tx, named ?? (networkID === null ? undefined : identifyNetwork(networkID)));
  addValidators(to, tx);
}

const paying = /* @__PURE__ */ new Finder('spends', 'debits');

/** Adds the inputs of a transaction: UTXOs, or on the C-chain account debits. */
function addInputs({ inputs }: TxColumns, { chain, txID, unsignedTx }: Found): void {
  let index = 0;
  const add = (
    spentTxID: string | null,
    spentOutputIndex: number | null,
    account: string | null,
    assetID: Uint8Array,
    amount: bigint,
  ) => {
    inputs.chain.push(chain);
    inputs.txID.push(txID);
    inputs.inputIndex.push(index++);
    inputs.spentTxID.push(spentTxID);
    inputs.spentOutputIndex.push(spentOutputIndex);
    inputs.account.push(account);
    inputs.assetID.push(formatID(assetID));
    inputs.amount.push(amount);
  };
  for (const { is, value } of paying.in(unsignedTx))
    if (is === 'debits')
      for (const { address, assetID, amount } of value)
        add(null, null, formatHex(address), assetID, amount);
    else
      for (const { txID, outputIndex, assetID, input } of value)
        add(formatID(txID), outputIndex, null, assetID, unlocked(input).amount);
}

const crediting = /* @__PURE__ */ new Finder('credits');

/**
 * Adds the outputs of a transaction: UTXOs, or on the C-chain account credits. Minting rights and NFTs have no
 * amount, and so no row.
 */
function addOutputs(
  { outputs }: TxColumns,
  { chain, txID, unsignedTx }: Found,
  network: NetworkIdentity | undefined,
): void {
  const addressText = addressTextOf(chain, network);
  for (const [index, { output, assetID, why }] of makesOf(unsignedTx).entries())
    addOutput(outputs, {
      chain,
      txID,
      index,
      output,
      why,
      addressText,
      assetID: assetID ? formatID(assetID) : txID,
    });
  let index = 0;
  for (const { value } of crediting.in(unsignedTx))
    for (const { address, assetID, amount } of value) {
      outputs.chain.push(chain);
      outputs.txID.push(txID);
      outputs.outputIndex.push(index++);
      outputs.account.push(formatHex(address));
      outputs.addresses.push(null);
      outputs.threshold.push(null);
      outputs.locktime.push(null);
      outputs.stakeableLocktime.push(null);
      outputs.assetID.push(formatID(assetID));
      outputs.amount.push(amount);
      outputs.why.push('output');
    }
}

/** An output with what its row needs. */
export interface Output {
  readonly chain: ChainName;
  readonly txID: string;
  readonly index: number;
  readonly output: ReturnType<typeof makesOf>[number]['output'];
  readonly assetID: string;
  readonly why: string;
  readonly addressText: (address: Uint8Array) => string;
}

/** Adds the row of an output, if it has an amount. */
export function addOutput(outputs: Columns['outputs'], of: Output): boolean {
  const inner = unlocked(of.output);
  if (!('amount' in inner)) return false;
  outputs.chain.push(of.chain);
  outputs.txID.push(of.txID);
  outputs.outputIndex.push(of.index);
  outputs.account.push(null);
  outputs.addresses.push(inner.addresses.map(of.addressText));
  outputs.threshold.push(inner.threshold);
  outputs.locktime.push(inner.locktime);
  outputs.stakeableLocktime.push(lockOf(of.output) ?? null);
  outputs.assetID.push(of.assetID);
  outputs.amount.push(inner.amount);
  outputs.why.push(of.why);
  return true;
}

const formatters = new Map<string, (address: Uint8Array) => string>();

/** How the node prints addresses: as CB58 if the network is not known. */
export function addressTextOf(
  chain: ChainName,
  network: NetworkIdentity | undefined,
): (address: Uint8Array) => string {
  if (!network) return formatShortID;
  const key = `${chain}-${network.hrp}`;
  let format = formatters.get(key);
  if (!format) formatters.set(key, (format = jsonContext(chain, network).formatAddress));
  return format;
}

interface Staker {
  readonly nodeID: Uint8Array;
  readonly start?: bigint;
  readonly end?: bigint;
  readonly weight: bigint;
  readonly subnetID?: Uint8Array;
}

/** Adds the validators and delegators that start. Registrations in warp messages have no row. */
function addValidators({ validators }: TxColumns, { txID, unsignedTx }: Found): void {
  for (const [index, staker] of stakersOf(unsignedTx).entries()) {
    const { nodeID, subnetID, start = null, end = null, weight } = staker;
    validators.txID.push(txID);
    validators.validatorIndex.push(index);
    validators.type.push(unsignedTx.type);
    // Some types have it as bytes, of which the wire allows any number.
    validators.nodeID.push(nodeID.length === 20 ? formatNodeID(nodeID) : formatHex(nodeID));
    validators.subnetID.push(formatID(subnetID ?? primaryNetworkID));
    validators.start.push(start);
    validators.end.push(end);
    validators.weight.push(weight);
  }
}

const primaryNetworkID: Uint8Array = /* @__PURE__ */ new Uint8Array(32);

function stakersOf(tx: AnyTx['unsignedTx']): readonly Staker[] {
  if (tx.type === 'platformvm.AddAutoRenewedValidatorTx') {
    const weight = tx.stake.reduce((sum, { output }) => sum + unlocked(output).amount, 0n);
    return [{ nodeID: tx.nodeID, weight }];
  }
  const { subnetID } = tx as { readonly subnetID?: Uint8Array };
  const around = subnetID ? { subnetID } : {};
  if ('validator' in tx) return [{ ...around, ...(tx.validator as Staker) }];
  if ('validators' in tx)
    return tx.validators.map(({ nodeID, weight }) => ({ ...around, nodeID, weight }));
  return [];
}
