import { describe, expect, it } from 'vitest';
import { formatPath } from '../../src/errors/error.ts';
import { fuji } from '../../src/network/known.ts';
import { type AnyUTXO, checkTx, type Facts, type SignedTx } from '../../src/rules/index.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { parseHex } from '../../src/text/hex.ts';
import { amountOf } from '../../src/tx/output.ts';
import { asset, key, lockedUTXO, now, trio, utxo } from '../support/state.ts';
import { base, credential, spend, xBase } from '../support/tx.ts';
import { told } from '../support/verdict.ts';

const two = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const me = outputOwners(key(1).shortID, fuji.chains.P, fuji);

type CredentialState = Pick<Facts, 'utxos' | 'time' | 'l1Validators'>;

const aboutOwners = ['UTXOs', 'consumed UTXOs', 'authorization', 'credentials', 'signatures'];

/** `code path` of what the rules about owners and signatures refuse, or the first fact that they miss, or nothing. */
const said = (tx: SignedTx, state: CredentialState): string => {
  const findings = checkTx(tx, { network: fuji, ...state }).findings.filter(({ rule }) =>
    aboutOwners.includes(rule),
  );
  const refused = findings.find(({ result }) => result === 'refused');
  if (refused) return told(refused);
  const open = findings.find(({ result }) => result !== 'ok');
  return open ? `? ${open.missing} ${formatPath(open.path!)}` : '';
};

describe('credentials on P', () => {
  const coin = utxo(1, 10n, { owner: two });
  const state = { utxos: [coin], time: now };
  const signed = (indices: readonly number[], signers: readonly number[]): SignedTx => {
    const unsignedTx = { type: 'platformvm.BaseTx' as const, ...base([spend(coin, indices)], []) };
    return {
      unsignedTx,
      credentials: [credential(unsignedTx, ...signers.map((i) => trio[i]!))],
    };
  };

  it('takes exactly the threshold, each in its slot', () => {
    expect(said(signed([0, 2], [0, 2]), state)).toBe('');
    expect(said(signed([0, 2], [2, 0]), state)).toBe('BadSignature credentials[0].signatures[0]');
    expect(said(signed([0, 1], [0, 2]), state)).toBe('BadSignature credentials[0].signatures[1]');
    expect(said(signed([0], [0]), state)).toBe('MissingSigner inputs[0].input.signatureIndices');
    expect(said(signed([0, 1, 2], [0, 1, 2]), state)).toBe(
      'OutOfRange inputs[0].input.signatureIndices',
    );
    expect(said(signed([0, 3], [0, 2]), state)).toBe(
      'OutOfRange inputs[0].input.signatureIndices[1]',
    );
    expect(said(signed([0, 2], [0]), state)).toBe('MissingSigner credentials[0].signatures');
    const without = { ...signed([0, 2], [0, 2]), credentials: [] };
    expect(said(without, state)).toBe('Mismatch credentials');
    const { findings } = checkTx(without, { network: fuji, ...state });
    expect(findings.find(({ rule }) => rule === 'signatures')!.error!.context).toEqual({
      found: '0',
      expected: '1',
    });
  });

  it('refuses the higher s, an empty slot and a recovery id of 27 [case 70, 71]', () => {
    const good = signed([0, 2], [0, 2]);
    const [of] = good.credentials as readonly [ReturnType<typeof credential>];
    const [first, second] = of.signatures as [Uint8Array, Uint8Array];
    const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
    const s = BigInt(`0x${Buffer.from(first.subarray(32, 64)).toString('hex')}`);
    const high = first.slice();
    high.set(parseHex(`0x${(order - s).toString(16).padStart(64, '0')}`), 32);
    high[64]! ^= 1;
    const v = first.slice();
    v[64]! += 27;
    for (const wrong of [high, v, new Uint8Array(65)]) {
      const tx = { ...good, credentials: [{ ...of, signatures: [wrong, second] }] } as SignedTx;
      expect(said(tx, state)).toBe('BadSignature credentials[0].signatures[0]');
    }
  });

  it('compares asset, amount and locks with the UTXO [case 10, 11, 12, 13]', () => {
    const tx = signed([0, 2], [0, 2]);
    const differs = (utxo: AnyUTXO) => said(tx, { utxos: [utxo], time: now });
    expect(said(tx, { utxos: [], time: now })).toBe('? utxos inputs[0]');
    expect(said(tx, { utxos: () => null, time: now })).toBe('NotFound inputs[0]');
    expect(differs({ ...coin, assetID: asset(1) })).toBe('Mismatch inputs[0].assetID');
    expect(differs({ ...coin, output: { ...coin.output, amount: 9n } })).toBe(
      'Mismatch inputs[0].input.amount',
    );
    const from = (locktime: bigint) => differs({ ...coin, output: { ...coin.output, locktime } });
    expect([now, now + 1n].map(from)).toEqual(['', 'Locked inputs[0].input']);
    const until = (locktime: bigint) =>
      differs({ ...coin, output: { type: 'stakeable.LockOut', locktime, output: coin.output } });
    expect([now, now + 1n].map(until)).toEqual(['', 'Locked inputs[0].input']);
  });

  it('compares every input with its UTXO', () => {
    const [first, second] = [utxo(1, 10n), utxo(2, 20n)];
    const unsignedTx = {
      type: 'platformvm.BaseTx' as const,
      ...base([spend(first), spend(second)], []),
    };
    const tx = { unsignedTx, credentials: [0, 1].map(() => credential(unsignedTx, key(1))) };
    const says = (...utxos: readonly AnyUTXO[]) => said(tx, { utxos, time: now });
    expect(says(first, second)).toBe('');
    expect(says(first, utxo(2, 21n))).toBe('Mismatch inputs[1].input.amount');
    expect(says(first)).toBe('? utxos inputs[1]');
  });

  it('takes a LockIn of the UTXO’s time, open or not', () => {
    for (const locktime of [now, now + 1n]) {
      const locked = lockedUTXO(1, 10n, locktime);
      const unsignedTx = { type: 'platformvm.BaseTx' as const, ...base([spend(locked)], []) };
      const tx = { unsignedTx, credentials: [credential(unsignedTx, key(1))] };
      expect(said(tx, { utxos: [locked], time: now })).toBe('');
      expect(said(tx, { utxos: [lockedUTXO(1, 10n, locktime + 1n)], time: now })).toBe(
        'Mismatch inputs[0].input.locktime',
      );
      expect(said(tx, { utxos: [lockedUTXO(1, 9n, locktime)], time: now })).toBe(
        'Mismatch inputs[0].input.input.amount',
      );
    }
  });

  it('checks the authority last of all credentials [case 67, 83]', () => {
    const unsignedTx = {
      type: 'platformvm.DisableL1ValidatorTx' as const,
      ...base([spend(utxo(1, 10n))], []),
      validationID: asset(1),
      disableAuthorization: { type: 'secp256k1fx.Input' as const, signatureIndices: [0] },
    };
    const of = { utxos: [utxo(1, 10n)], time: now };
    const authority = {
      l1Validators: () => ({
        deactivationOwner: { threshold: 1, addresses: [key(2).shortID] },
      }),
    };
    const [mine, theirs] = [key(1), key(2)].map((k) => credential(unsignedTx, k)) as [
      ReturnType<typeof credential>,
      ReturnType<typeof credential>,
    ];
    expect(said({ unsignedTx, credentials: [mine, theirs] }, { ...of, ...authority })).toBe('');
    expect(said({ unsignedTx, credentials: [mine, mine] }, { ...of, ...authority })).toBe(
      'BadSignature credentials[1].signatures[0]',
    );
    expect(said({ unsignedTx, credentials: [mine, theirs] }, of)).toBe(
      '? l1Validators disableAuthorization',
    );
    const anybody = {
      ...unsignedTx,
      disableAuthorization: { ...unsignedTx.disableAuthorization, signatureIndices: [] },
    };
    const free = {
      ...of,
      l1Validators: () => ({ deactivationOwner: { threshold: 0, addresses: [] } }),
    };
    const credentials = [credential(anybody, key(1)), credential(anybody)];
    expect(said({ unsignedTx: anybody, credentials }, free)).toBe('');
  });
});

describe('credentials on X and C', () => {
  it('of operations: one UTXO, its kind and credential, what stays the same [case 91, 95]', () => {
    const nft = {
      type: 'nftfx.MintOutput' as const,
      groupID: 1,
      locktime: 0n,
      threshold: 1,
      addresses: me.addresses,
    };
    const right = { ...utxo(2, 1n, { assetID: asset(7) }), output: nft };
    const operation = {
      type: 'nftfx.MintOperation' as const,
      mintInput: { type: 'secp256k1fx.Input' as const, signatureIndices: [0] },
      groupID: 1,
      payload: new Uint8Array(1),
      outputs: [me],
    };
    const unsignedTx = {
      type: 'avm.OperationTx' as const,
      ...xBase([spend(utxo(1, 10n))], []),
      operations: [
        { assetID: asset(7), inputIDs: [{ txID: right.txID, outputIndex: 0 }], operation },
      ],
    };
    const { signatures } = credential(unsignedTx, key(1));
    const plain = { credential: { type: 'secp256k1fx.Credential' as const, signatures } };
    const fitting = { credential: { type: 'nftfx.Credential' as const, signatures } };
    const state = { utxos: [utxo(1, 10n), right], time: now };
    expect(said({ unsignedTx, credentials: [plain, fitting] }, state)).toBe('');
    expect(said({ unsignedTx, credentials: [plain, plain] }, state)).toBe(
      'UnknownTypeID credentials[1].type',
    );
    expect(said({ unsignedTx, credentials: [fitting, fitting] }, state)).toBe(
      'UnknownTypeID credentials[0].type',
    );
    const other = {
      utxos: [utxo(1, 10n), { ...right, output: { ...nft, groupID: 2 } }],
      time: now,
    };
    expect(said({ unsignedTx, credentials: [plain, fitting] }, other)).toBe(
      'Mismatch operations[0].operation.groupID',
    );
    const { findings } = checkTx(
      { unsignedTx, credentials: [plain, fitting] },
      { network: fuji, utxos: [utxo(1, 10n)], time: now },
    );
    const open = findings.filter(({ missing }) => missing === 'utxos');
    expect(open.map(({ rule, path }) => [rule, formatPath(path!)])).toEqual([
      ['consumed UTXOs', 'operations[0].inputIDs[0]'],
      ['signatures', 'credentials[1].operations[0].inputIDs[0]'],
    ]);
    const amounts = { utxos: [utxo(1, 10n), utxo(2, 1n, { assetID: asset(7) })], time: now };
    expect(said({ unsignedTx, credentials: [plain, fitting] }, amounts)).toBe(
      'Mismatch operations[0].inputIDs[0]',
    );
  });

  it('of mints: the right stays with its owner [case 91]', () => {
    const mintOutput = {
      type: 'secp256k1fx.MintOutput' as const,
      locktime: 0n,
      threshold: 1,
      addresses: me.addresses,
    };
    const right = { ...utxo(2, 1n, { assetID: asset(7) }), output: mintOutput };
    const mint = (addresses: readonly Uint8Array[]): SignedTx => {
      const unsignedTx = {
        type: 'avm.OperationTx' as const,
        ...xBase([], []),
        operations: [
          {
            assetID: asset(7),
            inputIDs: [{ txID: right.txID, outputIndex: 0 }],
            operation: {
              type: 'secp256k1fx.MintOperation' as const,
              mintInput: { type: 'secp256k1fx.Input' as const, signatureIndices: [0] },
              mintOutput: { ...mintOutput, addresses },
              transferOutput: amountOf(5n, me),
            },
          },
        ],
      };
      return { unsignedTx, credentials: [{ credential: credential(unsignedTx, key(1)) }] };
    };
    const state = { utxos: [right], time: now };
    expect(said(mint(me.addresses), state)).toBe('');
    expect(said(mint([key(2).shortID]), state)).toBe('Mismatch operations[0].operation.mintOutput');
  });

  it('of exports from C: one signature, of the account', () => {
    const unsignedTx = {
      type: 'atomic.ExportTx' as const,
      networkID: fuji.networkID,
      blockchainID: fuji.chains.C.blockchainID,
      destinationChain: fuji.chains.P.blockchainID,
      inputs: [
        {
          address: parseHex(evmAddressOf(key(1))),
          amount: 9n,
          assetID: fuji.avaxAssetID,
          nonce: 0n,
        },
      ],
      exportedOutputs: [{ assetID: fuji.avaxAssetID, output: amountOf(8n, me) }],
    };
    const state = { utxos: [], time: now };
    const by = (...signers: readonly number[]) =>
      said({ unsignedTx, credentials: [credential(unsignedTx, ...signers.map(key))] }, state);
    expect(by(1)).toBe('');
    expect(by(2)).toBe('BadSignature credentials[0].signatures[0]');
    expect(by()).toBe('MissingSigner credentials[0].signatures');
    expect(by(1, 1)).toBe('OutOfRange credentials[0].signatures');
  });
});
