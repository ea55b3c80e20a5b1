/** Whose coins are spent, and what a policy must see before a key is used. */
import { expect, it } from 'vitest';
import { buildBaseTx, buildTransferSubnetOwnershipTx } from '../../src/builder/index.ts';
import { type Draft, missingOf } from '../../src/draft/draft.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import { type DraftPolicyOptions, type PolicyRules, policyOf, sign } from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/index.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatID } from '../../src/text/id.ts';
import { ownerOf } from '../../src/tx/owner.ts';
import { key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [victim, thief] = [key(1), key(9)];
const outputs = [{ to: thief.shortID, amount: 9_000_000n }];

/** The coordinator says that the thief owns every slot from a place on. */
const relabelled = (draft: Draft, from: number): Draft => {
  const owner = ownerOf({ threshold: 1, addresses: [thief.shortID] });
  const slots = draft.slots.map((slot, i) => {
    if (i < from) return slot;
    return slot.kind === 'input'
      ? {
          ...slot,
          owner,
          utxo: { ...slot.utxo, output: { ...slot.utxo.output, addresses: owner.addresses } },
        }
      : { ...slot, owner };
  }) as Draft['slots'];
  return { ...draft, slots, missing: missingOf(slots) } as Draft;
};

/** What the drafts of these tests pay. */
const allowed = { to: outputs.map(({ to }) => to), amounts: { AVAX: 2n ** 64n } };

it('no key signs beside a coin that only the draft says is somebody else’s', () => {
  const coins = [utxo(1, 5_000_000n), utxo(2, 5_000_000n)];
  const draft = relabelled(buildBaseTx(pState(coins), { outputs }), 1);
  expect(thrown(() => sign(draft, victim)).code).toBe('NotReviewed');
  const policy = policyOf({ network: 'fuji', ...allowed });
  expect(thrown(() => sign(draft, victim, { policy }))).toMatchObject({
    code: 'Refused',
    context: { findings: [{ code: 'InputNotProven', path: 'slots[1]' }] },
  });
  expect(thrown(() => sign(draft, victim, { policy, utxos: coins })).code).toBe('Disproved');
  const reviewed = digestOf(draft);
  expect(thrown(() => sign(draft, victim, { reviewed, utxos: coins })).code).toBe('Disproved');
});

it('no key pays the fee for an authority that only the draft says is somebody else’s', () => {
  const subnetID = formatID(new Uint8Array(32).fill(7));
  const authorities = { [subnetID]: { addresses: [victim.shortID], threshold: 1 } };
  const built = buildTransferSubnetOwnershipTx(pState([utxo(1, 5_000_000n)], { authorities }), {
    subnetID,
    owner: thief.shortID,
  });
  const draft = relabelled(built, 1);
  expect(thrown(() => sign(draft, victim)).code).toBe('NotReviewed');
  const policy = policyOf({ network: 'fuji', ...allowed });
  expect(checkPolicy(draft, policy, { own: [victim.shortID] })).toContainEqual(
    expect.objectContaining({ code: 'InputNotProven', path: 'slots[1]' }),
  );
});

it('change that is named twice is refused', () => {
  const draft = buildBaseTx(pState([utxo(1, 10_000_000n)]), {
    outputs: [{ to: thief.shortID, amount: 1n }],
  });
  const twice = { ...draft, change: [draft.change[0]!, draft.change[0]!] };
  expect(thrown(() => sign(twice, victim)).code).toBe('NotSorted');
});

it('a policy for another network, an undefined key and an unknown effect allow nothing', () => {
  const draft = buildBaseTx(pState([utxo(1, 10_000_000n)]), { outputs });
  const codes = (rules: PolicyRules) =>
    checkPolicy(draft, policyOf(rules), { own: [victim.shortID] }).map(({ code }) => code);
  expect(codes({ network: 'mainnet' })).toEqual(['NetworkNotAllowed']);
  expect(codes({ network: 'fuji' })).toEqual(['ReceiverNotAllowed', 'AmountTooHigh']);
  expect(thrown(() => policyOf({ network: 'fuji', to: undefined } as never)).path).toEqual([
    'policy',
    'to',
  ]);
  expect(thrown(() => policyOf({} as never)).path).toEqual(['policy', 'network']);
});

it('whole owners in `own` keep the change of several people from one of them', () => {
  const both = { addresses: [key(1).shortID, key(2).shortID].sort(compareBytes), threshold: 2 };
  const coins = [utxo(1, 10_000_000n, { owner: both })];
  const state = pState(coins, { from: both.addresses });
  const built = (change: Owner | Uint8Array): Draft =>
    buildBaseTx(state, { outputs: [{ to: thief.shortID, amount: 1n }] }, { change });
  const own = both.addresses;
  const findings = (options: DraftPolicyOptions, draft: Draft) =>
    checkPolicy(draft, policyOf(built(both), options), { own }).map(({ code }) => code);
  expect(findings({ own: [both] }, built(both))).toEqual([]);
  expect(findings({ own: [both] }, built(victim.shortID))).toContain('ReceiverNotAllowed');
  // Somebody of whom a policy says that she may get change gets it.
  expect(findings({ own: [both, victim.shortID] }, built(victim.shortID))).toEqual([]);
});
