/**
 * Plans: what a caller asks of a wallet, read once and written as canonical text before the first `await`.
 *
 * - The text is what is built from, compared and stored. The caller's objects are never read again.
 * - A plan says what is done, never what it may cost: limits come from the call that runs it.
 * - What an intent leaves to the wallet (who receives rewards, where a move goes) is not in the plan. It is filled in with the wallet's own
 *   addresses each time that the plan is built.
 */
import { authorityIDOf } from '../builder/authority.ts';
import { build } from '../builder/build.ts';
import { receivingAccount } from '../builder/cimport.ts';
import { checkConsolidation } from '../builder/consolidate.ts';
import { BuildOptions, readAmount } from '../builder/intent.ts';
import { parseIntent } from '../builder/intentfile.ts';
import { declarationOf, type Intent } from '../builder/intents/table.ts';
import { ConsolidateIntent, Share } from '../builder/intents/transfers.ts';
import { maxAVAX, owner as ownerSchema } from '../builder/intentvalues.ts';
import { type ChainName, chainArgument } from '../chain/declared.ts';
import { sha256 } from '../crypto/hash.ts';
import { asBytes, readable } from '../errors/arguments.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import { anObject, aText, checkArgument, objectOf } from '../schema/check.ts';
import { hasWord, list } from '../schema/collection.ts';
import { string } from '../schema/leaf.ts';
import { asObject, type Schema } from '../schema/schema.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { avax, type NAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import {
  formatJSON,
  isJSONObject,
  type JSONObject,
  type JSONValue,
  parseJSON,
} from '../text/json.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { ownerOn } from './account.ts';

/** The required fields of an intent that accept an owner. */
type OwnerFields<I> = {
  [K in keyof I]-?: undefined extends I[K]
    ? never
    : I[K] extends Owner | Address | readonly (Owner | Address)[]
      ? Owner extends I[K]
        ? K
        : never
      : never;
}[keyof I];
type IntentOf<T> = Extract<Intent, { readonly type: T }>;

/**
 * For each required owner of an intent, whether it is the wallet if it is omitted. The compiler asks about each such field of a new
 * type. A new owner of a subnet must be named.
 */
const filled = {
  AddPermissionlessValidatorTx: { rewardsOwner: true },
  AddPermissionlessDelegatorTx: { rewardsOwner: true },
  AddAutoRenewedValidatorTx: { rewardsOwner: true, validatorAuthority: true },
  CreateSubnetTx: { owner: true },
  TransferSubnetOwnershipTx: { owner: false },
} as const satisfies {
  readonly [T in Intent['type'] as OwnerFields<IntentOf<T>> extends never ? never : T]: {
    readonly [K in OwnerFields<IntentOf<T>>]: boolean;
  };
};
type Filled<T> = T extends keyof typeof filled
  ? {
      [K in keyof (typeof filled)[T]]: (typeof filled)[T][K] extends true ? K : never;
    }[keyof (typeof filled)[T]]
  : never;

/** Returns the fields of a type that the wallet fills in with its own address if they are omitted. */
const filledIn = (type: unknown): readonly string[] =>
  typeof type === 'string' && Object.hasOwn(filled, type)
    ? Object.entries(filled[type as keyof typeof filled]).flatMap(([field, isFilled]) =>
        isFilled ? [field] : [],
      )
    : [];

/** The owners of each initial validator of an L1 that are the wallet if they are omitted. */
const validatorOwners = ['remainingBalanceOwner', 'deactivationOwner'] as const;
type ValidatorOwner = (typeof validatorOwners)[number];

/** What of an intent, or of its JSON, has owners: itself and each of the validators of an L1. */
interface Owning {
  readonly type?: unknown;
  readonly [key: string]: unknown;
}
/**
 * Returns an intent, or its JSON, in which `change` has replaced each part that has owners.
 * @param given The intent as it was given, which says which owners are omitted.
 */
function withOwners<I extends Owning>(
  intent: I,
  given: Owning,
  change: (part: Owning, omitted: readonly string[]) => object,
): I {
  const changed = (part: Owning, owners: readonly string[], from: Owning) =>
    change(
      part,
      owners.filter((key) => from[key] === undefined),
    );
  const { type, validators } = intent;
  const whole = changed(intent, filledIn(type), given) as I;
  if (type !== 'ConvertSubnetToL1Tx' || !Array.isArray(validators)) return whole;
  const each = validators.map((of: unknown, i) => {
    const from = (given.validators as readonly unknown[])[i];
    return isObject(of) && isObject(from) ? changed(of, validatorOwners, from) : of;
  });
  return { ...whole, validators: each };
}
const isObject = (value: unknown): value is Owning => typeof value === 'object' && value !== null;

/** Returns an intent, or its JSON, with an owner where owners are omitted. */
const filledWith = <I extends Owning>(intent: I, owner: unknown): I =>
  withOwners(intent, intent, (part, omitted) => ({
    ...part,
    ...Object.fromEntries(omitted.map((key) => [key, owner])),
  }));

/** Returns an intent that was filled in, or its JSON, without the owners that are omitted in another. */
const withoutOmitted = <I extends Owning>(intent: I, given: Owning): I =>
  withOwners(intent, given, (part, omitted) =>
    Object.fromEntries(Object.entries(part).filter(([key]) => !omitted.includes(key))),
  );

type Opened<I extends Intent> = I extends { readonly type: 'ConvertSubnetToL1Tx' }
  ? Omit<I, 'validators'> & {
      readonly validators: readonly (Omit<I['validators'][number], ValidatorOwner> &
        Partial<Pick<I['validators'][number], ValidatorOwner>>)[];
    }
  : I extends unknown
    ? Omit<I, Filled<I['type']>> & Partial<Pick<I, Filled<I['type']> & keyof I>>
    : never;

/**
 * An intent of a builder, with its chain. If reward owners, authorities, the owner of a new subnet or those of an L1's validators are omitted,
 * they are the wallet.
 */
export type WalletIntent = Opened<Intent> & {
  /** The chain of the transaction. */
  readonly chain: ChainName;
};

/** Builder options for the transactions of a call: those that say what is done. Limits are options of the call. */
export interface WalletBuildOptions
  extends Omit<
    BuildOptions,
    'own' | 'change' | 'facts' | 'verifyPossession' | 'maxFee' | 'priceMargin'
  > {}

/** Why the other options are not part of a plan. */
const notOptions: {
  readonly [K in Exclude<keyof BuildOptions, keyof WalletBuildOptions>]: string;
} = {
  own: 'is what the wallet knows itself',
  change: 'is what the wallet knows itself',
  facts: 'is what the wallet asks its nodes',
  verifyPossession: 'is what the wallet checks itself',
  maxFee: 'is an option of the call itself, beside options',
  priceMargin: 'is an option of the call itself, beside options',
};

/** What a caller asked, as canonical text. */
export interface Plan {
  readonly text: string;
  /** Chain of the first transaction. */
  readonly chain: ChainName;
  /** Chain of the second one: the import of a move. */
  readonly next?: ChainName;
  /** Number of transactions. */
  readonly length: number;
  /** In a few words, for people. */
  readonly title: string;
  /** nAVAX that a move exports; undefined if it moves all. */
  readonly moved?: NAVAX;
  /** The digest of the draft that is to be finished; undefined for a plan that is built here. */
  readonly digest: string | undefined;
  /** IDs of the rows of `sendMany` that it pays. */
  readonly rows?: readonly string[];
  /** Whether it repeats one transaction as long as there is something to merge. */
  readonly isRepeated?: true;
}

/** One transaction of a plan, complete. */
export interface Meant {
  readonly chain: ChainName;
  readonly intent: Intent;
  readonly options: WalletBuildOptions;
  /** For one of several that consolidate: which coins. */
  readonly merge?: Omit<ConsolidateIntent, 'to'>;
}

/** The wallet's own addresses that a plan is filled in with. */
export interface Filling {
  readonly receive: Owner;
  /** The first account of the C-chain. */
  readonly account?: `0x${string}`;
}

const intentArgument = /* @__PURE__ */ objectOf(
  { type: aText, chain: aText },
  { name: 'an intent' },
);
const nobody = { addresses: [new Uint8Array(20)], threshold: 1 };

/** A value that can be built from but not written is a wrong argument. */
function atDoor<T>(write: () => T): T {
  try {
    return write();
  } catch (e) {
    if (!isError(e, 'OutOfRange')) throw e;
    throw new AvalancheError('BadArgument', e.detail, {}, { cause: e }).at(...e.path);
  }
}

/** Reads builder options once, and writes them. */
const writtenOptions = (given: WalletBuildOptions): { readonly options?: JSONObject } =>
  within(['options'], () => {
    const options: BuildOptions = readable('options', () => deepCopy(given));
    checkArgument(options, anObject);
    for (const [key, why] of Object.entries(notOptions))
      if (options[key as keyof BuildOptions] !== undefined)
        throw new AvalancheError('Unsupported', why).at(key);
    BuildOptions.check(options);
    const json = atDoor(() => asObject(BuildOptions.format(options), 'options'));
    return Object.keys(json).length > 0 ? { options: json } : {};
  });

/**
 * Reads an intent once, and writes it.
 * @throws {AvalancheError} With the path in the intent: `BadArgument`, also at `chain`; `Unsupported`: a type that cannot be built,
 *   an option that a wallet sets itself; as `formatIntent`.
 */
export function planOf(given: WalletIntent, how: WalletBuildOptions = {}): Plan {
  const { chain, type, ...fields } = readable('an intent', () =>
    checkArgument(deepCopy(given), intentArgument, 'intent'),
  ) as unknown as { readonly chain: ChainName; readonly type: string; [key: string]: unknown };
  checkArgument(chain, chainArgument, 'chain');
  const schema = declarationOf(type, chain);
  // The builder says why it cannot be built.
  if (!schema) throw build({ chain } as State, { type } as Intent) as never;
  const intent = { type, ...fields };
  const { type: _, ...whole } = filledWith(intent, nobody);
  schema.check(whole);
  const members = atDoor(() => asObject(schema.format(whole), 'an intent'));
  const options = writtenOptions(how);
  // What was written can be read.
  parseIntent(formatJSON({ type, ...members, ...options }), chain);
  const kept = withoutOmitted<JSONObject>({ type, ...members }, intent);
  return readPlan(formatJSON({ chain, ...kept, ...options }));
}

/** Reads the JSON of an intent, and its options. Owners that the wallet fills in stay omitted. */
function readOpen(json: JSONObject, chain: ChainName) {
  const whole = formatJSON(filledWith(json, ownerSchema.format(nobody)));
  const { intent, options } = parseIntent(whole, chain);
  return { intent: withoutOmitted<Owning>({ ...intent }, json), options };
}

/** An intent from a file, as the arguments of `run`. */
export interface WalletIntentFile {
  readonly intent: WalletIntent;
  /** The options in the file. */
  readonly call: Pick<BuildOptions, 'maxFee' | 'priceMargin'> & {
    readonly options: WalletBuildOptions;
  };
}

/**
 * Reads an intent and its options from JSON, as `parseIntent` does, for `wallet.run(intent, call)`. Owners that the wallet fills in may be
 * omitted.
 * @param chain The chain of the transaction.
 * @throws {AvalancheError} As `parseIntent`; `BadArgument` at `chain`.
 * @example
 * const { intent } = readWalletIntent('{"type":"CreateSubnetTx"}', 'P');
 * intent; // { type: 'CreateSubnetTx', chain: 'P' }
 */
export function readWalletIntent(text: string, chain: ChainName): WalletIntentFile {
  checkArgument(chain, chainArgument, 'chain');
  const { intent, options } = readOpen(asObject(parseJSON(text), 'an intent'), chain);
  const { maxFee, priceMargin, ...building } = options;
  return {
    intent: { ...intent, chain } as WalletIntent,
    call: {
      ...(maxFee !== undefined && { maxFee }),
      ...(priceMargin !== undefined && { priceMargin }),
      // A plan refuses those that are the wallet's.
      options: building,
    },
  };
}

/**
 * Reads a move once, and writes it.
 * @throws {AvalancheError} As `planOf`.
 */
export function planOfMove(
  given: {
    readonly from: ChainName;
    readonly to: ChainName;
    readonly amount: NAVAX | 'max';
    readonly receivers?: readonly Share[];
  },
  how: WalletBuildOptions = {},
  rows?: readonly string[],
): Plan {
  const { from, to, amount, receivers } = readable('a move', () => deepCopy(given));
  for (const [key, chain] of [
    ['from', from],
    ['to', to],
  ] as const)
    checkArgument(chain, chainArgument, key);
  if (from === to)
    throw new AvalancheError(
      'WrongChain',
      `is the chain that it comes from: to pay on ${to}, use ${to === 'C' ? 'an EVM wallet' : 'send'}`,
      { have: to, need: (['P', 'X', 'C'] as const).filter((chain) => chain !== from).join(' or ') },
    ).at('to');
  const move = within(['amount'], () => {
    maxAVAX.check(amount);
    return { from, to, amount: atDoor(() => maxAVAX.format(amount)) };
  });
  const shares = receivers && within(['receivers'], () => writtenReceivers(receivers, to));
  return readPlan(
    formatJSON({
      move: { ...move, ...(shares && { receivers: shares }) },
      ...(rows && { rows: [...rows] }),
      ...writtenOptions(how),
    }),
  );
}

const shareList = /* @__PURE__ */ list<Schema<Share>>(Share);

/** Checks and writes the accounts that share an import to the C-chain. */
function writtenReceivers(receivers: readonly Share[], to: ChainName): JSONValue {
  if (to !== 'C')
    throw new AvalancheError(
      'Unsupported',
      'only an import to the C-chain has several receivers: elsewhere, move to yourself and pay with run({ type: "BaseTx" })',
    );
  shareList.check(receivers);
  if (receivers.length === 0) throw new AvalancheError('OutOfRange', 'at least one is needed');
  const seen = new Set<string>();
  receivers.forEach((share, i) => {
    within([i], () => {
      const account = within(['to'], () => formatHex(receivingAccount(share.to)));
      if (share.amount === 'max')
        throw new AvalancheError(
          'Unsupported',
          "the wallet's own account receives what is left: name an amount",
        ).at('amount');
      readAmount(share.amount);
      if (seen.has(account))
        throw new AvalancheError('Duplicate', 'the account is listed twice').at('to');
      seen.add(account);
    });
  });
  return atDoor(() => shareList.format(receivers));
}

/**
 * Reads once what is to be consolidated, and writes it.
 * @throws {AvalancheError} `Unsupported` at `chain`: the C-chain; as `buildConsolidateTxs`.
 */
export function planOfConsolidation(
  given: { readonly chain: ChainName } & Omit<ConsolidateIntent, 'to'>,
): Plan {
  const { chain, ...merge } = readable('what to consolidate', () => deepCopy(given));
  checkArgument(chain, chainArgument, 'chain');
  if (chain === 'C')
    throw new AvalancheError('Unsupported', 'an account of the C-chain has one balance').at(
      'chain',
    );
  checkConsolidation(merge);
  const written = atDoor(() => asObject(ConsolidateIntent.format(merge), 'what to consolidate'));
  return readPlan(formatJSON({ consolidate: { chain, ...written } }));
}

/** Returns the plan of one transaction that pays rows of `sendMany` on P or X, which are written already. */
export const planOfRows = (
  chain: ChainName,
  rows: readonly { readonly id: string; readonly output: JSONObject }[],
  how: WalletBuildOptions = {},
): Plan =>
  readPlan(
    formatJSON({
      chain,
      type: 'BaseTx',
      outputs: rows.map(({ output }) => output),
      rows: rows.map(({ id }) => id),
      ...writtenOptions(how),
    }),
  );

/** Returns the plan to finish a draft from elsewhere. */
export const planOfDraft = (chain: ChainName, digest: Uint8Array): Plan =>
  readPlan(formatJSON({ draft: formatHex(digest), chain }));

const chainIn = (json: JSONValue | undefined): ChainName => {
  if (json === 'P' || json === 'X' || json === 'C') return json;
  throw new AvalancheError('BadJSON', 'must be P, X or C');
};

/**
 * Reads the text of a plan.
 * @throws {AvalancheError} As `parseIntent`.
 */
export function readPlan(text: string): Plan {
  const json = asObject(parseJSON(text), 'a plan');
  const rows = json.rows === undefined ? {} : { rows: rowsIn(json.rows) };
  if (json.draft !== undefined)
    return {
      text,
      chain: chainIn(json.chain),
      length: 1,
      title: 'a draft',
      digest: String(json.draft),
    };
  if (json.move !== undefined) {
    const { from, to, amount, receivers } = asObject(json.move, 'a move');
    const count = !Array.isArray(receivers)
      ? ''
      : `, for ${receivers.length} receiver${receivers.length === 1 ? '' : 's'}`;
    return {
      text,
      chain: chainIn(from),
      next: chainIn(to),
      length: 2,
      title: `move ${String(amount)} AVAX from ${String(from)} to ${String(to)}${count}`,
      ...(amount !== 'max' && { moved: within(['move', 'amount'], () => avax(String(amount))) }),
      digest: undefined,
      ...rows,
    };
  }
  if (json.consolidate !== undefined) {
    const chain = chainIn(asObject(json.consolidate, 'what to consolidate').chain);
    return {
      text,
      chain,
      next: chain,
      length: Number.POSITIVE_INFINITY,
      title: `consolidate on ${chain}`,
      digest: undefined,
      isRepeated: true,
    };
  }
  return {
    text,
    chain: chainIn(json.chain),
    length: 1,
    title: titleOf(json),
    digest: undefined,
    ...rows,
  };
}

const rowsIn = (json: JSONValue): readonly string[] =>
  within(['rows'], () => list(string).parse(json));

/** Says in a few words what an intent does. */
function titleOf({ chain, type, outputs, nodeID, amount }: JSONObject): string {
  const [first, ...more] = Array.isArray(outputs) ? (outputs as readonly JSONObject[]) : [];
  const unit = first?.assetID === undefined ? ' AVAX' : ` of ${String(first.assetID)}`;
  const to = typeof first?.to === 'string' ? first.to : 'several owners';
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  const paid = first ? ` ${String(first.amount)}${unit} to ${to}${others}` : '';
  const staked = typeof amount === 'string' ? ` ${amount} AVAX` : '';
  const node = typeof nodeID === 'string' ? ` at ${nodeID}` : '';
  return `${type === 'BaseTx' ? 'send' : String(type)}${paid}${staked}${node} on ${String(chain)}`;
}

/**
 * Returns the digest of what a plan does, by which it is known again: the same however addresses, accounts and the asset AVAX are written.
 * @throws {AvalancheError} As `parseIntent`.
 */
export function contentOf({ text, digest }: Plan, network: Network): string {
  const json = asObject(parseJSON(text), 'a plan');
  return contentHash(digest === undefined ? plain(meaningIn(json), network) : json);
}

/** Returns the digest of what is paid, as plain JSON. */
export const contentHash = (json: JSONValue): string =>
  formatHex(sha256(encodeUTF8(formatJSON(json))));

/** Returns the values of a plan. What is left to the wallet is omitted. */
function meaningIn({ options, rows, ...json }: JSONObject): object {
  const how = { options, rows };
  if (json.consolidate !== undefined) return { ...json, ...how };
  if (json.move !== undefined) {
    const { receivers, ...move } = asObject(json.move, 'a move');
    return {
      move,
      ...(receivers !== undefined && { receivers: shareList.parse(receivers) }),
      ...how,
    };
  }
  const { chain, ...members } = json;
  return { chain, ...readOpen(members, chainIn(chain)).intent, ...how };
}

/** Returns a value as JSON in which equal addresses, owners, accounts and assets are equal. */
function plain(value: unknown, network: Network): JSONValue {
  if (typeof value === 'string') return plainText(value, network);
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
  const bytes = asBytes(value);
  if (bytes) return formatHex(bytes);
  if (Array.isArray(value)) return value.map((one) => plain(one, network));
  if ('addresses' in (value as object) && 'threshold' in (value as object))
    return plainOwner(value as Owner, network);
  const isAVAX = (of: Uint8Array) => equalBytes(of, network.avaxAssetID);
  const entries = Object.entries(value as object)
    .filter(([key, of]) => of !== undefined && !(key === 'assetID' && isAVAX(of)))
    .map(([key, of]) => [key, key === 'memo' ? plainMemo(of) : plain(of, network)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

const plainMemo = (memo: string | Uint8Array): string =>
  formatHex(typeof memo === 'string' ? encodeUTF8(memo) : memo);

/** What is no address of the network stays as it is written. */
function plainText(text: string, network: Network): string {
  try {
    if (/^0x[0-9a-f]{40}$/i.test(text)) return `account ${formatHex(parseAccount(text))}`;
    if (/^[PXC]-/.test(text)) return formatHex(parseAddress(text, network).bytes);
  } catch (e) {
    if (!isError(e)) throw e;
  }
  return text;
}

/** Returns an owner as JSON. One of a single address is that address. */
export function plainOwner(
  { addresses, threshold, locktime = 0n }: Owner,
  network: Network,
): JSONValue {
  const all = addresses.map((address) => plain(address, network) as string).sort();
  if (all.length === 1 && threshold === 1 && BigInt(locktime) === 0n) return all[0]!;
  return { addresses: all, threshold: String(threshold), locktime: String(locktime) };
}

/**
 * Completes the transactions of a plan with the wallet's own addresses.
 * @throws {AvalancheError} As `parseIntent`; `MissingSigner` at `to`: an import to the C-chain by a wallet without an account there.
 */
function meantBy({ text }: Plan, filling: Filling, network: Network): readonly Meant[] {
  const json = asObject(parseJSON(text), 'a plan');
  const { chain, options, move, draft, consolidate, rows: _, ...members } = json;
  if (draft !== undefined) return [];
  const ownerJSON = (on: ChainName): JSONValue =>
    ownerSchema.format(ownerOn(filling.receive, on, network));
  const meant = (on: ChainName, json: JSONObject): Meant => {
    const { type } = json;
    const isToC = on === 'C' && type === 'ImportTx';
    const { to: shares } = json;
    const to = !isToC
      ? {}
      : shares === undefined
        ? { to: accountIn(filling) }
        : Array.isArray(shares) && !shares.some((share) => isMax(share))
          ? { to: [...shares, { to: accountIn(filling), amount: 'max' }] }
          : {};
    const { intent, options } = parseIntent(
      formatJSON({ ...filledWith(json, ownerJSON(on)), ...to }),
      on,
    );
    const [other] = Object.keys(notOptions).filter((key) => Object.hasOwn(options, key));
    if (other) throw new AvalancheError('BadJSON', 'is not part of a plan').at('options', other);
    return { chain: on, intent, options };
  };
  const how = options === undefined ? {} : { options };
  if (consolidate !== undefined) {
    const { chain, ...merge } = asObject(consolidate, 'what to consolidate');
    const on = chainIn(chain);
    const outputs = [{ to: ownerJSON(on), amount: 'max' }];
    return [{ ...meant(on, { type: 'BaseTx', outputs }), merge: ConsolidateIntent.parse(merge) }];
  }
  if (move === undefined) return [meant(chainIn(chain), { ...members, ...how })];
  const { from, to, amount, receivers } = asObject(move, 'a move');
  const there = chainIn(to);
  const outputs = [{ to: ownerJSON(there), amount: amount! }];
  return [
    meant(chainIn(from), { type: 'ExportTx', to: there, outputs, ...how }),
    meant(there, {
      type: 'ImportTx',
      from: from!,
      ...(receivers !== undefined && { to: receivers }),
    }),
  ];
}

const isMax = (share: JSONValue): boolean => isJSONObject(share) && share.amount === 'max';

/** Returns the C-chain account that receives an import. */
function accountIn({ account }: Filling): `0x${string}` {
  if (account) return account;
  throw new AvalancheError(
    'MissingSigner',
    'the wallet has no account of the C-chain: name one with the option addresses',
  ).at('to');
}

/** Returns what must be read from a chain besides UTXOs: the source chains of pending imports, and the authorities that are used. */
export function readFor({ intent }: Meant): {
  readonly imports?: readonly ChainName[];
  readonly authorities?: readonly string[];
} {
  if (intent.type === 'ImportTx') return { imports: [intent.from] };
  const authority = authorityIDOf(intent);
  return authority === undefined ? {} : { authorities: [authority] };
}

/** Tests whether an intent spends everything, with an amount of `max`, so that it must wait for the change of other calls. */
export function takesAll({ chain, intent: { type, ...fields } }: Meant): boolean {
  const declaration = declarationOf(type, chain);
  return declaration !== undefined && hasWord(declaration, fields, 'max');
}

/** Types whose transactions a node accepts or refuses by the wallet's own coins alone. */
const ownCoins: ReadonlySet<Intent['type']> = /* @__PURE__ */ new Set<Intent['type']>([
  'BaseTx',
  'ExportTx',
  'CreateAssetTx',
  'OperationTx',
  'CreateSubnetTx',
]);

/** Tests whether facts of others decide whether a node accepts a transaction: validators, subnets, L1s, exports. */
export const dependsOnOthers = ({ intent: { type } }: Meant): boolean => !ownCoins.has(type);

/** Returns one transaction of a plan, complete. */
export const meantOf = (plan: Plan, filling: Filling, network: Network, index: number): Meant =>
  meantBy(plan, filling, network)[plan.isRepeated ? 0 : index]!;
