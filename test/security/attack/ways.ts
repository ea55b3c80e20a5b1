/**
 * How somebody changes a field to his advantage, and what he gains: one total table over roles, so that a field with a new role does
 * not compile, and a field with a role that is here is attacked, until its ways are decided.
 */
import type {
  IDOf,
  OwnerOf,
  QuantityOf,
  RoleName,
  RoleOf,
  TxRole,
} from '../../../src/chain/roles.ts';
import { fuji } from '../../../src/network/known.ts';
import { evmAddressOf } from '../../../src/sign/key.ts';
import { formatHex, parseHex } from '../../../src/text/hex.ts';
import { saidBy } from '../../../src/tx/message.ts';
import { provePossession } from '../../../src/warp/bls.ts';
import type { L1Payload } from '../../../src/warp/l1.ts';
import type { Base } from '../../support/attack/bases.ts';
import { type Forgery, openedUp, paying, purse, withCoin } from '../../support/attack/forge.ts';
import { mallory, ownerOf1, victim } from '../../support/attack/people.ts';
import { warp } from '../../support/parents.ts';
import { asset, key, now } from '../../support/state.ts';
import { at, isRole, put, type Spot, spotsOf } from './fields.ts';

/** A way to change a field. */
export interface Way {
  readonly way: string;
  /** What the attacker gains; or why it is nothing. */
  readonly gains?: string;
  readonly nothing?: string;
  /** The changed draft; nothing where this field of this draft cannot be changed so. */
  readonly forge: (base: Base, spot: Spot) => Forgery | undefined;
}

/** Fields that are what is inside them. */
export const inside = 'inside';

const AVAX = fuji.avaxAssetID;
const mine = ownerOf1(mallory.shortID);
const farAway = 4_102_444_800n;

/** The forgery with one value changed, in a message too. */
function changed(of: Forgery, { path }: Spot, make: (old: unknown) => unknown): Forgery {
  const [first, ...inner] = path;
  if (first !== 'message' || inner.length === 0)
    return { ...of, tx: put(of.tx, path, make) as Forgery['tx'] };
  const message = at(of.tx, ['message']) as Uint8Array;
  const said = saidBy('register', message) ?? saidBy('weight', message);
  const payload = put(said, inner, make) as L1Payload;
  return { ...of, tx: put(of.tx, ['message'], () => warp(payload)) as Forgery['tx'] };
}

/** Changes the value and nothing else. */
const set =
  (make: (old: never, spot: Spot, base: Base) => unknown): Way['forge'] =>
  (base, spot) => {
    const value = make(spot.value as never, spot, base);
    if (value === undefined) return undefined;
    return changed(openedUp(base.draft), spot, () => value);
  };

/** nAVAX that the attacker takes. */
const loot = 10_000_000n;

/** A place where the attacker is paid from what would come back. */
function withOutput(of: Forgery, list: string, output: unknown): Forgery | undefined {
  const { [list]: before } = of.tx as unknown as Record<string, readonly unknown[]>;
  const path = purse(of, AVAX);
  if (!before || !path) return undefined;
  const robbed = paying(of, AVAX, -loot);
  if (!robbed) return undefined;
  const tx = put(robbed.tx, [list], (old) => [...(old as unknown[]), output]);
  return { ...robbed, tx: tx as Forgery['tx'] };
}

const outputTo = (owner: typeof mine, amount = loot) => ({
  assetID: AVAX,
  output: {
    type: 'secp256k1fx.TransferOutput',
    amount,
    locktime: owner.locktime,
    threshold: owner.threshold,
    addresses: owner.addresses,
  },
});
const accountOutput = { address: parseHex(evmAddressOf(mallory)), amount: loot, assetID: AVAX };

/** The attacker's share, in whatever form the transaction has. */
const paidOut = (of: Forgery): Forgery | undefined =>
  of.tx.type === 'atomic.ImportTx'
    ? withOutput(of, 'outputs', accountOutput)
    : of.tx.type === 'atomic.ExportTx'
      ? withOutput(of, 'exportedOutputs', outputTo(mine))
      : withOutput(of, 'outputs', outputTo(mine));

/** A coin of the victim that the draft had no reason to spend. */
const spare = {
  txID: asset(90),
  outputIndex: 3,
  assetID: AVAX,
  output: outputTo(ownerOf1(victim.alone), 20n * loot).output as never,
};

/** One more input, by the attacker's word of somebody, whose funds go to the attacker. */
const oneMore =
  (owner: typeof mine): Way['forge'] =>
  (base, spot) => {
    const of = openedUp(base.draft);
    const list = String(spot.path.at(-1));
    if (list === 'inputs')
      return withCoin(of, { ...spare }, owner, false) && robbedWith(of, owner, list);
    return robbedWith(of, owner, list);
  };

function robbedWith(of: Forgery, owner: typeof mine, list: string): Forgery | undefined {
  const made = withCoin(
    { ...of, tx: { ...of.tx, inputs: [], outputs: [] } as never, slots: [] },
    spare,
    owner,
    false,
  );
  const [input] = (made.tx as unknown as { readonly inputs: readonly unknown[] }).inputs;
  const tx = of.tx as unknown as Readonly<Record<string, readonly unknown[]>>;
  const before = ['inputs', 'importedInputs'].flatMap((key) =>
    key === list || (key === 'inputs' && list !== 'inputs') ? (tx[key] ?? []) : [],
  );
  const output =
    of.tx.type === 'atomic.ImportTx'
      ? { ...accountOutput, amount: 20n * loot }
      : outputTo(mine, 20n * loot);
  const slots = [
    ...of.slots.slice(0, before.length),
    ...made.slots,
    ...of.slots.slice(before.length),
  ];
  const next = { ...tx, [list]: [...tx[list]!, input], outputs: [...tx.outputs!, output] };
  return { ...of, tx: next as never, slots };
}

/** Without what comes back: the rest is burned, or goes to whom the victim pays. */
const burned: Way['forge'] = ({ draft }) => {
  const of = openedUp(draft);
  const { outputs = [] } = of.tx as { readonly outputs?: readonly PlainOutput[] };
  const gone = of.change.filter((i) => {
    const { assetID, output } = outputs[i]!;
    return Buffer.from(assetID).equals(AVAX) && output.type !== 'stakeable.LockOut';
  });
  if (gone.length === 0) return undefined;
  const before = (i: number) => gone.filter((k) => k < i).length;
  const tx = put(of.tx, ['outputs'], (old) =>
    (old as unknown[]).filter((_, i) => !gone.includes(i)),
  );
  return {
    ...of,
    tx: tx as Forgery['tx'],
    change: of.change.flatMap((i) => (gone.includes(i) ? [] : [i - before(i)])),
  };
};

interface PlainOutput {
  readonly assetID: Uint8Array;
  readonly output: { readonly type: string };
}

const again = 'The input commits to it: nodes refuse another.';
const byTime = 'Nodes pass over it.';

const ofOwner: { readonly [Of in OwnerOf]: string } = {
  rewards: 'gets the rewards',
  delegationRewards: 'gets the share of the delegators’ rewards',
  allRewards: 'gets all rewards',
  subnet: 'owns the subnet',
  authority: 'changes and ends the validation',
  refund: 'gets what is left of the balance',
  disable: 'ends the validation',
};

/** Another id, what the attacker gains by it. */
const ofID: { readonly [Of in IDOf]: readonly [other: () => Uint8Array, gains: string] } = {
  subnet: [() => asset(61), 'an authorization for another subnet of the victim'],
  validation: [
    () => asset(62),
    'a validation of the attacker is paid for, or one of the victim ends',
  ],
  staker: [() => asset(63), 'another validator of the victim is changed'],
  chain: [() => asset(64), 'a chain of the attacker manages the validators'],
  vm: [() => asset(65), 'a virtual machine of the attacker runs'],
  node: [() => new Uint8Array(20).fill(66), 'the attacker’s node gets the stake, weight or place'],
  asset: [() => asset(67), 'another asset'],
  conversion: [() => asset(68), 'another conversion'],
};

const more = (old: never): unknown =>
  typeof old === 'bigint' ? (old as bigint) + 1n : (old as number) + 1;
const less = (old: never): unknown => {
  const value: unknown = old;
  return typeof value === 'bigint'
    ? value > 0n
      ? value - 1n
      : undefined
    : (value as number) > 0
      ? (value as number) - 1
      : undefined;
};

const quantities: { readonly [Of in QuantityOf]: readonly Way[] } = {
  time: [
    {
      way: 'later',
      gains: 'stake or place is bound for longer',
      forge: set((t: never) => (t as bigint) + 86_400n),
    },
  ],
  duration: [
    {
      way: 'longer',
      gains: 'stake is bound for longer',
      forge: set((t: never) => (t as bigint) + 86_400n),
    },
  ],
  weight: [{ way: 'more', gains: 'more say, or less, than was meant', forge: set(more) }],
  supply: [{ way: 'more', gains: 'more units than were meant', forge: set(more) }],
  limit: [{ way: 'more', gains: 'bounds that were not meant', forge: set(more) }],
  share: [
    { way: 'more', gains: 'another share of rewards goes elsewhere', forge: set(more) },
    { way: 'less', gains: 'another share of rewards goes elsewhere', forge: set(less) },
  ],
  factor: [{ way: 'more', gains: 'other rewards than were meant', forge: set(more) }],
  count: [{ way: 'more', gains: 'amounts are read as others', forge: set(more) }],
  index: [
    { way: 'another', gains: 'what is issued is of another kind or group', forge: set(more) },
  ],
  nonce: [
    {
      way: 'later',
      gains: 'a signed export that becomes valid when the victim does not expect it',
      forge: set((n: never) => (n as bigint) + 5n),
    },
  ],
};

/** An amount of what comes out: more for whom the attacker likes, less back; of what goes in: another than the UTXO has. */
const amountWays = (under: TxRole | undefined): readonly Way[] => {
  if (isRole(under, 'spends'))
    return [
      {
        way: 'more, and more back',
        nothing: again,
        forge: (base, spot) => {
          const of = openedUp(base.draft);
          return paying(
            changed(of, spot, (n) => (n as bigint) + loot),
            AVAX,
            loot,
          );
        },
      },
    ];
  if (isRole(under, 'debits'))
    return [
      {
        way: 'more, for the attacker',
        gains: 'more is taken from the account, and the attacker gets it',
        forge: (base) => paidOut(openedUp(base.draft)),
      },
    ];
  if (isRole(under, 'issues'))
    return [
      {
        way: 'more',
        gains: 'more units than were meant',
        forge: set((n: never) => (n as bigint) * 1000n),
      },
    ];
  return [
    {
      way: 'more, from what comes back',
      gains: 'whoever gets it is paid more',
      forge: (base, spot) => {
        const of = openedUp(base.draft);
        const { assetID } = assetAround(base, spot);
        if (!Buffer.from(assetID).equals(AVAX)) return undefined;
        if (isPurse(of, spot)) return paidOut(of);
        if (isChange(base, spot)) {
          const less = changed(of, spot, (n) => (n as bigint) - loot);
          return appended(less, ['outputs'], outputTo(mine));
        }
        const robbed = paying(of, AVAX, -loot);
        const raised = robbed && changed(robbed, spot, (n) => (n as bigint) + loot);
        return raised && staked(raised, spot);
      },
    },
  ];
};

/** Whether a field is one of the change. */
export const isChange = ({ draft }: Base, { path }: Pick<Spot, 'path'>): boolean =>
  path[0] === 'outputs' && draft.change.some(({ outputIndex }) => outputIndex === path[1]);

const isPurse = (of: Forgery, { path }: Spot): boolean => purse(of, AVAX)?.join() === path.join();

/** A stake is as large as the weight. */
const staked = (of: Forgery, { path }: Spot): Forgery =>
  path[0] === 'stake' && 'validator' in of.tx
    ? {
        ...of,
        tx: put(of.tx, ['validator', 'weight'], (n) => (n as bigint) + loot) as Forgery['tx'],
      }
    : of;

/** What holds an amount, with its asset. */
function assetAround({ draft }: Base, { path }: Spot): { readonly assetID: Uint8Array } {
  for (let i = path.length - 1; i > 0; i--) {
    const of = at(draft.unsignedTx, path.slice(0, i)) as { readonly assetID?: Uint8Array };
    if (of.assetID instanceof Uint8Array) return { assetID: of.assetID };
  }
  return { assetID: AVAX };
}

const whose = (under: TxRole | undefined): string => {
  if (under?.is === 'owner') return ofOwner[under.of];
  if (under?.is === 'makes')
    return under.why === 'stake' ? 'gets the stake back' : 'gets the funds';
  return under?.is === 'issues' ? 'gets the token or right' : 'gets it';
};

const sorted = (...list: readonly Uint8Array[]): readonly Uint8Array[] =>
  [...list].sort(Buffer.compare);

/** Parts of an owner. */
const ownerWays = (under: TxRole | undefined, field: string): readonly Way[] => {
  if (field.endsWith('addresses'))
    return [
      { way: 'the attacker’s', gains: `the attacker ${whose(under)}`, forge: theirs },
      {
        way: 'the attacker’s as well, 1 of 2',
        gains: `the attacker ${whose(under)}, or the victim, whoever is first`,
        forge: ownersOf((addresses) => [sorted(addresses[0]!, mallory.shortID), 1]),
      },
    ];
  if (field.endsWith('locktime'))
    return [
      {
        way: 'far away',
        gains: 'what is there cannot be used for years',
        forge: set(() => farAway),
      },
    ];
  return [
    {
      way: 'one less',
      gains: 'one co-owner does alone what needs two',
      forge: set((n: never) => ((n as number) > 1 ? (n as number) - 1 : undefined)),
    },
    {
      way: '2 of 2 with the attacker',
      gains: 'nobody can use it without the attacker',
      forge: ownersOf((addresses) =>
        addresses.length === 1 ? [sorted(addresses[0]!, mallory.shortID), 2] : undefined,
      ),
    },
  ];
};

/** Other addresses and threshold of the owner that a field is part of. */
function ownersOf(
  make: (
    addresses: readonly Uint8Array[],
  ) => readonly [addresses: readonly Uint8Array[], threshold: number] | undefined,
): Way['forge'] {
  return (base, spot) => {
    const { addresses } = spot.around as { readonly addresses: readonly Uint8Array[] };
    const next = addresses.length > 0 ? make(addresses) : undefined;
    if (!next) return undefined;
    const whole = { ...spot, path: spot.path.slice(0, -1) };
    return changed(openedUp(base.draft), whole, (old) => ({
      ...(old as object),
      addresses: next[0],
      threshold: next[1],
    }));
  };
}
const theirs = ownersOf(() => [[mallory.shortID], 1]);

const theirNode = (n: number) => {
  const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(n));
  return { type: 'signer.ProofOfPossession', publicKey, proofOfPossession };
};

const pChainOwner = { threshold: 1, addresses: [mallory.shortID] };

/** One more element of a list of structs. */
const added: Way['forge'] = (base, { path, value }) => {
  const of = openedUp(base.draft);
  if (path[0] === 'validators') {
    const robbed = paying(of, AVAX, -loot);
    const validator = {
      nodeID: new Uint8Array(20).fill(99),
      weight: 1_000_000n,
      balance: loot,
      signer: theirNode(9),
      remainingBalanceOwner: pChainOwner,
      deactivationOwner: pChainOwner,
    };
    return robbed && appended(robbed, path, validator);
  }
  if (path[0] === 'operations') {
    const dog = (base.state as { readonly utxos: readonly Token[] }).utxos.find(
      ({ output }) => output.payload && new TextDecoder().decode(output.payload) === 'dog',
    );
    if (!dog) return undefined;
    const { txID, outputIndex, assetID, output } = dog;
    const operation = {
      assetID,
      inputIDs: [{ txID, outputIndex }],
      operation: {
        type: 'nftfx.TransferOperation',
        input: { type: 'secp256k1fx.Input', signatureIndices: [0] },
        output: { ...output, addresses: [mallory.shortID] },
      },
    };
    const form = (value as readonly { readonly operation: { readonly input?: object } }[]).find(
      ({ operation: { input } }) => input,
    )?.operation.input;
    const slot = { owner: [ownerOf1(victim.alone)], lock: 0n, signatures: [] };
    return {
      ...appended(of, path, {
        ...operation,
        operation: { ...operation.operation, input: { ...form, signatureIndices: [0] } },
      }),
      slots: [...of.slots, slot],
    };
  }
  return undefined;
};

interface Token {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly output: { readonly payload?: Uint8Array };
}

const appended = (of: Forgery, path: Spot['path'], element: unknown): Forgery => ({
  ...of,
  tx: put(of.tx, path, (old) => [...(old as unknown[]), element]) as Forgery['tx'],
});

/** Other places of the same owner. */
const otherIndices = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.join() === '0,1' ? [0, 2] : [1];
  const of = value as { readonly signatureIndices: readonly number[] };
  return { ...of, signatureIndices: otherIndices(of.signatureIndices) };
};

const signsWay: Way = {
  way: 'others of the owner',
  nothing: 'A threshold of the same owner signs; the slot shows who.',
  forge: set((value: never) => otherIndices(value)),
};

const swap = (base: Base, { value }: Spot): Uint8Array => {
  const { X, P, C } = base.draft.network.chains;
  const own = base.draft.network.chains[base.draft.chain];
  return [X, P, C].find(
    (chain) => chain !== own && !Buffer.from(chain.blockchainID).equals(value as Uint8Array),
  )!.blockchainID;
};

/** Another asset: exchanged with what comes back of another, so that both sums stay. */
const exchanged: Way['forge'] = (base, spot) => {
  const of = openedUp(base.draft);
  if (!isRole(spot.under, 'makes')) return changed(of, spot, () => asset(7));
  const others = spotsOf(of.tx).filter(
    ({ role, path, value }) =>
      role.is === 'asset' &&
      path[0] === 'outputs' &&
      isChange(base, { path }) !== isChange(base, spot) &&
      !Buffer.from(value as Uint8Array).equals(spot.value as Uint8Array),
  );
  const [other] = others;
  if (!other) return changed(of, spot, () => asset(7));
  const amountAt = (path: Spot['path']) => {
    const { output } = at(of.tx, path.slice(0, -1)) as {
      readonly output: { readonly type: string };
    };
    return [
      ...path.slice(0, -1),
      'output',
      ...(output.type === 'stakeable.LockOut' ? ['output'] : []),
      'amount',
    ];
  };
  const [here, there] = [amountAt(spot.path), amountAt(other.path)];
  const first = changed(
    changed(of, spot, () => other.value),
    other,
    () => spot.value,
  );
  return {
    ...of,
    tx: put(
      put(first.tx, here, () => at(of.tx, there)),
      there,
      () => at(of.tx, here),
    ) as Forgery['tx'],
  };
};

type Decided = readonly Way[] | typeof inside;

/** Every role. */
const byRole: {
  readonly [Is in RoleName]: (
    role: RoleOf<Is>,
    under: TxRole | undefined,
    field: string,
  ) => Decided;
} = {
  network: () => [
    {
      way: 'another network',
      gains: 'a signature that counts on another network',
      forge: set(() => 1),
    },
  ],
  ownChain: () => [
    {
      way: 'another chain',
      gains: 'a signature that counts on another chain',
      forge: set(() => asset(69)),
    },
  ],
  peer: () => [
    {
      way: 'another chain',
      gains: 'the funds go to a chain where nobody looks for them',
      forge: set((_: never, spot, base) => swap(base, spot)),
    },
  ],
  memo: () => [
    {
      way: 'other words',
      nothing: 'No rule reads it: it says something in the victim’s name.',
      forge: set((old: never) => Uint8Array.from([...(old as Uint8Array), 33])),
    },
  ],
  spends: () => [
    {
      way: 'one more, called the attacker’s',
      gains: 'a coin of the victim, for which the victim’s signature elsewhere counts',
      forge: oneMore(mine),
    },
    {
      way: 'one more, for the attacker',
      gains: 'a coin of the victim',
      forge: oneMore(ownerOf1(victim.alone)),
    },
  ],
  makes: ({ why, to }) => [
    ...(why === 'stake'
      ? []
      : [
          {
            way: 'one more, for the attacker',
            gains: 'what would come back',
            forge: ((base, { path }) =>
              withOutput(openedUp(base.draft), String(path[0]), outputTo(mine))) as Way['forge'],
          },
        ]),
    ...(why === 'stake'
      ? [
          {
            way: 'one more, for the attacker',
            gains: 'the stake, when it comes back',
            forge: ((base, { path }) => {
              const made = withOutput(openedUp(base.draft), String(path[0]), outputTo(mine));
              return made && staked(made, { path } as Spot);
            }) as Way['forge'],
          },
        ]
      : []),
    ...(why || to
      ? []
      : [{ way: 'nothing comes back', gains: 'whoever earns fees has the change', forge: burned }]),
  ],
  debits: () => [
    {
      way: 'another account as well, for the attacker',
      gains: 'what the account has',
      forge: ({ draft, state }) => {
        const of = openedUp(draft);
        if (state.chain !== 'C') return undefined;
        const used = (of.tx as unknown as { readonly inputs: readonly { address: Uint8Array }[] })
          .inputs;
        const other = state.accounts.find(
          ({ address }) => !used.some((i) => formatHex(i.address) === address),
        );
        if (!other) return undefined;
        const input = {
          address: parseHex(other.address),
          amount: loot,
          assetID: AVAX,
          nonce: other.nonce,
        };
        const slot = { owner: [], lock: 0n, signatures: [] };
        return {
          ...appended(appended(of, ['inputs'], input), ['exportedOutputs'], outputTo(mine)),
          slots: [...of.slots, slot],
        };
      },
    },
  ],
  credits: () => [
    {
      way: 'one more, for the attacker',
      gains: 'what was to be imported',
      forge: ({ draft }) => withOutput(openedUp(draft), 'outputs', accountOutput),
    },
  ],
  consumes: () => [
    {
      way: 'one more',
      gains: 'a token of the victim',
      forge: set((old: never) => [...(old as unknown[]), { txID: asset(70), outputIndex: 0 }]),
    },
  ],
  issues: (_, __, field) =>
    /outputs$|owners$/i.test(field)
      ? [
          {
            way: 'one more, for the attacker',
            gains: 'units, a token or a right',
            forge: set((old: never) => {
              const list = old as readonly object[];
              const [first] = list;
              return first && [...list, { ...first, threshold: 1, addresses: [mallory.shortID] }];
            }),
          },
        ]
      : inside,
  burns: () => [
    {
      way: 'more, from what comes back',
      gains: 'the balance, if the attacker is whom it returns to',
      forge: (base, spot) => {
        const of = openedUp(base.draft);
        const robbed = paying(of, AVAX, -loot);
        return robbed && changed(robbed, spot, (n) => (n as bigint) + loot);
      },
    },
  ],
  owner: ({ of }) => [
    {
      way: 'the attacker',
      gains: `the attacker ${ofOwner[of]}`,
      forge: set((old: never) => ({
        ...(old as object),
        threshold: 1,
        addresses: [mallory.shortID],
      })),
    },
  ],
  auth: () => [signsWay],
  signs: (_, __, field) => (/signatureIndices$/.test(field) ? [signsWay] : inside),
  manager: () => [
    {
      way: 'the attacker’s contract',
      gains: 'who validates is the attacker’s to say',
      forge: set(() => new Uint8Array(20).fill(0x66)),
    },
  ],
  id: ({ of }) => [
    {
      way: 'another',
      gains: ofID[of][1],
      forge: set((old: never) => ofID[of][0]().slice(0, (old as Uint8Array).length)),
    },
  ],
  asset: (_, under) => [
    isRole(under, 'spends', 'debits')
      ? { way: 'another', nothing: again, forge: set(() => asset(7)) }
      : {
          way: 'another, for what comes back',
          gains: 'whoever gets it has something that is worth more',
          forge: exchanged,
        },
  ],
  says: ({ what }) => [
    {
      way: 'another message',
      gains:
        what === 'register'
          ? 'a validator of the attacker is paid for'
          : 'another validator’s weight is set',
      forge: set(() =>
        warp(
          what === 'register'
            ? {
                type: 'message.RegisterL1Validator',
                subnetID: asset(71),
                nodeID: new Uint8Array(20).fill(72),
                blsPublicKey: theirNode(1).publicKey,
                expiry: now + 3600n,
                remainingBalanceOwner: pChainOwner,
                disableOwner: pChainOwner,
                weight: 10n,
              }
            : { type: 'message.L1ValidatorWeight', validationID: asset(73), nonce: 2n, weight: 0n },
        ),
      ),
    },
  ],
  quantity: ({ of }, _, field) =>
    /(^|\.)start$/.test(field)
      ? [{ way: 'later', nothing: byTime, forge: set(more) }]
      : quantities[of],
  flag: () => [
    {
      way: 'the other',
      gains: 'something was not meant',
      forge: set((old: never) => !(old as boolean)),
    },
  ],
  text: () => [
    {
      way: 'another',
      gains: 'a name that says something else',
      forge: set((old: never) => `${old}X`.slice(-4)),
    },
  ],
  data: () => [
    {
      way: 'another',
      gains: 'the chain or token is another from its start',
      forge: set((old: never) => {
        const value: unknown = old;
        if (Array.isArray(value)) return [...value, asset(74)];
        return Uint8Array.from([...(value as Uint8Array), 33]);
      }),
    },
  ],
  key: () => [
    {
      way: 'the attacker’s',
      gains: 'the attacker signs for the validator',
      forge: (base, spot) => {
        const of = openedUp(base.draft);
        const signer = theirNode(8);
        if (spot.under?.is === 'says') {
          const said = changed(of, spot, () => signer.publicKey);
          return {
            ...said,
            tx: { ...said.tx, proofOfPossession: signer.proofOfPossession } as never,
          };
        }
        return changed(of, { ...spot, path: spot.path.slice(0, -1) }, () => signer);
      },
    },
  ],
  proof: () => [
    {
      way: 'another',
      nothing: 'It proves one key: nodes refuse another proof.',
      forge: set(() => theirNode(8).proofOfPossession),
    },
  ],
  utxo: (_, under) => [
    isRole(under, 'consumes')
      ? {
          way: 'another',
          nothing: 'The operation says asset, group and payload: the token is the same.',
          forge: set((old: never) =>
            (old as unknown) instanceof Uint8Array ? asset(75) : (old as number) + 1,
          ),
        }
      : {
          way: 'another',
          nothing: 'Inputs commit to asset and amount: what comes out is the same.',
          forge: set((old: never) =>
            (old as unknown) instanceof Uint8Array ? asset(75) : (old as number) + 1,
          ),
        },
  ],
  amount: (_, under) => amountWays(under),
  lock: (_, under) => [
    isRole(under, 'spends')
      ? {
          way: 'later',
          nothing: 'Nodes compare it with the UTXO.',
          forge: set((t: never) => (t as bigint) + 86_400n),
        }
      : {
          way: 'later',
          gains: 'what is there can only be staked for years',
          forge: set(() => farAway),
        },
  ],
  ownership: (_, under, field) => ownerWays(under, field),
  account: (_, under) => [
    isRole(under, 'debits')
      ? {
          way: 'another account',
          gains: 'another account of the victim pays',
          forge: set(() => parseHex(evmAddressOf(key(3)))),
        }
      : {
          way: 'the attacker’s',
          gains: 'what is imported',
          forge: set(() => parseHex(evmAddressOf(mallory))),
        },
  ],
  within: (_, __, field) =>
    /^(validators|operations)$/.test(field)
      ? [
          {
            way: 'one more, for the attacker',
            gains:
              field === 'validators' ? 'a validator, weight and balance' : 'a token of the victim',
            forge: added,
          },
        ]
      : inside,
};

/** Fields that no valid transaction has: what is exported or imported is never locked for staking. */
export const isNever = ({ field }: Pick<Spot, 'field'>): boolean =>
  /^(?:exportedOutputs\[\]\.output\(stakeable|importedInputs\[\]\.input\(stakeable)/.test(field);

/** The way to have a field that no valid transaction has. */
export const neverWay = ({
  field,
}: Pick<Spot, 'field'>): Omit<Way, 'forge'> & {
  readonly forge: (base: Base) => Forgery | undefined;
} => {
  const [list, key, lock] = field.startsWith('exported')
    ? (['exportedOutputs', 'output', 'stakeable.LockOut'] as const)
    : (['importedInputs', 'input', 'stakeable.LockIn'] as const);
  return {
    way: 'a lock around it',
    ...(key === 'output'
      ? { gains: 'what is sent can only be staked for years' }
      : { nothing: again }),
    forge: ({ draft }) => {
      const of = openedUp(draft);
      if (!(list in of.tx)) return undefined;
      const tx = put(of.tx, [list, 0, key], (old) => ({
        type: lock,
        locktime: farAway,
        [key]: old,
      }));
      return { ...of, tx: tx as Forgery['tx'] };
    },
  };
};

/** The ways to change a field. */
export const waysOf = ({ role, under, field }: Pick<Spot, 'role' | 'under' | 'field'>): Decided =>
  (byRole[role.is] as (role: TxRole, under: TxRole | undefined, field: string) => Decided)(
    role,
    under,
    field,
  );
