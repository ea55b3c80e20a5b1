/** Alice is robbed by Mallory: what the tests of attacks share. */
import type { TransferableOutput } from '../../src/chain/pchain/components.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { unsignedBytes } from '../../src/draft/check.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { type AvalancheError, isError } from '../../src/errors/error.ts';
import { fuji } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import type { Transport, TransportRequest } from '../../src/rpc/transport.ts';
import type { Key } from '../../src/sign/key.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { unlocked } from '../../src/tx/output.ts';
import { outputsOf } from '../../src/tx/parts.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import { encode } from '../../src/wire/codec.ts';
import { parent, spending } from '../support/parents.ts';
import { key, now } from '../support/state.ts';

export { now };
export const alice: Key = key(1);
export const bob: Key = key(9);
export const mallory: Key = key(66);
/** What signs digests with the key of `key(n)`, as a service does. */
export const secret = (n: number): Uint8Array => new Uint8Array(32).fill(n);
export const on = (chain: 'P' | 'X' | 'C', of: Key): string => of.address(chain, fuji);
export const otherCopyOf = (of: Key): Key => ({
  ...of,
  publicKey: of.publicKey,
  shortID: of.shortID,
});

/** The code of the error that an attack ends with; fails if it ends with none. */
export async function codeOf(attack: () => unknown): Promise<string> {
  return (await errorOf(attack)).code;
}

/** The error that an attack ends with. */
export async function errorOf(attack: () => unknown): Promise<AvalancheError> {
  try {
    await attack();
  } catch (e) {
    if (isError(e)) return e;
    throw e;
  }
  throw new Error('the attack succeeded');
}

/** All 20 bytes that outputs of a draft name, in hex. */
export const paid = ({ unsignedTx }: Draft): readonly string[] =>
  outputsOf(unsignedTx).flatMap(({ value: { output } }) =>
    unlocked(output).addresses.map((of) => Buffer.from(of).toString('hex')),
  );
export const hexOf = (of: Key): string => Buffer.from(of.shortID).toString('hex');

/** The transaction that made a UTXO of an owner, and the UTXO. */
export function made(amount: bigint, owner: object, n = 1) {
  const output = {
    type: 'secp256k1fx.TransferOutput',
    locktime: 0n,
    threshold: 1,
    ...owner,
    amount,
  };
  const of = { assetID: fuji.avaxAssetID, output } as unknown as TransferableOutput;
  const base = spending({ txID: new Uint8Array(32).fill(n), outputIndex: 0 });
  const tx = parent('P', { type: 'platformvm.BaseTx', ...base, outputs: [of] });
  const utxo = { txID: tx.txID, outputIndex: 0, ...of } as UTXO;
  return { tx, utxo };
}

type Params = Readonly<Record<string, never>>;
/** What a node answers to a method: the text of the result's JSON, or a value. */
export type Answers = Readonly<Record<string, (params: Params, n: number) => unknown>>;

/** A page of UTXOs as a node writes it. */
export const pageOf = (utxos: readonly AnyUTXO[], at = on('P', alice)) => ({
  numFetched: String(utxos.length),
  utxos: utxos.map((utxo) => formatBytes(encode(UTXO, utxo as UTXO), 'hex')),
  endIndex: { address: at, utxo: formatID(utxos.at(-1)?.txID ?? new Uint8Array(32)) },
  encoding: 'hex',
});

/** A node that answers what it likes, and how often it was asked for what. */
export function lyingNode(answers: Answers, more: object = {}) {
  const asked: string[] = [];
  const honest: Answers = {
    'platform.getHeight': () => ({ height: '7' }),
    'platform.getFeeState': () => ({
      capacity: '1000000',
      excess: '0',
      price: '1',
      timestamp: new Date(Number(now) * 1000).toISOString().replace('.000', ''),
    }),
    'platform.getUTXOs': () => pageOf([]),
  };
  const all = { ...honest, ...answers };
  const transport: Transport = async ({ body = '{}' }: TransportRequest) => {
    const { id, method, params } = JSON.parse(body) as {
      id: number;
      method: string;
      params: Params;
    };
    asked.push(method);
    const of = all[method];
    if (!of) throw new Error(`the node is asked for ${method}`);
    const result = of(params, asked.filter((one) => one === method).length);
    const text = typeof result === 'string' ? result : `"result":${JSON.stringify(result)}`;
    return { status: 200, headers: {}, text: `{"jsonrpc":"2.0","id":${id},${text}}` };
  };
  const node = connect('http://node.test', {
    network: fuji,
    transport,
    now: () => Number(now) * 1000,
    retry: { sleep: async () => undefined },
    ...more,
  });
  return { node, asked };
}

/** A copy of bytes with one output's owner replaced. */
export const redirected = (draft: Draft, from: Key, to: Key): Uint8Array => {
  const hex = Buffer.from(unsignedBytes(draft)).toString('hex');
  return Uint8Array.from(Buffer.from(hex.replaceAll(hexOf(from), hexOf(to)), 'hex'));
};
