import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { declarationOf, transaction } from '../../src/chain/declared.ts';
import { kinds } from '../../src/chain/kinds.ts';
import { network, ownChain } from '../../src/chain/roles.ts';
import { txFromBytes } from '../../src/chain/tx.ts';
import { formatPath } from '../../src/errors/error.ts';
import { complexityOf } from '../../src/fee/table.ts';
import { formatHex, parseHex } from '../../src/text/bytes.ts';
import { signedTxFrom, unsignedBytesOf } from '../../src/tx/bytes.ts';
import { claimsOf, withIndices } from '../../src/tx/claims.ts';
import { leavesOf } from '../../src/tx/leaves.ts';
import { spansOfValue } from '../../src/wire/walk.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const all = [...rows('p-public'), ...rows('x-public'), ...rows('c-public')];

describe('a declaration', () => {
  it('encodes and decodes as the union of all types does', () => {
    for (const { chain, hex, unsignedHex } of all) {
      const bytes = parseHex(hex);
      const tx = txFromBytes(chain, bytes);
      expect(formatHex(unsignedBytesOf(tx.unsignedTx))).toBe(unsignedHex);
      // Only credentials that a node accepts are read.
      const types = tx.credentials.map((of) => ('type' in of ? of.type : of.credential.type));
      if (types.every((type) => type.endsWith('Credential')))
        expect(isDeepStrictEqual(signedTxFrom(tx.unsignedTx, bytes), tx)).toBe(true);
    }
  });

  it('is found by the name of the type, and its absence says what to do', () => {
    expect(declarationOf({ type: 'platformvm.BaseTx' }).typeID).toBe(34);
    for (const type of ['platformvm.FooTx', 'toString', '__proto__'])
      expect(thrown(() => declarationOf({ type }))).toMatchObject({
        code: 'UnknownTypeID',
        path: ['type'],
      });
  });

  it('without a price has none', () => {
    transaction(
      99,
      'platformvm.PlantedTx' as string as 'platformvm.BaseTx',
      (s) => ({
        type: 'platformvm.PlantedTx' as 'platformvm.BaseTx',
        networkID: s.u32(),
        blockchainID: s.id(),
      }),
      () => ({ networkID: network('Network.'), blockchainID: ownChain('Chain.') }),
    );
    const planted = {
      type: 'platformvm.PlantedTx',
      networkID: 1,
      blockchainID: new Uint8Array(32),
    };
    expect(thrown(() => complexityOf(planted as never))).toMatchObject({ code: 'Unsupported' });
  });
});

describe('leaves', () => {
  it('are all that the bytes hold', () => {
    for (const { chain, hex, unsignedHex } of all) {
      const leaves = leavesOf(txFromBytes(chain, parseHex(hex)).unsignedTx).map(({ path }) =>
        formatPath(path),
      );
      const told = new Set(leaves);
      const missed = spansOfValue(kinds[chain].unsignedTx, parseHex(unsignedHex))
        .filter(({ word }) => !['codecVersion', 'typeID', 'count'].includes(word))
        .filter(({ path }) => {
          const steps = path.split(/(?=[.[])/);
          return !steps.some((_, i) => told.has(steps.slice(0, i + 1).join('')));
        });
      expect(missed).toEqual([]);
    }
  });
});

describe('the leaves of a message', () => {
  const { hex } = all.find(({ type }) => type === 'RegisterL1ValidatorTx')!;
  const tx = txFromBytes('P', parseHex(hex)).unsignedTx;
  const keys = (message?: Uint8Array) =>
    leavesOf({ ...tx, ...(message && { message }) }).map(({ path }) => path.join('.'));

  it('follow it, if it can be read', () => {
    const whole = keys();
    expect(whole).toContain('message.remainingBalanceOwner');
    expect(keys(new Uint8Array(3))).toEqual(whole.filter((path) => !path.startsWith('message.')));
  });
});

describe('withIndices', () => {
  it('writes what claimsOf reads, and nothing else', () => {
    for (const { chain, hex } of all) {
      const { unsignedTx } = txFromBytes(chain, parseHex(hex));
      const claims = claimsOf(unsignedTx);
      const same = claims.map(({ signatureIndices }) => signatureIndices);
      expect(withIndices(unsignedTx, same)).toEqual(unsignedTx);
      const others = claims.map(({ kind }, i) => (kind === 'account' ? [0] : [i, i + 7]));
      const written = withIndices(unsignedTx, others);
      expect(claimsOf(written).map(({ signatureIndices }) => signatureIndices)).toEqual(others);
      expect(withIndices(written, same)).toEqual(unsignedTx);
    }
  });
});
