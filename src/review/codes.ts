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
  NetworkNotAllowed: danger('It is for another network or chain than expected.'),
  TypeNotAllowed: danger('It is of another type than expected.'),
  InputNotProven: caution('Only the draft says who owns an input, or who authorizes.'),
  InputNotOwn: danger('Somebody else owns an input, or must sign for it too.'),
  EvidenceMissing: caution('No evidence proves the owner, and the policy requires it.'),
  ReceiverNotAllowed: danger(
    'An unexpected owner, or one with another threshold, lock or place, receives funds or rights.',
  ),
  ReceiverAmountTooHigh: danger('A receiver gets more of an asset than expected.'),
  ReceiverAmountDiffers: danger('A receiver gets another amount than expected.'),
  ItemNotAllowed: danger(
    'An operation or first output is unexpected, has more units, or consumes another UTXO.',
  ),
  NodeNotAllowed: danger('It names another node than expected.'),
  AuthorityNotAllowed: danger(
    'It uses or changes an unexpected subnet, validation or auto-renewed validator.',
  ),
  ChainNotAllowed: danger('Funds go to or come from an unexpected chain.'),
  NonceNotAllowed: danger('The nonce of an account is not the expected one.'),
  FieldNotAllowed: danger('A field has another value than expected.'),
  AmountTooHigh: danger('More of an asset leaves, including the fee, than expected.'),
  FeeTooHigh: danger('The fee is above the ceiling.'),
  AmountLeft: danger('The amount is `max`, and some of the asset returns as change.'),
  AmountTooLow: danger(
    'An amount that is left to the builder is less than it could be, or than `least`.',
  ),
  NotConfirmed: caution(
    'The intent leaves a choice to the builder, such as `max`, and only the draft made it. A state or `least` confirms it.',
  ),
  NotDone: caution('Something expected is not done.'),
  NotDisplayed: danger('The device does not display something, or displays it differently.'),
  WalletNotAllowed: danger('The draft says that its change returns to another wallet.'),
  Expired: danger('The draft is older than `maxAge`, or `until` is over.'),
  // With or without an expectation.
  Contradicted: danger('The draft contains false data.'),
  UnusableEvidence: caution('Evidence could not be used.'),
  NetworkClaimed: caution('Only the draft says what the network’s parameters are.'),
  AssetLost: danger('An asset is destroyed.'),
  ReturnsLocked: danger('Returned funds cannot be spent, or can only be staked, until later.'),
  ChangeGrows: danger('A payer gets back more than it pays.'),
  ChangeClaimed: caution('Funds return to an owner, and only the draft says that it pays.'),
  // Only without an expectation.
  PaysOther: note('Somebody else receives funds or rights.'),
  PaysLocked: danger(
    'Somebody receives funds that cannot be spent, or can only be staked, until later.',
  ),
  WeakenedOwner: danger('Fewer signers than before can spend funds.'),
  StakeElsewhere: danger('Stake returns to somebody who does not pay it.'),
  ImportElsewhere: caution('Imported funds go to somebody who did not own them.'),
  RewardsElsewhere: caution('Rewards go to somebody who does not pay.'),
  RefundElsewhere: caution('A remaining balance returns to somebody who does not pay.'),
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
