import { expect, it, vi } from 'vitest';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import { formatReply } from '../../src/rpc/request.ts';
import { parseBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { key, utxo } from '../support/state.ts';

vi.mock('../../src/text/hex.ts', async (original) => {
  const of = await original<typeof import('../../src/text/hex.ts')>();
  return { ...of, parseBytes: vi.fn(of.parseBytes) };
});
vi.mock('../../src/crypto/hash.ts', async (original) => {
  const of = await original<typeof import('../../src/crypto/hash.ts')>();
  return { ...of, sha256: vi.fn(of.sha256) };
});
vi.mock('../../src/wire/codec.ts', async (original) => {
  const of = await original<typeof import('../../src/wire/codec.ts')>();
  return { ...of, decode: vi.fn(of.decode) };
});

it('10 UTXOs of a node cost 10 parses of hex, 10 checksums and 10 decodes', async () => {
  const utxos = Array.from({ length: 10 }, (_, i) => utxo(i + 1, 5n));
  const { shortID } = key(1);
  const text = formatReply('platform.getUTXOs', {
    numFetched: 10n,
    utxos: utxos.map((of) => encode(UTXO, of)),
    endIndex: {
      address: formatAddress('P', shortID, fuji),
      utxo: formatID(new Uint8Array(32).fill(7)),
    },
    encoding: 'hex',
  });
  const transport = async () => ({ status: 200, headers: {}, text });
  const node = connect('http://node.test', { network: fuji, transport });
  const counted = [parseBytes, sha256, decode].map((f) =>
    vi.mocked(f as (...of: never[]) => unknown),
  );
  for (const f of counted) f.mockClear();
  const found: UTXO[] = [];
  for await (const of of node.pchain.utxos([shortID])) found.push(of);
  expect(found).toEqual(utxos);
  expect(counted.map((f) => f.mock.calls.length)).toEqual([10, 10, 10]);
});
