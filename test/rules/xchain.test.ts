/** Each part of an asset, an operation and an export on the X-chain is well-formed by itself, and refused where it is not. */
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import type { TxOf } from '../../src/rules/index.ts';
import { verifyProduct } from '../../src/rules/xchain/assets.ts';
import { amountOf } from '../../src/tx/output.ts';
import { AVAX, at, me } from '../support/ruletx.ts';
import { asset, utxo } from '../support/state.ts';
import { spend, xBase } from '../support/tx.ts';
import { ruleSays } from '../support/verdict.ts';

const fields = xBase([spend(utxo(1, 10n))], [{ assetID: AVAX, output: amountOf(9n, me) }]);
const owners = { locktime: 0n, threshold: 1, addresses: me.addresses };
const wrong = { ...owners, threshold: 2 };
const input = (...signatureIndices: readonly number[]) => ({
  type: 'secp256k1fx.Input' as const,
  signatureIndices,
});
const of = (type: string, more: object) => ({ type, ...more });
const nft = (more: object = {}) => ({ ...owners, groupID: 1, payload: new Uint8Array(1), ...more });

describe('an operation', () => {
  const says = (operation: object, assetID = asset(7)) => {
    const inputIDs = [{ txID: asset(3), outputIndex: 0 }];
    const tx = {
      type: 'avm.OperationTx',
      ...fields,
      operations: [{ assetID, inputIDs, operation }],
    };
    return ruleSays(tx as unknown as TxOf<'avm.OperationTx'>, at(), 'form of the operations');
  };
  const mint = { mintInput: input(0), mintOutput: of('secp256k1fx.MintOutput', owners) };
  const operations: {
    readonly [type: string]: readonly [object, ...(readonly [object, string])[]];
  } = {
    'secp256k1fx.MintOperation': [
      { ...mint, transferOutput: amountOf(1n, me) },
      [{ mintInput: input(1, 1) }, 'Duplicate mintInput.signatureIndices[1]'],
      [{ mintOutput: wrong }, 'OutOfRange mintOutput.threshold'],
      [{ transferOutput: amountOf(0n, me) }, 'OutOfRange transferOutput.amount'],
    ],
    'nftfx.MintOperation': [
      { mintInput: input(0), groupID: 1, payload: new Uint8Array(1), outputs: [owners] },
      [{ mintInput: input(1, 1) }, 'Duplicate mintInput.signatureIndices[1]'],
      [{ payload: new Uint8Array(1025) }, 'TooLong payload'],
      [{ outputs: [owners, wrong] }, 'OutOfRange outputs[1].threshold'],
    ],
    'nftfx.TransferOperation': [
      { input: input(0), output: nft() },
      [{ input: input(1, 1) }, 'Duplicate input.signatureIndices[1]'],
      [{ output: nft({ threshold: 2 }) }, 'OutOfRange output.threshold'],
      [{ output: nft({ payload: new Uint8Array(1025) }) }, 'TooLong output.payload'],
    ],
    'propertyfx.MintOperation': [
      {
        mintInput: input(0),
        mintOutput: of('propertyfx.MintOutput', owners),
        ownedOutput: of('propertyfx.OwnedOutput', owners),
      },
      [{ mintInput: input(1, 1) }, 'Duplicate mintInput.signatureIndices[1]'],
      [{ mintOutput: wrong }, 'OutOfRange mintOutput.threshold'],
      [{ ownedOutput: wrong }, 'OutOfRange ownedOutput.threshold'],
    ],
    'propertyfx.BurnOperation': [
      { signatureIndices: [0] },
      [{ signatureIndices: [1, 1] }, 'Duplicate signatureIndices[1]'],
    ],
  };
  const sound = (type: string) => of(type, operations[type]![0]);
  it.each(
    Object.entries(operations).flatMap(([type, [, ...unsound]]) =>
      unsound.map(([change, said]) => [type, said, change] as const),
    ),
  )('%s: %s', (type, said, change) => {
    const [code, path] = said.split(' ');
    const place = 'operations[0].operation';
    expect(says({ ...sound(type), ...change })).toBe(`${code} ${place}.${path}`);
  });
  it('is of an asset', () => {
    const burn = sound('propertyfx.BurnOperation');
    expect(says(burn, new Uint8Array(32))).toBe('OutOfRange operations[0].assetID');
  });
});

it('an NFT that moves stays as it is', () => {
  const of = (groupID: number, byte: number) =>
    nft({ type: 'nftfx.TransferOutput', groupID, payload: Uint8Array.of(byte) });
  const path = (output: object, moved: object) => {
    const operation = { type: 'nftfx.TransferOperation', input: {}, output: moved };
    try {
      verifyProduct(operation as never, output as never);
      return undefined;
    } catch (e) {
      return isError(e, 'Mismatch') && e.path;
    }
  };
  expect(path(of(1, 5), of(1, 5))).toBeUndefined();
  expect(path(of(1, 5), of(2, 5))).toEqual(['output', 'groupID']);
  expect(path(of(1, 5), of(1, 6))).toEqual(['output', 'payload']);
});

describe('a new asset', () => {
  const states = [{ fxIndex: 0, outputs: [amountOf(1n, me)] }];
  const says = (rule: string, more: object = {}) => {
    const names = { name: 'Gold', symbol: 'AU', denomination: 0, initialStates: states };
    const tx = { type: 'avm.CreateAssetTx', ...fields, ...names, ...more };
    return ruleSays(tx as unknown as TxOf<'avm.CreateAssetTx'>, at(), rule);
  };
  it.each<[object, string]>([
    [{}, 'ok'],
    [{ name: '' }, 'OutOfRange name'],
    [{ name: 'a'.repeat(129) }, 'TooLong name'],
    [{ symbol: '' }, 'OutOfRange symbol'],
    [{ symbol: 'ABCDE' }, 'TooLong symbol'],
    [{ initialStates: [] }, 'OutOfRange initialStates'],
    [{ denomination: 32 }, 'ok'],
    [{ denomination: 33 }, 'OutOfRange denomination'],
  ])('with %j: %s', (more, said) => {
    expect(says('names', more)).toBe(said);
  });
  it.each<[string, object, string]>([
    ['nothing', amountOf(0n, me), 'OutOfRange initialStates[0].outputs[0].amount'],
    [
      'no owner',
      of('nftfx.MintOutput', { ...wrong, groupID: 1 }),
      'OutOfRange initialStates[0].outputs[0].threshold',
    ],
    [
      'too much',
      of('nftfx.TransferOutput', nft({ payload: new Uint8Array(1025) })),
      'TooLong initialStates[0].outputs[0].payload',
    ],
    ['no extension', amountOf(1n, me), 'OutOfRange initialStates[0].fxIndex'],
  ])('with %s', (name, output, said) => {
    const fxIndex = name === 'no extension' ? 3 : 0;
    const initialStates = [{ fxIndex, outputs: [output] }];
    expect(says('initial states', { initialStates })).toBe(said);
  });
});
