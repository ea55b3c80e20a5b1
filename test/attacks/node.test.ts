/** A node lies. Each title says what it wants, and what stops it; "named" means that a warning says it before a signature. */
import { describe, expect, test } from 'vitest';
import { build } from '../../src/builder/build.ts';
import {
  buildBaseTx,
  buildImportTx,
  buildRemoveSubnetValidatorTx,
} from '../../src/builder/index.ts';
import { explain, textOf } from '../../src/explain/index.ts';
import { prove } from '../../src/owners/prove.ts';
import { policyOf } from '../../src/sign/index.ts';
import { sign } from '../../src/sign/sign.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { asset, lockedUTXO, pFile, pState, utxo } from '../support/state.ts';
import {
  alice,
  bob,
  codeOf,
  errorOf,
  hexOf,
  lyingNode,
  made,
  mallory,
  now,
  on,
  pageOf,
  paid,
} from './attacked.ts';

const either = { addresses: [alice.shortID, mallory.shortID].sort(Buffer.compare), threshold: 1 };
const only = { addresses: [alice.shortID], threshold: 1 };
const toBob = { outputs: [{ to: bob.shortID, amount: 5n }] };

describe('node', () => {
  test('sends the change of Alice’s coin to "Alice or Mallory", with another transaction as its parent: its hash is not the txID', async () => {
    const real = made(10n ** 9n, only);
    const lie = { ...made(10n ** 9n, either).utxo, txID: real.tx.txID };
    const other = made(10n ** 9n, either, 2);
    const { node } = lyingNode({
      'platform.getUTXOs': () => pageOf([lie]),
      'platform.getTx': () => ({ tx: formatBytes(other.tx.bytes, 'hex'), encoding: 'hex' }),
    });
    const state = await node.pchain.state([on('P', alice)]);
    expect(await codeOf(() => buildBaseTx(state, toBob))).toBe('NotProven');
  });

  test('does so with the real parent, which says Alice alone: the build is Disproved', async () => {
    const real = made(10n ** 9n, only);
    const lie = { ...made(10n ** 9n, either).utxo, txID: real.tx.txID };
    const { node } = lyingNode({
      'platform.getUTXOs': () => pageOf([lie]),
      'platform.getTx': () => ({ tx: formatBytes(real.tx.bytes, 'hex'), encoding: 'hex' }),
    });
    const state = await node.pchain.state([on('P', alice)]);
    expect(await codeOf(() => buildBaseTx(state, toBob))).toBe('Disproved');
  });

  test('names a txID that differs from that of its evidence in the last byte: evidence is found by all of the hash', async () => {
    const { tx, utxo: claim } = made(10n ** 9n, either);
    const txID = claim.txID.slice();
    txID[31]! ^= 1;
    const state = pState([{ ...claim, txID }], { evidence: [tx] });
    expect(await codeOf(() => buildBaseTx(state, toBob))).toBe('NotProven');
  });

  test('lists one UTXO twice, as Alice’s and as Mallory’s, so that a second signature is taken: one id is spent once', async () => {
    const mine = utxo(1, 10n ** 9n);
    const theirs = utxo(1, 10n ** 9n, { owner: mallory.shortID });
    const { node } = lyingNode({ 'platform.getUTXOs': () => pageOf([mine, theirs]) });
    const state = await node.pchain.state([on('P', alice)]);
    expect(state.utxos).toHaveLength(1);
    const built = pState([mine, theirs], { from: [alice.shortID, mallory.shortID] });
    expect(await codeOf(() => buildBaseTx(built, toBob, { change: alice.shortID }))).toBe(
      'Duplicate',
    );
  });

  test('keeps Alice reading for ever, with two cursors that lead to each other: a cursor comes back a bounded number of times', async () => {
    const full = Array.from({ length: 1024 }, (_, i) => utxo(i, 1n));
    const page = (n: number) => ({
      ...pageOf(full),
      endIndex: { address: on('P', alice), utxo: formatID(asset(n % 2)) },
    });
    const { node, asked } = lyingNode({ 'platform.getUTXOs': (_, n) => page(n) });
    expect(await codeOf(() => node.pchain.state([on('P', alice)]))).toBe('Inconsistent');
    expect(asked.length).toBeLessThan(200);
  });

  test('hides a price above the ceiling in the excess, at a price of 1: the price follows from the excess, and is refused', async () => {
    const { node } = lyingNode({
      'platform.getFeeState': () => ({
        capacity: '1000000',
        excess: '18446744073709551615',
        price: '1',
        timestamp: '2027-01-15T07:59:00Z',
      }),
      'platform.getUTXOs': () => pageOf([utxo(1, 10n ** 15n)]),
    });
    expect(await codeOf(() => node.pchain.state([on('P', alice)]))).toMatch(/Mismatch/);
  });

  test('answers with a lie after Alice has cancelled: the read ends with her signal, and nothing of it is kept', async () => {
    const stop = new AbortController();
    const lie = made(10n ** 9n, either);
    const { node } = lyingNode({
      'platform.getUTXOs': () => {
        stop.abort(new Error('cancelled'));
        return pageOf([lie.utxo]);
      },
    });
    await expect(node.pchain.state([on('P', alice)], { signal: stop.signal })).rejects.toThrow();
    expect(node.unavailable()).toEqual([]);
  });

  test('gives worthless units of its own asset as AVAX: only the constant of the network is AVAX', async () => {
    const { node } = lyingNode({
      'platform.getUTXOs': () => pageOf([utxo(1, 10n ** 15n, { assetID: asset(6) })]),
    });
    const state = await node.pchain.state([on('P', alice)]);
    expect(await codeOf(() => buildBaseTx(state, toBob))).toBe('Insufficient');
  });

  test('says that it is the year 9999, so that a lock seems over and its coin is paid away: times end with the year 2099', async () => {
    const { node } = lyingNode({
      'platform.getFeeState': () => ({
        capacity: '1000000',
        excess: '0',
        price: '1',
        timestamp: '9998-01-01T00:00:00Z',
      }),
      'platform.getUTXOs': () => pageOf([lockedUTXO(1, 10n ** 9n, now + 10n ** 8n)]),
    });
    const attack = async () => {
      const state = await node.pchain.state([on('P', alice)]);
      return buildBaseTx(state, toBob);
    };
    expect(await codeOf(attack)).toBe('OutOfRange');
  });

  test('says that another transaction was issued, so that Alice pays again: the txID is compared', async () => {
    const state = pState([utxo(1, 10n ** 9n)]);
    const draft = sign(buildBaseTx(state, toBob), alice);
    const { finalize } = await import('../../src/sign/finalize.ts');
    const { node } = lyingNode({ 'platform.issueTx': () => ({ txID: formatID(asset(3)) }) });
    expect(await codeOf(() => node.issue(finalize(draft)))).toBe('Mismatch');
  });

  test('says that Mallory owns Alice’s subnet, so that her fee pays for Mallory’s change of it: only Mallory’s own slot is Mallory’s', async () => {
    const state = pFile([utxo(1, 10n ** 9n)], {
      own: [alice.shortID],
      authorities: { [formatID(asset(4))]: { addresses: [mallory.shortID], threshold: 1 } },
      from: [alice.shortID, mallory.shortID],
    });
    const draft = buildRemoveSubnetValidatorTx(state, {
      subnetID: asset(4),
      nodeID: new Uint8Array(20),
    } as never);
    // Whoever believes the node is told by a policy, which asks for proof.
    const policy = policyOf({ network: 'fuji' });
    const e = await errorOf(() => sign(draft, alice, { policy }));
    expect(e.code).toBe('Refused');
    expect(JSON.stringify(e.context)).toContain('"InputNotProven","path":"slots[1]"');
  });

  test('sends the import of Alice’s export to "Alice or Mallory": imports do not follow claims', async () => {
    const state = pState([], { imports: { X: [made(10n ** 9n, either).utxo] } });
    expect(await codeOf(() => buildImportTx(state, { from: 'X' }))).toBe('NotProven');
  });

  test('pollutes the prototype of all objects by a reply: members of JSON are members and no more', async () => {
    const { node } = lyingNode({
      'platform.getHeight': () => '"result":{"height":"7","__proto__":{"own":["x"],"policy":{}}}',
    });
    await node.call('platform.getHeight', {}).catch(() => undefined);
    expect(({} as { own?: unknown }).own).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('clears Alice’s screen and writes "signed" by the text of its error: nothing that does not print is in a message', async () => {
    const { node } = lyingNode({
      'platform.getHeight': () =>
        '"error":{"code":-32000,"message":"\\u001b[2J\\u202edengis\\u0000\\r\\nsigned"}',
    });
    const { message } = await errorOf(() => node.pchain.state([on('P', alice)]));
    expect(message).toMatch(/^[ -~]*$/);
  });

  test('has the reward of a stake of two owners paid to Mallory: a claim of a reward is not proven, and no change follows it', async () => {
    const real = made(10n ** 9n, only);
    const beyond = { ...made(10n ** 9n, either).utxo, txID: real.tx.txID, outputIndex: 7 };
    const state = pState([beyond], { evidence: [real.tx] });
    expect(await codeOf(() => buildBaseTx(state, toBob))).toBe('Disproved');
  });

  test('has Alice sign a shared coin that is proven to be shared, as if it were hers: the explanation names Mallory in full', async () => {
    const { tx, utxo: shared } = made(10n ** 9n, either);
    const state = pState([shared], { evidence: [tx] });
    const draft = build(state, { type: 'BaseTx', ...toBob } as never);
    expect(prove(draft)[0]!.status).toBe('proven');
    expect(paid(draft)).toContain(hexOf(mallory));
    expect(textOf(explain(draft, { own: [on('P', alice)] }))).toContain(on('P', mallory));
  });
});
