import type { OracleName } from '../../scripts/oracle.ts';
import { decodeExtData, encodeExtData, maxSize, TxBody } from '../../src/chain/cchain/tx.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import { type AnyKind, messageKinds, typeOfKind } from '../../src/open/opened.ts';
import { SubnetToL1ConversionData } from '../../src/warp/l1.ts';
import { decode, encode, versioned } from '../../src/wire/codec.ts';
import { list } from '../../src/wire/declare.ts';
import type { Type } from '../../src/wire/type.ts';

/** Something that both the node and this library read. */
export interface Target {
  readonly chain: ChainName;
  /** Of the stream, or another of the oracle's. */
  readonly kind: string;
  readonly type: Type<unknown>;
  /** Reads what the stream has no kind for, and gives its bytes again. */
  readonly again?: (bytes: Uint8Array) => Uint8Array;
  readonly oracle: OracleName;
  /** Its share of all inputs. */
  readonly weight: number;
  /**
   * The oracle's text is what a node with this network's context prints (`node`), or Go's of the bare struct
   * (`plainContext`). Absent: it gives none.
   */
  readonly json?: 'node' | 'bare';
}

const on =
  (oracle: OracleName, chain: ChainName) =>
  (kind: AnyKind, weight: number, json?: Target['json']): Target => ({
    chain,
    kind,
    type: typeOfKind(chain, kind)!,
    oracle,
    weight,
    ...(json && { json }),
  });
const p = on('poracle', 'P');
const x = on('xoracle', 'X');
const c = on('xoracle', 'C');
/** It is of no chain, but the oracle wants one. */
const message = on('xoracle', 'P');

/** All that is compared. */
export const targets: readonly Target[] = [
  p('tx', 18, 'node'),
  p('unsignedTx', 4, 'node'),
  p('utxo', 6),
  p('block', 12, 'node'),
  p('genesis', 2),
  p('output', 2),
  p('input', 2),
  p('credential', 3),
  x('tx', 14, 'node'),
  x('unsignedTx', 3, 'bare'),
  x('utxo', 6, 'bare'),
  x('block', 8, 'node'),
  x('genesis', 3),
  x('output', 2),
  x('input', 2),
  x('credential', 3),
  c('tx', 6, 'bare'),
  c('unsignedTx', 2),
  c('utxo', 2, 'bare'),
  {
    chain: 'C',
    kind: 'txSlice',
    type: versioned('extData', list(TxBody), maxSize),
    again: (bytes) => encodeExtData(decodeExtData(bytes)),
    oracle: 'xoracle',
    weight: 3,
  },
  c('output', 1),
  c('input', 1),
  c('credential', 1),
  message('proposervm', 8),
  message('proposervmHeader', 1),
  message('vertex', 3),
  message('container', 2),
  message('warpUnsigned', 2),
  message('warpSigned', 3),
  message('warpPayload', 3),
  message('l1Payload', 4, 'bare'),
  {
    chain: 'P',
    kind: 'conversionData',
    type: SubnetToL1ConversionData,
    again: (bytes) => encode(SubnetToL1ConversionData, decode(SubnetToL1ConversionData, bytes)),
    oracle: 'xoracle',
    weight: 2,
    json: 'bare',
  },
];

/** `P tx`: how a target is called. */
export const titleOf = ({ chain, kind }: Pick<Target, 'chain' | 'kind'>): string =>
  kind in messageKinds || kind === 'conversionData' ? kind : `${chain} ${kind}`;
