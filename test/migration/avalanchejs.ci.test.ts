/** The code of both columns of `docs/migration.md`, run over the same UTXOs: the unsigned bytes are the same. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UTXO } from '../../src/chain/pchain/index.ts';
import { formatBytes, formatHex, open } from '../../src/index.ts';
import { fuji } from '../../src/network/index.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { encode } from '../../src/wire/codec.ts';
import * as p from './ours/pchain.ts';
import * as signing from './ours/signing.ts';
import { addresses, connected } from './ours/wallet.ts';
import * as x from './ours/xchain.ts';
import {
  address,
  bytesOf,
  chainID,
  differences,
  expectSame,
  funded,
  key,
  nAVAX,
  other,
  otherSecret,
  type Site,
  secret,
  theirs,
  to,
  validatorNode,
  waiting,
  withBaseFee,
} from './support.ts';

describe('the calls of avalanchejs and of this library', () => {
  let site: Site;
  let before: number;
  let wallet: Record<string, unknown>;
  const modules: Record<
    'wallet' | 'pchain' | 'xchain' | 'signing',
    Awaited<ReturnType<typeof theirs>>
  > = {
    wallet: undefined,
    pchain: undefined,
    xchain: undefined,
    signing: undefined,
  };

  beforeAll(async () => {
    site = await funded();
    for (const name of ['wallet', 'pchain', 'xchain', 'signing'] as const)
      modules[name] = await theirs(name);
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

  const wait = async (from: 'P' | 'C', to: 'P' | 'X' | 'C') => {
    await waiting(site, from, to);
    wallet = await modules.wallet.connect(site.server.url, address, to);
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
    expectSame(p.base(await pState(), to), modules.pchain.base(wallet));
  });
  it('P: an export', async () => {
    expectSame(p.exported(await pState(), address), modules.pchain.exported(wallet));
  });
  it('signatures, and the reply of getTx', async () => {
    const draft = p.exported(await pState(), address);
    const tx = signing.signed(draft, key);
    const signedTx = await modules.signing.signed(modules.pchain.exported(wallet), secret);
    expect(formatHex(tx.bytes)).toBe(formatHex(signedTx.toBytes()));
    const txID = await signing.issued(site.node, tx);
    expect(txID).toBe(tx.txID);
    const ours = await signing.fetched(site.node, txID);
    const found = await modules.signing.fetched(wallet, txID);
    expect(ours.exported).toBe(found.exported);
    expect(ours.signatures.map(formatHex)).toEqual(found.signatures);
  });
  it('a transaction of avalanchejs, signed here, and one of ours, read there', async () => {
    const state = await pState();
    const text = JSON.stringify(modules.pchain.base(wallet).toJSON());
    const tx = signing.moved(state, text, key);
    expect(tx.txID).toBe(signing.signed(p.base(state, to), key).txID);
    const { signedTx } = await modules.signing.handedOver(
      modules.signing.readBack(signing.movedBack(p.base(state, to))),
      secret,
      otherSecret,
    );
    expect(formatHex(signedTx.toBytes())).toBe(formatHex(tx.bytes));
  });
  it('issuing', async () => {
    const signedTx = await modules.signing.signed(modules.pchain.base(wallet), secret);
    const txID = await modules.signing.issued(wallet, signedTx);
    expect((await site.node.pchain.getTx(txID)).txID).toBe(txID);
  });
  it('decoding', async () => {
    const hex = formatHex(bytesOf(p.base(await pState(), to)));
    const found = modules.signing.decodedUnsigned(hex);
    const ours = signing.decodedUnsigned(hex);
    expect(ours.amount).toBe(found.amount);
    expect(formatHex(ours.bytes)).toBe(formatHex(found.bytes));
    const { utxos } = await site.node.call('platform.getUTXOs', { addresses: [address] });
    const text = formatBytes(utxos[0]!, 'hex');
    const { utxoID, assetID, ...utxo } = signing.decodedUTXO(text);
    expect(modules.signing.decodedUTXO(text)).toEqual({
      utxoId: utxoID,
      assetId: assetID,
      ...utxo,
    });
  });
  it('two signers', async () => {
    const owner = { addresses: [address, to], threshold: 2 };
    site.testnode.fund('P', { to: owner, amount: 9n * nAVAX });
    const from = [address, to];
    const shared = (await site.node.pchain.state(from)).utxos.filter(
      ({ output }) => 'threshold' in output && output.threshold === 2,
    );
    const state = { ...(await site.node.pchain.state(from)), utxos: shared };
    const draft = p.base(state, to);
    const all = { utxos: shared };
    const { tx } = signing.handedOver(draft, key, other, all);
    const unsigned = modules.pchain.paid(
      {
        ...wallet,
        utxos: modules.wallet.unpacked(
          'PVM',
          shared.map((of) => encode(UTXO, of)),
        ),
      },
      1_500_000_000n,
      { fromAddressesBytes: [key.shortID, other.shortID] },
    );
    const { signedTx } = await modules.signing.handedOver(unsigned, secret, otherSecret);
    // Only the threshold of the change differs (`differences.test.ts`), and with it the signatures.
    const theirTx = open(signedTx.toBytes(), { chain: 'P', kind: 'tx' });
    expect(differences(tx.unsignedTx, theirTx.txs[0]!.unsignedTx)).toEqual([
      '.outputs[1].output.threshold',
    ]);
    expect(await signing.issued(site.node, tx)).toBe(tx.txID);
  });

  it('P: an import', async () => {
    await wait('C', 'P');
    expectSame(await p.imported(site.node, address), await modules.pchain.imported(wallet));
  });
  it('P: a validator', async () => {
    const at = end();
    expectSame(
      p.validator(await pState(), address, validatorNode, at),
      modules.pchain.validator(wallet, validatorNode, at),
    );
  });
  it('P: a delegator', async () => {
    const at = end();
    expectSame(
      p.delegator(await pState(), address, validatorNode.nodeID, at),
      modules.pchain.delegator(wallet, validatorNode.nodeID, at),
    );
  });
  it('P: a subnet', async () => {
    expectSame(p.subnet(await pState(), address), modules.pchain.subnet(wallet));
  });
  it('P: a chain', async () => {
    const subnetID = site.testnode.addSubnet(address);
    wallet = await modules.wallet.connect(site.server.url, address, to);
    expectSame(await p.chain(site.node, address, subnetID), modules.pchain.chain(wallet, subnetID));
  });
  it('P: a conversion', async () => {
    const subnetID = site.testnode.addSubnet(address);
    wallet = await modules.wallet.connect(site.server.url, address, to);
    expectSame(
      await p.conversion(site.node, address, subnetID, chainID, validatorNode),
      modules.pchain.conversion(wallet, subnetID, chainID, validatorNode),
    );
  });

  it('X: a payment', async () => {
    expectSame(await x.base(site.node, address, to), modules.xchain.base(await withUTXOs('X')));
  });
  it('X: an export', async () => {
    expectSame(await x.exported(site.node, address), modules.xchain.exported(await withUTXOs('X')));
  });
  it('X: an import', async () => {
    await wait('P', 'X');
    expectSame(await x.imported(site.node, address), await modules.xchain.imported(wallet));
  });
  it('C: an export', async () => {
    const { ours, others } = withBaseFee(site.node, wallet, 25_000_000_000n);
    expectSame(
      await x.exportedFromC(ours, address, evmAddressOf(key)),
      await modules.xchain.exportedFromC(others, evmAddressOf(key), 0n),
    );
  });
  it('C: an import', async () => {
    await wait('P', 'C');
    const { ours, others } = withBaseFee(site.node, wallet, 25_000_000_000n);
    expectSame(
      await x.importedToC(ours, address, evmAddressOf(key)),
      await modules.xchain.importedToC(others, evmAddressOf(key)),
    );
  });
});
