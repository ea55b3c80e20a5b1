/**
 * The review: compares everything that a transaction does (its deeds, see `deeds.ts`) with what was expected of it. Deeds that
 * neither an expectation nor returning change explains become findings. `explain` and policies are built on this one
 * comparison.
 */

import { ordinaryFee, xTariff } from '../fee/transactions.ts';
import { identifyNetwork } from '../network/identity.ts';
import { fuji, knownNetworks, mainnet } from '../network/known.ts';
import { outputOwners } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { headOf } from '../tx/effects.ts';
import { ownerKey } from '../tx/owner.ts';
import { type Finding, type FindingCode, type Found, findingCodes, type Level } from './codes.ts';
import {
  type BurnDeed,
  chainText,
  type Deed,
  deedsOf,
  type ItemDeed,
  type ReceiptDeed,
} from './deeds.ts';
import { type Expectation, expected } from './expectation.ts';
import { comparisonOf, type JudgeContext, type ReviewContext } from './expected.ts';
import { checkReader, type Known, knownOf, type Reviewable, withParts } from './known.ts';
import { pairedFindings } from './pairs.ts';
import { type Purpose, receiverKey } from './receivers.ts';
import { isRight, type Return, returnsOf } from './returns.ts';
import { explained, type Open } from './terms.ts';

/**
 * Reviews a transaction: finds what it does that neither an expectation nor returning change explains, and what was expected but is
 * not done. A claim that only the maker of a draft makes never removes a finding.
 * @param of A draft, a transaction, or the result of `open` for one.
 * @param context What the reader knows, and what is expected: an intent, a reviewed draft or a policy.
 * @returns The findings, most serious first. With an intent: first false claims of the draft, then findings in the order of the
 *   intent's fields. An empty list means that the transaction does what is expected.
 * @throws {AvalancheError} `MissingState`: the network is not known; `Unsupported`: an opened value that is not a transaction;
 *   `BadArgument`: `expect` is none of what it can be; as the parsers of addresses and owners for `own`, `authorities` and `change`; with
 *   the path in an intent, as its builder.
 * @example
 * const tx = open('0x000000000013000000006553f10000000000');
 * review(tx, { network: fuji }); // []
 * const expect = { type: 'CreateSubnetTx', owner: 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p' } as const;
 * review(tx, { network: fuji, expect }).map(({ code }) => code); // ['TypeNotAllowed']
 */
export function review(of: Reviewable, context: ReviewContext = {}): readonly Finding[] {
  checkReader(context);
  return withParts(of, (parts) => {
    const { context: known, instead, more = [] } = comparisonOf(context, parts);
    if (instead) return leveled(instead);
    const { findings } = judge(knownOf(parts, known), known);
    return more.length === 0 ? findings : gravest([...findings, ...leveled(more)]);
  });
}

/** The findings of a review, with the deeds that they are based on. */
export interface Judged {
  readonly findings: readonly Finding[];
  readonly deeds: readonly Deed[];
  /** Deeds that return to the payers, or would if the claim were true or the output not locked. */
  readonly returning: ReadonlySet<Deed>;
}

/** Reviews a transaction from what is known of it. */
export function judge(known: Known, context: JudgeContext): Judged {
  const { expect: of } = context;
  const { tx } = known;
  const deeds = deedsOf(known);
  const none = { deeds, returning: new Set<Deed>() };
  // If the network is only claimed, AVAX and chain letters in the intent have no known meaning.
  if (typeof of === 'function' && known.isNetworkClaimed)
    return { ...none, findings: leveled([networkClaimed(known)], 'danger') };
  const expect = typeof of === 'function' ? expected(of, known) : of;
  const types = expect?.types;
  if (types && !types.some((type) => type === tx.type || type === tx.type.replace(/^\w+\./, ''))) {
    const wrong: Found = {
      code: 'TypeNotAllowed',
      kind: 'different',
      path: 'type',
      meantAt: expect.exact ? 'type' : 'types',
      meant: { text: types.join() },
      found: { text: expect.exact ? tx.type.replace(/^\w+\./, '') : tx.type },
    };
    if (expect.exact) return { ...none, findings: leveled([wrong]) };
    return withType(judgeDeeds(known, expect, context, deeds), wrong);
  }
  return judgeDeeds(known, expect, context, deeds);
}

const withType = (of: Judged, wrong: Found): Judged => ({
  ...of,
  findings: [...leveled([wrong]), ...of.findings],
});

const levels: readonly Level[] = ['danger', 'caution', 'note'];

const leveled = (list: readonly Found[], level?: Level): readonly Finding[] =>
  list.map((of) => ({ ...of, level: level ?? of.level ?? findingCodes[of.code].level }));

/** Sorts findings, the most serious first. */
const gravest = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));

function judgeDeeds(
  known: Known,
  expect: Expectation | undefined,
  context: JudgeContext,
  deeds: readonly Deed[],
): Judged {
  const exact = expect?.exact ?? false;
  const by = explained(deeds, expect ?? { exact: false, terms: [] });
  const { gets, rest } = by;
  const change =
    context.change === undefined
      ? undefined
      : receiverKey(outputOwners(context.change, known.here, known.network));
  const returns = returnsOf(known, { ...expect, change }, gets, rest);
  const ordinary = ordinaryTest(known);
  // A single address may be the reader's if the reader lists no own ones; a shared owner may gain the funds of one.
  const usual = ({ owner }: ReceiptDeed): Level =>
    expect ? 'danger' : known.isSaid || (owner?.addresses.length ?? 0) > 1 ? 'caution' : 'note';
  const others: ReceiptDeed[] = [];
  const back: ReceiptDeed[] = [];
  const findings: Found[] = [];
  for (const one of rest) {
    const how = returns(one);
    if (how === 'back') {
      back.push(one);
      // Change to an expected recipient counts towards its expected amount.
      by.back(one);
    } else if (how === 'other') others.push(one);
    else findings.push(returnFinding(how, one, usual(one), ordinary));
  }
  const unexplained = [...others, ...by.unexplained];
  const head = headFindings(known, expect, context);
  const paired = expect
    ? pairedFindings(
        unexplained,
        exact ? missingIn(by.terms(), gets) : by.terms().filter(({ term }) => term.is === 'gets'),
        exact,
      )
    : [];
  // What is known to differ needs no confirmation.
  const differs = new Set(paired.map(({ meantAt }) => meantAt));
  const found: readonly Found[] = [
    ...contradicted(known),
    ...(expect ? [] : head),
    ...(expect
      ? paired
      : [
          ...unexplained.flatMap((one) => (one.is === 'field' ? [] : (ordinary(one) ?? []))),
          ...weakened(back, known).map((one) => unmeant('WeakenedOwner', one)),
        ]),
    ...findings,
    ...(expect?.choices?.(known, context, back, (as) => differs.has(as)) ?? []),
    ...(expect ? head : []),
    ...deeds.flatMap((one) =>
      one.is === 'burns' ? burnFindings(one, known, expect, context) : [],
    ),
    ...(expect?.amounts
      ? leavingFindings(known, expect.amounts, gets, (of) => returns(of) === 'back')
      : []),
  ];
  const all = leveled(found);
  return {
    deeds,
    returning: new Set([...back, ...findings.flatMap(({ deed }) => deed ?? [])]),
    findings: exact ? all : gravest(all),
  };
}

/** Returns the terms of an exact expectation that are not fulfilled. */
const missingIn = (terms: readonly Open[], gets: readonly ReceiptDeed[]): readonly Open[] => {
  const makes = new Set(gets.map(({ at }) => at));
  return terms.filter(({ term, left, got, isUsed }) =>
    term.as === ''
      ? false
      : term.is === 'gets' && term.least
        ? Object.entries(term.least).some(([asset, n]) => n > (got.get(asset) ?? 0n))
        : left
          ? !isUsed || [...left.values()].some((n) => n > 0n)
          : !isUsed && (term.is === 'field' || makes.has(term.at![0]!)),
  );
};

const graver = (a: Level, b: Level): Level => (levels.indexOf(a) < levels.indexOf(b) ? a : b);

/**
 * Returns the finding for an output that returns with a difference. A mere claim that an owner pays does not lower the level: the
 * level is that of a stranger if that is more serious.
 */
function returnFinding(
  how: Exclude<Return, 'back' | 'other'>,
  deed: ReceiptDeed,
  usual: Level,
  ordinary: (deed: ReceiptDeed) => Found | undefined,
): Found {
  if (how === 'grown') return unmeant('ChangeGrows', deed);
  // A role does not return.
  if (how === 'locked')
    return unmeant(says.includes(deed.for) ? 'PaysLocked' : 'ReturnsLocked', deed);
  const stranger = ordinary(deed);
  const level = stranger
    ? graver(usual, stranger.level ?? findingCodes[stranger.code].level)
    : usual;
  return { ...unmeant('ChangeClaimed', deed), kind: 'unproven', level };
}

/** Finding code by purpose, if there is no expectation. */
const purposeCodes: { readonly [P in Purpose]: FindingCode } = {
  payment: 'PaysOther',
  export: 'PaysOther',
  item: 'PaysOther',
  import: 'ImportElsewhere',
  stake: 'StakeElsewhere',
  rewards: 'RewardsElsewhere',
  refund: 'RefundElsewhere',
  authority: 'AuthorityElsewhere',
};

/** Purposes that transfer no amount now. */
const says: readonly Purpose[] = ['rewards', 'refund', 'authority'];

/** Returns the finding for a deed that leaves the reader, if there is no expectation. Locks and destroyed items are never ordinary. */
function ordinaryTest(known: Known): (deed: ReceiptDeed | ItemDeed) => Found | undefined {
  const { time = 0n, isSaid, isOwn, credits, namesAccounts } = known;
  // If neither the reader nor the payers are known, recipients are only reported as notes.
  const isKnown =
    isSaid || credits.some(({ ownership: { is } }) => is === 'proven' || is === 'supplied');
  const isWeaker = weakerTest(known);
  return (deed) => {
    if (deed.is === 'item')
      return deed.what.endsWith('.BurnOperation') ? unmeant('ItemBurned', deed) : undefined;
    const { owner, account, stakeableUntil = 0n } = deed;
    if (stakeableUntil > time || (owner?.locktime ?? 0n) > time) return unmeant('PaysLocked', deed);
    if (owner && isOwn(owner) && (says.includes(deed.for) || isRight(deed))) return undefined;
    if (isWeaker(deed)) return unmeant('WeakenedOwner', deed);
    const isTold = account ? namesAccounts : isKnown;
    return { ...unmeant(purposeCodes[deed.for], deed), ...(!isTold && { level: 'note' }) };
  };
}

const unmeant = (code: FindingCode, deed: ReceiptDeed | ItemDeed): Found => ({
  code,
  kind: 'unmeant',
  path: deed.path,
  found: deed,
  deed,
});

/** Number of required signatures of an input. The transaction names the signers; for a node their number is the threshold. */
const signersOf = ({ signers, ownership: of }: Known['credits'][number]): number =>
  of.is === 'proven' || of.is === 'supplied' ? Math.max(signers, of.owner.threshold) : signers;

/** Returns the outputs that return to owners with a lower threshold than the inputs had. */
function weakened(back: readonly ReceiptDeed[], { credits }: Known): readonly ReceiptDeed[] {
  const assets = new Set(back.map(({ asset }) => asset));
  return [...assets].flatMap((asset) => {
    const paid = credits.filter((of) => of.asset === asset);
    const most = paid.reduce((all, of) => Math.max(all, signersOf(of)), 0);
    const weak = back.filter((of) => of.asset === asset && (of.owner?.threshold ?? most) < most);
    const sum = (of: readonly { readonly amount: bigint }[]) =>
      of.reduce((all, { amount }) => all + amount, 0n);
    return sum(weak) > sum(paid.filter((of) => signersOf(of) < most)) ? weak : [];
  });
}

/** Tests whether an owner consists of addresses of proven payers whose threshold was higher. */
function weakerTest({ credits }: Known): (of: ReceiptDeed) => boolean {
  const needed = new Map<string, number>();
  for (const { asset, ownership: of } of credits) {
    if (of.is !== 'proven' && of.is !== 'supplied') continue;
    for (const address of of.owner.addresses) {
      const key = `${asset} ${formatHex(address)}`;
      needed.set(key, Math.max(needed.get(key) ?? 0, of.owner.threshold));
    }
  }
  return ({ asset, owner }) =>
    owner !== undefined &&
    owner.addresses.length > 0 &&
    owner.addresses.every(
      (address) => (needed.get(`${asset} ${formatHex(address)}`) ?? 0) > owner.threshold,
    );
}

/** Returns the findings for false claims of a draft. They come first. */
const contradicted = ({ contradictions }: Known): readonly Found[] =>
  contradictions.map(({ path, detail }) => ({
    code: 'Contradicted',
    kind: 'disproved',
    path,
    found: { text: detail },
  }));

const networkClaimed = ({ network }: Known): Found => ({
  code: 'NetworkClaimed',
  kind: 'unproven',
  path: 'networkID',
  found: { text: network.name },
});

function headFindings(
  known: Known,
  expect: Expectation | undefined,
  context: JudgeContext,
): readonly Found[] {
  const { tx, network, isNetworkClaimed, here, credits, unusable } = known;
  const { networkID, blockchainID } = headOf(tx);
  const wanted = context.network?.networkID ?? network.networkID;
  const other = (path: string, meant: string, found: string): Found => ({
    code: 'NetworkNotAllowed',
    kind: 'different',
    path,
    meant: { text: meant },
    found: { text: found },
  });
  return [
    ...(networkID === undefined || networkID === wanted
      ? []
      : [other('networkID', identifyNetwork(wanted).name, identifyNetwork(networkID).name)]),
    ...(!blockchainID || isNetworkClaimed || equalBytes(blockchainID, here.blockchainID)
      ? []
      : [
          other(
            'blockchainID',
            chainText(here.blockchainID, network),
            chainText(blockchainID, network),
          ),
        ]),
    ...(isNetworkClaimed ? [networkClaimed(known)] : []),
    ...unusable().map(
      (text): Found => ({
        code: 'UnusableEvidence',
        kind: 'unproven',
        path: 'evidence',
        found: { text },
      }),
    ),
    ...credits.flatMap((credit, i) => creditFindings(credit, i, known, expect)),
  ];
}

/**
 * Returns the findings about the owners of an input. Everything that leaves is judged as if the reader owned the inputs; a policy can
 * require more.
 */
function creditFindings(
  { ownership: of, of: authority, signers, isAccount }: Known['credits'][number],
  i: number,
  { isSigner }: Known,
  expect: Expectation | undefined,
): readonly Found[] {
  const { inputs = 'claimed', evidence, authorities = [] } = expect ?? {};
  if (inputs === 'claimed' || signers === 0) return [];
  if (authority !== undefined && authorities.includes(authority)) return [];
  const path = `slots[${i}]`;
  const isProven = of.is === 'proven' || of.is === 'supplied';
  const isOwn = of.is === 'claimed' && of.isOwn;
  const unproven = (code: FindingCode): Found => ({ code, kind: 'unproven', path });
  return [
    ...(isProven || isOwn ? [] : [unproven('InputNotProven')]),
    ...(inputs === 'own' && isProven && !isSigner(of.owner, isAccount)
      ? [
          {
            code: 'InputNotOwn',
            kind: 'unmeant',
            path,
            found: { text: ownerKey(of.owner) },
          } as const,
        ]
      : []),
    ...(evidence && !isProven ? [unproven('EvidenceMissing')] : []),
  ];
}

function burnFindings(
  of: BurnDeed,
  { tx, chain, network, isNetworkClaimed }: Known,
  expect: Expectation | undefined,
  context: JudgeContext,
): readonly Found[] {
  const { why, amount, asset } = of;
  if (why === 'balance') return [];
  const base = { path: '', found: { text: '', asset, amount }, deed: of } as const;
  // If the network is only claimed, it is unknown which asset is AVAX.
  if (isNetworkClaimed) return [{ code: 'AssetLost', kind: 'unproven', level: 'caution', ...base }];
  if (why !== 'fee') return [{ code: 'AssetLost', kind: 'unmeant', ...base }];
  // The fees of a custom network in a draft are only claimed, so they are not used.
  const fees = [mainnet, fuji, context.network, ...knownNetworks].find(
    (each) => each?.networkID === network.networkID,
  );
  const ceiling =
    expect?.maxFee ??
    context.maxFee ??
    (chain === 'X' && fees ? xTariff(fees, tx.type).flat : ordinaryFee);
  if (amount <= ceiling) return [];
  const meant = { text: '', asset, amount: ceiling };
  return [{ code: 'FeeTooHigh', kind: 'different', meantAt: 'options.maxFee', meant, ...base }];
}

/** Returns findings for assets of which more leaves than allowed: consumed minus returned amounts. */
function leavingFindings(
  { credits }: Known,
  amounts: Readonly<Record<string, bigint>>,
  gets: readonly ReceiptDeed[],
  isBack: (of: ReceiptDeed) => boolean,
): readonly Found[] {
  const sums = new Map<string, bigint>();
  const add = (asset: string, amount: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const { asset, amount } of credits) if (asset !== undefined) add(asset, amount);
  for (const of of gets) if (of.at === 'outputs' && isBack(of)) add(of.asset, -of.amount);
  return [...sums].flatMap(([asset, amount]): readonly Found[] => {
    const most = amounts[asset] ?? 0n;
    if (amount <= most) return [];
    return [
      {
        code: 'AmountTooHigh',
        kind: 'different',
        path: '',
        meantAt: 'amounts',
        meant: { text: '', asset, amount: most },
        found: { text: '', asset, amount },
      },
    ];
  });
}
