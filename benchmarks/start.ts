/**
 * Processor time that a new process of Node takes to import an entry point, and for a command, above an empty program; and of a request to
 * the test node as a server, beside Node's bare server and, if Go is there, the node's own (Linux). Variants take turns.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { oracle } from '../scripts/oracle.ts';
import { fuji } from '../src/network/known.ts';
import { formatHex } from '../src/text/hex.ts';
import { formatID } from '../src/text/id.ts';
import { vectors } from './inputs.ts';
import { median } from './measure.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const commandLine = join(root, 'apps/cli/dist/main.js');

/** What a program takes from its start to its end, in milliseconds of the processor. */
export interface StartResult {
  readonly program: string;
  readonly milliseconds: number;
  /** More than an empty program takes. */
  readonly above: number;
  /** Times an empty program. */
  readonly ratio: number;
}

/** What a server takes of the processor for a request. */
export interface RequestResult {
  readonly server: string;
  readonly milliseconds: number;
}

/** A project that has the library and its peer among its `node_modules`. */
const project = mkdtempSync(join(tmpdir(), 'start-'));
process.on('exit', () => rmSync(project, { recursive: true }));
mkdirSync(join(project, 'node_modules/@avalabs'), { recursive: true });
/** Installed for the site. */
const viem = join(root, 'node_modules/viem');
if (existsSync(viem)) symlinkSync(viem, join(project, 'node_modules/viem'), 'junction');
symlinkSync(root, join(project, 'node_modules/avalanche-tx'), 'junction');
symlinkSync(
  join(root, 'node_modules/@avalabs/avalanchejs'),
  join(project, 'node_modules/@avalabs/avalanchejs'),
  'junction',
);

/** Prints at the end of a process what the processor did for all of it. */
const meter = join(project, 'meter.cjs');
writeFileSync(
  meter,
  `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(2, '\\n' + (user + system) / 1000);
});\n`,
);

/** Milliseconds of the processor that a process takes. */
function cost(args: readonly string[]): number {
  const { status, stderr } = spawnSync(process.execPath, ['-r', meter, ...args], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return Number(stderr.trim().split('\n').at(-1));
}

function program(name: string, code: string): readonly string[] {
  const file = join(project, `${name.replaceAll(/\W/g, '-')}.mjs`);
  writeFileSync(file, code);
  return [file];
}

/** Starts of programs, by turns. */
export function starts(rounds: number): readonly StartResult[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: { readonly [subpath: string]: unknown };
  };
  const entries = Object.keys(exports)
    // The last one needs fast-check, which tests bring.
    .filter((subpath) => !/\.json$|^\.\/testing$/.test(subpath))
    .map((subpath) => `avalanche-tx${subpath.slice(1)}`);
  return byTurns(rounds, [
    ...[...entries, '@avalabs/avalanchejs'].map(
      (name) => [name, program(name, `import '${name}';`)] as const,
    ),
    ['avalanche-tx --help', [commandLine, '--help']],
    ['avalanche-tx decode', [commandLine, 'decode', vectors()[0]!.hex]],
  ]);
}

/** What programs do once: imports and first use. */
export function firstUses(rounds: number): readonly StartResult[] {
  const { hex } = vectors()[0]!;
  const draft = `
const key = privateKey(new Uint8Array(32).fill(1));
const to = privateKey(new Uint8Array(32).fill(2)).shortID;
const utxos = [{
  txID: new Uint8Array(32).fill(7),
  outputIndex: 0,
  assetID: fuji.avaxAssetID,
  output: { type: 'secp256k1fx.TransferOutput', amount: 10n ** 10n, locktime: 0n, threshold: 1, addresses: [key.shortID] },
}];
const state = { network: fuji, chain: 'P', from: [key.shortID], time: 1_800_000_000n, feeState: { price: 1n }, utxos };
const draft = buildBaseTx(state, { outputs: [{ to, amount: 10n ** 9n }] });`;
  const { weights, ...fees } = fuji.pFees;
  const context = `{
  networkID: ${fuji.networkID},
  pBlockchainID: '${formatID(fuji.chains.P.blockchainID)}',
  avaxAssetID: '${formatID(fuji.avaxAssetID)}',
  platformFeeConfig: {
    weights: [${weights.join()}],
    ${Object.entries(fees)
      .map(([name, value]) => `${name}: ${value}n`)
      .join()}
  },
}`;
  return byTurns(rounds, [
    [
      'open a transaction, print its JSON',
      program(
        'open',
        `import { open, toJSONText } from 'avalanche-tx';
toJSONText(open('${hex}', { chain: 'P' }));`,
      ),
    ],
    [
      'build a transfer',
      program(
        'build',
        `import { fuji } from 'avalanche-tx/network';
import { buildBaseTx } from 'avalanche-tx/build';
import { privateKey } from 'avalanche-tx/sign';${draft}`,
      ),
    ],
    [
      'build, sign and finalize it',
      program(
        'sign',
        `import { fuji } from 'avalanche-tx/network';
import { buildBaseTx } from 'avalanche-tx/build';
import { finalize, privateKey, sign } from 'avalanche-tx/sign';${draft}
finalize(sign(draft, key)).bytes;`,
      ),
    ],
    [
      'build and explain it',
      program(
        'explain',
        `import { fuji } from 'avalanche-tx/network';
import { buildBaseTx } from 'avalanche-tx/build';
import { explain, textOf } from 'avalanche-tx/explain';
import { privateKey } from 'avalanche-tx/sign';${draft}
textOf(explain(draft));`,
      ),
    ],
    [
      'send with a wallet on a test node',
      program(
        'send',
        `import { avax } from 'avalanche-tx';
import { privateKey } from 'avalanche-tx/sign';
import { createTestnode } from 'avalanche-tx/testnode';
import { createWallet } from 'avalanche-tx/wallet';
const testnode = createTestnode();
const key = privateKey(new Uint8Array(32).fill(1));
const me = key.address('P', testnode.network);
testnode.fund('P', { to: me, amount: avax('10') });
const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: key });
await wallet.send({ chain: 'P', to: me, amount: avax('1') });
await wallet.close();`,
      ),
    ],
    [
      'avalanchejs: build and sign the same, without checks',
      program(
        'avalanchejs',
        `import { addTxSignatures, pvm, secp256k1, TransferableOutput, Utxo, utils } from '@avalabs/avalanchejs';
const [secret, other] = [1, 2].map((n) => new Uint8Array(32).fill(n));
const [from, to] = [secret, other].map((of) => secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(of)));
const manager = utils.getManagerForVM('PVM');
const address = Buffer.from(from).toString('hex');
const utxo = \`0x0000${'07'.repeat(32)}00000000${formatHex(fuji.avaxAssetID).slice(2)}0000000700000002540be40000000000000000000000000100000001\${address}\`;
const context = ${context};
const unsignedTx = pvm.newBaseTx({
  feeState: { capacity: 1_000_000n, excess: 0n, price: 1n, timestamp: '' },
  fromAddressesBytes: [from],
  changeAddressesBytes: [from],
  outputs: [TransferableOutput.fromNative(context.avaxAssetID, 10n ** 9n, [to])],
  utxos: [manager.unpack(utils.hexToBuffer(utxo), Utxo)],
}, context);
await addTxSignatures({ unsignedTx, privateKeys: [secret] });
unsignedTx.getSignedTx().toBytes(manager.getDefaultCodec());`,
      ),
    ],
    ...(existsSync(viem)
      ? [
          [
            'viem: sign a transfer of its chain',
            program(
              'viem',
              `import { privateKeyToAccount } from 'viem/accounts';
const account = privateKeyToAccount('0x${'01'.repeat(32)}');
await account.signTransaction({
  chainId: 43113, nonce: 0, to: account.address, value: 1n, gas: 21000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n,
});`,
            ),
          ] as const,
        ]
      : []),
  ]);
}

/** Times of programs that take turns, after an empty one. */
function byTurns(
  rounds: number,
  programs: readonly (readonly [name: string, args: readonly string[]])[],
): readonly StartResult[] {
  const all = new Map<string, readonly string[]>([
    ['an empty program', program('empty', '')],
    ...programs,
  ]);
  const taken = new Map([...all.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < Math.max(5, rounds / 4); round++)
    for (const [name, args] of all) taken.get(name)!.push(cost(args));
  // The least of each: whatever else the machine does makes a start slower, and never faster.
  const base = Math.min(...taken.get('an empty program')!);
  return [...taken].map(([program, times]) => {
    const milliseconds = Math.min(...times);
    return { program, milliseconds, above: milliseconds - base, ratio: milliseconds / base };
  });
}

const bare = `import { createServer } from 'node:http';
const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part)).on('end', () => {
    const { id } = JSON.parse(Buffer.concat(parts));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', result: { height: '0' }, id }));
  });
}).listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port })));`;

/** Milliseconds of the processor that a child has used. */
function used({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'platform.getHeight', params: {} });

async function send(url: string, count: number, agent: Agent): Promise<void> {
  const call = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      request(`${url}/ext/bc/P`, { method: 'POST', agent, headers }, (reply) => {
        reply.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(body);
    });
  let sent = 0;
  const worker = async (): Promise<void> => {
    while (sent++ < count) await call();
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Requests to servers, by turns. */
export async function requests(): Promise<readonly RequestResult[]> {
  const go = await oracle('localnode').catch(() => undefined);
  const testnode = ['testnode', '--http', '127.0.0.1:0', '--json'];
  const commands: readonly (readonly [string, string, readonly string[]])[] = [
    ["Node's server alone", process.execPath, program('bare', bare)],
    ['avalanche-tx testnode', process.execPath, [commandLine, ...testnode]],
    ...(go ? ([["the node's P-chain (Go)", go, ['--http', '127.0.0.1:0']]] as const) : []),
  ];
  const running = await Promise.all(
    commands.map(async ([name, file, args]) => {
      const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      const { url } = JSON.parse(line) as { readonly url: string };
      return { name, child, agent, url, perRequest: [] as number[] };
    }),
  );
  const count = 4000;
  for (const { url, agent } of running) await send(url, count, agent);
  for (let round = 0; round < 5; round++)
    for (const { url, agent, child, perRequest } of running) {
      const before = used(child);
      await send(url, count, agent);
      perRequest.push((used(child) - before) / count);
    }
  for (const { child, agent } of running) {
    agent.destroy();
    child.kill();
  }
  return running.map(({ name, perRequest }) => ({
    server: name,
    milliseconds: median(perRequest),
  }));
}
