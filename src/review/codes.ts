import { frozen } from '../errors/frozen.ts';
import type { Deed, FindingValue } from './deeds.ts';

/** Severity of a finding. `danger`: certainly not intended. `caution`: unusual, or cannot be verified. `note`: funds leave the reader. */
export type Level = 'danger' | 'caution' | 'note';

const danger = (text: string) => ({ level: 'danger', text }) as const;
const caution = (text: string) => ({ level: 'caution', text }) as const;
const note = (text: string) => ({ level: 'note', text }) as const;

/**
 * All codes of findings, with level and meaning. Policies and explanations use the same codes. The codes of the last
 * part are used only if no expectation is given.
 */
export const findingCodes = /* @__PURE__ */ frozen({
  // Differences from an expectation.
  NetworkNotAllowed: danger('It is for another network or chain than is expected.'),
  TypeNotAllowed: danger('It is a transaction of another type than is expected.'),
  InputNotProven: caution(
    'Only the maker of the draft says who owns what is spent, or who authorizes.',
  ),
  InputNotOwn: danger('Somebody else owns what is spent, or signs for it with the signer.'),
  EvidenceMissing: caution('No evidence proves the owner, and the policy requires it.'),
  ReceiverNotAllowed: danger(
    'An owner who is not expected, with exactly this threshold and lock and in this place, gets something or a say.',
  ),
  ReceiverAmountTooHigh: danger('A receiver gets more of an asset than is expected.'),
  ReceiverAmountDiffers: danger('A receiver gets another amount than was meant.'),
  ItemNotAllowed: danger(
    'An operation or first output is not expected, or has more units, or consumes another UTXO.',
  ),
  NodeNotAllowed: danger('It is about another node than is expected.'),
  AuthorityNotAllowed: danger(
    'A subnet, validation or auto-renewed validator that is used or changed is not expected.',
  ),
  ChainNotAllowed: danger('Something goes to or comes from a chain that is not expected.'),
  NonceNotAllowed: danger('The nonce of an account is not the one that is expected.'),
  FieldNotAllowed: danger('A field has another value than is expected.'),
  AmountTooHigh: danger('More of an asset leaves, the fee included, than is expected.'),
  FeeTooHigh: danger('The fee is above the ceiling.'),
  AmountLeft: danger('The amount is `max`, and some of the asset returns as change.'),
  AmountTooLow: danger(
    'An amount that is left to the builder is less than it could be, or than `least`.',
  ),
  NotConfirmed: caution(
    'The intent leaves a choice to the builder, such as `max`, and only the maker of the draft made it. A state or `least` confirms it.',
  ),
  NotDone: caution('Something that was meant is not done.'),
  NotDisplayed: danger('The device does not display something, or displays it differently.'),
  WalletNotAllowed: danger('The draft says that its change returns to another wallet.'),
  Expired: danger('The draft is older than `maxAge`, or `until` is over.'),
  // With or without an expectation.
  Contradicted: danger('The draft says what is not so.'),
  UnusableEvidence: caution('Evidence could not be used.'),
  NetworkClaimed: caution(
    'Only the maker of the draft says what the parameters of the network are.',
  ),
  AssetLost: danger('An asset is destroyed.'),
  ReturnsLocked: danger('What comes back cannot be spent, or can only be staked, until later.'),
  ChangeGrows: danger('An owner who pays gets back more than it pays.'),
  ChangeClaimed: caution('Something returns to an owner of whom only the maker says that it pays.'),
  // Only without an expectation.
  PaysOther: note('Somebody who is not the reader gets something.'),
  PaysLocked: danger('Somebody gets what cannot be spent, or can only be staked, until later.'),
  WeakenedOwner: danger('What more signers had to agree on, fewer can spend.'),
  StakeElsewhere: danger('Stake returns to somebody who does not pay it.'),
  ImportElsewhere: caution('What is imported goes to somebody who did not have it.'),
  RewardsElsewhere: caution('Rewards go to somebody who does not pay.'),
  RefundElsewhere: caution('What is left of a balance returns to somebody who does not pay.'),
  AuthorityElsewhere: caution('Somebody who does not pay can change or end it.'),
  ItemBurned: danger('An operation destroys something.'),
} as const satisfies Record<string, { readonly level: Level; readonly text: string }>);

/** Stable name of a finding. */
export type FindingCode = keyof typeof findingCodes;

/** A finding whose level may still follow from its code. */
export interface Found {
  readonly code: FindingCode;
  readonly kind: Finding['kind'];
  readonly path: string;
  readonly meantAt?: string;
  readonly meant?: FindingValue;
  readonly found?: FindingValue;
  readonly deed?: Deed;
  /** The level of the code if omitted. */
  readonly level?: Level;
}

/** A deed of a transaction that nothing explains, or an expected deed that is missing. */
export interface Finding extends Found {
  /** Kind of problem: a key of `findingCodes`. */
  readonly code: FindingCode;
  /** `danger`: certainly not intended. `caution`: unusual, or cannot be verified. `note`: funds leave, and no expectation was given. */
  readonly level: Level;
  /**
   * `missing`: expected but not done. `unmeant`: done but not expected. `different`: done differently than expected. `unproven`: only
   * claimed by the maker of the draft. `disproved`: a false claim of the maker.
   */
  readonly kind: 'missing' | 'unmeant' | 'different' | 'unproven' | 'disproved';
  /**
   * Path in the unsigned transaction, or in the draft: a slot such as `slots[0]`, `network`, `descriptor` or `time`. Empty if it concerns no
   * single field.
   */
  readonly path: string;
  /** Path in the intent or policy. */
  readonly meantAt?: string;
  /** The expected value. */
  readonly meant?: FindingValue;
  /** The actual value. */
  readonly found?: FindingValue;
  /** The deed that the finding is about. */
  readonly deed?: Deed;
}
