import fc from 'fast-check';
import { type OracleName, runOracle } from '../../scripts/oracle.ts';
import { parseHex } from '../../src/text/hex.ts';
import { arbitrary } from '../../src/wire/arbitrary.ts';
import { encode } from '../../src/wire/codec.ts';
import type { Input } from './compare.ts';
import { Donors } from './mutate.ts';
import { partsOf } from './parts.ts';
import { type Target, targets, titleOf } from './targets.ts';

/** A line of what an oracle makes; the heads of their `main.go`s explain them. */
interface Row {
  readonly chain?: string;
  readonly kind?: string;
  readonly network: string;
  readonly hex: string;
  readonly unsignedHex?: string;
  readonly recordHex?: string;
  readonly xGenesisHex?: string;
  readonly payloadType?: string;
  readonly payloadHex?: string;
  readonly innerHex?: string;
  readonly conversionDataHex?: string;
}

/** Values that are taken apart for donors, and that are made by the declarations, of each target. */
const most = 300;
const networks = ['local', 'fuji', 'mainnet'];

/** Good values of a target. */
export interface Seeds {
  readonly inputs: readonly Input[];
  /** Parts of its chain's values. */
  readonly donors: Donors;
}

/** What the oracle makes, by kind: `P tx`. */
async function oracleMade(seed: number): Promise<ReadonlyMap<string, readonly Input[]>> {
  const found = new Map<string, Input[]>();
  const add = (title: string, network: string, hex: string | undefined): void => {
    if (hex === undefined) return;
    const list = found.get(title) ?? [];
    found.set(title, list);
    list.push({ bytes: parseHex(hex), network });
  };
  const txs = ({ chain, network, hex, unsignedHex }: Row): void => {
    add(`${chain} tx`, network, hex);
    add(`${chain} unsignedTx`, network, unsignedHex);
  };
  const utxos = ({ chain, network, hex }: Row): void => add(`${chain} utxo`, network, hex);
  const genesis = ({ network, hex }: Row): void => add('P genesis', network, hex);
  const asked: readonly (readonly [OracleName, string, (row: Row) => void])[] = [
    ['poracle', 'gen --count 240 --network all', txs],
    ['poracle', 'gen --count 10 --network all --size large', txs],
    [
      'poracle',
      'blocks --count 120 --network all',
      ({ network, hex }) => add('P block', network, hex),
    ],
    ['poracle', 'utxos --count 100 --network all', utxos],
    ['poracle', 'genesis --network local', genesis],
    ['poracle', 'genesis --network fuji', genesis],
    ['xoracle', 'gen --chain X --count 200', txs],
    ['xoracle', 'gen --chain C --count 100', txs],
    ['xoracle', 'utxos --chain X --count 100', utxos],
    ['xoracle', 'utxos --chain C --count 60', utxos],
    ['xoracle', 'networks', (row) => add('X genesis', row.network, row.xGenesisHex)],
    [
      'xoracle',
      'blocks --count 120',
      ({ kind, chain, network, hex }) =>
        add(kind === 'block' ? `${chain} block` : kind!, network, hex),
    ],
    [
      'xoracle',
      'containers --count 60',
      ({ network, recordHex }) => add('container', network, recordHex),
    ],
    [
      'xoracle',
      'warp --count 120',
      (row) => {
        add(row.kind!, row.network, row.hex);
        if (row.payloadType !== 'raw') add('warpPayload', row.network, row.payloadHex);
        add('l1Payload', row.network, row.innerHex);
        add('conversionData', row.network, row.conversionDataHex);
      },
    ],
  ];
  const answers = await Promise.all(
    asked.map(([name, args]) => runOracle(name, [...args.split(' '), '--seed', String(seed)])),
  );
  for (const [i, [, , take]] of asked.entries())
    for (const line of answers[i]!.toString().trimEnd().split('\n')) take(JSON.parse(line) as Row);
  return found;
}

/** Values from a seed: the oracle's, those of the same type inside them, and any that the declarations allow. */
export async function makeSeeds(seed: number): Promise<ReadonlyMap<Target, Seeds>> {
  const oracles = await oracleMade(seed);
  const parts = new Map<unknown, Input[]>();
  const donors = { P: new Donors(), X: new Donors(), C: new Donors() };
  for (const target of targets)
    for (const { bytes, network } of oracles.get(titleOf(target))?.slice(0, most) ?? []) {
      donors[target.chain].add(target.type, bytes);
      for (const { type, start, end } of partsOf(target.type, bytes).slice(1, most)) {
        const list = parts.get(type) ?? [];
        parts.set(type, list);
        if (list.length < most) list.push({ bytes: bytes.subarray(start, end), network });
      }
    }
  return new Map(
    targets.map((target) => {
      const values = fc.sample(arbitrary(target.type, fc, { brokenText: true }), {
        seed,
        numRuns: 5 * target.weight,
      });
      const made = values.map((value, i) => ({
        bytes: encode(target.type, value),
        network: networks[i % networks.length]!,
      }));
      for (const { bytes } of made) donors[target.chain].add(target.type, bytes);
      const good = oracles.get(titleOf(target)) ?? parts.get(target.type) ?? [];
      return [target, { inputs: [...good, ...made], donors: donors[target.chain] }];
    }),
  );
}
