/** Errors of methods, with the node's messages. */
import { AvalancheError } from '../../errors/error.ts';
import type { JSONValue } from '../../text/json.ts';

/** The code of nearly all errors of a node. */
const serverError = -32000;

/** Options of a refusal. */
export interface RefusalOptions {
  readonly code?: number;
  readonly data?: JSONValue;
}

/**
 * Answers with a JSON-RPC error.
 * @throws {AvalancheError} `NodeError`, always.
 */
export function refuse(message: string, options: RefusalOptions = {}): never {
  const { code = serverError, data = null } = options;
  throw new AvalancheError('NodeError', message, { code, message, data });
}

/** Refuses params that cannot be parsed, with the node's message. */
export function refuseParams(): never {
  refuse(
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
  );
}

/** A text in quotes as Go prints it with `%q`. */
export const quotedByGo = (text: string): string => JSON.stringify(text);
