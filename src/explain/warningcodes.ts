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
  Contradicted: danger('The draft contains false data: {detail}. Do not sign it.'),
  NetworkNotAllowed: danger('It is for {found}, not for {meant}: check {path}.'),
  NetworkClaimed: caution(
    'Only the draft says what the parameters of network {detail} are, and which asset is AVAX.',
  ),
  UnknownNetwork: caution('Its network is unknown, and so is which asset is AVAX.'),
  Unfunded: danger('It spends {what} more than its inputs hold. Nodes will reject it.'),
  FeeTooHigh: danger('The fee is {what}, above {meant}.'),
  AssetLost: danger('{what} are destroyed: no output receives them.'),
  ItemBurned: danger('It destroys an ownership: {what}.'),
  StillLocked: caution('Funds of {from} cannot be spent before {time}. Nodes will reject it.'),
  LockLost: danger('{what} that could only be staked are destroyed.'),
  Unlocks: caution('It frees funds that can only be staked. Nodes will reject it.'),
  ChangeElsewhere: danger(
    'The draft calls an output change that goes to {to}, who is not known to pay.',
  ),
  ChangeGrows: danger('{to} gets back {what}, more than it pays. Make sure that it is yours.'),
  ChangeClaimed: caution('{what} return to {to}. Only the draft says that this owner pays.'),
  ReturnsLocked: danger('{what} return to {to}, but cannot be used freely before {time}.'),
  PaysLocked: danger('{what} for {to} cannot be used freely before {time}.'),
  WeakenedOwner: danger('Fewer signatures than before are enough for {what}: {to}.'),
  StakeElsewhere: danger('The stake returns to {to}, who does not pay it.'),
  ImportElsewhere: caution('The imported funds go to {to}, who did not own them.'),
  RewardsElsewhere: caution('Rewards go to {to}, who does not pay.'),
  RefundElsewhere: caution('The remaining balance returns to {to}, who does not pay.'),
  AuthorityElsewhere: caution('{to} can change or end it, but does not pay.'),
  AuthorityChange: caution('The owner of subnet {of} changes: its present owner loses control.'),
  AnybodyCanSpend: danger('Anybody can take or use this: its owner needs no signature.'),
  LaterNonce: danger(
    'It has nonce {nonce} of account {account}, whose next one is {next}: once signed, it becomes valid later.',
  ),
  UsedNonce: caution(
    'It has nonce {nonce} of account {account}, whose next one is {next}. Nodes will reject it.',
  ),
  ForeignInputs: caution('It spends coins of {from}, which is not yours.'),
  ChangeToOwn: note('Change goes to {to}, which is yours and pays nothing.'),
  ChangeableAuthority: note(
    'A transaction set who can authorize this. A later one may have changed it.',
  ),
  HiddenReceiver: danger('The device does not display {to}, who gets {path}.'),
  DeviceDiffers: note('The device does not display {list} as it is here.'),
  BlindSigning: danger('The device displays only a hash: {detail}.'),
  MemoRefused: caution('It has a memo, which the P-chain refuses since Durango.'),
  StakingOver: caution('Its staking period is over: it ends {time}.'),
  StakingPeriod: caution('It stakes for {found}; {least} to {most} are allowed.'),
  MessageExpired: caution('Its message has expired: {detail}.'),
  NonCanonical: caution('It is not in the form that nodes accept: {detail}.'),
  AssetNameNotUnique: note('Asset names are not unique: only its ID identifies {name}.'),
  WrongSignature: danger('A signature is not by the required signer.'),
  NodesOnly: note('Only nodes create this; it cannot be submitted.'),
  Refused: caution('Nodes will reject it: {detail}.'),
  Careless: caution('Nodes accept it, but you probably did not intend it: {detail}.'),
  UnusableEvidence: caution('Evidence could not be used: {detail}.'),
  UnknownOwners: note(
    'Who owned the inputs is not proven: {missing} of {count} UTXOs were not given. Amounts are those that the transaction claims.',
  ),
  DustBurned: note('According to the draft, the fee includes dust: {detail}.'),
  LeftBehind: note('According to the draft, not everything was taken: {detail}.'),
  MakerSays: note('According to the draft: {detail}.'),
} as const satisfies Record<string, { readonly level: WarningLevel; readonly text: string }>;

/** Stable name of a warning. */
export type WarningCode = keyof typeof warnings;

/** Fills placeholders with values in a single pass; braces inside a value are not expanded. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
