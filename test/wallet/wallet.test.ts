import { expect, it } from 'vitest';
import { avax } from '../../src/index.ts';
import { privateKey } from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { createWallet, type WalletOptions } from '../../src/wallet/index.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const other = privateKey(new Uint8Array(32).fill(2));

/** A wallet at a test node with funds on P. */
function world(options: Partial<WalletOptions> = {}) {
  const testnode = createTestnode();
  const { network } = testnode;
  const connect = { ...testnode, retry: { sleep: async () => {} } };
  const wallet = createWallet({ url: 'http://testnode', connect, signer: key, ...options });
  const me = key.address('P', network);
  testnode.fund('P', { to: me, amount: avax('100') });
  return { testnode, network, wallet, connect, me, to: other.address('P', network) };
}

it('sends, moves and stakes', async () => {
  const { wallet, testnode, to, network } = world();
  const sent = await wallet.send({ chain: 'P', to, amount: avax('1.5') });
  expect(sent.status).toBe('Accepted');
  const moved = await wallet.move({ from: 'P', to: 'C', amount: avax('10') });
  expect(moved).toMatchObject({ status: 'Accepted', txs: [{ chain: 'P' }, { chain: 'C' }] });
  await wallet.move({ from: 'P', to: 'X', amount: avax('10') });
  await wallet.move({ from: 'C', to: 'X', amount: avax('5') });
  await wallet.move({ from: 'X', to: 'P', amount: 'max' });
  const { nodeID } = testnode.addValidator();
  const end = testnode.time() + 30n * 86_400n;
  await wallet.run({
    type: 'AddPermissionlessDelegatorTx',
    chain: 'P',
    nodeID,
    end,
    amount: avax('25'),
  });
  const balances = await wallet.balances();
  console.log(balances);
  expect(network.name).toBe('local');
  expect(balances.P.staked).toBe(avax('25'));
});
