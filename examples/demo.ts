/**
 * The main job on real input: `npm run demo`. What it reads was recorded from a node. At the end a transaction is issued on a test node in
 * this process.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  avax,
  decode,
  encode,
  formatAddress,
  formatAvax,
  fromJSON,
  identifyNetwork,
  type Opened,
  open,
  type PState,
  parseState,
  readAddress,
  toJSONText,
} from 'avalanche-tx';
import { Genesis } from 'avalanche-tx/pchain';
import { connect } from 'avalanche-tx/rpc';
import { createTestnode } from 'avalanche-tx/testnode';
import { buildAndSign, key, receiver } from './offline.ts';

const file = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
const same = (a: Uint8Array, b: Uint8Array): string =>
  Buffer.compare(a, b) === 0 ? 'the same bytes' : 'OTHER BYTES';

function show(title: string, opened: Opened): void {
  if (opened.kind !== 'tx') throw new Error(`a ${opened.kind}, not a transaction`);
  const text = toJSONText(opened);
  console.log(`\n== ${title}\n${opened.type} on ${opened.chain}, ${opened.network?.name}`);
  console.log(`txID ${opened.id}`);
  console.log(text);
  const back = fromJSON(text, { chain: opened.chain, kind: opened.kind });
  console.log(`bytes → JSON → bytes: ${same(back.bytes, opened.bytes)}`);
}

const platform = file('replies/platform.getTx.json').toString();
show('a platform.getTx reply, hex', open(platform));

const avm = file('replies/avm.getTx.json').toString();
const asset = open(avm);
show('an avm.getTx reply, JSON', asset);
console.log(`our JSON is the node's text: ${avm.includes(toJSONText(asset)) ? 'yes' : 'NO'}`);

const bytes = gunzipSync(file('../vectors/genesis-mainnet.bin.gz'));
const genesis = decode(Genesis, bytes);
const { id, txs } = open(bytes, {
  chain: 'P',
  kind: 'genesis',
  network: identifyNetwork('mainnet'),
});
console.log(`\n== mainnet's P-chain genesis, ${bytes.length} bytes\n"${genesis.Message}"`);
console.log(`${genesis.UTXOs.length} UTXOs, ${genesis.Validators.length} validators, id ${id}`);
for (const tx of txs.slice(-2))
  if (tx.unsignedTx.type === 'platformvm.CreateChainTx')
    console.log(`${tx.unsignedTx.chainName} has the id ${tx.txID}`);
console.log(`bytes → value → bytes: ${same(encode(Genesis, genesis), bytes)}`);

console.log('\n== a transaction built and signed offline, from a recorded state');
const { draft, tx, request } = buildAndSign(parseState(file('state.json').toString()) as PState);
console.log(`fee ${draft.fee.total} nAVAX, txID ${tx.txID}`);
console.log(JSON.stringify(request));
const reopened = open(tx.bytes);
console.log(`it reads back as ${reopened.type}: ${same(reopened.bytes, tx.bytes)}`);

console.log('\n== the same payment on a test node: the primary network in this process');
const testnode = createTestnode();
const sender = key.address('P', testnode.network);
const payee = formatAddress(readAddress(receiver).bytes, 'P', testnode.network);
testnode.fund('P', { to: sender, amount: avax('10') });
const node = connect('http://testnode', testnode);
const balance = async (address: string): Promise<string> => {
  const { balance: nAVAX } = await node.call('platform.getBalance', { addresses: [address] });
  return `${formatAvax(nAVAX ?? 0n)} AVAX`;
};
const showBalances = async (): Promise<void> => {
  console.log(`  sender    ${sender} has ${await balance(sender)}`);
  console.log(`  receiver  ${payee} has ${await balance(payee)}`);
};
console.log('before:');
await showBalances();
const payment = buildAndSign(await node.pchain.state([sender]), payee);
const { txID, status } = await node.issue(payment.tx);
const { height } = await node.call('platform.getHeight');
const read = await node.pchain.getTx(txID);
console.log(`the node says ${status}: ${txID} pays 1.5 AVAX, in block ${height}`);
console.log(`platform.getTx returns ${same(read.bytes, payment.tx.bytes)}`);
console.log(`after, with a fee of ${payment.draft.fee.total} nAVAX:`);
await showBalances();
