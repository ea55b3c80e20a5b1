import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../../src/blocks/evm/block.ts';
import { local } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { lastBlock } from '../../src/testnode/reads.ts';
import { parseID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { AVAX, day, ewoq, newNode, other, send, signedBy } from '../support/testnode.ts';

const node1 = {
  nodeID: new Uint8Array(20).fill(5),
  nodePOP: provePossession(new Uint8Array(32).fill(5)),
};

describe('upgrades', () => {
  it('take effect with the time of the chain', () => {
    const { upgrades } = local;
    const helicon = 1_767_225_600n + 30n * day;
    const node = newNode({ network: { ...local, upgrades: { ...upgrades, helicon } } });
    const add = () =>
      signedBy(node, 'P', {
        type: 'AddAutoRenewedValidatorTx',
        node: node1,
        amount: 2_000n * AVAX,
        period: 14n * day,
        delegationFee: '2%',
        autoCompound: '50%',
        rewards: ewoq.address('P', node.network),
        authority: ewoq.address('P', node.network),
      });
    expect(add).toThrow(/WrongUpgrade/);
    const before = node.snapshot();
    node.setTime(helicon);
    const { bytes, txID } = add();
    expect(node.issue('P', bytes)).toEqual({ ok: true, txID });
    node.revert(before);
    expect(node.issue('P', bytes)).toMatchObject({
      ok: false,
      rule: 'upgrade',
      error: { code: 'WrongUpgrade' },
      message: expect.stringMatching(
        /is accepted from helicon on .*: attempting to use a Helicon-upgrade feature prior to activation$/,
      ),
    });
  });

  it('give headers of the C-chain their fields', () => {
    const fieldsOf = (upgrades: Partial<typeof local.upgrades>) => {
      const node = newNode({ network: { ...local, upgrades: { ...local.upgrades, ...upgrades } } });
      node.fund('C', { to: evmAddressOf(other), amount: AVAX });
      return Object.keys(decodeBlock(lastBlock(node.world, 'C').bytes).header);
    };
    const never = local.upgrades.helicon;
    const etna = fieldsOf({ granite: never, fortuna: never });
    expect(etna.at(-1)).toBe('parentBeaconBlockRoot');
    expect(fieldsOf({}).at(-1)).toBe('minDelayExcess');
    expect(fieldsOf({ helicon: 0n }).at(-1)).toBe('settledExcess');
  });
});

describe('assets of the X-chain', () => {
  it('are created with several extensions, and move', () => {
    const node = newNode();
    const to = ewoq.address('X', node.network);
    const initial = {
      fungible: { holders: [{ to, amount: 100n }], minters: [to] },
      nfts: [{ groupID: 1, minters: [to] }],
    };
    const { txID } = send(node, 'X', {
      type: 'CreateAssetTx',
      name: 'Coin',
      symbol: 'COIN',
      denomination: 2,
      initial,
    });
    expect(node.world.X.assets.get(txID)).toMatchObject({ symbol: 'COIN', fxs: [0, 1] });
    const assetID = parseID(txID);
    send(node, 'X', {
      type: 'BaseTx',
      outputs: [{ to: other.address('X', node.network), amount: 40n, assetID }],
    });
    const mine = [...node.world.X.ledger.utxos.ofAddress(other.shortID)].map(
      ([, { output }]) => output,
    );
    expect(mine).toMatchObject([{ amount: 40n }]);
    const unknown = { to, amount: 1n, assetID: new Uint8Array(32).fill(3) };
    expect(() => send(node, 'X', { type: 'BaseTx', outputs: [unknown] })).toThrow();
  });
});
