/** Decides which outputs return to the payers as change. This part of the review needs no expectation. */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import { isWallet, listOfOwn, signersKey } from '../owners/own.ts';
import { type Address, outputOwners } from '../state/owner.ts';
import { accountOwner, sameSigners } from '../tx/owner.ts';
import type { ReceiptDeed } from './deeds.ts';
import type { Expectation } from './expectation.ts';
import type { Known } from './known.ts';

/**
 * How an unexplained output relates to the payers. `back`: it returns. `claimed`: its owner pays only according to a claim. `locked`:
 * it returns with a new lock. `grown`: the owner receives more than it paid. `other`: it goes to somebody else.
 */
export type Return = 'back' | 'claimed' | 'locked' | 'grown' | 'other';

/** Tests for a mint right that an operation passes on. A node accepts no other owner for it. */
export const isRight = ({ at }: ReceiptDeed): boolean => at.endsWith('.mintOutput');

/** Sums by key. */
class Sums extends Map<string, bigint> {
  add(key: string, amount: bigint): void {
    this.set(key, this.of(key) + amount);
  }

  of(key: string): bigint {
    return this.get(key) ?? 0n;
  }
}

/**
 * Returns a function that classifies an unexplained output. It returns to the payers if its owner is the reader alone, or an owner
 * who is proven to pay and receives no more than that: unlocked, as spent coins are, or locked as the inputs. An owner that the
 * reader shares with others counts as any other. A claim only changes the name of the finding.
 * @param expect.change Key of the change owner that the reader names.
 * @param gets All outputs with a recipient: explained ones use up locked inputs as well.
 * @param rest Unexplained outputs.
 */
export function returnsOf(
  known: Known,
  expect: Pick<Expectation, 'back' | 'own'> & { readonly change?: string | undefined },
  gets: readonly ReceiptDeed[],
  rest: readonly ReceiptDeed[],
): (of: ReceiptDeed) => Return {
  const { credits, time = 0n, isMine, namesAccounts, partyOf } = known;
  const gains = new Sums();
  const locks = new Sums();
  const payers = new Set<string>();
  const parties = new Set<string>();
  const claims = new Set<string>();
  const heldUntil = new Map<string, bigint>();
  for (const { kind, asset = '', amount, stakeableUntil, ownership } of credits) {
    if (kind === 'auth' || kind === 'account') continue;
    if (stakeableUntil !== undefined) locks.add(`${asset} ${stakeableUntil}`, amount);
    if (ownership.is === 'proven' || ownership.is === 'supplied') {
      const { owner } = ownership;
      const [party, key] = [partyOf(owner), signersKey(owner)];
      parties.add(party);
      payers.add(`${asset} ${party}`);
      gains.add(`${asset} ${party}`, -amount);
      // The node allows the input only after the lock ended.
      if (owner.locktime > (heldUntil.get(key) ?? 0n)) heldUntil.set(key, owner.locktime);
    } else if (ownership.is === 'claimed') claims.add(`${asset} ${ownership.owner.show(partyOf)}`);
  }
  const lockOf = ({ asset, stakeableUntil }: ReceiptDeed): string => `${asset} ${stakeableUntil}`;
  for (const of of gets) if (of.stakeableUntil !== undefined) locks.add(lockOf(of), -of.amount);
  const isBackAt = ({ at, stakeableUntil }: ReceiptDeed): boolean =>
    !expect.back || expect.back.includes(at) || (at === 'stake' && stakeableUntil !== undefined);
  for (const of of rest)
    if (of.owner && isBackAt(of)) gains.add(`${of.asset} ${partyOf(of.owner)}`, of.amount);
  const ruled = ownRule(known, expect.own);
  const isSole =
    claims.size === 0 &&
    parties.size === 1 &&
    credits.every(({ ownership: { is } }) => is === 'proven' || is === 'supplied');
  return (of) => {
    const { owner, account, stakeableUntil, asset } = of;
    if (!isBackAt(of)) return 'other';
    if (of.what === expect.change) return 'back';
    if (account) return namesAccounts && isMine(accountOwner(account), true) ? 'back' : 'other';
    if (!owner) return 'other';
    const party = partyOf(owner);
    // The UTXO of a right has no asset here.
    const pay = isRight(of) ? ` ${party}` : `${asset} ${party}`;
    const isNewLock =
      owner.locktime > time && owner.locktime > (heldUntil.get(signersKey(owner)) ?? 0n);
    const isLocked = isNewLock || ((stakeableUntil ?? 0n) > time && locks.of(lockOf(of)) < 0n);
    if (ruled) {
      const isNewStakeable = isLocked && stakeableUntil !== undefined;
      return !isNewStakeable && ruled(isNewLock ? owner : { ...owner, locktime: 0n })
        ? 'back'
        : 'other';
    }
    const mine = owner.threshold > 0 && owner.threshold <= owner.addresses.length && isMine(owner);
    if (!mine && !payers.has(pay) && !claims.has(pay)) return 'other';
    // A role is not a returned amount: it counts as returned only to the sole payer.
    if (!mine && !isSole && !isRight(of) && of.at !== 'outputs' && of.at !== 'stake')
      return 'other';
    if (isLocked) return 'locked';
    if (mine) return 'back';
    // An owner who is proven to pay is judged by the proven amount only; additional claims do not count.
    if (payers.has(pay)) return gains.of(`${asset} ${party}`) <= 0n ? 'back' : 'grown';
    return 'claimed';
  };
}

/** Returns a test for the owner of change, if the expectation restricts it. The chain of an address is ignored. */
function ownRule(
  { testsOf, here, network }: Known,
  own: Expectation['own'],
): ((owner: OutputOwners) => boolean) | undefined {
  if (!own) return undefined;
  const all = listOfOwn(own);
  const { isOwn } = within(['policy', 'own'], () => testsOf(all.filter(isWallet)));
  const bytes = (of: Address): Address =>
    typeof of === 'string' ? parseAddress(of, network).bytes : of;
  const owners = all.flatMap((of, i) =>
    isWallet(of)
      ? []
      : within(['policy', 'own', i], () =>
          outputOwners(
            typeof of === 'string' || of instanceof Uint8Array
              ? bytes(of)
              : { ...of, addresses: of.addresses.map(bytes) },
            here,
            network,
          ),
        ),
  );
  return (owner) =>
    (owner.locktime === 0n && isOwn(owner)) ||
    owners.some((of) => sameSigners(owner, of) && owner.locktime <= of.locktime);
}
