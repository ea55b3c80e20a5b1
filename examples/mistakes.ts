/**
 * Calls that are easy to get wrong, in groups. `docs/reference/errors.md` lists each under the code of its error, with the message; a test runs
 * them.
 */

import { avax, days, fuji, identifyNetwork, open, parseHex, unix } from 'avalanche-tx';
import {
  build,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildImportTx,
} from 'avalanche-tx/build';
import { connect } from 'avalanche-tx/rpc';
import {
  addressOf,
  combineDrafts,
  evmAddressOf,
  finalize,
  hashSigner,
  privateKey,
  sign,
} from 'avalanche-tx/sign';
import { createTestnode } from 'avalanche-tx/testnode';
import { createWallet } from 'avalanche-tx/wallet';

const testnode = createTestnode();
const { network } = testnode;
const key = privateKey(new Uint8Array(32).fill(1));
const me = key.address('P', network);
const to = privateKey(new Uint8Array(32).fill(2)).address('P', network);
testnode.fund('P', { to: me, amount: avax('100') });
const { nodeID } = testnode.addValidator();
const node = connect('http://testnode', testnode);
const state = testnode.state('P', [me]);
const draft = buildBaseTx(state, { outputs: [{ to, amount: 5n }] });
const end = testnode.time() + days(30);
/** What JavaScript lets through. */
const any = (value: unknown) => value as never;
const pay = (amount: unknown, more: object = {}) =>
  buildBaseTx(state, { outputs: [{ to, amount: any(amount), ...more }] });
const limit = (maxFee: unknown) =>
  buildBaseTx(state, { outputs: [{ to, amount: 5n }] }, { maxFee: any(maxFee) });
const delegate = (more: object) =>
  buildAddPermissionlessDelegatorTx(state, {
    nodeID,
    end,
    amount: avax('25'),
    rewardsOwner: me,
    ...more,
  });
const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: key });
const promised = Promise.resolve(draft);

const without = (member: string) =>
  buildBaseTx({ ...state, [member]: undefined } as never, { outputs: [{ to, amount: 5n }] });

/** A call as somebody writes it, and the same as a program. */
type Mistake = readonly [typed: string, run: () => unknown];

/** The groups, by what is wrong. */
export const mistakes: { readonly [group: string]: readonly Mistake[] } = {
  'A number where a bigint is needed, and the reverse': [
    ['outputs: [{ to, amount: 250 }]', () => pay(250)],
    ['outputs: [{ to, amount: 1.5 }]', () => pay(1.5)],
    ["outputs: [{ to, amount: '1.5' }]", () => pay('1.5')],
    [
      "wallet.send({ chain: 'P', to, amount: 1.5 })",
      () => wallet.send({ chain: 'P', to, amount: any(1.5) }),
    ],
    ['options: { maxFee: 100000 }', () => limit(100_000)],
    ["options: { maxFee: '0.01' }", () => limit('0.01')],
    ['options: { maxFee: null }', () => limit(null)],
    [
      'to: { addresses: [to], threshold: 1n }',
      () =>
        buildBaseTx(state, {
          outputs: [{ to: { addresses: [to], threshold: any(1n) }, amount: 5n }],
        }),
    ],
    ['end: 1793404804', () => delegate({ end: 1_793_404_804 })],
    ['end: new Date(…)', () => delegate({ end: new Date(0) })],
    ["end: '2027-01-01T00:00:00Z'", () => delegate({ end: '2027-01-01T00:00:00Z' })],
    ['stakeableUntil: 1893456000', () => pay(5n, { stakeableUntil: 1_893_456_000 })],
    [
      '{ ...state, time: Date.now() / 1000 }',
      () =>
        buildBaseTx({ ...state, time: any(1_795_847_586.5) }, { outputs: [{ to, amount: 5n }] }),
    ],
    [
      "options: { priceMargin: '2' }",
      () => buildBaseTx(state, { outputs: [{ to, amount: 5n }] }, { priceMargin: any('2') }),
    ],
    ['testnode.advanceTime(3600)', () => testnode.advanceTime(any(3600))],
    ['avax(1.5)', () => avax(any(1.5))],
    ["days('14')", () => days(any('14'))],
    ['unix(Date.now())', () => unix(any(1_795_847_586_000))],
  ],
  'A Promise where a value is needed': [
    [
      'buildBaseTx(node.pchain.state([me]), …)',
      () => buildBaseTx(any(Promise.resolve(state)), { outputs: [{ to, amount: 5n }] }),
    ],
    [
      "outputs: [{ to: wallet.address('P'), amount }]",
      () => buildBaseTx(state, { outputs: [{ to: any(Promise.resolve(to)), amount: 5n }] }),
    ],
    ['sign(promise, key)', () => sign(any(promised), key)],
    ['node.issue(promise)', () => node.issue(any(promised))],
    ['node.pchain.state([promise])', () => node.pchain.state([any(Promise.resolve(me))])],
    [
      'createWallet({ url: promise })',
      () => createWallet({ url: any(Promise.resolve('http://x')) }),
    ],
  ],
  'One where a list is needed': [
    [
      "node.pchain.state([me], { imports: 'X' })",
      () => node.pchain.state([me], { imports: any('X') }),
    ],
    ['outputs: { to, amount }', () => buildBaseTx(state, { outputs: any({ to, amount: 5n }) })],
    [
      "to: { addresses: 'P-…', threshold: 1 }",
      () =>
        buildBaseTx(state, { outputs: [{ to: { addresses: any(to), threshold: 1 }, amount: 5n }] }),
    ],
  ],
  'A network by its name': [
    ["key.address('P', 'fuji')", () => key.address('P', any('fuji'))],
    ["addressOf(key, 'P', 'fuji')", () => addressOf(key, 'P', any('fuji'))],
    ["connect(url, { network: 'fuji' })", () => connect('http://x', { network: any('fuji') })],
    [
      "{ ...state, network: 'fuji' }",
      () => buildBaseTx({ ...state, network: any('fuji') }, { outputs: [{ to, amount: 5n }] }),
    ],
    ["identifyNetwork('fujii')", () => identifyNetwork('fujii')],
    [
      'pay an address of fuji on another network',
      () => buildBaseTx(state, { outputs: [{ to: key.address('P', fuji), amount: 5n }] }),
    ],
  ],
  'One kind of object where another is needed': [
    ['node.issue(draft)', () => node.issue(any(draft))],
    ["node.issue('0x…')", () => node.issue(any('0x00'))],
    ['finalize(tx)', () => finalize(any(finalize(sign(draft, key))))],
    ["sign(draft, '0x…')", () => sign(draft, any(`0x${'01'.repeat(32)}`))],
    [
      'sign(draft, hashSigner({ … }))',
      () =>
        sign(draft, any(hashSigner({ publicKey: key.publicKey, sign: async (digest) => digest }))),
    ],
    [
      "createWallet({ url, signer: '0x…' })",
      () => createWallet({ url: 'http://x', signer: any('0x01') }),
    ],
    [
      "outputs: [{ to: '0x…', amount }]",
      () => buildBaseTx(state, { outputs: [{ to: evmAddressOf(key), amount: 5n }] }),
    ],
    [
      'combineDrafts(draft, otherDraft)',
      () =>
        combineDrafts(
          draft,
          buildBaseTx({ ...state, time: state.time + 1n }, { outputs: [{ to, amount: 6n }] }),
        ),
    ],
  ],
  'An option that does not exist': [
    ['connect(url, { timeout: 5000 })', () => connect('http://x', any({ timeout: 5000 }))],
    ['connect(url, { fetch })', () => connect('http://x', any({ fetch }))],
    ['connect(url, { header: {} })', () => connect('http://x', any({ header: {} }))],
    ["connect('https://…/ext/bc/P')", () => connect('http://x/ext/bc/P')],
    [
      'wallet.send({ chain, to, amount, asset })',
      () => wallet.send(any({ chain: 'P', to, amount: 5n, asset: 'x' })),
    ],
    ['wallet.send({ chain, amount })', () => wallet.send(any({ chain: 'P', amount: 5n }))],
    ['build(state, { outputs })', () => build(state, any({ outputs: [] }))],
    ['a state without from', () => without('from')],
    ['a state without network', () => without('network')],
    ['a state without chain', () => without('chain')],
  ],
  'What the chain does not allow': [
    [
      "buildImportTx(state, { from: 'X' }) with a state that was read without imports",
      () => buildImportTx({ ...state, imports: any(undefined) }, { from: 'X' }),
    ],
    ['a stake that ends in the past', () => delegate({ end: 5n })],
    ['a stake of 5 nAVAX', () => delegate({ amount: 5n })],
    ["a stake of 'max' with 12.8 AVAX", () => delegateAll()],
    ['an amount with nine digits too many', () => pay(1_500_000_000_000_000_000n)],
    [
      "wallet.move({ from: 'P', to: 'X', amount: 5n })",
      () => wallet.move({ from: 'P', to: 'X', amount: 5n }),
    ],
  ],
  'Text and bytes': [
    ["privateKey('0101…')", () => privateKey('01'.repeat(32))],
    ["privateKey('abc')", () => privateKey('abc')],
    ['hex that was cut', () => open('0x000000000022000030390000000000000000000000')],
    ['bytes of an unknown type', () => open(parseHex(`0x000000000063${'00'.repeat(60)}`))],
  ],
};

/** All of 12.8 AVAX, which is less than a delegation needs. */
function delegateAll(): unknown {
  const other = createTestnode();
  other.fund('P', { to: me, amount: avax('12.8') });
  const { nodeID: validator } = other.addValidator();
  return buildAddPermissionlessDelegatorTx(other.state('P', [me]), {
    nodeID: validator,
    end: other.time() + days(30),
    amount: 'max',
    rewardsOwner: me,
  });
}
