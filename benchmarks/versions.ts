/** Two versions of the library behind one set of functions, so that they can be compared in one process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Builder from '../src/builder/index.ts';
import type * as CChain from '../src/chain/cchain/index.ts';
import type * as PChain from '../src/chain/pchain/index.ts';
import type * as XChain from '../src/chain/xchain/index.ts';
import type * as Root from '../src/index.ts';
import type * as Network from '../src/network/index.ts';
import type * as Sign from '../src/sign/index.ts';
import type * as Wire from '../src/wire/index.ts';

export type Chain = 'P' | 'X' | 'C';

/** A transfer on the P-chain of fuji, as each version is asked for it. */
export interface Transfer {
  /** AVAX of each UTXO that there is, in nAVAX. */
  readonly utxos: readonly { readonly txID: Uint8Array; readonly amount: bigint }[];
  /** nAVAX to send. */
  readonly amount: bigint;
}

/** What is compared. Values are whatever the version makes of the bytes. */
export interface Version {
  readonly decode: (chain: Chain, bytes: Uint8Array) => unknown;
  readonly encode: (chain: Chain, value: unknown) => Uint8Array;
  /** The node's JSON text with the id of the bytes. */
  readonly toJSON: (chain: Chain, network: string, value: unknown, bytes: Uint8Array) => string;
  /** The value that the node's JSON text describes. */
  readonly fromJSON: (chain: Chain, network: string, text: string) => unknown;
  readonly id: (bytes: Uint8Array) => string;
  /** Gives a draft. */
  readonly build: (transfer: Transfer) => unknown;
  /** Gives the signed draft. */
  readonly sign: (draft: unknown) => unknown;
  /** The bytes of a signed draft. */
  readonly finalize: (draft: unknown) => Uint8Array;
}

/** The entry points that are compared. */
interface Modules {
  readonly root: typeof Root;
  readonly P: typeof PChain;
  readonly X: typeof XChain;
  readonly C: typeof CChain;
  readonly wire: typeof Wire;
  readonly network: typeof Network;
  readonly build: typeof Builder;
  readonly sign: typeof Sign;
}

/** Loads a built project as Node does, by the entry points of its `package.json`. */
async function modulesOf(checkout: string): Promise<Modules> {
  const { exports } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly node: string }>>;
  };
  const load = (subpath: string): Promise<unknown> =>
    import(pathToFileURL(join(checkout, exports[subpath]!.node)).href);
  // All of it, as in a program that uses all of it.
  for (const subpath of Object.keys(exports))
    if (!subpath.endsWith('.json') && subpath !== './testing') await load(subpath);
  return {
    root: await load('.'),
    P: await load('./pchain'),
    X: await load('./xchain'),
    C: await load('./cchain'),
    wire: await load('./codec'),
    network: await load('./network'),
    build: await load('./build'),
    sign: await load('./sign'),
  } as Modules;
}

/** A version by the folder of its built project. */
export async function versionOf(checkout: string): Promise<Version> {
  const { root, P, X, C, wire, network, build, sign } = await modulesOf(checkout);
  const types = { P: P.Tx, X: X.Tx, C: C.Tx } as Readonly<Record<Chain, Wire.Type<unknown>>>;
  const contexts = new Map<string, Wire.Context>();
  const contextOf = (chain: Chain, name: string): Wire.Context => {
    const key = `${chain} ${name}`;
    const found = contexts.get(key) ?? network.jsonContext(chain, network.identifyNetwork(name));
    contexts.set(key, found);
    return found;
  };
  const key = sign.privateKey(new Uint8Array(32).fill(1));
  const to = sign.privateKey(new Uint8Array(32).fill(2)).shortID;
  const { fuji } = root;
  // Each access gives a copy.
  const assetID = fuji.avaxAssetID;
  return {
    decode: (chain, bytes) => P.decode(types[chain], bytes),
    encode: (chain, value) => P.encode(types[chain], value),
    toJSON: (chain, name, value, bytes) => {
      const ids = new Map([[value as object, root.formatID(root.idOf(bytes))]]);
      return wire.valueToJSONText(types[chain], value, { context: contextOf(chain, name), ids });
    },
    fromJSON: (chain, name, text) =>
      wire.valueFromJSON(types[chain], root.parseJSON(text), { context: contextOf(chain, name) }),
    id: (bytes) => root.formatID(root.idOf(bytes)),
    build: ({ utxos, amount }) =>
      build.buildBaseTx(
        {
          chain: 'P',
          network: fuji,
          from: [key.shortID],
          time: 1_800_000_000n,
          feeState: { price: 1n },
          utxos: utxos.map(({ txID, amount: held }) => ({
            txID,
            outputIndex: 0,
            assetID,
            output: {
              type: 'secp256k1fx.TransferOutput',
              amount: held,
              locktime: 0n,
              threshold: 1,
              addresses: [key.shortID],
            },
          })),
        },
        { outputs: [{ to, amount }] },
      ),
    sign: (draft) => sign.sign(draft as Builder.Draft, key),
    finalize: (draft) => sign.finalize(draft as Builder.Draft).bytes,
  };
}
