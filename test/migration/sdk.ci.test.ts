/** The code of both columns of `docs/migration/sdk.md`, run over the same UTXOs: the unsigned bytes are the same. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { avax, formatHex, open } from '../../src/index.ts';
import { fuji } from '../../src/network/index.ts';
import { privateKey } from '../../src/sign/index.ts';
import { thrown } from '../support/thrown.ts';
import * as p from './ours/pchain.ts';
import * as signing from './ours/signing.ts';
import * as x from './ours/xchain.ts';
import {
  address,
  bytesOf,
  chainID,
  expectSame,
  funded,
  key,
  nAVAX,
  read,
  type Site,
  secret,
  theirs,
  to,
  validatorNode,
  waiting,
} from './support.ts';

describe('the wallet methods of @avalanche-sdk/client and of this library', () => {
  let site: Site;
  let before: number;
  let sdk: Awaited<ReturnType<typeof theirs>>;
  let client: unknown;

  beforeAll(async () => {
    site = await funded();
    before = site.testnode.snapshot();
    sdk = await theirs('sdk');
    client = sdk.client(site.server.url, formatHex(secret));
  });
  beforeEach(() => {
    site.testnode.revert(before);
    before = site.testnode.snapshot();
  });
  afterAll(() => site.server.close());

  const pState = () => site.node.pchain.state([address]);
  const end = () => site.testnode.time() + 60n * 86_400n;

  it('P: a payment', async () => {
    expectSame(p.base(await pState(), to), await sdk.base(client, address, to));
  });
  it('P: an export', async () => {
    expectSame(p.exported(await pState(), address), await sdk.exported(client, address));
  });
  it('P: an import', async () => {
    await waiting(site, 'C', 'P');
    expectSame(await p.imported(site.node, address), await sdk.imported(client, address));
  });
  it('P: a validator', async () => {
    const at = end();
    expectSame(
      p.validator(await pState(), address, validatorNode, at),
      await sdk.validator(client, address, validatorNode, at),
    );
  });
  it('P: a delegator', async () => {
    const { nodeID } = validatorNode;
    const at = end();
    expectSame(
      p.delegator(await pState(), address, nodeID, at),
      await sdk.delegator(client, address, nodeID, at),
    );
  });
  it('P: a subnet', async () => {
    expectSame(p.subnet(await pState(), address), await sdk.subnet(client, address));
  });
  it('P: a chain, and a conversion', async () => {
    // As a transaction, which the SDK asks the node for.
    const subnetID = await signing.issued(
      site.node,
      signing.signed(p.subnet(await pState(), address), key),
    );
    expectSame(
      await p.chain(site.node, address, subnetID),
      await sdk.chain(client, address, subnetID),
    );
    expectSame(
      await p.conversion(site.node, address, subnetID, chainID, validatorNode),
      await sdk.conversion(client, address, subnetID, chainID, validatorNode),
    );
  });
  it('X: a payment', async () => {
    expectSame(await x.base(site.node, address, to), await sdk.xBase(client, address, to));
  });
  it('X: an export', async () => {
    expectSame(await x.exported(site.node, address), await sdk.xExported(client, address));
  });
  it('X: an import', async () => {
    await waiting(site, 'P', 'X');
    expectSame(await x.imported(site.node, address), await sdk.xImported(client, address));
  });

  it('issuing: the same transaction', async () => {
    const ours = signing.signed(p.base(await pState(), to), key);
    const txID = await sdk.issued(client, await sdk.base(client, address, to));
    expect(txID).toBe(ours.txID);
  });
  it('send, which makes and issues a payment', async () => {
    const ours = signing.signed(p.base(await pState(), to), key);
    expect(await sdk.sent(client, to)).toBe(ours.txID);
  });

  it('differs: amounts and percentages that a binary fraction cannot hold', async () => {
    const { avaxToNanoAvax } = await import('@avalanche-sdk/client/utils');
    expect(() => avaxToNanoAvax(8.2)).toThrow(RangeError);
    expect(avax('8.2')).toBe(8_200_000_000n);
    // 2.01 * 10000 is 20099.999999999996, which has no bytes.
    const tx = await sdk.validator(client, address, validatorNode, end(), 2.01);
    expect(() => tx.toBytes()).toThrow('hex string expected');
  });

  it('differs: a UTXO of two addresses is spent twice', async () => {
    const keys = [21, 22].map((n) => privateKey(new Uint8Array(32).fill(n)));
    const from = keys.map((of) => of.address('P', fuji));
    site.testnode.fund('P', { to: { addresses: from, threshold: 1 }, amount: nAVAX });
    const tx = read('P', await sdk.shared(client, from, to)) as { readonly inputs: unknown[] };
    expect(tx.inputs).toHaveLength(2);
    expect(tx.inputs[0]).toEqual(tx.inputs[1]);
    const state = await site.node.pchain.state(from);
    expect(thrown(() => p.base(state, to)).code).toBe('Insufficient');
  });

  it('differs: hex of an import comes back without a signature', async () => {
    await waiting(site, 'C', 'P');
    const draft = await p.imported(site.node, address);
    const { signedTxHex } = await sdk.signedHex(client, formatHex(bytesOf(draft)));
    const { txs } = open(signedTxHex, { chain: 'P', kind: 'tx' });
    expect(txs[0]!.credentials).toMatchObject([{ signatures: [new Uint8Array(65)] }]);
    expect(signing.signed(draft, key).credentials).not.toEqual(txs[0]!.credentials);
  });
});
