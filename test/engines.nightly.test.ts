import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../apps/cli/src/answer.ts';
import { python, pythonProgram, spark, sparkMissing } from '../scripts/spark.ts';
import { Tx as PTx } from '../src/chain/pchain/tx.ts';
import { openContainer } from '../src/open/indexed.ts';
import { formatHex, parseHex } from '../src/text/hex.ts';
import { formatJSON, type JSONValue, parseJSON } from '../src/text/json.ts';
import { decode, encode } from '../src/wire/codec.ts';
import { describeNeeding } from './support/needing.ts';
import { type Cell, type Row, type Rows, rowsOnce, rowTexts, tableNames } from './support/rows.ts';
import { rows as vectors } from './support/vectors.ts';

describeNeeding(sparkMissing(), 'the examples on Apache Spark and DuckDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-engines-'));
  const tables = join(folder, 'tables');

  /** The command line as users get it: packed, and installed elsewhere. */
  function installPacked(): string {
    const root = fileURLToPath(new URL('../', import.meta.url));
    const npm = (cwd: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return stdout.trim();
    };
    const cli = join(root, 'apps/cli');
    const tarball = npm(cli, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
    const program = join(folder, 'program');
    mkdirSync(program);
    writeFileSync(join(program, 'package.json'), '{"private":true}');
    npm(program, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, tarball));
    return join(program, 'node_modules', '.bin', 'avalanche-tx');
  }

  /** Transactions, blocks, and blocks in an index's records; those in blocks also by themselves. */
  function goodLines(): readonly string[] {
    const lines = [vectors('p-public'), vectors('x-public'), vectors('c-public')]
      .flat()
      .map(({ chain, networkID, hex, nodeHex }, id) => {
        // As `getTx` gives it, or without the checksum.
        const bytes = id % 2 ? { hex } : { hex: nodeHex, encoding: 'hex' };
        return JSON.stringify({ id, chain, network: networkID, ...bytes });
      });
    const add = (chain: 'P' | 'X', network: string, hex: string, request: object) => {
      for (const { bytes } of openContainer(hex, { chain }).txs)
        lines.push(JSON.stringify({ chain, network, hex: formatHex(bytes) }));
      lines.push(JSON.stringify({ chain, network, ...request }));
    };
    for (const { network, hex } of vectors('p-blocks'))
      add('P', network, hex, { kind: 'block', hex });
    for (const { endpoint, network, hex, recordHex, innerKind } of vectors('containers'))
      if (innerKind && /^[PX]\/block$/.test(endpoint))
        add(endpoint[0] as 'P' | 'X', network, hex, { kind: 'container', hex: recordHex });
    return [...lines, ...stakeLines()];
  }

  const badLines = [
    '{"id":"bad","chain":"P","hex":"0x0000000000220000"}',
    '{"id":"credential","chain":"P","kind":"credential","hex":"0x0000000900000000"}',
  ];

  /** All of it twice, the second time in gzip; and lines that make no rows. */
  function writeInput(lines: readonly string[]): string {
    const input = join(folder, 'input');
    mkdirSync(input);
    const text = `${lines.join('\n')}\n`;
    writeFileSync(join(input, 'lines.ndjson'), text);
    writeFileSync(join(input, 'again.ndjson.gz'), gzipSync(text));
    writeFileSync(join(input, 'bad.ndjson'), badLines.map((line) => `${line}\n`).join(''));
    return input;
  }

  /** Validators that stake nothing, and more than a uint64: no node accepts them, and the codec takes them. */
  function stakeLines(): string[] {
    const renewed = vectors('p-public').find(({ type }) => type === 'AddAutoRenewedValidatorTx')!;
    const { unsignedTx, credentials } = decode(PTx, parseHex(renewed.hex));
    if (unsignedTx.type !== 'platformvm.AddAutoRenewedValidatorTx') throw new Error('another type');
    const output = {
      type: 'secp256k1fx.TransferOutput',
      amount: 2n ** 64n - 1n,
      locktime: 0n,
      threshold: 1,
      addresses: [new Uint8Array(20)],
    } as const;
    const staked = { assetID: new Uint8Array(32).fill(1), output };
    return [0, 6].map((length) => {
      const stake = Array.from({ length }, () => staked);
      const bytes = encode(PTx, { unsignedTx: { ...unsignedTx, stake }, credentials });
      return JSON.stringify({ chain: 'P', network: renewed.networkID, hex: formatHex(bytes) });
    });
  }

  let expected: Rows;
  type Answers = Readonly<Record<string, readonly Row[]>>;
  /** What each engine answers, over the tables that Spark made; and DuckDB over those of one process. */
  const engines: Record<'Spark' | 'DuckDB' | 'DuckDB alone', Answers> = {
    Spark: {},
    DuckDB: {},
    'DuckDB alone': {},
  };
  const questions = ['supply', 'fees', ...tableNames];

  function answersIn(printed: string): Answers {
    const answers: Record<string, Row[]> = Object.fromEntries(questions.map((q) => [q, []]));
    for (const line of printed.split('\n').filter((text) => text.startsWith('{'))) {
      const { question, row } = parseJSON(line) as { question: string; row: JSONValue };
      answers[question]!.push(row as Row);
    }
    return answers;
  }

  beforeAll(async () => {
    const command = installPacked();
    const lines = goodLines();
    expected = rowsOnce([...lines, ...badLines].map(answer));
    // A line that the stream answers and that no table has a place for.
    const none = 'no rows: secp256k1fx.Credential contains no transaction or block';
    const message = `Unsupported: ${none}`;
    expected.errors.push({ id: '"credential"', code: 'Unsupported', path: '', message });
    const input = writeInput(lines);
    await spark('local-cluster[2,1,1024]', 'decode.py', input, tables, '--command', command);
    engines.Spark = answersIn(await spark('local[2]', 'ask.py', tables, ...questions));
    engines.DuckDB = answersIn(await python('duck.py', tables, ...questions));
    const alone = join(folder, 'alone');
    const all = [...lines, ...lines, ...badLines].map((line) => `${line}\n`).join('');
    const args = ['decode', '--stream', '--parquet', alone];
    const { status, stderr } = spawnSync(command, args, { input: all, encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/, 2 errors, /),
    });
    engines['DuckDB alone'] = answersIn(await python('duck.py', alone, ...questions));
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(['Spark', 'DuckDB', 'DuckDB alone'] as const)('%s', (engine) => {
    it.each(tableNames)('has the %s that the answers of the stream tell, row for row', (table) => {
      expect(rowTexts(engines[engine][table]!)).toEqual(rowTexts(expected[table]));
      expect(expected[table].length).toBeGreaterThan(table === 'errors' ? 1 : 50);
    });

    it.each(['supply', 'fees'])('answers as the others: %s', (question) => {
      const rows = engines[engine][question]!;
      expect(rows.length).toBeGreaterThan(10);
      expect(rowTexts(rows)).toEqual(rowTexts(engines.Spark[question]!));
    });
  });

  it('says it when no worker has the command line', async () => {
    const input = join(folder, 'input', 'bad.ndjson');
    const missing = join(folder, 'nowhere');
    await expect(
      spark('local[1]', 'decode.py', input, join(folder, 'none'), '--command', missing),
    ).rejects.toThrow(`\`${missing}\` ended with status 127`);
  });

  it('cuts files at line breaks', () => {
    const program = `
import io, json, decode
text = b"one\\n\\nthree\\n" + b"x" * 50 + b"\\nlast"
for chunk in (1, 7, 1000):
    decode.CHUNK = chunk
    for cut in range(len(text) + 1):
        parts = []
        for start, end in ((0, cut), (cut, len(text))):
            got = bytearray()
            if start < end: decode.pump(io.BytesIO(text), start, end, got.extend)
            parts.append(bytes(got))
        assert b"".join(parts) == text, (chunk, cut, parts)
        assert parts[0] == b"" or parts[1] == b"" or parts[0].endswith(b"\\n"), (chunk, cut, parts)
print("ok")`;
    return expect(pythonProgram(program)).resolves.toBe('ok\n');
  });

  it('sums what each owner can have', () => {
    const spent = new Set(expected.inputs.map((i) => `${i.spentTxID}/${i.spentOutputIndex}`));
    const sums = new Map<string, bigint>();
    for (const {
      txID,
      outputIndex,
      account,
      assetID,
      addresses,
      threshold,
      amount,
    } of expected.outputs) {
      if (account !== null || spent.has(`${txID}/${outputIndex}`)) continue;
      const owner = formatJSON({ addresses, assetID, threshold } as JSONValue);
      sums.set(owner, (sums.get(owner) ?? 0n) + (amount as bigint));
    }
    const found = engines.Spark.supply!.map(({ assetID, addresses, threshold, amount }) => [
      formatJSON({ addresses, assetID, threshold } as JSONValue),
      amount,
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sums));
    expect(engines.Spark.supply).toHaveLength(sums.size);
  });

  it('sums what each type burns', () => {
    const burned = new Map<string, bigint>();
    for (const tx of expected.transactions) {
      const per = new Map<Cell, bigint>();
      const add = (row: Row, sign: bigint) =>
        per.set(row.assetID!, (per.get(row.assetID!) ?? 0n) + sign * (row.amount as bigint));
      for (const row of expected.inputs) if (row.txID === tx.txID) add(row, 1n);
      for (const row of expected.outputs)
        if (row.txID === tx.txID && row.why !== 'mint') add(row, -1n);
      for (const [assetID, amount] of per)
        if (amount > 0n) {
          const key = `${tx.type} ${assetID}`;
          burned.set(key, (burned.get(key) ?? 0n) + amount);
        }
    }
    expect(
      Object.fromEntries(
        engines.Spark.fees!.map((row) => [`${row.type} ${row.assetID}`, row.burned]),
      ),
    ).toEqual(Object.fromEntries(burned));
  });
});
