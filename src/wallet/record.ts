import { type AnyTx, txFromBytes } from '../chain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { expectationOf } from '../review/intents.ts';
import { review } from '../review/review.ts';
import { signersOf } from '../rules/spending.ts';
import { list } from '../schema/collection.ts';
import { hex, oneOf, string } from '../schema/leaf.ts';
import { uint32 } from '../schema/number.ts';
import { object } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { formatHex } from '../text/hex.ts';
import { formatJSON, parseJSON } from '../text/json.ts';
import type { Account } from './account.ts';
import type { CoinKey } from './coins.ts';
import { formatMeant, type Meant, parseMeant } from './intents.ts';

/** One transaction of a call, with all its signed attempts, any of which may still be accepted. */
export interface Step {
  /** The intent to rebuild from. Undefined for a draft from elsewhere, which is never rebuilt. */
  readonly meant: Meant | undefined;
  readonly chain: AnyTx['chain'];
  readonly attempts: AnyTx[];
  /** The UTXOs that the step may import; all if undefined. */
  only?: ReadonlySet<CoinKey>;
}

const format = 'avalanche-tx wallet 1';

const Record = /* @__PURE__ */ object({
  format: [/* @__PURE__ */ oneOf(format), 'What this is, and its version.'],
  networkID: [uint32, 'Where the transactions are.'],
  steps: [
    /* @__PURE__ */ list(
      /* @__PURE__ */ object({
        chain: [/* @__PURE__ */ oneOf('P', 'X', 'C'), 'Chain of the transaction.'],
        intent: [
          /* @__PURE__ */ optional(string),
          'File of the intent; absent of a draft of others.',
        ],
        attempts: [/* @__PURE__ */ list(hex), 'Signed transactions, of which one may be accepted.'],
      }),
    ),
    'In their order.',
  ],
});

/** Writes a record: text from which another process can resume a call. It contains no secrets. */
export const formatRecord = (steps: readonly Step[], { networkID }: Network): string =>
  formatJSON(
    Record.format({
      format,
      networkID,
      steps: steps.map(({ chain, meant, attempts }) => ({
        chain,
        ...(meant && { intent: formatMeant(meant) }),
        attempts: attempts.map(({ bytes }) => bytes),
      })),
    }),
  );

/** Returns the id of a call, which is the CB58 id of its first transaction. */
export const idOfSteps = ([first]: readonly Step[]): string => first!.attempts[0]!.txID;

/** Returns the id of a record's call: the CB58 id of its first transaction, or an empty string if it has none. */
export function recordID(text: string): string {
  const [step] = Record.parse(parseJSON(text)).steps;
  const bytes = step?.attempts[0];
  return step && bytes ? txFromBytes(step.chain, bytes).txID : '';
}

/**
 * Reads a record.
 * @throws {AvalancheError} Under `record`: `BadJSON`; as the parsers of its intents and transactions; `WrongNetwork`; `Mismatch`: a
 *   transaction does not do what its intent says, or is not signed by this wallet.
 */
export function parseRecord(text: string, account: Account, network: Network): readonly Step[] {
  return within(['record'], () => {
    const { networkID, steps } = Record.parse(parseJSON(text));
    if (networkID !== network.networkID)
      throw new AvalancheError('WrongNetwork', `is of network ${networkID}`, {
        have: String(networkID),
        need: String(network.networkID),
      }).at('networkID');
    const read = steps.map(
      ({ chain, intent, attempts }, i): Step =>
        within(['steps', i], () => ({
          chain,
          meant: intent === undefined ? undefined : parseMeant(chain, intent),
          attempts: attempts.map((bytes) => txFromBytes(chain, bytes)),
        })),
    );
    if (!read[0]?.attempts[0])
      throw new AvalancheError('BadJSON', 'has no transaction').at('steps');
    read.forEach((step, i) => {
      within(['steps', i], () => verifyStep(step, account, network));
    });
    return read;
  });
}

/** Checks that the signed transactions of a step do what its intent says, so that a tampered record cannot make the wallet pay. */
function verifyStep({ meant, attempts }: Step, account: Account, network: Network): void {
  if (!meant) return;
  const { own, addresses, accounts, change } = account;
  const isOwn = new Set<string>([...addresses.map(formatHex), ...accounts]);
  const wrong = (what: string) => new AvalancheError('Mismatch', what);
  for (const tx of attempts) {
    const [found] = review(tx, { expect: expectationOf(meant.intent), own, network, change });
    if (found)
      throw wrong(`${tx.txID} is not what the intent means: ${found.code} at ${found.path}`);
    if (
      !signersOf(tx)
        .flat()
        .some((address) => isOwn.has(formatHex(address)))
    )
      throw wrong(`${tx.txID} is not signed by this wallet`);
  }
  // Only the import of a move, to the wallet itself, may be without attempts.
  const { intent } = meant;
  const isToSelf =
    intent.type === 'ImportTx' &&
    (intent.to === undefined || accounts.some((own) => own === intent.to));
  if (attempts.length === 0 && !isToSelf)
    throw wrong('a transaction that was not begun must be an import to the wallet itself');
}
