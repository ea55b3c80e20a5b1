import { describe, expect, it } from 'vitest';
import { decodeEVMBlock } from '../../src/blocks/evm/block.ts';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import { type Explainable, explain } from '../../src/explain/index.ts';
import { formatNetwork } from '../../src/network/custom.ts';
import {
  knownNetworks,
  local,
  mainnet,
  testnodeNetwork,
  unscheduled,
} from '../../src/network/known.ts';
import type { Network, Upgrades } from '../../src/network/network.ts';
import { openAll } from '../../src/open/open.ts';
import type { Reviewable } from '../../src/review/known.ts';
import { review } from '../../src/review/review.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { formatState, parseState } from '../../src/state/statefile.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { lastBlock } from '../../src/testnode/reads.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { AVAX, day, ewoq, newNode, other, send, signedBy } from '../support/testnode.ts';

const node1 = {
  nodeID: new Uint8Array(20).fill(5),
  nodePOP: provePossession(new Uint8Array(32).fill(5)),
};

describe('upgrades', () => {
  it('take effect with the time of the chain', () => {
    const helicon = 1_790_812_800n + 30n * day;
    const node = newNode({ upgrades: { helicon } });
    const add = () =>
      signedBy(node, 'P', {
        type: 'AddAutoRenewedValidatorTx',
        node: node1,
        amount: 2_000n * AVAX,
        period: 14n * day,
        delegationFee: '2%',
        autoCompound: '50%',
        rewardsOwner: ewoq.address('P', node.network),
        validatorAuthority: ewoq.address('P', node.network),
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
      message: expect.stringMatching(/is accepted from helicon on .*: WrongUpgrade$/),
    });
  });

  it('leave the X-chain in the present where Cortina is not active', () => {
    const node = newNode({ upgrades: 'banff' });
    send(node, 'X', { type: 'BaseTx', outputs: [{ to: other.shortID, amount: AVAX }] });
    expect(lastBlock(node.world, 'X').time).toBe(node.time() - 1n);
  });

  it('give headers of the C-chain their fields', () => {
    const fieldsOf = (upgrades: keyof Upgrades) => {
      const node = newNode({ upgrades });
      node.fund('C', { to: evmAddressOf(other), amount: AVAX });
      return Object.keys(decodeEVMBlock(lastBlock(node.world, 'C').bytes).header);
    };
    expect(fieldsOf('etna').at(-1)).toBe('parentBeaconBlockRoot');
    expect(fieldsOf('granite').at(-1)).toBe('minDelayExcess');
    expect(fieldsOf('helicon').at(-1)).toBe('settledExcess');
  });

  it('are those of mainnet, unless others are asked for', () => {
    const node = newNode();
    expect(node.network).toBe(testnodeNetwork);
    for (const { upgrades } of [mainnet, node.network])
      expect(Object.values(upgrades).every((at) => at < node.time())).toBe(true);
    expect(local.upgrades.helicon).toBe(unscheduled);
    expect(newNode({ upgrades: 'etna' }).network.upgrades).toEqual({
      ...node.network.upgrades,
      fortuna: unscheduled,
      granite: unscheduled,
      helicon: unscheduled,
    });
    expect(() => newNode({ upgrades: 'tomorrow' as never })).toThrow(/BadArgument at upgrades/);
    expect(() => newNode({ upgrades: { etna: unscheduled } })).toThrow(/NotSorted/);
    expect(() => newNode({ network: mainnet, upgrades: 'granite' })).toThrow(/WrongNetwork/);
  });
});

describe('the network of test nodes', () => {
  it('has the ids that follow from its genesis', () => {
    const { avaxAssetID, chains, networkID } = genesisSummaryOf(newNode().genesis);
    expect(networkID).toBe(testnodeNetwork.networkID);
    expect(avaxAssetID).toEqual(testnodeNetwork.avaxAssetID);
    for (const chain of ['X', 'C'] as const)
      expect(chains[chain]).toEqual(testnodeNetwork.chains[chain].blockchainID);
  });

  it('shares nothing that a network is told by with the others', () => {
    const idsOf = (of: Network) => [
      of.networkID,
      of.hrp,
      of.evmChainID,
      ...[of.avaxAssetID, of.chains.X.blockchainID, of.chains.C.blockchainID].map(formatID),
    ];
    const ids = knownNetworks.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is told from avalanchego’s local one by explanations, reviews, states and files', () => {
    const [node, old] = [newNode(), newNode({ network: local })];
    const paid = (of: Testnode) =>
      signedBy(of, 'P', {
        type: 'BaseTx',
        outputs: [{ to: other.address('P', of.network), amount: AVAX }],
      });
    const [here, there] = [openAll(paid(node).bytes)[0]!, openAll(paid(old).bytes)[0]!];
    const networkOf = (of: typeof here) => explain(of as Explainable).network;
    expect([networkOf(here), networkOf(there)]).toEqual(['testnode', 'local']);
    const own = [ewoq.address('P', node.network)];
    const found = (of: typeof here) => review(of as Reviewable, { own }).map(({ code }) => code);
    expect(found(here)).not.toContain('AssetLost');
    const renumbered = openAll(
      paid(newNode({ network: { ...local, name: 'mine', networkID: 20_260_922 } })).bytes,
    );
    expect(found(renumbered[0]!)).toContain('AssetLost');
    // The AVAX of one network is an asset like any other on the other.
    expect(old.issue('P', paid(node).bytes)).toMatchObject({ ok: false });
    const state = formatState(node.state('P', own));
    expect(JSON.parse(state).network).toBe('testnode');
    expect(parseState(state).network).toBe(testnodeNetwork);
    const granite = newNode({ upgrades: 'granite' });
    const other_ = parseState(formatState(granite.state('P', own)));
    expect(other_.network.upgrades.helicon).toBe(unscheduled);
    const renamed = { ...local, name: 'Testnode' };
    expect(() => formatNetwork(renamed)).toThrow(/WrongNetwork at name/);
    expect(() => formatNetwork({ ...testnodeNetwork, name: 'local' })).toThrow(/WrongNetwork/);
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
