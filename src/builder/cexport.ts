import { type EVMInput, ExportTx } from '../chain/cchain/tx.ts';
import { verifyWeight } from '../draft/check.ts';
import { type DraftOf, type OpenSlot, warningsFor } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { atomicCostOf, atomicGasOf } from '../fee/transactions.ts';
import { amountWithUnit } from '../network/amount.ts';
import { type Chain, nativeSymbolOf } from '../network/network.ts';
import type { CState, EVMAccount } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { type Wei, weiPerNAVAX } from '../text/amount.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { maxUint64, sumOf } from '../text/uint64.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import { amountOf } from '../tx/output.ts';
import { accountOwner } from '../tx/owner.ts';
import { assemble, everythingKey, sortedOutputs, verifyFeeLimit } from './assemble.ts';
import { accountInputBytes, accountInputGas, atomicTariffOf, verifySum } from './atomic.ts';
import type { BuildOptions, Wanted } from './intent.ts';

/** An account, with the amount that it can export. */
export interface Source {
  readonly address: Uint8Array;
  readonly nonce: bigint;
  /** Its balance rounded down to nAVAX; the remaining wei cannot be exported. */
  readonly amount: bigint;
}

/**
 * Splits accounts by whether their balance exceeds the cost of their input, each part by descending balance. Empty accounts are left out.
 * @throws {AvalancheError} `Duplicate`: an account is listed twice; `OutOfRange`: an invalid nonce or balance; `BadText`, `BadChecksum`.
 */
export function sourcesOf(
  accounts: readonly EVMAccount[],
  price: Wei,
): { readonly economic: readonly Source[]; readonly uneconomic: readonly Source[] } {
  const sources = distinct(accounts)
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) =>
      a.amount === b.amount ? compareBytes(a.address, b.address) : a.amount > b.amount ? -1 : 1,
    );
  const isWorthy = ({ amount }: Source) => amount * weiPerNAVAX > accountInputGas * price;
  return {
    economic: sources.filter(isWorthy),
    uneconomic: sources.filter((source) => !isWorthy(source)),
  };
}

function distinct(accounts: readonly EVMAccount[]): readonly Source[] {
  const seen = new Set<string>();
  return accounts.map(({ address: text, nonce, balance }, i) =>
    within([i], () => {
      const address = within(['address'], () => parseAccount(text));
      const id = formatHex(address);
      if (seen.has(id))
        throw new AvalancheError('Duplicate', 'the account is listed twice').at('address');
      seen.add(id);
      if (typeof nonce !== 'bigint' || nonce < 0n || nonce >= maxUint64)
        throw new AvalancheError('OutOfRange', `must be a uint64, got ${nonce}`, {
          value: nonce,
          min: 0,
        }).at('nonce');
      if (typeof balance !== 'bigint' || balance < 0n)
        throw new AvalancheError('OutOfRange', `must not be negative, got ${balance}`, {
          value: balance,
          min: 0,
        }).at('balance');
      return { address, nonce, amount: balance / weiPerNAVAX };
    }),
  );
}

/** Returns the fewest accounts, by descending balance, that cover the amount due for their number; all if they do not suffice. */
function fewest(sources: readonly Source[], due: (count: number) => bigint): readonly Source[] {
  let have = 0n;
  for (let count = 1; count <= sources.length; count++) {
    have += sources[count - 1]!.amount;
    if (have >= due(count)) return sources.slice(0, count);
  }
  return sources;
}

/**
 * Exports AVAX from as few accounts as suffice, by descending balance. Exactly the amount and the fee are taken, in nAVAX, so there is no
 * change.
 */
export function exportFromC(
  state: CState,
  peer: Chain,
  wanted: readonly Wanted[],
  options: BuildOptions,
): DraftOf<'C'> {
  const { network } = state;
  const { price, cap } = atomicTariffOf(state, options, [
    'change',
    'include',
    'exclude',
    'locked',
    'strategy',
  ]);
  verifyAssets(wanted, network.avaxAssetID);
  const rest = wanted.find(({ amount }) => amount === 'max');
  const exact = wanted.flatMap(({ amount, owner }) =>
    amount === 'max' ? [] : [{ amount, owner }],
  );
  const sent = sumOf(exact.map(({ amount }) => amount));
  const outputsOf = (most: bigint) =>
    sortedOutputs(
      [...exact, ...(rest ? [{ amount: most, owner: rest.owner }] : [])].map((output) => ({
        assetID: network.avaxAssetID,
        output: amountOf(output.amount, output.owner),
      })),
    );
  const frame = {
    type: ExportTx.name,
    networkID: network.networkID,
    blockchainID: network.chains.C.blockchainID,
    destinationChain: peer.blockchainID,
  };
  const empty = { ...frame, inputs: [], exportedOutputs: outputsOf(1n) };
  const base = atomicGasOf(empty);
  const gasOf = (accounts: number) => base + accountInputGas * BigInt(accounts);
  const feeOf = (accounts: number) => atomicCostOf(gasOf(accounts), price);
  const { economic, uneconomic } = within(['state', 'accounts'], () =>
    sourcesOf(state.accounts, price),
  );
  const room = cap > base ? Number((cap - base) / accountInputGas) : 0;
  const { maxBytes = Number.POSITIVE_INFINITY } = options;
  const fitting = Math.floor((maxBytes - signedSizeOf(empty)) / accountInputBytes);
  const taken = rest
    ? economic.slice(0, Math.min(room, Math.max(fitting, 1)))
    : fewest(economic, (count) => sent + feeOf(count));
  const payers = Math.max(taken.length, 1);
  verifyWeight(
    gasOf(payers),
    { unit: 'gas', cap },
    { accounts: { length: payers }, exportedOutputs: outputsOf(1n) },
  );
  const have = sumOf(taken.map(({ amount }) => amount));
  const fee = feeOf(payers);
  const most = have - sent - fee;
  if (rest ? most <= 0n : most < 0n) {
    verifyFeeLimit(state, options, { total: fee, price });
    throw insufficient(state, sent + fee + (rest ? 1n : 0n), economic, uneconomic);
  }
  verifySum(have);
  // Without `max`, the accounts have more than is needed; the last one keeps the excess.
  const inputs = inputsOf(taken, rest ? 0n : most, network.avaxAssetID);
  return assemble(
    state,
    {
      unsignedTx: { ...frame, inputs, exportedOutputs: outputsOf(most) },
      slots: inputs.map(slotOf),
      fee: { total: fee, gas: gasOf(payers), price },
      change: [],
      filled: [],
      choices: rest ? [everythingKey(network.avaxAssetID)] : [],
      warnings: rest
        ? warningsFor({
            tooManyAccounts: economic.length - taken.length,
            uneconomicAccounts: uneconomic.length,
          })
        : [],
    },
    options,
  );
}

function verifyAssets(wanted: readonly Wanted[], avaxAssetID: Uint8Array): void {
  const other = wanted.findIndex(({ assetID }) => !equalBytes(assetID, avaxAssetID));
  if (other < 0) return;
  throw new AvalancheError('Unsupported', 'the C-chain exports only AVAX').at(
    'outputs',
    other,
    'assetID',
  );
}

/** Returns the sorted inputs of the accounts. The last account keeps `kept`. */
const inputsOf = (taken: readonly Source[], kept: bigint, assetID: Uint8Array): EVMInput[] =>
  taken
    .map(({ address, amount, nonce }, i) => ({
      address,
      amount: i === taken.length - 1 ? amount - kept : amount,
      assetID,
      nonce,
    }))
    .sort((a, b) => compareBytes(a.address, b.address));

const slotOf = ({ address }: EVMInput): OpenSlot => ({
  kind: 'account',
  owner: accountOwner(address),
  signatureIndices: [0],
});

function insufficient(
  { network }: CState,
  needed: bigint,
  economic: readonly Source[],
  uneconomic: readonly Source[],
): AvalancheError {
  const { avaxAssetID } = network;
  const sum = (of: readonly Source[]) => sumOf(of.map(({ amount }) => amount));
  const [spendable, small] = [sum(economic), sum(uneconomic)];
  const text = (nAVAX: bigint) => amountWithUnit(nAVAX, avaxAssetID, network);
  const more = small > 0n ? `; ${text(small)} costs more to spend than it is worth` : '';
  return new AvalancheError(
    'Insufficient',
    `needs ${text(needed)}, ${text(spendable)} can be spent${more}`,
    {
      assetID: formatID(avaxAssetID),
      symbol: nativeSymbolOf(network),
      denomination: 9,
      needed,
      spendable,
      uneconomic: small,
    },
  );
}
