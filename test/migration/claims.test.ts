/** What `docs/migration.md` says that differs, of both libraries. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { decode, UnsignedTx } from '../../src/chain/pchain/index.ts';
import { parseNodeID } from '../../src/index.ts';
import { fuji, parseAddress } from '../../src/network/index.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { pFile, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { address, bytesOf, key, offline, other, otherSecret, theirs, to } from './support.ts';

const avax = 1_000_000_000n;
const utxos = [utxo(1, 5n * avax, { owner: key.shortID })];
const from = [key.shortID];
const intent = { outputs: [{ to, amount: avax }] };

describe('what the guide says of both libraries', () => {
  let claims: Awaited<ReturnType<typeof theirs>>;
  let p: Awaited<ReturnType<typeof theirs>>;
  beforeAll(async () => {
    [claims, p] = await Promise.all([theirs('claims'), theirs('pchain')]);
  });
  const draft = () => buildBaseTx(pState(utxos, { from }), intent);

  it('checksums', () => {
    const mistyped = 'NodeID-7Xhw2mDxuDS44j42TCB6U5679esbSt3Lh';
    expect(claims.nodeID(mistyped)).not.toBe(mistyped);
    expect(thrown(() => parseNodeID(mistyped)).code).toBe('BadChecksum');
  });

  it('trailing bytes', () => {
    const bytes = bytesOf(draft());
    const longer = Uint8Array.of(...bytes, 1, 2, 3);
    expect(claims.reencoded(longer)).toEqual(bytes);
    expect(thrown(() => decode(UnsignedTx, longer)).code).toBe('TrailingBytes');
  });

  it('networks of addresses', () => {
    expect(claims.hrpOf(address)).toBe('fuji');
    const elsewhere = key.address('P', { hrp: 'avax' });
    expect(claims.hrpOf(elsewhere)).toBe('avax');
    expect(thrown(() => parseAddress(elsewhere, fuji)).code).toBe('WrongNetwork');
  });

  it('keys that cannot sign', async () => {
    const tx = p.base(await offline('P', utxos));
    expect(await claims.signedBy(tx, otherSecret)).toBe(false);
    expect(thrown(() => finalize(sign(draft(), other))).code).toBe('MissingSigner');
  });

  it('a shared owner has to be proven; an address of the signer alone does not', () => {
    const alone = buildBaseTx(pFile(utxos, { from }), intent);
    expect(sign(alone, key).missing).toEqual([]);
    const owner = { addresses: [key.shortID, other.shortID], threshold: 2 };
    const shared = [utxo(1, 5n * avax, { owner })];
    const state = pFile(shared, { from: owner.addresses });
    expect(thrown(() => buildBaseTx(state, intent)).code).toBe('NotProven');
    const draft = buildBaseTx(state, intent, { own: owner.addresses });
    expect(thrown(() => sign(draft, key))).toMatchObject({
      code: 'Refused',
      context: { findings: [{ code: 'InputNotProven' }] },
    });
    expect(sign(draft, key, { utxos: shared }).missing).toHaveLength(1);
  });
});
