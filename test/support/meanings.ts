/** What the library says that transactions mean: of some of each type of the vectors, and of what is built. */
import type { Draft } from '../../src/builder/index.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { formatPath, isError } from '../../src/errors/error.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { ledgerScreens } from '../../src/sign/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { authoritiesOf } from '../../src/tx/authorities.ts';
import { signedSizeOf } from '../../src/tx/bytes.ts';
import { credentialUsesOf } from '../../src/tx/credentials.ts';
import { type EffectsInput, effectsOf } from '../../src/tx/effects.ts';
import { leavesOf } from '../../src/tx/find.ts';
import { flowsOf, movementsOf } from '../../src/tx/flows.ts';
import { authorizationOf, inputsOf, outputsOf, producedAt } from '../../src/tx/parts.ts';
import { rebuild } from './builds.ts';
import { key } from './state.ts';
import { rows } from './vectors.ts';

const networks = { mainnet, fuji, local };

/** Of each type of the vectors so many. */
const most = 4;

const texts = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? formatHex(value) : value;
};
/** The value as JSON has it, with 64-bit numbers and bytes as text. */
const plain = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value, texts));

function orError<T>(f: () => T): T | string {
  try {
    return f();
  } catch (e) {
    if (!isError(e)) throw e;
    return `${e.code} at ${formatPath(e.path)} ${JSON.stringify(e.context, texts)}`;
  }
}

/** What one transaction means, by what asks. */
export interface Meaning {
  /** The vectors and the row, or the build. */
  readonly of: string;
  readonly means: Readonly<Record<string, unknown>>;
}

const screensOf = (draft: Draft, options?: Parameters<typeof ledgerScreens>[1]) => {
  const { screens, hidden, unreadable } = ledgerScreens(draft, options);
  return [
    ...screens.map(({ title, text, path = '' }) => `${title} | ${text} | ${path}`),
    ...hidden.map((of) => `hidden: ${JSON.stringify(plain(of))}`),
    ...(unreadable === undefined ? [] : [`cannot be read: ${unreadable}`]),
  ];
};

/** A draft without owners. */
const unowned = ({ chain, unsignedTx }: AnyTx, network: typeof fuji): Draft =>
  ({
    kind: 'draft',
    chain,
    unsignedTx,
    network,
    time: 0n,
    slots: [],
    fee: { total: 0n },
    change: [],
    warnings: [],
    missing: [],
    evidence: [],
    extra: {},
  }) as unknown as Draft;

/** The same with small amounts of AVAX, of which more goes in than comes out: those of the vectors are at random. */
function withSmallAmounts<T>(tx: T, avaxAssetID: Uint8Array): T {
  let count = 0n;
  const tame = (value: unknown, key: string, goesIn: boolean): unknown => {
    if (typeof value === 'bigint' && /^(amount|balance)$/.test(key))
      return (goesIn ? 1_000_000_000n : 1_000_000n) + 1_000n * ++count;
    if (typeof value === 'bigint' && /^(locktime|start|end)$/.test(key))
      return value > 4_000_000_000n ? 1_900_000_000n + ++count : value;
    if (key === 'assetID') return avaxAssetID;
    if (Array.isArray(value)) return value.map((of) => tame(of, key, goesIn));
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    return Object.fromEntries(
      Object.entries(value).map(([inner, of]) => [
        inner,
        tame(of, inner, goesIn || /[iI]nputs$/.test(inner)),
      ]),
    );
  };
  return tame(tx, '', false) as T;
}

function meaningOfTx(tx: AnyTx, network: typeof fuji): Meaning['means'] {
  const { unsignedTx, txID, chain } = tx;
  const { avaxAssetID } = network;
  const bare = { chain, unsignedTx } as EffectsInput;
  const small = { ...tx, unsignedTx: withSmallAmounts(unsignedTx, avaxAssetID) } as AnyTx;
  return {
    inputs: inputsOf(unsignedTx).map(({ path, role }) => [formatPath(path), role]),
    outputs: outputsOf(unsignedTx).map(({ path, role }) => [formatPath(path), role]),
    authorization: authorizationOf(unsignedTx)?.path,
    producedAt: producedAt(unsignedTx).map((path) => formatPath(path)),
    claims: credentialUsesOf(unsignedTx).map(
      ({ kind, path, indicesAt, signatureIndices, ...more }) => [
        kind,
        formatPath(path),
        indicesAt && formatPath(indicesAt),
        signatureIndices,
        'of' in more ? [more.of, more.ofPath] : [],
      ],
    ),
    size: signedSizeOf(unsignedTx),
    movements: movementsOf(unsignedTx).map(({ goes, why, assetID, amount, path }) =>
      [goes, why, assetID && formatHex(assetID).slice(2, 10), amount, formatPath(path)].join(' '),
    ),
    flows: orError(() => flowsOf(small.unsignedTx, { avaxAssetID })),
    flowsWithTime: orError(() => flowsOf(small.unsignedTx, { avaxAssetID, time: 1_900_000_005n })),
    unbalanced: orError(() => flowsOf(unsignedTx, { avaxAssetID })),
    flowsWithoutUTXOs: orError(() => flowsOf(unsignedTx, { avaxAssetID, utxos: [] })),
    effects: orError(() => effectsOf(tx as EffectsInput, { network })),
    effectsUnsigned: orError(() => {
      const { produced, ...rest } = effectsOf({ ...bare, change: [{ outputIndex: 0 }] });
      return { ...rest, produced: produced.map(({ why, chain: on, from }) => [why, on, from]) };
    }),
    authorities: orError(() => authoritiesOf(unsignedTx, parseHex(`0x${'ab'.repeat(32)}`))),
    leaves: leavesOf(unsignedTx).map(
      ({ path, role, under }) => `${formatPath(path)} ${role.is} ${under ?? ''}`,
    ),
    screens: screensOf(unowned(small, network), { app: '1.4.20', expert: true }),
    oldScreens: screensOf(unowned(small, network)),
    unreadable: screensOf(unowned(tx, network)).filter((of) => !of.startsWith('hidden')),
    id: txID,
  };
}

/** A transaction and how to find what it means. */
interface Meant {
  readonly of: string;
  readonly means: () => Meaning['means'];
}

/** The first transactions of each type of the vectors. */
function ofVectors(chain: 'P' | 'X' | 'C'): readonly Meant[] {
  const name = ({ P: 'p-public', X: 'x-public', C: 'c-public' } as const)[chain];
  const taken = new Map<string, number>();
  return rows(name).flatMap(({ hex, network, type }, i): readonly Meant[] => {
    const count = taken.get(type) ?? 0;
    if (count >= most || hex.length > 8000) return [];
    taken.set(type, count + 1);
    const means = () =>
      meaningOfTx(decodeTx(parseHex(hex), chain), networks[network] as typeof fuji);
    return [{ of: `${name} ${i} ${type}`, means }];
  });
}

const { shortID } = key(1);
const path = "m/44'/9000'/0'";
/** An account whose every place has the first key. */
const account = {
  path,
  owner: () => ({ addresses: [shortID], threshold: 1 }),
} as never;

/** Flows with owners, and screens, of what is built. */
function meaningOfDraft(draft: Draft): Meaning['means'] {
  const { unsignedTx, network, time, slots } = draft;
  const utxos = slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
  const { avaxAssetID } = network;
  const app = '1.4.20' as const;
  return {
    flows: orError(() => flowsOf(unsignedTx, { avaxAssetID, utxos, time })),
    flowsWithoutOne: orError(() => flowsOf(unsignedTx, { avaxAssetID, utxos: utxos.slice(1) })),
    whys: effectsOf(draft).produced.map(({ why }) => why),
    screens: screensOf(draft, { app, account }),
    screensOfAnother: screensOf(draft, { app }),
  };
}

const ofBuilds = (chain: 'P' | 'X' | 'C'): readonly Meant[] =>
  rows('builds')
    .filter((of) => of.chain === chain && !('error' in of.answer))
    .slice(0, 40)
    .map((of, i) => ({ of: `build ${i} on ${chain}`, means: () => meaningOfDraft(rebuild(of)) }));

/** All whose meaning is recorded. */
export const meant: readonly Meant[] = (['P', 'X', 'C'] as const).flatMap((chain) => [
  ...ofVectors(chain),
  ...ofBuilds(chain),
]);

/** The meaning of one, as it is recorded. */
export const meaningOf = ({ of, means }: Meant): Meaning => ({
  of,
  means: plain(means()) as Meaning['means'],
});
