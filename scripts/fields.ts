/** Transactions of the vectors with one field changed, and the node's verdict on each. */
import { Tx as CTx } from '../src/chain/cchain/tx.ts';
import { Tx as PTx } from '../src/chain/pchain/tx.ts';
import { Tx as XTx } from '../src/chain/xchain/tx.ts';
import { isError, type Path } from '../src/errors/error.ts';
import { formatHex, parseHex } from '../src/text/hex.ts';
import { decode, encode } from '../src/wire/codec.ts';
import type { Type } from '../src/wire/type.ts';
import { rows } from '../test/support/vectors.ts';
import { runOracle } from './oracle.ts';

/** A transaction and what the node's rules without state say of it. */
export interface Verdict {
  readonly chain: 'P' | 'X' | 'C';
  readonly network: 'mainnet' | 'fuji' | 'local';
  readonly hex: string;
  /** Where the transaction is changed. */
  readonly at: Path;
  readonly ok: boolean;
  /** Why not. */
  readonly error?: string;
}

/** Lengths around the limits of memos, nodeIDs, payloads of NFTs and addresses of managers. */
const lengths = [0, 19, 21, 256, 257, 1024, 1025, 4096, 4097];

/** Texts around the limits of names and symbols, in bytes and in characters. */
const texts = [
  ...['', ' A', 'A ', 'A A', 'a_b', 'é', 'AB', 'Ab', 'A1'],
  ...['x', 'X'].flatMap((of) => [4, 5, 128, 129].map((length) => of.repeat(length))),
  ...[2, 3, 64, 65].map((length) => 'é'.repeat(length)),
];

/** What to put in the place of a leaf, or of a list. */
function* changesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'bigint')
    yield* [0n, 1n, value - 1n, value + 1n, 0xffff_ffff_ffff_fffen, 0xffff_ffff_ffff_ffffn];
  else if (typeof value === 'number')
    yield* [0, 1, 2, 3, 32, 33, value - 1, value + 1, 1_000_000, 1_000_001];
  else if (typeof value === 'string') yield* texts;
  else if (value instanceof Uint8Array)
    yield* [
      value.map(() => 0),
      value.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
      value.map((byte, i) => (i === value.length - 1 ? byte ^ 1 : byte)),
      ...lengths.map((length) => new Uint8Array(length).fill(1)),
    ];
  else if (Array.isArray(value)) {
    yield [];
    yield value.slice(1);
    yield [...value].reverse();
    yield [...value, ...value.slice(-1)];
    yield [...value.slice(0, 1), ...value];
  }
}

interface Changed {
  /** Where, with types; equal places of a list have one name. */
  readonly what: string;
  readonly at: Path;
  readonly value: unknown;
}

/** The value with one change at each place where there can be one. */
function* changed(value: unknown, place = ''): Generator<Changed> {
  let way = 0;
  for (const change of changesOf(value)) yield { what: `${place} ${way++}`, at: [], value: change };
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  const { type = '' } = value as { readonly type?: string };
  for (const [key, element] of Object.entries(value)) {
    if (key === 'type') continue;
    const isList = Array.isArray(value);
    const inner = `${place}${type}.${isList ? '' : key}`;
    for (const { what, at, value: change } of changed(element, inner))
      yield {
        what,
        at: [isList ? Number(key) : key, ...at],
        value: isList
          ? value.map((old, i) => (String(i) === key ? change : old))
          : { ...value, [key]: change },
      };
  }
}

const sources = {
  P: { type: PTx, name: 'p-public', oracle: 'poracle' },
  X: { type: XTx, name: 'x-public', oracle: 'xoracle' },
  C: { type: CTx, name: 'c-public', oracle: 'xoracle' },
} as const;

type Asked = Omit<Verdict, 'ok' | 'error'>;

/** A transaction with one thing changed. */
interface Variant {
  /** Its type, and what is changed. */
  readonly what: string;
  /** Its bytes; nothing where it has none. */
  readonly make: () => readonly Asked[];
}

interface Sample {
  readonly network: Verdict['network'];
  readonly tx: { readonly unsignedTx: unknown };
}

/** The transactions of the vectors that a node takes, the shortest first. */
function samplesOf(chain: Verdict['chain']): readonly Sample[] {
  const { name } = sources[chain];
  const type = sources[chain].type as Type<Sample['tx']>;
  return [...rows(name)]
    .sort((a, b) => a.hex.length - b.hex.length)
    .filter((row) => ('verifyError' in row ? !row.verifyError : row.syntacticOK))
    .map(({ network, hex }) => ({ network, tx: decode(type, parseHex(hex)) }));
}

function variantOf(
  chain: Verdict['chain'],
  { network, tx }: Sample,
  { what, at, value: unsignedTx }: Changed,
): Variant {
  const type = sources[chain].type as Type<Sample['tx']>;
  return {
    what,
    make: () => {
      try {
        return [{ chain, network, hex: formatHex(encode(type, { ...tx, unsignedTx })), at }];
      } catch (e) {
        if (isError(e)) return [];
        throw e;
      }
    },
  };
}

/** Every change of every transaction of the vectors. */
function* variants(chain: Verdict['chain']): Generator<Variant> {
  for (const sample of samplesOf(chain))
    for (const change of changed(sample.tx.unsignedTx)) yield variantOf(chain, sample, change);
}

/** The first value of each type in some values. */
function typesIn(value: unknown, found = new Map<string, unknown>()): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return found;
  const { type } = value as { readonly type?: string };
  if (type !== undefined && !found.has(type)) found.set(type, value);
  for (const element of Object.values(value)) typesIn(element, found);
  return found;
}

/** Where the codec takes whatever can verify itself: an authorization, a state of an asset. */
const open: Readonly<Record<Verdict['chain'], Path | undefined>> = {
  P: ['subnetAuthorization'],
  X: ['initialStates', 0, 'outputs', 0],
  C: undefined,
};

const put = (value: unknown, [key, ...rest]: Path, inner: unknown): unknown => {
  if (key === undefined) return inner;
  const of = value as Readonly<Record<string, unknown>>;
  const changed = put(of[key], rest, inner);
  return Array.isArray(value)
    ? value.map((old, i) => (i === key ? changed : old))
    : { ...of, [key]: changed };
};

/** Values of every type, each changed in every way, where any of them may stand. */
function* others(chain: Verdict['chain']): Generator<Variant> {
  const { [chain]: place } = open;
  if (!place) return;
  const all = samplesOf(chain);
  const host = all.find(({ tx }) => hasPlace(tx.unsignedTx, place))!;
  for (const [type, value] of typesIn(all.map(({ tx }) => tx)))
    for (const { what, at, value: inner } of [{ what: '', at: [], value }, ...changed(value)])
      yield variantOf(chain, host, {
        what: `${type} as another${what}`,
        at: [...place, ...at],
        value: put(host.tx.unsignedTx, place, inner),
      });
}

const hasPlace = (value: unknown, place: Path): boolean =>
  place.reduce(
    (of: unknown, key) => (of as Readonly<Record<string, unknown>> | undefined)?.[key],
    value,
  ) !== undefined;

/** The node's verdicts. */
async function judge(chain: Verdict['chain'], asked: readonly Asked[]): Promise<Verdict[]> {
  const lines = asked
    .map(({ at: _, ...request }, id) => JSON.stringify({ ...request, id }))
    .join('\n');
  const said = (await runOracle(sources[chain].oracle, ['verify'], `${lines}\n`)).toString();
  return said
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const { ok, error } = JSON.parse(line) as { ok: boolean; error?: string };
      return { ...asked[i]!, ok, ...(error && { error }) };
    });
}

/** About `count` changed transactions of a chain, which ones follows from the seed, with the node's verdicts. */
export function askFields(
  chain: Verdict['chain'],
  seed: string,
  count: number,
): Promise<readonly Verdict[]> {
  // Every place of every transaction would be a million: a share of them, and all with a higher count.
  const all = [...variants(chain)];
  const step = Math.max(1, Math.floor(all.length / count));
  return judge(
    chain,
    all.flatMap(({ make }, i) => ((i + Number(seed)) % step === 0 ? make() : [])),
  );
}

/** One changed transaction for each type, each of its fields and each way to change it, with the node's verdicts. */
export function askEveryField(chain: Verdict['chain']): Promise<readonly Verdict[]> {
  const seen = new Set<string>();
  return judge(
    chain,
    [...variants(chain), ...others(chain)].flatMap(({ what, make }) => {
      if (seen.has(what)) return [];
      const asked = make();
      if (asked.length > 0) seen.add(what);
      return asked;
    }),
  );
}
