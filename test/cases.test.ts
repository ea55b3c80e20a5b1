/** Cases and faults of `test/cases.md` that no other file has. */
import { describe, expect, it } from 'vitest';
import {
  type AddPermissionlessValidatorIntent,
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
  buildBaseTx,
  buildConvertSubnetToL1Tx,
  buildCreateChainTx,
  buildExportTx,
  buildImportTx,
  buildIncreaseL1ValidatorBalanceTx,
  type ConvertSubnetToL1Intent,
  type Draft,
  type DraftOf,
  type L1ValidatorIntent,
  type NodePOP,
} from '../src/builder/index.ts';
import { inputIDOf } from '../src/chain/ids.ts';
import { UnsignedTx as PTx } from '../src/chain/pchain/tx.ts';
import { decodeTx } from '../src/chain/tx.ts';
import { complexityOf } from '../src/fee/index.ts';
import { txFeeOf } from '../src/fee/transactions.ts';
import { formatAddress, parseAddress } from '../src/network/address.ts';
import { customNetwork } from '../src/network/custom.ts';
import { fuji, local, mainnet } from '../src/network/known.ts';
import { type AnyUnsignedTx, assertNotRefused, checkTx, signersOf } from '../src/rules/index.ts';
import {
  addSignature,
  chooseSigners,
  decodeDraft,
  digestsOf,
  encodeDraft,
  evmAddressOf,
  finalize,
  formatDraft,
  parseDraft,
  sign,
} from '../src/sign/index.ts';
import type { CState } from '../src/state/index.ts';
import { outputOwners } from '../src/state/owner.ts';
import { avax, formatAmount, formatAvax, wei } from '../src/text/amount.ts';
import { compareBytes, concatBytes } from '../src/text/bytes.ts';
import { formatHex, parseHex } from '../src/text/hex.ts';
import { formatID, formatNodeID } from '../src/text/id.ts';
import { days } from '../src/text/time.ts';
import { compareUTXOIDs } from '../src/tx/order.ts';
import {
  provePossession,
  publicKeyOf,
  signBLS,
  verifyPossession,
  verifyWarpMessage,
} from '../src/warp/bls.ts';
import { conversionOf, validationIDOf } from '../src/warp/index.ts';
import { decode } from '../src/wire/codec.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo, xState } from './support/state.ts';
import { thrown } from './support/thrown.ts';
import { transferOf } from './support/transfer.ts';
import { trusting } from './support/trusting.ts';
import { base, credential, spend } from './support/tx.ts';
import { rows } from './support/vectors.ts';

const AVAX = fuji.avaxAssetID;
const maxUint64 = 0xffff_ffff_ffff_ffffn;
const me = key(1);
const you = key(2).shortID;
const [a, b, c] = trio;
const addresses = trio.map((k) => k.shortID);
const twoOfThree = { addresses, threshold: 2 };
const one = { addresses: [me.shortID], threshold: 1 };
const subnetID = formatID(asset(9));
const end = now + days(20);

const secret = (n: number) => new Uint8Array(32).fill(n);
const node = (n: number): NodePOP => {
  const { publicKey, proofOfPossession } = provePossession(secret(n));
  return {
    nodeID: formatNodeID(new Uint8Array(20).fill(n)),
    nodePOP: { publicKey: formatHex(publicKey), proofOfPossession: formatHex(proofOfPossession) },
  };
};

/** `code` and path of what is thrown. */
const refusal = (f: () => unknown) => {
  const { code, path } = thrown(f);
  return [code, ...path];
};
const verdict = (tx: AnyUnsignedTx, more = {}) =>
  refusal(() => assertNotRefused(checkTx(tx, { network: fuji, time: now, ...more })));
const amountsIn = (draft: DraftOf<'P' | 'X'>) => {
  const { inputs, importedInputs = [] } = transferOf(draft.unsignedTx);
  return [...inputs, ...importedInputs].map(({ input }) => input.amount);
};
/** The transaction of a draft, of the type that it must have. */
const txOf = <T extends AnyUnsignedTx['type']>({ unsignedTx }: Draft, type: T) => {
  if (unsignedTx.type !== type) throw new Error(unsignedTx.type);
  return unsignedTx as Extract<AnyUnsignedTx, { readonly type: T }>;
};

const rich = pState([utxo(1, avax('5000'))], { authorities: { [subnetID]: one } });
const validate: AddPermissionlessValidatorIntent = {
  node: node(1),
  amount: avax('1'),
  end,
  rewardsOwner: me.shortID,
  delegationFee: '2%',
};
const validator = (n: number, more: Partial<L1ValidatorIntent> = {}): L1ValidatorIntent => ({
  node: node(n),
  weight: 1n,
  balance: avax('1'),
  remainingBalanceOwner: me.shortID,
  deactivationOwner: me.shortID,
  ...more,
});
const convert = (more: Partial<ConvertSubnetToL1Intent> = {}) =>
  buildConvertSubnetToL1Tx(rich, {
    subnetID,
    managerChainID: formatID(asset(3)),
    managerAddress: `0x${'11'.repeat(20)}`,
    validators: [validator(1)],
    ...more,
  });
const cState = (more: Partial<CState> = {}): CState => ({
  chain: 'C',
  network: fuji,
  from: [me.shortID],
  time: now,
  baseFee: wei(25_000_000_000n),
  accounts: [{ address: evmAddressOf(me), nonce: 3n, balance: wei('1') }],
  ...more,
});

describe('build.md 8', () => {
  it('a signed transaction has as many bytes as its bandwidth, of all types with a price [case 3]', () => {
    const types = new Set<string>();
    const priced = rows('p-public').filter(({ complexity }) => complexity);
    for (const row of priced) {
      const unsigned = parseHex(row.unsignedHex);
      const tx = decode(PTx, unsigned);
      const credentials = parseHex(row.hex).length - unsigned.length;
      const slots = JSON.parse(row.json) as { credentials: { signatures: string[] }[] };
      const signatures = slots.credentials.map((of) => of.signatures.length);
      const named = inputSignatures(tx);
      if (`${signatures}` !== `${named}`) continue;
      expect(complexityOf(tx)[0]).toBe(unsigned.length + credentials);
      types.add(row.type);
    }
    expect(types).toEqual(new Set(priced.map(({ type }) => type)));
  });

  it('more keys than the threshold: as many signers as the threshold, the lowest [case 7]', () => {
    const coin = utxo(1, 1_000_000n, { owner: twoOfThree });
    const draft = buildBaseTx(pState([coin], { from: addresses }), {
      outputs: [{ to: you, amount: 1n }],
    });
    const signed = sign(draft, [c, b, a], trusting);
    expect(signed.slots[0]).toMatchObject({ signatureIndices: [0, 1] });
    expect(finalize(signed).credentials).toMatchObject([{ signatures: { length: 2 } }]);
    const unsignedTx = {
      type: 'platformvm.BaseTx' as const,
      ...base([spend(coin, [0, 1, 2])], []),
    };
    const three = { unsignedTx, credentials: [credential(unsignedTx, a, b, c)] };
    expect(
      refusal(() =>
        assertNotRefused(checkTx(three, { network: fuji, utxos: [coin], time: now })),
      )[0],
    ).toBe('OutOfRange');
  });

  it('locked stake of different owners is not merged [case 17]', () => {
    const later = now + days(365);
    const lockedOf = (n: number, k: typeof me) => {
      const { output, ...rest } = utxo(n, avax('3'), { owner: k.shortID });
      return { ...rest, output: { type: 'stakeable.LockOut' as const, locktime: later, output } };
    };
    const stakes = (...owners: readonly (typeof me)[]) => {
      const coins = owners.map((k, i) => lockedOf(i + 1, k));
      const fees = utxo(9, avax('1'), { owner: a.shortID });
      const draft = buildAddPermissionlessDelegatorTx(
        pState([...coins, fees], { from: [a.shortID, b.shortID] }),
        { nodeID: node(1).nodeID, amount: avax('6'), end, rewardsOwner: you },
      );
      expect(finalize(sign(draft, [a, b], trusting)).chain).toBe('P');
      return txOf(draft, 'platformvm.AddPermissionlessDelegatorTx').stake.map(
        ({ output }) => output,
      );
    };
    expect(stakes(a, a)).toMatchObject([{ output: { amount: avax('6') } }]);
    expect(stakes(b, a)).toMatchObject(
      [a, b].map((k) => ({ output: { amount: avax('3'), addresses: [k.shortID] } })),
    );
  });

  it('locked and plain stake: the plain part goes back to whom `stakeReturnOwner` names [case 19]', () => {
    const later = now + days(365);
    const state = pState([lockedUTXO(1, avax('3'), later), utxo(2, avax('10'))]);
    const draft = buildAddPermissionlessDelegatorTx(state, {
      nodeID: node(1).nodeID,
      amount: avax('5'),
      end,
      rewardsOwner: me.shortID,
      stakeReturnOwner: you,
    });
    const tx = txOf(draft, 'platformvm.AddPermissionlessDelegatorTx');
    expect(tx.validator.weight).toBe(avax('5'));
    expect(tx.stake.map(({ output }) => output)).toMatchObject([
      { type: 'secp256k1fx.TransferOutput', amount: avax('2'), addresses: [you] },
      {
        type: 'stakeable.LockOut',
        locktime: later,
        output: { amount: avax('3'), addresses: [me.shortID] },
      },
    ]);
    expect(finalize(sign(draft, me)).chain).toBe('P');
  });

  it('a price times gas above uint64 is an error, not another fee [case 32]', () => {
    const outputs = [{ to: you, amount: 1n }];
    const at = (price: bigint) =>
      buildBaseTx({ ...rich, feeState: { price } }, { outputs }, { maxFee: maxUint64 });
    expect(refusal(() => at(maxUint64))).toEqual(['FeeTooHigh']);
    const tx = { type: 'platformvm.BaseTx' as const, ...base([], []) };
    expect(txFeeOf(tx, fuji, maxUint64 / 58n)).toBe((maxUint64 / 58n) * 58n);
    expect(refusal(() => txFeeOf(tx, fuji, maxUint64 / 58n + 1n))[0]).toBe('OutOfRange');
  });

  it('equal amounts sort by their owners, plain outputs before locked ones [case 36]', () => {
    const draft = buildBaseTx(rich, {
      outputs: [
        { to: a.shortID, amount: 5n, stakeableUntil: now + 9n },
        ...[c, a, b].map((k) => ({ to: k.shortID, amount: 5n })),
      ],
    });
    const { outputs } = txOf(draft, 'platformvm.BaseTx');
    const sorted = [...outputs].map(({ output }) => output);
    expect(sorted.slice(0, 3)).toMatchObject(addresses.map((of) => ({ addresses: [of] })));
    expect(sorted.map(({ type }) => type)).toEqual([
      ...Array(4).fill('secp256k1fx.TransferOutput'),
      'stakeable.LockOut',
    ]);
    expect(finalize(sign(draft, me)).chain).toBe('P');
    const swapped = [outputs[1]!, outputs[0]!, ...outputs.slice(2)];
    expect(verdict({ ...txOf(draft, 'platformvm.BaseTx'), outputs: swapped })[0]).toBe('NotSorted');
  });

  const validation = txOf(
    buildAddPermissionlessValidatorTx(rich, validate),
    'platformvm.AddPermissionlessValidatorTx',
  );

  it('a primary validator without a proof, a subnet’s with one: both refused [case 59]', () => {
    const empty = { ...validation, signer: { type: 'signer.Empty' as const } };
    expect(verdict(empty)).toEqual(['OutOfRange', 'signer']);
    expect(verdict({ ...validation, subnetID: asset(9) })).toEqual(['OutOfRange', 'signer']);
    const { nodeID } = node(1);
    const without = { ...validate, node: { nodeID } as NodePOP };
    expect(refusal(() => buildAddPermissionlessValidatorTx(rich, without))).toEqual([
      'BadArgument',
      'node',
      'nodePOP',
    ]);
  });

  it('a proof of another key, or made as a signature, is refused [case 60]', () => {
    const { signer } = validation;
    if (signer.type === 'signer.Empty') throw new Error(signer.type);
    const { publicKey } = signer;
    const by = (proofOfPossession: Uint8Array) => () =>
      assertNotRefused(
        checkTx(
          { ...validation, signer: { ...signer, proofOfPossession } },
          { network: fuji, time: now, bls: { verifyPossession, verifyMessage: verifyWarpMessage } },
        ),
      );
    expect(by(signer.proofOfPossession)).not.toThrow();
    const place = ['BadSignature', 'signer', 'proofOfPossession'];
    expect(refusal(by(provePossession(secret(2)).proofOfPossession))).toEqual(place);
    expect(refusal(by(signBLS(publicKey, secret(1))))).toEqual(place);
  });

  it('a stake of two assets is refused [case 61]', () => {
    const output = (assetID: Uint8Array) => ({ ...validation.stake[0]!, assetID });
    const stake = [output(asset(1)), output(AVAX)];
    const both = {
      ...validation,
      stake,
      validator: { ...validation.validator, weight: 2n * avax('1') },
    };
    expect(verdict(both).slice(0, 2)).toEqual(['Mismatch', 'stake']);
  });

  it('a weight that is not the sum of the stake is refused, and not signed [case 62]', () => {
    const draft = buildAddPermissionlessValidatorTx(rich, validate);
    const heavier = {
      ...validation,
      validator: { ...validation.validator, weight: avax('1') + 1n },
    };
    expect(verdict(heavier)[0]).toBe('Mismatch');
    expect(thrown(() => sign({ ...draft, unsignedTx: heavier }, me)).code).toBe('Mismatch');
  });

  it('one key of a subnet’s 2-of-3 leaves a slot open, and nothing is finalised [case 68]', () => {
    const state = pState([utxo(1, avax('1'), { owner: a.shortID })], {
      from: [a.shortID],
      authorities: { [subnetID]: twoOfThree },
    });
    const intent = { subnetID, name: 'x', vm: 'subnetevm', genesis: new Uint8Array(1) };
    const half = sign(buildCreateChainTx(state, intent), a, trusting);
    const last = half.slots.at(-1)!;
    expect(last.kind).toBe('auth');
    expect(last.signatures.filter((signature) => signature === null)).toHaveLength(1);
    expect(half.missing).toMatchObject([{ credential: 1, need: 1 }]);
    expect(thrown(() => finalize(half)).code).toBe('MissingSigner');
    expect(finalize(sign(half, b, trusting)).credentials).toHaveLength(2);
  });

  it('first validators in any order: sorted, validation ids by the sorted index [case 73]', () => {
    const draft = convert({ validators: [3, 1, 2].map((n) => validator(n)) });
    const { validators } = txOf(draft, 'platformvm.ConvertSubnetToL1Tx');
    expect(validators.map(({ nodeID }) => nodeID[0])).toEqual([1, 2, 3]);
    const ids = [0, 1, 2].map((index) => formatID(validationIDOf({ subnetID, index })));
    expect(conversionOf(draft).validationIDs).toEqual(ids);
  });

  it('first validators: a node twice, no weight, a node of 21 bytes, an address of 4097 [case 74]', () => {
    expect(refusal(() => convert({ validators: [validator(1), validator(1)] }))[0]).toBe(
      'Duplicate',
    );
    expect(refusal(() => convert({ validators: [validator(1, { weight: 0n })] }))).toEqual([
      'OutOfRange',
      'validators',
      0,
      'weight',
    ]);
    const tx = txOf(convert(), 'platformvm.ConvertSubnetToL1Tx');
    const nodeID = new Uint8Array(21).fill(1);
    expect(verdict({ ...tx, validators: [{ ...tx.validators[0]!, nodeID }] })).toEqual([
      'OutOfRange',
      'validators',
      0,
      'nodeID',
    ]);
    const managerAddress = (bytes: number) => `0x${'11'.repeat(bytes)}`;
    expect(convert({ managerAddress: managerAddress(4096) }).chain).toBe('P');
    expect(refusal(() => convert({ managerAddress: managerAddress(4097) }))[0]).toBe('TooLong');
  });

  it('owners of an L1’s validator are sorted, the intent’s stay as they were [case 75]', () => {
    const owner = { addresses: [c.shortID, a.shortID, b.shortID], threshold: 2 };
    const given = structuredClone(owner);
    const draft = convert({
      validators: [validator(1, { remainingBalanceOwner: owner, deactivationOwner: owner })],
    });
    const [first] = txOf(draft, 'platformvm.ConvertSubnetToL1Tx').validators;
    expect(first).toMatchObject({
      remainingBalanceOwner: twoOfThree,
      deactivationOwner: twoOfThree,
    });
    expect(owner).toEqual(given);
  });

  it('a balance is raised by more than nothing [case 82]', () => {
    const raise = (balance: bigint) =>
      buildIncreaseL1ValidatorBalanceTx(rich, { validationID: subnetID, balance });
    expect(refusal(() => raise(0n))).toEqual(['OutOfRange', 'balance']);
    const tx = txOf(raise(1n), 'platformvm.IncreaseL1ValidatorBalanceTx');
    expect(verdict({ ...tx, balance: 0n })).toEqual(['OutOfRange', 'balance']);
  });

  it('a genesis of 990,000 bytes fits the gas, 1 MiB does not; 256 KiB before Helicon [case 86]', () => {
    const build = (size: number, time = now) =>
      buildCreateChainTx(
        { ...rich, time },
        { subnetID, name: 'abcdefgh', vm: 'subnetevm', genesis: new Uint8Array(size) },
      );
    expect(build(990_000).fee.gas).toBe(9066n + 990_000n);
    expect(thrown(() => build(2 ** 20))).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'gas', max: 1_000_000n, value: 9066n + 1_048_576n },
    });
    const before = fuji.upgrades.helicon - 1n;
    const { bytes } = finalize(sign(build(262_144 - 466, before), me));
    expect(bytes.length).toBe(262_144);
    expect(thrown(() => build(262_144 - 465, before)).code).toBe('TooLong');
  });

  it('network 7 has the HRP `custom` and the parameters of a local one [case 103]', () => {
    const network = customNetwork({
      networkID: 7,
      avaxAssetID: asset(1),
      chains: { X: asset(2), C: asset(3) },
    });
    expect(network.hrp).toBe('custom');
    const { pFees, xFees, validatorFees, staking, upgrades } = network;
    expect({ pFees, xFees, validatorFees, staking, upgrades }).toEqual({
      pFees: local.pFees,
      xFees: local.xFees,
      validatorFees: local.validatorFees,
      staking: local.staking,
      upgrades: local.upgrades,
    });
    const ewoq = parseHex('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
    expect(formatAddress(ewoq, 'X', network)).toBe(
      'X-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p',
    );
  });

  it('a byte after a signed transaction is refused, on every chain [case 106]', () => {
    const outputs = [{ to: you, amount: 1n }];
    const drafts: readonly Draft[] = [
      buildBaseTx(rich, { outputs }),
      buildBaseTx(xState([utxo(1, avax('1'))]), { outputs }),
      buildExportTx(cState(), { to: 'P', outputs }),
    ];
    for (const draft of drafts) {
      const { chain, bytes, txID } = finalize(sign(draft, me));
      expect(decodeTx(bytes, chain).txID).toBe(txID);
      const longer = concatBytes(bytes, new Uint8Array(1));
      expect(thrown(() => decodeTx(longer, chain)).code).toBe('TrailingBytes');
    }
  });

  it('amounts above uint64, below 0, and numbers are refused with the place [case 107]', () => {
    const wrong: readonly unknown[] = [
      maxUint64 + 1n,
      -1n,
      2 ** 53 + 2,
      5,
      1.5,
      Number.NaN,
      '5',
      null,
    ];
    for (const amount of wrong) {
      const outputs = [{ to: you, amount: amount as bigint }];
      // Not a bigint: the argument is wrong, not its range.
      const code = typeof amount === 'bigint' ? 'OutOfRange' : 'BadArgument';
      const place = [code, 'outputs', 0, 'amount'];
      expect(refusal(() => buildBaseTx(rich, { outputs }))).toEqual(place);
      expect(refusal(() => buildBaseTx(xState([]), { outputs }))).toEqual(place);
      expect(refusal(() => buildExportTx(cState(), { to: 'P', outputs }))).toEqual(place);
      const stake = { ...validate, amount: amount as bigint };
      expect(refusal(() => buildAddPermissionlessValidatorTx(rich, stake))).toEqual([
        code,
        'amount',
      ]);
      const price = { ...rich, feeState: { price: amount as bigint } };
      expect(refusal(() => buildBaseTx(price, { outputs: [{ to: you, amount: 1n }] }))).toEqual([
        code,
        'state',
        'feeState',
        'price',
      ]);
    }
  });

  it('the id of a UTXO [case 108]', () => {
    const txID = new Uint8Array(32);
    txID[0] = 1;
    expect(formatHex(inputIDOf({ txID, outputIndex: 5 }))).toBe(
      '0x14edfdc10e480eb2a08bca6ec4d09e99c6e83e3dc7f87554ca57ac4e6d95e0d2',
    );
  });
});

/** How many signatures inputs and authorization ask for, by credential. */
function inputSignatures(tx: PTx): readonly number[] {
  const inputs = [
    ...('inputs' in tx ? tx.inputs : []),
    ...('importedInputs' in tx ? tx.importedInputs : []),
  ].map(({ input }) => (input.type === 'stakeable.LockIn' ? input.input : input));
  const auth = ['subnetAuthorization', 'disableAuthorization', 'auth'].flatMap((name) =>
    name in tx ? [(tx as never)[name] as { signatureIndices: readonly number[] }] : [],
  );
  return [...inputs, ...auth].map(({ signatureIndices }) => signatureIndices.length);
}

describe('peers’ faults', () => {
  const outputs = [{ to: you, amount: 1000n }];

  it('an address says its network, is checked for it, and stays in it [fault B8]', () => {
    const text = me.address('P', fuji);
    const { chain, bytes } = parseAddress(text, fuji);
    expect(formatAddress(bytes, chain as 'P', fuji)).toBe(text);
    expect(thrown(() => parseAddress(text, mainnet))).toMatchObject({
      code: 'WrongNetwork',
      context: { have: 'fuji', need: 'mainnet' },
    });
    const cosmos = formatAddress(bytes, 'P', { hrp: 'cosmos' });
    expect(thrown(() => parseAddress(cosmos, fuji)).code).toBe('WrongNetwork');
    expect(thrown(() => parseAddress(`${cosmos}-junk`)).code).toMatch(/^Bad/);
    const there = { outputs: [{ to: me.address('P', mainnet), amount: 1n }] };
    expect(refusal(() => buildBaseTx(rich, there))).toEqual(['WrongNetwork', 'outputs', 0, 'to']);
  });

  it('a signature counts for the slot of its key alone [fault B9]', () => {
    const owners = [a, b].map((k, i) => utxo(i + 1, 10_000n, { owner: k.shortID }));
    const draft = buildBaseTx(pState(owners, { from: [a.shortID, b.shortID] }), {
      outputs: [{ to: you, amount: 'max' }],
    });
    const half = sign(draft, a, trusting);
    expect(half.missing).toHaveLength(1);
    const signature = half.slots.flatMap((slot) => slot.signatures).find((s) => s !== null)!;
    const forged = {
      ...half,
      slots: half.slots.map((slot) => ({ ...slot, signatures: [signature] })),
      missing: [],
    } as typeof half;
    for (const f of [
      () => finalize(forged),
      () => sign(forged, b, trusting),
      () => parseDraft(formatDraft(forged)),
    ])
      expect(thrown(f).code).toBe('BadSignature');
  });

  it('the signers of a 2-of-3 are chosen when they sign, and who is missing is said [fault B10]', () => {
    const state = pState([utxo(1, 1_000_000n, { owner: twoOfThree })], { from: addresses });
    const draft = buildBaseTx(state, { outputs });
    expect(thrown(() => sign(draft, c, trusting)).message).toContain('chooseSigners');
    const half = sign(chooseSigners(draft, [c.shortID]).draft, c, trusting);
    expect(half.missing).toMatchObject([{ credential: 0, need: 1 }]);
    expect(thrown(() => finalize(half))).toMatchObject({ code: 'MissingSigner' });
    for (const two of [
      [a, b],
      [a, c],
      [b, c],
    ] as const) {
      const tx = finalize(sign(draft, two, trusting));
      expect(signersOf(tx)).toEqual([two.map((k) => k.shortID)]);
    }
  });

  it('what is no signature is not taken, and keys keep a leading zero [fault B11]', () => {
    const draft = buildBaseTx(rich, { outputs });
    const { digest } = digestsOf(draft)[0]!;
    for (const garbage of [new Uint8Array(65).fill(7), new Uint8Array(65), new Uint8Array(64)])
      expect(thrown(() => addSignature(draft, { digest, signature: garbage })).code).toBe(
        'BadSignature',
      );
    const short = new Uint8Array(32);
    short[31] = 42;
    expect(formatHex(publicKeyOf(short)).slice(0, 10)).toBe('0x8ce3b57b');
    expect(thrown(() => publicKeyOf(short.subarray(1))).code).toBe('OutOfRange');
  });

  it('an import on C counts what can be spent, and nothing else, for its fee [fault B15]', () => {
    const build = (...P: readonly ReturnType<typeof utxo>[]) =>
      buildImportTx(cState({ imports: { P } }), { from: 'P', to: evmAddressOf(me) });
    const theirs = utxo(1, avax('1'), { owner: you });
    const draft = build(theirs, utxo(2, avax('1')));
    const { importedInputs, outputs } = txOf(draft, 'atomic.ImportTx');
    expect(importedInputs).toHaveLength(1);
    expect(outputs.map(({ amount }) => amount)).toEqual([avax('1') - 280_750n]);
    expect(thrown(() => build(theirs))).toMatchObject({
      code: 'Insufficient',
      context: { spendable: 0n, foreign: avax('1') },
    });
    expect(thrown(() => build(utxo(2, 280_750n))).code).toBe('Insufficient');
    const locked = lockedUTXO(3, avax('1'), now + 1n) as never;
    expect(txOf(build(locked, utxo(2, avax('1'))), 'atomic.ImportTx').importedInputs).toHaveLength(
      1,
    );
  });

  it('a base fee is wei, and its fee is rounded up [fault B16]', () => {
    const build = (baseFee: bigint, amount: bigint) =>
      buildExportTx(cState({ baseFee: wei(baseFee) }), {
        to: 'P',
        outputs: [{ to: me.shortID, amount }],
      });
    const cheap = build(20_000_000n, avax('0.1'));
    expect(cheap.fee).toEqual({ total: 225n, gas: 11_230n, price: 20_000_000n });
    const { inputs } = txOf(cheap, 'atomic.ExportTx');
    expect(inputs.map(({ amount }) => amount)).toEqual([avax('0.1') + 225n]);
    const fee = build(25_000_000_007n, 5n).fee.total;
    expect(fee).toBe(280_751n);
    // What the node makes of it: the price that was paid, rounded down.
    expect((fee * 1_000_000_000n) / 11_230n).toBeGreaterThanOrEqual(25_000_000_007n);
    const number = { ...cState(), baseFee: 25 as never };
    const intent = { to: 'P' as const, outputs };
    expect(refusal(() => buildExportTx(number, intent)).slice(0, 2)).toEqual([
      'OutOfRange',
      'state',
    ]);
  });

  /** A draft as it comes to another process, signed there. */
  const elsewhere = (draft: Draft, ...keys: readonly (typeof me)[]) => {
    const tx = finalize(sign(parseDraft(formatDraft(draft)), keys, trusting));
    expect(finalize(sign(decodeDraft(encodeDraft(draft)), keys, trusting))).toEqual(tx);
    expect(decodeTx(tx.bytes, tx.chain).txID).toBe(tx.txID);
    return tx;
  };

  it('the second of a 1-of-2 signs what comes as text [fault B17]', () => {
    const owner = { addresses: [a.shortID, b.shortID], threshold: 1 };
    const options = { change: b.shortID };
    const from = { from: [b.shortID] };
    for (const draft of [
      buildBaseTx(pState([utxo(1, avax('1'), { owner })], from), { outputs }, options),
      buildBaseTx(xState([utxo(1, avax('1'), { owner })], from), { outputs }, options),
    ]) {
      expect(draft.slots[0]).toMatchObject({ signatureIndices: [1], signatures: [null] });
      expect(signersOf(elsewhere(draft, b))).toEqual([[b.shortID]]);
    }
  });

  it('an import that comes as text is signed in its imported inputs [fault B18]', () => {
    const imports = { C: [utxo(1, avax('1')), utxo(2, avax('1'))] };
    for (const state of [pState([], { imports }), xState([], { imports })])
      expect(signersOf(elsewhere(buildImportTx(state, { from: 'C' }), me))).toEqual([
        [me.shortID],
        [me.shortID],
      ]);
    expect(thrown(() => finalize(buildImportTx(pState([], { imports }), { from: 'C' }))).code).toBe(
      'MissingSigner',
    );
  });

  it('transactions of the C-chain that come as text are signed [fault B19]', () => {
    const state = cState({ imports: { P: [utxo(1, avax('1'))] } });
    expect(
      signersOf(elsewhere(buildImportTx(state, { from: 'P', to: evmAddressOf(me) }), me)),
    ).toEqual([[me.shortID]]);
    const out = buildExportTx(state, { to: 'P', outputs });
    expect(signersOf(elsewhere(out, me))).toEqual([[parseHex(evmAddressOf(me))]]);
  });

  it('a UTXO that is listed twice is spent once [fault B20]', () => {
    const owner = { addresses: [a.shortID, b.shortID], threshold: 1 };
    const shared = utxo(1, avax('1'), { owner });
    const from = { from: [a.shortID, b.shortID] };
    for (const build of [
      (amount: bigint) =>
        buildBaseTx(
          pState([shared, shared], from),
          { outputs: [{ to: you, amount }] },
          { change: you },
        ),
      (amount: bigint) =>
        buildBaseTx(
          xState([shared, shared], from),
          { outputs: [{ to: you, amount }] },
          { change: you },
        ),
    ]) {
      expect(amountsIn(build(avax('0.5')))).toEqual([avax('1')]);
      expect(thrown(() => build(avax('1.5')))).toMatchObject({
        code: 'Insufficient',
        context: { spendable: avax('1') },
      });
    }
  });

  it('an import never tops up with what it imports [fault B21]', () => {
    const small = { X: utxo(1, fuji.xFees.txFee - 1n), P: utxo(1, 3010n) };
    expect(
      thrown(() => buildImportTx(xState([], { imports: { P: [small.X] } }), { from: 'P' })).code,
    ).toBe('Insufficient');
    expect(
      thrown(() => buildImportTx(pState([], { imports: { C: [small.P] } }), { from: 'C' })).code,
    ).toBe('Insufficient');
    for (const draft of [
      buildImportTx(xState([utxo(2, avax('1'))], { imports: { P: [small.X] } }), { from: 'P' }),
      buildImportTx(pState([utxo(2, avax('1'))], { imports: { C: [small.P] } }), { from: 'C' }),
    ]) {
      const { inputs, importedInputs } = transferOf(draft.unsignedTx);
      const all = [...inputs, ...importedInputs!].sort(compareUTXOIDs);
      expect(all).toHaveLength(2);
      expect(compareUTXOIDs(all[0]!, all[1]!)).not.toBe(0);
    }
  });

  it('the outputs of an import on X are sorted [fault B22]', () => {
    const P = [0xee, 0x03, 0x21].map((n) => utxo(n, 5n, { assetID: asset(n) }));
    const draft = buildImportTx(xState([utxo(1, avax('1'))], { imports: { P } }), { from: 'P' });
    const ids = transferOf(draft.unsignedTx).outputs.map(({ assetID }) => assetID);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual([...ids].sort(compareBytes));
    expect(finalize(sign(draft, me)).chain).toBe('X');
  });

  it('a locktime is over when its second comes [fault B23]', () => {
    const owner = { ...one, locktime: now };
    for (const coin of [utxo(1, avax('1'), { owner }), lockedUTXO(1, avax('1'), now)])
      expect(amountsIn(buildBaseTx(pState([coin]), { outputs }))).toEqual([avax('1')]);
    const atZero = xState([utxo(1, avax('1'))], { time: 0n });
    expect(amountsIn(buildBaseTx(atZero, { outputs }))).toEqual([avax('1')]);
  });

  it('a transaction is not above what a node takes [fault B24]', () => {
    const coins = Array.from({ length: 1101 }, (_, i) => utxo(i, 10_000_000n));
    const all = { outputs: [{ to: you, amount: 1101n * 10_000_000n - 2_000_000n }] };
    expect(thrown(() => buildBaseTx(xState(coins), all))).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'bytes', max: 65_536n },
    });
    const most = { outputs: [{ to: you, amount: 'max' as const }] };
    const x = finalize(sign(buildBaseTx(xState(coins), most), me));
    expect(x.bytes.length).toBeLessThanOrEqual(65_536);
    expect(buildBaseTx(pState(coins), most).fee.gas).toBeLessThanOrEqual(1_000_000n);
    const before = cState({
      imports: { P: coins.slice(0, 500) },
      time: fuji.upgrades.helicon - 1n,
    });
    const draft = buildImportTx(before, { from: 'P', to: evmAddressOf(me) });
    expect(draft.fee.gas).toBeLessThanOrEqual(100_000n);
    expect(draft.warnings).toMatchObject([{ code: 'LeftBehind' }]);
  });

  it('dust is left where it is [fault B25]', () => {
    const large = utxo(5000, avax('1'));
    const dust = (count: number) => Array.from({ length: count }, (_, i) => utxo(i, 1000n));
    expect(amountsIn(buildBaseTx(xState([...dust(300), large]), { outputs }))).toEqual([avax('1')]);
    for (const count of [100, 1200]) {
      const draft = buildBaseTx(pState([...dust(count), large]), { outputs });
      expect(amountsIn(draft)).toEqual([avax('1')]);
      expect(draft.fee.total).toBe(5179n);
    }
  });

  it('change is as strong as what it comes from [fault B26]', () => {
    const owner = { addresses: [a.shortID, b.shortID], threshold: 2 };
    const from = { from: owner.addresses };
    for (const state of [
      pState([utxo(1, avax('1'), { owner })], from),
      xState([utxo(1, avax('1'), { owner })], from),
    ])
      expect(buildBaseTx(state, { outputs }).change.map(({ output }) => output)).toMatchObject([
        owner,
      ]);
  });

  it('what the chain rejects is not built [fault B27]', () => {
    const nothing = { outputs: [{ to: you, amount: 0n }] };
    for (const state of [rich, xState([utxo(1, avax('1'))])])
      expect(refusal(() => buildBaseTx(state, nothing))).toEqual([
        'OutOfRange',
        'outputs',
        0,
        'amount',
      ]);
    expect(refusal(() => buildBaseTx(rich, { outputs, memo: 'x' }))).toEqual(['TooLong', 'memo']);
    const x = xState([utxo(1, avax('1'))]);
    const memo = 'x'.repeat(300);
    expect(refusal(() => buildBaseTx(x, { outputs, memo }))).toEqual(['TooLong', 'memo']);
    const owner = outputOwners(me.shortID, fuji.chains.P, fuji);
    const tx: AnyUnsignedTx = {
      type: 'platformvm.CreateSubnetTx',
      ...base([spend(utxo(1, 5n))], []),
      memo: new Uint8Array(1),
      owner,
    };
    expect(verdict(tx)).toEqual(['TooLong', 'memo']);
  });

  it('amounts are exact, whatever their decimals [fault B28]', () => {
    expect(['8.2', '16.4', '1.005'].map(avax)).toEqual([
      8_200_000_000n,
      16_400_000_000n,
      1_005_000_000n,
    ]);
    expect(wei('1.1')).toBe(1_100_000_000_000_000_000n);
    expect(formatAmount(1_900_000_000_000_000_000n, 18)).toBe('1.9');
    expect(formatAvax(8_200_000_000n)).toBe('8.2');
    for (const number of [8.2, 1.1, 5, 12_345_678.123456789])
      for (const read of [avax, wei])
        expect(thrown(() => read(number as never)).code).toBe('BadArgument');
  });
});
