/** The code of both columns of `docs/migration.md`, run over the same UTXOs: the unsigned bytes are the same. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Draft, formatHex, formatID } from '../../src/index.ts';
import { buildExportTx } from '../../src/builder/index.ts';
import { fuji } from '../../src/network/index.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { provePossession } from '../../src/warp/bls.ts';
import * as p from './ours/pchain.ts';
import { addresses, connected } from './ours/wallet.ts';
import * as x from './ours/xchain.ts';
import {
  address,
  bytesOf,
  key,
  type Site,
  secret,
  start,
  type TheirTx,
  theirs,
  to,
  withBaseFee,
} from './support.ts';

const avax = 1_000_000_000n;
const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(3));
const nodePOP = {
  publicKey: formatHex(publicKey),
  proofOfPossession: formatHex(proofOfPossession),
};
const node = { nodeID: 'NodeID-BRsYSCbJ8dfPf3nJNBFi4PkUJAQU4nsVE', nodePOP };
const chainID = formatID(fuji.chains.C.blockchainID);

describe('the calls of avalanchejs and of this library', () => {
  let site: Site;
  let before: number;
  let wallet: Record<string, unknown>;
  const modules: Record<'wallet' | 'pchain' | 'xchain', Awaited<ReturnType<typeof theirs>>> = {
    wallet: undefined,
    pchain: undefined,
    xchain: undefined,
  };

  beforeAll(async () => {
    site = await start();
    for (const name of ['wallet', 'pchain', 'xchain'] as const) modules[name] = await theirs(name);
    // One UTXO on each chain: there is nothing to select.
    site.testnode.fund('P', { to: address, amount: 5_000n * avax });
    site.testnode.fund('X', { to: address.replace('P', 'X'), amount: 100n * avax });
    site.testnode.fund('C', { to: key.evm, amount: 100n * avax });
    before = site.testnode.snapshot();
  });
  beforeEach(async () => {
    site.testnode.revert(before);
    before = site.testnode.snapshot();
    wallet = await modules.wallet.connect(site.server.url, address, to);
  });
  afterAll(() => site.server.close());

  const pState = () => site.node.pchain.state([address]);
  const withUTXOs = async (chain: string) => ({
    ...wallet,
    utxos: await modules.wallet.utxosOf(wallet, chain),
  });
  const end = () => site.testnode.time() + 60n * 86_400n;

  /** Exports 3 AVAX, which then wait to be imported. */
  const wait = async (from: 'P' | 'C', to: 'P' | 'X' | 'C') => {
    const chain = from === 'P' ? site.node.pchain : site.node.cchain;
    const state = await chain.state([from === 'P' ? address : key.evm]);
    const outputs = [{ to: address.replace('P', to), amount: 3n * avax }];
    await site.node.issue(finalize(sign(buildExportTx(state, { to, outputs }), key)));
    wallet = await modules.wallet.connect(site.server.url, address, to);
  };

  /** That both make the same bytes. */
  const same = (draft: Draft, tx: TheirTx) => {
    expect(formatHex(bytesOf(draft))).toBe(formatHex(tx.toBytes()));
  };

  it('addresses', () => {
    const { hrp, ...found } = modules.wallet.addresses(secret);
    expect(addresses(secret)).toEqual(found);
    expect(hrp).toBe(fuji.hrp);
  });

  it('a state', async () => {
    const { state } = await connected(site.server.url, address);
    expect((wallet.utxos as unknown[]).length).toBe(state.utxos.length);
    expect((wallet.feeState as { price: bigint }).price).toBe(state.feeState.price);
  });

  it('P: a payment', async () => {
    same(p.base(await pState(), to), modules.pchain.base(wallet));
  });
  it('P: an export', async () => {
    same(p.exported(await pState(), address), modules.pchain.exported(wallet));
  });
  it('P: an import', async () => {
    await wait('C', 'P');
    same(await p.imported(site.node, address), await modules.pchain.imported(wallet));
  });
  it('P: a validator', async () => {
    const at = end();
    same(
      p.validator(await pState(), address, node, at),
      modules.pchain.validator(wallet, node, at),
    );
  });
  it('P: a delegator', async () => {
    const at = end();
    same(
      p.delegator(await pState(), address, node.nodeID, at),
      modules.pchain.delegator(wallet, node.nodeID, at),
    );
  });
  it('P: a subnet', async () => {
    same(p.subnet(await pState(), address), modules.pchain.subnet(wallet));
  });
  it('P: a chain', async () => {
    const subnetID = site.testnode.addSubnet(address);
    wallet = await modules.wallet.connect(site.server.url, address, to);
    same(await p.chain(site.node, address, subnetID), modules.pchain.chain(wallet, subnetID));
  });
  it('P: a conversion', async () => {
    const subnetID = site.testnode.addSubnet(address);
    wallet = await modules.wallet.connect(site.server.url, address, to);
    same(
      await p.conversion(site.node, address, subnetID, chainID, node),
      modules.pchain.conversion(wallet, subnetID, chainID, node),
    );
  });

  it('X: a payment', async () => {
    same(await x.base(site.node, address, to), modules.xchain.base(await withUTXOs('X')));
  });
  it('X: an export', async () => {
    same(await x.exported(site.node, address), modules.xchain.exported(await withUTXOs('X')));
  });
  it('X: an import', async () => {
    await wait('P', 'X');
    same(await x.imported(site.node, address), await modules.xchain.imported(wallet));
  });
  it('C: an export', async () => {
    const { ours, others } = withBaseFee(site.node, wallet, 25_000_000_000n);
    same(
      await x.exportedFromC(ours, address, key.evm),
      await modules.xchain.exportedFromC(others, key.evm, 0n),
    );
  });
  it('C: an import', async () => {
    await wait('P', 'C');
    const { ours, others } = withBaseFee(site.node, wallet, 25_000_000_000n);
    same(
      await x.importedToC(ours, address, key.evm),
      await modules.xchain.importedToC(others, key.evm),
    );
  });
});
