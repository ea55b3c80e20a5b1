import { unsignedTxArgument } from '../chain/declared.ts';
import { AvalancheError, isError, type Path, within } from '../errors/error.ts';
import { type Network, networkArgument } from '../network/network.ts';
import { checkArgument, objectOf } from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { flowsOf, verifyFlows } from '../tx/flows.ts';
import { areIncreasing, utxoKey } from '../tx/order.ts';
import { unlocked } from '../tx/output.ts';
import { accountOwner, verifyNotBurned } from '../tx/owner.ts';
import { inputsOf, outputsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { outOfRange } from './components.ts';
import type { Facts } from './facts.ts';
import type { RuleFinding } from './verdict.ts';

const fxNames = ['secp256k1fx', 'nftfx', 'propertyfx'];

const optionsArgument = /* @__PURE__ */ (() => objectOf({ network: networkArgument }))();

/**
 * Flags what a node accepts but you probably did not intend, as a row beside those of `checkTx`: funds or rights that anybody can take, or
 * that are lost, such as locked funds without their lock.
 * @returns `not checked` if a fact is missing: the UTXOs tell which inputs are locked.
 * @example
 * import { openTx } from 'avalanche-tx';
 * import { mainnet } from 'avalanche-tx/network';
 * const { unsignedTx } = openTx('0x000000000013000000006553f10000000000');
 * checkCare(unsignedTx, { network: mainnet }); // { rule: 'care', result: 'ok' }
 */
export function checkCare(
  tx: AnyUnsignedTx,
  facts: Pick<Facts, 'network' | 'utxos' | 'time'>,
): RuleFinding {
  try {
    verifyNoMistake(tx, facts);
    verifyNothingLost(tx, facts);
    return { rule: 'care', result: 'ok' };
  } catch (error) {
    if (!isError(error) || error.code === 'BadArgument') throw error;
    const { code, path, detail } = error;
    return code === 'MissingState'
      ? { rule: 'care', result: 'not checked', detail }
      : { rule: 'care', result: 'refused', code, path, detail, error };
  }
}

/** Checks that all that is burned is a fee, and that no lock is lost. */
function verifyNothingLost(
  tx: AnyUnsignedTx,
  { network, time, utxos }: Pick<Facts, 'network' | 'utxos' | 'time'>,
): void {
  const { avaxAssetID } = network;
  const list = Array.isArray(utxos) ? (utxos as readonly AnyUTXO[]) : undefined;
  const state = { avaxAssetID, ...(time !== undefined && { time }), ...(list && { utxos: list }) };
  const { assets } = flowsOf(tx, state);
  const amounts = (part: 'burned' | 'locked') =>
    assets.map((flow) => ({ assetID: flow.assetID, amount: flow[part] }));
  verifyFlows(tx, { ...state, fee: 0n, burn: amounts('burned'), lock: amounts('locked') });
}

/**
 * Checks for what a node accepts but you probably did not intend: funds or rights that anybody can take, funds for the zero address, of
 * which nobody has the key, a UTXO both spent and imported, an asset other than AVAX exported to the C-chain, an initial state under the
 * wrong feature extension, and operations that do not consume exactly one UTXO.
 * @throws {AvalancheError} With the path: `OutOfRange`, `Duplicate`, `Unsupported`, `Mismatch`.
 */
export function verifyNoMistake(tx: AnyUnsignedTx, options: { readonly network: Network }): void {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(options, optionsArgument, 'options');
  const { network } = options;
  const open = openOwnerIn(tx);
  if (open) throw outOfRange('anybody could sign', ...open);
  for (const { path, value } of outputsOf(tx))
    within([...path, 'output', 'addresses'], () => verifyNotBurned(unlocked(value.output)));
  if (tx.type === 'atomic.ImportTx')
    tx.outputs.forEach(({ address }, i) => {
      within(['outputs', i, 'address'], () => verifyNotBurned(accountOwner(address)));
    });
  const inputs = inputsOf(tx);
  const spent = new Set<string>();
  if (!areIncreasing(inputs.map(({ value }) => value)))
    for (const { path, value } of inputs) {
      const key = utxoKey(value);
      if (spent.has(key))
        throw new AvalancheError('Duplicate', 'the UTXO is already spent by an input before').at(
          ...path,
        );
      spent.add(key);
    }
  if ('destinationChain' in tx && equalBytes(tx.destinationChain, network.chains.C.blockchainID)) {
    const found = outputsOf(tx).find(
      ({ path, value }) =>
        path[0] === 'exportedOutputs' && !equalBytes(value.assetID, network.avaxAssetID),
    );
    if (found)
      throw new AvalancheError('Unsupported', 'the C-chain imports only AVAX').at(
        ...found.path,
        'assetID',
      );
  }
  if (tx.type === 'avm.CreateAssetTx')
    tx.initialStates.forEach(({ fxIndex, outputs }, i) => {
      const name = fxNames[fxIndex];
      const k = outputs.findIndex(({ type }) => !type.startsWith(`${name}.`));
      if (k >= 0)
        throw new AvalancheError(
          'Mismatch',
          `a ${outputs[k]!.type} is not an output of ${name ?? `fx ${fxIndex}`}`,
        ).at('initialStates', i, 'outputs', k, 'type');
    });
  if (tx.type === 'avm.OperationTx')
    tx.operations.forEach(({ inputIDs }, i) => {
      if (inputIDs.length !== 1)
        throw outOfRange(`${inputIDs.length} UTXOs, not 1`, 'operations', i, 'inputIDs');
    });
}

const openOwnerInAny = (value: unknown): Path | undefined =>
  typeof value === 'object' && value !== null ? openOwnerIn(value) : undefined;

/** Returns the path of the `threshold` of an owner with threshold 0, if there is one. */
function openOwnerIn(value: object): Path | undefined {
  if (value instanceof Uint8Array) return undefined;
  if ('threshold' in value && value.threshold === 0) return ['threshold'];
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = openOwnerInAny(value[i]);
      if (found) return [i, ...found];
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    const found = openOwnerInAny((value as Readonly<Record<string, unknown>>)[key]);
    if (found) return [key, ...found];
  }
  return undefined;
}
