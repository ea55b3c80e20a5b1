import { AvalancheError, within } from '../../errors/error.ts';
import { ordinaryFee } from '../../fee/transactions.ts';
import { parseAddress } from '../../network/address.ts';
import type { Network } from '../../network/network.ts';
import { chainText } from '../../review/deeds.ts';
import type { Expectation, GetsTerm, Term } from '../../review/expectation.ts';
import { accountKey, created, receiverKey, validationKey } from '../../review/receivers.ts';
import { type Address, addressBytes, type Owner } from '../../state/owner.ts';
import { parseAccount } from '../../text/account.ts';
import { formatHex } from '../../text/hex.ts';
import { formatID, parseID } from '../../text/id.ts';
import type { PolicyRules, ReceiverRule } from './rules.ts';

/**
 * What a policy expects of a transaction: at most what its rules name.
 * @throws {AvalancheError} Under `policy` and the rule: as `parseAddress`, `parseID`; `Duplicate`: an asset under two names, or a receiver
 *   that is listed with a limit and without.
 */
export function expectationOfRules(rules: PolicyRules, network: Network): Expectation {
  const { to = [], items = [], chains, nonces, fields = {}, amounts = {} } = rules;
  const { maxFee = ordinaryFee, inputs = 'proven', evidence, own, types, authorities } = rules;
  const listed = (
    by: 'nodeIDs' | 'authorities' | 'chains' | 'nonces',
    allowed: readonly string[] | undefined,
  ): readonly Term[] => (allowed ? [{ is: 'field', as: by, by, allows: allowed }] : []);
  return within(['policy'], () => ({
    exact: false,
    terms: [
      ...within(['to'], () => termsOf(to, network, 'to')),
      ...items.map(({ to: its, type: what, assetID: asset, ...item }, i): Term => {
        const as = `items[${i}]`;
        const receivers =
          its && within(['items', i, 'to'], () => termsOf(its, network, `${as}.to`));
        return { is: 'item', as, what, asset, ...item, ...(receivers && { to: receivers }) };
      }),
      ...listed('nodeIDs', rules.nodeIDs),
      ...listed('authorities', authorities),
      ...listed(
        'chains',
        chains?.map((of, i) =>
          within(['chains', i], () => chainText(chainID(of, network), network)),
        ),
      ),
      ...listed(
        'nonces',
        nonces &&
          Object.entries(nonces).map(([account, nonce]) => `${account.toLowerCase()} ${nonce}`),
      ),
      ...Object.entries(fields).map(
        ([at, allows]): Term => ({
          is: 'field',
          as: `fields.${at}`,
          by: 'fields',
          at: [at],
          allows,
        }),
      ),
    ],
    ...(types && { types }),
    ...(own && { own }),
    ...(evidence && { evidence }),
    ...(authorities && { authorities }),
    inputs,
    amounts: amountsOf(amounts, network),
    maxFee,
  }));
}

/** Limits by CB58. */
function amountsOf(
  amounts: Readonly<Record<string, bigint>>,
  network: Network,
): Record<string, bigint> {
  const all: Record<string, bigint> = {};
  for (const [asset, limit] of Object.entries(amounts))
    within(['amounts', asset], () => {
      const id =
        asset === created
          ? created
          : asset === 'AVAX'
            ? formatID(network.avaxAssetID)
            : formatID(parseID(asset));
      if (Object.hasOwn(all, id))
        throw new AvalancheError('Duplicate', 'the asset is named twice, with two limits');
      all[id] = limit;
    });
  return all;
}

function termsOf(
  to: readonly (Address | Owner | ReceiverRule)[],
  network: Network,
  as: string,
): readonly GetsTerm[] {
  const terms = to.map((of, i) =>
    within([i], (): GetsTerm => {
      const isRule = typeof of === 'object' && 'to' in of;
      const rule: ReceiverRule = isRule ? of : { to: of };
      const what = within(isRule ? ['to'] : [], () => keyOf(rule.to, rule.stakeableUntil, network));
      return {
        is: 'gets',
        as: `${as}[${i}]`,
        what,
        text: what,
        ...(rule.at && { at: rule.at }),
        ...(rule.amounts && { amounts: amountsOf(rule.amounts, network) }),
      };
    }),
  );
  terms.forEach((of, i) => {
    if (terms.slice(0, i).some((before) => contradicts(before, of)))
      throw new AvalancheError(
        'Duplicate',
        'the receiver is listed twice, once with a limit and once without',
      ).at(i);
  });
  return terms;
}

/** Whether two terms are about one receiver in one place, and only one has a limit: without it that limit would limit nothing. */
const contradicts = (a: GetsTerm, b: GetsTerm): boolean =>
  a.what === b.what &&
  !a.amounts !== !b.amounts &&
  (!a.at || !b.at || a.at.some((place) => b.at!.includes(place)));

function keyOf(of: Address | Owner, stakeableUntil: bigint | undefined, network: Network): string {
  if (typeof of === 'string') {
    if (of.startsWith('0x')) return accountKey(formatHex(parseAccount(of)));
    if (!of.includes('-')) return validationKey(formatID(parseID(of)));
  }
  const bytes = (address: Address): Uint8Array =>
    typeof address === 'string'
      ? parseAddress(address, network).bytes
      : addressBytes(address, network.chains.P, network);
  if (typeof of === 'string' || of instanceof Uint8Array)
    return receiverKey({ threshold: 1, addresses: [bytes(of)] }, stakeableUntil);
  const addresses = of.addresses.map((address, i) =>
    within(['addresses', i], () => bytes(address)),
  );
  return receiverKey({ ...of, addresses }, stakeableUntil);
}

/** The id of a chain, by its letter or as text. */
function chainID(chain: string, { chains }: Network): Uint8Array {
  const known = Object.hasOwn(chains, chain) ? chains[chain as keyof typeof chains] : undefined;
  return known?.blockchainID ?? parseID(chain);
}
