import { asBytes, badArgument, isBytes } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import type { PolicyRules } from './rules.ts';

/** Throws unless a rule is what it must be: a limit that cannot be compared would limit nothing. */
type Check = (rule: unknown) => void;

const is =
  (expected: string, test: (rule: unknown) => boolean): Check =>
  (rule) => {
    if (!test(rule)) throw badArgument(expected, rule);
  };
const isObject = (of: unknown): of is Readonly<Record<string, unknown>> =>
  typeof of === 'object' && of !== null && !Array.isArray(of) && !isBytes(of);
const isNumber = (of: unknown): boolean => typeof of === 'bigint' || Number.isFinite(of);

const text = /* @__PURE__ */ is('text', (of) => typeof of === 'string');
const number = /* @__PURE__ */ is('a number', isNumber);
const units = /* @__PURE__ */ is(
  'a bigint of at least 0',
  (of) => typeof of === 'bigint' && of >= 0n,
);
const value = /* @__PURE__ */ is(
  'a number, text, true or false',
  (of) => isNumber(of) || typeof of === 'string' || typeof of === 'boolean',
);
const word = (...words: readonly string[]): Check =>
  is(words.join(' or '), (of) => words.includes(of as string));
const either =
  (test: (rule: unknown) => boolean, one: Check, other: Check): Check =>
  (rule) =>
    (test(rule) ? one : other)(rule);
const list =
  (check: Check): Check =>
  (rule) => {
    if (!Array.isArray(rule)) throw badArgument('a list', rule);
    for (const [i, of] of rule.entries()) within([i], () => check(of));
  };
const map =
  (checkOf: (key: string) => Check | undefined): Check =>
  (rule) => {
    if (!isObject(rule)) throw badArgument('an object', rule);
    for (const [key, of] of Object.entries(rule)) {
      const check = checkOf(key);
      if (!check) throw new AvalancheError('Unsupported', 'is not a known key').at(key);
      within([key], () => check(of));
    }
  };
/** An object with these keys alone. */
const record = (checks: Readonly<Record<string, Check>>): Check =>
  map((key) => (Object.hasOwn(checks, key) ? checks[key] : undefined));

const address = /* @__PURE__ */ either(isBytes, () => undefined, text);
const owner = /* @__PURE__ */ either(
  isObject,
  /* @__PURE__ */ record({
    type: text,
    addresses: /* @__PURE__ */ list(address),
    threshold: number,
    locktime: units,
  }),
  address,
);
const amounts = /* @__PURE__ */ map(() => units);
const texts = /* @__PURE__ */ list(text);
const receivers = /* @__PURE__ */ list(
  /* @__PURE__ */ either(
    (of) => isObject(of) && 'to' in of,
    /* @__PURE__ */ record({ to: owner, stakeableUntil: units, amounts, at: texts }),
    owner,
  ),
);
const isWallet = (of: unknown): boolean => isObject(of) && typeof of.owner === 'function';

/** What each rule must be: a new rule is a compile error until it has a line here. */
export const policyChecks: { readonly [K in keyof Required<PolicyRules>]: Check } =
  /* @__PURE__ */ Object.freeze({
    // Another shape is another network: the draft is refused.
    network: either(
      isObject,
      () => undefined,
      either((of) => typeof of === 'number', number, text),
    ),
    inputs: word('own', 'proven', 'claimed'),
    evidence: word('required'),
    to: receivers,
    own: either(isWallet, () => undefined, list(owner)),
    amounts,
    maxFee: units,
    types: texts,
    nodeIDs: texts,
    authorities: texts,
    chains: texts,
    items: list(
      record({
        assetID: text,
        type: text,
        units,
        groupID: either((of) => typeof of === 'string', word('any'), number),
        payload: text,
        to: receivers,
      }),
    ),
    nonces: amounts,
    fields: map(() =>
      either(
        isObject,
        record({ min: number, max: number }),
        either(Array.isArray, list(value), value),
      ),
    ),
    device: word('1.4.4', '1.4.20'),
    maxAge: units,
    until: units,
  });

/**
 * The rules as they are now: frozen, and sharing nothing with what was given but a wallet.
 * @throws {AvalancheError} With the path of the rule: `Unsupported`: an unknown key; `BadArgument`: not what the rule must be, or an
 *   object whose keys are not its own.
 */
export function keptRules(rules: PolicyRules): PolicyRules {
  const kept = copied(rules) as PolicyRules;
  record(policyChecks)(kept);
  return kept;
}

/** Each member is read once, so that what is checked is what is kept. */
function copied(of: unknown): unknown {
  if (isBytes(of)) return asBytes(of)!.slice();
  if (Array.isArray(of)) return Object.freeze(of.map((one, i) => within([i], () => copied(one))));
  if (!isObject(of) || isWallet(of)) return of;
  const kind: unknown = Object.getPrototypeOf(of);
  // Of another realm too. What a class gives, or a prototype, would not be among the keys.
  const isPlain = kind === null || Object.getPrototypeOf(kind) === null;
  const keys = Reflect.ownKeys(of);
  if (!isPlain || keys.some((key) => !Object.prototype.propertyIsEnumerable.call(of, key)))
    throw badArgument('an object whose keys are all its own', of);
  // Without a prototype: what all objects have is no rule.
  const kept = Object.create(null) as Record<string, unknown>;
  for (const [key, one] of Object.entries(of))
    within([key], () => {
      if (one === undefined) throw badArgument('a rule, or no such key', one);
      kept[key] = copied(one);
    });
  return Object.freeze(kept);
}
