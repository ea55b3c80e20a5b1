/** Plain values with bigints and bytes as JSON, and back. For entries of the ledger that have no encoding in the codec. */

export const toText = (value: unknown): string =>
  JSON.stringify(value, (_, of) =>
    typeof of === 'bigint'
      ? { $n: String(of) }
      : of instanceof Uint8Array
        ? { $x: Buffer.from(of).toString('hex') }
        : of,
  );

export const fromText = <T>(text: string): T =>
  JSON.parse(text, (_, of) =>
    typeof of?.$n === 'string'
      ? BigInt(of.$n)
      : typeof of?.$x === 'string'
        ? new Uint8Array(Buffer.from(of.$x, 'hex'))
        : of,
  ) as T;
