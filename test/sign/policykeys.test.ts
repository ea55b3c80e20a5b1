/** Every key of a policy: there, not there, undefined, violated. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { build, type Draft, type Intent } from '../../src/builder/index.ts';
import { policyRules } from '../../src/review/policyrules.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import { formatPolicy, type PolicyRules, parsePolicy, policyOf } from '../../src/sign/index.ts';
import { policySchema } from '../../src/sign/policy/file.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { type Base, basesOf } from '../support/attack/bases.ts';
import { victim } from '../support/attack/people.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { asset, key, now } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const bases = basesOf(1);
const base = (name: string): Base => bases.find((of) => of.name === name)!;
const own = [victim.alone, victim.shared];
const full = (draft: Draft): PolicyRules => policyOf(draft, { own }).rules;
const facts = { own: victim.own };
const codes = (draft: Draft, rules: PolicyRules) => [
  ...new Set(checkPolicy(draft, policyOf(rules), facts).map(({ code }) => code)),
];
const without = (rules: PolicyRules, name: keyof PolicyRules): PolicyRules =>
  Object.fromEntries(Object.entries(rules).filter(([k]) => k !== name)) as unknown as PolicyRules;

/** What is found where a key is missing, or has nothing, and there is an effect that it is about. */
const effects = {
  to: 'ReceiverNotAllowed',
  amounts: 'AmountTooHigh',
  nodeIDs: 'NodeNotAllowed',
  authorities: 'AuthorityNotAllowed',
  chains: 'ChainNotAllowed',
  items: 'ItemNotAllowed',
  nonces: 'NonceNotAllowed',
  fields: 'FieldNotAllowed',
} as const;

describe('the full policy', () => {
  it.each(bases.map((of) => [of.name, of] as const))('allows a draft that %s', (_, { draft }) => {
    const policy = policyOf(draft, { own });
    expect(checkPolicy(draft, policy, facts)).toEqual([]);
    // As a file as well.
    const read = parsePolicy(formatPolicy(policy));
    expect(checkPolicy(draft, read, facts)).toEqual([]);
    expect(formatPolicy(read)).toBe(formatPolicy(policy));
  });

  it.each(bases.map((of) => [of.name, of] as const))(
    'has every key that %s needs: without it there is a finding',
    (_, { draft }) => {
      const rules = full(draft);
      for (const [name, code] of Object.entries(effects) as [keyof typeof effects, string][]) {
        const isNeeded = Object.keys(rules[name]!).length > 0;
        const found = codes(draft, without(rules, name));
        // Receivers that are the signer's own need not be named; those of items are named in items.
        const isNamed = name !== 'to' && isNeeded;
        expect([name, found.filter((of) => of === code)]).toEqual([
          name,
          isNamed || found.includes(code) ? [code] : [],
        ]);
        expect(
          found.filter((of) => of !== code && !(name === 'items' && of === effects.to)),
        ).toEqual([]);
      }
    },
  );

  it('takes every key from some draft', () => {
    for (const name of Object.keys(effects) as (keyof typeof effects)[])
      expect([name, bases.some(({ draft }) => Object.keys(full(draft)[name]!).length > 0)]).toEqual(
        [name, true],
      );
  });

  it('is of one draft: no other draft is allowed', () => {
    const wrong = bases.flatMap((of) =>
      bases.flatMap((other) =>
        of === other || of.state.chain !== other.state.chain
          ? []
          : codes(other.draft, full(of.draft)).length > 0
            ? []
            : [`${of.name}: ${other.name}`],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('allows a higher fee only as `maxFee` says', () => {
    const { draft } = base('P pays');
    const policy = policyOf(draft, { own, maxFee: draft.fee.total - 1n });
    expect(checkPolicy(draft, policy, facts).map(({ code }) => code)).toEqual([
      'FeeTooHigh',
      'AmountTooHigh',
    ]);
    const { rules } = policyOf(draft, { own, maxFee: draft.fee.total + 7n });
    expect(rules.amounts!.AVAX! - full(draft).amounts!.AVAX!).toBe(7n);
  });

  const rebuilt = (name: string, change: (intent: Intent) => object): Draft => {
    const { state, intent, options } = base(name);
    return build(state, { ...intent, ...change(intent) } as Intent, options);
  };
  const built = (name: string) => rebuilt(name, () => ({}));

  it('ties values to the elements that have them', () => {
    const exchanged = rebuilt('P converts', (intent) => {
      const { validators } = intent as { readonly validators: readonly { weight: bigint }[] };
      return { validators: validators.map((of, i) => ({ ...of, weight: i === 0 ? 9n : 8n })) };
    });
    const other = rebuilt('P converts', (intent) => {
      const { validators } = intent as { readonly validators: readonly { weight: bigint }[] };
      return { validators: validators.map((of, i) => ({ ...of, weight: i === 0 ? 8n : 9n })) };
    });
    expect(codes(exchanged, full(exchanged))).toEqual([]);
    expect(codes(other, full(exchanged))).toEqual(['FieldNotAllowed']);
  });

  it('ties owners to what they own', () => {
    const draft = built('P validates');
    const exchanged = rebuilt('P validates', () => ({
      rewardsOwner: key(7).shortID,
      delegationRewardsOwner: key(8).shortID,
    }));
    const other = rebuilt('P validates', () => ({
      rewardsOwner: key(8).shortID,
      delegationRewardsOwner: key(7).shortID,
    }));
    expect(codes(draft, full(draft))).toEqual([]);
    expect(codes(other, full(exchanged))).toEqual(['ReceiverNotAllowed']);
  });

  it('judges what a warp message says', () => {
    const { draft } = base('P registers');
    expect(full(draft)).toMatchObject({
      nodeIDs: [formatNodeID(new Uint8Array(20).fill(5))],
      authorities: [formatID(asset(33))],
      fields: { 'message.weight': 10n, 'message.expiry': now + 3600n },
      to: [
        { amounts: { AVAX: 1_000_000_000n }, at: ['message.remainingBalanceOwner'] },
        { amounts: {}, at: ['message.disableOwner'] },
      ],
    });
    expect(full(base('P weighs').draft)).toMatchObject({
      authorities: [formatID(asset(31))],
      fields: { 'message.nonce': 1n, 'message.weight': 20n },
    });
    const { fields, ...rules } = full(draft);
    expect(codes(draft, { ...rules, fields: { ...fields, 'message.weight': 9n } })).toEqual([
      'FieldNotAllowed',
    ]);
  });
});

describe('every key', () => {
  it('is an error if it is undefined', () => {
    const { draft } = base('P pays');
    for (const name of Object.keys(policyRules.parts)) {
      const error = thrown(() => policyOf({ ...full(draft), [name]: undefined } as never));
      expect([name, error.code, error.path]).toEqual([name, 'BadArgument', ['policy', name]]);
    }
  });

  it('is documented, and the example is a policy', () => {
    const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
    for (const name of Object.keys(policyRules.parts)) expect(page).toContain(`\`${name}\``);
    expect(
      policySchema({})
        .fields!.map(({ key: name }) => name)
        .sort(),
    ).toEqual(Object.keys(policyRules.parts).sort());
    const [, example] = /```json\n([\s\S]*?)```/.exec(page)!;
    const { rules } = parsePolicy(example!);
    expect(rules).toMatchObject({ network: 'fuji', maxFee: 10_000_000n, maxAge: 3600n });
  });
});

describe('inputs and evidence', () => {
  const { draft } = base('P pays');
  const rules = full(draft);
  const bare = { ...draft, evidence: [] };
  const utxos = draft.slots.flatMap((slot) => (slot.kind === 'input' ? [slot.utxo] : []));

  it('`proven` is the default, and takes proven or own', () => {
    for (const inputs of [{}, { inputs: 'proven' }] as const) {
      const of = { ...without(rules, 'inputs'), ...inputs };
      expect(checkPolicy(draft, policyOf(of), {})).toEqual([]);
      expect(checkPolicy(bare, policyOf(of), facts)).toEqual([]);
      expect(checkPolicy(bare, policyOf(of), {})[0]?.code).toBe('InputNotProven');
      expect(checkPolicy(bare, policyOf(of), { utxos })).toEqual([]);
    }
    expect(checkPolicy(bare, policyOf({ ...rules, inputs: 'claimed' }), {})).toEqual([]);
  });

  it('`own` takes only what is the signer’s', () => {
    const policy = policyOf({ ...rules, inputs: 'own' });
    expect(checkPolicy(draft, policy, facts)).toEqual([]);
    expect(checkPolicy(bare, policy, facts)).toEqual([]);
    const found = checkPolicy(draft, policy, { own: [key(9).shortID] });
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['InputNotOwn']));
    expect(found.length).toBe(draft.slots.length);
  });

  it('`evidence` asks for a proof of own inputs too', () => {
    const policy = policyOf({ ...rules, evidence: 'required' });
    expect(checkPolicy(draft, policy, facts)).toEqual([]);
    expect(checkPolicy(bare, policy, facts)[0]).toMatchObject({ code: 'EvidenceMissing' });
    expect(checkPolicy(bare, policy, { ...facts, utxos })).toEqual([]);
  });

  it('UTXOs that the caller vouches for win over the draft', () => {
    const [first, ...others] = utxos;
    const theirs = {
      ...first!,
      output: { ...first!.output, addresses: [key(9).shortID] },
    } as (typeof utxos)[number];
    const error = thrown(() =>
      checkPolicy(draft, policyOf({ ...rules, inputs: 'claimed' }), { utxos: [theirs, ...others] }),
    );
    expect(error.code).toBe('Disproved');
  });
});

describe('single keys', () => {
  it('`nodeIDs`, `authorities` and `chains` are lists: another value is a finding', () => {
    const { draft } = base('P adds');
    const rules = full(draft);
    const node = formatNodeID(new Uint8Array(20).fill(66));
    expect(codes(draft, { ...rules, nodeIDs: [node] })).toEqual(['NodeNotAllowed']);
    expect(codes(draft, { ...rules, nodeIDs: [...rules.nodeIDs!, node] })).toEqual([]);
    expect(codes(draft, { ...rules, authorities: [formatID(asset(66))] })).toEqual([
      'AuthorityNotAllowed',
    ]);
    const { draft: sends } = base('P exports');
    const { X, C } = sends.network.chains;
    expect(codes(sends, { ...full(sends), chains: ['C'] })).toEqual(['ChainNotAllowed']);
    expect(codes(sends, { ...full(sends), chains: [formatID(C.blockchainID)] })).toEqual([
      'ChainNotAllowed',
    ]);
    expect(codes(sends, { ...full(sends), chains: [formatID(X.blockchainID)] })).toEqual([]);
    expect(thrown(() => codes(sends, { ...full(sends), chains: ['Y'] })).path).toEqual([
      'policy',
      'chains',
      0,
    ]);
  });

  it('an authority that is named may be used by whoever has it', () => {
    const { draft } = base('P removes');
    const rules = { ...full(draft), inputs: 'own' } as const;
    const rest = { ...rules, authorities: [] };
    const slots = { own: [victim.alone] };
    const found = (of: PolicyRules) =>
      checkPolicy(draft, policyOf(of), slots).flatMap(({ code, path }) =>
        draft.slots[Number(/^slots\[(\d+)\]$/.exec(path)?.[1])]?.kind === 'auth' ? [code] : [],
      );
    expect(found(rules)).toEqual([]);
    expect(found(rest)).toEqual(['InputNotProven']);
  });

  it('`nonces` are the next nonces', () => {
    const { draft } = base('C exports');
    const rules = full(draft);
    const [[account, nonce]] = Object.entries(rules.nonces!) as [[string, bigint]];
    expect(codes(draft, { ...rules, nonces: { ...rules.nonces, [account]: nonce + 1n } })).toEqual([
      'NonceNotAllowed',
    ]);
    const upper = `0x${account.slice(2).toUpperCase()}`;
    const others = Object.fromEntries(Object.entries(rules.nonces!).slice(1));
    expect(codes(draft, { ...rules, nonces: { ...others, [upper]: nonce } })).toEqual([]);
  });

  it('`items` have units, group, payload and receivers', () => {
    const { draft } = base('X operates');
    const rules = full(draft);
    const changed = (change: (of: NonNullable<PolicyRules['items']>[number]) => object) =>
      codes(draft, { ...rules, items: rules.items!.map((of) => ({ ...of, ...change(of) })) });
    // Nothing of an operation is a field beside its item.
    expect(rules.fields).toEqual({});
    expect(rules.items!.map(({ type, units, groupID }) => [type, units, groupID])).toEqual([
      ['secp256k1fx.MintOperation', 5n, undefined],
      ['nftfx.MintOperation', 2n, 3],
      ['nftfx.TransferOperation', 1n, 5],
      ['propertyfx.MintOperation', 1n, undefined],
      ['propertyfx.BurnOperation', 1n, undefined],
    ]);
    expect(changed(() => ({}))).toEqual([]);
    expect(changed(() => ({ groupID: 'any', payload: 'any' }))).toEqual([]);
    expect(changed(({ units }) => ({ units: units - 1n }))).toEqual(['ItemNotAllowed']);
    expect(changed(() => ({ assetID: formatID(asset(9)) }))).toContain('ItemNotAllowed');
    expect(changed(({ groupID }) => (groupID === undefined ? {} : { groupID: 77 }))).toContain(
      'ItemNotAllowed',
    );
    expect(changed(({ payload }) => (payload === undefined ? {} : { payload: '0x00' }))).toContain(
      'ItemNotAllowed',
    );
    expect(changed(() => ({ to: [] }))).toEqual(['ReceiverNotAllowed']);
    const open = rules.items!.map(({ to: _, ...of }) => of);
    expect(codes(draft, { ...rules, items: open })).toEqual(['ReceiverNotAllowed']);
  });

  it('`fields` have a value, values or bounds', () => {
    const { draft } = base('P adds');
    const rules = full(draft);
    const weight = (rule: NonNullable<PolicyRules['fields']>[string]) =>
      codes(draft, { ...rules, fields: { ...rules.fields, 'validator.weight': rule } });
    for (const rule of [5n, 5, '5', [4n, 5n], { min: 5n }, { max: 5n }, { min: 1, max: 9 }, {}])
      expect([rule, weight(rule)]).toEqual([rule, []]);
    for (const rule of [6n, [], [4n], { min: 6n }, { max: 4n }, true])
      expect([rule, weight(rule)]).toEqual([rule, ['FieldNotAllowed']]);
  });

  it('`fields` that are lists have their ids in hex', () => {
    const { state, intent, options } = fullBuilds.find(
      ({ name }) => name === 'P CreateChainTx creates a chain',
    )!;
    const draft = build(state, intent, options);
    const rules = full(draft);
    const hex = [1, 2].map((n) => formatHex(asset(n))).join();
    const found = (fxIDs: string) =>
      checkPolicy(draft, policyOf({ ...rules, fields: { ...rules.fields, fxIDs } }), facts).filter(
        ({ code }) => code === 'FieldNotAllowed',
      );
    expect(rules.fields!.fxIDs).toBe(hex);
    expect(found(hex)).toEqual([]);
    expect(found('0x')).toEqual([
      { code: 'FieldNotAllowed', path: 'unsignedTx.fxIDs', detail: `${hex.slice(0, 100)}…` },
    ]);
  });

  it('of a file are not repeated by an error if they are long', () => {
    const { draft } = base('P exports');
    const file = JSON.parse(formatPolicy(policyOf(draft, { own }))) as object;
    const secret = `PrivateKey-${'a'.repeat(30)}`;
    const wrong = JSON.stringify({ ...file, amounts: { [secret]: '1' } });
    expect(thrown(() => parsePolicy(wrong)).path).toEqual(['amounts', '…']);
  });

  it('`device` must display everything but what is the signer’s', () => {
    const { draft } = base('P converts');
    const rules = full(draft);
    expect(codes(draft, { ...rules, device: '1.4.20' })).toEqual(['NotDisplayed']);
    expect(codes(base('P exports').draft, full(base('P exports').draft))).toEqual([]);
    const burn = base('X operates').draft;
    const policy = policyOf({ ...full(burn), device: '1.4.20' });
    expect(checkPolicy(burn, policy, facts)).toContainEqual(
      expect.objectContaining({ code: 'NotDisplayed', path: 'unsignedTx' }),
    );
  });
});
