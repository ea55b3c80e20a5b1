import { expect, it } from 'vitest';
import { decodeTx } from '../../src/chain/tx.ts';
import { parseAddress } from '../../src/network/address.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { signedSizeOf, signersOf } from '../../src/rules/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { rows } from '../support/vectors.ts';

const networks = { mainnet, fuji, local };

it.each([
  ['P', 'p-public'],
  ['X', 'x-public'],
  ['C', 'c-public'],
] as const)('recovers who signed each credential on %s, and foresees the size', (chain, name) => {
  let count = 0;
  // A fifth of them: recovering takes its time.
  for (const row of rows(name).filter((_, i) => i % 5 === 0)) {
    const { hex, signers, network, type } = row;
    const tx = decodeTx(parseHex(hex), chain);
    const text = (address: string): string =>
      address.startsWith('0x')
        ? address.toLowerCase()
        : formatHex(parseAddress(address, networks[network]).bytes);
    const found = signersOf(tx);
    expect({ type, found: found.map((list) => list.map((bytes) => formatHex(bytes))) }).toEqual({
      type,
      found: signers.map((list) => list.map(text)),
    });
    count++;
    if (chain === 'P' && 'verifyError' in row && row.verifyError === '')
      expect({ type, size: signedSizeOf(tx.unsignedTx) }).toEqual({
        type,
        size: tx.bytes.length,
      });
  }
  expect(count).toBeGreaterThan(10);
});
