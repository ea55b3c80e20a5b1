import { type ChainName, chainArgument } from '../chain/declared.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { anObject, aText, checkArgument, objectOf } from '../schema/check.ts';
import { string } from '../schema/leaf.ts';
import { asObject, unwritable } from '../schema/schema.ts';
import { formatJSON, parseJSON } from '../text/json.ts';
import { BuildOptions } from './intent.ts';
import { declarationOf, type Intent, intents, verifyChain } from './intents/table.ts';

/** An intent and its options. */
export interface IntentFile {
  /** The intent to build. */
  readonly intent: Intent;
  /** Options of the builder. */
  readonly options: BuildOptions;
}

/**
 * Reads an intent and its options from JSON, as in `examples/intents`. The intent may name its chain, which the result leaves out.
 * @param chain The chain of the intent.
 * @throws {AvalancheError} With the path of the field: `BadJSON`: malformed, or a key is missing, unknown or of the wrong type; what
 *   amounts, ids, hex and times throw; `WrongChain`: the intent names another chain.
 * @example
 * const { intent } = parseIntent('{"type":"ImportTx","from":"X"}', 'P');
 * intent; // { type: 'ImportTx', from: 'X' }
 */
export function parseIntent(text: string, chain: ChainName): IntentFile {
  const {
    type: name = null,
    chain: own,
    options = {},
    ...rest
  } = asObject(parseJSON(text), 'an intent');
  verifyChain(own, chain);
  if (name === null)
    throw new AvalancheError('BadJSON', 'is missing: the type of a transaction, such as BaseTx').at(
      'type',
    );
  const type = within(['type'], () => string.parse(name));
  // For types that cannot be built, the builder reports the reason.
  const members = declarationOf(type, chain)?.parse(rest) ?? {};
  return {
    intent: { type, ...members } as Intent,
    options: within(['options'], () => BuildOptions.parse(options)),
  };
}

const fileArgument = /* @__PURE__ */ (() =>
  objectOf({ intent: objectOf({ type: aText }, { name: 'an intent' }), options: anObject }))();

/**
 * Writes an intent and its options as JSON, which `parseIntent` reads back. Addresses of 20 bytes are written as CB58.
 * @param chain The chain of the intent.
 * @throws {AvalancheError} With the path of the field: `OutOfRange`: a value that is missing, unknown or of the wrong type, such as
 *   the option `verifyPossession`, which is a function; what ids, amounts and hex throw.
 * @example
 * const intent = { type: 'ImportTx', from: 'X' } as const;
 * formatIntent({ intent, options: { maxFee: 1_000_000n } }, 'P'); // '{"type":"ImportTx","from":"X","options":{"maxFee":"0.001"}}'
 */
export function formatIntent(file: IntentFile, chain: ChainName): string {
  checkArgument(file, fileArgument, 'file');
  checkArgument(chain, chainArgument, 'chain');
  const { intent, options } = file;
  const { type, chain: own, ...rest } = intent;
  verifyChain(own, chain);
  const schema = declarationOf(type, chain);
  if (!schema) throw unwritable(Object.keys(intents).join(', '), type).at('type');
  const members = asObject(schema.format(rest), 'an intent');
  const how = within(['options'], () => BuildOptions.format(options));
  const isSaid = Object.keys(asObject(how, 'options')).length > 0;
  return formatJSON({ type, ...members, ...(isSaid && { options: how }) });
}
