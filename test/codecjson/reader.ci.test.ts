/**
 * `codec.json` says all that it takes to read the formats: a reader in Python that knows only that file decodes every vector as this
 * library does, and refuses what the node refuses.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { missing } from '../../scripts/needs.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import { type Kind, typeOf } from '../../src/chain/kinds.ts';
import { isError } from '../../src/errors/error.ts';
import { messageKinds } from '../../src/open/opened.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { SubnetToL1ConversionData } from '../../src/warp/l1.ts';
import { decode } from '../../src/wire/codec.ts';
import type { Type } from '../../src/wire/type.ts';
import { describeNeeding } from '../support/needing.ts';
import { bytesOf, genesisFacts, rows } from '../support/vectors.ts';

interface Request {
  readonly chain: ChainName | 'any';
  readonly kind: string;
  readonly hex: string;
}
/** A request, and whether the node accepts it. */
interface Case extends Request {
  readonly ok: boolean;
}

const types: Readonly<Record<string, Type<unknown>>> = {
  ...messageKinds,
  conversionData: SubnetToL1ConversionData,
};
const typeFor = ({ chain, kind }: Request): Type<unknown> =>
  chain === 'any' ? types[kind]! : typeOf(chain, kind as Kind)!;

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function ask(requests: readonly Request[]): readonly { value?: unknown; error?: string }[] {
  const { stdout, stderr, status } = spawnSync(
    'python3',
    [file('reader.py'), file('../../codec.json')],
    {
      input: requests.map((of) => `${JSON.stringify(of)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A value as the reader prints it. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return formatHex(value);
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, plain(of)]));
  return value;
}

/** What this library says: the value, or undefined if it refuses the bytes. */
function ours(of: Request): unknown {
  try {
    return plain(decode(typeFor(of), parseHex(of.hex)));
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

const any = (kind: string, hex: string): Case => ({ chain: 'any', kind, hex, ok: true });

function good(): readonly Case[] {
  const txs = [...rows('p-public'), ...rows('x-public'), ...rows('c-public')].flatMap(
    ({ chain, hex, unsignedHex }) => [
      { chain, kind: 'tx', hex, ok: true },
      { chain, kind: 'unsignedTx', hex: unsignedHex, ok: true },
    ],
  );
  const utxos = [...rows('p-utxos'), ...rows('x-utxos')].map(({ chain, hex }) => ({
    chain,
    kind: 'utxo',
    hex,
    ok: true,
  }));
  const blocks = rows('p-blocks').map(({ hex }) => ({
    chain: 'P' as const,
    kind: 'block',
    hex,
    ok: true,
  }));
  const wrapped = rows('x-blocks').map(({ kind, chain, hex }) =>
    kind === 'block' ? { chain, kind, hex, ok: true } : any(kind, hex),
  );
  const records = rows('containers').map(({ recordHex }) => any('container', recordHex));
  const messages = rows('warp').flatMap(
    ({ kind, hex, payloadType, payloadHex, innerHex, innerType, conversionDataHex }) => [
      any(kind, hex),
      ...(payloadType === 'raw' ? [] : [any('warpPayload', payloadHex)]),
      ...(innerHex !== undefined && innerType !== undefined && innerType !== 'raw'
        ? [any('l1Payload', innerHex)]
        : []),
      ...(conversionDataHex === undefined ? [] : [any('conversionData', conversionDataHex)]),
    ],
  );
  const geneses = genesisFacts().map(({ network }) => ({
    chain: 'P' as const,
    kind: 'genesis',
    hex: formatHex(bytesOf(`genesis-${network}`)),
    ok: true,
  }));
  return [...txs, ...utxos, ...blocks, ...wrapped, ...records, ...messages, ...geneses];
}

/** Vectors that the node judged, and what is no vector any more: cut, extended, of another version. */
function judged(): readonly Case[] {
  const mutants = (['p-mutate', 'p-mutate-all', 'x-mutate', 'c-mutate'] as const).flatMap((name) =>
    rows(name).flatMap(({ kind, hex, ok }) => {
      const chain = name.charAt(0).toUpperCase() as ChainName;
      return typeOf(chain, kind as Kind) ? [{ chain, kind, hex, ok }] : [];
    }),
  );
  const damaged = good()
    .filter((_, i) => i % 7 === 0)
    .flatMap((of) => [
      { ...of, hex: of.hex.slice(0, -2), ok: false },
      { ...of, hex: `${of.hex}00`, ok: false },
      { ...of, hex: `0x0007${of.hex.slice(6)}`, ok: false },
    ]);
  return [...mutants, ...damaged];
}

describeNeeding(missing.python, 'a reader that knows only codec.json', () => {
  let goodCases: readonly Case[] = [];
  let judgedCases: readonly Case[] = [];
  beforeAll(() => {
    goodCases = good();
    judgedCases = judged();
  });

  it('decodes every vector to the same values', () => {
    const kinds = new Set(goodCases.map(({ chain, kind }) => `${chain} ${kind}`));
    for (const name of ['P tx', 'X tx', 'C tx', 'P utxo', 'X utxo', 'P block', 'X block'])
      expect(kinds).toContain(name);
    for (const kind of ['proposervm', 'vertex', 'container', 'warpSigned', 'l1Payload'])
      expect(kinds).toContain(`any ${kind}`);
    ask(goodCases).forEach((answer, i) => {
      const { chain, kind, hex } = goodCases[i]!;
      expect(answer.value, `${chain} ${kind} ${answer.error} ${hex.slice(0, 2000)}`).toEqual(
        ours(goodCases[i]!),
      );
    });
  });

  it('accepts of damaged vectors what the node accepts, and nothing else', () => {
    expect(judgedCases.filter(({ ok }) => !ok).length).toBeGreaterThan(1000);
    ask(judgedCases).forEach((answer, i) => {
      const { chain, kind, hex, ok } = judgedCases[i]!;
      const name = `${chain} ${kind} ${answer.error} ${hex.slice(0, 2000)}`;
      expect('value' in answer, name).toBe(ok);
      expect(answer.value, name).toEqual(ours(judgedCases[i]!));
    });
  });
});
