import { describe, expect, it } from 'vitest';
import { fuji } from '../../src/network/known.ts';
import { type AnyUTXO, checkCare } from '../../src/rules/index.ts';
import { amountOf } from '../../src/tx/output.ts';
import { key, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, spend } from '../support/tx.ts';

describe('checkCare', () => {
  const assetID = fuji.avaxAssetID;
  const time = 1_800_000_000n;
  const me = { threshold: 1, locktime: 0n, addresses: [key(1).shortID] };
  const plain = utxo(1, 10n);
  const locked = {
    ...utxo(2, 10n),
    output: {
      type: 'stakeable.LockOut',
      locktime: time + 1n,
      output: amountOf(10n, me),
    },
  } as AnyUTXO;
  const tx = (spent: AnyUTXO, owner = me) => ({
    type: 'platformvm.BaseTx' as const,
    ...base([spend(spent)], [{ assetID, output: amountOf(5n, owner) }]),
  });

  it('flags what anybody could take and a lock that is lost, and nothing of an ordinary payment', () => {
    const facts = { network: fuji, time, utxos: [plain, locked] };
    expect(checkCare(tx(plain), facts)).toEqual({ rule: 'care', result: 'ok' });
    expect(checkCare(tx(plain, { ...me, threshold: 0, addresses: [] }), facts)).toMatchObject({
      rule: 'care',
      result: 'refused',
      code: 'OutOfRange',
      path: ['outputs', 0, 'output', 'threshold'],
    });
    const lost = {
      ...tx(locked),
      ...base([spend(locked), spend(plain)], [{ assetID, output: amountOf(5n, me) }]),
    };
    expect(checkCare(lost, facts)).toMatchObject({ result: 'refused', code: 'Unbalanced' });
  });

  it('says what it lacks, and refuses wrong arguments', () => {
    expect(checkCare(tx(plain), { network: fuji, time, utxos: [] })).toMatchObject({
      rule: 'care',
      result: 'not checked',
      detail: expect.stringContaining('UTXO'),
    });
    expect(thrown(() => checkCare(tx(plain), {} as never)).code).toBe('BadArgument');
  });
});
