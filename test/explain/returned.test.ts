/** What goes back to exactly the addresses that signed: no payment in a title, and still a receiver in every check. */
import { describe, expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { buildBaseTx } from '../../src/builder/index.ts';
import { explain, review, svgOf, textOf } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { openTx } from '../../src/open/open.ts';
import { finalize, policyOf, sign } from '../../src/sign/index.ts';
import { avax, formatAvax } from '../../src/text/amount.ts';
import { unix } from '../../src/text/time.ts';
import { key, lockedUTXO, pState, utxo } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

const [me, other, third] = [key(1), key(9), key(7)];
const both = { addresses: [me.shortID, other.shortID], threshold: 2 };
const until = unix('2099-12-31T00:00:00Z');

type Outputs = Parameters<typeof buildBaseTx>[1]['outputs'];

/** A signed payment of some coins. */
function paid(
  coins: Parameters<typeof pState>[0],
  outputs: Outputs,
  signers = [me],
  change = third,
) {
  const from = [me, other].map(({ shortID }) => shortID);
  const draft = buildBaseTx(pState(coins, { from }), { outputs }, { change: change.shortID });
  return finalize(sign(draft, signers, trusting));
}

const whys = (tx: ReturnType<typeof paid>) =>
  explain(tx)
    .flows.slice(0, tx.unsignedTx.outputs.length)
    .map(({ why }) => why);

describe('what goes back to who signed', () => {
  it('is no payment in the title, and stands below it', () => {
    const told = explain(openTx(samples[0]!.text));
    expect(told.title).toBe('Send 12.5 AVAX to P-fuji1rnl0x4c644dlzct5a8fej29drft3va5ngwq6k7');
    expect(told.subtitle).toBe('987.499994821 AVAX back to a signer');
    expect(textOf(told).split('\n\n')[0]).toBe(`${told.title}\n${told.subtitle}`);
    expect(textOf(told)).toContain('Back to signer  987.499994821 AVAX\n');
    expect(svgOf(told).match(/>987\.499994821 AVAX back to a signer</g)).toHaveLength(1);
    expect(svgOf(told)).toContain('>Back to signer<');
  });

  it('is what the transaction does where nothing else is sent', () => {
    const tx = paid([utxo(1, avax('5'))], [{ to: me.shortID, amount: 'max' }]);
    const { title, subtitle } = explain(tx);
    expect(title).toMatch(/^Move 4\.9\d+ AVAX back to a signer$/);
    expect(subtitle).toBeUndefined();
  });

  it('is only what all signers of its asset get, and all of them need to spend', () => {
    const payment = { to: third.shortID, amount: avax('1') };
    const own = [utxo(1, avax('2')), utxo(2, avax('3'))];
    const mixed = [utxo(1, avax('2')), utxo(2, avax('3'), { owner: other.shortID })];
    const shared = [utxo(1, avax('5'), { owner: both })];
    const back = (owner: Outputs[number]['to']): Outputs => [
      payment,
      { to: owner, amount: avax('3.5') },
    ];
    const count = (tx: ReturnType<typeof paid>) =>
      whys(tx).filter((why) => why === 'returned').length;
    expect(count(paid(own, back(me.shortID)))).toBe(1);
    expect(count(paid(own, back(other.shortID)))).toBe(0);
    // One of two signers may be anybody: the coins of the other may go to them.
    expect(count(paid(mixed, back(me.shortID), [me, other]))).toBe(0);
    expect(count(paid(shared, back(both), [me, other]))).toBe(1);
    expect(explain(paid(shared, back(both), [me, other])).subtitle).toBe(
      '3.5 AVAX back to the signers',
    );
    expect(count(paid(shared, back({ ...both, threshold: 1 }), [me, other]))).toBe(0);
    expect(count(paid(shared, back(me.shortID), [me, other]))).toBe(0);
  });

  it('is free, or as locked as before', () => {
    const owner = { addresses: [me.shortID], threshold: 1, locktime: until };
    const tx = paid([utxo(1, avax('5'))], [{ to: owner, amount: avax('1') }]);
    expect(whys(tx)).not.toContain('returned');
    const locked = paid(
      [utxo(1, avax('5')), lockedUTXO(2, avax('7'), until)],
      [{ to: me.shortID, amount: avax('1') }],
    );
    expect(whys(locked)).toContain('returned');
  });

  it('is a receiver for policies and findings as before', () => {
    const tx = openTx(samples[0]!.text);
    const back = explain(tx).flows.find(({ why }) => why === 'returned')!;
    const { findings } = explain(tx);
    expect(findings).toEqual(review(tx));
    const receivers = review(tx).flatMap(({ deed }) => (deed?.is === 'gets' ? [deed.place] : []));
    expect(receivers).toContain(`outputs[${back.outputIndex}]`);
    const to = ['P-fuji1rnl0x4c644dlzct5a8fej29drft3va5ngwq6k7'];
    const refused = review(tx, { expect: policyOf({ network: fuji, to }) });
    expect(refused.map(({ code, path }) => `${code} ${path}`)).toContain(
      'ReceiverNotAllowed outputs[1].output',
    );
  });
});

describe('locks of what is sent', () => {
  const locked = { addresses: [third.shortID], threshold: 1, locktime: until };
  const free = { to: other.shortID, amount: avax('1') };
  const titleOf = (...outputs: Outputs) =>
    explain(paid([utxo(1, avax('5'))], outputs, [me], me)).title;

  it('are in the sentence', () => {
    expect(titleOf({ to: locked, amount: avax('1') })).toMatch(/, usable from 31 Dec 2099$/);
    expect(titleOf(free)).not.toContain('usable');
    expect(titleOf(free, { to: locked, amount: avax('1') })).toMatch(
      /, some of it usable only from 31 Dec 2099$/,
    );
    const later = { ...locked, locktime: until + 3_600n };
    expect(titleOf({ to: locked, amount: avax('1') }, { to: later, amount: avax('1') })).toMatch(
      /, all of it usable only from 31 Dec 2099 01:00 UTC$/,
    );
  });

  it('that are over are not', () => {
    const tx = paid([utxo(1, avax('5'))], [{ to: locked, amount: avax('1') }]);
    expect(explain(tx, { time: until }).title).not.toContain('usable');
    expect(explain(tx, { time: until - 1n }).title).toContain('usable');
  });
});

describe('list and picture', () => {
  it('have one order', () => {
    const amounts = ['0.25', '2', '1'];
    const tx = paid(
      [utxo(1, avax('5'))],
      amounts.map((amount, i) => ({ to: key(20 + i).shortID, amount: avax(amount) })),
      [me],
      me,
    );
    const told = explain(tx);
    const order = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, of]) => of!);
    const listed = order(
      textOf(told).split('\n\n').slice(1).join('\n'),
      /^(?:Send|Fee|Back to signer) +([\d.]+) AVAX/gm,
    );
    const drawn = order(svgOf(told, { head: false }), />([\d.]+) AVAX</g).filter(
      (of) => of !== '5',
    );
    expect(drawn).toEqual(listed);
    expect(drawn).toHaveLength(5);
    expect(drawn).toContain(formatAvax(avax('0.25')));
  });
});

describe('below the headline', () => {
  it('dangers and warnings are counted', () => {
    const locked = { addresses: [third.shortID], threshold: 1, locktime: until };
    const tx = paid([utxo(1, avax('5'))], [{ to: locked, amount: avax('1') }]);
    const [head = ''] = textOf(explain(tx, { time: 1_800_000_000n })).split('\n\n');
    expect(head.split('\n').at(-1)).toBe('1 danger');
    expect(textOf(explain(openTx(samples[0]!.text))).split('\n\n')[0]).not.toContain('danger');
  });
});
