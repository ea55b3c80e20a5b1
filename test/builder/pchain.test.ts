import { describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  build,
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
  buildConvertSubnetToL1Tx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildDisableL1ValidatorTx,
  type Intent,
  type NodePOP,
} from '../../src/builder/index.ts';
import { explainError } from '../../src/explain/error.ts';
import { fuji, local } from '../../src/network/known.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import type { PState } from '../../src/state/state.ts';
import { avax } from '../../src/text/amount.ts';
import { bytesOf } from '../../src/text/given.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { compareUTXOIDs } from '../../src/tx/order.ts';
import {
  aggregateWarpMessage,
  provePossession,
  publicKeyOf,
  signBLS,
  verifyPossession,
} from '../../src/warp/bls.ts';
import { buildCallMessage, L1Payload, signerSetOf } from '../../src/warp/index.ts';
import { encode } from '../../src/wire/codec.ts';
import { asset, frozen, key, lockedUTXO, now, pState, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const secrets = [1, 2, 3].map((n) => new Uint8Array(32).fill(n));
const node = (n: number): NodePOP => {
  const { publicKey, proofOfPossession } = provePossession(secrets[n]!);
  return {
    nodeID: formatNodeID(new Uint8Array(20).fill(n + 1)),
    nodePOP: { publicKey: formatHex(publicKey), proofOfPossession: formatHex(proofOfPossession) },
  };
};
const me = key(1).shortID;
const subnetID = formatID(asset(9));
const one = { addresses: [me], threshold: 1 };
const manager = { managerChainID: formatID(asset(3)), managerAddress: `0x${'11'.repeat(20)}` };
const wealth = avax('5000');
const state = pState([utxo(1, wealth)], { authorities: { [subnetID]: one } });
const end = now + days(20);
const nodeID = node(0).nodeID;

/** A warp message of three signers. */
const warp = (payload: L1Payload) => {
  const unsigned = buildCallMessage({
    networkID: fuji.networkID,
    sourceChainID: asset(3),
    sourceAddress: new Uint8Array(20),
    payload: encode(L1Payload, payload),
  });
  const set = signerSetOf(
    secrets.map((s) => ({ publicKey: formatHex(publicKeyOf(s)), weight: 1n })),
  );
  const signatures = secrets.map((secret) => ({
    publicKey: publicKeyOf(secret),
    signature: signBLS(unsigned, secret),
  }));
  return aggregateWarpMessage(unsigned, signatures, set);
};
const register = warp({
  type: 'message.RegisterL1Validator',
  subnetID: asset(9),
  nodeID: new Uint8Array(20).fill(5),
  blsPublicKey: bytesOf(node(0).nodePOP.publicKey),
  expiry: now + 3600n,
  remainingBalanceOwner: one as never,
  disableOwner: one as never,
  weight: 10n,
});
const weight = warp({
  type: 'message.L1ValidatorWeight',
  validationID: asset(9),
  nonce: 1n,
  weight: 20n,
});
const rewards = { rewardsOwner: me, delegationFee: '2%' };

/** docs/rules.md, "Fees of whole transactions": what the node’s own wallet pays for one plain input, one change output, single owners. */
const table: readonly (readonly [gas: bigint, Intent])[] = [
  [5179n, { type: 'BaseTx', outputs: [{ to: me, amount: 5n }] }],
  [5139n, { type: 'CreateSubnetTx', owner: me }],
  [
    10_066n,
    {
      type: 'CreateChainTx',
      subnetID,
      name: 'abcdefgh',
      vm: 'subnetevm',
      genesis: new Uint8Array(1000),
    },
  ],
  [11_060n, { type: 'AddSubnetValidatorTx', subnetID, nodeID, weight: 1n, end }],
  [9036n, { type: 'RemoveSubnetValidatorTx', subnetID, nodeID }],
  [
    13_691n,
    { type: 'AddPermissionlessValidatorTx', node: node(0), amount: avax('1'), end, ...rewards },
  ],
  [
    8299n,
    { type: 'AddPermissionlessDelegatorTx', nodeID, amount: avax('1'), end, rewardsOwner: me },
  ],
  [7056n, { type: 'TransferSubnetOwnershipTx', subnetID, owner: key(2).shortID }],
  [
    18_516n,
    {
      type: 'ConvertSubnetToL1Tx',
      subnetID,
      ...manager,
      validators: [
        {
          node: node(0),
          weight: 1n,
          balance: avax('1'),
          remainingBalanceOwner: me,
          deactivationOwner: me,
        },
      ],
    },
  ],
  [
    46_830n,
    {
      type: 'RegisterL1ValidatorTx',
      message: register,
      balance: 1n,
      proofOfPossession: node(0).nodePOP.proofOfPossession,
    },
  ],
  [39_398n, { type: 'SetL1ValidatorWeightTx', message: weight }],
  [10_139n, { type: 'IncreaseL1ValidatorBalanceTx', validationID: subnetID, balance: 1n }],
  [12_016n, { type: 'DisableL1ValidatorTx', validationID: subnetID }],
  [
    12_691n,
    {
      type: 'AddAutoRenewedValidatorTx',
      node: node(0),
      amount: avax('1'),
      period: days(2),
      autoCompound: '30%',
      validatorAuthority: me,
      ...rewards,
    },
  ],
  [
    7028n,
    {
      type: 'SetAutoRenewedValidatorConfigTx',
      txID: subnetID,
      autoCompound: '100%',
      period: 'stop',
    },
  ],
];

describe('every type of the P-chain', () => {
  it.each(table.map(([gas, intent]) => [intent.type, gas, intent] as const))(
    '%s costs what the node’s wallet pays, is signed and finalised [case 4]',
    (_, gas, intent) => {
      for (const price of [1n, 10n]) {
        const draft = build({ ...state, feeState: { price } }, intent);
        expect(draft.fee).toEqual({ total: gas * price, gas, price });
        const tx = finalize(sign(draft, key(1)));
        expect(BigInt(tx.bytes.length)).toBeLessThan(gas);
      }
    },
  );

  it.each(table.map(([, intent]) => [intent.type, intent] as const))(
    '%s: the order of UTXOs is nothing, arguments stay as they were',
    (_, intent) => {
      const utxos = [2n, 3n, 5n, 7n].map((n, i) => utxo(i + 1, avax(`${n}`)));
      const draft = build(frozen({ ...state, utxos }), frozen(intent));
      expect(build({ ...state, utxos: [...utxos].reverse() }, intent)).toEqual(draft);
    },
  );

  it.each([
    ['AddValidatorTx', /Durango/],
    ['AddDelegatorTx', /Durango/],
    ['TransformSubnetTx', /Etna/],
    ['RewardValidatorTx', /nodes/],
    ['toString', /none of/],
  ])('%s is not built, and why', (type, why) => {
    const e = thrown(() => build(state, { type } as never));
    expect(e).toMatchObject({ code: 'Unsupported', path: ['type'] });
    expect(e.message).toMatch(why);
  });

  it("says that a period of 0 is 'stop'", () => {
    const [, renewed] = table.find(([, { type }]) => type === 'SetAutoRenewedValidatorConfigTx')!;
    const e = thrown(() => build(state, { ...renewed, period: 0n } as Intent));
    expect([e.code, ...e.path]).toEqual(['OutOfRange', 'period']);
    expect(e.detail).toContain("use 'stop'");
  });

  it('needs Helicon for auto-renewal', () => {
    const time = fuji.upgrades.helicon - 1n;
    const [, renewed] = table.find(([, { type }]) => type === 'AddAutoRenewedValidatorTx')!;
    expect(thrown(() => build({ ...state, time, chainTime: time }, renewed)).code).toBe(
      'WrongUpgrade',
    );
    expect(local.upgrades.helicon).toBeGreaterThan(now);
  });
});

describe('authorizations', () => {
  const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
  const [a, b, c] = trio;
  const shared = pState([utxo(1, wealth)], { authorities: { [subnetID]: owner } });
  const intent = { subnetID, name: 'x', vm: 'avm', genesis: new Uint8Array(1) };

  it('are signed by the owners that are there, whoever was chosen', () => {
    const draft = buildCreateChainTx(shared, intent);
    expect(draft.slots.map(({ kind }) => kind)).toEqual(['input', 'auth']);
    const signed = sign(draft, [key(1), b, c], trusting);
    expect(signed.missing).toEqual([]);
    expect(finalize(signed).credentials).toHaveLength(2);
    const half = sign(draft, a, trusting);
    expect(half.missing.at(-1)).toMatchObject({ need: 1 });
    expect(thrown(() => finalize(half)).code).toBe('MissingSigner');
  });

  it('need an owner that is known', () => {
    expect(thrown(() => buildCreateChainTx(pState([utxo(1, wealth)]), intent))).toMatchObject({
      code: 'MissingSigner',
      path: ['state', 'authorities', subnetID],
      detail: `the owner who must sign is not known: read the state with authorities: ['${subnetID}']`,
    });
    const named = buildCreateChainTx(pState([utxo(1, wealth)]), { ...intent, owner });
    expect(named.slots[1]!.owner.threshold).toBe(2);
    const later = { [subnetID]: { ...owner, locktime: now + 1n } };
    const e = thrown(() => buildCreateChainTx({ ...shared, authorities: later }, intent));
    expect(e.code).toBe('MissingSigner');
    const signers = [key(1).shortID];
    expect(thrown(() => buildCreateChainTx(shared, intent, { signers }))).toMatchObject({
      code: 'MissingSigner',
      path: ['options', 'signers'],
      context: { have: 1n, need: 2n },
    });
  });

  it('of nobody are empty [case 83]', () => {
    const authorities = { [subnetID]: { addresses: [], threshold: 0 } };
    const draft = buildDisableL1ValidatorTx({ ...shared, authorities }, { validationID: subnetID });
    expect(finalize(sign(draft, key(1))).credentials.at(-1)).toMatchObject({ signatures: [] });
  });
});

describe('locked stake', () => {
  const later = now + days(365);
  const intent = { nodeID, end, rewardsOwner: me };
  const delegate = (amount: bigint | 'max', utxos: PState['utxos'], options: BuildOptions = {}) => {
    const draft = buildAddPermissionlessDelegatorTx(pState(utxos), { ...intent, amount }, options);
    const { stake, outputs } = draft.unsignedTx as Extract<
      typeof draft.unsignedTx,
      { type: 'platformvm.AddPermissionlessDelegatorTx' }
    >;
    finalize(sign(draft, key(1)));
    const amounts = (of: typeof stake) =>
      of.map(({ output }) =>
        output.type === 'stakeable.LockOut' ? ['locked', output.output.amount] : output.amount,
      );
    return { stake: amounts(stake), outputs: amounts(outputs), fee: draft.fee.total, draft };
  };
  const L = (n: number, amount: bigint, until = later) => lockedUTXO(n, amount, until);
  const plain = utxo(9, avax('10'));

  it('is one output where it is all of a UTXO [case 14]', () => {
    const { stake, outputs } = delegate(avax('3'), [L(1, avax('3')), plain]);
    expect(stake).toEqual([['locked', avax('3')]]);
    expect(outputs).toHaveLength(1);
  });
  it('gives back what is left, locked as before [case 15]', () => {
    const { stake, outputs, draft } = delegate(avax('2'), [L(1, avax('3')), plain]);
    expect(stake).toEqual([['locked', avax('2')]]);
    expect(outputs).toContainEqual(['locked', avax('1')]);
    expect(draft.change).toContainEqual(expect.objectContaining({ stakeableUntil: later }));
  });
  it('merges what has one owner and lock, and nothing else [case 16]', () => {
    const same = [L(1, avax('3')), L(2, avax('3'))];
    expect(delegate(avax('6'), [...same, plain]).stake).toEqual([['locked', avax('6')]]);
    const other = [L(1, avax('3')), L(2, avax('3'), later + 1n)];
    expect(delegate(avax('6'), [...other, plain]).stake).toHaveLength(2);
  });
  it('is that of the lower ID where two are equal', () => {
    const equal = [L(1, avax('3')), L(2, avax('3'))].sort(compareUTXOIDs);
    for (const utxos of [equal, [...equal].reverse()]) {
      const { draft } = delegate(avax('3'), [...utxos, plain]);
      const spent = draft.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
      expect(spent.find(({ output }) => output.type === 'stakeable.LockOut')).toEqual(equal[0]);
    }
  });
  it('is all of the stake where it must be, or none is built', () => {
    const many = Array.from({ length: 400 }, (_, i) => L(i + 10, avax('1')));
    const needed = (amount: string) =>
      delegate(avax(amount), [...many, utxo(9, avax('1000'))], { locked: 'only' });
    expect(needed('200').stake).toEqual([['locked', avax('200')]]);
    expect(thrown(() => needed('400')).code).toBe('OutOfRange');
  });
  it('is topped up with plain funds', () => {
    const { stake } = delegate(avax('5'), [L(1, avax('3')), plain]);
    expect(stake).toEqual([avax('2'), ['locked', avax('3')]]);
  });
  it('is used, alone, or not, as the options say', () => {
    const utxos = [L(1, avax('3')), plain];
    expect(delegate(avax('2'), utxos, { locked: 'never' }).stake).toEqual([avax('2')]);
    expect(thrown(() => delegate(avax('5'), utxos, { locked: 'only' }))).toMatchObject({
      code: 'Insufficient',
      context: { stakeable: [{ amount: avax('3') }] },
    });
    expect(delegate('max', utxos, { locked: 'only' }).stake).toEqual([['locked', avax('3')]]);
  });
  it('of all there is leaves the fee and no change', () => {
    const { stake, outputs, fee } = delegate('max', [L(1, avax('3')), plain]);
    expect(outputs).toEqual([]);
    expect(stake).toEqual([avax('10') - fee, ['locked', avax('3')]]);
  });
  it('of all there is leaves what is worth no more than the fee of its input', () => {
    const all = (...locked: readonly bigint[]) =>
      delegate('max', [...locked.map((amount, i) => L(i + 1, amount)), plain]);
    const cost = all(avax('3'), avax('3')).fee - all(avax('3')).fee;
    expect(all(avax('3'), cost).stake).toContainEqual(['locked', avax('3')]);
    expect(all(avax('3'), cost + 1n).stake).toContainEqual(['locked', avax('3') + cost + 1n]);
  });
  it('prefers what is locked until after the stake, then the longest lock', () => {
    const soon = L(1, avax('9'), now + days(1));
    const { draft } = delegate(avax('2'), [soon, L(2, avax('2')), plain]);
    expect(draft.change.every(({ stakeableUntil }) => stakeableUntil === undefined)).toBe(true);
  });
  it('never pays a fee', () => {
    expect(thrown(() => delegate(avax('3'), [L(1, avax('3'))])).code).toBe('Insufficient');
  });

  it('is not lost by whoever changes a draft [case 18]', () => {
    const { draft } = delegate(avax('2'), [L(1, avax('3')), plain]);
    const tx = draft.unsignedTx as { readonly outputs: readonly { readonly output: object }[] };
    const outputs = tx.outputs.filter(({ output }) => !('output' in output));
    const mutant = {
      ...draft,
      unsignedTx: { ...draft.unsignedTx, outputs },
      change: [],
    } as unknown as typeof draft;
    expect(thrown(() => finalize(sign(mutant, key(1)))).code).toBe('Unbalanced');
  });
});

describe('bounds', () => {
  const intent = { node: node(0), amount: avax('1'), end, ...rewards };
  it.each([
    ['too little', { amount: avax('0.999999999') }],
    ['too much', { amount: avax('3000000') + 1n }],
    ['too short', { end: now + 3600n }],
    ['too long', { end: now + days(365) + 1n }],
    ['too cheap', { delegationFee: '1.9999%' }],
    ['too dear', { delegationFee: '100.1%' }],
    ['a period without an end', { end: 0n }],
  ])('refuse a validator that is %s [case 53, 54, 55, 58]', (_, change) => {
    const rich = pState([utxo(1, avax('4000000'))]);
    const e = thrown(() => buildAddPermissionlessValidatorTx(rich, { ...intent, ...change }));
    expect(e.code).toBe('OutOfRange');
  });
  it('name what is wrong with an intent', () => {
    const wrong = { ...intent, node: { ...node(0), nodeID: 'NodeID-x' } };
    expect(thrown(() => buildAddPermissionlessValidatorTx(state, wrong)).path).toEqual([
      'node',
      'nodeID',
    ]);
    const validators = [1, 0, 1].map((n) => ({
      node: node(n),
      weight: 1n,
      balance: 0n,
      remainingBalanceOwner: me,
      deactivationOwner: me,
    }));
    const convert = { subnetID, ...manager, validators: validators.slice(0, 2) };
    const { unsignedTx } = buildConvertSubnetToL1Tx(state, convert);
    expect(unsignedTx).toMatchObject({
      validators: [{ nodeID: new Uint8Array(20).fill(1) }, { nodeID: new Uint8Array(20).fill(2) }],
    });
    expect(thrown(() => buildConvertSubnetToL1Tx(state, { ...convert, validators })).code).toBe(
      'Duplicate',
    );
    const many = Array.from({ length: 300 }, (_, i) => ({
      ...validators[0]!,
      node: {
        ...validators[0]!.node,
        nodeID: new Uint8Array(20)
          .fill(7)
          .fill(i % 256, 0, 1)
          .fill(i >> 8, 1, 2),
      },
    }));
    const tooMany = thrown(() =>
      buildConvertSubnetToL1Tx(state, { ...convert, validators: many }, { maxFee: avax('10') }),
    );
    expect(tooMany).toMatchObject({
      code: 'OutOfRange',
      context: { part: 'validators', count: 300 },
    });
    expect(explainError(tooMany)).toContain('register the others afterwards');
    expect(
      thrown(() => buildCreateSubnetTx({ ...state, chain: 'X' } as never, { owner: me })),
    ).toMatchObject({ code: 'WrongChain' });
    expect(thrown(() => buildCreateSubnetTx(state, { owner: me, more: 1 } as never)).path).toEqual([
      'more',
    ]);
  });
});

describe('verifyPossession', () => {
  const wrong = {
    ...node(0),
    nodePOP: { ...node(0).nodePOP, proofOfPossession: node(1).nodePOP.proofOfPossession },
  };
  const validator = (n: NodePOP) => ({
    node: n,
    weight: 1n,
    balance: 1n,
    remainingBalanceOwner: me,
    deactivationOwner: me,
  });
  const staking = { amount: avax('1'), rewardsOwner: me, delegationFee: '2%' } as const;
  it.each<[string, (n: NodePOP) => Intent]>([
    ['stakes', (n) => ({ type: 'AddPermissionlessValidatorTx', node: n, end, ...staking })],
    [
      'renews',
      (n) => ({
        type: 'AddAutoRenewedValidatorTx',
        node: n,
        period: days(2),
        autoCompound: '30%',
        validatorAuthority: me,
        ...staking,
      }),
    ],
    [
      'is of an L1',
      (n) => ({ type: 'ConvertSubnetToL1Tx', subnetID, ...manager, validators: [validator(n)] }),
    ],
    [
      'is let into an L1',
      ({ nodePOP: { proofOfPossession } }) => ({
        type: 'RegisterL1ValidatorTx',
        message: register,
        balance: 1n,
        proofOfPossession,
      }),
    ],
  ])('refuses a wrong proof of whoever %s when it is built [case 60]', (_, intentOf) => {
    const unchecked = build(state, intentOf(wrong));
    expect(unchecked.chain).toBe('P');
    expect(build(state, intentOf(node(0)), { verifyPossession }).chain).toBe('P');
    const e = thrown(() => build(state, intentOf(wrong), { verifyPossession }));
    expect(e.code).toBe('BadSignature');
    expect(e.path.at(-1)).toBe('proofOfPossession');
  });
  it('is a function', () => {
    const e = thrown(() =>
      buildCreateSubnetTx(state, { owner: me }, { verifyPossession: 1 as never }),
    );
    expect(e).toMatchObject({ code: 'BadArgument', path: ['options', 'verifyPossession'] });
  });
});
