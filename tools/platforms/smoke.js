/**
 * What runs on every platform: opens transactions, prints their JSON and their spans, explains them, reads the JSON back, truncates
 * them, and builds, signs and finalizes with a key of words. Plain JavaScript, as a user would write it.
 */
import {
  avax,
  formatHex,
  fromJSON,
  isError,
  local,
  open,
  parseState,
  spansOf,
  toJSONText,
} from 'avalanche-tx';
import { publicKeyOf } from 'avalanche-tx/bls';
import { buildBaseTx } from 'avalanche-tx/build';
import { explain } from 'avalanche-tx/explain';
import { hdWallet } from 'avalanche-tx/hd';
import { evmAddressOf, finalize, privateKey, sign, signMessage } from 'avalanche-tx/sign';
import { state, txs } from './inputs.js';

/** A key that every local network gives funds to. Everybody knows it. */
const key = privateKey('PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE');
const words = 'test test test test test test test test test test test junk';

function read({ chain, hex }) {
  const opened = open(hex, { chain });
  const json = toJSONText(opened);
  const { title } = explain(opened);
  return [
    opened.id,
    json,
    title,
    spansOf(opened).length,
    formatHex(fromJSON(json, { chain }).bytes),
  ];
}

function truncate({ chain, hex }) {
  try {
    return open(hex.slice(0, -2), { chain }).type;
  } catch (e) {
    if (!isError(e)) throw e;
    return [e.code, e.path, e.offset];
  }
}

function pay() {
  const to = 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
  const draft = buildBaseTx(parseState(state), { outputs: [{ to, amount: avax('1.5') }] });
  const tx = finalize(sign(draft, key));
  return [explain(draft).title, explain(tx).title, open(tx.bytes).id, formatHex(tx.bytes)];
}

function derive() {
  const account = hdWallet(words).account("m/44'/9000'/0'");
  const range = { count: 2 };
  return [account.xpub, account.addresses('X', local, range).map(({ address }) => address)];
}

/** The hashes and the curve that load with their first use. */
function late() {
  return [evmAddressOf(key), formatHex(publicKeyOf(new Uint8Array(32).fill(1)))];
}

/** The digest: a signature of all answers, which is the same wherever they are the same. */
export const smoke = () =>
  signMessage(JSON.stringify([txs.map(read), txs.map(truncate), pay(), derive(), late()]), key);
