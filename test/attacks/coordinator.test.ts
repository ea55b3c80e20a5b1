/** A coordinator lies by the drafts that it passes on. Each title says what it wants, and what stops it. */
import { describe, expect, test } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { unsignedBytes as encodeUnsigned } from '../../src/draft/check.ts';
import { combineDrafts } from '../../src/draft/combine.ts';
import type { Draft, SignerKnowledge } from '../../src/draft/draft.ts';
import {
  decodeDraft,
  encodeDraft,
  formatDraft,
  formatDraftParts,
  parseDraft,
  parseDraftParts,
} from '../../src/draft/file.ts';
import { explain } from '../../src/explain/index.ts';
import { fuji, mainnet } from '../../src/network/known.ts';
import { prove } from '../../src/owners/prove.ts';
import type { PolicyRules } from '../../src/review/policyrules.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { parsePolicy } from '../../src/sign/policy/file.ts';
import { policyOf } from '../../src/sign/policy/policyof.ts';
import { sign } from '../../src/sign/sign.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { parent } from '../support/parents.ts';
import { signReviewed } from '../support/reviewed.ts';
import { cState, lockedUTXO, pFile, pState, utxo } from '../support/state.ts';
import {
  alice,
  bob,
  codeOf,
  errorOf,
  hexOf,
  made,
  mallory,
  now,
  on,
  paid,
  redirected,
} from './attacked.ts';

const state = pState([utxo(1, 10n ** 10n)]);
const honest = buildBaseTx(state, { outputs: [{ to: bob.shortID, amount: 5n }] });
const theft = buildBaseTx(state, { outputs: [{ to: mallory.shortID, amount: 5n }] });
const text = formatDraft(honest);
const rules: PolicyRules = {
  network: 'fuji',
  to: [{ to: bob.shortID, amounts: { AVAX: 5n } }],
  amounts: { AVAX: 10_000n },
};
/** Codes that a policy of a signer has for a draft. */
const found = (draft: Draft, more: Partial<PolicyRules> = {}, facts: SignerKnowledge = {}) =>
  checkPolicy(draft, policyOf({ ...rules, ...more }), { own: [alice.shortID], ...facts }).map(
    (of) => of.code,
  );

describe('coordinator', () => {
  // Succeeded at first.
  test('sends the change to the 20 bytes of Alice’s account, of which nobody has a key as an address: accounts own no outputs', () => {
    const draft = buildBaseTx(
      state,
      { outputs: [{ to: bob.shortID, amount: 5n }] },
      { change: parseHex(evmAddressOf(alice)) },
    );
    const own = [alice.shortID, evmAddressOf(alice)] as const;
    const policy = policyOf(rules);
    expect(checkPolicy(draft, policy, { own }).map((of) => of.code)).toContain(
      'ReceiverNotAllowed',
    );
    expect(() => sign(draft, alice, { policy })).toThrow('ReceiverNotAllowed');
    expect(explain(draft, { own }).warnings.map((of) => of.code)).toContain('ChangeElsewhere');
  });

  // Succeeded at first.
  test('exports from the C-chain to the 20 bytes of Alice’s account, as if it were the owner of all inputs: an account is no owner of outputs', () => {
    const draft = buildExportTx(cState({ own: [evmAddressOf(alice)] }), {
      to: 'P',
      outputs: [{ to: parseHex(evmAddressOf(alice)), amount: 10n ** 7n }],
    } as never) as Draft;
    const policy = policyOf({
      network: 'fuji',
      chains: ['P'],
      nonces: { [evmAddressOf(alice)]: 7n },
      amounts: { AVAX: 10n ** 8n },
    });
    expect(() => sign(draft, alice, { policy })).toThrow('ReceiverNotAllowed');
  });

  // Succeeded at first.
  test.each([
    ['maxFee as text', { maxFee: '0.000001' }],
    ['amounts as text', { amounts: { AVAX: '1.5' } }],
    ['NaN as the highest fee', { maxFee: Number.NaN }],
    ['a receiver’s amounts that are undefined', { to: [{ to: bob.shortID, amounts: undefined }] }],
    ['a receiver’s places that are undefined', { to: [{ to: bob.shortID, at: undefined }] }],
    ['misspelt bounds of a field', { fields: { 'validator.end': { maximum: 5n } } }],
    ['a misspelt word for evidence', { evidence: 'require' }],
    ['a misspelt word for inputs', { inputs: 'Own' }],
    [
      'units of an item that are missing the unit',
      { items: [{ assetID: 'created', type: 'x', units: '5' }] },
    ],
  ])(
    'profits from a limit that compares with nothing (%s): policyOf refuses it',
    async (_, more) => {
      expect(await codeOf(() => policyOf({ ...rules, ...more } as never))).toMatch(
        /BadArgument|Unsupported/,
      );
    },
  );

  // Succeeded at first.
  test('profits from a policy that is an object of a class, whose limits are on the prototype: policyOf refuses it', async () => {
    class Limits {
      network = 'fuji';
      amounts = { AVAX: 10n ** 12n };
      get maxFee() {
        return 1n;
      }
    }
    expect(await codeOf(() => policyOf(new Limits()))).toBe('BadArgument');
  });

  // Succeeded at first.
  test('has a limit read as one thing when it is checked and another when it is used: each member is read once and kept', () => {
    let reads = 0;
    const moving = {
      ...rules,
      get maxFee() {
        return reads++ === 0 ? 1n : 10n ** 18n;
      },
    };
    const policy = policyOf(moving);
    expect(() => sign(honest, alice, { policy })).toThrow('FeeTooHigh');
    expect(reads).toBe(1);
  });

  // Succeeded at first.
  test('adds a receiver to the list from which the policy was made: the policy has its own, frozen', () => {
    const to = [...rules.to!];
    const policy = policyOf({ ...rules, to });
    to.push(mallory.shortID);
    expect(() => (policy.rules.to as unknown[]).push(mallory.shortID)).toThrow();
    expect(() => sign(theft, alice, { policy })).toThrow('ReceiverNotAllowed');
  });

  test('writes the bytes of the theft into the text of the honest draft: slots, fee and change follow from the bytes, and the policy sees them', async () => {
    const lie = text.replace(
      Buffer.from(encodeUnsigned(honest)).toString('hex'),
      Buffer.from(encodeUnsigned(theft)).toString('hex'),
    );
    expect(lie).not.toBe(text);
    const attack = () => sign(parseDraft(lie), alice, { policy: policyOf(rules) });
    expect(await codeOf(attack)).toMatch(/Mismatch|Refused/);
  });

  test('gives a key of the draft’s JSON twice, one for the eye and one for the program: BadJSON', async () => {
    const lie = text.replace('"change":[', '"change":[],"change":[');
    expect(lie).not.toBe(text);
    expect(await codeOf(() => parseDraft(lie))).toBe('BadJSON');
  });

  test('gives a draft and a policy a __proto__ with slots, limits or evidence: an unknown key, and no prototype changes', async () => {
    const lie = text.replace('{', '{"__proto__":{"slots":[],"own":["x"]},');
    expect(await codeOf(() => parseDraft(lie))).toBe('BadJSON');
    const policy = '{"network":"fuji","__proto__":{"inputs":"claimed"}}';
    expect(await codeOf(() => parsePolicy(policy))).toBe('BadJSON');
    const inner = '{"network":"fuji","amounts":{"__proto__":{"AVAX":"1000"}}}';
    expect(await codeOf(() => parsePolicy(inner))).not.toBe('');
    expect(({} as { inputs?: unknown }).inputs).toBeUndefined();
  });

  test.each([
    ['a time as 1e12', (of: string) => of.replace(/"time":\d+/, '"time":1e12')],
    ['a time as -0', (of: string) => of.replace(/"time":\d+/, '"time":-0')],
    ['a time of 200 digits', (of: string) => of.replace(/"time":\d+/, `"time":${'9'.repeat(200)}`)],
    ['a lone surrogate', (of: string) => of.replace('"alias":""', '"alias":"\\ud800"')],
    ['a place of change as 0.0', (of: string) => of.replace(/"change":\[\d+/, '"change":[0.0')],
    [
      'hex in capitals',
      (of: string) =>
        of.replace(
          /"unsignedTx":"0x([0-9a-f]+)"/,
          (_, hex: string) => `"unsignedTx":"0x${hex.toUpperCase()}"`,
        ),
    ],
  ])(
    'writes a draft that two programs read as two things (%s): only the one form is read',
    async (_, lie) => {
      expect(lie(text)).not.toBe(text);
      expect(await codeOf(() => parseDraft(lie(text)))).not.toBe('');
    },
  );

  test('mixes QR parts of the shown draft and of the theft: parts belong to one digest', async () => {
    const shown = formatDraftParts(honest, { maxLength: 120 });
    const stolen = formatDraftParts(theft, { maxLength: 120 });
    expect(stolen).toHaveLength(shown.length);
    const mixed = shown.map((of, i) => (i % 2 ? stolen[i]! : of));
    expect(await codeOf(() => parseDraftParts(mixed))).toBe('Mismatch');
    expect(await codeOf(() => parseDraftParts([...shown, stolen[0]!]))).toBe('Mismatch');
  });

  test('sends a draft that swells when it is read: text, evidence and entries are bounded before they are read', async () => {
    const bomb = text
      .replace('"extra":[', `"extra":[${'{"key":"a.b/c","bytes":"0x"},'.repeat(70)}`)
      .replace(',]', ']');
    expect(await codeOf(() => parseDraft(bomb))).toMatch(/TooLong|NotSorted/);
    const tx = made(1n, { addresses: [alice.shortID] }).tx;
    const many = { ...honest, evidence: Array.from({ length: 513 }, () => tx) };
    expect(await codeOf(() => prove(many))).toBe('TooLong');
    expect(await codeOf(() => parseDraft(`[`.repeat(1e6)))).toBe('BadJSON');
  });

  test('proves the owner of one slot by the parent of another: an index that the parent does not have is Disproved', async () => {
    const { tx, utxo: mine } = made(10n ** 9n, { addresses: [alice.shortID] });
    const claim = {
      ...mine,
      outputIndex: 1,
      output: { ...mine.output, addresses: [mallory.shortID] },
    };
    const both = pFile([mine, claim] as never, { from: [alice.shortID, mallory.shortID] });
    const draft = buildBaseTx(
      both,
      { outputs: [{ to: bob.shortID, amount: 19n * 10n ** 8n }] },
      { change: bob.shortID },
    );
    expect(await codeOf(() => signReviewed({ ...draft, evidence: [tx] } as Draft, alice))).toBe(
      'Disproved',
    );
  });

  test('brings evidence of another network, and of another chain: the network and chain that its bytes name decide', async () => {
    const tx = (networkID: number, blockchainID: Uint8Array) =>
      parent('P', {
        type: 'platformvm.BaseTx',
        networkID,
        blockchainID,
        outputs: [],
        inputs: [],
        memo: new Uint8Array(0),
      });
    for (const [of, code] of [
      [tx(1, mainnet.chains.P.blockchainID), 'WrongNetwork'],
      [tx(5, fuji.chains.X.blockchainID), 'WrongChain'],
    ] as const) {
      const claim = { ...utxo(1, 10n ** 9n, { owner: mallory.shortID }), txID: of.txID };
      const draft = buildBaseTx(
        pFile([claim], { from: [mallory.shortID] }),
        { outputs: [{ to: bob.shortID, amount: 5n }] },
        { change: mallory.shortID },
      );
      expect(await codeOf(() => prove({ ...draft, evidence: [of] } as Draft))).toBe(code);
    }
  });

  test('writes its own constants for fuji into the draft, with another AVAX: a file with the name or number of fuji is refused', async () => {
    for (const name of ['fuji', 'mine']) {
      const own = JSON.stringify(JSON.stringify({ name, networkID: 5, hrp: 'fuji' }));
      const lie = text.replace('"network":"fuji"', `"network":${own}`);
      expect(lie).not.toBe(text);
      expect(await codeOf(() => parseDraft(lie))).not.toBe('');
    }
  });

  test('lists Mallory’s output as change, so that it is not counted as paid: ReceiverNotAllowed, and named', () => {
    const outputs = theft.unsignedTx.outputs;
    const at = outputs.findIndex(({ output }) => (output as { amount: bigint }).amount === 5n);
    const lie = {
      ...theft,
      change: outputs.map(({ assetID, output }, outputIndex) => ({ outputIndex, assetID, output })),
    } as Draft;
    expect(found(lie)).toContain('ReceiverNotAllowed');
    expect(lie.change[at]!.outputIndex).toBe(at);
    const { warnings } = explain(lie, { own: [on('P', alice)] });
    expect(warnings.map((of) => of.code)).toContain('ChangeElsewhere');
  });

  // Succeeded at first.
  test('raises the price of gas until the fee eats the change: builders and signers have a ceiling, and the explanation of such a draft names it', async () => {
    const rich = pState([utxo(1, 10n ** 12n)], { feeState: { price: 10n ** 6n } });
    const attack = () => buildBaseTx(rich, { outputs: [{ to: bob.shortID, amount: 5n }] });
    expect(await codeOf(attack)).toBe('FeeTooHigh');
    const raised = buildBaseTx(
      rich,
      { outputs: [{ to: bob.shortID, amount: 5n }] },
      { maxFee: 10n ** 12n },
    );
    expect(found(raised)).toContain('FeeTooHigh');
    const fees = (e: { readonly context: unknown }) =>
      JSON.stringify(e.context).match(/FeeTooHigh/g);
    expect(fees(await errorOf(() => sign(raised, alice)))).toHaveLength(1);
    const total = raised.fee.total;
    expect(fees(await errorOf(() => sign(raised, alice, { maxFee: total - 1n })))).toHaveLength(1);
    expect(sign(raised, alice, { maxFee: total }).missing).toEqual([]);
    expect(explain(raised).warnings.map((of) => of.code)).toContain('FeeTooHigh');
  });

  test('sets the time of the draft to 2098, so that stake that is locked seems free to pay away: Expired by maxAge', async () => {
    const late = now + 10n ** 8n;
    const lie = buildBaseTx(pState([lockedUTXO(1, 10n ** 10n, late)], { time: late + 1n }), {
      outputs: [{ to: bob.shortID, amount: 5n }],
    });
    expect(found(lie, { maxAge: 3600n }, { time: now })).toContain('Expired');
    const real = pState([lockedUTXO(1, 10n ** 10n, late)]);
    const attack = () => buildBaseTx(real, { outputs: [{ to: bob.shortID, amount: 5n }] });
    expect(await codeOf(attack)).toMatch(/Insufficient|Locked/);
  });

  test('returns the reviewed draft with Bob’s address replaced: the full policy of the reviewed one refuses it', async () => {
    const policy = policyOf(honest, { own: [on('P', alice)] });
    const lie = decodeDraft(encodeDraft(theft));
    const { context } = await errorOf(() => sign(lie, alice, { policy }));
    expect(JSON.stringify(context)).toContain('ReceiverNotAllowed');
    expect(paid(theft)).toContain(hexOf(mallory));
    expect(sign(honest, alice, { policy }).missing).toEqual([]);
  });

  test('has Alice’s signature over the shown draft combined into the theft: drafts of two transactions are not combined', async () => {
    const signed = sign(honest, alice);
    expect(await codeOf(() => combineDrafts(theft, signed))).toBe('Mismatch');
    const moved = { ...theft, slots: signed.slots, missing: [] } as Draft;
    expect(await codeOf(() => combineDrafts(moved))).toBe('BadSignature');
  });

  test('changes the bytes from which a draft was read, after the check: what was read shares no bytes with them', () => {
    const bytes = encodeDraft(honest);
    const read = decodeDraft(bytes);
    bytes.fill(0xff);
    expect(formatHex(encodeDraft(read))).toBe(formatHex(encodeDraft(honest)));
    expect(redirected(honest, bob, mallory)).not.toEqual(encodeUnsigned(honest));
  });
});
