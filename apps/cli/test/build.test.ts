import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { intents } from '../../../src/builder/intents/table.ts';
import { parseDraft } from '../../../src/draft/file.ts';
import { fuji } from '../../../src/network/known.ts';
import { evmAddressOf, finalize, issueTxRequest, sign } from '../../../src/sign/index.ts';
import { formatState } from '../../../src/state/statefile.ts';
import { avax } from '../../../src/text/amount.ts';
import { parseHex } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import { decodeUTF8 } from '../../../src/text/utf8.ts';
import { output, run } from '../../../test/support/cli.ts';
import { asset, key, pState, utxo } from '../../../test/support/state.ts';
import { thrown } from '../../../test/support/thrown.ts';
import { trusting } from '../../../test/support/trusting.ts';
import { buildCommand } from '../src/build.ts';
import { verifyCommand } from '../src/verify.ts';

const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const examples = readdirSync(folder).filter((name) => name.endsWith('.json'));
const states = {
  P: `${folder}states/P.json`,
  X: `${folder}states/X.json`,
  C: `${folder}states/C.json`,
};
const stateOf = (name: string) => states[name[0] as keyof typeof states];
describe('every example intent', () => {
  it('is there for every type, on every chain that builds it', () => {
    const types = new Set(examples.map((name) => name.split('.')[1]));
    expect(types).toEqual(new Set(Object.keys(intents)));
    expect(examples.filter((name) => /\.(Im|Ex)portTx\./.test(name))).toHaveLength(6);
  });

  it.each(examples)('%s is built, signed and taken', async (name) => {
    const draft = parseDraft(await output(['build', `${folder}${name}`, '--state', stateOf(name)]));
    expect(`${draft.chain}.${draft.unsignedTx.type.split('.')[1]}.json`).toBe(name);
    const request = issueTxRequest(finalize(sign(draft, [key(1), key(2)], trusting)));
    const known = readFileSync(stateOf(name), 'utf8');
    const { text, error } = verifyCommand(
      JSON.stringify(request),
      {},
      {
        time: undefined,
        known,
        complete: false,
      },
    );
    expect(error).toBeUndefined();
    expect(text).toMatch(/^signatures +ok +signed by/m);
    expect(text).toMatch(/^funds +ok/m);
    expect(text).toMatch(/^fee +ok/m);
  });
});

describe('avalanche-tx build', () => {
  const to = key(2).address('P', fuji);
  const build = (intent: object | string, chain: keyof typeof states = 'P') => {
    const warnings: string[] = [];
    const text = typeof intent === 'string' ? intent : JSON.stringify(intent);
    const state = readFileSync(states[chain], 'utf8');
    const draft = parseDraft(buildCommand(text, state, (warning) => warnings.push(warning)));
    return { draft, warnings };
  };
  const refused = (intent: object | string) => thrown(() => build(intent)).message;
  const built = (intent: object, chain: keyof typeof states = 'P') =>
    build(intent, chain).draft.unsignedTx as unknown as {
      readonly outputs: readonly { readonly output: { readonly amount: bigint } }[];
      readonly memo: Uint8Array;
      readonly validator: { readonly end: bigint };
    };
  const amounts = (tx: ReturnType<typeof built>) => tx.outputs.map(({ output: of }) => of.amount);

  it('reads text as AVAX, an integer as units of the asset that is named, and nothing else', () => {
    const pay = (output: object) => ({ type: 'BaseTx', outputs: [{ to, ...output }] });
    expect(amounts(built(pay({ amount: '1.5' })))).toContain(1_500_000_000n);
    expect(amounts(built(pay({ amount: '0.000000001' })))).toContain(1n);
    const assetID = formatID(fuji.avaxAssetID);
    expect(amounts(built(pay({ amount: 5, assetID })))).toContain(5n);
    for (const wrong of [
      { amount: 5 },
      { amount: 1.5 },
      { amount: '1.5', assetID },
      { amount: { nAVAX: '5' } },
    ])
      expect(refused(pay(wrong))).toContain('BadJSON at outputs[0].amount');
    expect(refused(pay({ amount: '1.0000000001' }))).toContain('OutOfRange at outputs[0].amount');
    expect(refused(pay({ amount: '1e3' }))).toContain('BadText at outputs[0].amount');
  });

  it('reads times as Unix seconds or with a zone, and bytes as text or hex', () => {
    const delegate = (end: number | string) => ({
      type: 'AddPermissionlessDelegatorTx',
      nodeID: 'NodeID-6HgC8KRBEhXYbF4riJyJFLSHt37UNuRt',
      amount: '25',
      end,
      rewardsOwner: to,
    });
    for (const end of [1_803_859_200, '2027-03-01T00:00:00Z', '2027-03-01T01:00+01:00'])
      expect(built(delegate(end)).validator.end).toBe(1_803_859_200n);
    expect(refused(delegate('2027-03-01'))).toContain('BadText at end');
    const x = key(2).address('X', fuji);
    const memo = (memo: unknown) => ({ type: 'BaseTx', outputs: [{ to: x, amount: '1' }], memo });
    expect(decodeUTF8(built(memo('0x01'), 'X').memo)).toBe('0x01');
    expect(built(memo({ hex: '0x01' }), 'X').memo).toEqual(parseHex('0x01'));
  });

  it.each<[object | string, string]>([
    ['', 'BadJSON'],
    [[], 'BadJSON: expected an intent, got a list'],
    [{}, 'BadJSON at type'],
    [
      { type: 'AddValidatorTx' },
      'Unsupported at type: AddValidatorTx cannot be built: refused since',
    ],
    [{ type: 'constructor' }, 'Unsupported at type'],
    [{ type: 'BaseTx' }, 'BadJSON at outputs: is missing'],
    [{ type: 'BaseTx', outputs: [], max: 1 }, 'BadJSON at max: is not a known key'],
    [{ type: 'BaseTx', outputs: { to, amount: '1' } }, 'BadJSON at outputs: expected a list'],
    [{ type: 'BaseTx', outputs: [{ to: 5, amount: '1' }] }, 'BadJSON at outputs[0].to'],
    [
      { type: 'BaseTx', outputs: [{ to: evmAddressOf(key(2)), amount: '1' }] },
      'BadText at outputs[0].to',
    ],
    [{ type: 'ImportTx', from: 'Q' }, 'BadJSON at from: expected P | X | C'],
    [
      { type: 'BaseTx', outputs: [{ to, amount: '1' }], options: { maxFee: '0.000001' } },
      'FeeTooHigh',
    ],
    [
      { type: 'BaseTx', outputs: [{ to, amount: '1' }], options: { maxfee: '1' } },
      'options.maxfee',
    ],
    [{ type: 'OperationTx', operations: [] }, 'WrongChain'],
  ])('refuses %j', (intent, message) => expect(refused(intent)).toContain(message));

  it('refuses a state that is none, and two things from standard input', async () => {
    const intent = `${folder}P.BaseTx.json`;
    expect((await run(['build', intent, '--state', intent])).stderr).toContain(
      'Unsupported at state: this is an intent: a state is needed here, which the state command reads from a node',
    );
    expect(await run(['build', intent])).toMatchObject({ status: 2, stdout: '' });
    expect(await run(['build', '-', '--state', '-'], '{}')).toMatchObject({
      status: 2,
      stdout: '',
    });
  });

  it('says how the state gets an owner who must sign', async () => {
    const subnetID = formatID(asset(9));
    const intent = { type: 'CreateChainTx', subnetID, name: 'x', vm: subnetID, genesis: '' };
    const { stderr } = await run([
      ...['build', JSON.stringify(intent), '--state', formatState(pState([utxo(1, avax('5'))]))],
    ]);
    expect(stderr).toContain(`is not known: get the state with \`state --authority ${subnetID}\``);
    expect(stderr).not.toContain('`missing`');
  });

  it('says on the side what it warns of, and why it refuses', async () => {
    const { draft, warnings } = build({ type: 'BaseTx', outputs: [{ to, amount: '4999.999955' }] });
    expect(warnings).toEqual([expect.stringMatching(/^DustBurned: \d+ nAVAX/)]);
    expect(draft.warnings).toHaveLength(1);
    expect(await run(['build', '-', '--state', states.P], '{"type":"BaseTx"}')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: BadJSON at outputs: is missing\nSee avalanche-tx help BadJSON\n',
    });
  });
});

describe('a state', () => {
  const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
  const intent = `${folder}P.BaseTx.json`;
  const state = JSON.parse(readFileSync(`${folder}states/P.json`, 'utf8')) as {
    time: string;
    feeState: object;
  };

  it('whose price does not follow from its excess is refused by build and fee alike', async () => {
    const feeState = { ...state.feeState, price: '9000000', excess: '5179' };
    const changed = JSON.stringify({ ...state, feeState });
    const draft = await output(['build', intent, '--state', `${folder}states/P.json`]);
    for (const [args, input] of [
      [['build', intent, '--state', '-'], changed],
      [['fee', draft.trim(), '--state', '-'], changed],
    ] as const) {
      const { status, stderr } = await run(args, input);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/Mismatch at state.feeState.price/),
      ]);
    }
  });

  it('that is old is warned of', async () => {
    const { status, stderr } = await run(
      ['build', intent, '--state', '-'],
      JSON.stringify({ ...state, time: '1790000000' }),
    );
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/state is \d+ days old.*get it again/),
    ]);
  });
});
