/**
 * Records what other libraries write of the forms of `docs/foreign.md`, by running them: avalanchejs 5.2.0 and `@avalanche-sdk/client` are
 * dependencies of the tests; older ones are installed anywhere:
 *
 *     mkdir peers && npm install --prefix peers --ignore-scripts avalanchejs3@npm:@avalabs/avalanchejs@3.17.0 avalanche2@npm:avalanche@2.7.0
 *     npx tsx scripts/foreignsamples.ts --peers peers
 *
 * The replies of nodes are those of `vectors/rpc-samples`, which a localnode gave, and what avalanchego's wallet writes is in
 * `test/support/gowallet.ndjson`.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as avalanchejs from '@avalabs/avalanchejs';
import { createAvalancheWalletClient } from '@avalanche-sdk/client';
import { privateKeyToAvalancheAccount } from '@avalanche-sdk/client/accounts';
import { avalancheFuji } from '@avalanche-sdk/client/chains';
import { listen } from '../apps/cli/src/testnodehttp.ts';
import { fuji } from '../src/network/known.ts';
import { evmAddressOf, privateKey } from '../src/sign/index.ts';
import { createTestnode } from '../src/testnode/index.ts';
import { testnodeServer } from '../src/testnode/serve/server.ts';
import { formatHex } from '../src/text/hex.ts';
import { formatID } from '../src/text/id.ts';

/** What a library wrote. */
export interface Sample {
  /** The row of `docs/foreign.md`. */
  readonly form: string;
  /** The library, with its version. */
  readonly by: string;
  readonly call: string;
  /** Hex or JSON text. */
  readonly input: string;
}

// biome-ignore lint/suspicious/noExplicitAny: values of libraries without types that resolve here
type Theirs = any;

const secret = new Uint8Array(32).fill(1);
const key = privateKey(secret);
const to = privateKey(new Uint8Array(32).fill(2)).shortID;
const avax = formatID(fuji.avaxAssetID);
const context = {
  networkID: fuji.networkID,
  hrp: fuji.hrp,
  xBlockchainID: formatID(fuji.chains.X.blockchainID),
  pBlockchainID: formatID(fuji.chains.P.blockchainID),
  cBlockchainID: formatID(fuji.chains.C.blockchainID),
  avaxAssetID: avax,
  baseTxFee: 1_000_000n,
  createAssetTxFee: 10_000_000n,
  platformFeeConfig: {
    weights: [1, 1000, 1000, 4],
    maxCapacity: 1_000_000n,
    maxPerSecond: 100_000n,
    targetPerSecond: 50_000n,
    minPrice: 1n,
    excessConversionConstant: 2_164_043n,
  },
};
const txID = formatID(new Uint8Array(32).fill(3));

async function ofAvalanchejs5(): Promise<Sample[]> {
  const by = '@avalabs/avalanchejs 5.2.0';
  const {
    avm,
    pvm,
    evm,
    utils,
    addTxSignatures,
    TransferableOutput,
    Utxo,
    avaxSerial,
    Id,
    Int,
    TransferOutput,
    OutputOwners,
    BigIntPr,
  } = avalanchejs as Theirs;
  const codec = utils.getManagerForVM('PVM').getDefaultCodec();
  const owners = OutputOwners.fromNative([key.shortID], 0n, 1);
  const utxo = new Utxo(
    new avaxSerial.UTXOID(Id.fromString(txID), new Int(1)),
    Id.fromString(avax),
    new TransferOutput(new BigIntPr(5_000_000_000n), owners),
  );
  const out = TransferableOutput.fromNative(avax, 1_000_000_000n, [to]);
  const made = {
    P: pvm.newBaseTx(
      {
        feeState: { capacity: 999_999n, excess: 1n, price: 1n, timestamp: '2026-01-01T00:00:00Z' },
        fromAddressesBytes: [key.shortID],
        outputs: [out],
        utxos: [utxo],
      },
      context,
    ),
    X: avm.newBaseTx(context, [key.shortID], [utxo], [out]),
    C: evm.newExportTx(context, 1_000n, context.xBlockchainID, to, [to], 1_000_000n, 0n),
  };
  const hex = (bytes: Uint8Array) => formatHex(bytes);
  const samples: Sample[] = [];
  const add = (form: string, call: string, input: string) =>
    samples.push({ form, by, call, input });
  for (const [chain, tx] of Object.entries<Theirs>(made)) {
    add(
      'unsigned transaction of avalanchejs',
      `JSON.stringify(unsignedTx), ${chain}`,
      JSON.stringify(tx.toJSON()),
    );
    add('unsigned transaction', `unsignedTx.toBytes(), ${chain}`, hex(tx.toBytes()));
    add(
      'half-signed transaction',
      `unsignedTx.getSignedTx().toBytes(), ${chain}`,
      hex(tx.getSignedTx().toBytes()),
    );
  }
  await addTxSignatures({ unsignedTx: made.P, privateKeys: [secret] });
  add(
    'unsigned transaction of avalanchejs',
    'JSON.stringify(unsignedTx) when signed, P',
    JSON.stringify(made.P.toJSON()),
  );
  const [input] = made.P.getTx().getInputs();
  add('UTXO without codec version', 'utxo.toBytes(codec)', hex(utxo.toBytes(codec)));
  add('transferable output', 'transferableOutput.toBytes(codec)', hex(out.toBytes(codec)));
  add('transferable input', 'transferableInput.toBytes(codec)', hex(input.toBytes(codec)));
  add('output', 'codec.PackPrefix(output)', hex(codec.PackPrefix(out.output)));
  add('input', 'codec.PackPrefix(input)', hex(codec.PackPrefix(input.input)));
  add('owner', 'codec.PackPrefix(outputOwners)', hex(codec.PackPrefix(owners)));
  add(
    'unsigned transaction without codec version',
    'codec.PackPrefix(tx)',
    hex(codec.PackPrefix(made.P.getTx())),
  );
  return samples;
}

/** Of a library whose values are Node.js buffers: avalanchejs 3 and what came before. */
function ofOlder(library: Theirs, by: string): Sample[] {
  const { BN, Buffer } = library;
  const {
    BaseTx,
    UnsignedTx,
    TransferableInput,
    TransferableOutput,
    SECPTransferInput,
    SECPTransferOutput,
    UTXO,
  } = library.avm;
  const bintools = (library.BinTools.default ?? library.BinTools).getInstance();
  const assetID = bintools.cb58Decode(avax);
  const buffer = (bytes: Uint8Array) => Buffer.from(bytes);
  const output = new SECPTransferOutput(new BN('1000000000'), [buffer(to)], new BN(0), 1);
  const out = new TransferableOutput(assetID, output);
  const spent = new SECPTransferInput(new BN('1001000000'));
  spent.addSignatureIdx(0, buffer(key.shortID));
  const index = buffer(new Uint8Array([0, 0, 0, 1]));
  const input = new TransferableInput(bintools.cb58Decode(txID), index, assetID, spent);
  const utxo = new UTXO(0, bintools.cb58Decode(txID), index, assetID, output);
  const x = bintools.cb58Decode(context.xBlockchainID);
  const base = new BaseTx(fuji.networkID, x, [out], [input], buffer(new Uint8Array()));
  const unsigned = new UnsignedTx(base);
  const hex = (bytes: Theirs) => `0x${bytes.toString('hex')}`;
  const of = (form: string, call: string, bytes: Theirs): Sample => ({
    form,
    by,
    call,
    input: hex(bytes),
  });
  return [
    of('unsigned transaction without type', 'baseTx.toBuffer()', base.toBuffer()),
    of('unsigned transaction', 'unsignedTx.toBuffer()', unsigned.toBuffer()),
    of('UTXO', 'utxo.toBuffer()', utxo.toBuffer()),
    of('transferable output', 'transferableOutput.toBuffer()', out.toBuffer()),
    of('transferable input', 'transferableInput.toBuffer()', input.toBuffer()),
  ];
}

async function ofSDK(): Promise<Sample[]> {
  const by = '@avalanche-sdk/client 0.1.1';
  const testnode = createTestnode({ network: fuji });
  const address = key.address('P', fuji);
  testnode.fund('P', { to: address, amount: 5_000_000_000n });
  testnode.fund('C', { to: evmAddressOf(key), amount: 5_000_000_000n });
  const server = await listen({ hostname: '127.0.0.1', port: 0 }, testnodeServer(testnode).answer);
  try {
    const url = `${server.url}/ext/bc/C/rpc`;
    const client: Theirs = createAvalancheWalletClient({
      account: privateKeyToAvalancheAccount(formatHex(secret)),
      chain: { ...avalancheFuji, rpcUrls: { default: { http: [url] } } },
      transport: { type: 'http', url },
    } as never);
    const prepared = await client.pChain.prepareBaseTxn({
      fromAddresses: [address],
      outputs: [
        {
          addresses: [privateKey(new Uint8Array(32).fill(2)).address('P', fuji)],
          amount: 1_500_000_000n,
        },
      ],
    });
    const text = (value: unknown) =>
      JSON.stringify(value, (_, of) => (typeof of === 'bigint' ? String(of) : of));
    const signed = await client.signXPTransaction({ tx: prepared.tx, chainAlias: 'P' });
    return [
      {
        form: 'prepared transaction of the Avalanche SDK',
        by,
        call: 'JSON.stringify(await pChain.prepareBaseTxn(…))',
        input: text(prepared),
      },
      {
        form: 'signed transaction of the Avalanche SDK',
        by,
        call: 'JSON.stringify(await signXPTransaction(…))',
        input: text(signed),
      },
    ];
  } finally {
    await server.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { peers: { type: 'string' } } });
  if (values.peers === undefined)
    throw new Error('--peers FOLDER: where avalanchejs3 and avalanche2 are installed');
  const load = createRequire(join(resolve(values.peers), 'package.json'));
  const samples = [
    ...(await ofAvalanchejs5()),
    ...ofOlder(load('avalanchejs3'), '@avalabs/avalanchejs 3.17.0'),
    ...ofOlder(load('avalanche2'), 'avalanche 2.7.0'),
    ...(await ofSDK()),
  ];
  const file = new URL('../test/open/foreign-samples.ndjson', import.meta.url);
  writeFileSync(file, samples.map((of) => `${JSON.stringify(of)}\n`).join(''));
  process.stdout.write(`${samples.length} samples\n`);
  process.exit(0);
}
