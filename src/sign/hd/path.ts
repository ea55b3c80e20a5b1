import { AvalancheError } from '../../errors/error.ts';

/** Steps of a derivation path, each with its index and whether it is hardened. */
export type Steps = readonly { readonly index: number; readonly hardened: boolean }[];

/**
 * Reads a derivation path as Avalanche wallets write it, with `'` for hardened steps.
 * @throws {AvalancheError} `BadText`: not a path. The error does not repeat the text, which could be a mistyped secret.
 */
export function parsePath(path: string): Steps {
  const bad = (): AvalancheError =>
    new AvalancheError('BadText', "must be a derivation path such as m/44'/9000'/0'/0/0", {
      kind: 'derivation path',
    });
  if (typeof path !== 'string') throw bad();
  const [root, ...steps] = path.split('/');
  if (root !== 'm' || steps.length === 0 || steps.length > 10) throw bad();
  return steps.map((step) => {
    const found = /^(0|[1-9]\d{0,9})('?)$/.exec(step);
    const index = Number(found?.[1]);
    if (!found || index >= 2 ** 31) throw bad();
    return { index, hardened: found[2] === "'" };
  });
}

/**
 * Returns the branch and index of a path below an account.
 * @returns Undefined if the path is not of the account, or does not end in two steps that are not hardened.
 */
export function placeIn(
  account: string,
  path: string,
): { readonly branch: number; readonly index: number } | undefined {
  if (!path.startsWith(`${account}/`)) return undefined;
  const [branch, index, ...more] = parsePath(path).slice(parsePath(account).length);
  return branch && index && more.length === 0 && !branch.hardened && !index.hardened
    ? { branch: branch.index, index: index.index }
    : undefined;
}
