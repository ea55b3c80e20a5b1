/** Lies of a node: changes of what the real one answers, each of a kind, with a source of random numbers. */
import { UTXO as PUTXO } from '../../src/chain/pchain/utxo.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/utxo.ts';
import type { Transport, TransportReply } from '../../src/rpc/index.ts';
import { formatAddress } from '../../src/text/address.ts';
import { compareBytes, equalBytes, formatHex } from '../../src/text/bytes.ts';
import { formatBytes, parseBytes } from '../../src/text/encoding.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import type { Random } from '../fuzz/random.ts';
import type { World } from './world.ts';

/** What a lie may know. */
export interface Liar {
  readonly world: World;
  readonly rng: Random;
  /** UTXOs that were spent, or are somebody else's, by chain, as a node writes them. */
  readonly others: { readonly P: readonly string[]; readonly X: readonly string[] };
}

// biome-ignore lint/suspicious/noExplicitAny: answers as JSON, which a lie changes at will
type JSONAny = any;

/** What a node is asked, and its result, which a lie changes; `undefined`: it says nothing of this. */
type Lie = (method: string, result: JSONAny, call: JSONAny) => JSONAny | undefined;
type MakeLie = (liar: Liar) => Lie;

interface Owned {
  readonly addresses: readonly Uint8Array[];
  readonly threshold: number;
  readonly locktime: bigint;
}
type AnyUTXO = PUTXO | XUTXO;
type Change = (utxo: AnyUTXO, liar: Liar) => AnyUTXO | readonly AnyUTXO[];

const sorted = (addresses: readonly Uint8Array[]): readonly Uint8Array[] =>
  [...new Map(addresses.map((of) => [formatHex(of), of])).values()].sort(compareBytes);

const isUTXOs = (method: string): boolean => method.endsWith('.getUTXOs');

const typeOf = (method: string) => (method.startsWith('platform') ? PUTXO : XUTXO);

function changeText(
  method: string,
  text: string,
  change: (of: AnyUTXO) => AnyUTXO | readonly AnyUTXO[],
) {
  const type = typeOf(method) as typeof PUTXO;
  const changed = change(decode(type, parseBytes(text, 'hex')));
  return [changed].flat().map((of) => formatBytes(encode(type, of as PUTXO), 'hex'));
}

/** Changes some UTXOs, or all. */
const utxos =
  (change: Change): MakeLie =>
  (liar) => {
    const { rng } = liar;
    const isAll = rng.below(2) === 0;
    const salt = rng.next();
    return (method, result) => {
      if (!isUTXOs(method)) return undefined;
      // The same of a UTXO each time that it is listed.
      const isHit = (text: string) => isAll || (hashOf(text) ^ salt) % 3 === 0;
      return {
        ...result,
        utxos: result.utxos.flatMap((text: string) =>
          isHit(text) ? changeText(method, text, (of) => change(of, liar)) : [text],
        ),
      };
    };
  };

const hashOf = (text: string): number => {
  let hash = 0;
  for (let i = 6; i < Math.min(text.length, 90); i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return Math.abs(hash);
};

/** Changes whoever owns an output. */
function withOwner(utxo: AnyUTXO, change: (owner: Owned) => Partial<Owned>): AnyUTXO {
  const output = utxo.output as JSONAny;
  const next =
    output.type === 'stakeable.LockOut'
      ? { ...output, output: { ...output.output, ...change(output.output) } }
      : { ...output, ...change(output) };
  return { ...utxo, output: next } as AnyUTXO;
}

const owner = (change: (owner: Owned, liar: Liar) => Partial<Owned>): MakeLie =>
  utxos((utxo, liar) => withOwner(utxo, (of) => change(of, liar)));

const plainOf = (utxo: AnyUTXO): JSONAny => {
  const output = utxo.output as JSONAny;
  return output.type === 'stakeable.LockOut' ? output.output : output;
};

const amount = (change: (amount: bigint, rng: Random) => bigint): MakeLie =>
  utxos((utxo, { rng }) => {
    const of = plainOf(utxo);
    if (of.amount === undefined) return utxo;
    const next = { ...of, amount: change(of.amount, rng) };
    const output = utxo.output as JSONAny;
    return {
      ...utxo,
      output: output.type === 'stakeable.LockOut' ? { ...output, output: next } : next,
    } as AnyUTXO;
  });

/** Adds UTXOs that were spent, of strangers, or of the other place. */
const added =
  (isOwn: boolean): MakeLie =>
  (liar) =>
  (method, result) => {
    if (!isUTXOs(method)) return undefined;
    const { rng, world, others } = liar;
    const here = new Set(result.utxos);
    const known = others[method.startsWith('platform') ? 'P' : 'X'].filter((of) => !here.has(of));
    if (known.length === 0) return undefined;
    const addresses = [rng.pick([world.victim, world.loner]).shortID];
    const more = [rng.pick(known), rng.pick(known), rng.pick(known)].flatMap((text) =>
      changeText(method, text, (utxo) =>
        isOwn ? utxo : withOwner(utxo, () => ({ addresses, threshold: 1, locktime: 0n })),
      ),
    );
    return { ...result, utxos: [...result.utxos, ...more] };
  };

/** Changes a member of the result of some methods. */
const member =
  (
    methods: RegExp,
    change: (liar: Liar, result: JSONAny, method: string) => JSONAny | undefined,
  ): MakeLie =>
  (liar) => {
    const said = new Map<string, JSONAny>();
    return (method, result) => {
      if (!methods.test(method)) return undefined;
      // The same lie each time.
      const key = `${method} ${JSON.stringify(result)}`;
      if (!said.has(key)) said.set(key, change(liar, result, method));
      return said.get(key);
    };
  };

/** Another number than a node says, as it writes it. */
const otherNumber = (value: JSONAny, rng: Random): JSONAny => {
  const of = BigInt(value);
  const next = rng.pick([of * 2n, of * 1000n, of * 1_000_000_000n, of / 2n, of + 1n, 0n, 1n]);
  return typeof value === 'string' ? `${next}` : Number(next);
};

/** Changes one of the numbers of an object, wherever it is. */
function oneNumber(of: JSONAny, rng: Random): JSONAny {
  const keys = Object.keys(of).filter(
    (key) => /^\d+$/.test(`${of[key]}`) || Array.isArray(of[key]),
  );
  if (keys.length === 0) return undefined;
  const key = rng.pick(keys);
  return {
    ...of,
    [key]: Array.isArray(of[key])
      ? of[key].map((n: JSONAny, i: number) => (i === rng.below(4) ? otherNumber(n, rng) : n))
      : otherNumber(of[key], rng),
  };
}

const addressText = ({ world }: Liar, bytes: Uint8Array): string =>
  formatAddress('P', world.local.ready.hrp, bytes);

/** Somebody else as an authority. */
function otherAuthority(liar: Liar, addresses: readonly string[], threshold: string) {
  const { rng, world } = liar;
  const attacker = addressText(liar, rng.pick([world.after, world.before]).shortID);
  const victim = addressText(liar, world.victim.shortID);
  const many = [...new Set([...addresses, attacker])];
  return rng.pick([
    { addresses: [attacker], threshold: '1' },
    { addresses: many, threshold },
    { addresses: many, threshold: `${many.length}` },
    { addresses: [victim], threshold: '1' },
    { addresses, threshold, locktime: '9999999999' },
  ]);
}

const constants =
  /^(info\.(getNetworkID|getBlockchainID|upgrades)|avm\.getTxFee|platform\.(getStakingAssetID|getFeeConfig|getValidatorFeeConfig|getMinStake))$/;

function otherConstant(of: Liar, result: JSONAny, method: string): JSONAny {
  const { rng, world } = of;
  switch (method) {
    case 'info.getNetworkID':
      return { networkID: rng.pick(['1', '5', '1337', '12346']) };
    case 'info.getBlockchainID':
      return { blockchainID: formatID(rng.bytes(32)) };
    case 'platform.getStakingAssetID':
      return {
        assetID: rng.pick([formatID(rng.bytes(32)), ...Object.values(world.local.ready.assets)]),
      };
    case 'info.upgrades': {
      const key = rng.pick(Object.keys(result).filter((name) => name.endsWith('Time')));
      return { ...result, [key]: rng.pick(['2020-12-05T05:00:00Z', '2099-12-05T05:00:00Z']) };
    }
    default:
      return oneNumber(result, rng);
  }
}

/** An answer of one method to only some: the others stay true. */
const sometimes =
  (lie: MakeLie, share: number): MakeLie =>
  (liar) => {
    const of = lie(liar);
    const salt = liar.rng.below(100);
    return (method, result, call) =>
      (hashOf(`      ${method}${JSON.stringify(call.params ?? {})}`) + salt) % 100 < share
        ? of(method, result, call)
        : undefined;
  };

/** Bytes of a transaction with its owners changed: its hash is another then. */
function forged(liar: Liar, hex: string): string {
  const bytes = parseBytes(hex, 'hex').slice();
  const { victim, friends, loner, before, after } = liar.world;
  const honest = [victim, ...friends, loner].map(({ shortID }) => shortID);
  const attacker = liar.rng.pick([before, after]).shortID;
  for (let at = 0; at + 20 <= bytes.length; at++)
    if (honest.some((of) => equalBytes(of, bytes.subarray(at, at + 20)))) bytes.set(attacker, at);
  return formatBytes(bytes, 'hex');
}

const plusAfter = owner(({ addresses }, { world }) => ({
  addresses: sorted([...addresses, world.after.shortID]),
}));

/** The kinds of lies. */
export const lies = {
  'owner: with the attacker, who sorts last': plusAfter,
  'owner: with the attacker, who sorts first': owner(({ addresses }, { world }) => ({
    addresses: sorted([world.before.shortID, ...addresses]),
  })),
  'owner: a friend is the attacker': owner(({ addresses }, { world }) => ({
    addresses: sorted(
      addresses.map((of) =>
        world.friends.some(({ shortID }) => equalBytes(shortID, of)) ? world.after.shortID : of,
      ),
    ),
  })),
  'owner: all and the attacker must sign': owner(({ addresses }, { world }) => ({
    addresses: sorted([...addresses, world.after.shortID]),
    threshold: sorted([...addresses, world.after.shortID]).length,
  })),
  'owner: any one of them': owner(() => ({ threshold: 1 })),
  'owner: the attacker': owner((_, { world, rng }) => ({
    addresses: [rng.pick([world.after, world.before]).shortID],
    threshold: 1,
  })),
  'owner: the victim alone': owner((_, { world, rng }) => ({
    addresses: [rng.pick([world.victim, world.loner]).shortID],
    threshold: 1,
    locktime: 0n,
  })),
  'owner: shared with a friend': owner(({ addresses, threshold }, { world }) => ({
    addresses: sorted([...addresses, world.friends[0].shortID]),
    threshold,
  })),
  'owner: locked': owner((_, { rng }) => ({ locktime: BigInt(rng.pick([0, 1, 4_102_444_800])) })),
  'lock: can only be staked': utxos((utxo, { rng }) => {
    const { output, ...rest } = utxo as PUTXO;
    const locktime = BigInt(rng.pick([1, 1_900_000_000, 4_102_444_800]));
    if (output.type === 'stakeable.LockOut')
      return { ...rest, output: { ...output, locktime } } as AnyUTXO;
    return output.type === 'secp256k1fx.TransferOutput'
      ? ({ ...rest, output: { type: 'stakeable.LockOut', locktime, output } } as AnyUTXO)
      : utxo;
  }),
  'lock: none': utxos((utxo) => ({ ...utxo, output: plainOf(utxo) }) as AnyUTXO),
  'amount: more': amount((of, rng) => (of * BigInt(2 + rng.below(1000))) % (1n << 62n)),
  'amount: less': amount((of, rng) => of / BigInt(2 + rng.below(1000)) + 1n),
  'asset: another': utxos((utxo, { rng, world }) => ({
    ...utxo,
    assetID: parseID(rng.pick(Object.values(world.local.ready.assets))),
  })),
  'id: another txID': utxos((utxo, { rng }) => ({ ...utxo, txID: rng.bytes(32) })),
  'id: another output': utxos((utxo, { rng }) => ({
    ...utxo,
    outputIndex: (utxo.outputIndex + 1 + rng.below(3)) % 16,
  })),
  'twice: with another owner': utxos((utxo, { world }) => [
    utxo,
    withOwner(utxo, ({ addresses }) => ({
      addresses: sorted([...addresses, world.after.shortID]),
    })),
  ]),
  omitted: utxos(() => []),
  'replayed: spent ones': added(true),
  "replayed: somebody else's as the victim's": added(false),
  'place: what waits is said to be here': (liar) => {
    const seen: string[] = [];
    return (method, result, call) => {
      if (!isUTXOs(method)) return undefined;
      if (call.params.sourceChain !== undefined) seen.push(...result.utxos);
      const more = liar.rng.below(2) === 0 ? seen : result.utxos;
      return { ...result, utxos: [...new Set([...result.utxos, ...more, ...seen])] };
    };
  },
  'bytes: damaged': (liar) => {
    const { rng } = liar;
    return (method, result) =>
      isUTXOs(method) && result.utxos.length > 0
        ? {
            ...result,
            utxos: result.utxos.map((text: string) => {
              const bytes = parseBytes(text, 'hex').slice();
              bytes[rng.below(bytes.length)]! ^= 1 << rng.below(8);
              return formatBytes(bytes, 'hex');
            }),
          }
        : undefined;
  },
  'fee: price, excess, capacity': member(/^platform\.getFeeState$/, ({ rng }, result) => {
    const { timestamp, ...numbers } = result;
    return { ...oneNumber(numbers, rng), timestamp };
  }),
  'time: of the chain': member(/^platform\.getFeeState$/, ({ rng }, result) => ({
    ...result,
    timestamp: rng.pick(['2010-01-01T00:00:00Z', '2032-01-01T00:00:00Z', '2101-01-01T00:00:00Z']),
  })),
  'constants: one': sometimes(member(constants, otherConstant), 30),
  'constants: all': member(constants, otherConstant),
  'height: another each time': () => {
    let height = 10_000;
    return (method) => (method.endsWith('.getHeight') ? { height: `${height++}` } : undefined);
  },
  'authority: of a subnet': member(/^platform\.getSubnet$/, (liar, result) => {
    const { addresses, ...more } = otherAuthority(liar, result.controlKeys, result.threshold);
    return { ...result, controlKeys: addresses, ...more };
  }),
  'authority: of an L1 validator': member(/^platform\.getL1Validator$/, (liar, result) => {
    const { addresses, threshold } = result.deactivationOwner;
    const deactivationOwner = {
      ...result.deactivationOwner,
      ...otherAuthority(liar, addresses, threshold),
    };
    return { ...result, deactivationOwner };
  }),
  'authority: of an auto-renewed validator': member(
    /^platform\.getCurrentValidators$/,
    (liar, result) => ({
      ...result,
      validators: result.validators.map((of: JSONAny) =>
        of.validatorAuthority
          ? {
              ...of,
              validatorAuthority: {
                ...of.validatorAuthority,
                ...otherAuthority(
                  liar,
                  of.validatorAuthority.addresses,
                  of.validatorAuthority.threshold,
                ),
              },
            }
          : of,
      ),
    }),
  ),
  'evidence: forged, for a wrong owner': (liar) => {
    const wrong = plusAfter(liar);
    return (method, result, call) =>
      method.endsWith('.getTx')
        ? { ...result, tx: forged(liar, result.tx) }
        : wrong(method, result, call);
  },
  'evidence: another transaction, for a wrong owner': (liar) => {
    const wrong = plusAfter(liar);
    let last: string | undefined;
    return (method, result, call) => {
      if (!method.endsWith('.getTx')) return wrong(method, result, call);
      const tx = last ?? result.tx;
      last = result.tx;
      return { ...result, tx };
    };
  },
  'pages: endless': (liar) => (method, result) => {
    if (!isUTXOs(method) || result.utxos.length === 0) return undefined;
    const cursor = { ...result.endIndex, utxo: formatID(liar.rng.bytes(32)) };
    const full = Array.from({ length: 1024 }, (_, i) => result.utxos[i % result.utxos.length]);
    return { ...result, utxos: full, numFetched: '1024', endIndex: cursor };
  },
} as const satisfies Readonly<Record<string, MakeLie>>;

export type LieKind = keyof typeof lies;
export const lieKinds = Object.keys(lies) as readonly LieKind[];

/** A node that lies, in front of a real one; `told` counts the answers that are not what the real one said. */
export function lying(
  transport: Transport,
  kinds: readonly LieKind[],
  liar: Liar,
): { readonly transport: Transport; readonly told: () => number } {
  let told = 0;
  const told_ = kinds.map((kind) => lies[kind](liar));
  return {
    told: () => told,
    transport: async (request): Promise<TransportReply> => {
      const reply = await transport(request);
      const call = JSON.parse(request.body ?? '{}') as JSONAny;
      if (reply.status !== 200 || Array.isArray(call)) return reply;
      const json = JSON.parse(reply.text) as JSONAny;
      if (json.result === undefined || json.result === null) return reply;
      let { result } = json;
      for (const lie of told_) result = lie(call.method, result, call) ?? result;
      if (JSON.stringify(result) === JSON.stringify(json.result)) return reply;
      told++;
      return { ...reply, text: JSON.stringify({ ...json, result }) };
    },
  };
}
