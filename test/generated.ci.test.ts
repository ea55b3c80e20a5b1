import { expect, it } from 'vitest';
import { answer } from '../apps/cli/src/answer.ts';
import { runOracle } from '../scripts/oracle.ts';
import { verifyProposer } from '../src/blocks/proposer.ts';
import { innerBytesOf, ProposerBlock } from '../src/blocks/proposervm.ts';
import { kinds, typeOf } from '../src/chain/kinds.ts';
import { isError } from '../src/errors/error.ts';
import { jsonContext } from '../src/network/context.ts';
import { identifyNetwork } from '../src/network/identity.ts';
import { openContainer } from '../src/open/indexed.ts';
import { open } from '../src/open/open.ts';
import { formatHex, parseHex } from '../src/text/hex.ts';
import { parseID } from '../src/text/id.ts';
import { parseJSON } from '../src/text/json.ts';
import { decode, encode } from '../src/wire/codec.ts';
import { valueFromJSON } from '../src/wire/parse.ts';
import { describeWithGo } from './support/go.ts';
import { seedOr } from './support/seeded.ts';

/** Others with each number: `SEED=77 npx vitest run test/generated.ci.test.ts`. */
const seed = String(seedOr(20261121));

interface Row {
  readonly chain: 'P' | 'X' | 'C';
  readonly kind?: string;
  readonly network: string;
  readonly hex: string;
  readonly id: string;
  readonly inputID?: string;
  readonly json?: string;
  readonly contextJSON?: string;
  readonly ok?: boolean;
  readonly reencoded?: string | null;
  readonly error?: string;
  readonly mutation?: string;
  readonly innerHex?: string;
  readonly innerID?: string;
  readonly innerJSON?: string;
  readonly endpoint?: string;
  readonly recordHex?: string;
}

async function ask(name: 'poracle' | 'xoracle', args: string): Promise<readonly Row[]> {
  const out = await runOracle(name, `${args} --seed ${seed}`.split(' '));
  const lines = out.toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}
const answerTo = (row: Row, chain: Row['chain'], kind: string): string =>
  answer(JSON.stringify({ chain, kind, network: row.network, hex: row.hex }));
/** The id of a chain, by the oracle's own table. */
async function chainIDOf({ chain, network }: Row): Promise<Uint8Array> {
  if (chain === 'P') return new Uint8Array(32);
  networks ??= runOracle('xoracle', ['networks']);
  const lines = (await networks).toString().trimEnd().split('\n');
  const found = lines
    .map((line) => JSON.parse(line) as { network: string; xChainID: string; cChainID: string })
    .find((row) => row.network === network)!;
  return parseID(chain === 'X' ? found.xChainID : found.cChainID);
}
let networks: Promise<Buffer> | undefined;
const jsonOf = (line: string): string => line.slice(line.indexOf(',"json":') + 8, -1);

describeWithGo('the node, on transactions that it made a moment ago', () => {
  it.each([
    ['poracle', 'P', 'gen --count 1000 --network all'],
    ['poracle', 'P', 'gen --count 100 --network all --size large'],
    ['xoracle', 'X', 'gen --chain X --count 500 --network all'],
  ] as const)('%s %s %s: bytes, id and JSON text, and back', async (name, chain, args) => {
    const type = typeOf(chain, 'tx')!;
    let lossy = 0;
    for (const row of await ask(name, args)) {
      const line = answerTo(row, chain, 'tx');
      expect(line).toContain(`"hex":"${row.hex}","txID":"${row.id}"`);
      expect(jsonOf(line)).toBe(row.json);
      try {
        const context = jsonContext(chain, identifyNetwork(row.network));
        expect(
          formatHex(encode(type, valueFromJSON(type, parseJSON(row.json!), { context }))),
        ).toBe(row.hex);
      } catch (e) {
        if (!isError(e, 'Lossy')) throw e;
        lossy++;
      }
    }
    // Names that are no UTF-8: the oracle makes a few on X.
    expect(lossy).toBeLessThan(chain === 'X' ? 20 : 1);
  });

  it.each([
    ['xoracle', 'C', 'tx', 'gen --chain C --count 200 --network all'],
    ['poracle', 'P', 'utxo', 'utxos --count 300 --network all'],
    ['xoracle', 'X', 'utxo', 'utxos --chain X --count 300 --network all'],
    ['xoracle', 'C', 'utxo', 'utxos --chain C --count 100 --network all'],
  ] as const)('%s %s %s %s: bytes, id and JSON', async (name, chain, kind, args) => {
    for (const row of await ask(name, args)) {
      const line = answerTo(row, chain, kind);
      const id = kind === 'tx' ? `"txID":"${row.id}"` : `"inputID":"${row.inputID}"`;
      expect(line).toContain(`"hex":"${row.hex}",${id}`);
      if (row.contextJSON !== undefined) expect(jsonOf(line)).toBe(row.contextJSON);
    }
  });

  it.each([
    ['poracle', 'blocks --count 300 --network all'],
    ['xoracle', 'blocks --count 200 --network all'],
  ] as const)(
    '%s %s: bytes, ids and JSON text of blocks, wrappers and vertices, and back',
    async (name, args) => {
      for (const row of await ask(name, args)) {
        const kind = row.kind ?? 'block';
        const line = answerTo(row, row.chain, kind);
        expect(line).toContain(`"hex":"${row.hex}","blockID":"${row.id}"`);
        if (kind === 'proposervm') {
          const block = decode(ProposerBlock, parseHex(row.hex));
          expect(formatHex(innerBytesOf(block))).toBe(row.innerHex);
          verifyProposer(block, await chainIDOf(row));
        }
        if (kind !== 'block') continue;
        expect(jsonOf(line)).toBe(row.json);
        if (row.json!.includes('\\ufffd')) continue;
        const back = open(row.json!, {
          chain: row.chain,
          kind,
          network: identifyNetwork(row.network),
        });
        expect(formatHex(back.bytes)).toBe(row.hex);
      }
    },
  );

  it('xoracle containers: what is in them, and the records', async () => {
    for (const row of await ask('xoracle', 'containers --count 150 --network all')) {
      const chain = row.endpoint!.charAt(0) as Row['chain'];
      const { id, bytes, content } = openContainer(row.json!, { chain });
      expect({ id, hex: formatHex(bytes) }).toEqual({ id: row.id, hex: row.innerHex ?? row.hex });
      if (row.innerID)
        expect(content?.kind === 'evmBlock' ? content.value.hash : content?.id).toBe(row.innerID);
      expect(answerTo({ ...row, hex: row.recordHex! }, chain, 'container')).toContain(
        `"hex":"${row.recordHex}","containerID":"${row.id}"`,
      );
    }
  });

  it('xoracle warp: messages and payloads', async () => {
    for (const row of await ask('xoracle', 'warp --count 150 --network all')) {
      expect(answerTo(row, 'P', row.kind!)).toContain(`"hex":"${row.hex}","messageID":"${row.id}"`);
      if (row.innerHex === undefined) continue;
      expect(jsonOf(answerTo({ ...row, hex: row.innerHex }, 'P', 'l1Payload'))).toBe(row.innerJSON);
    }
  });

  it.each([
    ['poracle', 'P', 'mutate --count 2000 --network all --kind all'],
    ['xoracle', 'X', 'mutate --chain X --count 1500 --network all'],
    ['xoracle', 'C', 'mutate --chain C --count 1000 --network all'],
  ] as const)('%s %s %s: the verdict on damaged input', async (name, chain, args) => {
    const mutants = (await ask(name, args)).filter(({ kind }) =>
      Object.hasOwn(kinds[chain], kind!),
    );
    expect(mutants.length).toBeGreaterThan(900);
    for (const row of mutants) {
      const found = JSON.parse(answerTo(row, chain, row.kind!)) as { ok: boolean; hex?: string };
      expect({ mutation: row.mutation, error: row.error, ok: found.ok }).toEqual({
        mutation: row.mutation,
        error: row.error,
        ok: row.ok,
      });
      if (row.ok && row.reencoded) expect(found.hex).toBe(row.reencoded);
    }
  });
});
