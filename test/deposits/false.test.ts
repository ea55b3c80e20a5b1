/** What looks like a deposit, on the test node and in transactions made by hand: credited only what its receiver can spend alone and now. */
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/builder/intents/table.ts';
import { depositsOf } from '../../src/deposits/index.ts';
import { applyBlock, createLedger } from '../../src/history/index.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { formatID } from '../../src/text/id.ts';
import { AVAX, day, ewoq, newNode, send } from '../support/testnode.ts';
import {
  aloneOf,
  ann,
  bob,
  customersOf,
  depositedOn,
  node1,
  stranger,
  sumOf,
  validate,
} from './support.ts';

const me = ann.shortID;
const never = (1n << 64n) - 1n;

/** What a case did to the node: the reasons that it must give, and what it may credit. */
interface Expected {
  /** `why` of what is left out, sorted. */
  readonly leftOut: readonly string[];
  /** `why amount` of the credits, in AVAX or units. */
  readonly credits: readonly string[];
}
type Case = readonly [name: string, act: (node: Testnode) => void, expected: Expected];

const nothing: Expected = { leftOut: [], credits: [] };
const left = (...leftOut: readonly string[]): Expected => ({ leftOut, credits: [] });
const credited = (...credits: readonly string[]): Expected => ({ leftOut: [], credits });

type Output = { readonly to: unknown; readonly stakeableUntil?: bigint };
/** A payment of 1 AVAX. */
const pay = (chain: 'P' | 'X', output: Output | ((node: Testnode) => Output)) => (node: Testnode) =>
  void send(node, chain, {
    type: 'BaseTx',
    outputs: [{ amount: AVAX, ...(typeof output === 'function' ? output(node) : output) }],
  } as Intent);
const shared = (threshold: number, ...addresses: readonly Uint8Array[]) => ({
  to: { threshold, addresses },
});
const timelocked = (locktime: bigint) => ({
  to: { threshold: 1, addresses: [me], locktime },
});

const transfers: readonly Case[] = (['P', 'X'] as const).flatMap((chain): readonly Case[] => [
  [`${chain}: a plain output`, pay(chain, { to: me }), credited('output 1')],
  [
    `${chain}: two outputs to customers in one transaction`,
    (node) =>
      void send(node, chain, {
        type: 'BaseTx',
        outputs: [
          { to: me, amount: AVAX },
          { to: bob.shortID, amount: 2n * AVAX },
        ],
      }),
    credited('output 1', 'output 2'),
  ],
  [`${chain}: to somebody else`, pay(chain, { to: stranger.shortID }), nothing],
  [`${chain}: 2-of-2 with the sender`, pay(chain, shared(2, me, ewoq.shortID)), left('shared')],
  [`${chain}: 1-of-2 with the sender`, pay(chain, shared(1, me, ewoq.shortID)), left('shared')],
  [`${chain}: 1-of-2 of two customers`, pay(chain, shared(1, me, bob.shortID)), left('shared')],
  [
    `${chain}: 2-of-3 with strangers`,
    pay(chain, shared(2, me, ewoq.shortID, stranger.shortID)),
    left('shared'),
  ],
  [`${chain}: locked until 2099`, pay(chain, timelocked(4_070_908_800n)), left('locked')],
  [`${chain}: locked for ever`, pay(chain, timelocked(never)), left('locked')],
  [
    `${chain}: locked for another hour`,
    pay(chain, (node) => timelocked(node.time() + 3600n)),
    left('locked'),
  ],
  [
    `${chain}: a lock that is over`,
    pay(chain, (node) => timelocked(node.time() - 10n)),
    credited('output 1'),
  ],
  [
    `${chain}: locked, and shared`,
    pay(chain, {
      to: { threshold: 1, addresses: [me, ewoq.shortID], locktime: 4_070_908_800n },
    }),
    left('shared'),
  ],
  [
    `${chain}: exported to the other chain`,
    (node) => {
      const to = chain === 'P' ? 'X' : 'P';
      send(node, chain, { type: 'ExportTx', to, outputs: [{ to: me, amount: AVAX }] });
    },
    left('elsewhere'),
  ],
  [
    `${chain}: exported to the C-chain`,
    (node) =>
      void send(node, chain, { type: 'ExportTx', to: 'C', outputs: [{ to: me, amount: AVAX }] }),
    left('elsewhere'),
  ],
  [
    `${chain}: imported from the other chain for a customer`,
    (node) => {
      const from = chain === 'P' ? 'X' : 'P';
      const outputs = [{ to: ewoq.shortID, amount: 3n * AVAX }];
      send(node, from, { type: 'ExportTx', to: chain, outputs });
      send(node, chain, { type: 'ImportTx', from, to: me });
    },
    credited('output *'),
  ],
  [
    `${chain}: exported from the C-chain, not imported`,
    (node) => {
      const outputs = [{ to: ann.address(chain, node.network), amount: AVAX }];
      send(node, 'C', { type: 'ExportTx', to: chain, outputs });
    },
    nothing,
  ],
  [
    `${chain}: the same transaction submitted twice`,
    (node) => {
      const outputs = [{ to: me, amount: AVAX }];
      const tx = send(node, chain, { type: 'BaseTx', outputs });
      node.issue(chain, tx.bytes);
    },
    credited('output 1'),
  ],
  [
    `${chain}: a transaction that is only pending`,
    (node) => {
      node.hold();
      send(node, chain, { type: 'BaseTx', outputs: [{ to: me, amount: AVAX }] });
    },
    nothing,
  ],
]);

const delegator = (node: Testnode, more: object = {}) =>
  send(node, 'P', {
    type: 'AddPermissionlessDelegatorTx',
    nodeID: node1.nodeID,
    amount: 100n * AVAX,
    end: node.time() + 20n * day,
    rewardsOwner: ewoq.address('P', node.network),
    ...more,
  } as Intent);
const renewed = (node: Testnode, more: object = {}) =>
  send(node, 'P', {
    type: 'AddAutoRenewedValidatorTx',
    node: node1,
    amount: 2_000n * AVAX,
    period: 14n * day,
    delegationFee: '2%',
    autoCompound: '50%',
    rewardsOwner: ewoq.address('P', node.network),
    validatorAuthority: ewoq.address('P', node.network),
    ...more,
  } as Intent);

const staking: readonly Case[] = [
  [
    'a stake that returns to a customer',
    (node) => void validate(node, { stakeReturnOwner: me }),
    left('stake'),
  ],
  [
    'a delegation that returns to a customer',
    (node) => {
      validate(node);
      delegator(node, { stakeReturnOwner: me });
    },
    left('stake'),
  ],
  ['a reward that may come', (node) => void validate(node, { rewardsOwner: me }), nothing],
  [
    'a stake that was returned',
    (node) => void node.endStake(validate(node, { stakeReturnOwner: me }).txID),
    { leftOut: ['stake'], credits: ['stake 2000'] },
  ],
  [
    'a stake that was returned without its reward',
    (node) =>
      void node.endStake(validate(node, { stakeReturnOwner: me, rewardsOwner: me }).txID, false),
    { leftOut: ['stake'], credits: ['stake 2000'] },
  ],
  [
    'a stake that was returned to two',
    (node) => {
      const stakeReturnOwner = { threshold: 1, addresses: [me, ewoq.shortID] };
      node.endStake(validate(node, { stakeReturnOwner }).txID);
    },
    left('shared', 'stake'),
  ],
  [
    'the reward of a validator',
    (node) => void node.endStake(validate(node, { rewardsOwner: me }).txID),
    credited('reward *'),
  ],
  [
    'the reward of a delegation',
    (node) => {
      validate(node);
      node.endStake(delegator(node, { rewardsOwner: me }).txID);
    },
    credited('reward *'),
  ],
  [
    'stake and reward of a delegation',
    (node) => {
      validate(node);
      node.endStake(delegator(node, { rewardsOwner: me, stakeReturnOwner: me }).txID);
    },
    { leftOut: ['stake'], credits: ['reward *', 'stake 100'] },
  ],
  [
    'a reward that was refused',
    (node) => void node.endStake(validate(node, { rewardsOwner: me }).txID, false),
    nothing,
  ],
  [
    'a reward of two',
    (node) => {
      const rewardsOwner = { threshold: 2, addresses: [me, ewoq.shortID] };
      node.endStake(validate(node, { rewardsOwner }).txID);
    },
    left('shared'),
  ],
  [
    'a reward that is locked',
    (node) => {
      const rewardsOwner = { threshold: 1, addresses: [me], locktime: 4_070_908_800n };
      node.endStake(validate(node, { rewardsOwner }).txID);
    },
    left('locked'),
  ],
  [
    "a validator's share of a delegator's reward",
    (node) => {
      const { txID } = validate(node, { delegationRewardsOwner: me });
      node.endStake(delegator(node).txID);
      node.endStake(txID);
    },
    credited('reward *'),
  ],
  [
    'that share of a validator whose own reward was refused',
    (node) => {
      const { txID } = validate(node, { delegationRewardsOwner: me, rewardsOwner: bob.shortID });
      node.endStake(delegator(node).txID);
      node.endStake(txID, false);
    },
    credited('reward *'),
  ],
  [
    'reward and share of one customer',
    (node) => {
      const { txID } = validate(node, { rewardsOwner: me });
      node.endStake(delegator(node).txID);
      node.endStake(txID);
    },
    credited('reward *', 'reward *'),
  ],
  [
    'a validator of the genesis, whose reward is for somebody else',
    (node) => {
      const [staker] = node.world.P.stakers.ending;
      node.endStake(formatID(staker!.txID));
    },
    nothing,
  ],
  [
    'an auto-renewed validator that goes on: its reward, and no stake',
    (node) => void node.endStake(renewed(node, { rewardsOwner: me, stakeReturnOwner: me }).txID),
    { leftOut: ['stake'], credits: ['reward *'] },
  ],
  [
    'an auto-renewed validator that was stopped after two periods',
    (node) => {
      const { txID } = renewed(node, { rewardsOwner: me, stakeReturnOwner: me });
      node.endStake(txID);
      const stop = { txID, autoCompound: '0%', period: 'stop' } as const;
      send(node, 'P', { type: 'SetAutoRenewedValidatorConfigTx', ...stop });
      node.endStake(txID);
    },
    // The rewards of both periods, and what was restaked.
    { leftOut: ['stake'], credits: ['reward *', 'reward *', 'stake 2000'] },
  ],
  [
    'an auto-renewed validator that is refused its reward, which ends it',
    (node) =>
      void node.endStake(renewed(node, { rewardsOwner: me, stakeReturnOwner: me }).txID, false),
    { leftOut: ['stake'], credits: ['stake 2000'] },
  ],
  [
    'a stakeable lock',
    pay('P', (node) => ({ to: me, stakeableUntil: node.time() + day })),
    left('locked'),
  ],
  [
    'a stakeable lock, and the owner locked until later',
    pay('P', (node) => ({
      to: { threshold: 1, addresses: [me], locktime: node.time() + 30n * day },
      stakeableUntil: node.time() + day,
    })),
    left('locked'),
  ],
  [
    "what is left of an L1 validator's balance",
    (node) => {
      const [validationID] = node.addL1({ owner: ewoq.shortID }).validationIDs as [string];
      send(node, 'P', { type: 'DisableL1ValidatorTx', validationID });
    },
    left('refund'),
  ],
];

const created = (node: Testnode, initial: object) =>
  send(node, 'X', {
    type: 'CreateAssetTx',
    name: 'AVAX',
    symbol: 'AVAX',
    denomination: 9,
    initial,
  } as Intent).txID;
const mine = { to: me };
const assets: readonly Case[] = [
  [
    'another asset that is called AVAX',
    (node) => void created(node, { fungible: { holders: [{ ...mine, amount: AVAX }] } }),
    left('asset'),
  ],
  [
    'a payment of another asset',
    (node) => {
      const to = ewoq.shortID;
      const assetID = created(node, { fungible: { holders: [{ to, amount: AVAX }] } });
      send(node, 'X', { type: 'BaseTx', outputs: [{ to: me, amount: 5n, assetID }] });
    },
    left('asset'),
  ],
  [
    'the right to mint an asset',
    (node) => void created(node, { fungible: { minters: [me] } }),
    left('noAmount'),
  ],
  [
    'an amount that is minted for a customer',
    (node) => {
      const assetID = created(node, { fungible: { minters: [ewoq.shortID] } });
      const operations = [{ type: 'mint', assetID, to: me, amount: 5n }] as const;
      send(node, 'X', { type: 'OperationTx', operations });
    },
    left('asset'),
  ],
  [
    'an NFT of a new asset',
    (node) =>
      void created(node, { nfts: [{ groupID: 1, holders: [{ ...mine, payload: 'cat' }] }] }),
    left('noAmount'),
  ],
  [
    'the right to mint an NFT, and one that is minted',
    (node) => {
      const assetID = created(node, { nfts: [{ groupID: 1, minters: [ewoq.shortID, me] }] });
      const nft = { type: 'mintNFT', assetID, to: [me], groupID: 1, payload: 'dog' } as const;
      send(node, 'X', { type: 'OperationTx', operations: [nft] });
    },
    left('noAmount', 'noAmount'),
  ],
  [
    'an NFT that is handed on',
    (node) => {
      const holders = [{ to: ewoq.shortID, payload: 'cat' }];
      const assetID = created(node, { nfts: [{ groupID: 1, holders }] });
      const nft = { type: 'transferNFT', assetID, to: me } as const;
      send(node, 'X', { type: 'OperationTx', operations: [nft] });
    },
    left('noAmount'),
  ],
  [
    'a property and the right to mint it',
    (node) => void created(node, { properties: { holders: [me], minters: [me] } }),
    left('noAmount', 'noAmount'),
  ],
  [
    'a property that is burned',
    (node) => {
      const assetID = created(node, { properties: { holders: [ewoq.shortID] } });
      const operations = [{ type: 'burnProperty', assetID }] as const;
      send(node, 'X', { type: 'OperationTx', operations });
    },
    nothing,
  ],
];

const round = (why: string, amount: bigint): string => `${why} ${Number(amount) / 1e9}`;
/** Whether the credits are those of a case, where `*` is any amount. */
const isLike = (found: readonly string[], expected: readonly string[]): boolean =>
  found.length === expected.length &&
  expected.every((text, i) =>
    text.endsWith('*') ? found[i]!.startsWith(text.slice(0, -1)) : found[i] === text,
  );

describe('false deposits on the test node', () => {
  it.each([...transfers, ...staking, ...assets])('%s', async (_, act, expected) => {
    const node = newNode();
    act(node);
    const { credits, leftOut } = await depositedOn(node);
    expect(leftOut.map(({ why }) => why).sort()).toEqual(expected.leftOut);
    const found = credits.map(({ why, amount }) => round(why, amount)).sort();
    expect(isLike(found, expected.credits), found.join()).toBe(true);
    // What is credited is what the node has.
    for (const key of [ann, bob]) {
      const texts = ['P', 'X'].map((chain) => key.address(chain as 'P', node.network));
      const own = credits.filter(({ address }) => texts.includes(address));
      expect(sumOf(own)).toBe(aloneOf(node, key));
    }
    // Nothing else comes with later blocks and times, and nothing twice.
    if (node.world.tampering.hold) node.release();
    node.advanceTime(30n * day);
    send(node, 'P', { type: 'BaseTx', outputs: [{ to: stranger.shortID, amount: AVAX }] });
    const later = await depositedOn(node);
    const keys = later.credits.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(sumOf(later.credits)).toBe(aloneOf(node, ann) + aloneOf(node, bob));
  });

  it('says with whom, until when and where', async () => {
    const node = newNode();
    pay('P', shared(1, me, ewoq.shortID))(node);
    pay('P', timelocked(4_070_908_800n))(node);
    send(node, 'P', { type: 'ExportTx', to: 'X', outputs: [{ to: me, amount: AVAX }] });
    const { leftOut } = await depositedOn(node);
    const address = ann.address('P', node.network);
    expect(leftOut).toMatchObject([
      { why: 'shared', threshold: 1, address, amount: AVAX },
      { why: 'locked', until: 4_070_908_800n, becomes: 'output', isKept: true, isStakeable: false },
      { why: 'elsewhere', chain: 'X', blockchainID: formatID(node.network.chains.X.blockchainID) },
    ]);
    expect([...(leftOut[0] as { addresses: readonly string[] }).addresses].sort()).toEqual(
      [address, ewoq.address('P', node.network)].sort(),
    );
  });

  it('credits other assets only if they are named', async () => {
    const node = newNode();
    const assetID = created(node, { fungible: { holders: [{ ...mine, amount: 7n }] } });
    const { credits } = await depositedOn(node, { assets: [assetID] });
    expect(credits).toMatchObject([{ assetID, amount: 7n, why: 'mint', key: `${assetID}:1` }]);
  });

  it('credits no allocation of the genesis, which is in no block', async () => {
    const node = newNode();
    const { credits } = await depositedOn(node, { addresses: { has: () => true } });
    expect(credits).toEqual([]);
    expect(aloneOf(node, ewoq)).toBeGreaterThan(0n);
  });
});

describe('depositsOf', () => {
  const options = (node: Testnode) => ({
    addresses: customersOf(node),
    network: node.network,
    time: node.time(),
  });

  it('has the key, text and amounts of a credit, ready for a database', () => {
    const node = newNode();
    const tx = send(node, 'X', { type: 'BaseTx', outputs: [{ to: me, amount: AVAX }] });
    const { credits } = depositsOf(tx, options(node));
    const { outputs } = tx.unsignedTx as { readonly outputs: readonly { output: object }[] };
    const index = outputs.findIndex(({ output }) => 'amount' in output && output.amount === AVAX);
    expect(credits).toEqual([
      {
        key: `${tx.txID}:${index}`,
        address: ann.address('X', node.network),
        assetID: formatID(node.network.avaxAssetID),
        amount: AVAX,
        why: 'output',
        by: tx.txID,
      },
    ]);
  });

  it('ends a lock at its time', () => {
    const node = newNode();
    const until = node.time() + day;
    const to = { threshold: 1, addresses: [me], locktime: until };
    const tx = send(node, 'P', { type: 'BaseTx', outputs: [{ to, amount: AVAX }] });
    const at = (time: bigint) => depositsOf(tx, { ...options(node), time });
    expect(at(until - 1n)).toMatchObject({ credits: [], leftOut: [{ why: 'locked', until }] });
    expect(at(until)).toMatchObject({ credits: [{ amount: AVAX, until }], leftOut: [] });
  });

  it('leaves out what another chain must import, and accounts of the C-chain', () => {
    const node = newNode();
    const exported = send(node, 'C', {
      type: 'ExportTx',
      to: 'P',
      outputs: [{ to: ann.address('P', node.network), amount: AVAX }],
    });
    expect(depositsOf(exported, options(node))).toMatchObject({
      credits: [],
      leftOut: [{ why: 'elsewhere', chain: 'P', address: ann.address('C', node.network) }],
    });
    send(node, 'P', { type: 'ExportTx', to: 'C', outputs: [{ to: ewoq.shortID, amount: AVAX }] });
    const imported = send(node, 'C', { type: 'ImportTx', from: 'P', to: evmAddressOf(ann) });
    expect(depositsOf(imported, options(node))).toEqual({ credits: [], leftOut: [], rewarded: [] });
  });

  it('leaves out what is on another instance of the AVM', () => {
    const node = newNode();
    const tx = send(node, 'X', { type: 'BaseTx', outputs: [{ to: me, amount: AVAX }] });
    const unsignedTx = { ...tx.unsignedTx, blockchainID: new Uint8Array(32).fill(9) };
    const { credits, leftOut } = depositsOf({ ...tx, unsignedTx } as never, options(node));
    expect(credits).toEqual([]);
    expect(leftOut).toMatchObject([{ why: 'elsewhere' }]);
  });

  it('names whose reward must be asked for', () => {
    const node = newNode();
    const { txID } = validate(node, { rewardsOwner: me });
    node.endStake(txID);
    const [id] = node.world.P.blocks.at(-2)!.txIDs;
    const { tx } = node.world.txs.get(id!)!;
    expect(depositsOf(tx, options(node))).toEqual({ credits: [], leftOut: [], rewarded: [txID] });
  });

  it('counts an owner without threshold, or with more than there are, as no owner alone', () => {
    const node = newNode();
    const tx = send(node, 'P', { type: 'BaseTx', outputs: [{ to: me, amount: AVAX }] });
    for (const threshold of [0, 2]) {
      const outputs = (tx.unsignedTx as { outputs: readonly { output: object }[] }).outputs.map(
        (one) => ({ ...one, output: { ...one.output, threshold } }),
      );
      const changed = { ...tx, unsignedTx: { ...tx.unsignedTx, outputs } } as never;
      expect(depositsOf(changed, options(node))).toMatchObject({
        credits: [],
        leftOut: [{ why: 'shared', threshold }],
      });
    }
  });

  it('refuses a transaction of another network, and what it does not know', () => {
    const node = newNode();
    const tx = send(node, 'P', { type: 'BaseTx', outputs: [{ to: me, amount: AVAX }] });
    const given = options(node);
    expect(() => depositsOf(tx, { ...given, network: fuji })).toThrow(/^WrongNetwork at of: /);
    expect(() => depositsOf(tx, { ...given, time: 1_900_000_000_000n })).toThrow(/milliseconds/);
    expect(() => depositsOf(tx, { ...given, addresses: ['P-…'] as never })).toThrow(
      /^BadArgument at options.addresses: /,
    );
    expect(() => depositsOf({ produced: [], exported: [] }, given)).toThrow(
      /^BadArgument at options.chain: /,
    );
    expect(() => depositsOf(tx, { ...given, asset: [] } as never)).toThrow(
      /^BadArgument at options.asset: is not a known key: did you mean assets/,
    );
    expect(() => depositsOf(tx, { ...given, assets: ['AVAX'] })).toThrow(
      /^Bad\w+ at options.assets\[0\]: /,
    );
  });

  it('reads the changes of a ledger, with the refund of an L1 validator', () => {
    const node = newNode();
    const [validationID] = node.addL1({ owner: me }).validationIDs as [string];
    const disable = { type: 'DisableL1ValidatorTx', validationID } as const;
    send(node, 'P', disable, [ewoq, ann]);
    const ledger = createLedger(node.genesis, { chain: 'P', network: node.network });
    const credits = node.world.P.blocks.slice(1).flatMap(({ bytes }) => {
      const changes = applyBlock(ledger, bytes);
      return depositsOf(changes, { ...options(node), time: changes.time, chain: 'P' }).credits;
    });
    expect(credits.map(({ why }) => why)).toEqual(['refund']);
    expect(sumOf(credits)).toBe(aloneOf(node, ann));
  });
});
