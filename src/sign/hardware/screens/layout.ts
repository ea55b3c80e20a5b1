import type { OutputOwners } from '../../../chain/fx/secp256k1fx.ts';
import type { TransferableOutput } from '../../../chain/pchain/components.ts';
import { formatPath, isError, type Path } from '../../../errors/error.ts';
import { formatAddress } from '../../../network/address.ts';
import type { Network } from '../../../network/network.ts';
import { formatAmount, formatAvax } from '../../../text/amount.ts';
import { equalBytes } from '../../../text/bytes.ts';
import { formatHex } from '../../../text/hex.ts';
import { formatID, formatNodeID } from '../../../text/id.ts';
import {
  type L1Payload,
  type L1ValidatorWeight,
  l1PayloadOf,
  type RegisterL1Validator,
} from '../../../warp/l1.ts';
import { Message, UnsignedMessage } from '../../../warp/message.ts';
import { decode } from '../../../wire/codec.ts';

/** Reads the payload of a warp message to the P-chain, signed or not, as the app does; undefined if it cannot be read. */
export function saidBy(message: Uint8Array): L1Payload | undefined {
  for (const type of [Message, UnsignedMessage])
    try {
      return l1PayloadOf(decode<{ readonly Payload: Uint8Array }>(type, message));
    } catch (e) {
      if (!isError(e)) throw e;
    }
  return undefined;
}

/**
 * The blockchains that the app knows, and the letter that it displays: of mainnet, Fuji and two local networks, whose C-chain is
 * not that of the local network of avalanchego v1.15.0.
 * Source: ledger-avalanche `app/rust/vendor/chainIDs.json`.
 */
const chains: { readonly [id: string]: 'P' | 'X' | 'C' } = {
  '11111111111111111111111111111111LpoYY': 'P',
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM': 'X',
  '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm': 'X',
  '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed': 'X',
  qzfF3A11KzpcHkkqznEyQgupQrCNS6WV6fTUTwZpEKqhj1QE7: 'X',
  '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5': 'C',
  yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp: 'C',
  '2CA6j5zYzasynPsFeNoqWkmTCt3VScMvXUZHbfDJ8k3oGzAPtU': 'C',
  VctwH3nkmztWbkdNXbuo6eCYndsUuemtM9ZFmEUZ5QpA1Fu8G: 'C',
};

/** Returns the letter that the app displays for a blockchain; undefined if it does not know it. */
export const chainNameOf = (blockchainID: Uint8Array): 'P' | 'X' | 'C' | undefined =>
  chains[formatID(blockchainID)];

/**
 * Versions of the Avalanche app whose screens are known: 1.4.4, and 1.4.20 from the app's public source, which also reads
 * AddAutoRenewedValidatorTx and SetAutoRenewedValidatorConfigTx.
 */
export type LedgerAppVersion = '1.4.4' | '1.4.20';

/** One screen of the device, exactly as the app writes it; long texts are paged. */
export interface LedgerScreen {
  /** Title of the screen. */
  readonly title: string;
  /** Text under the title. */
  readonly text: string;
  /** The field of the transaction that it displays, such as `outputs[0].output.amount`. Absent for the title and the fee. */
  readonly path?: string;
}

/**
 * How the app displays a field.
 * - `shown`: it has a screen of its own. `{ as }`: it has one, but differs from what this library writes.
 * - `expert`: it has one in the app's expert mode only.
 * - `hidden`: it is not displayed.
 * - `implied`: it is not displayed, but other screens or the keys that sign depend on it: inputs make the fee, the network makes
 *   the prefix of addresses.
 * - `outputs`: amounts and addresses are displayed, except outputs to a single address of the device itself.
 * - `hiddenOutputs`: no output is displayed.
 * - `owner`: the addresses are displayed. `hiddenOwner`: nothing of it is.
 */
export type SimpleDisplay =
  | 'shown'
  | 'expert'
  | 'hidden'
  | 'implied'
  | 'outputs'
  | 'hiddenOutputs'
  | 'owner'
  | 'hiddenOwner'
  | { readonly as: string };

/** How the app displays each field of a value. Every field must have an entry. */
export type Displays<T> = { readonly [K in Exclude<keyof T, 'type'>]: DisplayOf<T[K]> };

type DisplayOf<V> =
  | SimpleDisplay
  | (V extends Uint8Array
      ? {
          /** For a warp message: how the app displays its payload. */
          readonly says: Displays<RegisterL1Validator> | Displays<L1ValidatorWeight>;
        }
      : V extends readonly (infer E)[]
        ? { readonly each: Displays<E> }
        : V extends object
          ? { readonly of: Displays<V> }
          : never);

/** What the screens depend on besides the transaction. */
export interface ScreenReader {
  readonly network: Network;
  /** Addresses whose paths are sent with the transaction: outputs to one of them alone are not displayed. */
  readonly own: readonly Uint8Array[];
  /** Whether the app's expert mode is on. */
  readonly expert: boolean;
}

/** How the app displays one type of transaction. */
export interface Layout<T> {
  /** The first version of the app that reads it. */
  readonly since: LedgerAppVersion;
  readonly fields: Displays<T>;
  /** The screens in the app's order. */
  screens(tx: T, reader: ScreenReader): readonly LedgerScreen[];
}

/** The layouts of all types of a chain; null for a type that no known version of the app reads. */
export type Layouts<Tx extends { readonly type: string }> = {
  readonly [T in Tx['type']]: Layout<Extract<Tx, { readonly type: T }>> | null;
};

/** Displays of the fields that all transactions of X and P have, except outputs. */
export const baseDisplays = {
  networkID: 'implied',
  blockchainID: 'implied',
  inputs: 'implied',
  memo: 'hidden',
} as const;

/** Returns a screen for a field. */
export const screen = (title: string, text: string, ...path: Path): LedgerScreen => ({
  title,
  text,
  ...(path.length > 0 && { path: formatPath(path) }),
});

/** Returns the first screen, whose title names the type. */
export const heading = (title: string, text = 'Transaction'): LedgerScreen => screen(title, text);

/** Formats an address as the app does, without the chain. */
function addressText(address: Uint8Array, network: Network): string {
  const text = formatAddress(address, 'P', network);
  return text.slice(text.indexOf('-') + 1);
}

/** Returns a screen for each address of an owner. */
export const addressScreens = (
  title: string,
  addresses: readonly Uint8Array[],
  { network }: ScreenReader,
  ...path: Path
): readonly LedgerScreen[] =>
  addresses.map((address, i) =>
    screen(title, addressText(address, network), ...path, 'addresses', i),
  );

/** Returns the screens of all displayed outputs: the amount, the addresses, and a stakeable lock. */
export const outputScreens = (
  title: string,
  outputs: readonly TransferableOutput[],
  reader: ScreenReader,
  ...path: Path
): readonly LedgerScreen[] =>
  outputs.flatMap(({ output: of }, i) => {
    const at = [...path, i, 'output'];
    const [output, inner] =
      of.type === 'stakeable.LockOut' ? [of.output, [...at, 'output']] : [of, at];
    if (isOwnAlone(output, reader)) return [];
    const amount = formatAvax(output.amount);
    return [
      screen(title, `${amount} AVAX to `, ...inner, 'amount'),
      ...addressScreens('Address', output.addresses, reader, ...inner),
      ...(of.type === 'stakeable.LockOut'
        ? [
            screen(
              'Funds locked',
              `${amount} AVAX until ${timeText(of.locktime)}`,
              ...at,
              'locktime',
            ),
          ]
        : []),
    ];
  });

/** As `outputScreens`, but a single output is displayed even if it goes to the device itself. */
export const outputScreensOrOne: typeof outputScreens = (title, outputs, reader, ...path) =>
  outputScreens(title, outputs, outputs.length > 1 ? reader : { ...reader, own: [] }, ...path);

const isOwnAlone = (
  { addresses }: Pick<OutputOwners, 'addresses'>,
  { own }: Pick<ScreenReader, 'own'>,
): boolean => addresses.length === 1 && own.some((address) => equalBytes(address, addresses[0]!));

/** End of the times that the app can display, in Unix seconds: the years 1970 to 2368. */
const endOfTime = 12_591_244_800n;

/** Whether the app can display a time in Unix seconds. */
export const isWritable = (seconds: bigint): boolean => seconds < endOfTime;

/** Formats a time in Unix seconds as the app does: `2027-01-31 00:00:00 UTC`. The app cannot display times after 2368. */
export const timeText = (seconds: bigint): string =>
  isWritable(seconds)
    ? `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
    : '?';

/** Formats millionths as a percentage without its sign. */
export const percent = (millionths: number): string => formatAmount(BigInt(millionths), 4);

export const nodeScreen = (nodeID: Uint8Array, ...path: Path): LedgerScreen =>
  screen('Validator', formatNodeID(nodeID), ...path);

export const subnetScreen = (subnetID: Uint8Array, ...path: Path): LedgerScreen =>
  screen(
    'SubnetID',
    subnetID.every((byte) => byte === 0) ? 'Primary Subnet' : formatID(subnetID),
    ...path,
  );

export const hexScreen = (title: string, bytes: Uint8Array, ...path: Path): LedgerScreen =>
  screen(title, formatHex(bytes), ...path);

interface Amounts {
  readonly inputs: readonly { readonly input: { readonly amount: bigint } | Locked<'input'> }[];
}
type Locked<K extends string> = { readonly [key in K]: { readonly amount: bigint } };
type Output = { readonly output: { readonly amount: bigint } | Locked<'output'> };

export const inputAmount = ({ input }: Amounts['inputs'][number]): bigint =>
  'input' in input ? input.input.amount : input.amount;
const outputAmount = ({ output }: Output): bigint =>
  'output' in output ? output.output.amount : output.amount;
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** Returns the fee screen. The app computes the fee as all inputs less all outputs, of any asset, less intentional burns. */
export const feeScreen = (
  inputs: Amounts['inputs'],
  outputs: readonly Output[],
  { title = 'Fee(AVAX)', burned = 0n }: { readonly title?: string; readonly burned?: bigint } = {},
): LedgerScreen =>
  screen(title, formatAvax(sum(inputs.map(inputAmount)) - sum(outputs.map(outputAmount)) - burned));
