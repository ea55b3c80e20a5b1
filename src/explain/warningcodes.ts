/** The warnings of explanations: codes, levels and texts. */

/** Severity of a warning. `danger`: do not sign before you understand it. `caution`: check it. `note`: for information. */
export type WarningLevel = 'danger' | 'caution' | 'note';

const danger = (text: string) => ({ level: 'danger', text }) as const;
const caution = (text: string) => ({ level: 'caution', text }) as const;
const note = (text: string) => ({ level: 'note', text }) as const;

/**
 * Level and text of every warning, as the documentation lists them. `{…}` are placeholders. Warnings that come from the review use its codes
 * and levels.
 */
export const warnings = {
  Contradicted: danger('The draft says what is not so: {detail}. Do not sign it.'),
  NetworkNotAllowed: danger('It is for {found}, not for {meant}: look at {path}.'),
  NetworkClaimed: caution(
    'Only the maker of the draft says what the network {detail} is like, and which asset is AVAX.',
  ),
  UnknownNetwork: caution('Its network is not known, so neither is which asset is AVAX.'),
  Unfunded: danger('{what} come out that do not go in: a node refuses it.'),
  FeeTooHigh: danger('The fee is {what}, above {meant}.'),
  AssetLost: danger('{what} are destroyed: no output has them.'),
  ItemBurned: danger('It destroys an ownership: {what}.'),
  StillLocked: caution('What {from} has cannot be spent before {time}: a node refuses it.'),
  LockLost: danger('{what} that could only be staked are destroyed.'),
  Unlocks: caution('Funds that can only be staked come out free: a node refuses it.'),
  ChangeElsewhere: danger('The draft calls change what goes to {to}, who is not known to pay.'),
  ChangeGrows: danger('{to} gets back {what}, more than it pays: make sure that it is yours.'),
  ChangeClaimed: caution('{what} return to {to}: only the maker of the draft says that they pay.'),
  ReturnsLocked: danger('{what} return to {to}, but cannot be used freely before {time}.'),
  PaysLocked: danger('{what} for {to} cannot be used freely before {time}.'),
  WeakenedOwner: danger('Fewer than before have to sign for {what}: {to}.'),
  StakeElsewhere: danger('The stake returns to {to}, who does not pay it.'),
  ImportElsewhere: caution('What is imported goes to {to}, who did not have it.'),
  RewardsElsewhere: caution('Rewards go to {to}, who does not pay.'),
  RefundElsewhere: caution('What is left of the balance returns to {to}, who does not pay.'),
  AuthorityElsewhere: caution('{to} can change or end it, and does not pay.'),
  AuthorityChange: caution(
    'The owner of subnet {of} changes: whoever decides over it now no longer does.',
  ),
  AnybodyCanSpend: danger('Anybody can take or use this: its owner needs no signature.'),
  LaterNonce: danger(
    'It has nonce {nonce} of account {account}, whose next one is {next}: once signed, it becomes valid later.',
  ),
  UsedNonce: caution(
    'It has nonce {nonce} of account {account}, whose next one is {next}: a node refuses it.',
  ),
  ForeignInputs: caution('It spends coins of {from}, which is not yours.'),
  ChangeToOwn: note('Change goes to {to}, which is yours and pays nothing.'),
  ChangeableAuthority: note(
    'Who authorizes was set by a transaction; that no later one changed it cannot be proven.',
  ),
  HiddenReceiver: danger('The device does not display {to}, who gets {path}.'),
  DeviceDiffers: note('The device does not display {list} as it is here.'),
  BlindSigning: danger('The device displays a hash only: {detail}.'),
  MemoRefused: caution('It has a memo, which the P-chain refuses since Durango.'),
  StakingOver: caution('Its staking period is over: it ends {time}.'),
  StakingPeriod: caution('It stakes for {found}; {least} to {most} are allowed.'),
  MessageExpired: caution('Its message has expired: {detail}.'),
  NonCanonical: caution('It is not in the form that a node takes: {detail}.'),
  AssetNameNotUnique: note(
    'Names of assets are not unique: {name} is told from others by its id only.',
  ),
  WrongSignature: danger('A signature is not of who has to sign.'),
  NodesOnly: note('Only nodes make this; nobody can issue it.'),
  Refused: caution('A node refuses it: {detail}.'),
  Careless: caution('A node takes it, and nobody means it: {detail}.'),
  UnusableEvidence: caution('Evidence could not be used: {detail}.'),
  UnknownOwners: note(
    'Who owned the inputs is not proven: {missing} of {count} UTXOs were not given. Amounts are what the transaction says of them.',
  ),
  DustBurned: note('The maker of the draft says that the fee holds a rest: {detail}.'),
  LeftBehind: note('The maker of the draft says that not all was taken: {detail}.'),
  MakerSays: note('The maker of the draft says: {detail}.'),
} as const satisfies Record<string, { readonly level: WarningLevel; readonly text: string }>;

/** Stable name of a warning. */
export type WarningCode = keyof typeof warnings;

/** Fills placeholders with values in a single pass; braces inside a value are not expanded. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
