import { beforeEach, expect, it } from 'vitest';
import { avax } from '../../src/index.ts';
import { formatAddress } from '../../src/network/index.ts';
import { privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { createWallet } from '../../src/wallet/index.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const zero = new Uint8Array(20);
const nobody = `0x${'00'.repeat(20)}` as const;
const burned = 'is the zero address, of which nobody has the key: what it receives is burned';

it('A payment to the zero address is refused before anything is signed; the other rows are paid', async () => {
  testnode.fund('P', { to: key.address('P', network), amount: avax('20') });
  const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: key });
  const amount = avax('1');
  const [p, x] = (['P', 'X'] as const).map((chain) => formatAddress(zero, chain, network));
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['to', () => wallet.send({ chain: 'P', to: p!, amount })],
    [
      'to',
      () =>
        wallet.send({
          chain: 'X',
          to: { addresses: [x!, key.address('X', network)], threshold: 2 },
          amount,
        }),
    ],
    [
      'receivers[0].to',
      () =>
        wallet.move({ from: 'P', to: 'C', amount: avax('2'), receivers: [{ to: nobody, amount }] }),
    ],
    ['to', () => wallet.run({ type: 'ImportTx', chain: 'C', from: 'P', to: nobody })],
  ];
  for (const [path, call] of calls) {
    const e = await failed(call());
    expect([e.code, e.detail, e.message]).toEqual([
      'OutOfRange',
      burned,
      `OutOfRange at ${path}: ${burned}`,
    ]);
  }
  const to = `0x${'11'.repeat(20)}`;
  const { rows } = await wallet.sendMany([
    { id: 'p0', chain: 'P', to: p!, amount },
    { id: 'x0', chain: 'X', to: x!, amount },
    { id: 'c0', chain: 'C', to: nobody, amount },
    { id: 'c1', chain: 'C', to, amount },
  ]);
  const refused = { status: 'refused', code: 'OutOfRange', reason: burned };
  expect(rows).toMatchObject([refused, refused, refused, { status: 'accepted' }]);
});
