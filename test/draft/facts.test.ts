import { expect, it } from 'vitest';
import { buildBaseTx, buildDisableL1ValidatorTx, buildImportTx } from '../../src/builder/index.ts';
import { factsOfDraft } from '../../src/draft/facts.ts';
import { checkTx } from '../../src/rules/index.ts';
import { formatID } from '../../src/text/id.ts';
import { asset, key, now, pState, utxo, xState } from '../support/state.ts';
import { ruleSays } from '../support/verdict.ts';

const to = key(2).shortID;
const outputs = [{ to, amount: 5n }];

it('has the price that a draft names, on the chain that has one', () => {
  const p = buildBaseTx(pState([utxo(1, 1_000_000n)], { feeState: { price: 7n } }), { outputs });
  expect(factsOfDraft(p)).toMatchObject({ time: now, feeState: { price: 7n } });
  expect(factsOfDraft(p)).not.toHaveProperty('baseFee');
  expect(ruleSays(p, factsOfDraft(p), 'fee')).toBe('ok');
  const x = buildBaseTx(xState([utxo(1, 2_000_000n)]), { outputs });
  expect(factsOfDraft(x)).not.toHaveProperty('feeState');
  expect(factsOfDraft(x)).not.toHaveProperty('baseFee');
  expect(checkTx(x, factsOfDraft(x)).result).toBe('unknown');
});

it('has the UTXOs and owners of the slots, each where it belongs', () => {
  const state = pState([utxo(1, 1_000_000n)], {
    authorities: { [formatID(asset(4))]: { addresses: [key(1).shortID], threshold: 1 } },
    imports: { X: [utxo(2, 9_000_000n)] },
  });
  const imported = buildImportTx(state, { from: 'X' });
  expect(ruleSays(imported, factsOfDraft(imported), 'UTXOs')).toBe('ok');
  const disabled = buildDisableL1ValidatorTx(state, { validationID: formatID(asset(4)) });
  expect(ruleSays(disabled, factsOfDraft(disabled), 'authorization')).toBe('ok');
  expect(ruleSays(disabled, factsOfDraft(disabled), 'UTXOs')).toBe('ok');
  expect(factsOfDraft(imported).utxos).toEqual([]);
});
