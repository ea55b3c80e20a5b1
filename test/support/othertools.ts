/**
 * Co-signers with other programs: avalanchejs 5.2.0, which runs in this process, and the wallet of avalanchego. In the fast tests the latter's
 * answers are those of `gowallet.ndjson`, which `RECORD_GO=1 npx vitest run --project fast` of a test that asks for others writes anew.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as avalanchejs from '@avalabs/avalanchejs';
import { runOracle } from '../../scripts/oracle.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import type { Key } from '../../src/sign/key.ts';
import type { Owner } from '../../src/state/owner.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { utxoKey, utxosByKey } from '../../src/tx/order.ts';
import { unlocked } from '../../src/tx/output.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import { encode } from '../../src/wire/codec.ts';
import { key } from './state.ts';

/** The secret of one of `trio`. */
export const secretOf = (of: Key): Uint8Array =>
  new Uint8Array(32).fill([1, 2, 3].find((n) => key(n) === of)!);

interface Theirs {
  toJSON(): object;
  toBytes(): Uint8Array;
  getSigIndices(): number[][];
  getInputs(): readonly {
    readonly utxoID: {
      ID(): string;
      txID: { toBytes(): Uint8Array };
      outputIdx: { value(): number };
    };
  }[];
  hasAllSignatures(): boolean;
  getSignedTx(): { toBytes(): Uint8Array };
}
// Its declaration files do not resolve from ES modules, so what is used of it is typed here.
const { UnsignedTx, addTxSignatures, avaxSerial, utils, Utxo, Address } =
  avalanchejs as unknown as {
    readonly UnsignedTx: {
      new (
        tx: Theirs,
        utxos: readonly object[],
        maps: object,
        credentials?: readonly object[],
      ): Theirs;
      fromJSON(text: string): Theirs;
    };
    addTxSignatures(of: {
      readonly unsignedTx: Theirs;
      readonly privateKeys: readonly Uint8Array[];
    }): Promise<void>;
    readonly avaxSerial: { readonly SignedTx: object };
    readonly utils: {
      getManagerForVM(vm: string): {
        unpack(bytes: Uint8Array, type: unknown): object;
        unpackTransaction(bytes: Uint8Array): Theirs;
      };
      readonly AddressMap: new (of: readonly (readonly [object, number])[]) => object;
      readonly AddressMaps: new (of: readonly object[]) => object;
    };
    readonly Utxo: unknown;
    readonly Address: new (bytes: Uint8Array) => object;
  };

export { addTxSignatures, UnsignedTx };

const vms = { P: 'PVM', X: 'AVM' } as const;
const utxoTypes = { P: UTXO, X: XUTXO } as const;

/**
 * Signs with avalanchejs what came as bytes, unsigned or half-signed, and returns the bytes of the signed transaction, with its zeros where
 * signatures are missing.
 */
export async function jsSigns(
  chain: 'P' | 'X',
  bytes: Uint8Array,
  utxos: readonly AnyUTXO[],
  by: Key,
): Promise<Uint8Array> {
  const manager = utils.getManagerForVM(vms[chain]);
  const half = asSigned(manager, bytes);
  const tx = half?.unsignedTx ?? manager.unpackTransaction(bytes);
  const known = utxosByKey(utxos);
  const spent = tx.getInputs().map(({ utxoID }) => {
    const id = { txID: utxoID.txID.toBytes(), outputIndex: Number(utxoID.outputIdx.value()) };
    return known.get(utxoKey(id))!;
  });
  const maps = tx.getSigIndices().map((indices, i) => {
    const { addresses } = unlocked(spent[i]!.output as never) as {
      readonly addresses: readonly Uint8Array[];
    };
    return new utils.AddressMap(indices.map((index) => [new Address(addresses[index]!), index]));
  });
  const unsignedTx = new UnsignedTx(
    tx,
    spent.map((utxo) =>
      manager.unpack(encode(utxoTypes[chain] as typeof UTXO, utxo as never), Utxo),
    ),
    new utils.AddressMaps(maps),
    half?.credentials,
  );
  await addTxSignatures({ unsignedTx, privateKeys: [secretOf(by)] });
  return unsignedTx.getSignedTx().toBytes();
}

/** Reads signed bytes; undefined if there are no credentials. */
function asSigned(manager: ReturnType<typeof utils.getManagerForVM>, bytes: Uint8Array) {
  try {
    return manager.unpack(bytes, avaxSerial.SignedTx) as {
      readonly unsignedTx: Theirs;
      readonly credentials: readonly object[];
    };
  } catch {
    return undefined;
  }
}

const recorded = new URL('gowallet.ndjson', import.meta.url);
const isLive = process.env.LIVE_NODES !== undefined;
let answers: Map<string, string> | undefined;

/** What was recorded: the answer by the request. */
function recordings(): Map<string, string> {
  const lines = existsSync(recorded) ? readFileSync(recorded, 'utf8').trim().split('\n') : [];
  return (answers ??= new Map(
    lines.map((line) => {
      const { request, hex } = JSON.parse(line) as {
        readonly request: object;
        readonly hex: string;
      };
      return [JSON.stringify(request), hex];
    }),
  ));
}

/** Signs with the wallet of avalanchego what came as bytes of the P-chain, unsigned or half-signed. */
export async function goSigns(
  bytes: Uint8Array,
  kind: 'tx' | 'unsignedTx',
  utxos: readonly AnyUTXO[],
  keys: readonly Key[],
  owners: Readonly<Record<string, Owner>> = {},
): Promise<Uint8Array> {
  const request = {
    hex: formatHex(bytes),
    kind,
    utxos: utxos.map((of) => formatHex(encode(UTXO, of as never))),
    owners: Object.fromEntries(
      Object.entries(owners).map(([id, { threshold, addresses }]) => [
        id,
        { threshold, addresses: addresses.map((of) => formatHex(of as Uint8Array)) },
      ]),
    ),
    keys: keys.map((of) => formatHex(secretOf(of))),
  };
  const text = JSON.stringify(request);
  const known = isLive ? undefined : recordings().get(text);
  if (known !== undefined) return parseHex(known);
  if (!isLive && process.env.RECORD_GO === undefined)
    throw new Error(
      'not recorded: RECORD_GO=1 npx vitest run --project fast and the file of this test records it, with Go',
    );
  const out = await runOracle('poracle', ['sign'], `${text}\n`);
  const { ok, error, hex } = JSON.parse(out.toString()) as {
    readonly ok: boolean;
    readonly error: string;
    readonly hex: string;
  };
  if (!ok) throw new Error(error);
  if (!isLive) appendFileSync(recorded, `${JSON.stringify({ request, hex })}\n`);
  return parseHex(hex);
}
