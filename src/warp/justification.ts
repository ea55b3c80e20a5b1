import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { anObject, checkArgument } from '../schema/check.ts';
import { concatBytes } from '../text/bytes.ts';
import { idBytes, indexBytes, registerMessageBytes, type ValidationOrigin } from './l1.ts';

// Fields of proto/platformvm/platformvm.proto as protobuf tags: number and wire type.
const convertSubnetToL1TxData = 0x0a;
const registerL1ValidatorMessage = 0x12;
const subnetIDField = 0x0a;
const indexField = 0x10;

/** Encodes a protobuf varint: seven bits per byte, the lowest first. */
function varint(n: number): Uint8Array {
  const bytes: number[] = [];
  for (; n > 0x7f; n = Math.floor(n / 0x80)) bytes.push((n % 0x80) | 0x80);
  return Uint8Array.of(...bytes, n);
}
const field = (tag: number, bytes: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(tag), varint(bytes.length), bytes);

/**
 * Returns the justification that nodes require before they sign a `buildRegistrationMessage` with `registered:
 * false`: the origin of the validation, as the protobuf message L1ValidatorRegistrationJustification in Go's
 * encoding. Source: avalanchego `proto/platformvm/platformvm.proto`, `vms/platformvm/network/warp.go`.
 * @throws {AvalancheError} As `validationIDOf`.
 * @example
 * justificationOf({ subnetID: new Uint8Array(32), index: 300 }).length; // 39
 */
export function justificationOf(origin: ValidationOrigin): Uint8Array {
  checkArgument<object>(origin, anObject, 'origin');
  if ('registerMessage' in origin)
    return field(
      registerL1ValidatorMessage,
      within(['registerMessage'], () => registerMessageBytes(origin.registerMessage)),
    );
  const { index } = origin;
  indexBytes(index);
  return field(
    convertSubnetToL1TxData,
    concatBytes(
      field(
        subnetIDField,
        within(['subnetID'], () => idBytes(origin.subnetID)),
      ),
      // Protobuf omits a zero.
      index === 0 ? new Uint8Array(0) : concatBytes(Uint8Array.of(indexField), varint(index)),
    ),
  );
}

/** The content of a justification. */
export type Justification =
  | { readonly subnetID: Uint8Array; readonly index: number }
  | { readonly registerMessage: Uint8Array };

/**
 * Decodes a justification: what `justificationOf` returns, and the same with an index of 0 written out, as
 * @avalanche-sdk/client does and nodes read it.
 * @throws {AvalancheError} `Truncated`, `TrailingBytes`; `UnknownTypeID`: another field; `OutOfRange`: a number
 *   with more bytes than it needs, or a subnetID that does not have 32 bytes; as `decode` for a message.
 */
export function decodeJustification(bytes: Uint8Array): Justification {
  return within(['justification'], () => read(new Proto(bytes)));
}

function read(proto: Proto): Justification {
  const tag = proto.byte();
  if (tag === registerL1ValidatorMessage) {
    const registerMessage = proto.bytes();
    proto.end();
    return { registerMessage: registerMessageBytes(registerMessage) };
  }
  if (tag !== convertSubnetToL1TxData) throw proto.unknown(tag);
  const size = proto.varint();
  if (size !== proto.left)
    throw new AvalancheError(
      size > proto.left ? 'Truncated' : 'TrailingBytes',
      `a field of ${size} bytes in ${proto.left}`,
      size > proto.left ? { need: size, left: proto.left } : { left: proto.left - size },
      { offset: proto.offset },
    );
  const first = proto.byte();
  if (first !== subnetIDField) throw proto.unknown(first);
  const subnetID = proto.bytes();
  if (subnetID.length !== 32)
    throw new AvalancheError(
      'OutOfRange',
      `a subnetID has 32 bytes, got ${subnetID.length}`,
      { value: subnetID.length, min: 32, max: 32, unit: 'bytes' },
      { offset: proto.offset - subnetID.length },
    );
  if (proto.left === 0) return { subnetID, index: 0 };
  const second = proto.byte();
  if (second !== indexField) throw proto.unknown(second);
  const index = proto.varint();
  proto.end();
  return { subnetID, index };
}

/** A reader for the subset of protobuf that justifications use. */
class Proto {
  readonly #bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = toBytes(bytes);
  }

  get left(): number {
    return this.#bytes.length - this.offset;
  }
  byte(): number {
    if (this.left === 0)
      throw new AvalancheError(
        'Truncated',
        'needs 1 byte, 0 left',
        { need: 1, left: 0 },
        { offset: this.offset },
      );
    return this.#bytes[this.offset++]!;
  }
  varint(): number {
    const start = this.offset;
    let n = 0;
    for (let weight = 1; weight <= 2 ** 28; weight *= 0x80) {
      const byte = this.byte();
      n += (byte & 0x7f) * weight;
      if (byte === 0 && weight > 1)
        throw new AvalancheError(
          'OutOfRange',
          'the number has more bytes than it needs',
          {},
          { offset: start },
        );
      if (byte < 0x80 && n <= 0xffff_ffff) return n;
    }
    throw new AvalancheError('OutOfRange', 'the number is not a uint32', {}, { offset: start });
  }
  bytes(): Uint8Array {
    const n = this.varint();
    if (n > this.left)
      throw new AvalancheError(
        'Truncated',
        `needs ${n} bytes, ${this.left} left`,
        { need: n, left: this.left },
        { offset: this.offset },
      );
    this.offset += n;
    return this.#bytes.subarray(this.offset - n, this.offset);
  }
  end(): void {
    if (this.left > 0)
      throw new AvalancheError(
        'TrailingBytes',
        `${this.left} bytes after the value`,
        { left: this.left },
        { offset: this.offset },
      );
  }
  unknown(tag: number): AvalancheError {
    return new AvalancheError(
      'UnknownTypeID',
      `no field has the tag ${tag}`,
      { found: tag },
      { offset: this.offset - 1 },
    );
  }
}
