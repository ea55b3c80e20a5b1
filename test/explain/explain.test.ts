import { describe, expect, it } from 'vitest';
import { type ExampleName, exampleNames } from '../../examples/intents/index.ts';
import { buildBaseTx } from '../../src/builder/index.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { explain, textOf } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { avax, formatAvax } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { addressesIn, example } from '../support/examples.ts';
import { asset, key, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const [me, other] = [key(1), key(9)];
const twoOfThree = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const utxos = [utxo(1, avax('5'))];
const state = pState(utxos);
const draft = buildBaseTx(state, { outputs: [{ to: other.shortID, amount: avax('1.5') }] });
const tx = finalize(sign(draft, me));
const address = (k: typeof me) => k.address('P', fuji);

describe('explain', () => {
  it('says what a draft does in the order of a device’s screens, and then all else', () => {
    expect(textOf(explain(draft, { time: draft.time }))).toBe(
      `Send 1.5 AVAX to ${address(other)}

Transaction  P-chain BaseTx
Network      fuji
Seen at      15 Jan 2027 08:00 UTC
Send         1.5 AVAX
  To         ${address(other)}
Fee          ${formatAvax(draft.fee.total)} AVAX

Paid by      5 AVAX · ${address(me)} · claimed
Change       ${formatAvax(avax('3.5') - draft.fee.total)} AVAX
  To         ${address(me)}

Signatures   inputs[0] (claimed): still to be signed by ${address(me)}`,
    );
  });

  it('shows a stake between the node and its rewards', () => {
    const staking = example('P.AddPermissionlessValidatorTx').draft;
    const told = explain(staking, { time: staking.time });
    const { title } = told;
    const text = textOf(told);
    expect(title).toBe(
      'Stake 2,000 AVAX on NodeID-6Jswqk47s9PUcyCc88MMVwzgvHQxfLnA until 1 Mar 2027 00:00 UTC (44 days 16 hours)',
    );
    const labels = text.split('\n').map((line) => line.split(/ {2,}/)[0]);
    const order = [
      'Validator',
      'End',
      'Subnet',
      'Stake',
      'Rewards to',
      'Delegation fee',
      'Fee',
      'Paid by',
    ];
    expect(order.map((label) => labels.indexOf(label))).toEqual(
      order.map((label) => labels.indexOf(label)).sort((a, b) => a - b),
    );
    expect(order.every((label) => labels.includes(label))).toBe(true);
  });

  it.each<[ExampleName, RegExp]>([
    ['C.ExportTx', /^Export 1\.25 AVAX from the C-chain to the P-chain for P-fuji1/],
    ['C.ImportTx', /^Import 1\.5 AVAX from the P-chain to the C-chain$/],
    ['P.AddAutoRenewedValidatorTx', /^Stake 2,000 AVAX on NodeID-\w+ in periods of 14 days$/],
    ['P.AddPermissionlessDelegatorTx', /^Delegate 25 AVAX to NodeID-\w+ until 1 Mar 2027 /],
    ['P.AddSubnetValidatorTx', /^Let NodeID-\w+ validate subnet 4yo5\w+ until 1 Mar 2027 /],
    ['P.BaseTx', /^Send 11\.5 AVAX to 2 receivers$/],
    ['P.ConvertSubnetToL1Tx', /^Turn subnet 4yo5\w+ into an L1 with 2 validators$/],
    ['P.CreateChainTx', /^Create the blockchain "my chain" in subnet 4yo5\w+$/],
    ['P.CreateSubnetTx', /^Create a subnet owned by 2 of 3 owners$/],
    ['P.DisableL1ValidatorTx', /^Disable L1 validation 5RSR\w+$/],
    ['P.IncreaseL1ValidatorBalanceTx', /^Add 0\.5 AVAX to the balance of L1 validation 5RSR\w+$/],
    ['P.RegisterL1ValidatorTx', /^Register NodeID-\w+ as an L1 validator with 1 AVAX$/],
    ['P.RemoveSubnetValidatorTx', /^Remove NodeID-\w+ from subnet 4yo5\w+$/],
    ['P.SetL1ValidatorWeightTx', /^Set the weight of L1 validation 5RSR\w+ to 20$/],
    ['X.CreateAssetTx', /^Create the asset "Test Token" \("TEST"\)$/],
    [
      'X.OperationTx',
      /^Burn an ownership, mint 500 units of 46WP\w+ for .*, mint 2 NFTs of group 1/,
    ],
  ])('names %s in one sentence', (name, sentence) => {
    expect(explain(example(name).draft).title).toMatch(sentence);
  });

  it.each(exampleNames)('warns of nothing a user should fear in %s', (name) => {
    const { draft: built } = example(name);
    const own = addressesIn(built);
    const { warnings } = explain(built, { own });
    // The state does not prove who may disable the validator, and the draft says so.
    const harmless = ['AssetNameNotUnique', 'AuthorityChange', 'MakerSays'];
    // What is destroyed is always told.
    if (name === 'X.OperationTx') harmless.push('ItemBurned');
    expect(warnings.filter(({ code }) => !harmless.includes(code))).toEqual([]);
  });

  it('recognises change by the UTXOs, and asserts nothing without', () => {
    const whys = (told: ReturnType<typeof explain>) => told.flows.map(({ why }) => why);
    expect(whys(explain(tx, { utxos }))).toEqual(['output', 'change', 'fee']);
    expect(whys(explain(tx))).toEqual(['output', 'returned', 'fee']);
    expect(explain(tx).payments).toEqual([
      { asset: 0, amount: avax('5'), count: 1, trust: 'signed', signedBy: [address(me)] },
    ]);
    expect(textOf(explain(tx))).toContain(`5 AVAX · ${address(me)} · signed`);
    const { unsignedTx: value } = tx;
    const unsigned = { kind: 'unsignedTx', chain: 'P', value } as never;
    expect(textOf(explain(unsigned))).toContain('5 AVAX · an unknown owner\n');
  });

  it('says the same of a transaction, of what was opened, and of its unsigned part', () => {
    expect(explain(open(tx.bytes))).toEqual(explain(tx));
    const unsigned = open(tx.bytes.slice(0, -77), { chain: 'P', kind: 'unsignedTx' });
    expect(explain(unsigned).digest).toEqual(explain(tx).digest);
    expect(explain(unsigned).title).toBe(
      `Send ${formatAvax(avax('5') - draft.fee.total)} AVAX to 2 receivers`,
    );
    expect(explain(unsigned).credentials[0]!.signatures[0]!.status).toBe('missing');
    const genesis = { kind: 'utxo', chain: 'P' } as never;
    expect(thrown(() => explain(genesis))).toMatchObject({ code: 'Unsupported' });
  });

  it('knows whose each signature is', () => {
    const status = (of: AnyTx, known = utxos) =>
      explain(of, { utxos: known }).credentials.map(({ signatures }) => signatures);
    expect(status(tx)).toEqual([[{ status: 'valid', addresses: [address(me)] }]]);
    expect(status(tx, [])).toEqual([[{ status: 'present', addresses: [address(me)] }]]);
    const foreign = [utxo(1, avax('5'), { owner: other.shortID })];
    expect(status(tx, foreign)).toEqual([[{ status: 'wrong', addresses: [address(me)] }]]);
    const last = (bytes: Uint8Array, edit: (signature: Uint8Array) => void) => {
      const copy = bytes.slice();
      edit(copy.subarray(-65));
      return decodeTx(copy, 'P');
    };
    const broken = last(tx.bytes, (signature) => signature.fill(255));
    expect(status(broken)).toEqual([[{ status: 'unreadable', addresses: [] }]]);
    const open = last(tx.bytes, (signature) => signature.fill(0));
    expect(status(open)).toEqual([[{ status: 'missing', addresses: [address(me)] }]]);
  });

  it('says who of a multisig signed and who may still', () => {
    const [first] = trio;
    const shared = buildBaseTx(
      pState([utxo(1, avax('5'), { owner: twoOfThree })], { from: trio.map((k) => k.shortID) }),
      { outputs: [{ to: other.shortID, amount: avax('1') }] },
    );
    const [open] = explain(shared).credentials;
    const [one, two] = trio.map((of) => ({ status: 'missing', addresses: [address(of)] }));
    expect(open!.signatures).toEqual([one, two]);
    for (const of of trio.slice(0, 2))
      expect(textOf(explain(shared))).toContain(
        `inputs[0] (claimed): still to be signed by ${address(of)}`,
      );
    const [credential] = explain(sign(shared, first, trusting)).credentials;
    expect(credential!.owner).toEqual({
      addresses: trio.map(address),
      threshold: 2,
      locktime: 0n,
    });
    expect(credential!.signatures.map(({ status }) => status).sort()).toEqual(['missing', 'valid']);
  });

  it('names the authority beside those who pay, if it was given', () => {
    const { draft: disable } = example('P.DisableL1ValidatorTx');
    const { authority, later } = explain(disable);
    expect(authority).toMatchObject({ kind: 'l1Validator', owner: { threshold: 2 } });
    expect(later).toEqual([{ why: 'refund', of: authority!.of }]);
    const signed = { ...disable, kind: 'unsignedTx', value: disable.unsignedTx } as never;
    expect(explain(signed).authority).toEqual({
      kind: 'l1Validator',
      of: authority!.of,
      trust: 'unknown',
    });
    const authorities = { [authority!.of]: twoOfThree };
    // The caller vouches for whom they name.
    expect(explain(signed, { authorities }).authority).toEqual({ ...authority, trust: 'proven' });
  });

  it('tells times from the time that it is given, and no clock', () => {
    const { draft: staking } = example('P.AddPermissionlessDelegatorTx');
    const end = (time?: bigint) =>
      explain(staking, time === undefined ? {} : { time }).fields.find(({ key: k }) => k === 'end')!
        .text;
    // The time of a draft is its maker's word.
    expect(end()).toBe('1 Mar 2027 00:00 UTC');
    expect(end(staking.time)).toBe('1 Mar 2027 00:00 UTC (in 44 days 16 hours)');
    expect(end(1_803_859_200n)).toBe('1 Mar 2027 00:00 UTC (now)');
    expect(end(1_803_859_200n + days(2))).toBe('1 Mar 2027 00:00 UTC (2 days ago)');
  });

  it('writes amounts of an asset in the units that it is given', () => {
    const gold = asset(7);
    const swap = buildBaseTx(
      xState([utxo(1, avax('1')), utxo(2, 12_345_678n, { assetID: gold })] as never),
      { outputs: [{ to: other.shortID, amount: 12_345_678n, assetID: gold }] },
    );
    const to = other.address('X', fuji);
    const id = formatID(gold);
    expect(explain(swap).title).toBe(`Send 12,345,678 units of ${id} to ${to}`);
    const named = (symbol: string) =>
      explain(swap, { assets: { [id]: { symbol, denomination: 2 } } }).title;
    expect(named('GOLD')).toBe(`Send 123,456.78 GOLD (${id}) to ${to}`);
    // What calls itself AVAX is not taken for it.
    expect(named('AVAX')).toBe(`Send 123,456.78 "AVAX" (${id}) to ${to}`);
  });

  it('gives plain data, the same each time', () => {
    const data = explain(draft);
    expect(structuredClone(data)).toEqual(data);
    expect(explain(draft)).toEqual(data);
  });
});
