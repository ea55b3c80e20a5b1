/** What the library answers, as plain JSON: the same in Node, on a page and in a worker. */
import {
  avax,
  days,
  effectsOf,
  formatHex,
  fromJSON,
  isError,
  open,
  parseHex,
  parseState,
  toJSONText,
} from 'avalanche-tx';
import { provePossession, publicKeyOf, verifyBLS, verifyPossession } from 'avalanche-tx/bls';
import { buildAddPermissionlessDelegatorTx, buildBaseTx } from 'avalanche-tx/build';
import { connect, type Exchange, replayTransport } from 'avalanche-tx/rpc';
import { checkTx, factsOfState, refusalOf } from 'avalanche-tx/rules';
import { finalize, issueTxRequest, privateKey, sign } from 'avalanche-tx/sign';
import { createTestnode } from 'avalanche-tx/testnode';
import type { CTx, L1, PTx, XTx } from './vectors.ts';

/** What is asked; plain JSON too. */
export interface Questions {
  readonly txs: readonly Pick<PTx | XTx | CTx, 'chain' | 'hex'>[];
  /** Of kind `key`. */
  readonly keys: readonly L1[];
  /** A state that is of the key below, and what a node said from such a state to an accepted transfer. */
  readonly state: string;
  readonly recording: readonly Exchange[];
}

/** A key that every local network gives funds to. Everybody knows it. */
const key = privateKey('PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE');
const intent = {
  outputs: [{ to: 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u', amount: avax('1.5') }],
};

function read({ chain, hex }: Questions['txs'][number]) {
  const opened = open(hex, { chain });
  const json = toJSONText(opened);
  return { id: opened.id, json, hex: formatHex(fromJSON(json, { chain }).bytes) };
}

function refuse({ chain, hex }: Questions['txs'][number]) {
  try {
    return open(hex.slice(0, -2), { chain }).type;
  } catch (e) {
    if (!isError(e)) throw e;
    return { code: e.code, path: e.path, offset: e.offset };
  }
}

function possess({ secretKeyHex, messageHex, signatureHex }: L1) {
  const secretKey = parseHex(secretKeyHex!);
  const publicKey = publicKeyOf(secretKey);
  const proof = provePossession(secretKey);
  const [signature, message] = [parseHex(signatureHex!), parseHex(messageHex!)];
  return {
    publicKey: formatHex(publicKey),
    proof: formatHex(proof.proofOfPossession),
    possessed: verifyPossession(proof),
    signed: verifyBLS(message, signature, publicKey),
    otherwise: verifyBLS(Uint8Array.of(...message, 0), signature, publicKey),
  };
}

function transfer(text: string) {
  const state = parseState(text);
  if (state.chain !== 'P') throw new TypeError('a state of the P-chain is needed');
  const tx = finalize(sign(buildBaseTx(state, intent, { maxFee: avax('0.01') }), key));
  const error = refusalOf(checkTx(tx, factsOfState(state)));
  if (error) throw error;
  const why = effectsOf(tx).produced.map((output) => output.why);
  return { request: issueTxRequest(tx), why };
}

async function issue(exchanges: readonly Exchange[]) {
  const node = connect('http://node.test', { transport: replayTransport(exchanges) });
  const state = await node.pchain.state([key.shortID]);
  const { status } = await node.issue(finalize(sign(buildBaseTx(state, intent), key)));
  return status;
}

/** A delegation from its build to its reward, on a test node of this scope. */
async function delegate() {
  const testnode = createTestnode();
  const node = connect('http://testnode', { ...testnode, strict: true });
  const address = key.address('P', testnode.network);
  testnode.fund('P', { to: address, amount: avax('100') });
  const balance = async () => {
    const found = await node.call('platform.getBalance', { addresses: [address] });
    return String(found.balance);
  };
  const before = await balance();
  const [validator] = await node.pchain.validators();
  const state = await node.pchain.state([address]);
  const end = testnode.time() + days(14);
  const draft = buildAddPermissionlessDelegatorTx(state, {
    nodeID: validator!.nodeID,
    amount: avax('25'),
    end,
    rewardsOwner: address,
  });
  const { txID, status } = await node.issue(finalize(sign(draft, key)));
  const staked = await balance();
  testnode.advanceTime(days(15));
  const rewards = await node.pchain.getRewardUTXOs(txID);
  return {
    status,
    txID,
    before,
    staked,
    fee: String(draft.fee.total),
    rewards: rewards.map(({ output }) => ('amount' in output ? String(output.amount) : '')),
    after: await balance(),
  };
}

export async function answer({ txs, keys, state, recording }: Questions) {
  return {
    read: txs.map(read),
    refused: txs.map(refuse),
    bls: keys.map(possess),
    transfer: transfer(state),
    issued: await issue(recording),
    delegation: await delegate(),
  };
}
