import { describe, expect, it } from 'vitest';
import {
  chainOf,
  exampleNames,
  exampleOf,
  stateOf,
  stateText,
  textOf,
} from '../../examples/intents/index.ts';
import { build, formatIntent, type Intent, parseIntent } from '../../src/builder/index.ts';
import { encodeDraft } from '../../src/draft/file.ts';
import { formatNetwork, local, parseNetwork } from '../../src/network/index.ts';
import { hdWallet, multisig, parseDescriptor } from '../../src/sign/hd/hd.ts';
import {
  evmAddressOf,
  formatPolicy,
  type PolicyRules,
  parsePolicy,
  policyOf,
} from '../../src/sign/index.ts';
import { formatState, parseState } from '../../src/state/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { key } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

/** The same value with text of bytes where it has bytes. */
function inText(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    if (value.length === 32) return formatID(value);
    return value.length === 20 ? formatNodeID(value) : formatHex(value);
  }
  if (Array.isArray(value)) return value.map(inText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    // These are text where they are no bytes.
    Object.entries(value).map(([k, v]) => [
      k,
      /^(payload|genesis|managerAddress)$/.test(k) ? v : inText(v),
    ]),
  );
}

describe('parseIntent and formatIntent', () => {
  it.each(exampleNames)('carry %s', (name) => {
    const parsed = parseIntent(textOf(name), chainOf(name));
    const text = formatIntent(parsed, chainOf(name));
    expect(parseIntent(text, chainOf(name))).toEqual(parsed);
    expect(formatIntent(parseIntent(text, chainOf(name)), chainOf(name))).toBe(text);
  });

  it.each(exampleNames)('give bytes of which the text builds the same: %s', (name) => {
    const state = stateOf(chainOf(name));
    const { intent, options } = exampleOf(name);
    const draft = build(state, intent, options);
    const again = build(state, inText(intent) as Intent, options);
    expect(encodeDraft(again)).toEqual(encodeDraft(draft));
  });

  it('carry all options, and addresses without chain and network', () => {
    const { shortID } = key(1);
    const file = {
      intent: {
        type: 'BaseTx',
        outputs: [
          { to: shortID, amount: 1n },
          { to: { addresses: [shortID, key(2).shortID], threshold: 2 }, amount: 'max' },
          { to: shortID, amount: 7n, assetID: new Uint8Array(32).fill(1), stakeableUntil: 9n },
        ],
        memo: Uint8Array.of(0, 255),
      },
      options: {
        change: shortID,
        maxFee: 1_000_000n,
        include: [{ txID: new Uint8Array(32).fill(2), outputIndex: 3 }],
        exclude: [],
        strategy: 'sweep',
        priceMargin: 1.5,
        locked: 'never',
        maxBytes: 1000,
      },
    } as const;
    const text = formatIntent(file, 'P');
    expect(text).toContain('"amount":"0.000000001"');
    expect(text).toContain('"amount":7');
    expect(parseIntent(text, 'P')).toEqual(file);
  });

  it('say where a value is wrong', () => {
    const base = (output: string) => `{"type":"BaseTx","outputs":[${output}]}`;
    const id = formatID(new Uint8Array(32).fill(1));
    for (const [text, path] of [
      [base('{"to":"P-a","amount":1}'), ['outputs', 0, 'amount']],
      [base(`{"to":"P-a","amount":"1","assetID":"${id}"}`), ['outputs', 0, 'amount']],
      [base('{"to":"P-a","amount":1,"assetID":"x"}'), ['outputs', 0, 'assetID']],
      [base('{"to":5,"amount":"1"}'), ['outputs', 0, 'to']],
      [
        base('{"to":{"addresses":[],"threshold":"1"},"amount":"1"}'),
        ['outputs', 0, 'to', 'threshold'],
      ],
      ['{"type":"BaseTx","outputs":[],"options":{"fee":1}}', ['options', 'fee']],
      ['{"type":5}', ['type']],
      ['{"type":"OperationTx","operations":[{"type":"melt"}]}', ['operations', 0, 'type']],
    ] as const)
      expect(thrown(() => parseIntent(text, 'P')).path).toEqual(path);
    const intent = { type: 'BaseTx', outputs: [{ to: 5, amount: 1n }] } as never;
    expect(thrown(() => formatIntent({ intent, options: {} }, 'P')).path).toEqual([
      'outputs',
      0,
      'to',
    ]);
    const options = { verifyPossession: () => true } as never;
    expect(
      thrown(() => formatIntent({ intent: { type: 'ImportTx', from: 'X' }, options }, 'P')).path,
    ).toEqual(['options', 'verifyPossession']);
    expect(
      thrown(() => formatIntent({ intent: { type: 'x' } as never, options: {} }, 'P')).path,
    ).toEqual(['type']);
  });
});

describe('parsePolicy and formatPolicy', () => {
  it('carry all of a policy but its clock', () => {
    const policy: PolicyRules = {
      network: 5,
      inputs: 'own',
      evidence: 'required',
      to: [
        key(1).shortID,
        'P-fuji1a0qwuze2h85zw7nqpsj3ga0z9geyrgwpw0wy0v',
        evmAddressOf(key(2)),
        { addresses: [key(3).shortID], threshold: 1, locktime: 7n },
        { to: key(3).shortID, stakeableUntil: 9n, at: ['outputs'] },
        {
          to: { addresses: [key(3).shortID], threshold: 1 },
          amounts: { AVAX: 5n, created: 6n, [formatID(new Uint8Array(32).fill(1))]: 7n },
        },
      ],
      own: [{ addresses: [key(1).shortID, key(2).shortID], threshold: 2, locktime: 5n }],
      maxFee: 1_000_000n,
      amounts: { AVAX: 5n, [formatID(new Uint8Array(32).fill(1))]: 7n },
      nodeIDs: [formatNodeID(new Uint8Array(20).fill(1))],
      authorities: [formatID(new Uint8Array(32).fill(2))],
      chains: ['X', formatID(new Uint8Array(32).fill(4))],
      items: [
        {
          assetID: 'created',
          type: 'x',
          units: 1n,
          groupID: 3,
          payload: '0x01',
          to: [key(1).shortID],
        },
        {
          assetID: formatID(new Uint8Array(32)),
          type: 'x',
          units: 1n,
          groupID: 'any',
          payload: 'any',
        },
      ],
      nonces: { [evmAddressOf(key(2))]: 3n },
      fields: { memo: '0x01', 'validator.end': { min: 1n, max: 2n }, x: [1n, 'b', true], y: {} },
      device: '1.4.20',
      types: ['platformvm.BaseTx'],
      maxAge: 60n,
      until: 1_800_000_000n,
    };
    expect(parsePolicy(formatPolicy(policyOf(policy))).rules).toEqual(policy);
  });

  it('carry a wallet as its descriptor, read by whom it is given to', () => {
    const words = 'test test test test test test test test test test test junk';
    const { descriptor } = hdWallet(words).account();
    const file = JSON.stringify({ network: 'fuji', own: descriptor });
    const policy = parsePolicy(file, { wallet: parseDescriptor });
    expect(formatPolicy(policy)).toBe(file);
    expect(thrown(() => parsePolicy(file)).code).toBe('Unsupported');
  });

  it('carry wallets among addresses', () => {
    const words = 'test test test test test test test test test test test junk';
    const team = multisig(
      [hdWallet(words).account(), hdWallet(words).account("m/44'/9000'/1'")],
      2,
    );
    const me = 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
    const own = [hdWallet(words).account("m/44'/9000'/2'").descriptor, me, team.descriptor];
    const file = JSON.stringify({ network: 'fuji', own });
    const policy = parsePolicy(file, { wallet: parseDescriptor });
    expect(formatPolicy(policy)).toBe(file);
    expect(thrown(() => parsePolicy(file))).toMatchObject({
      code: 'Unsupported',
      path: ['own', 0],
    });
  });

  it('say where a value is wrong', () => {
    for (const [text, path] of [
      ['{"fee":1}', ['fee']],
      ['{"network":1,"maxFee":5}', ['maxFee']],
      ['{"network":1,"amounts":{"AVAX":5}}', ['amounts', 'AVAX']],
      ['{"network":1,"amounts":{"x":5}}', ['amounts', 'x']],
      ['{"network":1,"amounts":[]}', ['amounts']],
      ['{"network":1,"to":"P-a"}', ['to']],
      ['[]', []],
    ] as const)
      expect(thrown(() => parsePolicy(text)).path).toEqual(path);
    expect(thrown(() => formatPolicy({ rules: { fee: 1n } as never })).path).toEqual(['fee']);
  });
});

describe('the example states and networks', () => {
  it.each(['P', 'X', 'C'] as const)('state %s is written as it was read', (chain) => {
    const text = stateText(chain);
    expect(formatState(parseState(text))).toBe(text);
  });

  it('networks are read from their public entry point', () => {
    expect(parseNetwork(formatNetwork(local))).toEqual(local);
  });
});
