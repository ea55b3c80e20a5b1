import type { TxPart } from '../chain/declared.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { DraftOf } from '../draft/draft.ts';
import { checkValue, type Schema } from '../schema/schema.ts';
import type { PState } from '../state/state.ts';
import type { Options } from './intent.ts';
import { type Own, type Purpose, payOnP } from './ppay.ts';
import { checkChain } from './state.ts';

/** What an intent means: the fields of the transaction, and what has to be paid for it. */
export interface Meant<T extends Own['type']> extends Omit<Purpose<T>, 'own'> {
  /** If they depend on the stake, what they are with one, which is sorted. */
  readonly fields: Fields<T> | ((stake: readonly TransferableOutput[]) => Fields<T>);
}

type Fields<T extends Own['type']> = Omit<Extract<Own, { readonly type: T }>, 'type'>;

/** Builds a draft of a type of the P-chain from what is meant. */
export type PBuilder<T extends Own['type'], I> = (
  state: PState,
  intent: I,
  options?: Options,
) => DraftOf<'P', T>;

/**
 * Makes the builder of a type of the P-chain.
 * @param type Its declaration.
 * @param declaration Of its intent.
 * @param read What the intent means.
 */
export function pBuilder<T extends Own['type'], I extends object>(
  type: TxPart<{ readonly type: T }>,
  declaration: Schema<I>,
  read: (intent: I, state: PState, options: Options) => Meant<T>,
): PBuilder<T, I> {
  const build = (state: PState, intent: I, options: Options = {}) => {
    checkChain(state, 'P');
    checkValue(declaration, intent);
    const { fields, ...rest } = read(intent, state, options);
    const own: Purpose<T>['own'] = (stake) => {
      const said = typeof fields === 'function' ? fields(stake) : fields;
      return { type: type.name, ...said } as ReturnType<Purpose<T>['own']>;
    };
    return payOnP<T>(state, { ...rest, own }, options);
  };
  const name = `build${type.name.slice(type.name.indexOf('.') + 1)}`;
  return Object.defineProperty(build, 'name', { value: name });
}
