/** Random traffic of a script on a test node: every type that it accepts, on all chains and between them. */
import { build } from '../../src/builder/build.ts';
import type { Intent } from '../../src/builder/intents/table.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { isError } from '../../src/errors/error.ts';
import { connect } from '../../src/rpc/connect.ts';
import { evmAddressOf, finalize, type Key, privateKey, sign } from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/owner.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { avax } from '../../src/text/amount.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatID, formatNodeID, parseID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { buildCallMessage, L1Payload, validationIDOf } from '../../src/warp/index.ts';
import { encode } from '../../src/wire/codec.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import { bulkTransfer, newPayers, noteCoins, type Payers } from './bulk.ts';
import { type Answers, answersOf, chains, type Issued, issuedOf, type Recorded } from './record.ts';

/** The first key of avalanchego's local network, which has funds on all chains. */
const ewoq = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');

/** An L1, whose manager's messages the node signs. */
interface L1 {
  readonly subnetID: string;
  readonly managerChainID: string;
  readonly validations: { readonly validationID: string; readonly owner: Key; nonce: bigint }[];
}

/** A script in the middle. */
interface Script {
  readonly node: Testnode;
  readonly random: Random;
  readonly keys: readonly Key[];
  readonly issued: Record<ChainName, Issued[][]>;
  /** Accepted transactions by type. */
  readonly types: Map<string, number>;
  refused: number;
  unbuilt: number;
  /** Transactions of this script that wait for `mine`. */
  readonly held: AnyTx[];
  readonly subnets: {
    readonly id: string;
    owner: Key;
    chainID?: string;
    /** Validators that were added. */
    readonly nodeIDs: Uint8Array[];
  }[];
  readonly l1s: L1[];
  readonly assets: { readonly id: string; readonly owner: Key }[];
  readonly renewed: { readonly txID: string; readonly owner: Key }[];
  standIns: number;
  readonly payers: Payers;
  /** How many of a thousand transactions are made by hand. */
  readonly bulk: number;
}

const keyOf = (name: string): Key => privateKey(sha256(new TextEncoder().encode(name)));

const addressesOf = ({ node }: Script, chain: ChainName, keys: readonly Key[]) =>
  keys.flatMap((key) => [
    key.address(chain, node.network),
    ...(chain === 'C' ? [evmAddressOf(key)] : []),
  ]);

/** Builds, signs and submits. */
function submit(
  script: Script,
  chain: ChainName,
  intent: Intent,
  keys: readonly Key[],
): AnyTx | undefined {
  const { node } = script;
  let tx: AnyTx;
  try {
    const own = addressesOf(script, chain, keys);
    const draft = build(node.state(chain, own), intent, { own, maxFee: avax('1000') });
    tx = finalize(sign(draft, [...keys]));
  } catch (e) {
    // Not enough funds, mostly.
    if (!isError(e)) throw e;
    script.unbuilt++;
    return undefined;
  }
  return send(script, tx);
}

/** Submits a transaction, and notes it if it is accepted. */
function send(script: Script, tx: AnyTx): AnyTx | undefined {
  const { node } = script;
  const { chain } = tx;
  if (!node.issue(chain, tx.bytes).ok) {
    script.refused++;
    return undefined;
  }
  noteCoins(script.payers, tx);
  const of = issuedOf(tx);
  script.types.set(of.type, (script.types.get(of.type) ?? 0) + 1);
  if (node.world.tampering.hold) script.held.push(tx);
  else script.issued[chain].push([of]);
  return tx;
}

const keyIn = ({ random, keys }: Script): Key => random.pick(keys);
const addressIn = (script: Script, chain: ChainName): string =>
  keyIn(script).address(chain, script.node.network);
const amountIn = ({ random }: Script): bigint => BigInt(1 + random.below(1_000_000)) * 10_000n;

/** An owner: mostly one key, now and then two of three. */
function ownerIn(script: Script, chain: ChainName): string | Owner {
  if (script.random.below(12) > 0) return addressIn(script, chain);
  return { threshold: 2, addresses: trioIn(script).map(({ shortID }) => shortID) };
}

/** Three keys that are always together, in the order of their addresses. */
function trioIn({ random, keys }: Script): readonly Key[] {
  const first = random.below(Math.floor(keys.length / 3)) * 3;
  return keys.slice(first, first + 3).sort((a, b) => compareBytes(a.shortID, b.shortID));
}

/** Who pays: mostly one key, now and then three that also have shared funds. */
const payersIn = (script: Script): readonly Key[] =>
  script.random.below(8) === 0 ? trioIn(script) : [keyIn(script)];

const transfer = (script: Script, chain: 'P' | 'X'): Intent => ({
  type: 'BaseTx',
  outputs: Array.from({ length: 1 + script.random.below(3) }, () => ({
    to: ownerIn(script, chain),
    amount: amountIn(script),
    ...(chain === 'P' &&
      script.random.below(40) === 0 && { stakeableUntil: script.node.time() + days(10) }),
  })),
});

/** A node that nobody runs, with its BLS key. */
function standIn(script: Script) {
  const secret = sha256(new TextEncoder().encode(`node ${script.standIns++}`)).fill(0, 0, 1);
  script.node.addBLSKey(secret);
  return { nodeID: formatNodeID(sha256(secret).subarray(0, 20)), nodePOP: provePossession(secret) };
}

/** A validator of the primary network that stays for a while. */
function validatorIn({ node, random }: Script) {
  const { ending } = node.world.P.stakers;
  const fit = ending.filter(
    ({ tx, endTime }) => tx.type.includes('ValidatorTx') && endTime > node.time() + days(3),
  );
  return fit.length > 0 ? random.pick(fit) : undefined;
}

const manager = new Uint8Array(20).fill(0xfa);

/** A message of an L1's manager. */
const said = ({ node }: Script, { managerChainID }: L1, payload: L1Payload): Uint8Array =>
  node.signWarp(
    buildCallMessage({
      networkID: node.network.networkID,
      sourceChainID: parseID(managerChainID),
      sourceAddress: manager,
      payload: encode(L1Payload, payload),
    }),
  );

/** An operation with an L1, if there is one whose validators can sign. */
function withL1(script: Script, act: (l1: L1) => void): void {
  const { random, l1s } = script;
  if (l1s.length === 0) return;
  try {
    act(random.pick(l1s));
  } catch (e) {
    // Its validators have run out of balance, and cannot sign.
    if (!isError(e)) throw e;
    script.unbuilt++;
  }
}

type Operation = (script: Script) => void;

/** Operations with how often each is made, of a thousand. */
const operations: readonly (readonly [weight: number, operation: Operation])[] = [
  [290, (script) => void submit(script, 'P', transfer(script, 'P'), payersIn(script))],
  [260, (script) => void submit(script, 'X', transfer(script, 'X'), payersIn(script))],
  [
    // Everything that somebody has, in one output.
    60,
    (script) => {
      const chain = script.random.pick(['P', 'X'] as const);
      const key = keyIn(script);
      const outputs = [{ to: key.address(chain, script.node.network), amount: 'max' as const }];
      submit(script, chain, { type: 'BaseTx', outputs }, [key]);
    },
  ],
  [
    160,
    (script) => {
      const from = script.random.pick(chains);
      const to = script.random.pick(chains.filter((name) => name !== from));
      const outputs = [{ to: addressIn(script, to), amount: amountIn(script) }];
      submit(script, from, { type: 'ExportTx', to, outputs }, [keyIn(script)]);
    },
  ],
  [
    160,
    (script) => {
      const to = script.random.pick(chains);
      const from = script.random.pick(chains.filter((name) => name !== to));
      const key = keyIn(script);
      const receiver = to === 'C' ? evmAddressOf(keyIn(script)) : addressIn(script, to);
      submit(script, to, { type: 'ImportTx', from, to: receiver }, [key]);
    },
  ],
  [
    18,
    (script) => {
      const staker = validatorIn(script);
      if (!staker) return;
      const { random, node } = script;
      submit(
        script,
        'P',
        {
          type: 'AddPermissionlessDelegatorTx',
          nodeID: staker.nodeID,
          amount: avax('25') + amountIn(script),
          end: node.time() + days(1 + random.below(20)),
          rewardsOwner: ownerIn(script, 'P'),
        },
        [keyIn(script)],
      );
    },
  ],
  [
    3,
    (script) => {
      const { random, node } = script;
      const of = standIn(script);
      const common = { node: of, amount: avax('2000'), delegationFee: `${2 + random.below(20)}%` };
      const key = keyIn(script);
      if (random.below(3) === 0) {
        const tx = submit(
          script,
          'P',
          {
            type: 'AddAutoRenewedValidatorTx',
            ...common,
            period: days(2 + random.below(9)),
            autoCompound: `${random.below(101)}%`,
            rewardsOwner: ownerIn(script, 'P'),
            validatorAuthority: key.address('P', node.network),
          },
          [key],
        );
        if (tx) script.renewed.push({ txID: tx.txID, owner: key });
      } else
        submit(
          script,
          'P',
          {
            type: 'AddPermissionlessValidatorTx',
            ...common,
            rewardsOwner: ownerIn(script, 'P'),
            end: node.time() + days(5 + random.below(60)),
          },
          [key],
        );
    },
  ],
  [
    3,
    (script) => {
      const { random, renewed } = script;
      if (renewed.length === 0) return;
      const { txID, owner } = random.pick(renewed);
      const period = random.below(2) === 0 ? ('stop' as const) : days(2 + random.below(9));
      const autoCompound = `${random.below(101)}%`;
      submit(script, 'P', { type: 'SetAutoRenewedValidatorConfigTx', txID, autoCompound, period }, [
        owner,
      ]);
    },
  ],
  [
    3,
    (script) => {
      const owner = keyIn(script);
      const to = owner.address('P', script.node.network);
      const tx = submit(script, 'P', { type: 'CreateSubnetTx', owner: to }, [owner]);
      if (tx) script.subnets.push({ id: tx.txID, owner, nodeIDs: [] });
    },
  ],
  [
    3,
    (script) => {
      const { random, subnets } = script;
      if (subnets.length === 0) return;
      const subnet = random.pick(subnets);
      const intent = { type: 'CreateChainTx', name: 'a chain', vm: 'subnetevm' } as const;
      const genesis = random.bytes(20);
      const tx = submit(script, 'P', { ...intent, subnetID: subnet.id, genesis }, [subnet.owner]);
      if (tx) subnet.chainID = tx.txID;
    },
  ],
  [
    4,
    (script) => {
      const { random, subnets, node } = script;
      const staker = validatorIn(script);
      if (subnets.length === 0 || !staker) return;
      const subnet = random.pick(subnets);
      const { id: subnetID, owner, nodeIDs } = subnet;
      const [nodeID = staker.nodeID] = nodeIDs.splice(0, random.below(2));
      if (nodeID !== staker.nodeID) {
        submit(script, 'P', { type: 'RemoveSubnetValidatorTx', subnetID, nodeID }, [owner]);
        return;
      }
      const end = node.time() + days(1 + random.below(2));
      const intent = { type: 'AddSubnetValidatorTx', subnetID, nodeID, weight: 7n, end } as const;
      if (submit(script, 'P', intent, [owner])) nodeIDs.push(nodeID);
    },
  ],
  [
    2,
    (script) => {
      const { random, subnets, node } = script;
      if (subnets.length === 0) return;
      const subnet = random.pick(subnets);
      const next = keyIn(script);
      const owner = next.address('P', node.network);
      const intent = { type: 'TransferSubnetOwnershipTx', subnetID: subnet.id, owner } as const;
      if (submit(script, 'P', intent, [subnet.owner])) subnet.owner = next;
    },
  ],
  [
    2,
    (script) => {
      const { subnets, l1s, node } = script;
      const found = subnets.findIndex(({ chainID }) => chainID);
      if (found < 0) return;
      const { id: subnetID, chainID: managerChainID = '', owner } = subnets[found]!;
      const to = owner.address('P', node.network);
      const tx = submit(
        script,
        'P',
        {
          type: 'ConvertSubnetToL1Tx',
          subnetID,
          managerChainID,
          managerAddress: manager,
          validators: Array.from({ length: 2 }, () => ({
            node: standIn(script),
            weight: 100n,
            balance: avax('100'),
            remainingBalanceOwner: to,
            deactivationOwner: to,
          })),
        },
        [owner],
      );
      if (!tx) return;
      subnets.splice(found, 1);
      l1s.push({
        subnetID,
        managerChainID,
        validations: [0, 1].map((index) => ({
          validationID: formatID(validationIDOf({ subnetID: parseID(subnetID), index })),
          owner,
          nonce: 0n,
        })),
      });
    },
  ],
  [
    3,
    (script) =>
      withL1(script, (l1) => {
        const { random, node } = script;
        const of = standIn(script);
        const owner = keyIn(script);
        const held = { threshold: 1, addresses: [owner.shortID] };
        const payload: L1Payload = {
          type: 'message.RegisterL1Validator',
          subnetID: parseID(l1.subnetID),
          nodeID: sha256(of.nodePOP.publicKey).subarray(0, 20),
          blsPublicKey: of.nodePOP.publicKey,
          expiry: node.time() + 3600n,
          remainingBalanceOwner: held,
          disableOwner: held,
          weight: 1n,
        };
        // Some run out within minutes.
        const balance = random.below(2) === 0 ? BigInt(1 + random.below(1_000_000)) : avax('5');
        const message = said(script, l1, payload);
        const { proofOfPossession } = of.nodePOP;
        const intent = { type: 'RegisterL1ValidatorTx', message, balance, proofOfPossession };
        if (!submit(script, 'P', intent as Intent, [keyIn(script)])) return;
        const id = validationIDOf({ registerMessage: encode(L1Payload, payload) });
        l1.validations.push({ validationID: formatID(id), owner, nonce: 0n });
      }),
  ],
  [
    4,
    (script) =>
      withL1(script, (l1) => {
        const { random } = script;
        const validation = random.pick(l1.validations);
        const { validationID, nonce } = validation;
        // Those of the conversion stay, as they sign the messages.
        const weight = l1.validations.indexOf(validation) > 1 && random.below(3) === 0 ? 0n : 100n;
        const type = 'message.L1ValidatorWeight';
        const of = { type, validationID: parseID(validationID), nonce, weight } as const;
        const message = said(script, l1, of);
        if (submit(script, 'P', { type: 'SetL1ValidatorWeightTx', message }, [keyIn(script)]))
          validation.nonce++;
      }),
  ],
  [
    4,
    (script) =>
      withL1(script, ({ validations }) => {
        const { validationID } = script.random.pick(validations);
        const balance = amountIn(script);
        const intent = { type: 'IncreaseL1ValidatorBalanceTx', validationID, balance } as const;
        submit(script, 'P', intent, [keyIn(script)]);
      }),
  ],
  [
    2,
    (script) =>
      withL1(script, ({ validations }) => {
        if (validations.length < 3) return;
        const { validationID, owner } = script.random.pick(validations.slice(2));
        submit(script, 'P', { type: 'DisableL1ValidatorTx', validationID }, [owner]);
      }),
  ],
  [
    4,
    (script) => {
      const { random, assets } = script;
      const owner = keyIn(script);
      const me = owner.shortID;
      const tx = submit(
        script,
        'X',
        {
          type: 'CreateAssetTx',
          name: 'An Asset',
          symbol: 'AN',
          denomination: 2,
          initial: {
            fungible: {
              holders: [{ to: me, amount: BigInt(1_000_000 + random.below(1000)) }],
              minters: [me],
            },
            nfts: [
              { groupID: 1, holders: ['a', 'b', 'c'].map((payload) => ({ to: me, payload })) },
              { groupID: 2, minters: [me, me, me] },
            ],
            properties: { holders: [me, me], minters: [me] },
          },
        },
        [owner],
      );
      if (tx) assets.push({ id: tx.txID, owner });
    },
  ],
  [
    16,
    (script) => {
      const { random, assets } = script;
      if (assets.length === 0) return;
      const { id: assetID, owner } = random.pick(assets.slice(-20));
      const to = ownerIn(script, 'X');
      const amount = BigInt(1 + random.below(500));
      const operation = random.pick([
        { type: 'mint', assetID, to, amount },
        { type: 'transferNFT', assetID, groupID: 1, payload: random.pick(['a', 'b', 'c']), to },
        { type: 'mintNFT', assetID, groupID: 2, payload: 'new', to },
        { type: 'mintProperty', assetID, to },
        { type: 'burnProperty', assetID },
      ] as const);
      const intent: Intent =
        random.below(3) === 0
          ? { type: 'BaseTx', outputs: [{ to, amount, assetID }] }
          : { type: 'OperationTx', operations: [operation] };
      submit(script, 'X', intent, [owner]);
    },
  ],
  [9, ({ node, random }) => node.advanceTime(BigInt(1 + random.below(86_400)))],
  [
    4,
    ({ node, random }) => {
      const { ending } = node.world.P.stakers;
      if (ending.length > 0)
        node.setReward(formatID(random.pick(ending).txID), random.below(3) > 0);
    },
  ],
  [6, batch],
];

/** Some transfers at the same time, which the node puts into as few blocks as it can. */
function batch(script: Script): void {
  const { node, random, keys, issued, held } = script;
  const first = random.below(keys.length - 5);
  node.hold();
  for (const key of keys.slice(first, first + 2 + random.below(4))) {
    const chain = random.pick(['P', 'X'] as const);
    submit(script, chain, transfer(script, chain), [key]);
  }
  node.release();
  for (const chain of chains) {
    const mined = held.filter((tx) => tx.chain === chain).map(issuedOf);
    if (mined.length > 0) issued[chain].push(mined);
  }
  held.length = 0;
}

const weights = operations.reduce((sum, [weight]) => sum + weight, 0);

function operate(script: Script): void {
  if (script.random.below(1000) < script.bulk) {
    const chain = script.random.pick(['P', 'X'] as const);
    const tx = bulkTransfer(script.payers, chain, script.random, script.keys);
    if (tx) send(script, tx);
    return;
  }
  let at = script.random.below(weights);
  for (const [weight, operation] of operations) {
    at -= weight;
    if (at < 0) {
      operation(script);
      return;
    }
  }
}

/** Containers that the node has. */
const containersIn = ({ world }: Testnode): number =>
  chains.reduce((sum, chain) => sum + world[chain].blockIndex.list.length, 0);

/** What a run on a test node gives. */
export interface Played extends Recorded {
  readonly node: Testnode;
  readonly types: ReadonlyMap<string, number>;
  readonly refused: number;
  readonly unbuilt: number;
}

/** Containers of transactions by the builders. What is more are transfers by hand. */
const mostBuilt = 15_000;

/** Plays a script until the node has so many containers. The same seed plays the same script. */
export async function playOnTestnode(
  seed: number,
  count: number,
  moments: number,
): Promise<Played> {
  const node = createTestnode();
  const keys = [ewoq, ...Array.from({ length: 23 }, (_, i) => keyOf(`indexing ${i}`))];
  const script: Script = {
    node,
    random: randomOf(`indexing ${seed}`),
    keys,
    issued: { P: [], X: [], C: [] },
    types: new Map(),
    refused: 0,
    unbuilt: 0,
    held: [],
    standIns: 0,
    subnets: [],
    l1s: [],
    assets: [],
    renewed: [],
    payers: newPayers(node.network),
    bulk: Math.max(0, Math.round(1000 - (1000 * mostBuilt) / count)),
  };
  const client = connect('http://testnode', node);
  const all = [...keys, ...script.payers.all.map(({ key }) => key)];
  const asked = {
    chains,
    addresses: {
      P: addressesOf(script, 'P', all),
      X: addressesOf(script, 'X', all),
      C: keys.map(evmAddressOf),
    },
    importing: keys.map((key) => key.address('C', node.network)),
    aliases: { AVAX: formatID(node.network.avaxAssetID) },
  };
  const { balances } = await answersOf(client, asked);
  const accounts = new Map(
    asked.addresses.C.map((account) => [
      account,
      balances.get(`${account} ${asked.aliases.AVAX}`) ?? 0n,
    ]),
  );
  share(script);
  const answers: Answers[] = [];
  for (let moment = 1; moment <= moments; moment++) {
    while (containersIn(node) < (count * moment) / moments) operate(script);
    answers.push(await answersOf(client, asked));
    if (moment % 10 === 0) process.stderr.write(`${containersIn(node)} containers\n`);
  }
  const { issued, types, refused, unbuilt } = script;
  return {
    issued,
    answers,
    accounts,
    addresses: asked.addresses,
    node,
    types,
    refused,
    unbuilt,
  };
}

/** Gives every key funds on every chain. */
function share(script: Script): void {
  const { keys, node, payers } = script;
  const amount = avax('60000');
  const all = [...keys, ...payers.all.map(({ key }) => key)];
  for (const chain of ['P', 'X'] as const) {
    const outputs = all.map((key) => ({ to: key.address(chain, node.network), amount }));
    submit(script, chain, { type: 'BaseTx', outputs }, [ewoq]);
  }
  for (const key of keys.slice(1)) {
    const outputs = [{ to: key.address('C', node.network), amount: avax('1000') }];
    submit(script, 'X', { type: 'ExportTx', to: 'C', outputs }, [ewoq]);
    submit(script, 'C', { type: 'ImportTx', from: 'X', to: evmAddressOf(key) }, [key]);
  }
}
