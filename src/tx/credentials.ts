import type { EVMInput } from '../chain/cchain/tx.ts';
import type { Operation } from '../chain/xchain/components.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import { type Around, Finder } from './find.ts';
import { factOf } from './held.ts';
import { unlocked } from './output.ts';
import type { AnyInput, AnyUnsignedTx } from './types.ts';

interface SigningPart {
  /** Path in the transaction. */
  readonly path: Path;
  /** Path of the signature indices; undefined for an account, which has none. */
  readonly indicesAt: Path | undefined;
  readonly signatureIndices: readonly number[];
}

/** What one credential of a transaction authorizes. */
export type CredentialUse =
  | (SigningPart & { readonly kind: 'input'; readonly input: AnyInput })
  | (SigningPart & {
      readonly kind: 'auth';
      /** The 32-byte ID of what the owner decides over: a subnet, an L1 validation, or the transaction that added an auto-renewed validator. */
      readonly of: Uint8Array;
      /** Path of that ID in the transaction. */
      readonly ofPath: string;
    })
  | (SigningPart & { readonly kind: 'operation'; readonly operation: Operation })
  | (SigningPart & { readonly kind: 'account'; readonly input: EVMInput });

const signing = /* @__PURE__ */ new Finder('spends', 'debits', 'consumes', 'signs', 'auth');

/**
 * Returns what each credential of a transaction authorizes, in order: inputs, imported inputs, operations, authorization.
 * @throws {AvalancheError} `UnknownTypeID`: an authorization of an invalid type.
 */
export const credentialUsesOf = (tx: AnyUnsignedTx): readonly CredentialUse[] =>
  factOf(tx, 'credential uses', () => usesIn(tx));

function usesIn(tx: AnyUnsignedTx): readonly CredentialUse[] {
  const uses: CredentialUse[] = [];
  const last: CredentialUse[] = [];
  let operation: { readonly path: Path; readonly operation: Operation } | undefined;
  for (const of of signing.in(tx))
    switch (of.is) {
      case 'spends':
        of.value.forEach((input, i) => {
          const path = [...of.path, i];
          const at = input.input.type === 'stakeable.LockIn' ? ['input', 'input'] : ['input'];
          const { signatureIndices } = unlocked(input.input);
          const indicesAt = [...path, ...at, 'signatureIndices'];
          uses.push({ kind: 'input', input, signatureIndices, path, indicesAt });
        });
        break;
      case 'debits':
        of.value.forEach((input, i) => {
          const path = [...of.path, i];
          uses.push({
            kind: 'account',
            input,
            signatureIndices: [0],
            path,
            indicesAt: undefined,
          });
        });
        break;
      case 'consumes':
        // The operation's signers follow in a field with the role `signs`.
        operation = { path: of.path.slice(0, -1), operation: of.around as unknown as Operation };
        break;
      case 'signs': {
        const isList = Array.isArray(of.value);
        const { signatureIndices } = (isList ? of.around : of.value) as Signed;
        const indicesAt = isList ? of.path : [...of.path, 'signatureIndices'];
        uses.push({ kind: 'operation', ...operation!, signatureIndices, indicesAt });
        break;
      }
      case 'auth': {
        const { value, path } = of;
        if (value.type !== 'secp256k1fx.Input')
          throw new AvalancheError('UnknownTypeID', `a ${value.type} authorizes nothing`, {
            found: value.type,
          }).at(...path);
        const ofPath = of.role.of;
        const indicesAt = [...path, 'signatureIndices'];
        const { signatureIndices } = value;
        last.push({
          kind: 'auth',
          of: idAt(of.around, ofPath),
          ofPath,
          signatureIndices,
          path,
          indicesAt,
        });
      }
    }
  return [...uses, ...last];
}

interface Signed {
  readonly signatureIndices: readonly number[];
}

/** Returns the id at a path such as `validator.subnetID`. */
const idAt = (around: Around, path: string): Uint8Array =>
  path.split('.').reduce<unknown>((of, key) => (of as Around)[key], around) as Uint8Array;

/** Replaces the signature indices of a transaction: one list for each credential, in their order. */
export function withIndices<T extends AnyUnsignedTx>(
  tx: T,
  indices: readonly (readonly number[])[],
): T {
  const copy = { ...tx };
  const own = new Set<unknown>([copy]);
  credentialUsesOf(tx).forEach(({ indicesAt }, i) => {
    if (!indicesAt) return;
    let at = copy as unknown as Record<string | number, unknown>;
    for (const step of indicesAt.slice(0, -1)) {
      let next = at[step] as object;
      if (!own.has(next)) {
        next = Array.isArray(next) ? [...next] : { ...next };
        own.add(next);
        at[step] = next;
      }
      at = next as Record<string | number, unknown>;
    }
    at[indicesAt.at(-1)!] = indices[i]!;
  });
  return copy;
}
