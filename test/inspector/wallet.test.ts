/** UTXOs as a wallet, a block with its sums, and what stands above all views. */
import { describe, expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { found } from '../../apps/inspector/model/block.ts';
import { forgetFacts, known, own } from '../../apps/inspector/model/facts.ts';
import {
  holdingOf,
  matches,
  networkOfUTXOs,
  type OpenedUTXO,
  openedUTXO,
  totalsOf,
} from '../../apps/inspector/model/holdings.ts';
import { clear, edit, show, subject, undo } from '../../apps/inspector/model/session.ts';
import type { DecodedSubject } from '../../apps/inspector/model/subject.ts';
import { amountsOf, statusOf, told } from '../../apps/inspector/model/told.ts';
import type { Explanation } from '../../src/explain/index.ts';
import { open, openTx } from '../../src/open/open.ts';
import { readAddress } from '../../src/text/address.ts';
import { formatID } from '../../src/text/id.ts';
import { utxo } from '../support/state.ts';

const text = (name: string): string => samples.find((of) => of.name === name)!.text;

function utxos(): readonly OpenedUTXO[] {
  show('test', text('The UTXOs of a wallet'));
  const now = subject.value;
  if (now?.kind !== 'list') throw new Error('it is no list');
  return now.values as readonly OpenedUTXO[];
}

describe('a list of UTXOs', () => {
  const values = utxos();
  const network = networkOfUTXOs(values.map(({ value }) => value))!;
  const at = (time: bigint) => values.map((of) => holdingOf(of, { chain: 'P', network, time }));
  const before = at(1_800_000_000n);

  it('is of the network whose AVAX is in it, with addresses as that network writes them', () => {
    expect(network.name).toBe('fuji');
    for (const { addresses } of before)
      for (const address of addresses) expect(address).toMatch(/^P-fuji1/);
  });

  it('has totals by asset and by owner, and says what is locked and until when', () => {
    const [all, ...others] = totalsOf(before, false);
    expect(others).toEqual([]);
    expect(all).toMatchObject({
      text: '4,352.75 AVAX',
      locked: '3,000 AVAX locked',
      count: 4,
      assetID: formatID(network.avaxAssetID),
    });
    const owners = totalsOf(before, true);
    expect(owners.map((of) => of.text)).toEqual(['3,000 AVAX', '1,275.5 AVAX', '77.25 AVAX']);
    expect(owners[2]!.owner).toMatch(/^2 of P-fuji1\w+, P-fuji1\w+$/);
    expect(before.flatMap(({ lock }) => lock || [])).toEqual([
      'only to stake until 19 Feb 2028, 00:00 UTC',
    ]);
    expect(totalsOf(at(1_900_000_000n), false)[0]!.locked).toBe('');
  });

  it('is filtered by address, amount, lock and ID', () => {
    const count = (words: string): number => before.filter((of) => matches(of, words)).length;
    const [{ addresses }] = before.filter(({ text: amount }) => amount === '25 AVAX') as [
      (typeof before)[0],
    ];
    expect(count(addresses[0]!)).toBe(3);
    expect(count('1250.5')).toBe(1);
    expect(count('1,250.5')).toBe(1);
    expect(count('stake 3,000')).toBe(1);
    expect(count(values[0]!.id!)).toBe(1);
    expect(count('nothing')).toBe(0);
  });

  it('of a state has the IDs of the same UTXOs', () => {
    for (const { id, value } of values) expect(openedUTXO(value, 'P').id).toBe(id);
  });
});

describe('a block', () => {
  const { txs } = open(text('A block'));

  it('finds transactions by type, ID and receiver', () => {
    const { txID, unsignedTx } = txs[0]!;
    expect(found(txs, '', '')).toEqual([0]);
    expect(found(txs, unsignedTx.type, txID.slice(0, 8))).toEqual([0]);
    expect(found(txs, 'platformvm.ImportTx', '')).toEqual([]);
    expect(found(txs, '', 'P-fuji150rtrmj2f8vl9tem8qpfw36ylw5jg9j22nrlvm')).toEqual([0]);
    expect(found(txs, '', 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t')).toEqual([]);
  });
});

describe('above all views', () => {
  const of = (name: string) => {
    show('test', text(name));
    return { now: subject.value as DecodedSubject, found: told.value as Explanation };
  };

  it('stand the amounts, the fee last, and how the transaction stands', () => {
    const { now, found: payment } = of('A payment on the P-chain');
    expect(amountsOf(payment)).toEqual([
      { label: 'Sends', text: '12.5 AVAX', asset: undefined },
      { label: 'Fee', text: '0.000005179 AVAX', asset: undefined },
    ]);
    expect(statusOf(now, payment)).toEqual({ text: 'Signed · owners not checked', level: 'plain' });
    const { unsignedTx } = openTx(text('A payment on the P-chain'));
    const [input] = unsignedTx.type === 'platformvm.BaseTx' ? unsignedTx.inputs : [];
    const owner = readAddress(payment.payments[0]!.signedBy![0]!).bytes;
    const { output } = utxo(1, payment.payments[0]!.amount!, { owner });
    known.value = { utxos: [{ ...input!, output }], from: 'test' };
    expect(statusOf(now, told.value as Explanation)).toEqual({
      text: 'Signed, no warnings',
      level: 'good',
    });
    forgetFacts();
    const draft = of('A draft of two of three signers');
    expect(statusOf(draft.now, draft.found).text).toBe('Not signed, no warnings');
  });

  it('is not called signed after an edit, until the edit is taken back', () => {
    const { now, found: payment } = of('A payment on the P-chain');
    edit({ ...now, from: 'edited' });
    expect(statusOf(subject.value as DecodedSubject, payment)).toEqual({
      text: 'Edited after signing',
      level: 'caution',
    });
    undo();
    expect(statusOf(subject.value as DecodedSubject, payment).text).toMatch(/^Signed/);
  });

  it('follows what the reader adds', () => {
    of('A payment on the P-chain');
    const before = (told.value as Explanation).flows.map(({ isOwn }) => isOwn);
    own.value = ['P-fuji150rtrmj2f8vl9tem8qpfw36ylw5jg9j22nrlvm'];
    expect((told.value as Explanation).flows.map(({ isOwn }) => isOwn)).not.toEqual(before);
    forgetFacts();
    clear();
    expect(told.value).toBeUndefined();
  });
});
