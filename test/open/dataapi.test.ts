/** Replies in the shapes of the Data API: `PChainUtxo`, `Utxo` and `PChainTransaction` of https://data-api.avax.network/api. */
import { describe, expect, it } from 'vitest';
import { inputIDOf } from '../../src/chain/ids.ts';
import { kinds } from '../../src/chain/kinds.ts';
import { open, openAll } from '../../src/open/open.ts';
import { formatAddress } from '../../src/text/address.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { encode } from '../../src/wire/codec.ts';
import { thrown } from '../support/thrown.ts';
import { dataUTXO, jsonExamples } from './forms.ts';

const { utxoBytes, ...bare } = dataUTXO;
const bytes = parseHex(utxoBytes).subarray(0, -4);
const failure = (json: object) => {
  const { code, path } = thrown(() => open(json));
  return [code, ...path];
};

describe('a UTXO of the Data API', () => {
  it('is the one of its bytes, with checksum or without, also without codec version', () => {
    for (const hex of [
      utxoBytes,
      formatHex(bytes),
      formatHex(bytes).slice(2),
      formatHex(bytes.subarray(2)),
    ]) {
      const opened = open({ ...dataUTXO, utxoBytes: hex });
      expect(opened).toMatchObject({ kind: 'utxo', id: dataUTXO.utxoId, chain: 'P' });
      expect(formatHex(opened.bytes)).toBe(formatHex(bytes));
    }
  });

  it('without bytes is made of its members', () => {
    expect(open(bare).bytes).toEqual(bytes);
    const addresses = [3, 1, 2].map((byte) => new Uint8Array(20).fill(byte));
    const json = {
      ...bare,
      addresses: addresses.map((of) => formatAddress('P', 'avax', of)),
      threshold: 2,
      platformLocktime: 1_900_000_000,
      stakeableLocktime: 1_950_000_000,
      utxoType: 'STAKE',
      asset: { ...bare.asset, amount: '18446744073709551615' },
    };
    expect(open(JSON.stringify(json)).value).toMatchObject({
      outputIndex: 2,
      output: {
        type: 'stakeable.LockOut',
        locktime: 1_950_000_000n,
        output: {
          amount: 18_446_744_073_709_551_615n,
          locktime: 1_900_000_000n,
          threshold: 2,
          addresses: [addresses[1], addresses[2], addresses[0]],
        },
      },
    });
  });

  it('of X or C is read as well', () => {
    const { txHash, platformLocktime, outputIndex, utxoType, ...others } = bare;
    const json = {
      ...others,
      creationTxHash: txHash,
      outputIndex: String(outputIndex),
      locktime: platformLocktime,
      timestamp: 1_700_000_000,
      utxoType: 'transfer',
    };
    expect(open(json)).toMatchObject({ kind: 'utxo', chains: ['P', 'X', 'C'] });
    const nft = encode(kinds.X.utxo, {
      txID: new Uint8Array(32).fill(1),
      outputIndex: 2,
      assetID: new Uint8Array(32).fill(3),
      output: {
        type: 'nftfx.TransferOutput',
        groupID: 1,
        payload: new Uint8Array([5]),
        locktime: 0n,
        threshold: 1,
        addresses: [new Uint8Array(20).fill(9)],
      },
    });
    const whole = { ...json, utxoType: 'nft', utxoBytes: formatHex(nft) };
    expect(open(whole)).toMatchObject({ chain: 'X', id: dataUTXO.utxoId });
    expect(failure({ ...json, utxoType: 'nft' })).toEqual(['Unsupported', 'utxoType']);
  });

  it('is refused if a member is missing, wrong, or says that it is another UTXO', () => {
    const { platformLocktime, ...unlocked } = bare;
    expect(failure(unlocked)).toEqual(['BadJSON', 'platformLocktime']);
    const { threshold, ...nobody } = bare;
    expect(failure(nobody)).toEqual(['BadJSON', 'threshold']);
    expect(failure({ ...bare, addresses: ['avax1x'] }).slice(1)).toEqual(['addresses', 0]);
    expect(failure({ ...bare, asset: {} })).toEqual(['BadJSON', 'asset', 'amount']);
    expect(failure({ ...bare, asset: { ...bare.asset, amount: '1.5' } })).toEqual([
      'BadJSON',
      'asset',
      'amount',
    ]);
    expect(failure({ ...bare, outputIndex: 3 })).toEqual(['Mismatch', 'utxoId']);
    expect(failure({ ...dataUTXO, utxoBytes: '0x00' })).toEqual(['Mismatch', 'utxoId']);
    const other = formatID(inputIDOf({ txID: new Uint8Array(32).fill(1), outputIndex: 3 }));
    expect(failure({ ...dataUTXO, utxoId: other })).toEqual(['Mismatch', 'utxoId']);
    const list = { ...jsonExamples['UTXOs of the Data API'], utxos: [dataUTXO, unlocked] };
    expect(thrown(() => openAll(list)).path).toEqual(['utxos', 1, 'platformLocktime']);
    expect(thrown(() => openAll({ ...list, utxos: [5] }))).toMatchObject({ code: 'BadJSON' });
  });
});

it('a transaction of the Data API is named, with what has its bytes', () => {
  const error = thrown(() => open(jsonExamples['transaction of the Data API']));
  expect(error.message).toBe(
    'Unsupported: this is what the Data API tells about a transaction ("BaseTx"), without its bytes: ask a node, by the ID in txHash',
  );
});
