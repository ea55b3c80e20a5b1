/** Recognizes transactions of an EVM, which are RLP, and says whether they are whole. They are not decoded here. */

/** An item of RLP. */
interface Item {
  readonly isList: boolean;
  readonly body: number;
  readonly end: number;
}

/** Returns the item at an offset, which may end after the bytes. */
function itemAt(bytes: Uint8Array, offset: number): Item | undefined {
  const first = bytes[offset];
  if (first === undefined) return undefined;
  const isList = first >= 0xc0;
  if (first < 0x80) return { isList, body: offset, end: offset + 1 };
  let length = first - (isList ? 0xc0 : 0x80);
  let body = offset + 1;
  if (length > 55) {
    const long = body + length - 55;
    for (length = 0; body < long; body++) length = length * 256 + (bytes[body] ?? 0);
  }
  return { isList, body, end: body + length };
}

/** Names of the types, and how many fields they have without a signature. */
const types: Readonly<Record<number, readonly [name: string, fields: number]>> = {
  0: ['legacy', 6],
  1: ['EIP-2930', 8],
  2: ['EIP-1559', 9],
  3: ['EIP-4844', 11],
  4: ['EIP-7702', 10],
};

/** The largest size of each of the first fields: the chain ID of typed transactions, the nonce, and numbers of 32 bytes. */
const isNumber = (bytes: Uint8Array, item: Item | undefined, most: number): boolean =>
  item !== undefined &&
  !item.isList &&
  item.end - item.body <= most &&
  // No number starts with a zero byte, and zero is no byte at all.
  (item.body >= bytes.length || item.end === item.body || bytes[item.body] !== 0);

/** Most bytes that may follow a transaction for it to be called one. */
const mostExtra = 64;

/**
 * Says what a transaction of an EVM is, and what is wrong with it: cut, or followed by something else. Returns undefined for other bytes.
 */
export function evmTxText(bytes: Uint8Array): string | undefined {
  const [first = 0] = bytes;
  const type = first > 0 && first < 5 ? first : 0;
  const start = type === 0 ? 0 : 1;
  const whole = itemAt(bytes, start);
  if (!whole?.isList || whole.end - whole.body < 8) return undefined;
  const items: Item[] = [];
  for (let offset = whole.body; offset < Math.min(whole.end, bytes.length); ) {
    const item = itemAt(bytes, offset)!;
    items.push(item);
    offset = item.end;
  }
  const isCut = whole.end > bytes.length;
  const extra = bytes.length - whole.end;
  const [name, fields] = types[type]!;
  const numbers = type === 0 ? [8, 32, 8] : [8, 8, 32];
  const isTx =
    whole.end < 1 << 24 &&
    extra <= mostExtra &&
    items.length > 1 &&
    items.slice(0, 3).every((item, i) => isNumber(bytes, item, numbers[i]!)) &&
    // Of a legacy transaction, only the receiver tells it from any other list.
    (type !== 0 || isReceiver(items[3])) &&
    (isCut ? items.length <= fields + 3 : items.length === fields || items.length === fields + 3);
  if (!isTx) return undefined;
  const chainID = type === 0 ? '' : `, chain ID ${numberOf(bytes, items[0]!)}`;
  const what = `a transaction of the C-chain's EVM (${name}${chainID})`;
  if (isCut) return `this begins as ${what}, but ${bytesText(-extra)} missing at its end`;
  if (extra > 0) return `this is ${what}, but ${bytesText(extra)} too many at its end`;
  return `this is ${what}: Ethereum libraries read it, and the inspector shows it`;
}

const isReceiver = (item: Item | undefined): boolean =>
  item !== undefined && !item.isList && [0, 20].includes(item.end - item.body);

const bytesText = (count: number): string => `${count} ${count === 1 ? 'byte is' : 'bytes are'}`;

const numberOf = (bytes: Uint8Array, { body, end }: Item): bigint =>
  bytes.subarray(body, end).reduce((number, byte) => number * 256n + BigInt(byte), 0n);
