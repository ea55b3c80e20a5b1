import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spark, sparkMissing } from '../scripts/spark.ts';
import { txFromBytes } from '../src/chain/tx.ts';
import { openContainer } from '../src/container.ts';
import { identify } from '../src/network/identity.ts';
import { parseHex } from '../src/text/bytes.ts';
import { formatJSON, type JSONValue, parseJSON } from '../src/text/json.ts';
import { describeNeeding } from './support/needing.ts';
import { addRows, type Cell, type Row, type Rows } from './support/rows.ts';
import { rows as vectors } from './support/vectors.ts';

describeNeeding(sparkMissing(), 'the example on Apache Spark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-spark-'));
  const tables = join(folder, 'tables');
  const expected: Rows = { transactions: [], inputs: [], outputs: [], validators: [] };

  /** The command line as users get it: packed, and installed elsewhere. */
  function installPacked(): string {
    const root = fileURLToPath(new URL('../', import.meta.url));
    const npm = (cwd: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return stdout.trim();
    };
    const tarball = npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
    const program = join(folder, 'program');
    mkdirSync(program);
    writeFileSync(join(program, 'package.json'), '{"private":true}');
    npm(program, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, tarball));
    return join(program, 'node_modules', '.bin', 'avalanche-tx');
  }

  /** Transactions, blocks, and blocks in an index's records, in files of which one is gzip, with one line that is nothing. */
  function writeInput(): string {
    const input = join(folder, 'input');
    mkdirSync(input);
    const files = [vectors('p-public'), vectors('x-public'), vectors('c-public')];
    for (const [i, file] of files.entries()) {
      const lines = file.map(({ chain, networkID, hex, nodeHex }, n) => {
        addRows(expected, txFromBytes(chain, parseHex(hex)), identify(networkID), null);
        // As `getTx` gives it, or without the checksum.
        const bytes = n % 2 ? { hex } : { hex: nodeHex, encoding: 'hex' };
        return JSON.stringify({ id: `${i}/${n}`, chain, network: networkID, ...bytes });
      });
      if (i === 0)
        lines.push('{"id":"bad","chain":"P","hex":"0x0000000000220000"}', ...blockLines());
      const text = `${lines.join('\n')}\n`;
      writeFileSync(
        join(input, `${i}.ndjson${i === 1 ? '.gz' : ''}`),
        i === 1 ? gzipSync(text) : text,
      );
    }
    return input;
  }

  const tableNames = ['transactions', 'inputs', 'outputs', 'validators'] as const;
  const answers: Record<string, Row[]> = { supply: [], fees: [], errors: [] };
  for (const table of tableNames) answers[table] = [];

  /** Lines of blocks, bare and as an index has them. */
  function blockLines(): string[] {
    const add = (chain: 'P' | 'X', network: string, hex: string, request: object): string[] => {
      const { content, txs } = openContainer(hex, { chain });
      for (const tx of txs) addRows(expected, tx, identify(network), content!.id!);
      return [JSON.stringify({ chain, network, ...request })];
    };
    return [
      ...vectors('p-blocks').flatMap(({ network, hex }) =>
        add('P', network, hex, { kind: 'block', hex }),
      ),
      ...vectors('containers').flatMap(({ endpoint, network, hex, recordHex, innerKind }) =>
        innerKind && /^[PX]\/block$/.test(endpoint)
          ? add(endpoint[0] as 'P' | 'X', network, hex, { kind: 'container', hex: recordHex })
          : [],
      ),
    ];
  }

  /** Rows as lines to compare: sorted, each with its keys sorted, every digit there. */
  const texts = (rows: readonly Row[]) =>
    rows
      .map((row) => formatJSON(Object.fromEntries(Object.entries(row).sort(byKey)) as JSONValue))
      .sort();
  const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

  beforeAll(async () => {
    const command = installPacked();
    const input = writeInput();
    await spark('local-cluster[2,1,1024]', 'decode.py', input, tables, '--command', command);
    const lines = await spark('local[2]', 'ask.py', tables, ...Object.keys(answers));
    for (const line of lines.split('\n').filter(Boolean)) {
      const { question, row } = parseJSON(line) as { question: string; row: JSONValue };
      answers[question]!.push(row as Row);
    }
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(tableNames)('has the %s that one process finds, row for row', (table) => {
    expect(texts(answers[table]!)).toEqual(texts(expected[table]));
    expect(expected[table].length).toBeGreaterThan(50);
  });

  it('keeps the error of a line that is no transaction', () => {
    expect(answers.errors).toMatchObject([{ id: '"bad"', code: 'Truncated' }]);
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
    const found = answers.supply!.map(({ assetID, addresses, threshold, amount }) => [
      formatJSON({ addresses, assetID, threshold } as JSONValue),
      amount,
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sums));
    expect(answers.supply).toHaveLength(sums.size);
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
      Object.fromEntries(answers.fees!.map((row) => [`${row.type} ${row.assetID}`, row.burned])),
    ).toEqual(Object.fromEntries(burned));
  });
});
