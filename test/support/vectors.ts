/** The files of `vectors/`, typed as the oracle writes them (heads of its `main.go`s). */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Verdict } from '../../scripts/fields.ts';
import type { Price } from '../../scripts/prices.ts';
import type { Build, ChangedBuild } from './builds.ts';
import type { Meaning } from './meanings.ts';

type Network = 'local' | 'fuji' | 'mainnet';

/** `json` is the node's text; `nodeHex` is `hex` with the API's 4-byte checksum. */
interface Tx {
  readonly chain: 'P' | 'X' | 'C';
  readonly type: string;
  readonly network: Network;
  readonly networkID: number;
  readonly id: string;
  readonly hex: string;
  readonly nodeHex: string;
  readonly unsignedHex: string;
  readonly json: string;
  /** Addresses by credential and signature. */
  readonly signers: readonly (readonly string[])[];
}

export interface PTx extends Tx {
  /** Null for the types that pay no dynamic fee; `complexityError` then says why. */
  readonly complexity: readonly [number, number, number, number] | null;
  readonly complexityError?: string;
  readonly gas: string | null;
  readonly feeAtPrice1: string | null;
  /** Empty when SyntacticVerify passes. */
  readonly verifyError: string;
  /** -1 where the type has no memo. */
  readonly memoLength: number;
}

export interface XTx extends Tx {
  readonly inputIDs?: readonly string[];
  readonly syntacticOK: boolean;
  readonly syntacticError?: string;
  /** The asset's name of a CreateAssetTx, which JSON cannot always carry. */
  readonly nameHex?: string;
}

/** `json` is printed without a network; `contextJSON` (exports) has its addresses and fxIDs. */
export interface CTx extends Tx {
  readonly inputIDs?: readonly string[];
  readonly syntacticOK: boolean;
  readonly syntacticError?: string;
  readonly gasUsed?: string;
  readonly gasFeeCap?: string;
  readonly gasError?: string;
  readonly contextJSON?: string;
  readonly credentialsOK?: boolean;
}

export interface PBlock {
  readonly chain: 'P';
  readonly type: string;
  readonly network: Network;
  readonly networkID: number;
  readonly id: string;
  readonly parentID: string;
  readonly height: string;
  readonly time: string | null;
  readonly txIDs: readonly string[];
  readonly hex: string;
  readonly nodeHex: string;
  readonly json: string;
}

/** X-chain blocks, proposervm wrappers of all three chains, and vertices. */
export interface XBlock {
  readonly kind: 'block' | 'proposervm' | 'vertex';
  readonly chain: 'P' | 'X' | 'C';
  readonly network: Network;
  readonly hex: string;
  readonly nodeHex: string;
  readonly id: string;
  readonly json?: string;
  readonly txIDs?: readonly string[];
  readonly innerKind?: string;
  readonly innerHex?: string;
  readonly innerID?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface PUTXO {
  readonly chain: 'P';
  readonly network: Network;
  readonly networkID: number;
  readonly type: string;
  readonly hex: string;
  readonly nodeHex: string;
  readonly utxoID: string;
  readonly inputID: string;
  readonly txID: string;
  readonly outputIndex: number;
  readonly assetID: string;
  readonly amount: string;
  readonly stakeableLocktime: string | null;
  readonly locktime: string;
  readonly threshold: number;
  readonly addresses: readonly string[];
}

export interface XUTXO {
  readonly chain: 'X';
  readonly network: Network;
  readonly type: string;
  readonly hex: string;
  readonly nodeHex: string;
  readonly txID: string;
  readonly outputIndex: number;
  readonly assetID: string;
  readonly inputID: string;
  readonly verifyOK: boolean;
  readonly json: string;
  readonly contextJSON: string;
}

/** `verifyOk` is SyntacticVerify after the codec took it (not for blocks). */
export interface PMutant {
  readonly kind: 'tx' | 'utxo' | 'block';
  readonly network: Network;
  readonly baseType: string;
  readonly mutation: string;
  readonly hex: string;
  /** The codec's verdict alone. */
  readonly ok: boolean;
  readonly error: string;
  readonly reencoded: string | null;
  readonly type?: string;
  readonly txID?: string;
  readonly verifyOk?: boolean;
  readonly verifyError?: string;
}

export interface XMutant {
  readonly chain: 'X' | 'C';
  readonly kind: 'tx';
  readonly network: Network;
  readonly mutation: string;
  readonly base: string;
  readonly hex: string;
  /** The parser's verdict alone. */
  readonly ok: boolean;
  readonly error?: string;
  readonly panicked?: boolean;
  readonly reencoded?: string;
  readonly txID?: string;
  readonly type?: string;
  readonly syntacticOK?: boolean;
  readonly syntacticError?: string;
}

/** `hex` is the container's content, `recordHex` the index's own record, `json` the API's answer. */
export interface Container {
  readonly endpoint: 'P/block' | 'X/block' | 'X/tx' | 'X/vtx' | 'C/block';
  readonly network: Network;
  readonly recordHex: string;
  readonly hex: string;
  readonly id: string;
  readonly unixNanos: string;
  readonly json: string;
  readonly innerHex?: string;
  readonly innerID?: string;
  readonly innerKind?: string;
}

export interface Warp {
  readonly kind: 'warpUnsigned' | 'warpSigned';
  readonly network: Network;
  readonly hex: string;
  readonly id: string;
  readonly unsignedHex: string;
  readonly fields: {
    readonly networkID: number;
    readonly sourceChainID: string;
    readonly payloadHex: string;
    readonly signersHex?: string;
    readonly signers?: readonly number[];
    readonly signatureHex?: string;
  };
  readonly payloadType: 'Hash' | 'AddressedCall' | 'raw';
  readonly payloadHex: string;
  readonly payload?: Readonly<Record<string, string>>;
  /** What an AddressedCall carries. */
  readonly innerType?: string;
  readonly innerHex?: string;
  readonly inner?: Readonly<Record<string, unknown>>;
  readonly innerJSON?: string;
  readonly innerVerifyError?: string;
  readonly conversionDataHex?: string;
  readonly conversionDataJSON?: string;
  /** Of the signers, compressed. */
  readonly publicKeys?: readonly string[];
  readonly signatureOK?: boolean;
  readonly signersCanonical?: boolean;
}

/** BLS keys and encodings, validator sets, justifications, predicates: the head of the oracle's `l1.go`. */
export interface L1 {
  readonly kind:
    | 'key'
    | 'secretKey'
    | 'publicKey'
    | 'signature'
    | 'proofOfPossession'
    | 'quorum'
    | 'justification'
    | 'predicate';
  readonly case?: string;
  readonly hex?: string;
  readonly ok?: boolean;
  readonly secretKeyHex?: string;
  readonly publicKeyHex?: string;
  readonly uncompressedHex?: string;
  readonly proofOfPossessionHex?: string;
  readonly messageHex?: string;
  readonly signatureHex?: string;
  /** Of the verifier. */
  readonly networkID?: number;
  readonly validators?: readonly L1Validator[];
  readonly canonical?: readonly L1Validator[];
  readonly totalWeight?: string;
  /** Absent: the message is valid. */
  readonly error?: string;
  readonly subnetID?: string;
  readonly index?: number;
  readonly registerMessageHex?: string;
  readonly validationID?: string;
  readonly chunks?: readonly string[];
}

interface L1Validator {
  readonly nodeID?: string;
  /** Compressed. */
  readonly publicKey: string | null;
  readonly weight: string;
}

export interface Primitive {
  readonly kind:
    | 'id'
    | 'shortID'
    | 'nodeID'
    | 'cb58'
    | 'address'
    | 'privateKey'
    | 'hex'
    | 'hexc'
    | 'hexnc';
  /** What was done to the text. */
  readonly case: string;
  readonly text: string;
  readonly ok: boolean;
  readonly error?: string;
  readonly hex?: string;
  /** The bytes in `hex` as the node writes them. */
  readonly again?: string;
  readonly chain?: string;
  readonly hrp?: string;
  readonly publicKeyHex?: string;
  readonly shortID?: string;
  readonly ethAddress?: string;
}

interface Rows {
  'p-public': PTx;
  'p-blocks': PBlock;
  'p-utxos': PUTXO;
  'p-mutate': PMutant;
  'p-mutate-all': PMutant;
  'x-public': XTx;
  'x-blocks': XBlock;
  'x-utxos': XUTXO;
  'x-mutate': XMutant;
  'c-public': CTx;
  'c-mutate': XMutant;
  containers: Container;
  warp: Warp;
  l1: L1;
  primitives: Primitive;
  prices: Price;
  fields: Verdict;
  builds: Build;
  'changed-builds': ChangedBuild;
  meanings: Meaning;
}

export interface RPCSample {
  readonly path: string;
  /** JSON text of the request's body; null for a GET without one. */
  readonly request: string | null;
  /** JSON text of the reply, as the node wrote it in `rpc-samples`. */
  readonly response: string;
  /** The rest is in `rpc-samples-seed` and `rpc-samples-variants` only. */
  readonly api?: string;
  readonly method?: string;
  readonly source?: 'seed' | 'node' | 'sdk' | 'variant';
  readonly variant?: string;
}

interface Genesis {
  readonly network: Network;
  readonly networkID: number;
  readonly size: number;
  readonly genesisID: string;
  readonly xChainID: string;
  readonly cChainID: string;
  readonly avaxAssetID: string;
}

const read = (file: string): Buffer => {
  const path = fileURLToPath(new URL(`../../vectors/${file}`, import.meta.url));
  if (existsSync(path)) return readFileSync(path);
  if (existsSync(`${path}.br`)) return brotliDecompressSync(readFileSync(`${path}.br`));
  return gunzipSync(readFileSync(`${path}.gz`));
};

/** The lines of `vectors/<name>.ndjson`, packed or not, as text. */
export const linesOf = (name: string): string[] =>
  read(`${name}.ndjson`).toString('utf8').trimEnd().split('\n');

const parsed = new Map<string, readonly unknown[]>();

/**
 * The rows of a file, which is read once a process: a test that changes one changes a copy. 64-bit numbers and the node's JSON are
 * strings in them, so `JSON.parse` loses nothing.
 */
export function rows<Name extends keyof Rows>(name: Name): Rows[Name][] {
  const found =
    parsed.get(name) ?? linesOf(name).map((line) => Object.freeze(JSON.parse(line)) as unknown);
  parsed.set(name, found);
  return [...found] as Rows[Name][];
}

/** Requests and replies. Their texts hold bare 64-bit numbers, so they stay texts. */
export const rpcRows = (name: 'rpc-samples' | `rpc-samples-${'seed' | 'variants'}`): RPCSample[] =>
  linesOf(name).map((line) => {
    // A quote inside a string is escaped, so these can only be the row's own keys, and they come last.
    const request = line.indexOf(',"request":');
    const response = line.indexOf(',"response":');
    const asked = line.slice(request + ',"request":'.length, response);
    return {
      ...(JSON.parse(`${line.slice(0, request)}}`) as Omit<RPCSample, 'request' | 'response'>),
      request: asked === 'null' ? null : asked,
      response: line.slice(response + ',"response":'.length, -1),
    };
  });

/** The bytes of a network's P-chain genesis. */
export const bytesOf = (name: `genesis-${Network}`): Uint8Array =>
  new Uint8Array(read(`${name}.bin`));

/** The ids that follow from each genesis. */
export const genesisFacts = (): Genesis[] =>
  JSON.parse(read('genesis.json').toString('utf8')) as Genesis[];
