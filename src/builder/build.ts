import type { Draft, DraftOf } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { aText, checkArgument, meantBy, objectOf } from '../schema/check.ts';
import type { State } from '../state/state.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import * as builders from './builders.ts';
import type { BuildOptions } from './intent.ts';
import { type Intent, type IntentType, intents, verifyChain } from './intents/table.ts';

type Builder = (state: State, intent: object, options: BuildOptions) => Draft;

/** Builders by name. The compiler names the builder of an intent that `builders.ts` does not export. */
const byName: { readonly [T in IntentType as `build${T}`]: unknown } = builders;

type NameIn<T> = T extends `${string}.${infer N}` ? N : never;

/** Transaction types that can be read but not built, with the reason. */
export const unbuilt: {
  readonly [N in Exclude<NameIn<AnyUnsignedTx['type']>, Intent['type']>]: string;
} = {
  AddValidatorTx: 'refused since Durango; use AddPermissionlessValidatorTx',
  AddDelegatorTx: 'refused since Durango; use AddPermissionlessDelegatorTx',
  TransformSubnetTx: 'refused since Etna; use ConvertSubnetToL1Tx',
  AdvanceTimeTx: 'only nodes make this type',
  RewardValidatorTx: 'only nodes make this type',
  RewardAutoRenewedValidatorTx: 'only nodes make this type',
};

/** An intent of any type, which its builder checks. */
const stateArgument = /* @__PURE__ */ objectOf({ chain: aText }, { name: 'a state' });
const intentArgument = /* @__PURE__ */ objectOf({}, { name: 'an intent' });

/**
 * Builds a draft for an intent of any type. To build several drafts that spend different UTXOs, apply each draft to the state before the
 * next build: `applyTxs(state, draft)`.
 * @throws {AvalancheError} `Unsupported`: a type that cannot be built, with the reason; as the builder of the type.
 */
export function build<S extends State, I extends Intent>(
  state: S,
  intent: I,
  options?: BuildOptions,
): DraftOf<S, I['type']>;
export function build(state: State, intent: Intent, options: BuildOptions = {}): Draft {
  checkArgument(state, stateArgument, 'state');
  checkArgument(intent, intentArgument);
  const { type, chain, ...rest } = intent;
  verifyChain(chain, state.chain);
  if (type === undefined)
    throw new AvalancheError(
      'BadArgument',
      'is missing: the type of a transaction, such as BaseTx',
    ).at('type');
  if (Object.hasOwn(intents, type))
    return (byName[`build${type}`] as Builder)(state, rest, options);
  const reason = Object.hasOwn(unbuilt, type)
    ? unbuilt[type as keyof typeof unbuilt]
    : unknownText(String(type));
  throw new AvalancheError('Unsupported', `${named(type)} cannot be built: ${reason}`).at('type');
}

/** Describes a type that no intent has: the type that may be meant, or all that there are. */
function unknownText(type: string): string {
  const known = Object.keys(intents);
  const meant = meantBy(type, known);
  return meant === undefined ? `none of ${known.join(', ')}` : `did you mean ${meant}?`;
}
