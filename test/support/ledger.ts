/**
 * A Ledger with the Avalanche app as its client library sees it: APDUs in, bytes and status words out. What a person at the device
 * would see and decide is recorded and asked. Source: ledger-avalanche 1.4.4 `APDUSPEC.md`, `app/src/apdu_handler.c`,
 * `app/src/common/`, `app/rust/src/handlers/avax/`.
 */
import { createRequire } from 'node:module';
import { HDKey } from '@scure/bip32';
import { sha256 } from '../../src/crypto/hash.ts';
import type { HDWallet } from '../../src/sign/hd/hd.ts';
import { signWithKey } from '../../src/sign/key.ts';
import { formatHex } from '../../src/text/hex.ts';

// Its ESM build imports a package whose own ESM build Node cannot resolve.
const { default: Client } = createRequire(import.meta.url)(
  '@avalabs/hw-app-avalanche',
) as typeof import('@avalabs/hw-app-avalanche');

/** What a person is asked to confirm. */
export interface Review {
  /** A transaction is displayed in full; of a hash only its digits. */
  readonly kind: 'transaction' | 'hash';
  readonly digest: string;
  /** `m/44'/9000'/0'` */
  readonly root: string;
  /** Paths whose outputs are not displayed. */
  readonly unshown: readonly string[];
}

export interface DeviceOptions {
  /** Whether the person confirms; yes if not given. */
  readonly confirms?: (review: Review) => boolean;
  /** `locked`: no PIN yet; `dashboard`: no app is open. */
  readonly state?: 'open' | 'locked' | 'dashboard';
  /** The app's buffer. */
  readonly maxBytes?: number;
  /** Reads AddAutoRenewedValidatorTx and SetAutoRenewedValidatorConfigTx. */
  readonly reads4041?: boolean;
  /** The cable is pulled after so many APDUs. */
  readonly unplugAfter?: number;
}

export interface Device {
  /** What was displayed. */
  readonly reviews: readonly Review[];
  /** Paths whose keys signed, in order. */
  readonly signed: readonly string[];
  /** How many APDUs came. */
  readonly apdus: readonly Uint8Array[];
  readonly app: InstanceType<typeof Client>;
  /** Answers an APDU as the device does: data and status word. */
  readonly answer: (apdu: Uint8Array) => Uint8Array;
}

const cla = 0x80;
const instruction = { version: 0x00, publicKey: 0x03, signHash: 0x04, sign: 0x05 } as const;
const word = {
  ok: 0x9000,
  locked: 0x5515,
  wrongLength: 0x6700,
  bufferTooSmall: 0x6983,
  dataInvalid: 0x6984,
  rejected: 0x6986,
  notInitialized: 0x6987,
  invalidP1P2: 0x6b00,
  unknownInstruction: 0x6d00,
  wrongClass: 0x6e00,
  notOpen: 0x6e01,
  failed: 0x6400,
} as const;

/** Type IDs by the first byte of the chain that the app recognizes; 0 and 1 mean other types on C. */
const typeIDs = {
  any: [0, 1, 2, 3, 4, 12, 13, 14, 15, 16, 17, 18, 23, 24, 25, 26, 34, 35, 36, 37, 38, 39],
  since1420: [40, 41],
} as const;
const networkIDs = [1, 5, 76, 1337, 12345];

class StatusError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number) {
    super(`Ledger device: UNKNOWN_ERROR (0x${statusCode.toString(16)})`);
    this.statusCode = statusCode;
  }
}

const hardened = 0x8000_0000;
/** A path of so many steps, and what comes after it; undefined if it has another number of steps. */
function readPath(data: Buffer, steps: number): { text: string; rest: Buffer } | undefined {
  if (data[0] !== steps || data.length < 1 + 4 * steps) return undefined;
  const numbers = Array.from({ length: steps }, (_, i) => data.readUInt32BE(1 + 4 * i));
  const text = numbers.map((n) => (n >= hardened ? `${n - hardened}'` : String(n))).join('/');
  return { text, rest: data.subarray(1 + 4 * steps) };
}

/** A device with the keys of a wallet, and the real client that speaks to it. */
export function ledgerDevice(wallet: HDWallet, options: DeviceOptions = {}): Device {
  const { confirms = () => true, state = 'open', maxBytes = 16_384, unplugAfter } = options;
  const reviews: Review[] = [];
  const signed: string[] = [];
  const apdus: Uint8Array[] = [];
  let root: string | undefined;
  let buffer: Buffer = Buffer.alloc(0);
  let hash: Uint8Array | undefined;
  const only = (status: number) => ({ data: Buffer.alloc(0), status });

  const review = (kind: Review['kind'], digest: Uint8Array, unshown: readonly string[]) => {
    const asked = { kind, digest: formatHex(digest), root: `m/${root}`, unshown };
    reviews.push(asked);
    hash = confirms(asked) ? digest : undefined;
    return only(hash ? word.ok : word.rejected);
  };

  function sign(p1: number, data: Buffer) {
    if (p1 === 0) {
      const path = readPath(data, 3);
      if (!path) return only(word.wrongLength);
      root = path.text;
      buffer = Buffer.alloc(0);
      return only(word.ok);
    }
    if (root === undefined) return only(word.notInitialized);
    buffer = Buffer.concat([buffer, data]);
    if (buffer.length > maxBytes) return only(word.bufferTooSmall);
    return p1 === 2 ? reviewTransaction() : only(p1 === 1 ? word.ok : word.invalidP1P2);
  }

  function reviewTransaction() {
    const unshown: string[] = [];
    let rest = buffer.subarray(1);
    for (let i = 0; i < buffer[0]!; i++) {
      const path = readPath(rest, 2);
      if (!path) return only(word.dataInvalid);
      unshown.push(path.text);
      rest = path.rest;
    }
    const known: readonly number[] = options.reads4041
      ? [...typeIDs.any, ...typeIDs.since1420]
      : typeIDs.any;
    const isKnown =
      rest.readUInt16BE(0) === 0 &&
      known.includes(rest.readUInt32BE(2)) &&
      networkIDs.includes(rest.readUInt32BE(6));
    if (!isKnown) return { data: Buffer.from('Unexpected data type'), status: word.dataInvalid };
    return review('transaction', sha256(rest), unshown);
  }

  function signHash(p1: number, data: Buffer) {
    if (p1 === 1) {
      const path = readPath(data, 3);
      if (path?.rest.length !== 32) return only(word.dataInvalid);
      root = path.text;
      return review('hash', Uint8Array.from(path.rest), []);
    }
    const path = readPath(data, 2);
    if (!path || !hash) return only(word.failed);
    signed.push(path.text);
    const signature = Buffer.from(signWithKey(wallet.key(`m/${root}/${path.text}`), hash));
    if (p1 === 2) hash = undefined;
    return { data: signature, status: word.ok };
  }

  /** The prefix of addresses and the chain come first, each after its length: the client leaves both empty. */
  function extendedKey(data: Buffer) {
    const path = readPath(data.subarray(2), 3);
    if (!path) return only(word.dataInvalid);
    const { publicKey, chainCode } = HDKey.fromExtendedKey(wallet.account(`m/${path.text}`).xpub);
    return {
      data: Buffer.from([publicKey!.length, ...publicKey!, ...chainCode!]),
      status: word.ok,
    };
  }

  const answer = (apdu: Uint8Array): Uint8Array => {
    const { data, status } = exchange([...apdu]);
    return Uint8Array.of(...data, status >> 8, status & 255);
  };

  function exchange([cl, ins, p1, , length, ...data]: readonly number[]) {
    if (state === 'dashboard') return only(cl === cla ? word.notOpen : word.wrongClass);
    if (cl !== cla) return only(word.wrongClass);
    if (length !== data.length) return only(word.wrongLength);
    if (state === 'locked') return only(word.locked);
    const payload = Buffer.from(data);
    if (ins === instruction.publicKey) return extendedKey(payload);
    if (ins === instruction.sign) return sign(p1!, payload);
    return ins === instruction.signHash ? signHash(p1!, payload) : only(word.unknownInstruction);
  }

  const app = new Client({
    // As hw-transport and Ledger's DMKTransport do: a status that the caller does not expect is an error.
    async send(cl, ins, p1, p2, data = Buffer.alloc(0), expected = [word.ok]) {
      if (apdus.length === unplugAfter) throw new Error('DisconnectedDevice');
      if (data.length > 255) throw new Error('DataLengthTooBig');
      const apdu = Uint8Array.of(cl, ins, p1, p2, data.length, ...data);
      apdus.push(apdu);
      const answer = exchange([...apdu]);
      if (!expected.includes(answer.status)) throw new StatusError(answer.status);
      // A view on a larger buffer, as transports give it.
      const whole = Buffer.concat([
        answer.data,
        Buffer.of(answer.status >> 8, answer.status & 255),
        Buffer.alloc(9),
      ]);
      return whole.subarray(0, answer.data.length + 2);
    },
  });
  return { reviews, signed, apdus, app, answer };
}
