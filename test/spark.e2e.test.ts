import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spark, sparkMissing } from '../scripts/spark.ts';
import { Tx as PTx } from '../src/chain/pchain/tx.ts';
import { type AnyTx, txFromBytes } from '../src/chain/tx.ts';
import { identify, type NetworkIdentity } from '../src/network/identity.ts';
import { openContainer } from '../src/open/indexed.ts';
import { formatHex, parseHex } from '../src/text/bytes.ts';
import { formatJSON, type JSONValue, parseJSON } from '../src/text/json.ts';
import { decode, encode } from '../src/wire/codec.ts';
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

  /** Every transaction that a line or a block holds, with the block that the tables are to name. */
  const held = new Map<string, { tx: AnyTx; network: NetworkIdentity; blockID: string | null }>();
  const hold = (tx: AnyTx, network: NetworkIdentity, blockID: string | null) => {
    const known = held.get(tx.txID);
    if (!known || (known.blockID ?? '') < (blockID ?? ''))
      held.set(tx.txID, { tx, network, blockID });
  };

  /**
   * Transactions, blocks, and blocks in an index's records; those in blocks also by themselves; all of it twice, the second
   * time in gzip; and lines that make no rows.
   */
  function writeInput(): string {
    const input = join(folder, 'input');
    mkdirSync(input);
    const lines = [vectors('p-public'), vectors('x-public'), vectors('c-public')]
      .flat()
      .map(({ chain, networkID, hex, nodeHex }, id) => {
        hold(txFromBytes(chain, parseHex(hex)), identify(networkID), null);
        // As `getTx` gives it, or without the checksum.
        const bytes = id % 2 ? { hex } : { hex: nodeHex, encoding: 'hex' };
        return JSON.stringify({ id, chain, network: networkID, ...bytes });
      });
    lines.push(...blockLines(), ...stakeLines());
    for (const { tx, network, blockID } of held.values()) {
      addRows(expected, tx, network, blockID);
      const { chain, bytes } = tx;
      if (blockID)
        lines.push(JSON.stringify({ chain, network: network.networkID, hex: formatHex(bytes) }));
    }
    const text = `${lines.join('\n')}\n`;
    writeFileSync(join(input, 'lines.ndjson'), text);
    writeFileSync(join(input, 'again.ndjson.gz'), gzipSync(text));
    writeFileSync(join(input, 'bad.ndjson'), badLines.map((line) => `${line}\n`).join(''));
    return input;
  }

  /** An asset in a feature extension that there is not: bytes that a node takes apart and cannot print. */
  const unprintable = `${'00003039'}${'02'.repeat(32)}${'00000000'.repeat(3)}00014100014100000000010000000300000000${'00000000'}`;
  const badLines = [
    '{"id":"bad","chain":"P","hex":"0x0000000000220000"}',
    `{"id":"tx","chain":"X","hex":"0x000000000001${unprintable}"}`,
    `{"id":"block","chain":"X","kind":"block","hex":"0x000000000014${'03'.repeat(32)}${'00'.repeat(48)}0000000100000001${unprintable}"}`,
    '{"id":"credential","chain":"P","kind":"credential","hex":"0x0000000900000000"}',
  ];

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
      hold(txFromBytes('P', bytes), identify(renewed.networkID), null);
      return JSON.stringify({ chain: 'P', network: renewed.networkID, hex: formatHex(bytes) });
    });
  }

  const tableNames = ['transactions', 'inputs', 'outputs', 'validators'] as const;
  const answers: Record<string, Row[]> = { supply: [], fees: [], errors: [] };
  for (const table of tableNames) answers[table] = [];

  /** Lines of blocks, bare and as an index has them. */
  function blockLines(): string[] {
    const add = (chain: 'P' | 'X', network: string, hex: string, request: object): string[] => {
      const { content, txs } = openContainer(hex, { chain });
      for (const tx of txs) hold(tx, identify(network), content!.id!);
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

  it('says of each line without rows why', () => {
    const why = Object.fromEntries(answers.errors!.map(({ id, message }) => [id, message]));
    expect(why).toEqual({
      '"bad"': expect.stringMatching(/^Truncated at tx/),
      '"tx"': expect.stringMatching(
        /^No rows: the node itself cannot print avm.CreateAssetTx \w+$/,
      ),
      '"block"': expect.stringMatching(/^No rows: avm.StandardBlock .* avm.CreateAssetTx \w+$/),
      '"credential"': 'No rows: secp256k1fx.Credential is neither a transaction nor a block',
    });
    expect(answers.errors).toHaveLength(4);
  });

  it('takes what was accepted out of what it came in', () => {
    const json = { unsignedTx: { time: 1 }, credentials: [], id: 'TX' };
    const txs = [{ type: 'platformvm.AdvanceTimeTx', txID: 'TX' }];
    const block = { type: 'platformvm.BanffStandardBlock', blockID: 'INNER', txs };
    const wrapped = { type: 'proposervm.Option', blockID: 'OUTER', json: {} };
    const record = { type: 'indexer.Container', containerID: 'RECORD', json: { Bytes: 'AAA=' } };
    const vertex = { type: 'vertex.BatchVertex', blockID: 'VERTEX', json: { txs: ['AAA='] } };
    const blockError = { code: 'Truncated', path: 'block.txs', offset: 9, message: 'too short' };
    const unread = ['errors', ['7', 'Truncated', 'block.txs', 'too short']];
    const row = (blockID: string | null) => [
      'transactions',
      ['P', 'TX', 'platformvm.AdvanceTimeTx', null, blockID],
    ];
    const noJSON = (type: string) => {
      const why = `No rows: ${type} has no JSON of its transactions, ask for each on a line: platformvm.AdvanceTimeTx TX`;
      return ['errors', ['7', 'Unsupported', '', why]];
    };
    const cases: readonly (readonly [object, readonly unknown[]])[] = [
      [{ ...wrapped, block: { ...block, content: { txs: [json] } } }, [row('INNER')]],
      [{ ...wrapped, txs, block: { ...block, content: { tx: json } } }, [row('INNER')]],
      [{ ...wrapped, block: { ...block, txs: [], content: { txs: [] } } }, []],
      [{ ...wrapped, block: { ...block, content: null } }, [noJSON(block.type)]],
      [{ ...txs[0], txs, json }, [row(null)]],
      [{ ...record, txs }, [noJSON(record.type)]],
      [{ ...vertex, txs }, [noJSON(vertex.type)]],
      [{ ...record, block: null, blockError }, [unread]],
      [{ ...vertex, txs: null, txsError: blockError }, [unread]],
      [wrapped, []], // of the C-chain
    ];
    const program =
      'import json, sys, tables\n' +
      'for line in sys.stdin: print(json.dumps([row for _, rows in tables.read(line) for row in rows]))';
    const { stdout, stderr } = spawnSync('python3', ['-c', program], {
      cwd: fileURLToPath(new URL('../examples/spark/', import.meta.url)),
      input: cases
        .map(([answer]) => `${JSON.stringify({ id: 7, ok: true, ...answer })}\n`)
        .join(''),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(cases.map(([, rows]) => rows));
  });

  it('says it when no worker has the command line', async () => {
    const input = join(folder, 'input', 'bad.ndjson');
    const missing = join(folder, 'nowhere');
    await expect(
      spark('local[1]', 'decode.py', input, join(folder, 'none'), '--command', missing),
    ).rejects.toThrow(`4 lines, 0 answers: does every worker run \`${missing}\`?`);
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
