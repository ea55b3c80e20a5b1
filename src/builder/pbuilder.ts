import type { TxPart } from '../chain/declared.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { DraftOf } from '../draft/draft.ts';
import { checkValue, type Schema } from '../schema/schema.ts';
import type { PState } from '../state/state.ts';
import type { Options } from './intent.ts';
import { type Purpose, payOnP, type TxFields } from './ppay.ts';
import { checkChain } from './state.ts';

/** The result of reading an intent: the fields of the transaction, and what must be paid for it. */
export interface Meant<T extends TxFields['type']> extends Omit<Purpose<T>, 'fieldsFor'> {
  /** The fields, or a function from the sorted stake outputs if they depend on the stake. */
  readonly fields: Fields<T> | ((stake: readonly TransferableOutput[]) => Fields<T>);
}

type Fields<T extends TxFields['type']> = Omit<Extract<TxFields, { readonly type: T }>, 'type'>;

/** A builder of one P-chain transaction type. */
export type PBuilder<T extends TxFields['type'], I> = (
  state: PState,
  intent: I,
  options?: Options,
) => DraftOf<'P', T>;

/**
 * Creates the builder of a P-chain transaction type.
 * @param type Declaration of the transaction.
 * @param declaration Declaration of the intent.
 * @param read Converts the intent to fields and payments.
 */
export function pBuilder<T extends TxFields['type'], I extends object>(
  type: TxPart<{ readonly type: T }>,
  declaration: Schema<I>,
  read: (intent: I, state: PState, options: Options) => Meant<T>,
): PBuilder<T, I> {
  const build = (state: PState, intent: I, options: Options = {}) => {
    checkChain(state, 'P');
    checkValue(declaration, intent);
    const { fields, ...rest } = read(intent, state, options);
    const fieldsFor: Purpose<T>['fieldsFor'] = (stake) => {
      const said = typeof fields === 'function' ? fields(stake) : fields;
      return { type: type.name, ...said } as ReturnType<Purpose<T>['fieldsFor']>;
    };
    return payOnP<T>(state, { ...rest, fieldsFor }, options);
  };
  const name = `build${type.name.slice(type.name.indexOf('.') + 1)}`;
  return Object.defineProperty(build, 'name', { value: name });
}
