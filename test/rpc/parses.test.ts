import { expect, it, onTestFinished, vi } from 'vitest';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import { formatReply } from '../../src/rpc/request.ts';
import { formatID } from '../../src/text/id.ts';
import { encode } from '../../src/wire/codec.ts';
import { codingsIn } from '../support/codings.ts';
import { key, utxo } from '../support/state.ts';

/** The platform's module, from which the library takes SHA-256. */
const crypto = process.getBuiltinModule('node:crypto');

it('10 UTXOs of a node cost 10 checksums and 10 decodings', async () => {
  const utxos = Array.from({ length: 10 }, (_, i) => utxo(i + 1, 5n));
  const { shortID } = key(1);
  const text = formatReply(
    {
      numFetched: 10n,
      utxos: utxos.map((of) => encode(UTXO, of)),
      endIndex: {
        address: formatAddress(shortID, 'P', fuji),
        utxo: formatID(new Uint8Array(32).fill(7)),
      },
      encoding: 'hex',
    },
    'platform.getUTXOs',
  );
  const transport = async () => ({ status: 200, headers: {}, text });
  const node = connect('http://node.test', { network: fuji, transport });
  const hashes = vi.spyOn(crypto, 'hash');
  onTestFinished(() => hashes.mockRestore());
  const { value, decoded } = await codingsIn(async () => {
    const found: UTXO[] = [];
    for await (const of of node.pchain.utxos([shortID])) found.push(of);
    return found;
  });
  expect(value).toEqual(utxos);
  expect([hashes.mock.calls.length, decoded]).toEqual([10, 10]);
});
