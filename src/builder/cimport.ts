import { type EVMOutput, ImportTx, type TransferableInput } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import { type DraftOf, warningsFor } from '../draft/draft.ts';
import { verifyWeight } from '../draft/price.ts';
import { accountOwner } from '../draft/slot.ts';
import { checkKeys, toList } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { atomicFeeOf, atomicGasOf } from '../fee/catomic.ts';
import { xTariff } from '../fee/tariff.ts';
import type { Chain } from '../network/network.ts';
import type { CState } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import type { NAVAX, Wei } from '../text/amount.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import { assemble } from './assemble.ts';
import { type AtomicTariff, atomicTariffOf, importedInputGas, verifySum } from './atomic.ts';
import {
  bestFirst,
  type Coin,
  included,
  othersThan,
  type SpendableSet,
  waitingSetOf,
} from './coins.ts';
import { inOrder, inputOf, slotOf } from './frame.ts';
import { insufficient } from './insufficient.ts';
import { isAmount, type Options } from './intent.ts';
import { worthiest } from './shrink.ts';
import { overKnown } from './trust.ts';

/** What an account of the C-chain gets of an import. */
export interface Share {
  /** `0x` and 40 hex digits: the account, not the hash that X and P call an address. */
  readonly to: string;
  /** nAVAX; `max`: all but the other shares and the fee. */
  readonly amount: NAVAX | 'max';
}

/** Everything that another chain exported to the C-chain. */
export interface CImportIntent {
  /** The chain that exported the UTXOs. */
  readonly from: ChainName;
  /** Account that gets all of it, or several with their shares, one of them `max`; without it, the state’s only account. */
  readonly to?: string | readonly Share[];
}

const weiPerNAVAX = 1_000_000_000n;

/**
 * Imports as many AVAX as one transaction holds, the most valuable first, and none that cost more than they hold.
 * @param source Chain that exported them.
 */
export function importToC(
  state: CState,
  intent: CImportIntent,
  source: Chain,
  options: Options,
): DraftOf<'C'> {
  const isManual = options.strategy === 'manual';
  const useless = isManual
    ? (['change', 'locked'] as const)
    : (['change', 'locked', 'strategy'] as const);
  const tariff = atomicTariffOf(state, options, useless);
  const shares = within(['to'], () => sharesOf(state, intent.to));
  const { funds: all, others } = waitingOf(state, intent.from, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    importOver(state, { ...intent, source, shares, others }, options, tariff, funds!),
  );
}

/** What is imported from where, and for whom. */
interface Importing extends CImportIntent {
  readonly source: Chain;
  readonly shares: ReturnType<typeof sharesOf>;
  /** How many UTXOs are of other assets. */
  readonly others: number;
}

function importOver(
  state: CState,
  { from, to, source, shares, others }: Importing,
  options: Options,
  tariff: AtomicTariff,
  funds: SpendableSet,
): DraftOf<'C'> {
  const { network } = state;
  const must = included(options.include ?? [], funds);
  const free = othersThan(must, funds, options);
  const economic = free.filter((coin) => coin.value > 0n);
  const frame = {
    type: ImportTx.name,
    networkID: network.networkID,
    blockchainID: network.chains.C.blockchainID,
    sourceChain: source.blockchainID,
  };
  const outputsOf = (most: bigint) =>
    shares
      .map(
        ({ address, amount }): EVMOutput => ({
          address,
          amount: amount === 'max' ? most : amount,
          assetID: network.avaxAssetID,
        }),
      )
      .sort((a, b) => compareBytes(a.address, b.address));
  const base = atomicGasOf({ ...frame, importedInputs: [], outputs: outputsOf(1n) });
  const importedInputs = must.map((coin) => inputOf(coin) as TransferableInput);
  const bytes = signedSizeOf({ ...frame, importedInputs, outputs: outputsOf(1n) });
  const room = (options.maxBytes ?? Number.POSITIVE_INFINITY) - bytes;
  const fitting = worthiest(economic)({
    weight: Number(tariff.cap - base - weightOf(must)),
    bytes: room,
  });
  const isNone = must.length + fitting.length === 0;
  const offered = isNone ? economic.slice(0, 1) : fitting;
  const taken = worthwhile(offered, base + weightOf([...must, ...offered]), tariff.price);
  const spent = inOrder([...must, ...taken]);
  const gas = base + weightOf(spent);
  verifyWeight(gas, { unit: 'gas', cap: tariff.cap }, spent.length);
  const fee = atomicFeeOf(gas, tariff.price);
  const have = spent.reduce((sum, { amount }) => sum + amount, 0n);
  const given = shares.reduce((sum, { amount }) => (amount === 'max' ? sum : sum + amount), 0n);
  const most = have - given - fee;
  // With nothing to import, what is needed is what one input would cost.
  if (most <= 0n || spent.length === 0) {
    const least = spent.length > 0 ? fee : atomicFeeOf(base + importedInputGas(1), tariff.price);
    throw insufficient(network, network.avaxAssetID, given + least + 1n, [funds], from);
  }
  verifySum(have);
  return assemble(
    state,
    {
      unsignedTx: {
        ...frame,
        importedInputs: spent.map((coin) => inputOf(coin) as TransferableInput),
        outputs: outputsOf(most),
      },
      slots: spent.map(slotOf),
      fee: { total: fee, gas, price: tariff.price },
      change: [],
      filled:
        to === undefined
          ? shares.map(({ address }) => ({
              owner: accountOwner(address),
              by: ['to'],
              isAccount: true,
            }))
          : [],
      warnings: warningsFor({
        tooMany: economic.length - offered.length,
        uneconomic: free.length - economic.length + offered.length - taken.length,
        otherAssets: others,
        notVouched: funds.left,
      }),
    },
    options,
  );
}

/**
 * Without coins that bring nothing: each holds more than its own gas costs rounded down, but the fee of all is rounded up.
 * @param gas Of the transaction that spends all of them.
 */
function worthwhile(coins: readonly Coin[], gas: bigint, price: Wei): readonly Coin[] {
  const kept = [...bestFirst(coins)];
  let left = gas;
  for (let last = kept.at(-1); last && kept.length > 1; last = kept.at(-1)) {
    if (last.amount > atomicFeeOf(left, price) - atomicFeeOf(left - last.weight, price)) break;
    left -= last.weight;
    kept.pop();
  }
  return kept;
}

/** Who gets what, each account once. */
function sharesOf(
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
  if (typeof to === 'string') return [{ address: parseAccount(to), amount: 'max' }];
  const shares = toList(to).map((share, i) =>
    within([i], () => {
      checkKeys(share, ['to', 'amount']);
      const { amount } = share;
      if (amount !== 'max' && !isAmount(amount))
        throw new AvalancheError(
          'OutOfRange',
          `must be an amount greater than 0, or 'max', got ${amount}`,
          { value: amount, min: 1, unit: 'nAVAX' },
        ).at('amount');
      return { address: within(['to'], () => parseAccount(share.to)), amount };
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

/** What waits from a chain, priced by the C-chain. */
export function waitingOf(
  state: CState,
  from: ChainName,
  { price }: AtomicTariff,
  options: Options,
): { readonly funds: SpendableSet; readonly others: number } {
  const funds = waitingSetOf(state, from, xTariff(state.network), options);
  const avax = funds.eligible
    .filter(({ isAVAX }) => isAVAX)
    .map((coin): Coin => {
      const weight = importedInputGas(coin.signatureIndices.length);
      return { ...coin, weight, value: coin.amount - (weight * price) / weiPerNAVAX };
    });
  return {
    funds: { ...funds, eligible: bestFirst(avax) },
    others: funds.eligible.length - avax.length,
  };
}

const weightOf = (coins: readonly Coin[]): bigint =>
  coins.reduce((sum, { weight }) => sum + weight, 0n);
