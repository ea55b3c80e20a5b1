import { beforeEach, expect, it } from 'vitest';
import { avax } from '../../src/index.ts';
import { privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { createWallet } from '../../src/wallet/index.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const testnode = useTestnode(beforeEach);

it('a move whose import costs more than allowed exports nothing', async () => {
  for (const from of ['P', 'X'] as const)
    testnode.fund(from, { to: key.address(from, testnode.network), amount: avax('10') });
  testnode.setGasPrice('C', 10n ** 15n);
  const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: key });
  for (const from of ['P', 'X'] as const) {
    const before = testnode.world[from].blocks.length;
    const e = await failed(wallet.move({ from, to: 'C', amount: avax('1') }));
    expect(e.code).toBe('FeeTooHigh');
    expect(testnode.world[from].blocks.length).toBe(before);
    expect((await wallet.balances())[from]).toMatchObject({ free: avax('10'), held: 0n });
  }
});
