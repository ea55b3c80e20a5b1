/**
 * What a victim would lose if a promise of the documentation did not hold: a draft that somebody else made of the victim's own intent, changed
 * in one thing. Each is built as the honest one is, so that no check of form objects.
 */

import { describe, expect, it } from 'vitest';
import { build } from '../../src/builder/build.ts';
import type { BuildOptions } from '../../src/builder/intent.ts';
import type { Intent } from '../../src/builder/intents/table.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { explain, textOf } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import {
  digestsOf,
  evmAddressOf,
  formatDraft,
  parseDraft,
  policyOf,
  sign,
} from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { type Base, basesOf } from '../support/attack/bases.ts';
import { mallory, payee, victim } from '../support/attack/people.ts';
import { differences } from '../support/differences.ts';
import { warp } from '../support/parents.ts';
import { asset, key, now } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const bases = new Map(basesOf(1).map((of) => [of.name, of]));
const far = 4_070_908_800n;
const thief = mallory.shortID;
const [one, two] = victim.addresses;
const addressOf = (chain: 'P' | 'X') => mallory.address(chain, fuji);
const otherNode = formatNodeID(new Uint8Array(20).fill(66));
const half = (n: bigint) => n / 2n;

/** Fields of any intent. */
// biome-ignore lint/suspicious/noExplicitAny: intents of every type.
type Meant = any;
/** What is changed of the intent, or of the options, before the draft is built. */
type Theft = (intent: Meant) => {
  readonly [field: string]: unknown;
  readonly options?: BuildOptions;
};

const first = (list: readonly object[], more: object) =>
  list.map((of, i) => (i === 0 ? { ...of, ...more } : of));
const last = (list: readonly object[], more: object) =>
  list.map((of, i) => (i === list.length - 1 ? { ...of, ...more } : of));

const told = {
  type: 'message.RegisterL1Validator',
  subnetID: asset(33),
  nodeID: new Uint8Array(20).fill(5),
  blsPublicKey: provePossession(new Uint8Array(32).fill(1)).publicKey,
  expiry: now + 3600n,
  remainingBalanceOwner: { threshold: 1, addresses: [thief] },
  disableOwner: victim.shared,
  weight: 10n,
} as const;

/** What is lost, what is meant, what is done, what the comparison with the intent says, and what the explanation tells without it. */
const losses: readonly (readonly [string, string, Theft, string, string | RegExp])[] = [
  [
    'half of a payment, which reaches Mallory beside the payee',
    'P pays',
    ({ outputs: [of, ...rest] }) => ({
      outputs: [
        { ...of, amount: half(of.amount) },
        { to: thief, amount: half(of.amount) },
        ...rest,
      ],
    }),
    'ReceiverNotAllowed',
    addressOf('P'),
  ],
  [
    'a payment twice, because the payee cannot touch the first one before 2099',
    'P pays',
    ({ outputs }) => ({
      outputs: first(outputs, { to: { addresses: [payee], threshold: 1, locktime: far } }),
    }),
    'ReceiverNotAllowed',
    /PaysLocked/,
  ],
  [
    'fifteen units of gold that go along with five',
    'P pays',
    ({ outputs }) => ({
      outputs: outputs.map((of: Meant) => (of.assetID ? { ...of, amount: 20n } : of)),
    }),
    'ReceiverAmountDiffers',
    /20 units of/,
  ],
  [
    'the hold over a grant that was to be staked only, and is free at once',
    'P pays',
    ({ outputs }) => ({ outputs: last(outputs, { stakeableUntil: undefined }) }),
    'ReceiverNotAllowed',
    /0\.5 AVAX\n/,
  ],
  [
    'a grant that was for a month, and can only be staked until 2099',
    'P pays',
    ({ outputs }) => ({ outputs: last(outputs, { stakeableUntil: far }) }),
    'ReceiverNotAllowed',
    /PaysLocked/,
  ],
  [
    'the agreement of two, because one of the three can spend what comes back',
    'P pays',
    () => ({ options: { change: { ...victim.shared, threshold: 1 } } }),
    'ReceiverNotAllowed',
    /ChangeElsewhere/,
  ],
  [
    'the agreement of her partners, one of whom is Mallory from now on',
    'P pays',
    () => ({ options: { change: { addresses: [one!, two!, thief], threshold: 2 } } }),
    'ReceiverNotAllowed',
    addressOf('P'),
  ],
  [
    'her credit at the exchange, which reads the number of Mallory’s order',
    'X pays',
    () => ({ memo: 'order 8' }),
    'FieldNotAllowed',
    /order 8/,
  ],
  [
    'an export to another chain, on which the payee has no key',
    'P exports',
    () => ({ to: 'C' }),
    'ChainNotAllowed',
    /C-chain/,
  ],
  [
    'an export that waits for its owner until 2099',
    'X exports',
    ({ outputs }) => ({
      outputs: first(outputs, { to: { addresses: [payee], threshold: 1, locktime: far } }),
    }),
    'ReceiverNotAllowed',
    /PaysLocked/,
  ],
  [
    'an import, which whoever is first can take: she or Mallory',
    'P imports',
    () => ({ to: { addresses: [victim.alone, thief], threshold: 1 } }),
    'ReceiverNotAllowed',
    addressOf('P'),
  ],
  [
    'an import, which nobody can spend without Mallory',
    'X imports',
    () => ({ to: { addresses: [victim.alone, thief], threshold: 2 } }),
    'ReceiverNotAllowed',
    addressOf('X'),
  ],
  [
    'a subnet that any of four owners can give away alone',
    'P creates a subnet',
    () => ({ owner: { addresses: [...victim.addresses, thief], threshold: 1 } }),
    'ReceiverNotAllowed',
    addressOf('P'),
  ],
  [
    'a subnet for which nobody can act before 2099',
    'P creates a subnet',
    () => ({ owner: { ...victim.shared, locktime: far } }),
    'ReceiverNotAllowed',
    /The right to change or end it for .* cannot be used freely/,
  ],
  [
    'a chain whose genesis gives all tokens to Mallory',
    'P creates a chain',
    () => ({ genesis: new Uint8Array(30).fill(4) }),
    'FieldNotAllowed',
    /Genesis/,
  ],
  [
    'a chain that runs Mallory’s virtual machine',
    'P creates a chain',
    () => ({ vm: asset(6) }),
    'FieldNotAllowed',
    formatID(asset(6)),
  ],
  [
    'the majority of a subnet, because one validator weighs a hundred times as much',
    'P adds',
    () => ({ weight: 500n }),
    'FieldNotAllowed',
    /500/,
  ],
  [
    'control over who validates, for a year instead of a month',
    'P adds',
    () => ({ end: now + days(300) }),
    'FieldNotAllowed',
    /300 days/,
  ],
  [
    'her own validator, removed in place of Mallory’s',
    'P removes',
    () => ({ nodeID: otherNode }),
    'NodeNotAllowed',
    otherNode,
  ],
  [
    'a subnet that she sells to Bob, and Mallory owns with him',
    'P transfers',
    () => ({ owner: { addresses: [payee, thief], threshold: 1 } }),
    'ReceiverNotAllowed',
    addressOf('P'),
  ],
  [
    'what others pay for delegating to her node',
    'P validates',
    () => ({ delegationRewardsOwner: thief }),
    'ReceiverNotAllowed',
    /RewardsElsewhere/,
  ],
  [
    'her stake, which returns to Mallory',
    'P validates',
    () => ({ stakeReturnOwner: thief }),
    'ReceiverNotAllowed',
    /StakeElsewhere/,
  ],
  [
    'all delegations, because her node keeps everything that they earn',
    'P validates',
    () => ({ delegationFee: '100%' }),
    'FieldNotAllowed',
    /100%/,
  ],
  [
    'a year without her stake',
    'P validates',
    () => ({ end: now + days(300) }),
    'FieldNotAllowed',
    /300 days/,
  ],
  [
    'the reward of her node, for which Mallory’s key signs',
    'P validates',
    ({ node }) => {
      const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(13));
      const nodePOP = {
        publicKey: formatHex(publicKey),
        proofOfPossession: formatHex(proofOfPossession),
      };
      return { node: { ...node, nodePOP } };
    },
    'FieldNotAllowed',
    formatHex(provePossession(new Uint8Array(32).fill(13)).publicKey),
  ],
  [
    'an AVAX more that is staked than she wanted to miss',
    'P delegates',
    ({ amount }) => ({ amount: amount + 1_000_000_000n }),
    'FieldNotAllowed',
    /5\.5 AVAX/,
  ],
  [
    'the fee of a delegation to Mallory’s node',
    'P delegates',
    () => ({ nodeID: otherNode }),
    'NodeNotAllowed',
    otherNode,
  ],
  [
    'a validator that Mallory can stop and change',
    'P renews',
    () => ({ validatorAuthority: thief }),
    'ReceiverNotAllowed',
    /AuthorityElsewhere/,
  ],
  [
    'every reward, because all of it is staked again',
    'P renews',
    () => ({ autoCompound: '100%' }),
    'FieldNotAllowed',
    /100%/,
  ],
  [
    'a validator that ends after this period',
    'P configures',
    () => ({ period: 'stop' }),
    'FieldNotAllowed',
    /^End validator/,
  ],
  [
    'what is left of the second validator’s balance',
    'P converts',
    ({ validators }) => ({ validators: last(validators, { remainingBalanceOwner: thief }) }),
    'ReceiverNotAllowed',
    /RefundElsewhere/,
  ],
  [
    'her L1, whose validators Mallory’s contract chooses',
    'P converts',
    () => ({ managerAddress: evmAddressOf(mallory) }),
    'ReceiverNotAllowed',
    evmAddressOf(mallory),
  ],
  [
    'her second validator, which Mallory can switch off',
    'P converts',
    ({ validators }) => ({ validators: last(validators, { deactivationOwner: thief }) }),
    'ReceiverNotAllowed',
    /AuthorityElsewhere/,
  ],
  [
    'a third of the votes, because validators do not weigh the same',
    'P converts',
    ({ validators }) => ({ validators: first(validators, { weight: 18n }) }),
    'FieldNotAllowed',
    /18/,
  ],
  [
    'the balance of an L1 validator, which a message of Mallory’s returns to Mallory',
    'P registers',
    () => ({ message: warp(told) }),
    'FieldNotAllowed',
    /RefundElsewhere/,
  ],
  [
    'her L1 validator, whose weight becomes nothing',
    'P weighs',
    () => ({
      message: warp({
        type: 'message.L1ValidatorWeight',
        validationID: asset(31),
        nonce: 1n,
        weight: 0n,
      }),
    }),
    'FieldNotAllowed',
    /[Rr]emove/,
  ],
  [
    'what she puts on the balance of Mallory’s validation',
    'P fills',
    () => ({ validationID: asset(66) }),
    'ReceiverNotAllowed',
    formatID(asset(66)),
  ],
  [
    'the worth of her asset, of which Mallory can make more',
    'X creates an asset',
    ({ initial: { fungible, ...rest } }) => ({
      initial: { ...rest, fungible: { ...fungible, minters: [victim.shared, thief] } },
    }),
    'ItemNotAllowed',
    addressOf('X'),
  ],
  [
    'the dog, given away in place of the cat',
    'X operates',
    ({ operations }) => ({
      operations: operations.map((of: Meant) =>
        of.type === 'transferNFT' ? { ...of, payload: 'dog' } : of,
      ),
    }),
    'ItemNotAllowed',
    /"dog"/,
  ],
  [
    'the rareness of an NFT, of which Mallory gets a copy',
    'X operates',
    ({ operations }) => ({
      operations: operations.map((of: Meant) =>
        of.type === 'mintNFT' ? { ...of, to: [...of.to, thief] } : of,
      ),
    }),
    'ItemNotAllowed',
    addressOf('X'),
  ],
  [
    'an import to the C-chain, part of which is Mallory’s',
    'C imports',
    ({ to }) => ({
      to: [
        { to: evmAddressOf(mallory), amount: 100_000_000n },
        { to, amount: 'max' },
      ],
    }),
    'ReceiverNotAllowed',
    evmAddressOf(mallory),
  ],
];

const stolen = ({ state, intent, options }: Base, theft: Theft): Draft => {
  const { options: others, ...change } = theft(intent);
  return build(state, { ...intent, ...change } as Intent, { ...options, ...others });
};

describe('a victim does not lose', () => {
  it.each(losses)('%s', (_, name, theft, code, tells) => {
    const base = bases.get(name)!;
    const { state, intent, options, draft: honest } = base;
    const change = { ...(options.change && { change: options.change }) };
    const draft = parseDraft(formatDraft(stolen(base, theft)));
    const utxos = draft.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
    // She is one of three: whoever has all three keys loses nothing to herself.
    const own = [victim.alone, victim.shared, evmAddressOf(key(1))];
    // By the intent, whatever else is known; and by the policy of what was meant.
    const policy = policyOf(intent, change);
    const full = policyOf(honest, { own: [victim.alone, victim.shared], inputs: 'claimed' });
    for (const facts of [{}, { own }, { own, time: now }, { own, utxos, time: now }]) {
      expect(differences(intent, draft, { ...facts, ...change }).map((of) => of.code)).toContain(
        code,
      );
    }
    expect(policy.findings(draft, { own, time: now })).not.toEqual([]);
    expect(full.findings(draft, { own, time: now })).not.toEqual([]);
    // Without either it is not signed; and whoever reads what it does is told.
    const door = { code: 'NotReviewed', path: ['draft'] };
    expect(thrown(() => sign(draft as Draft, victim.keys))).toMatchObject(door);
    expect(thrown(() => digestsOf(draft as Draft))).toMatchObject(door);
    const told = explain(draft, { own, time: now });
    expect(`${textOf(told)}\n${told.warnings.map((of) => of.code).join()}`).toMatch(tells);
    // And the honest draft is none of this.
    const asMeant = build(state, intent, options);
    expect(differences(intent, asMeant, { own, time: now, ...change })).toEqual([]);
  });
});
