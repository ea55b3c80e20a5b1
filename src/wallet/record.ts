import { UnsignedTx } from '../chain/cchain/tx.ts';
import { idOf } from '../chain/ids.ts';
import { type AnyTx, decodeTx } from '../chain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { review } from '../review/review.ts';
import { signersOf } from '../rules/spending.ts';
import { list } from '../schema/collection.ts';
import { verifyFormat } from '../schema/format.ts';
import { hex, oneOf, string } from '../schema/leaf.ts';
import { uint32 } from '../schema/number.ts';
import { object } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { formatJSON, isJSONObject, parseJSON } from '../text/json.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { decode } from '../wire/codec.ts';
import type { Account } from './account.ts';
import type { CoinKey } from './reservations.ts';
import { formatMeant, type Meant, parseMeant } from './walletintents.ts';

/** A transaction that another program was asked to sign and submit, so that its signatures are not known here. */
export interface Asked {
  readonly unsignedTx: UnsignedTx;
  /** The unsigned bytes. */
  readonly bytes: Uint8Array;
  /** CB58 id, as that program said; undefined as long as it has not answered. */
  txID: string | undefined;
}

/** One transaction of a call, with all its attempts, any of which may still be accepted. */
export interface Step {
  /** The intent to rebuild from. Undefined for a draft from elsewhere, which is never rebuilt. */
  readonly meant: Meant | undefined;
  readonly chain: AnyTx['chain'];
  readonly attempts: AnyTx[];
  /** Attempts on C that a browser wallet signs and submits itself. */
  readonly asked: Asked[];
  /** The UTXOs that the step may import; all if undefined. */
  only?: ReadonlySet<CoinKey>;
}

export const newStep = (chain: AnyTx['chain'], meant: Meant | undefined): Step => ({
  chain,
  meant,
  attempts: [],
  asked: [],
});

/** Returns the unsigned transactions of a step that may still be accepted. */
export const openIn = ({ attempts, asked }: Step): readonly AnyUnsignedTx[] =>
  [...attempts, ...asked].map(({ unsignedTx }) => unsignedTx);

/** Returns the ids of a step's transactions, as far as they are known. */
export const txIDsIn = ({ attempts, asked }: Step): readonly string[] =>
  [...attempts, ...asked].flatMap(({ txID }) => (txID === undefined ? [] : [txID]));

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
        asked: [
          /* @__PURE__ */ optional(
            /* @__PURE__ */ list(
              /* @__PURE__ */ object({
                unsigned: [hex, 'The unsigned transaction.'],
                txID: [/* @__PURE__ */ optional(string), 'As the browser wallet said.'],
              }),
            ),
          ),
          'Transactions that a browser wallet signs and submits itself; absent if there are none.',
        ],
      }),
    ),
    'In their order.',
  ],
});

function read(text: string) {
  const json = parseJSON(text);
  verifyFormat(isJSONObject(json) ? json.format : json, format);
  return Record.parse(json);
}

/** Writes a record: text from which another process can resume a call. It contains no secrets. */
export const formatRecord = (steps: readonly Step[], { networkID }: Network): string =>
  formatJSON(
    Record.format({
      format,
      networkID,
      steps: steps.map(({ chain, meant, attempts, asked }) => ({
        chain,
        ...(meant && { intent: formatMeant(meant) }),
        attempts: attempts.map(({ bytes }) => bytes),
        ...(asked.length > 0 && {
          asked: asked.map(({ bytes, txID }) => ({
            unsigned: bytes,
            ...(txID !== undefined && { txID }),
          })),
        }),
      })),
    }),
  );

/** Returns the id of a call: the CB58 id of its first transaction; of its unsigned bytes if a browser wallet signs it. */
export const idOfSteps = ([first]: readonly Step[]): string => {
  const [asked] = first!.asked;
  return asked ? formatID(idOf(asked.bytes)) : first!.attempts[0]!.txID;
};

/** Returns the id of a record's call, or an empty string if it has no transaction. */
export function recordID(text: string): string {
  const [step] = read(text).steps;
  const bytes = step?.asked?.[0]?.unsigned ?? step?.attempts[0];
  return bytes ? formatID(idOf(bytes)) : '';
}

/**
 * Reads a record.
 * @throws {AvalancheError} Under `record`: `BadJSON`; `BadVersion`: another format; as the parsers of its intents and transactions; `WrongNetwork`; `Mismatch`: a
 *   transaction does not do what its intent says, or is not signed by this wallet.
 */
export function parseRecord(text: string, account: Account, network: Network): readonly Step[] {
  return within(['record'], () => {
    const { networkID, steps } = read(text);
    if (networkID !== network.networkID)
      throw new AvalancheError('WrongNetwork', `is of network ${networkID}`, {
        have: String(networkID),
        need: String(network.networkID),
      }).at('networkID');
    const parsed = steps.map(
      ({ chain, intent, attempts, asked = [] }, i): Step =>
        within(['steps', i], () => ({
          chain,
          meant: intent === undefined ? undefined : parseMeant(chain, intent),
          attempts: attempts.map((bytes) => decodeTx(bytes, chain)),
          asked: asked.map(({ unsigned, txID }) => ({
            unsignedTx: decode(UnsignedTx, unsigned),
            bytes: unsigned,
            txID,
          })),
        })),
    );
    if (!parsed[0] || openIn(parsed[0]).length === 0)
      throw new AvalancheError('BadJSON', 'has no transaction').at('steps');
    parsed.forEach((step, i) => {
      within(['steps', i], () => verifyStep(step, account, network));
    });
    return parsed;
  });
}

/** Checks that the signed transactions of a step do what its intent says, so that a changed record cannot make the wallet pay. */
function verifyStep(step: Step, account: Account, network: Network): void {
  const { meant, attempts, asked } = step;
  if (!meant) return;
  const { own, addresses, accounts, change } = account;
  const isOwn = new Set<string>([...addresses.map(formatHex), ...accounts]);
  const wrong = (what: string) => new AvalancheError('Mismatch', what);
  const unsigned = asked.map((slot) => ({
    kind: 'unsignedTx',
    chain: 'C' as const,
    value: slot.unsignedTx,
  }));
  for (const tx of [...attempts, ...unsigned]) {
    // Which funds there were when a `max` was built is not recorded.
    const context = { own, network, change, least: {} };
    const [found] = review(tx, { ...context, expect: meant.intent });
    if (found)
      throw wrong(`a transaction is not what the intent means: ${found.code} at ${found.path}`);
  }
  for (const tx of attempts) {
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
  if (openIn(step).length === 0 && !isToSelf)
    throw wrong('a transaction that was not begun must be an import to the wallet itself');
}
