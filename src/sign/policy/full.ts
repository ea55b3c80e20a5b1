import type { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import type { Draft } from '../../draft/draft.ts';
import { draftShape } from '../../draft/shape.ts';
import { checkShape } from '../../errors/arguments.ts';
import { formatPath } from '../../errors/error.ts';
import { formatAddress } from '../../network/address.ts';
import { fuji, mainnet } from '../../network/known.ts';
import type { Chain, Network } from '../../network/network.ts';
import { blockchainOf } from '../../state/state.ts';
import { equalBytes } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { fieldName, type Judged, judgedFields } from './fields.ts';
import { itemVerdicts } from './items.ts';
import { policyOf, type RulesPolicy } from './policyof.ts';
import { created, type Receiver, receiversOf } from './receivers.ts';
import type { FieldRule, ItemRule, PolicyRules, ReceiverRule } from './rules.ts';
import { spentBy } from './spent.ts';

/** What a full policy cannot take from a draft: whose word the signer takes, the fee that may be paid, and limits of time. */
export interface FullPolicyOptions
  extends Pick<
    PolicyRules,
    'own' | 'inputs' | 'evidence' | 'maxFee' | 'device' | 'now' | 'maxAge' | 'until'
  > {}

/**
 * Returns the policy that allows what a draft does, and less: every rule that applies to it is set, and amounts are upper limits. Make it of
 * a draft that was reviewed or that the signer built from the intent; it then judges drafts that come back from others. Co-signers, coins
 * and change may differ as `own` and `inputs` allow. `diff` compares a draft with the intent exactly.
 * @param options `own` names whose the change must be; `maxFee` is that of the draft if omitted, in nAVAX.
 * @throws {AvalancheError} As `policyOf`.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { buildBaseTx } from 'avalanche-tx/build';
 * const state = parseState(readFileSync('examples/intents/states/P.json', 'utf8'));
 * const [alice] = state.from;
 * const to = 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
 * const reviewed = buildBaseTx(state, { outputs: [{ to, amount: 5n }] }, { change: alice });
 * const { rules } = fullPolicyOf(reviewed, { own: [alice], maxFee: 2_000_000n });
 * rules.to; // [{ to: 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p', amounts: { AVAX: 5n }, at: ['outputs'] }]
 * rules.amounts; // { AVAX: 2_000_005n }
 */
export function fullPolicyOf(draft: Draft, options: FullPolicyOptions = {}): RulesPolicy {
  checkShape(draft, draftShape, 'draft');
  checkShape(options, 'an object', 'options');
  const { unsignedTx, network, fee } = draft;
  const { maxFee = fee.total } = options;
  const receivers = receiversOf(draft);
  const items = itemVerdicts(draft, [], receivers, new Map());
  const issued = new Set(items.flatMap((of) => of.receivers));
  const judged = judgedFields(unsignedTx);
  const textsOf = (by: 'nodeIDs' | 'authorities') => [
    ...new Set(judged.flatMap((of) => (of.by === by ? [of.text] : []))),
  ];
  return policyOf({
    // Drafts cannot change the parameters of these two.
    network: [mainnet, fuji].some((of) => of.networkID === network.networkID)
      ? network.networkID
      : network,
    inputs: 'proven',
    ...options,
    to: receiverRules(
      receivers.filter((of) => !issued.has(of)),
      draft,
    ),
    amounts: amountsWith(draft, maxFee),
    maxFee,
    types: [unsignedTx.type],
    nodeIDs: textsOf('nodeIDs'),
    authorities: textsOf('authorities'),
    chains: judged.flatMap((of) => (of.by === 'chains' ? [chainName(of.text, network)] : [])),
    items: items.map(({ item: { path: _, ...of }, receivers: to }): ItemRule => {
      return { ...of, to: receiverRules(to, draft) };
    }),
    nonces: Object.fromEntries(
      judged.flatMap((of) => (of.by === 'nonces' ? [[of.text, of.nonce]] : [])),
    ),
    fields: fieldRules(judged),
  });
}

/** What leaves, with the highest fee instead of the draft's. */
function amountsWith(draft: Draft, maxFee: bigint): Record<string, bigint> {
  const spent = spentBy(draft).map(({ name, amount }) => [name, amount] as const);
  const { AVAX = 0n, ...others } = Object.fromEntries(spent) as Record<string, bigint>;
  return { AVAX: AVAX - draft.fee.total + maxFee, ...others };
}

/** An owner as it is written: one address as it is. */
function wholeOwner(
  { threshold, addresses, locktime }: OutputOwners,
  chain: Chain,
  network: Network,
): ReceiverRule['to'] {
  const names = addresses.map((address) => formatAddress(chain, address, network));
  return names.length === 1 && threshold === 1 && locktime === 0n
    ? names[0]!
    : { addresses: names, threshold, ...(locktime > 0n && { locktime }) };
}

/** Each receiver with all that it gets in each field. */
function receiverRules(receivers: readonly Receiver[], draft: Draft): readonly ReceiverRule[] {
  const { network } = draft;
  const chain = blockchainOf(draft);
  const rules = new Map<string, ReceiverRule>();
  for (const of of receivers) {
    const at = placeOf(of);
    const { owner, text, stakeableUntil, assetID, amount } = of;
    const had = rules.get(`${at} ${of.key}`)?.amounts ?? {};
    const asset = assetID === created ? created : assetName(assetID, network);
    rules.set(`${at} ${of.key}`, {
      to: owner ? wholeOwner(owner, chain, network) : text,
      ...(stakeableUntil !== undefined && { stakeableUntil }),
      amounts: amount > 0n ? { ...had, [asset]: (had[asset] ?? 0n) + amount } : had,
      at: [at],
    });
  }
  return [...rules.values()];
}

/** The place of a receiver: that of outputs and items depends on their order. */
const placeOf = ({ place }: Receiver): string =>
  place[0] === 'validators' ? formatPath(place) : fieldName(place);

const assetName = (assetID: Uint8Array, { avaxAssetID }: Network): string =>
  equalBytes(assetID, avaxAssetID) ? 'AVAX' : formatID(assetID);

const chainName = (id: string, { chains }: Network): string =>
  Object.entries(chains).find(([, of]) => formatID(of.blockchainID) === id)?.[0] ?? id;

/** The value of each field: by its place, if several elements of a list have it. */
function fieldRules(judged: readonly Judged[]): Record<string, FieldRule> {
  const fields = judged.flatMap((of) => (of.by === 'fields' ? [of] : []));
  const names = fields.map(({ path }) => fieldName(path));
  return Object.fromEntries(
    fields.map(({ path, value }, i) => {
      const isAlone = names.filter((name) => name === names[i]).length === 1;
      return [isAlone ? names[i]! : formatPath(path), value];
    }),
  );
}
