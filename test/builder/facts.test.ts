import { expect, it } from 'vitest';
import { buildAddPermissionlessDelegatorTx, buildBaseTx } from '../../src/builder/index.ts';
import { primaryNetworkID } from '../../src/chain/base.ts';
import { fuji } from '../../src/network/known.ts';
import { completeList, nodeKeyOf } from '../../src/rules/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { key, now, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const state = pState([utxo(1, avax('100'))]);
const outputs = [{ to: key(7).shortID, amount: avax('1') }];
const node = new Uint8Array(20).fill(7);

it('refuses a UTXO that the chain no longer has', () => {
  const facts = { network: fuji, time: now, utxos: completeList(new Map()) };
  expect(buildBaseTx(state, { outputs }).unsignedTx.inputs).toHaveLength(1);
  expect(thrown(() => buildBaseTx(state, { outputs }, { facts }))).toMatchObject({
    code: 'NotFound',
    path: ['draft', 'unsignedTx', 'inputs', 0],
  });
});

it('refuses a delegation to a node that does not validate, or not long enough', () => {
  const delegate = (validators: Map<string, null | object>) =>
    buildAddPermissionlessDelegatorTx(
      state,
      {
        nodeID: formatNodeID(node),
        amount: avax('25'),
        end: now + days(20),
        rewardsOwner: key(1).shortID,
      },
      { facts: { network: fuji, time: now, validators: validators as never } },
    );
  const name = nodeKeyOf(primaryNetworkID, node);
  const validator = { start: now, weight: avax('2000'), permissioned: false, delegators: [] };
  expect(thrown(() => delegate(new Map([[name, null]])))).toMatchObject({ code: 'NotFound' });
  expect(
    thrown(() => delegate(new Map([[name, { ...validator, end: now + days(19) }]]))),
  ).toMatchObject({
    code: 'OutOfRange',
  });
  expect(() => delegate(new Map([[name, { ...validator, end: now + days(30) }]]))).not.toThrow();
});

it('builds where a fact is not known', () => {
  expect(() => buildBaseTx(state, { outputs }, { facts: { network: fuji } })).not.toThrow();
});
