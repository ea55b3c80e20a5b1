/** The avalanche-tx column of the migration guides: the pages show the code of `ours/`, and a node accepts what it makes. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listening, listen } from '../../apps/cli/src/testnodehttp.ts';
import { buildExportTx } from '../../src/builder/index.ts';
import { UnsignedTx, UTXO } from '../../src/chain/pchain/index.ts';
import { avax, type Draft, formatBytes, formatHex, formatID } from '../../src/index.ts';
import { fuji } from '../../src/network/index.ts';
import { connect, type NodeClient } from '../../src/rpc/index.ts';
import { evmAddressOf, finalize, privateKey, sign } from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { testnodeServer } from '../../src/testnode/serve/server.ts';
import { days } from '../../src/text/time.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { encode } from '../../src/wire/codec.ts';
import * as p from './ours/pchain.ts';
import * as signing from './ours/signing.ts';
import { addresses, connected } from './ours/wallet.ts';
import * as x from './ours/xchain.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The lines between `// #region NAME` and `// #endregion`, without their indentation. */
function regionOf(file: string, name: string): string {
  const [, indent, body] =
    new RegExp(`^( *)// #region ${name}\\n(.*?)^ *// #endregion`, 'ms').exec(read(file)) ?? [];
  if (body === undefined) throw new Error(`${file} has no region ${name}`);
  return body.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd();
}

it.each(['migration.md', 'migration/avalanchejs.md'])('%s shows code that runs here', (page) => {
  const text = read(`../../docs/${page}`);
  const marked = [...text.matchAll(/<!-- code (\S+) (\S+) -->\n+```ts[^\n]*\n(.*?)\n```/gs)];
  expect(marked).toHaveLength(text.split('<!-- code ').length - 1);
  expect(marked.length).toBeGreaterThan(0);
  for (const [, file, region, code] of marked)
    expect(code!.replace(/^(import [^;]+;\n)+\n/, ''), `${file} ${region}`).toBe(
      regionOf(file!, region!),
    );
});

const secret = new Uint8Array(32).fill(11);
const key = privateKey(secret);
const address = key.address('P', fuji);
const account = evmAddressOf(key);
const other = privateKey(new Uint8Array(32).fill(12));
const to = other.address('P', fuji);
const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(3));
const validator = {
  nodeID: 'NodeID-BRsYSCbJ8dfPf3nJNBFi4PkUJAQU4nsVE',
  nodePOP: { publicKey: formatHex(publicKey), proofOfPossession: formatHex(proofOfPossession) },
};

const testnode = createTestnode({ network: fuji });
let server: Listening;
let node: NodeClient;

beforeAll(async () => {
  server = await listen({ hostname: '127.0.0.1', port: 0 }, testnodeServer(testnode).answer);
  node = connect(server.url, { now: testnode.now });
  testnode.fund('P', { to: address, amount: avax('5000') });
  testnode.fund('X', { to: address.replace('P', 'X'), amount: avax('100') });
  testnode.fund('C', { to: account, amount: avax('100') });
});
afterAll(() => server.close());

const pState = () => node.pchain.state([address]);
/** Signs and submits as the guide does. */
const issue = (draft: Draft) => signing.issued(node, signing.signed(draft, key));

it('addresses and states are those of the key and the node', async () => {
  expect(addresses(secret)).toMatchObject({ address, account, shortID: key.shortID, chain: 'P' });
  const { state } = await connected(server.url, address);
  expect(state.utxos).toEqual((await pState()).utxos);
});

it('a node accepts every P-chain transaction of the guide', async () => {
  const end = testnode.time() + days(60);
  const subnetID = testnode.addSubnet(address);
  await issue(p.base(await pState(), to));
  await issue(await x.exportedFromC(node, address, account));
  await issue(await p.imported(node, address));
  await issue(p.validator(await pState(), address, validator, end));
  await issue(p.delegator(await pState(), address, validator.nodeID, end - days(1)));
  await issue(p.subnet(await pState(), address));
  await issue(await p.chain(node, address, subnetID));
  const chainID = formatID(fuji.chains.C.blockchainID);
  const last = await issue(await p.conversion(node, address, subnetID, chainID, validator));
  expect((await node.pchain.getTx(last)).unsignedTx.type).toBe('platformvm.ConvertSubnetToL1Tx');
});

it('a node accepts every X-chain and C-chain transaction of the guide', async () => {
  await issue(await x.base(node, address, to));
  await issue(await x.exported(node, address));
  await issue(await p.exported(await pState(), address));
  await issue(await x.importedToC(node, address, account));
  const outputs = [{ to: key.shortID, amount: avax('3') }];
  await issue(buildExportTx(await pState(), { to: 'X', outputs }));
  const last = await issue(await x.imported(node, address));
  expect((await node.xchain.getTx(last)).unsignedTx.type).toBe('avm.ImportTx');
});

it('bytes, UTXOs and replies are read as the guide reads them', async () => {
  const draft = p.base(await pState(), to) as Draft & { readonly chain: 'P' };
  const bytes = encode(UnsignedTx, draft.unsignedTx);
  expect(signing.decodedUnsigned(formatHex(bytes)).bytes).toEqual(bytes);
  const { utxos } = await pState();
  const utxo = utxos.find(({ output }) => 'threshold' in output && output.threshold === 1);
  const text = formatBytes(encode(UTXO, utxo!), 'hex');
  expect(signing.decodedUTXO(text)).toMatchObject({ threshold: 1, owners: [address] });
  const exported = p.exported(await pState(), address);
  const found = await signing.fetched(node, await issue(exported));
  expect(found).toMatchObject({ exported: avax('3'), signatures: [expect.any(Uint8Array)] });
});

it('two people sign one draft, and drafts go to avalanchejs and back', async () => {
  const owner = { addresses: [address, to], threshold: 2 };
  testnode.fund('P', { to: owner, amount: avax('9') });
  const all = await node.pchain.state([address, to]);
  const utxos = all.utxos.filter(({ output }) => 'threshold' in output && output.threshold === 2);
  const shared = p.base({ ...all, utxos }, to);
  const { tx } = signing.handedOver(shared, key, other, { utxos });
  expect(await signing.issued(node, tx)).toBe(tx.txID);
  const state = await pState();
  const draft = p.base(state, to);
  expect(signing.moved(state, signing.movedBack(draft), key).txID).toBe(
    finalize(sign(draft, key)).txID,
  );
});
