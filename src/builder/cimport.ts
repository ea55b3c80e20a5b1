/** Imports to the C-chain. Receivers are accounts, not owners of UTXOs, and the fee can only be paid from what is imported. */
import { type EVMOutput, ImportTx, type TransferableInput } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import { verifyWeight } from '../draft/check.ts';
import { type DraftOf, warningsFor } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { atomicCostOf, atomicGasOf, ordinaryFee, xTariff } from '../fee/transactions.ts';
import type { Chain } from '../network/network.ts';
import type { CState } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { weiPerNAVAX } from '../text/amount.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import { accountOwner, verifyNotBurned } from '../tx/owner.ts';
import { assemble, inOrder, inputOf, slotOf, verifyFeeLimit } from './assemble.ts';
import { type AtomicTariff, atomicTariffOf, importedInputGas, verifySum } from './atomic.ts';
import { addSize, classesOf, inputsSize, type Size } from './classes.ts';
import {
  bestFirst,
  type Coin,
  included,
  othersThan,
  type SpendableSet,
  waitingSetOf,
} from './coins.ts';
import { fullestCoins } from './fill.ts';
import { insufficient } from './insufficient.ts';
import { type BuildOptions, readAmount } from './intent.ts';
import type { CImportIntent } from './intents/transfers.ts';
import { overKnown } from './trust.ts';

/**
 * Imports as many AVAX UTXOs as one transaction holds, the most valuable first. UTXOs that are worth less than their input are left out.
 * @param source The chain that exported them.
 */
export function importToC(
  state: CState,
  intent: CImportIntent,
  source: Chain,
  options: BuildOptions,
): DraftOf<'C'> {
  const isManual = options.strategy === 'manual';
  const useless = isManual
    ? (['change', 'locked', 'consolidateBelow'] as const)
    : (['change', 'locked', 'strategy', 'consolidateBelow'] as const);
  const tariff = atomicTariffOf(state, options, useless);
  const shares = within(['to'], () => sharesOf(state, intent.to));
  const { funds: all, others } = waitingOf(state, intent.from, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    importOver(
      state,
      { from: intent.from, source, shares, isNamed: intent.to !== undefined, others },
      options,
      tariff,
      funds!,
    ),
  );
}

/** The source, receivers and details of an import. */
interface Importing {
  readonly from: ChainName;
  readonly source: Chain;
  readonly shares: ReturnType<typeof sharesOf>;
  /** Whether the intent names the accounts. */
  readonly isNamed: boolean;
  /** Number of UTXOs of other assets. */
  readonly others: number;
}

/** Returns the capacity of an import: within the gas and size limits, and `maxFee`. */
export const atomicCapacity = (
  { price, cap }: AtomicTariff,
  { maxFee = ordinaryFee, maxBytes = Number.POSITIVE_INFINITY }: BuildOptions,
): Size => ({
  weight: Math.min(Number(cap), Number((maxFee * weiPerNAVAX) / price)),
  bytes: maxBytes,
});

/** Builds an import from UTXOs that have already been read. */
export function importOver(
  state: CState,
  { from, source, shares, isNamed, others }: Importing,
  options: BuildOptions,
  tariff: AtomicTariff,
  funds: SpendableSet,
): DraftOf<'C'> {
  const { network } = state;
  const must = included(options.include ?? [], funds);
  const free = othersThan(must, funds, options);
  const economic = free.filter((coin) => coin.value > 0n);
  const txOf = (spent: readonly Coin[], most: bigint) => ({
    type: ImportTx.name,
    networkID: network.networkID,
    blockchainID: network.chains.C.blockchainID,
    sourceChain: source.blockchainID,
    importedInputs: spent.map((coin) => inputOf(coin) as TransferableInput),
    outputs: shares
      .map(
        ({ address, amount }): EVMOutput => ({
          address,
          amount: amount === 'max' ? most : amount,
          assetID: network.avaxAssetID,
        }),
      )
      .sort((a, b) => compareBytes(a.address, b.address)),
  });
  const base = atomicGasOf(txOf([], 1n));
  const gasOf = (coins: readonly Coin[]) => base + BigInt(inputsSize(coins).weight);
  const rest = { weight: Number(gasOf(must)), bytes: signedSizeOf(txOf(must, 1n)) };
  const fitting = fullestCoins(
    [classesOf(economic)],
    addSize(atomicCapacity(tariff, options), rest, -1),
  );
  // If not even one UTXO fits, the best one is tried for its error.
  const taken = must.length + fitting.length === 0 ? economic.slice(0, 1) : fitting;
  const spent = inOrder([...must, ...taken]);
  const gas = gasOf(spent);
  verifyWeight(gas, { unit: 'gas', cap: tariff.cap }, { importedInputs: spent });
  const { price } = tariff;
  const fee = atomicCostOf(gas, price);
  const have = spent.reduce((sum, { amount }) => sum + amount, 0n);
  const given = shares.reduce((sum, { amount }) => (amount === 'max' ? sum : sum + amount), 0n);
  const most = have - given - fee;
  if (most <= 0n || spent.length === 0) {
    const least = spent.length > 0 ? fee : atomicCostOf(base + importedInputGas(1), price);
    verifyFeeLimit(state, options, { total: least, price });
    throw insufficient(network, network.avaxAssetID, given + least + 1n, [funds], {
      importFrom: from,
    });
  }
  verifySum(have);
  const filled = shares.map(({ address }) => ({
    owner: accountOwner(address),
    by: ['to'],
    isAccount: true as const,
  }));
  return assemble(
    state,
    {
      unsignedTx: txOf(spent, most),
      slots: spent.map(slotOf),
      fee: { total: fee, gas, price },
      change: [],
      filled: isNamed ? [] : filled,
      warnings: warningsFor({
        tooMany: economic.length - taken.length,
        uneconomic: free.length - economic.length,
        otherAssets: others,
        notVouched: funds.left,
      }),
    },
    options,
  );
}

/**
 * Returns the account that receives AVAX.
 * @throws {AvalancheError} As `parseAccount`; `OutOfRange`: it is the zero address.
 */
export function receivingAccount(text: string): Uint8Array {
  const address = parseAccount(text);
  verifyNotBurned(accountOwner(address));
  return address;
}

/** Reads the shares of the receiving accounts, each listed once. */
export function sharesOf(
  { accounts }: CState,
  to: CImportIntent['to'],
): readonly { readonly address: Uint8Array; readonly amount: bigint | 'max' }[] {
  if (to === undefined) {
    if (accounts.length !== 1)
      throw new AvalancheError(
        'Ambiguous',
        `the state has ${accounts.length} accounts: name one in \`to\``,
        { candidates: accounts.map(({ address }) => address) },
      );
    return [{ address: parseAccount(accounts[0]!.address), amount: 'max' }];
  }
  if (typeof to === 'string') return [{ address: receivingAccount(to), amount: 'max' }];
  const shares = to.map((share, i) =>
    within([i], () => {
      const { amount } = share;
      if (amount !== 'max') readAmount(amount);
      return { address: within(['to'], () => receivingAccount(share.to)), amount };
    }),
  );
  shares.forEach(({ address }, i) => {
    if (shares.slice(0, i).some((before) => equalBytes(before.address, address)))
      throw new AvalancheError('Duplicate', 'the account is listed twice').at(i, 'to');
  });
  if (shares.filter(({ amount }) => amount === 'max').length === 1) return shares;
  throw new AvalancheError('Ambiguous', "exactly one account must have the amount 'max'", {
    candidates: shares.map(({ amount }) => amount),
  });
}

/** Returns the pending imports from a chain, valued at C-chain prices. */
export function waitingOf(
  state: CState,
  from: ChainName,
  { price }: AtomicTariff,
  options: BuildOptions,
): { readonly funds: SpendableSet; readonly others: number } {
  const funds = waitingSetOf(state, from, xTariff(state.network), options);
  const avax = funds.eligible
    .filter(({ isAVAX }) => isAVAX)
    .map((coin): Coin => {
      const gas = importedInputGas(coin.signatureIndices.length);
      return { ...coin, weight: Number(gas), value: coin.amount - atomicCostOf(gas, price) };
    });
  return {
    funds: { ...funds, eligible: bestFirst(avax) },
    others: funds.eligible.length - avax.length,
  };
}
