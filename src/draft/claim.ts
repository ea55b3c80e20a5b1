import type { TransferableInput as CInput, EVMInput } from '../chain/cchain/tx.ts';
import type { TransferableInput as PInput } from '../chain/pchain/components.ts';
import type {
  FxOperation,
  Operation,
  TransferableInput as XInput,
} from '../chain/xchain/components.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import { authorizationOf, inputsOf } from '../rules/parts.ts';
import { signerOf } from '../rules/tx.ts';
import type { AnyUnsignedTx } from './draft.ts';

type AnyInput = PInput | XInput | CInput;

interface Place {
  /** Where it stands in the transaction. */
  readonly path: Path;
  readonly signatureIndices: readonly number[];
}

/** What one credential of a transaction is for, as the transaction tells it. */
export type Claim =
  | (Place & { readonly kind: 'input'; readonly input: AnyInput })
  | (Place & { readonly kind: 'auth'; readonly of: Uint8Array })
  | (Place & { readonly kind: 'operation'; readonly operation: Operation })
  | (Place & { readonly kind: 'account'; readonly input: EVMInput });

type Indices = readonly number[];

/** All places of a transaction that hold signature indices, or their like: no type has them all. */
interface Signed {
  readonly inputs?: readonly (AnyInput | EVMInput)[];
  readonly importedInputs?: readonly AnyInput[];
  readonly operations?: readonly Operation[];
}

/**
 * What the credentials of a transaction are for, in their order: inputs, imported inputs, operations, authorization.
 * @throws {AvalancheError} `UnknownTypeID`: an authorization that is none.
 */
export function claimsOf(tx: AnyUnsignedTx): readonly Claim[] {
  if (tx.type === 'atomic.ExportTx')
    return tx.inputs.map((input, i) => ({
      kind: 'account',
      input,
      signatureIndices: [0],
      path: ['inputs', i],
    }));
  const inputs = inputsOf(tx).map(({ value: input, path }): Claim => {
    const inner = input.input.type === 'stakeable.LockIn' ? input.input.input : input.input;
    return { kind: 'input', input, signatureIndices: inner.signatureIndices, path };
  });
  const { operations = [] } = tx as Signed;
  const consumed = operations.map((operation, i): Claim => {
    const { signatureIndices } = signerOf(operation.operation);
    return { kind: 'operation', operation, signatureIndices, path: ['operations', i] };
  });
  const auth = authorizationOf(tx);
  return [...inputs, ...consumed, ...(auth ? [authClaim(tx, auth)] : [])];
}

function authClaim(
  tx: AnyUnsignedTx,
  { value, path }: NonNullable<ReturnType<typeof authorizationOf>>,
): Claim {
  if (value.type !== 'secp256k1fx.Input')
    throw new AvalancheError('UnknownTypeID', `a ${value.type} authorizes nothing`, {
      found: value.type,
    }).at(...path);
  const { signatureIndices } = value;
  return { kind: 'auth', of: authorizedBy(tx), signatureIndices, path };
}

/** The subnet, validation or transaction whose owner authorizes. */
function authorizedBy(tx: AnyUnsignedTx): Uint8Array {
  if (tx.type === 'platformvm.AddSubnetValidatorTx') return tx.validator.subnetID;
  if ('subnetID' in tx) return tx.subnetID;
  return 'validationID' in tx ? tx.validationID : (tx as { readonly txID: Uint8Array }).txID;
}

/** The transaction with other signature indices: one list a credential, in their order. */
export function withIndices<T extends AnyUnsignedTx>(tx: T, indices: readonly Indices[]): T {
  let next = 0;
  const take = () => ({ signatureIndices: indices[next++]! });
  const rewrite = (of: AnyInput | EVMInput) => {
    const own = take();
    if (!('input' in of)) return of;
    const { input } = of;
    return input.type === 'stakeable.LockIn'
      ? { ...of, input: { ...input, input: { ...input.input, ...own } } }
      : { ...of, input: { ...input, ...own } };
  };
  const { inputs, importedInputs, operations } = tx as Signed;
  const authorization = authorizationOf(tx)?.path[0];
  return {
    ...tx,
    ...(inputs && { inputs: inputs.map(rewrite) }),
    ...(importedInputs && { importedInputs: importedInputs.map(rewrite) }),
    ...(operations && {
      operations: operations.map((of) => ({
        ...of,
        operation: operationWith(of.operation, take()),
      })),
    }),
    ...(authorization && {
      [authorization]: { type: 'secp256k1fx.Input', ...take() },
    }),
  };
}

function operationWith(of: FxOperation, own: { readonly signatureIndices: Indices }): FxOperation {
  if (of.type === 'propertyfx.BurnOperation') return { ...of, ...own };
  return 'mintInput' in of
    ? { ...of, mintInput: { ...of.mintInput, ...own } }
    : { ...of, input: { ...of.input, ...own } };
}
