/** A payee gives an address, an invoice, a name. Each title says what it wants, and what stops it. */
import { describe, expect, test } from 'vitest';
import { build } from '../../src/builder/build.ts';
import {
  buildBaseTx,
  buildCreateAssetTx,
  buildExportTx,
  parseIntent,
} from '../../src/builder/index.ts';
import { explain, svgOf, textOf } from '../../src/explain/index.ts';
import { parseAddress } from '../../src/network/address.ts';
import { fuji, mainnet } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { parsePolicy } from '../../src/sign/policy/file.ts';
import { policyOf } from '../../src/sign/policy/policyof.ts';
import { sign } from '../../src/sign/sign.ts';
import { parseAccount } from '../../src/text/account.ts';
import { avax } from '../../src/text/amount.ts';
import { formatID, formatNodeID, parseID, parseNodeID } from '../../src/text/id.ts';
import { asset, cState, pState, utxo, xState } from '../support/state.ts';
import { alice, bob, codeOf, mallory, now, on } from './attacked.ts';

const state = pState([utxo(1, 10n ** 10n)]);
const pay =
  (to: unknown, amount: unknown = 5n) =>
  () =>
    buildBaseTx(state, { outputs: [{ to, amount }] } as never);
const file = (outputs: string, more = '') => `{"type":"BaseTx","outputs":[${outputs}]${more}}`;
const invisible = /[\p{C}\p{Zl}\p{Zp}\u2800]/u;
const shown = (text: string): string => text.replaceAll('\n', '');

describe('payee', () => {
  test('is paid on another network, where its key is worth more or nothing: an address names its network', async () => {
    expect(await codeOf(pay(bob.address('P', mainnet)))).toBe('WrongNetwork');
    expect(
      await codeOf(pay({ addresses: [on('P', alice), bob.address('P', mainnet)], threshold: 1 })),
    ).toBe('WrongNetwork');
  });

  test('is paid on a chain that it does not name, or by an account where there are none: an address names its chain', async () => {
    expect(await codeOf(pay(on('X', bob)))).toBe('WrongChain');
    expect(await codeOf(pay(on('C', bob)))).toBe('WrongChain');
    expect(await codeOf(pay(evmAddressOf(bob)))).toBe('BadText');
    const c = cState({ own: [evmAddressOf(alice)] });
    const attack = () =>
      buildExportTx(c, { to: 'P', outputs: [{ to: on('X', bob), amount: 10n ** 7n }] } as never);
    expect(await codeOf(attack)).toBe('WrongChain');
  });

  test.each([
    ['mixed case', (of: string) => of.replace(/f/g, 'F')],
    ['capitals', (of: string) => of.toUpperCase()],
    ['a Cyrillic а for an a', (of: string) => of.replace('a', 'а')],
    ['a zero-width space', (of: string) => `${of.slice(0, 12)}\u200b${of.slice(12)}`],
    ['a line end', (of: string) => `${of}\n`],
    ['a space before', (of: string) => ` ${of}`],
    ['a right-to-left mark', (of: string) => `\u202e${of}`],
    ['one character changed', (of: string) => of.replace(/.$/, (c) => (c === 'q' ? 'p' : 'q'))],
    ['two addresses in one', (of: string) => `${of},${of}`],
    ['a full-width digit one', (of: string) => of.replace('1', '１')],
  ])(
    'has an address that looks like one and is another (%s): an address has one text',
    async (_, lie) => {
      const text = lie(on('P', bob));
      expect(text).not.toBe(on('P', bob));
      expect(await codeOf(pay(text))).toMatch(/BadText|BadChecksum/);
      expect(await codeOf(() => parseAddress(text))).toMatch(/BadText|BadChecksum/);
    },
  );

  test.each([
    '1e3',
    '1,000',
    '1_000',
    '0x10',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '.5',
    '5.',
    '1.0000000001',
    '１',
    '٣',
    '',
    'NaN',
    'Infinity',
    '1.5.1',
    '1\u200b0',
  ])(
    'asks for %j, which one program reads as little and another as much: an amount has one form',
    async (amount) => {
      expect(await codeOf(() => avax(amount))).toMatch(/BadText|OutOfRange/);
      const intent = file(`{"to":"${on('P', bob)}","amount":${JSON.stringify(amount)}}`);
      expect(await codeOf(() => parseIntent(intent, 'P'))).toMatch(/BadText|OutOfRange|BadJSON/);
    },
  );

  test('asks by a number that is not what it looks like (-1n, 1.5, NaN, 2^64, text): only a bigint from 1 is an amount', async () => {
    for (const amount of [-1n, 0n, 1.5, Number.NaN, 2n ** 64n, '5', null, { valueOf: () => 5n }])
      expect(await codeOf(pay(on('P', bob), amount))).toMatch(/OutOfRange|BadArgument|BadText/);
  });

  test('has an invoice with more in it than is shown (change, from, options of its own, a key twice, __proto__): unknown keys are errors', async () => {
    const output = `{"to":"${on('P', bob)}","amount":"1"}`;
    for (const more of [
      `,"change":"${on('P', mallory)}"`,
      `,"from":"X"`,
      `,"outputs":[]`,
      `,"__proto__":{"options":{}}`,
      `,"options":{"chnage":"${on('P', mallory)}"}`,
      `,"options":{"own":["${on('P', mallory)}"],"own":[]}`,
    ])
      expect(await codeOf(() => parseIntent(file(output, more), 'P'))).toBe('BadJSON');
    const inner = output.replace('}', ',"note":"x"}');
    expect(await codeOf(() => parseIntent(file(inner), 'P'))).toBe('BadJSON');
  });

  test('names its asset AVAX with marks that turn the text around: only the network’s asset is AVAX, others are quoted with their id', () => {
    const id = asset(6);
    const x = xState([utxo(1, 10n ** 10n), utxo(2, 50n, { assetID: id })]);
    const draft = buildBaseTx(x, {
      outputs: [{ to: bob.shortID, amount: 50n, assetID: id }],
    } as never);
    const assets = {
      [formatID(id)]: { symbol: '\u202eXAVA\u202c', denomination: 9, name: 'AVAX\u0000' },
    };
    for (const given of [assets, { [formatID(id)]: { symbol: 'AVAX', denomination: 9 } }]) {
      const told = explain(draft, { assets: given } as never);
      const [text, svg] = [textOf(told), svgOf(told)];
      expect(shown(text)).not.toMatch(invisible);
      expect(shown(svg)).not.toMatch(invisible);
      expect(text).toContain(formatID(id).slice(0, 8));
      expect(text).not.toMatch(/0\.00000005 AVAX/);
    }
  });

  test('hides a second line, a colour and a cleared screen in a memo or the name of an asset: text from outside is quoted and visible', () => {
    const name = 'Send 5 to Bob';
    const memo = Uint8Array.from(Buffer.from('\u001b[2J\u001b[31mApproved\r\nSend\u202e', 'utf8'));
    const x = xState([utxo(1, 10n ** 10n)]);
    const of = buildBaseTx(x, { outputs: [{ to: bob.shortID, amount: 50n }], memo } as never);
    const created = buildCreateAssetTx(x, {
      name,
      symbol: 'AVAX',
      denomination: 9,
      initial: { fungible: { holders: [{ to: alice.shortID, amount: 5n }] } },
    } as never);
    for (const draft of [of, created]) {
      const told = explain(draft);
      const [text, svg] = [textOf(told), svgOf(told)];
      expect(shown(text)).not.toMatch(invisible);
      expect(shown(svg)).not.toMatch(invisible);
    }
    expect(textOf(explain(created))).toContain(`"${name}"`);
  });

  test('asks to be paid to an owner that nobody reaches, or only in 2105: no such owner is built, and far locks are named', async () => {
    for (const to of [
      { addresses: [on('P', bob)], threshold: 2 },
      { addresses: [], threshold: 0 },
      { addresses: [on('P', bob), on('P', bob)], threshold: 2 },
      { addresses: [on('P', bob)], threshold: Number.NaN },
      { addresses: [on('P', bob)], threshold: 1, locktime: 2n ** 63n },
    ])
      expect(await codeOf(pay(to))).toMatch(/OutOfRange|Duplicate/);
    const far = pay({
      addresses: [on('P', bob)],
      threshold: 1,
      locktime: now + 60n * 365n * 86400n,
    })();
    expect(explain(far, { time: now } as never).warnings.map((of) => of.code)).toContain(
      'PaysLocked',
    );
  });

  test('gives an owner that Mallory can also spend, under Bob’s name: a policy compares whole owners', async () => {
    const both = pay({ addresses: [on('P', bob), on('P', mallory)], threshold: 1 })();
    const policy = policyOf({ network: 'fuji', to: [on('P', bob)], amounts: { AVAX: 10n ** 9n } });
    expect(await codeOf(() => sign(both, alice, { policy }))).toBe('Refused');
    const later = pay({ addresses: [on('P', bob)], threshold: 1, locktime: now + 1000n })();
    expect(await codeOf(() => sign(later, alice, { policy }))).toBe('Refused');
  });

  test('gives a node id, subnet or asset id with another case, a one more in front or four bytes swapped: ids have a checksum and one text', async () => {
    const id = formatID(asset(6));
    for (const lie of [
      id.toLowerCase(),
      `1${id}`,
      id.slice(1),
      `${id}1`,
      id.replace(/.$/, 'I'),
      ` ${id}`,
    ])
      expect(await codeOf(() => parseID(lie))).toMatch(/BadText|BadChecksum|OutOfRange/);
    const node = formatNodeID(new Uint8Array(20).fill(3));
    for (const lie of [
      node.replace('NodeID-', 'nodeid-'),
      node.replace('NodeID-', ''),
      node.replace('-', '-1'),
      node.toUpperCase(),
    ])
      expect(await codeOf(() => parseNodeID(lie))).toMatch(/BadText|BadChecksum|OutOfRange/);
  });

  test('gives an account with a wrong EIP-55 checksum, without 0x or of 19 bytes: an account that says a checksum has the right one', async () => {
    for (const lie of [
      evmAddressOf(bob).slice(2),
      evmAddressOf(bob).slice(0, -2),
      `0x${evmAddressOf(bob)
        .slice(2)
        .replace(/[a-f]/, (c) => c.toUpperCase())}`,
      `${evmAddressOf(bob)}\n`,
    ])
      expect(await codeOf(() => parseAccount(lie))).toMatch(/BadText|BadChecksum/);
  });

  test('sends Alice dust until her transaction is too large for her device: dust that costs more than it is worth is not selected', () => {
    const dust = Array.from({ length: 500 }, (_, i) => utxo(i + 2, 1n));
    const draft = buildBaseTx(pState([utxo(1, 10n ** 10n), ...dust]), {
      outputs: [{ to: bob.shortID, amount: 5n }],
    });
    expect(draft.slots).toHaveLength(1);
    const all = build(pState([utxo(1, 10n ** 10n), ...dust]), {
      type: 'BaseTx',
      outputs: [{ to: bob.shortID, amount: 'max' }],
    } as never) as unknown as { slots: unknown[] };
    expect(all.slots.length).toBe(1);
  });

  test('has the policy for its invoice widened by a file (amounts with exponents, unknown assets, a limit twice): the file is refused', async () => {
    for (const lie of [
      '{"network":"fuji","amounts":{"AVAX":1e9}}',
      '{"network":"fuji","amounts":{"AVAX":"1","AVAX":"1000"}}',
      '{"network":"fuji","amounts":{"avax":"1000"}}',
      '{"network":"fuji","maxfee":"1"}',
      '{"network":"fuji","maxFee":null}',
      '{"network":"fuji","to":[{"to":"P-fuji1","amount":"5"}]}',
      '{"network":"fuji"}{"network":"mainnet"}',
    ])
      expect(await codeOf(() => parsePolicy(lie))).toMatch(
        /BadJSON|BadText|OutOfRange|BadChecksum|Unsupported/,
      );
    expect(fuji.networkID).not.toBe(mainnet.networkID);
  });
});
