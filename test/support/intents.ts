/** Random states, what is meant with them, and drafts: every example intent with other amounts and owners. */
import fc from 'fast-check';
import {
  chainOf,
  type ExampleName,
  exampleNames,
  intentLike,
  stateOf,
} from '../../examples/intents/index.ts';
import {
  type AssetOperation,
  type BuildOptions,
  build,
  type Draft,
  type Intent,
  type Strategy,
} from '../../src/builder/index.ts';
import { declarationOf } from '../../src/builder/intents/table.ts';
import { inAVAX, max, maxAVAX, owner as ownerSchema } from '../../src/builder/intentvalues.ts';
import type { UTXO as CUTXO } from '../../src/chain/cchain/tx.ts';
import type { UTXO } from '../../src/chain/xchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { fuji } from '../../src/network/known.ts';
import type { AnySchema } from '../../src/schema/schema.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { CState, PState, State } from '../../src/state/state.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { days } from '../../src/text/time.ts';
import { rightUTXO } from './assets.ts';
import { asset, key, now, pState, trio, utxo, xState } from './state.ts';

/** What to build. */
export interface Case {
  readonly state: State;
  readonly intent: Intent;
  readonly options: BuildOptions;
}

/** The draft, or null where there is not enough. */
export function attempt<T>(build: () => T): T | null {
  try {
    return build();
  } catch (e) {
    if (isError(e, 'Insufficient')) return null;
    throw e;
  }
}

/** The draft of a case, or null where there is not enough, be it for a stake of `max`. */
export function buildCase({ state, intent, options }: Case): Draft | null {
  try {
    return attempt(() => build(state, intent, options));
  } catch (e) {
    if (isError(e, 'OutOfRange')) return null;
    throw e;
  }
}

const me = key(1).shortID;
const from = trio.map((k) => k.shortID);
export const twoOfThree = { addresses: from, threshold: 2 };
export const owners = [me, key(2).shortID, twoOfThree];
/** All whose keys sign what is built here. */
export const signers = [...trio, key(4), key(5)];
const owner = fc.constantFrom(...owners);
const gold = asset(7);

interface Amount {
  readonly amount: bigint;
  readonly owner: (typeof owners)[number];
  readonly gold?: boolean | undefined;
  readonly lock?: bigint | undefined;
}
const utxosOf = (list: readonly Amount[], first = 0) =>
  list.map(({ amount, owner: of, gold: golden, lock }, i): PState['utxos'][number] => {
    const more = { owner: of, ...(golden && { assetID: gold }) };
    const { output, ...rest } = utxo(first + i, amount, more);
    return lock === undefined
      ? { ...rest, output }
      : { ...rest, output: { type: 'stakeable.LockOut', locktime: lock, output } };
  });

// Intents

const amount = fc.bigInt({ min: avax('1'), max: avax('6') });
const small = fc.bigInt({ min: 1n, max: 9000n });
/** So few that some of them are often exactly enough. */
const few = fc.bigInt({ min: 1n, max: 5n });
const balance = fc.bigInt({ min: 1n, max: avax('1') });
const orMax = (of: fc.Arbitrary<bigint>) =>
  fc.oneof({ weight: 4, arbitrary: of }, { weight: 1, arbitrary: fc.constant('max' as const) });

/** What is drawn for the intents of a chain. */
interface Drawn {
  /** nAVAX of an output. */
  readonly output: fc.Arbitrary<bigint>;
  /** Units of another asset; none if omitted. */
  readonly gold?: fc.Arbitrary<bigint>;
}

/** Outputs, at most the last of them of all there is. */
function outputsOf({ output, gold: units }: Drawn) {
  const one = (amounts: (of: fc.Arbitrary<bigint>) => fc.Arbitrary<bigint | 'max'>) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.record({ to: owner, amount: amounts(output) }) },
      ...(units
        ? [fc.record({ to: owner, amount: amounts(units), assetID: fc.constant(gold) })]
        : []),
    );
  return fc
    .tuple(
      fc.array(
        one((of) => of),
        { maxLength: 2 },
      ),
      one(orMax),
    )
    .map(([some, last]) => [...some, last]);
}

/** A value like that of an example: with other amounts and owners, a part of each list, optional owners or none. */
function like(schema: AnySchema, value: unknown, drawn: Drawn): fc.Arbitrary<unknown> {
  // An optional field is a copy of its schema.
  const is = (...others: readonly AnySchema[]) =>
    others.some(({ parse }) => parse === schema.parse);
  if (is(ownerSchema)) return value === undefined ? fc.option(owner, { nil: undefined }) : owner;
  if (value === undefined) return fc.constant(undefined);
  if (is(max, maxAVAX)) return orMax(amount);
  if (is(inAVAX)) return balance;
  if (schema.is === 'list') {
    const elements = (value as readonly unknown[]).map((of) => like(schema.of![0]!, of, drawn));
    return fc.tuple(...elements).chain((list) => fc.subarray(list, { minLength: 1 }));
  }
  if (!schema.fields) return fc.constant(value);
  const given = value as Readonly<Record<string, unknown>>;
  const fields = schema.fields.map(({ key: name, schema: of }) => {
    if (name === 'outputs') return [name, outputsOf(drawn)] as const;
    return [name, like(of, given[name], drawn)] as const;
  });
  return fc.record(Object.fromEntries(fields)).map((others) => ({
    ...given,
    ...Object.fromEntries(Object.entries(others).filter(([, of]) => of !== undefined)),
  }));
}

/** Intents like the examples of a chain. */
const intentsOf = (
  chain: 'P' | 'X' | 'C',
  drawn: Drawn,
  except: readonly ExampleName[] = [],
): fc.Arbitrary<Intent> =>
  fc.oneof(
    ...exampleNames
      .filter((name) => chainOf(name) === chain && !except.includes(name))
      .map((name) => {
        const intent = intentLike(name);
        return like(declarationOf(intent.type, chain)!, intent, drawn) as fc.Arbitrary<Intent>;
      }),
  );

// P

const authorities = Object.fromEntries(
  Object.keys((stateOf('P') as PState).authorities!).map((id) => [id, twoOfThree]),
);
const pIntents = intentsOf('P', {
  output: fc.oneof(amount, small),
  gold: few.map((n) => n + 2n),
});
const pAmounts = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        amount: fc.oneof(small, amount),
        owner,
        lock: fc.option(fc.constantFrom(now - 1n, now + days(10), now + days(90)), {
          nil: undefined,
          freq: 2,
        }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ amount: few, owner, gold: fc.constant(true) }) },
  ),
  { minLength: 1, maxLength: 8 },
);
const cheapOptions = fc.record({
  change: fc.constantFrom(...owners),
  strategy: fc.constantFrom<Strategy>(
    'minFee',
    'minFee',
    'minFee',
    'largestFirst',
    'consolidate',
    'sweep',
  ),
});
const waiting = (amounts: fc.Arbitrary<bigint>) =>
  fc.array(fc.record({ amount: amounts, owner }), { minLength: 1, maxLength: 4 });

/** Amounts near what it costs to move them, where the choice matters. */
const tightCases: fc.Arbitrary<Case> = fc
  .record({
    intent: fc.constantFrom('BaseTx' as const, 'ExportTx' as const, 'CreateSubnetTx' as const),
    amount: fc.bigInt(1n, 12_000n),
    golden: fc.option(fc.bigInt(2n, 8n)),
    utxos: fc.array(fc.record({ amount: fc.bigInt(2500n, 12_000n), owner }), { maxLength: 6 }),
    golds: fc.array(fc.record({ amount: few, owner, gold: fc.constant(true) }), { maxLength: 3 }),
    price: fc.bigInt(1n, 20n),
    change: owner,
  })
  .map(({ intent: type, amount: n, golden, utxos, golds, price, change }) => {
    const all = [...utxos.map((of) => ({ ...of, amount: of.amount * price })), ...golds];
    const outputs = [
      { to: me, amount: n * price },
      ...(golden && type === 'BaseTx' ? [{ to: me, amount: golden, assetID: gold }] : []),
    ];
    const intents = {
      BaseTx: { type: 'BaseTx' as const, outputs },
      ExportTx: { type: 'ExportTx' as const, to: 'X' as const, outputs },
      CreateSubnetTx: { type: 'CreateSubnetTx' as const, owner: me },
    };
    return {
      state: pState(utxosOf(all), { from, feeState: { price } }),
      intent: intents[type],
      options: { change },
    };
  });

const wealthyCases: fc.Arbitrary<Case> = fc
  .record({
    intent: pIntents,
    utxos: pAmounts,
    imports: waiting(fc.oneof(small, amount)),
    price: fc.bigInt(1n, 20n),
    options: cheapOptions,
  })
  .map(({ intent, utxos, imports, price, options }) => ({
    state: pState(utxosOf(utxos), {
      from,
      feeState: { price },
      authorities,
      imports: { C: utxosOf(imports, 100) },
    }),
    intent,
    options: intent.type === 'ImportTx' ? { change: options.change } : options,
  }));

export const pCases: fc.Arbitrary<Case> = fc.oneof(
  { weight: 3, arbitrary: wealthyCases },
  { weight: 2, arbitrary: tightCases },
);

// X

const consumed = {
  mint: 'secp256k1fx.MintOutput',
  mintNFT: 'nftfx.MintOutput',
  transferNFT: 'nftfx.TransferOutput',
  mintProperty: 'propertyfx.MintOutput',
  burnProperty: 'propertyfx.OwnedOutput',
} as const;
type Kind = keyof typeof consumed;

interface Wish {
  readonly kind: Kind;
  readonly assetID: Uint8Array;
  readonly owner: (typeof owners)[number];
}
/** Operations of random kinds. */
export const wishes: fc.Arbitrary<readonly Wish[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(consumed) as Kind[])),
    assetID: fc.constantFrom(gold, asset(8)),
    owner,
  }),
  { minLength: 1, maxLength: 6 },
);

/** What they consume, over as many UTXOs, and what they are. */
export function operationsOf(list: readonly Wish[]) {
  const rights: readonly UTXO[] = list.map(({ kind, assetID, owner: of }, i) =>
    rightUTXO(i, consumed[kind], { assetID, owner: of, outputIndex: i % 3 }),
  );
  const to = key(9).shortID;
  const intents = (i: number): { readonly [K in Kind]: object } => ({
    mint: { to, amount: BigInt(i + 1) },
    mintNFT: { to: [to, twoOfThree], groupID: 0, payload: `${i}` },
    transferNFT: { to },
    mintProperty: { to },
    burnProperty: {},
  });
  const operations = list.map(
    ({ kind, assetID }, i) => ({ type: kind, assetID, ...intents(i)[kind] }) as AssetOperation,
  );
  return { rights, operations };
}

const xAmount = fc.bigInt({ min: 1n, max: 2_000_000n });
const xIntents = intentsOf('X', { output: xAmount, gold: xAmount }, ['X.OperationTx']);
const xAmounts = fc.array(
  fc.record({
    amount: fc.oneof(xAmount, amount),
    owner,
    gold: fc.constantFrom(false, false, true),
  }),
  { minLength: 1, maxLength: 8 },
);
export const xCases: fc.Arbitrary<Case> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ intent: xIntents, utxos: xAmounts, imports: xAmounts, options: cheapOptions })
      .map(({ intent, utxos, imports, options }) => ({
        state: xState(utxosOf(utxos) as UTXO[], {
          from,
          imports: { P: utxosOf(imports, 100) as UTXO[] },
        }),
        intent,
        options: intent.type === 'ImportTx' ? { change: options.change } : options,
      })),
  },
  {
    weight: 1,
    arbitrary: wishes.map((list) => {
      const { rights, operations } = operationsOf(list);
      return {
        state: xState([utxo(1, 5_000_000n), ...rights], { from }),
        intent: { type: 'OperationTx' as const, operations },
        options: {},
      };
    }),
  },
);

// C

const nAVAX = 10n ** 9n;
export const accounts = fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { maxLength: 5 });
export const baseFee = fc.oneof(
  fc.bigInt({ min: 1n, max: 3n }),
  fc.bigInt({ min: nAVAX / 10n, max: 3n * nAVAX }),
);
export const cWaiting = fc.array(fc.record({ amount: small, owner }), { maxLength: 6 });

/** A state of accounts with whole nAVAX and a little, and of what waits. */
export const cState = (
  balances: readonly bigint[],
  coins: readonly Amount[],
  price: bigint,
): CState => ({
  chain: 'C',
  network: fuji,
  from,
  time: now,
  baseFee: wei(price),
  accounts: balances.map((has, i) => ({
    address: evmAddressOf(key(i + 1)),
    nonce: BigInt(i),
    balance: wei(has * nAVAX + BigInt(i)),
  })),
  imports: { P: utxosOf(coins) as CUTXO[] },
});

export const cCases: fc.Arbitrary<Case> = fc
  .record({
    balances: accounts,
    coins: cWaiting,
    price: baseFee,
    intent: intentsOf('C', { output: fc.bigInt({ min: 1n, max: 200_000n }) }).map((of) =>
      of.type === 'ImportTx' ? { ...of, to: evmAddressOf(key(9)) } : of,
    ),
  })
  .map(({ balances, coins, price, intent }) => ({
    state: cState(balances, coins, price),
    intent,
    options: {},
  }));

/** All of them. */
export const cases: fc.Arbitrary<Case> = fc.oneof(
  { weight: 6, arbitrary: pCases },
  { weight: 3, arbitrary: xCases },
  { weight: 1, arbitrary: cCases },
);
