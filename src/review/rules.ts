/**
 * Rules as expectations: what a transaction may do at most. Policies are made of rules, and a reviewed draft gives some (`draftrules.ts`).
 */
import type { Draft } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { ordinaryFee } from '../fee/transactions.ts';
import { parseAddress } from '../network/address.ts';
import { identifyNetwork } from '../network/identity.ts';
import { differenceOf, knownNetworks } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { type Address, addressBytes, type Owner } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { dateText, durationText } from '../text/words.ts';
import { headOf } from '../tx/effects.ts';
import type { Found } from './codes.ts';
import { chainText } from './deeds.ts';
import type { Expectation, GetsTerm, Term } from './expectation.ts';
import type { Parts, Reader } from './known.ts';
import type { PolicyRules, ReceiverRule } from './policyrules.ts';
import { accountKey, created, receiverKey, validationKey } from './receivers.ts';

/**
 * Returns what a policy expects of a transaction: at most what its rules name.
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

/** Returns the limits by asset. */
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

/** Whether two terms name the same receiver in the same place, one with a limit and one without, which would void the limit. */
const contradicts = (a: GetsTerm, b: GetsTerm): boolean =>
  a.what === b.what &&
  !a.amounts !== !b.amounts &&
  (!a.at || !b.at || a.at.some((place) => b.at!.includes(place)));

function keyOf(
  receiver: Address | Owner,
  stakeableUntil: bigint | undefined,
  network: Network,
): string {
  if (typeof receiver === 'string') {
    if (receiver.startsWith('0x')) return accountKey(formatHex(parseAccount(receiver)));
    if (!receiver.includes('-')) return validationKey(formatID(parseID(receiver)));
  }
  const bytes = (address: Address): Uint8Array =>
    typeof address === 'string'
      ? parseAddress(address, network).bytes
      : addressBytes(address, network.chains.P, network);
  if (typeof receiver === 'string' || receiver instanceof Uint8Array)
    return receiverKey({ threshold: 1, addresses: [bytes(receiver)] }, stakeableUntil);
  const addresses = receiver.addresses.map((address, i) =>
    within(['addresses', i], () => bytes(address)),
  );
  return receiverKey({ ...receiver, addresses }, stakeableUntil);
}

/** Returns the id of a chain from its letter or CB58. */
function chainID(chain: string, { chains }: Network): Uint8Array {
  const known = Object.hasOwn(chains, chain) ? chains[chain as keyof typeof chains] : undefined;
  return known?.blockchainID ?? parseID(chain);
}

/** Returns the parameters of the network of the rules. */
export const networkOfRules = ({ network }: PolicyRules, reader: Reader): Network | undefined =>
  typeof network === 'object'
    ? network
    : [...knownNetworks, reader.network].find(
        (known) => known && (known.name === network || known.networkID === network),
      );

/** Returns the finding for a transaction or draft of another network than that of the rules. */
export function networkFindings(
  { draft, tx }: Pick<Parts, 'draft' | 'tx'>,
  rules: PolicyRules,
  reader: Reader,
): readonly Found[] {
  const found = draft
    ? draftNetworkProblem(draft, rules)
    : txNetworkProblem(headOf(tx).networkID, rules, reader);
  return found
    ? [
        {
          code: 'NetworkNotAllowed',
          kind: 'different',
          path: found.path,
          found: { text: found.detail },
        },
      ]
    : [];
}

interface Problem {
  readonly path: string;
  readonly detail: string;
}

function draftNetworkProblem(
  { network }: Draft,
  { network: needed }: PolicyRules,
): Problem | undefined {
  const { name, networkID } = network;
  if (typeof needed === 'object') {
    const different = differenceOf(network, needed) ?? differenceOf(needed, network);
    const path = ['network', ...(different ?? [])].join('.');
    const detail = `${name} (${networkID}) differs from the network of the policy`;
    return different && { path, detail };
  }
  const known = knownNetworks.find(
    ({ name, networkID }) => name === needed || networkID === needed,
  );
  const isSame = known
    ? networkID === known.networkID && name === known.name
    : needed === name || needed === networkID;
  return isSame
    ? undefined
    : { path: 'network', detail: `${name} (${networkID}), ${needed} is needed` };
}

/** A transaction names its network by id only. */
function txNetworkProblem(
  networkID: number | undefined,
  rules: PolicyRules,
  reader: Reader,
): Problem | undefined {
  const { network: needed } = rules;
  const wanted =
    networkOfRules(rules, reader)?.networkID ?? (typeof needed === 'number' ? needed : undefined);
  if (networkID === undefined || networkID === wanted) return undefined;
  const name = typeof needed === 'object' ? needed.name : needed;
  return {
    path: 'networkID',
    detail: `${identifyNetwork(networkID).name} (${networkID}), ${name} is needed`,
  };
}

/** Describes the age of a draft and the limit. The age is negative if the draft is ahead of the reader's clock. */
const ageText = (age: bigint, maxAge: bigint): string =>
  age < 0n
    ? `its time is ${durationText(-age)} ahead, at most ${durationText(maxAge)} is allowed`
    : `${durationText(age)} old, at most ${durationText(maxAge)} is allowed`;

/**
 * Returns the findings of the time limits.
 * @throws {AvalancheError} `MissingState`: a limit without the reader's time.
 */
export function timeFindings(
  draft: Draft | undefined,
  { maxAge, until }: PolicyRules,
  { time: now }: Reader,
): readonly Found[] {
  if (maxAge === undefined && until === undefined) return [];
  if (now === undefined)
    throw new AvalancheError('MissingState', 'is needed for a limit of time', { what: 'time' }).at(
      'time',
    );
  const expired = (text: string): Found => ({
    code: 'Expired',
    kind: 'different',
    path: 'time',
    found: { text },
  });
  const age = draft && now - draft.time;
  return [
    ...(maxAge === undefined
      ? []
      : age === undefined
        ? [expired('a transaction does not contain the time when it was built')]
        : age > maxAge || -age > maxAge
          ? [expired(ageText(age, maxAge))]
          : []),
    ...(until !== undefined && now >= until
      ? [expired(`it was good until ${dateText(until)}`)]
      : []),
  ];
}
