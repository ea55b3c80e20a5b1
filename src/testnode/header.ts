/** Builds C-chain blocks: real headers, with atomic transactions in the extra data. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { extDataHashOf, hashOf } from '../blocks/evm/block.ts';
import { encodeRLP, type Item } from '../blocks/evm/rlp.ts';
import { encodeExtData, type Tx } from '../chain/cchain/tx.ts';
import { isActive, type Network } from '../network/network.ts';
import { concatBytes } from '../text/bytes.ts';
import { parseHex } from '../text/hex.ts';
import type { BlockRecord, CAccount, World } from './world.ts';

/** Encodes an integer as in RLP: big-endian without leading zeros. */
function integer(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0);
  const hex = value.toString(16);
  return parseHex(`0x${hex.length % 2 === 0 ? hex : `0${hex}`}`);
}

/** Encodes a fixed-size integer of ACP-176 in `extraData`. */
const uint64 = (value: bigint): Uint8Array => parseHex(`0x${value.toString(16).padStart(16, '0')}`);

const emptyTrie = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const noUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
/** The address that receives fees and thereby burns them. Source: coreth `constants/constants.go` `BlackholeAddr`. */
const blackhole = '0x0100000000000000000000000000000000000000';

/** Returns a stand-in for the state root of accounts. */
export function firstStateRoot(accounts: ReadonlyMap<string, CAccount>): Uint8Array {
  return [...accounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce<Uint8Array>((root, entry) => nextStateRoot(root, [entry]), new Uint8Array(32));
}

/** Returns the stand-in root after some accounts have changed. */
export const nextStateRoot = (
  root: Uint8Array,
  changed: readonly (readonly [string, CAccount])[],
): Uint8Array =>
  changed.reduce<Uint8Array>(
    (state, [address, { nonce, balance }]) =>
      keccak_256(
        concatBytes(state, encodeRLP([parseHex(address), integer(nonce), integer(balance)])),
      ),
    root,
  );

/** The contents of a header. */
export interface HeaderOf {
  readonly parentID: Uint8Array;
  readonly height: bigint;
  /** Unix seconds. */
  readonly time: bigint;
  readonly stateRoot: Uint8Array;
  readonly baseFee: bigint;
  /** Gas of the atomic transactions. */
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
  /** The fee state of ACP-176 after the block. */
  readonly fee: { readonly capacity: bigint; readonly excess: bigint };
  readonly txs: readonly Tx[];
}

/** A block: its header, no EVM transactions, no uncles, version 0, and the extra data. */
export function cBlockOf(
  network: Network,
  fields: HeaderOf,
): { id: Uint8Array; bytes: Uint8Array } {
  const extData = encodeExtData(fields.txs);
  const header = headerItems(network, fields, extData);
  const bytes = encodeRLP([header, [], [], integer(0n), extData]);
  return { id: hashOf(header), bytes };
}

/**
 * Returns the fields of a header, depending on the active upgrades.
 * Source: coreth `plugin/evm/customtypes/header_ext.go`, `plugin/evm/customheader/*.go`.
 */
function headerItems(network: Network, header: HeaderOf, extData: Uint8Array): Item {
  const { time } = header;
  const since = (upgrade: 'etna' | 'granite' | 'helicon') => isActive(upgrade, network, time);
  const dynamic = isActive('fortuna', network, time);
  const extraData = dynamic
    ? concatBytes(uint64(header.fee.capacity), uint64(header.fee.excess), uint64(0n))
    : new Uint8Array(0);
  const zero = integer(0n);
  const items: Item[] = [
    header.parentID,
    parseHex(noUncles),
    parseHex(blackhole),
    header.stateRoot,
    parseHex(emptyTrie),
    parseHex(emptyTrie),
    new Uint8Array(256),
    integer(1n),
    integer(header.height),
    integer(header.gasLimit),
    zero,
    integer(time),
    extraData,
    new Uint8Array(32),
    new Uint8Array(8),
    extDataHashOf(extData),
    integer(header.baseFee),
    integer(header.gasUsed),
    zero,
  ];
  if (since('etna')) items.push(zero, zero, new Uint8Array(32));
  if (since('granite')) items.push(integer(time * 1000n), zero);
  if (since('helicon'))
    items.push(
      zero,
      zero,
      integer(header.height > 0n ? header.height - 1n : 0n),
      integer(time),
      zero,
      zero,
    );
  return items;
}

/** The first block of the C-chain: its genesis has no base fee and no atomic transactions. */
export function firstCBlock({
  network,
  C,
  P,
}: World): Pick<BlockRecord, 'id' | 'bytes' | 'parentID' | 'time'> {
  const parentID = new Uint8Array(32);
  const { time } = P.ledger;
  const fields = { parentID, height: 0n, time, stateRoot: C.stateRoot, txs: [], gasUsed: 0n };
  const { id, bytes } = cBlockOf(network, { ...fields, baseFee: 0n, gasLimit: 0n, fee: C.fee });
  return { id, bytes, parentID, time };
}
