import { describe, expect, it } from 'vitest';
import type { UnsignedTx as PTx } from '../../src/chain/pchain/tx.ts';
import { formatPath } from '../../src/errors/error.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { verifyNoMistake } from '../../src/rules/care.ts';
import { type AnyUnsignedTx, checkTx, type Facts, refusalOf } from '../../src/rules/index.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatID } from '../../src/text/id.ts';
import { amountOf } from '../../src/tx/output.ts';
import { L1Payload } from '../../src/warp/l1.ts';
import { buildCallMessage, Message, UnsignedMessage } from '../../src/warp/message.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { asset, key, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, spend, xBase } from '../support/tx.ts';
import { ruleSays, said as saidOf } from '../support/verdict.ts';

const AVAX = fuji.avaxAssetID;
const me = outputOwners(key(1).shortID, fuji.chains.P, fuji);
const nodeID = new Uint8Array(20).fill(9);
const time = fuji.upgrades.helicon + 1n;
const day = 86_400n;
const auth = { type: 'secp256k1fx.Input' as const, signatureIndices: [0] };
const pBase = base([spend(utxo(1, 10n))], [{ assetID: AVAX, output: amountOf(9n, me) }]);
const xFields = xBase(
  [spend(utxo(1, 2_000_000n))],
  [{ assetID: AVAX, output: amountOf(900_000n, me) }],
);

/** `code path` of what is thrown, or nothing. */
const said = (f: () => unknown): string => {
  try {
    f();
    return '';
  } catch {
    const e = thrown(f);
    return `${e.code} ${formatPath(e.path)}`.trim();
  }
};
const factsWith = (more: object): Facts => ({ network: fuji, time, ...more });
const verdict = (tx: AnyUnsignedTx, more = {}): string =>
  saidOf(tx, factsWith(more), ...(tx.type.startsWith('platformvm.') ? beyond : []));
/** What these transactions of the P-chain are not about. */
const beyond = [
  'funds',
  'fee',
  'stake of a validator',
  'stake of a delegator',
  'delegation fee',
  'duration',
  'start',
  'staked asset',
  'period',
  'pool',
];

describe('upgrades', () => {
  const stake = [{ assetID: AVAX, output: amountOf(5n, me) }];
  const validator = { nodeID, start: 0n, end: time + 30n * day, weight: 5n };
  const pop = {
    type: 'signer.ProofOfPossession' as const,
    publicKey: new Uint8Array(48),
    proofOfPossession: new Uint8Array(96),
  };
  const autoRenewed: PTx = {
    type: 'platformvm.AddAutoRenewedValidatorTx',
    ...pBase,
    nodeID,
    signer: pop,
    stake,
    validationRewardsOwner: me,
    delegationRewardsOwner: me,
    validatorAuthority: me,
    delegationShares: 20_000,
    autoCompoundRewardShares: 0,
    period: 14n * day,
  };
  const { durango, etna, helicon } = fuji.upgrades;

  it('refuses AddValidator and AddDelegator since Durango, Transform since Etna [case 63]', () => {
    const delegate: PTx = {
      type: 'platformvm.AddDelegatorTx',
      ...pBase,
      validator,
      stake,
      rewardsOwner: me,
    };
    expect(verdict(delegate, { time: durango - 1n })).toBe('');
    expect(verdict(delegate, { time: durango })).toBe('WrongUpgrade');
    const { rewardsOwner, ...rest } = delegate as Extract<
      PTx,
      { type: 'platformvm.AddDelegatorTx' }
    >;
    const validate: PTx = { ...rest, type: 'platformvm.AddValidatorTx', rewardsOwner, shares: 0 };
    expect(verdict(validate, { time: durango })).toBe('WrongUpgrade');
    const transform: PTx = {
      type: 'platformvm.TransformSubnetTx',
      ...pBase,
      subnetID: asset(1),
      assetID: asset(2),
      initialSupply: 10n,
      maximumSupply: 20n,
      minConsumptionRate: 1n,
      maxConsumptionRate: 2n,
      minValidatorStake: 1n,
      maxValidatorStake: 5n,
      minStakeDuration: 1,
      maxStakeDuration: 2,
      minDelegationFee: 0,
      minDelegatorStake: 1n,
      maxValidatorWeightFactor: 1,
      uptimeRequirement: 0,
      subnetAuthorization: auth,
    };
    expect(verdict(transform, { time: etna - 1n })).toBe('');
    // A node looks at the gas first, and has no price for the type.
    expect(verdict(transform, { time: etna })).toBe('Unsupported');
    expect(ruleSays(transform, factsWith({ time: etna }), 'upgrade')).toBe('WrongUpgrade');
  });

  it('takes BaseTx since Durango, L1 types since Etna, auto-renewal since Helicon [case 64]', () => {
    const plain: PTx = { type: 'platformvm.BaseTx', ...pBase };
    expect([durango - 1n, durango].map((at) => verdict(plain, { time: at }))).toEqual([
      'WrongUpgrade',
      '',
    ]);
    const raise: PTx = {
      type: 'platformvm.IncreaseL1ValidatorBalanceTx',
      ...pBase,
      validationID: asset(1),
      balance: 1n,
    };
    expect([etna - 1n, etna].map((at) => verdict(raise, { time: at }))).toEqual([
      'WrongUpgrade',
      '',
    ]);
    expect([helicon - 1n, helicon].map((at) => verdict(autoRenewed, { time: at }))).toEqual([
      'WrongUpgrade',
      '',
    ]);
    const atHome = { network: { ...fuji, upgrades: local.upgrades }, time };
    expect(verdict(autoRenewed, atHome)).toBe('WrongUpgrade');
    expect(refusalOf(checkTx(autoRenewed, atHome))!.context).toEqual({
      upgrade: 'helicon',
      at: local.upgrades.helicon,
      time,
    });
    expect(verdict({ type: 'platformvm.AdvanceTimeTx', time: 1n })).toBe('Unsupported type');
  });

  it('takes a memo on P until Durango, on X always [case 1, 2]', () => {
    const withMemo = (length: number): PTx => ({
      type: 'platformvm.CreateSubnetTx',
      ...pBase,
      memo: new Uint8Array(length),
      owner: me,
    });
    expect(verdict(withMemo(1))).toBe('TooLong memo');
    expect(verdict(withMemo(256), { time: durango - 1n })).toBe('');
    expect(verdict(withMemo(257), { time: durango - 1n })).toBe('TooLong memo');
    const onX = (length: number) =>
      verdict({ type: 'avm.BaseTx', ...xFields, memo: new Uint8Array(length) });
    expect([256, 257].map(onX)).toEqual(['', 'TooLong memo']);
  });

  describe('bounds of staking', () => {
    const bounds = (tx: PTx, at: bigint, network: Network, more = {}) =>
      saidOf(
        { ...tx, networkID: network.networkID } as PTx,
        { network, time: at, ...more },
        'staked weight',
        'stake',
        'funds',
        'fee',
      );
    const add = (weight: bigint, seconds: bigint, shares = 20_000, at = time): PTx => ({
      type: 'platformvm.AddPermissionlessValidatorTx',
      ...pBase,
      validator: { nodeID, start: 0n, end: at + seconds, weight },
      subnetID: new Uint8Array(32),
      signer: pop,
      stake: [{ assetID: mainnet.avaxAssetID, output: amountOf(weight, me) }],
      validationRewardsOwner: me,
      delegationRewardsOwner: me,
      shares,
    });
    const nAVAX = 1_000_000_000n;
    const now = mainnet.upgrades.helicon + 1n;
    const on = (weight: bigint, seconds: bigint, shares?: number, at = now) =>
      bounds(add(weight, seconds, shares, at), at, mainnet);

    it('of weight and shares [case 53, 54]', () => {
      const month = 30n * day;
      const weights = [
        2000n * nAVAX - 1n,
        2000n * nAVAX,
        3_000_000n * nAVAX,
        3_000_000n * nAVAX + 1n,
      ];
      expect(weights.map((weight) => on(weight, month))).toEqual([
        'OutOfRange validator.weight',
        '',
        '',
        'OutOfRange validator.weight',
      ]);
      const shares = [19_999, 20_000, 1_000_001].map((n) => on(2000n * nAVAX, month, n));
      expect(shares).toEqual(['OutOfRange shares', '', 'OutOfRange shares']);
    });

    it('of periods: 48 h for validators since Helicon, never for others [case 55, 56, 57, 58]', () => {
      const before = mainnet.upgrades.helicon - 1n;
      expect(on(2000n * nAVAX, 2n * day, 20_000, before)).toBe('OutOfRange validator.end');
      expect(on(2000n * nAVAX, 2n * day)).toBe('');
      expect(on(2000n * nAVAX, 2n * day - 1n)).toBe('OutOfRange validator.end');
      expect([365n * day, 365n * day + 1n].map((s) => on(2000n * nAVAX, s))).toEqual([
        '',
        'OutOfRange validator.end',
      ]);
      // Read as an int64 it lies before now.
      expect(on(2000n * nAVAX, 2n ** 64n - 1n - now)).toBe('OutOfRange validator.end');
      const delegate = (seconds: bigint, weight = 25n * nAVAX): PTx => ({
        type: 'platformvm.AddPermissionlessDelegatorTx',
        ...pBase,
        validator: { nodeID, start: 0n, end: now + seconds, weight },
        subnetID: new Uint8Array(32),
        stake: [{ assetID: mainnet.avaxAssetID, output: amountOf(weight, me) }],
        rewardsOwner: me,
      });
      const found = [2n * day, 14n * day].map((s) => bounds(delegate(s), now, mainnet));
      expect(found).toEqual(['OutOfRange validator.end', '']);
      expect(bounds(delegate(14n * day, 25n * nAVAX - 1n), now, mainnet)).toBe(
        'OutOfRange validator.weight',
      );
      const validator = {
        start: now - 1n,
        end: now + 14n * day,
        weight: 100n * nAVAX,
        permissioned: false,
        delegators: [],
      };
      const onto = (seconds: bigint, weight: bigint) =>
        bounds(delegate(seconds, weight), now, mainnet, { validators: () => validator });
      expect(onto(14n * day, 400n * nAVAX)).toBe('');
      expect(onto(14n * day, 400n * nAVAX + 1n)).toBe('OutOfRange validator.weight');
      expect(onto(14n * day + 1n, 400n * nAVAX)).toBe('OutOfRange validator.end');
      const permissioned = (seconds: bigint): PTx => ({
        type: 'platformvm.AddSubnetValidatorTx',
        ...pBase,
        validator: { nodeID, start: 0n, end: now + seconds, weight: 1n, subnetID: asset(1) },
        subnetAuthorization: auth,
      });
      expect([2n * day, 14n * day].map((s) => bounds(permissioned(s), now, mainnet))).toEqual([
        'OutOfRange validator.end',
        '',
      ]);
    });

    it('of auto-renewed validators [case 65, 66]', () => {
      const stake2000 = [{ assetID: AVAX, output: amountOf(2000n * nAVAX, me) }];
      const renewed = (period: bigint) =>
        bounds({ ...autoRenewed, stake: stake2000, period } as PTx, now, mainnet);
      expect([172_799n, 172_800n, 31_536_000n, 31_536_001n].map(renewed)).toEqual([
        'OutOfRange period',
        '',
        '',
        'OutOfRange period',
      ]);
      const config = (period: bigint) =>
        bounds(
          {
            type: 'platformvm.SetAutoRenewedValidatorConfigTx',
            ...pBase,
            txID: asset(1),
            auth,
            autoCompoundRewardShares: 0,
            period,
          },
          now,
          mainnet,
        );
      expect([0n, 1n, 172_800n].map(config)).toEqual(['', 'OutOfRange period', '']);
    });

    it('of an elastic subnet, if it is known how that was made', () => {
      const elastic = { ...add(10n, 30n * day), subnetID: asset(1) } as PTx;
      expect(ruleSays(elastic, { network: mainnet, time: now }, 'stake of a validator')).toBe(
        '? subnets',
      );
    });
  });
});

describe('named cases', () => {
  const chainTx = (more: object) =>
    verdict({
      type: 'platformvm.CreateChainTx',
      ...pBase,
      subnetID: asset(1),
      chainName: 'a b',
      vmID: asset(2),
      fxIDs: [],
      genesisData: new Uint8Array(),
      subnetAuthorization: auth,
      ...more,
    });
  it('CreateChain [case 85]', () => {
    expect(chainTx({})).toBe('');
    expect(chainTx({ chainName: '' })).toBe('');
    expect(chainTx({ chainName: 'a_b' })).toBe('OutOfRange chainName');
    expect(chainTx({ chainName: 'x'.repeat(129) })).toBe('TooLong chainName');
    expect(chainTx({ fxIDs: [asset(2), asset(1)] })).toBe('NotSorted fxIDs[1]');
    expect(chainTx({ vmID: new Uint8Array(32) })).toBe('OutOfRange vmID');
    const genesis = (length: number) => chainTx({ genesisData: new Uint8Array(length) });
    expect(genesis(900_000)).toBe('');
    // More gas than the chain ever has.
    expect(genesis(2 ** 20)).toBe('OutOfRange');
  });

  it('owners, amounts and assets [case 9, 105]', () => {
    const out = (
      threshold: number,
      addresses: readonly Uint8Array[],
      amount = 9n,
      assetID = AVAX,
    ) =>
      verdict({
        type: 'platformvm.BaseTx',
        ...base([], [{ assetID, output: { ...amountOf(amount, me), threshold, addresses } }]),
      });
    const [a, b] = [nodeID, new Uint8Array(20).fill(10)] as const;
    expect(out(0, [a])).toBe('OutOfRange outputs[0].output.threshold');
    expect(out(2, [a])).toBe('OutOfRange outputs[0].output.threshold');
    expect(out(1, [a, a])).toBe('Duplicate outputs[0].output.addresses[1]');
    expect(out(1, [b, a])).toBe('NotSorted outputs[0].output.addresses[1]');
    expect(out(1, [a], 0n)).toBe('OutOfRange outputs[0].output.amount');
    expect(out(1, [a], 1n, new Uint8Array(32))).toBe('OutOfRange outputs[0].assetID');
    // Anybody can spend it: a node takes that, we say so.
    expect(out(0, [])).toBe('');
    const anybody: PTx = {
      type: 'platformvm.CreateSubnetTx',
      ...pBase,
      owner: { ...me, threshold: 0, addresses: [] },
    };
    expect(said(() => verifyNoMistake(anybody, { network: fuji }))).toBe(
      'OutOfRange owner.threshold',
    );
    const open = amountOf(5n, { threshold: 0, locktime: 0n, addresses: [] });
    const outputs = [...pBase.outputs, { assetID: AVAX, output: open }];
    const pays: PTx = { type: 'platformvm.BaseTx', ...pBase, outputs };
    expect(said(() => verifyNoMistake(pays, { network: fuji }))).toBe(
      'OutOfRange outputs[1].output.threshold',
    );
  });

  it('funds of which nobody has the key: a node takes them, we say so', () => {
    const zero = new Uint8Array(20);
    const pays = (threshold: number, addresses: readonly Uint8Array[]): PTx => {
      const output = amountOf(5n, { threshold, locktime: 0n, addresses });
      return { type: 'platformvm.BaseTx', ...pBase, outputs: [{ assetID: AVAX, output }] };
    };
    const a = new Uint8Array(20).fill(1);
    const burns = 'OutOfRange outputs[0].output.addresses';
    for (const [threshold, addresses, expected] of [
      [1, [zero], burns],
      [2, [zero, a], burns],
      [1, [zero, a], ''],
      [1, [a], ''],
    ] as const)
      expect(said(() => verifyNoMistake(pays(threshold, addresses), { network: fuji }))).toBe(
        expected,
      );
  });

  it('chains and networks, a UTXO spent and imported [case 27, 43, 44, 45, 104]', () => {
    const from = (sourceChain: Uint8Array, n = 2): PTx => ({
      type: 'platformvm.ImportTx',
      ...pBase,
      sourceChain,
      importedInputs: [spend(utxo(n, 5n))],
    });
    expect(verdict(from(fuji.chains.X.blockchainID))).toBe('');
    expect(verdict(from(fuji.chains.P.blockchainID))).toBe('WrongChain sourceChain');
    const { findings } = checkTx(from(asset(9)), { network: fuji });
    expect(findings.find(({ result }) => result === 'refused')!.error!.detail).toBe(
      `must be X or C, got ${formatID(asset(9))}`,
    );
    expect(verdict(from(fuji.chains.P.blockchainID), { time: undefined })).toBe(
      'WrongChain sourceChain',
    );
    expect(verdict({ ...from(fuji.chains.X.blockchainID), networkID: 1 } as PTx)).toBe(
      'WrongNetwork networkID',
    );
    const twice = from(fuji.chains.C.blockchainID, 1);
    expect(verdict(twice)).toBe('');
    expect(said(() => verifyNoMistake(twice, { network: fuji }))).toBe(
      'Duplicate importedInputs[0]',
    );
    const output = {
      type: 'stakeable.LockOut' as const,
      locktime: time + 1n,
      output: amountOf(5n, me),
    };
    const toX: PTx = {
      type: 'platformvm.ExportTx',
      ...pBase,
      destinationChain: fuji.chains.X.blockchainID,
      exportedOutputs: [{ assetID: AVAX, output }],
    };
    expect(verdict(toX)).toBe('OutOfRange exportedOutputs[0].output');
    const token = { assetID: asset(7), output: amountOf(5n, me) };
    const toC: AnyUnsignedTx = {
      type: 'avm.ExportTx',
      ...xBase([spend(utxo(1, 1_000_000n)), spend(utxo(2, 5n, { assetID: asset(7) }))], []),
      destinationChain: fuji.chains.C.blockchainID,
      exportedOutputs: [token],
    };
    expect(verdict(toC)).toBe('');
    for (const exportedOutputs of [[token], [token, token]])
      expect(said(() => verifyNoMistake({ ...toC, exportedOutputs }, { network: fuji }))).toBe(
        'Unsupported exportedOutputs[0].assetID',
      );
  });

  it('CreateAsset, fees [case 87, 88, 89, 90]', () => {
    const create = (more: object): AnyUnsignedTx => ({
      type: 'avm.CreateAssetTx',
      ...xBase([spend(utxo(1, 10_000_000n))], []),
      name: 'A 1',
      symbol: 'ABC',
      denomination: 32,
      initialStates: [{ fxIndex: 0, outputs: [amountOf(1n, me)] }],
      ...more,
    });
    const found = (more: object) => verdict(create(more));
    expect(found({})).toBe('');
    expect(found({ name: ' A' })).toBe('OutOfRange name');
    expect(found({ name: '' })).toBe('OutOfRange name');
    expect(found({ symbol: 'A1' })).toBe('OutOfRange symbol');
    expect(found({ symbol: 'ABCDE' })).toBe('TooLong symbol');
    expect(found({ denomination: 33 })).toBe('OutOfRange denomination');
    const state = (fxIndex: number) => ({ fxIndex, outputs: [] });
    const states = (...fx: number[]) => found({ initialStates: fx.map(state) });
    expect(states(0, 1, 2)).toBe('');
    expect(states(1, 0)).toBe('NotSorted initialStates[1]');
    expect(states(1, 1)).toBe('Duplicate initialStates[1]');
    expect(states(3)).toBe('OutOfRange initialStates[0].fxIndex');
    const odd = create({ initialStates: [{ fxIndex: 1, outputs: [amountOf(1n, me)] }] });
    expect(verdict(odd)).toBe('');
    expect(said(() => verifyNoMistake(odd, { network: fuji }))).toBe(
      'Mismatch initialStates[0].outputs[0].type',
    );
    const cheap = create(xBase([spend(utxo(1, 9_999_999n))], []));
    expect(verdict(cheap)).toBe('FeeTooLow');
    const cheapAtHome = { network: { ...fuji, xFees: local.xFees } };
    expect(verdict(cheap, cheapAtHome)).toBe('');
  });

  it('operations [case 93, 94]', () => {
    const operation = (payload: number, ...inputs: readonly ReturnType<typeof utxo>[]) => ({
      assetID: asset(7),
      inputIDs: inputs.map(({ txID, outputIndex }) => ({ txID, outputIndex })),
      operation: {
        type: 'nftfx.MintOperation' as const,
        mintInput: auth,
        groupID: 1,
        payload: new Uint8Array(payload),
        outputs: [me],
      },
    });
    const found = (...operations: readonly ReturnType<typeof operation>[]) =>
      verdict({ type: 'avm.OperationTx', ...xFields, operations });
    expect(found(operation(1024, utxo(2, 1n)))).toBe('');
    expect(found(operation(1025, utxo(2, 1n)))).toBe('TooLong operations[0].operation.payload');
    expect(found(operation(1, utxo(1, 1n)))).toBe('Duplicate operations[0].inputIDs[0]');
    const two = [utxo(2, 1n), utxo(3, 1n)].sort((a, b) => compareBytes(a.txID, b.txID));
    expect(found(operation(1, ...two.reverse()))).toBe('NotSorted operations[0].inputIDs[1]');
    expect(found(operation(1, utxo(2, 1n)), operation(2, utxo(2, 1n)))).toBe(
      'Duplicate operations[1].inputIDs[0]',
    );
    expect(found()).toBe('OutOfRange operations');
    const none = { type: 'avm.OperationTx' as const, ...xFields, operations: [operation(1)] };
    expect(verdict(none)).toBe('OutOfRange operations[0].inputIDs');
    expect(said(() => verifyNoMistake(none, { network: fuji }))).toBe(
      'OutOfRange operations[0].inputIDs',
    );
  });

  it('what an import on C gives, an account twice, size on X [case 28, 46, 50]', () => {
    const C = { networkID: fuji.networkID, blockchainID: fuji.chains.C.blockchainID };
    const account = (n: number, amount: bigint) => ({
      address: new Uint8Array(20).fill(n),
      assetID: AVAX,
      amount,
    });
    const onto = (...outputs: readonly ReturnType<typeof account>[]) =>
      verdict({
        type: 'atomic.ImportTx',
        ...C,
        sourceChain: fuji.chains.X.blockchainID,
        importedInputs: [spend(utxo(1, 100n)) as ReturnType<typeof xBase>['inputs'][number]],
        outputs,
      });
    expect(onto(account(1, 50n), account(2, 50n))).toBe('');
    expect(onto(account(1, 0n))).toBe('OutOfRange outputs[0].amount');
    expect(onto(account(1, 101n))).toBe('Unbalanced');
    expect(onto(account(1, 1n), account(1, 2n))).toBe('Duplicate outputs[1]');
    const many = (n: number) => {
      const inputs = Array.from({ length: n }, (_, i) =>
        spend(utxo(1, 10_000n, { outputIndex: i })),
      );
      const output = { assetID: AVAX, output: amountOf(1n, me) };
      return verdict({ type: 'avm.BaseTx', ...xBase(inputs, [output, output]) });
    };
    expect([405, 406].map(many)).toEqual(['', 'TooLong']);
  });
});

describe('warp messages', () => {
  const payloadOf = (payload: L1Payload, signers: readonly number[], networkID = 5) => {
    const unsigned = decode(
      UnsignedMessage,
      buildCallMessage({
        networkID,
        sourceChainID: asset(3),
        sourceAddress: nodeID,
        payload: encode(L1Payload, payload),
      }),
    );
    return encode(Message, {
      ...unsigned,
      Signature: {
        type: 'warp.BitSetSignature',
        Signers: Uint8Array.from(signers),
        Signature: new Uint8Array(96),
      },
    });
  };
  const owner = { threshold: 1, addresses: [nodeID] };
  const registration = {
    type: 'message.RegisterL1Validator' as const,
    subnetID: asset(1),
    nodeID,
    blsPublicKey: new Uint8Array(48),
    expiry: time + day,
    remainingBalanceOwner: owner,
    disableOwner: owner,
    weight: 1n,
  };
  const register = (more: object, signers = [1], networkID = 5): PTx => ({
    type: 'platformvm.RegisterL1ValidatorTx',
    ...pBase,
    balance: 1n,
    proofOfPossession: new Uint8Array(96),
    message: payloadOf({ ...registration, ...more }, signers, networkID),
  });
  const at = 'message.Payload.Payload.';

  it('of a registration [case 78, 79, 80]', () => {
    expect(verdict(register({}))).toBe('');
    expect(verdict(register({ expiry: time }))).toBe(`Expired ${at}expiry`);
    expect(verdict(register({ expiry: time + day + 1n }))).toBe(`OutOfRange ${at}expiry`);
    expect(verdict(register({ weight: 0n }))).toBe(`OutOfRange ${at}weight`);
    expect(verdict(register({ subnetID: new Uint8Array(32) }))).toBe(`OutOfRange ${at}subnetID`);
    for (const other of [new Uint8Array(20), new Uint8Array(21).fill(1), new Uint8Array(0)])
      expect(verdict(register({ nodeID: other }))).toBe(`OutOfRange ${at}nodeID`);
    for (const field of ['disableOwner', 'remainingBalanceOwner'])
      expect(verdict(register({ [field]: { threshold: 2, addresses: [nodeID] } }))).toBe(
        `OutOfRange ${at}${field}.threshold`,
      );
    expect(verdict(register({}, [0, 1]))).toBe('OutOfRange message.Signature.Signers');
    expect(ruleSays(register({}, [0, 1]), factsWith({}), 'warp signature')).toBe(
      'OutOfRange message.Signature.Signers',
    );
    expect(verdict(register({}, []))).toBe('MissingSigner message.Signature.Signers');
    expect(verdict(register({}, [1], 1))).toBe('WrongNetwork message.NetworkID');
    const bls = { verifyPossession: () => false, verifyMessage: () => {} };
    expect(verdict(register({}), { bls })).toBe('BadSignature proofOfPossession');
    const by = (chainID: Uint8Array, address: Uint8Array) =>
      verdict(register({}), { subnets: () => ({ manager: { chainID, address } }) });
    expect(by(asset(3), nodeID)).toBe('');
    expect(by(asset(4), nodeID)).toBe('WrongChain message.SourceChainID');
    expect(by(asset(3), asset(4))).toBe('Mismatch message.Payload.SourceAddress');
  });

  it('of a weight [case 81]', () => {
    const set = (nonce: bigint, weight: bigint) =>
      verdict({
        type: 'platformvm.SetL1ValidatorWeightTx',
        ...pBase,
        message: payloadOf(
          { type: 'message.L1ValidatorWeight', validationID: asset(1), nonce, weight },
          [1],
        ),
      });
    expect(set(2n ** 64n - 1n, 0n)).toBe('');
    expect(set(2n ** 64n - 1n, 1n)).toBe(`OutOfRange ${at}nonce`);
    const other: PTx = {
      type: 'platformvm.SetL1ValidatorWeightTx',
      ...pBase,
      message: payloadOf(registration, [1]),
    };
    expect(verdict(other)).toBe(`UnknownTypeID ${at}type`);
  });
});
