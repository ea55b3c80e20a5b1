import { beforeEach, expect, it } from 'vitest';
import { avax, local } from '../../src/index.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { ledgerSigner } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { createWallet, type WalletOptions } from '../../src/wallet/index.ts';
import { ledgerDevice } from '../support/ledger.ts';

// The Avalanche app of a Ledger knows this network.
const testnode = useTestnode(beforeEach, { network: local });
const { network } = testnode;
const connect = { ...testnode, retry: { sleep: async () => {} } };
const walletOf = (options: Partial<WalletOptions>) =>
  createWallet({ url: 'http://testnode', connect, ...options });
const words = hdWallet('test test test test test test test test test test test junk');
const account = words.account();
const at = (from: number, change = false) =>
  account.addresses('P', network, { from, count: 1, change })[0]!.address;

it('an HD wallet is searched for used addresses, and gets change on the next one', async () => {
  for (const to of [at(7), at(2, true)]) testnode.fund('P', { to, amount: avax('4') });
  const wallet = walletOf({ signer: words });
  await wallet.send({ chain: 'P', to: at(30), amount: avax('5') });
  // A coin that others have sent does not move the change.
  expect(testnode.state('P', [at(0, true)]).utxos).toHaveLength(1);
  expect((await wallet.address('P')).address).toBe(at(8));
  await wallet.move({ from: 'P', to: 'C', amount: avax('1') });
  await wallet.move({ from: 'C', to: 'P', amount: avax('0.5') });
  const { P, C } = await wallet.balances();
  expect(P.free).toBeGreaterThan(avax('2.4'));
  expect(C.free).toBeGreaterThan(avax('0.4'));
});

it('a Ledger signs for its account, and an xpub watches', async () => {
  testnode.fund('P', { to: at(0), amount: avax('4') });
  const signer = ledgerSigner(ledgerDevice(words).app, account);
  const pay = { chain: 'P', to: at(50), amount: avax('1') } as const;
  expect((await walletOf({ signer, account }).send(pay)).status).toBe('Accepted');
  expect((await walletOf({ account }).send(pay)).status).toBe('Unsigned');
});
