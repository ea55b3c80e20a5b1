/** Both libraries on one test node: what avalanchejs and this library make of the same UTXOs. */
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type Listening, listen } from '../../apps/cli/src/testnodehttp.ts';
import { buildExportTx } from '../../src/builder/index.ts';
import { UnsignedTx as CUnsignedTx } from '../../src/chain/cchain/index.ts';
import { UnsignedTx as PUnsignedTx } from '../../src/chain/pchain/index.ts';
import { UnsignedTx as XUnsignedTx } from '../../src/chain/xchain/index.ts';
import { type Draft, formatHex, formatID, wei } from '../../src/index.ts';
import { fuji } from '../../src/network/index.ts';
import { connect, type NodeClient } from '../../src/rpc/index.ts';
import { evmAddressOf, finalize, privateKey, sign } from '../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { serverOf } from '../../src/testnode/serve/server.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { decode, encode } from '../../src/wire/codec.ts';

/** An unsigned transaction of avalanchejs. */
export interface TheirTx {
  toBytes(): Uint8Array;
  getSignedTx(): { toBytes(): Uint8Array };
  hasAllSignatures(): boolean;
}

// The functions of `theirs/` are typed for the resolution of bundlers, as the declarations of avalanchejs need it.
// biome-ignore lint/suspicious/noExplicitAny: their types do not exist here; `types.ci.test.ts` checks the files.
type Untyped = any;

/** A module of `theirs/`. */
export const theirs = (name: string): Promise<Untyped> =>
  import(/* @vite-ignore */ fileURLToPath(new URL(`theirs/${name}.ts`, import.meta.url)));

/** nAVAX in an AVAX. */
export const nAVAX = 1_000_000_000n;

export const secret = new Uint8Array(32).fill(11);
export const key = privateKey(secret);
export const address = key.address('P', fuji);
export const otherSecret = new Uint8Array(32).fill(12);
export const other = privateKey(otherSecret);
export const to = other.address('P', fuji);

/** A test node of fuji's constants, its server, and a client of this library. */
export interface Site {
  readonly testnode: Testnode;
  readonly server: Listening;
  readonly node: NodeClient;
}

async function start(): Promise<Site> {
  const testnode = createTestnode({ network: fuji });
  const server = await listen({ hostname: '127.0.0.1', port: 0 }, serverOf(testnode).answer);
  return { testnode, server, node: connect(server.url, { now: testnode.now }) };
}

/** A site where the key has one UTXO on P and X, so that there is nothing to select, and an account on C. */
export async function funded(): Promise<Site> {
  const site = await start();
  site.testnode.fund('P', { to: address, amount: 5_000n * nAVAX });
  site.testnode.fund('X', { to: address.replace('P', 'X'), amount: 100n * nAVAX });
  site.testnode.fund('C', { to: evmAddressOf(key), amount: 100n * nAVAX });
  return site;
}

/** Exports 3 AVAX of the key, which then wait to be imported. */
export async function waiting({ node }: Site, from: 'P' | 'C', to: 'P' | 'X' | 'C'): Promise<void> {
  const outputs = [{ to: address.replace('P', to), amount: 3n * nAVAX }];
  const state = await (from === 'P'
    ? node.pchain.state([address])
    : node.cchain.state([evmAddressOf(key)]));
  await node.issue(finalize(sign(buildExportTx(state, { to, outputs }), key)));
}

const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(3));
/** A node that can be a validator. */
export const validatorNode = {
  nodeID: 'NodeID-BRsYSCbJ8dfPf3nJNBFi4PkUJAQU4nsVE',
  nodePOP: {
    publicKey: formatHex(publicKey),
    proofOfPossession: formatHex(proofOfPossession),
  },
};
/** A chain that can have the contract of a validator manager. */
export const chainID = formatID(fuji.chains.C.blockchainID);

const types = { P: PUnsignedTx, X: XUnsignedTx, C: CUnsignedTx };
type Chain = keyof typeof types;

/** The bytes that both libraries sign. */
export const bytesOf = (draft: Draft): Uint8Array =>
  encode<unknown>(types[draft.chain], draft.unsignedTx);

/** Expects that both libraries make the same bytes. */
export const expectSame = (draft: Draft, tx: TheirTx): void =>
  expect(formatHex(bytesOf(draft))).toBe(formatHex(tx.toBytes()));

/** What avalanchejs made, as this library reads it. */
export const read = (chain: Chain, tx: TheirTx): Record<string, unknown> =>
  decode<unknown>(types[chain], tx.toBytes()) as Record<string, unknown>;

/**
 * A node and a wallet of avalanchejs to which the C-chain has a base fee in wei. That of the test node is no whole number of nAVAX,
 * and avalanchejs cannot express another.
 */
export const withBaseFee = (node: NodeClient, wallet: Untyped, fee: bigint) => {
  const { cchain } = node;
  const baseFee = wei(fee);
  const state: NodeClient['cchain']['state'] = async (...of) => ({
    ...(await cchain.state(...of)),
    baseFee,
  });
  return {
    ours: { ...node, cchain: { ...cchain, state } },
    others: {
      ...wallet,
      cchain: { getBaseFee: async () => fee, getUTXOs: (of: object) => wallet.cchain.getUTXOs(of) },
    },
  };
};

/** The fields in which two transactions differ, by path. */
export function differences(a: unknown, b: unknown, path = ''): string[] {
  if (a instanceof Uint8Array || b instanceof Uint8Array || !isObject(a) || !isObject(b))
    return equal(a, b) ? [] : [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((name) =>
    differences(a[name], b[name], Array.isArray(a) ? `${path}[${name}]` : `${path}.${name}`),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const equal = (a: unknown, b: unknown): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
