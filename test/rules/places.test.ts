import { expect, it } from 'vitest';
import type { Verdict } from '../../scripts/fields.ts';
import { isToldAlike, listedReasons, wordsOf } from '../../scripts/reasons.ts';
import { txFromBytes } from '../../src/chain/tx.ts';
import { formatPath, isError, type Path } from '../../src/errors/error.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { checkTx } from '../../src/rules/index.ts';
import { parseHex } from '../../src/text/hex.ts';
import { bls } from '../support/proofs.ts';
import { rows } from '../support/vectors.ts';

const networks = { mainnet, fuji, local };

/** What refuses a transaction, and where. */
interface Refusal {
  readonly rule: string;
  readonly code: string;
  readonly path: Path;
}

function refusalsOf({ chain, network, hex }: Verdict): readonly Refusal[] {
  try {
    const { findings } = checkTx(txFromBytes(chain, parseHex(hex)), {
      network: networks[network],
      bls,
    });
    return findings.flatMap(({ rule, code, path = [] }) => (code ? [{ rule, code, path }] : []));
  } catch (e) {
    if (!isError(e)) throw e;
    return [{ rule: 'bytes', code: e.code, path: e.path }];
  }
}

/** What is compared with another field is refused at the one that should have been smaller, or that is derived. */
const comparedWith: Readonly<Record<string, readonly string[]>> = {
  initialSupply: ['minValidatorStake'],
  maximumSupply: ['initialSupply', 'maxValidatorStake'],
  maxConsumptionRate: ['minConsumptionRate'],
  maxValidatorStake: ['minValidatorStake'],
  maxStakeDuration: ['minStakeDuration'],
  subnetID: ['signer'],
  stake: ['validator.weight', 'stake', 'stake[1].assetID'],
};

const isBefore = (a: Path, b: Path): boolean => a.every((key, i) => b[i] === key);

/** Whether a refusal says where a transaction was changed. */
function isThere({ rule, code, path }: Refusal, at: Path): boolean {
  // Nothing in particular is wrong with what does not add up.
  if (['funds', 'fee'].includes(rule)) return path.length === 0;
  if (isBefore(at, path) || comparedWith[at[0]!]?.includes(formatPath(path))) return true;
  const [last, list] = [path.at(-1), path.slice(0, -1)];
  // Of what is not in order, the second.
  if (['NotSorted', 'Duplicate'].includes(code))
    return typeof last === 'number' && isBefore(list, at);
  const beside = at.slice(0, -1);
  const sibling = { addresses: 'threshold', publicKey: 'proofOfPossession' }[String(at.at(-1))];
  return sibling !== undefined && formatPath(path) === formatPath([...beside, sibling]);
}

/** Of what stands for an authorization the node says what it says of the same elsewhere: only the code counts. */
const isFormTold = ({ error = '' }: Verdict, refusals: readonly Refusal[]): boolean =>
  refusals.some(
    ({ rule, code }) =>
      rule === 'authorization form' &&
      listedReasons.some(
        (of) => error.includes(wordsOf(of)) && of.codes.some((one) => one === code),
      ),
  );

/** Types that only nodes make: no list has the reasons to refuse one of a user. */
const nodesOnly = (refusals: readonly Refusal[]): boolean =>
  refusals.some(({ rule }) => rule === 'issuable');

it.each(['P', 'X', 'C'] as const)(
  'says by rule, code and path what the node refuses, on %s with one field changed',
  (chain) => {
    const refused = rows('fields').filter((row) => row.chain === chain && !row.ok);
    const wrong = refused.flatMap((row) => {
      const refusals = refusalsOf(row);
      const placed = refusals.filter((of) => isThere(of, row.at));
      if (isToldAlike(row, placed) || isFormTold(row, placed)) return [];
      if (nodesOnly(refusals) && placed.length > 0) return [];
      const said = refusals.map(({ rule, code, path }) => `${rule}: ${code} ${formatPath(path)}`);
      return [{ at: formatPath(row.at), node: row.error, said }];
    });
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(refused.length).toBeGreaterThan(50);
  },
);
