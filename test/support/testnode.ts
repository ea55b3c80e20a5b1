/** Test nodes with keys: what a wallet does with one, in a line. */
import { build } from '../../src/builder/build.ts';
import type { BuildOptions } from '../../src/builder/intent.ts';
import type { Intent } from '../../src/builder/intents/table.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { finalize } from '../../src/sign/finalize.ts';
import { evmAddressOf, type Key, privateKey } from '../../src/sign/key.ts';
import { sign } from '../../src/sign/sign.ts';
import { createTestnode, type Testnode, type TestnodeOptions } from '../../src/testnode/index.ts';

/** The first key of avalanchego's local network, which holds funds on all chains. */
export const ewoq: Key = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');

/** A key that has nothing. */
export const other: Key = privateKey(new Uint8Array(32).fill(7));

/** 1 AVAX in nAVAX. */
export const AVAX = 1_000_000_000n;
export const day = 86_400n;

/** Addresses of a key: of the chain, and on C its account. */
const addressesOf = (
  { network }: Testnode,
  chain: ChainName,
  keys: readonly Key[],
): readonly string[] =>
  keys.flatMap((key) =>
    chain === 'C'
      ? [key.address(chain, network), evmAddressOf(key)]
      : [key.address(chain, network)],
  );

/** A signed transaction of the keys. */
export function signedBy(
  node: Testnode,
  chain: ChainName,
  intent: Intent,
  keys: readonly Key[] = [ewoq],
  options: BuildOptions = {},
): AnyTx {
  const addresses = addressesOf(node, chain, keys);
  const state = node.state(chain, addresses);
  const draft = build(state, intent, { own: addresses, maxFee: 1_000n * AVAX, ...options });
  return finalize(sign(draft, [...keys]));
}

/** Builds, signs and submits; the node must accept. */
export function send(
  node: Testnode,
  chain: ChainName,
  intent: Intent,
  keys: readonly Key[] = [ewoq],
  options: BuildOptions = {},
): AnyTx {
  const tx = signedBy(node, chain, intent, keys, options);
  const issued = node.issue(chain, tx.bytes);
  if (!issued.ok) throw new Error(`${issued.message}; ${issued.error.message}`);
  return tx;
}

/** nAVAX of a key on a chain that are not locked; on C rounded down. */
export function balanceOf({ world, network }: Testnode, chain: ChainName, key: Key): bigint {
  if (chain === 'C') return (world.C.accounts.get(evmAddressOf(key))?.balance ?? 0n) / AVAX;
  const utxos = [...world[chain].ledger.utxos.ofAddress(key.shortID)].map(([, utxo]) => utxo);
  return utxos
    .filter(({ assetID }) => String(assetID) === String(network.avaxAssetID))
    .reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);
}

/** A test node; with an upgrade if its network should have it. */
export function newNode(options: TestnodeOptions = {}): Testnode {
  return createTestnode(options);
}
