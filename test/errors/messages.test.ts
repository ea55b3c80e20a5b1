/** What people read: the situations that new users met, and every code. */
import { describe, expect, it } from 'vitest';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildImportTx,
  buildOperationTx,
} from '../../src/builder/index.ts';
import { type ErrorCode, errorCodes } from '../../src/errors/codes.ts';
import type { ContextOf } from '../../src/errors/contexts.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/index.ts';
import { avax, effectsOf, formatID, open } from '../../src/index.ts';
import { mainnet } from '../../src/network/known.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';
import { rows } from '../support/vectors.ts';

const [pTx] = rows('p-public');

const me = key(1);
const to = key(2).shortID;
const told = (f: () => unknown, options?: Parameters<typeof explainError>[1]) =>
  explainError(thrown(f), options);

describe('what new users met', () => {
  it('funds that do not suffice, with those that can only be staked', () => {
    const until = 1_834_531_200n;
    const utxos = [utxo(1, avax('5')), lockedUTXO(2, avax('3000'), until)];
    const pay = () => buildBaseTx(pState(utxos), { outputs: [{ to, amount: avax('10') }] });
    expect(told(pay)).toBe(
      'Needs 10.000004099 AVAX, 5 AVAX can be spent. Another 3,000 AVAX can only be staked until 19 Feb 2028. Enough is unlocked on 19 Feb 2028: wait until then.',
    );
  });

  it('funds of others, excluded ones, dust, and locks that end one after another', () => {
    const owner = (locktime: bigint) => ({ addresses: [me.shortID], threshold: 1, locktime });
    const utxos = [
      utxo(1, 7n),
      utxo(2, avax('1'), { owner: owner(1_834_531_200n) }),
      utxo(3, avax('2'), { owner: owner(1_897_603_200n) }),
      utxo(4, avax('4'), { owner: to }),
      utxo(5, avax('8')),
    ];
    const pay = () =>
      buildBaseTx(
        pState(utxos),
        { outputs: [{ to, amount: avax('10') }] },
        { exclude: [utxos[4]!] },
      );
    expect(told(pay)).toBe(
      'Needs 10.000004099 AVAX, nothing can be spent. Another 3 AVAX is locked: 1 AVAX until 19 Feb 2028, 2 AVAX until 18 Feb 2030. Another 4 AVAX needs other signers. Another 8 AVAX is excluded. Another 0.000000007 AVAX costs more to spend than it is worth.',
    );
  });

  it('another asset, in units until its decimals are known', () => {
    const assetID = asset(7);
    const id = formatID(assetID);
    const pay = () =>
      buildBaseTx(xState([utxo(1, avax('1')), utxo(2, 5_000n, { assetID })]), {
        outputs: [{ to, amount: 9_000n, assetID }],
      });
    expect(told(pay)).toBe(`Needs 9,000 units of ${id}, 5,000 units of ${id} can be spent.`);
    expect(told(pay, { assets: { [id]: { symbol: 'TOK', denomination: 2 } } })).toBe(
      'Needs 90 TOK, 50 TOK can be spent.',
    );
  });

  it('nothing that waits to be imported', () => {
    expect(told(() => buildImportTx(pState([], { imports: { X: [] } }), { from: 'X' }))).toBe(
      'There is nothing to import from the X-chain.',
    );
    const foreign = pState([], { imports: { X: [utxo(1, avax('1'), { owner: to })] } });
    expect(told(() => buildImportTx(foreign, { from: 'X' }))).toContain(
      'Another 1 AVAX needs other signers.',
    );
  });

  it('an end of staking that is out of range, as dates', () => {
    const delegate = (end: bigint) => () =>
      buildAddPermissionlessDelegatorTx(pState([utxo(1, avax('3000'))]), {
        nodeID: 'NodeID-111111111111111111116DBWJs',
        end,
        amount: avax('1'),
        rewardsOwner: me.shortID,
      });
    // As somebody wrote who took the time of 2027 for one of 1970.
    expect(told(delegate(now / 1000n))).toBe(
      'end: Must be from 16 Jan 2027 08:00 UTC to 15 Jan 2028 08:00 UTC (1 day to 365 days after the start), it is 21 Jan 1970 20:00 UTC.',
    );
  });

  it('an account of the C-chain where an address of P is needed', () => {
    const pay = () =>
      buildBaseTx(pState([utxo(1, avax('5'))]), {
        outputs: [{ to: evmAddressOf(me), amount: 1n }],
      });
    expect(told(pay)).toBe(
      "outputs[0].to: This is an account of the C-chain's EVM (0x…). An address here starts with its chain, such as P-avax1…",
    );
    const bare = me.address('P', mainnet).slice(2);
    expect(told(() => buildBaseTx(pState([]), { outputs: [{ to: bare, amount: 1n }] }))).toBe(
      'outputs[0].to: The address lacks its chain in front, such as P-avax1…',
    );
  });

  it('addresses of another network or chain', () => {
    const pay = (address: string) => () =>
      buildBaseTx(pState([]), { outputs: [{ to: address, amount: 1n }] });
    expect(told(pay(me.address('P', mainnet)))).toBe(
      'outputs[0].to: Belongs to the network mainnet, not to the network fuji.',
    );
    expect(told(pay(me.address('X', { hrp: 'fuji' })))).toBe(
      'outputs[0].to: Belongs to the X-chain, the P-chain is needed.',
    );
  });

  it('what a node does not find', () => {
    const reply = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}';
    const e = thrown(() => open(reply));
    expect(e).toMatchObject({ code: 'NodeError', context: { code: -32000, message: 'not found' } });
    expect(explainError(e)).toBe('The node answered with an error: Not found.');
  });

  it('a fee above the ceiling', () => {
    const pay = () =>
      buildBaseTx(
        pState([utxo(1, avax('5'))], { feeState: { price: 100_000n } }),
        { outputs: [{ to, amount: 1n }] },
        { maxFee: avax('0.1') },
      );
    expect(told(pay)).toMatch(/^The fee is 0\.\d+ AVAX, more than the limit of 0\.1 AVAX\.$/);
  });

  it('signatures that are missing', () => {
    const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
    const draft = buildBaseTx(
      pState([utxo(1, avax('5'), { owner })], { from: trio.map((k) => k.shortID) }),
      { outputs: [{ to, amount: 1n }] },
    );
    const one = sign(draft, trio[0], trusting);
    expect(told(() => finalize(one))).toMatch(
      /^(The signature of P-fuji1\w+ is missing\.|1 more signature of P-fuji1.* needed\.)$/,
    );
  });

  it('a key as text, a state without a price, something opened in place of a transaction', () => {
    const state = pState([utxo(1, avax('5'))]);
    const draft = buildBaseTx(state, { outputs: [{ to, amount: 1n }] });
    const cases: readonly (() => unknown)[] = [
      () => sign(draft, 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN' as never),
      () =>
        buildBaseTx({ ...state, feeState: undefined } as never, { outputs: [{ to, amount: 1n }] }),
      () => effectsOf(open(pTx!.hex) as never),
    ];
    for (const run of cases) {
      const e = thrown(run);
      expect(e.code).toBe('BadArgument');
      expect(explainError(e)).toMatch(/^The application called the library with a wrong argument/);
      expect(explainError(e)).not.toContain('ewoq');
    }
  });

  it('an input that is something else', () => {
    expect(told(() => open(pTx!.id))).toBe(
      'This is an ID, which does not contain what it identifies: ask a node for the transaction or block.',
    );
    expect(told(() => open(evmAddressOf(me)))).toBe(
      'These 20 bytes are an address or account, not a transaction.',
    );
  });

  it('no output to mint from', () => {
    const mint = () =>
      buildOperationTx(xState([utxo(1, avax('1'))]), {
        operations: [{ type: 'mint', assetID: asset(7), amount: 1n, to }],
      } as never);
    expect(told(mint)).toMatch(/is left to use\.$|^operations/);
  });
});

const facts: { readonly [C in ErrorCode]: ContextOf<C> } = {
  BadArgument: { expected: 'text', found: 'null' },
  NotReviewed: {},
  Truncated: { need: 4, left: 1 },
  TrailingBytes: { left: 1 },
  TooLong: { length: 300, max: 256 },
  OutOfRange: { value: 5n, min: 1n, max: 4n, unit: 'bytes' },
  BadVersion: { version: 7 },
  UnknownTypeID: { found: 99, expected: 'Output' },
  BadChecksum: {},
  BadText: { kind: 'address' },
  BadJSON: {},
  BadRLP: {},
  Mismatch: {},
  NotProven: {
    owners: [{ threshold: 1, addresses: ['P-fuji1a', 'P-fuji1b'] }],
    give: ['options.own'],
  },
  Disproved: { by: ['2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe'] },
  Ambiguous: { candidates: [] },
  Lossy: {},
  WrongNetwork: { have: 'fuji', need: 'mainnet' },
  WrongChain: { have: 'X', need: 'P' },
  Unsupported: {},
  NotSorted: {},
  Duplicate: {},
  Insufficient: { assetID: formatID(mainnet.avaxAssetID), needed: 5n, spendable: 0n },
  MissingSigner: { have: 1n, need: 2n },
  BadSignature: {},
  Unbalanced: { assetID: formatID(mainnet.avaxAssetID), goesIn: 1n, comesOut: 2n },
  FeeTooHigh: { fee: 2n, maxFee: 1n },
  FeeTooLow: { fee: 1n, minFee: 2n },
  WrongUpgrade: { upgrade: 'etna', at: 1_734_368_400n, time: 1_700_000_000n },
  Expired: { until: 1_734_368_400n, time: now },
  Locked: { until: now + 1n, time: now },
  MissingState: { what: 'utxo', id: 'abc', outputIndex: 1 },
  NotFound: { what: 'subnet abc' },
  NotAllowed: {},
  Transport: { reason: 'timeout' },
  LimitExceeded: { limit: 'limits.maxPages', max: 1000 },
  HTTPStatus: { status: 503, body: '', message: 'busy' },
  NodeError: { code: -32000, message: 'not found', data: null },
  NotAccepted: { txID: 'abc', status: 'Dropped', reason: { text: 'conflicts with other' } },
  Pending: { txs: [{ txID: 'abc', chain: 'P', status: 'unknown' }], id: 'withdrawal-1' },
  Inconsistent: {},
  MissingPart: { missing: [2, 3], count: 4 },
  Refused: { findings: [{ code: 'FeeTooHigh', path: 'fee', detail: '5 nAVAX, at most 1' }] },
  Declined: {},
  SignerFailed: {},
  InUse: { by: 'process 7 on host pay-1' },
  StoreFailed: { operation: 'write', reason: 'EACCES' },
};
const make = <C extends ErrorCode>(code: C): AvalancheError =>
  new AvalancheError(code as ErrorCode, 'the detail', facts[code]).at('outputs', 0);

describe('explainError', () => {
  it.each(Object.keys(errorCodes) as ErrorCode[])('tells %s in a sentence', (code) => {
    const text = explainError(make(code));
    expect(text).toMatch(/^[\w[\].]+: [A-Z].*[.…]$|^[A-Z].*[.…]$/s);
    expect(text).not.toMatch(/undefined|NaN|\[object|nAVAX(?!, at most)/);
  });

  it('names AVAX of a network of its own', () => {
    const assetID = asset(9);
    const e = new AvalancheError('Unbalanced', 'x', {
      assetID: formatID(assetID),
      goesIn: 1n,
      comesOut: avax('2'),
    });
    expect(explainError(e)).toContain('2,000,000,000 units of');
    expect(explainError(e, { network: { avaxAssetID: assetID } })).toBe(
      'The outputs have 2 AVAX, the inputs only 0.000000001 AVAX.',
    );
  });

  it('has the words of other errors, and of what is no error', () => {
    expect(explainError(new Error('disk full'))).toBe('disk full');
    expect(explainError('plain')).toBe('plain');
  });
});
