import { chainNameOf } from '../chain/declared.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type Flows, flowsOf } from '../tx/flows.ts';
import { outputsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { clockOf, given, type MissingFact } from './facts.ts';
import { onceFor, type Subject } from './subject.ts';
import type { Rule } from './verdict.ts';

const hasLocks = ({ tx, inputs }: Subject): boolean =>
  inputs().some(({ value }) => value.input.type === 'stakeable.LockIn') ||
  outputsOf(tx).some(({ value }) => value.output.type === 'stakeable.LockOut');

/**
 * Computes the flows of a transaction. With locks, the owner of each lock matters, so the UTXOs are required; without them, only what
 * no owner could balance is refused.
 */
const flowsIn = /* @__PURE__ */ onceFor((subject: Subject): Flows => {
  const { tx, facts, inputs, knownUTXO } = subject;
  const { avaxAssetID } = facts.network;
  if (chainNameOf(tx) !== 'P' || !hasLocks(subject)) return flowsOf(tx, { avaxAssetID });
  const time = clockOf(facts);
  try {
    const utxos = inputs().map(({ path, value }) => knownUTXO(value, path));
    return flowsOf(tx, { avaxAssetID, utxos, time });
  } catch (e) {
    if (!isError(e, 'MissingState')) throw e;
    flowsOf(tx, { avaxAssetID, time });
    throw e;
  }
});

/** Returns the nAVAX that a transaction burns, without deposits. */
const burnedIn = (subject: Subject): bigint =>
  flowsIn(subject).assets.find(({ assetID }) =>
    equalBytes(assetID, subject.facts.network.avaxAssetID),
  )?.burned ?? 0n;

/** Rule: inputs cover outputs for each asset, and locked funds stay locked for the same owner. */
export const funds: Rule = {
  name: 'funds',
  check: (subject) => {
    const { avaxAssetID } = subject.facts.network;
    return flowsIn(subject)
      .assets.flatMap(({ assetID, deposited, locked, burned }) => {
        const parts = Object.entries({ burned, deposited, locked }).filter(([, n]) => n > 0n);
        const unit = equalBytes(assetID, avaxAssetID) ? 'nAVAX' : `of ${formatID(assetID)}`;
        return parts.map(([part, amount]) => `${amount} ${unit} ${part}`);
      })
      .join(', ');
  },
};

/** The fee that a node requires, if known, and a lower bound. */
export interface Asked {
  readonly fee: bigint | undefined;
  readonly least: bigint;
}

/**
 * Rule: the burned nAVAX cover the fee.
 * @param askedOf Returns the required fee. If it is unknown, less than `least` is still refused.
 */
export const fee = <T extends AnyUnsignedTx>(
  askedOf: (subject: Subject<T>) => Asked | MissingFact,
): Rule<T> => ({
  name: 'fee',
  check: (subject) => {
    const found = askedOf(subject);
    if ('missing' in found) return found;
    const { fee: asked, least } = found;
    const paid = given(() => burnedIn(subject), 'utxos', 'funds that balance');
    if (paid < (asked ?? least)) {
      const minFee = asked ?? least;
      const detail = `${paid} nAVAX are burned, at least ${minFee} are needed`;
      throw new AvalancheError('FeeTooLow', detail, { fee: paid, minFee });
    }
    if (asked === undefined) {
      const fact = chainNameOf(subject.tx) === 'C' ? 'baseFee' : 'feeState';
      return { missing: fact, detail: 'needs the price of gas' };
    }
    return `${asked} nAVAX needed, ${paid} burned`;
  },
});
