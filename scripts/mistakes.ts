/** The mistakes that everybody makes first, and what the library says: a test runs each, and `docs/mistakes.md` lists them. */
import {
  build,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildImportTx,
} from '../src/builder/index.ts';
import { explainError } from '../src/explain/index.ts';
import { AvalancheError, avax, days, fuji, identify, open, parseHex, unix } from '../src/index.ts';
import { connect } from '../src/rpc/index.ts';
import {
  addressOf,
  combineDrafts,
  evmAddressOf,
  finalize,
  hashSigner,
  privateKey,
  sign,
} from '../src/sign/index.ts';
import { createTestnode } from '../src/testnode/index.ts';
import { createWallet } from '../src/wallet/index.ts';
import { table } from './markdown.ts';

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
    rewards: me,
    ...more,
  });
const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: key });
const promised = Promise.resolve(draft);

const without = (member: string) =>
  buildBaseTx({ ...state, [member]: undefined } as never, { outputs: [{ to, amount: 5n }] });

type Row = readonly [typed: string, before: string, run: () => unknown];

const rows: { readonly [title: string]: readonly Row[] } = {
  'A number where a bigint is needed, and the reverse': [
    [
      'outputs: [{ to, amount: 250 }]',
      'OutOfRange at outputs[0].amount: must be an amount greater than 0, got 250',
      () => pay(250),
    ],
    [
      'outputs: [{ to, amount: 1.5 }]',
      'OutOfRange at outputs[0].amount: must be an amount greater than 0, got 1.5',
      () => pay(1.5),
    ],
    [
      "outputs: [{ to, amount: '1.5' }]",
      'OutOfRange at outputs[0].amount: must be an amount greater than 0, got "1.5"',
      () => pay('1.5'),
    ],
    [
      "wallet.send({ chain: 'P', to, amount: 1.5 })",
      '',
      () => wallet.send({ chain: 'P', to, amount: any(1.5) }),
    ],
    [
      'options: { maxFee: 100000 }',
      'Must be at least 0 AVAX, it is 0.0001 AVAX.',
      () => limit(100_000),
    ],
    ["options: { maxFee: '0.01' }", 'explainError threw BadArgument', () => limit('0.01')],
    ['options: { maxFee: null }', 'explainError threw BadArgument', () => limit(null)],
    [
      'to: { addresses: [to], threshold: 1n }',
      'Must be 1, it is 1.',
      () =>
        buildBaseTx(state, {
          outputs: [{ to: { addresses: [to], threshold: any(1n) }, amount: 5n }],
        }),
    ],
    [
      'end: 1793404804',
      'Must be from 1 Jan 1970 … it is 11 Oct 2026',
      () => delegate({ end: 1_793_404_804 }),
    ],
    ['end: new Date(…)', 'explainError threw BadArgument', () => delegate({ end: new Date(0) })],
    [
      "end: '2027-01-01T00:00:00Z'",
      'explainError threw BadArgument',
      () => delegate({ end: '2027-01-01T00:00:00Z' }),
    ],
    [
      'stakeableUntil: 1893456000',
      'Must be from 1 Jan 1970 …',
      () => pay(5n, { stakeableUntil: 1_893_456_000 }),
    ],
    [
      '{ ...state, time: Date.now() / 1000 }',
      'explainError threw RangeError',
      () =>
        buildBaseTx({ ...state, time: any(1_795_847_586.5) }, { outputs: [{ to, amount: 5n }] }),
    ],
    [
      "options: { priceMargin: '2' }",
      'It was accepted.',
      () => buildBaseTx(state, { outputs: [{ to, amount: 5n }] }, { priceMargin: any('2') }),
    ],
    ['testnode.advanceTime(3600)', 'TypeError', () => testnode.advanceTime(any(3600))],
    [
      'avax(1.5)',
      'BadText: must be a plain decimal number as text, such as "12" or "0.5"',
      () => avax(any(1.5)),
    ],
    ["days('14')", 'It was accepted.', () => days(any('14'))],
    [
      'unix(Date.now())',
      'TypeError: time.getTime is not a function',
      () => unix(any(1_795_847_586_000)),
    ],
  ],
  'A Promise where a value is needed': [
    [
      'buildBaseTx(node.pchain.state([me]), …)',
      "the function cannot be called with (an object, …): Cannot read properties of undefined (reading 'chains')",
      () => buildBaseTx(any(Promise.resolve(state)), { outputs: [{ to, amount: 5n }] }),
    ],
    [
      "outputs: [{ to: wallet.address('P'), amount }]",
      '',
      () => buildBaseTx(state, { outputs: [{ to: any(Promise.resolve(to)), amount: 5n }] }),
    ],
    ['sign(promise, key)', '', () => sign(any(promised), key)],
    [
      'node.issue(promise)',
      "TypeError: Cannot destructure property 'type' of 'undefined'",
      () => node.issue(any(promised)),
    ],
    [
      'node.pchain.state([promise])',
      'OutOfRange at addresses[0]: must be an address as text, or 20 bytes',
      () => node.pchain.state([any(Promise.resolve(me))]),
    ],
    [
      'createWallet({ url: promise })',
      '',
      () => createWallet({ url: any(Promise.resolve('http://x')) }),
    ],
  ],
  'One where a list is needed': [
    [
      "node.pchain.state('P-…')",
      'TypeError: e.flatMap is not a function',
      () => node.pchain.state(me),
    ],
    [
      "node.pchain.state([me], { imports: 'X' })",
      'TypeError: names.map is not a function',
      () => node.pchain.state([me], { imports: any('X') }),
    ],
    ['outputs: { to, amount }', '', () => buildBaseTx(state, { outputs: any({ to, amount: 5n }) })],
    [
      "to: { addresses: 'P-…', threshold: 1 }",
      '',
      () =>
        buildBaseTx(state, { outputs: [{ to: { addresses: any(to), threshold: 1 }, amount: 5n }] }),
    ],
  ],
  'A network by its name': [
    [
      "key.address('P', 'fuji')",
      "TypeError: Cannot read properties of undefined (reading 'toLowerCase')",
      () => key.address('P', any('fuji')),
    ],
    ["addressOf(key, 'P', 'fuji')", '', () => addressOf(key, 'P', any('fuji'))],
    [
      "connect(url, { network: 'fuji' })",
      'It was accepted.',
      () => connect('http://x', { network: any('fuji') }),
    ],
    [
      "{ ...state, network: 'fuji' }",
      '',
      () => buildBaseTx({ ...state, network: any('fuji') }, { outputs: [{ to, amount: 5n }] }),
    ],
    ["identify('fujii')", '', () => identify('fujii')],
    [
      'pay an address of fuji on another network',
      'for network 12345, 5 is needed',
      () => buildBaseTx(state, { outputs: [{ to: key.address('P', fuji), amount: 5n }] }),
    ],
  ],
  'One kind of object where another is needed': [
    [
      'node.issue(draft)',
      'BadArgument: must be bytes, got undefined',
      () => node.issue(any(draft)),
    ],
    [
      "node.issue('0x…')",
      "TypeError: Cannot destructure property 'type' of 'undefined'",
      () => node.issue(any('0x00')),
    ],
    [
      'finalize(tx)',
      'BadArgument at draft.network: must be an object, got undefined',
      () => finalize(any(finalize(sign(draft, key)))),
    ],
    [
      "sign(draft, '0x…')",
      'BadArgument at keys[0]: must be a key made by privateKey, got text',
      () => sign(draft, any(`0x${'01'.repeat(32)}`)),
    ],
    [
      'sign(draft, hashSigner({ … }))',
      'BadArgument at keys[0]: must be a key made by privateKey, got an object',
      () =>
        sign(draft, any(hashSigner({ publicKey: key.publicKey, sign: async (digest) => digest }))),
    ],
    [
      "createWallet({ url, signer: '0x…' })",
      '',
      () => createWallet({ url: 'http://x', signer: any('0x01') }),
    ],
    [
      "outputs: [{ to: '0x…', amount }]",
      '',
      () => buildBaseTx(state, { outputs: [{ to: evmAddressOf(key), amount: 5n }] }),
    ],
    [
      'combineDrafts(draft, otherDraft)',
      'Mismatch at drafts[1].time: …',
      () =>
        combineDrafts(
          draft,
          buildBaseTx({ ...state, time: state.time + 1n }, { outputs: [{ to, amount: 6n }] }),
        ),
    ],
  ],
  'An option that does not exist': [
    [
      'connect(url, { timeout: 5000 })',
      'It was ignored.',
      () => connect('http://x', any({ timeout: 5000 })),
    ],
    ['connect(url, { fetch })', 'It was ignored.', () => connect('http://x', any({ fetch }))],
    [
      'connect(url, { header: {} })',
      'It was ignored.',
      () => connect('http://x', any({ header: {} })),
    ],
    ["connect('https://…/ext/bc/P')", 'HTTPStatus: 404', () => connect('http://x/ext/bc/P')],
    [
      'wallet.send({ chain, to, amount, asset })',
      '',
      () => wallet.send(any({ chain: 'P', to, amount: 5n, asset: 'x' })),
    ],
    ['wallet.send({ chain, amount })', '', () => wallet.send(any({ chain: 'P', amount: 5n }))],
    [
      'build(state, { outputs })',
      'BadJSON at type: expected a string (string), got null',
      () => build(state, any({ outputs: [] })),
    ],
    [
      'a state without from',
      'the function cannot be called with (an object, …): Cannot read properties of undefined',
      () => without('from'),
    ],
    [
      'a state without network',
      'the function cannot be called with (an object, …): Cannot read properties of undefined',
      () => without('network'),
    ],
    [
      'a state without chain',
      'the function cannot be called with (an object, …): Cannot read properties of undefined',
      () => without('chain'),
    ],
  ],
  'What the chain does not allow': [
    [
      "buildImportTx(state, { from: 'X' }), of a state read without imports",
      'There is nothing to import from the X-chain.',
      () => buildImportTx({ ...state, imports: any(undefined) }, { from: 'X' }),
    ],
    [
      'a stake that ends in the past',
      'OutOfRange at draft.unsignedTx.validator.end: …',
      () => delegate({ end: 5n }),
    ],
    [
      'a stake of 5 nAVAX',
      'OutOfRange at draft.unsignedTx.validator.weight: must be 25000000000 to 18446744073709551615, got 5',
      () => delegate({ amount: 5n }),
    ],
    [
      'a stake of max, with 12.8 AVAX',
      'OutOfRange at draft.unsignedTx.validator.weight: …',
      () => delegateAll(),
    ],
    [
      'an amount in 10^9 nAVAX too much',
      'needs 1500000000000007060 of 2fomb…, 79999984383 can be spent',
      () => pay(1_500_000_000_000_000_000n),
    ],
    [
      "wallet.move({ from: 'P', to: 'X', amount: 5n })",
      'Pending, after the export',
      () => wallet.move({ from: 'P', to: 'X', amount: 5n }),
    ],
  ],
  'Text and bytes': [
    [
      "privateKey('0101…'), without 0x",
      'BadText: a private key starts with PrivateKey-',
      () => privateKey('01'.repeat(32)),
    ],
    [
      "privateKey('abc')",
      'BadText: a private key starts with PrivateKey-',
      () => privateKey('abc'),
    ],
    [
      'open of hex that was cut',
      'TooLong: 1, at most 0 allowed',
      () => open('0x000000000022000030390000000000000000000000'),
    ],
    [
      'open of a type that is not known',
      'TrailingBytes at container',
      () => open(parseHex(`0x000000000063${'00'.repeat(60)}`)),
    ],
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
    rewards: me,
  });
}

/** What the library says of a row: to developers, and to users of an application. */
export interface Said {
  readonly title: string;
  readonly typed: string;
  readonly before: string;
  /** The message for developers; or that it works. */
  readonly now: string;
  /** The message for users; empty if it works. */
  readonly explained: string;
}

const ids = /\b[1-9A-HJ-NP-Za-km-z]{40,}\b/g;

/** Runs all rows. */
export async function mistakesSaid(): Promise<readonly Said[]> {
  const said: Said[] = [];
  for (const [title, list] of Object.entries(rows))
    for (const [typed, before, run] of list) {
      const e: unknown = await Promise.resolve()
        .then(run)
        .then(
          () => undefined,
          (e: unknown) => e,
        );
      const now =
        e === undefined
          ? 'It works.'
          : e instanceof AvalancheError
            ? e.message.replace(ids, (id) => `${id.slice(0, 5)}…`)
            : `not an AvalancheError: ${e}`;
      const explained = e === undefined ? '' : explainError(e);
      said.push({ title, typed, before, now, explained });
    }
  return said;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The tables of `docs/mistakes.md`. */
export async function mistakeTables(): Promise<string> {
  const said = await mistakesSaid();
  return Object.keys(rows)
    .map((title) => {
      const lines = said
        .filter((of) => of.title === title)
        .map(({ typed, before, now }) => [
          `\`${typed}\``,
          cell(now),
          before === '' ? '' : cell(before),
        ]);
      return `## ${title}\n\n${table(['what was typed', 'what the library says', 'what it said before'], lines)}`;
    })
    .join('\n\n');
}
