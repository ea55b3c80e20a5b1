import type { ChainName } from '../chain/kinds.ts';
import type { Draft } from '../draft/draft.ts';
import { within } from '../errors.ts';
import { inputComplexity } from '../fee/complexity.ts';
import { intrinsic } from '../fee/table.ts';
import { feeOf, tariffOf, weightOf } from '../fee/tariff.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { blockchainOf, type State } from '../state/state.ts';
import type { UTXO } from '../state/utxo.ts';
import { equalBytes } from '../text/bytes.ts';
import { assemble } from './assemble.ts';
import { changeOwner } from './change.ts';
import { included, insufficient, purseOf } from './coins.ts';
import { checkKeys, checkOptions, type Options } from './intent.ts';
import { peerOf } from './peer.ts';
import { makePlan, mostOf } from './plan.ts';
import { leftBehind } from './send.ts';

/** Everything that another chain exported. */
export interface ImportIntent {
  readonly from: ChainName;
  /** Gets all of it; without it, whoever gets change. */
  readonly to?: Owner | Address;
}

/**
 * A draft that imports what waits from another chain, as much as one transaction holds. The fee comes from imported
 * AVAX, and what that lacks from UTXOs of the chain. `include` and `exclude` are of what waits; `exclude` also of
 * the chain’s.
 * @throws {CodecError} As `buildBaseTx`; `WrongChain`: no chain that it can import from; `Insufficient`: also when nothing waits.
 */
export function buildImportTx(state: State, intent: ImportIntent, options: Options = {}): Draft {
  checkKeys(intent, ['from', 'to']);
  checkOptions(options);
  const { network } = state;
  const source = within(['from'], () => peerOf(state, intent.from));
  const to =
    intent.to === undefined
      ? undefined
      : within(['to'], () => outputOwners(intent.to!, blockchainOf(state), network));
  const tariff = within(['state'], () => tariffOf(state));
  const imports: Partial<Record<ChainName, readonly UTXO[]>> = state.imports ?? {};
  const place = ['state', 'imports', intent.from];
  const waiting = purseOf(state, tariff, imports[intent.from] ?? [], place, options.exclude);
  const local = purseOf(state, tariff, state.utxos, ['state', 'utxos'], options.exclude);
  const chosen = included(options.include ?? [], waiting);
  const named = new Set(chosen);
  const others = waiting.coins.filter((coin) => !named.has(coin));
  const worthy = others.filter((coin) => coin.value > 0n);
  const base = intrinsic[state.chain === 'P' ? 'platformvm.ImportTx' : 'avm.ImportTx'];
  if (chosen.length + worthy.length === 0) {
    const weight = weightOf(base, tariff) + weightOf(inputComplexity(1), tariff);
    throw insufficient(network.avaxAssetID, feeOf(weight, tariff), [waiting]);
  }
  const isLocal = new Set(local.coins);
  const { plan, taken } = mostOf(worthy, tariff, (coins) =>
    makePlan(
      {
        base,
        outputs: [],
        must: [...chosen, ...coins],
        pool: local.coins,
        restOwner: (_, spent) => {
          const topUp = spent.filter((coin) => isLocal.has(coin));
          if (topUp.length > 0) return changeOwner(state, options, topUp);
          return to ?? changeOwner(state, options, spent);
        },
        short: (assetID, needed) => insufficient(assetID, needed, [waiting, local]),
      },
      tariff,
      network.avaxAssetID,
    ),
  );
  const inputs = plan.spent.filter((coin) => isLocal.has(coin));
  const isChange = ({ assetID }: { readonly assetID: Uint8Array }) =>
    inputs.length > 0 && equalBytes(assetID, network.avaxAssetID);
  return assemble(
    state,
    tariff,
    plan,
    {
      type: 'ImportTx',
      inputs,
      importedInputs: plan.spent.filter((coin) => !isLocal.has(coin)),
      outputs: plan.rests.filter((rest) => !isChange(rest)),
      change: plan.rests.filter(isChange),
      peer: source.blockchainID,
      warnings: leftBehind(worthy.slice(taken), others.length - worthy.length),
    },
    options,
  );
}
