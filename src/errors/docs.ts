import { badArgument } from './arguments.ts';
import { type ErrorCode, errorCodes } from './codes.ts';

/**
 * Returns the section of the reference about an error: what its code means, what its context has, a program that ends in it, and what to
 * do. The page is in the repository, and of the same name on the website.
 * @example
 * docsOf({ code: 'BadChecksum' }); // 'docs/reference/errors.md#badchecksum'
 */
export function docsOf(error: { readonly code: ErrorCode }): string {
  if (!hasCode(error)) throw badArgument('an error of this library, or its code', error);
  return `docs/reference/errors.md#${error.code.toLowerCase()}`;
}

const hasCode = (error: unknown): boolean =>
  isObject(error) && typeof error.code === 'string' && Object.hasOwn(errorCodes, error.code);
const isObject = (value: unknown): value is { readonly code?: unknown } =>
  typeof value === 'object' && value !== null;
