/** Rules of creating assets, and of operations on them (mint, transfer of NFTs, burn). */
import { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import {
  type FxOperation,
  FxOutput,
  type InitialState,
  Operation,
} from '../../chain/xchain/components.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { compareBytes, equalBytes } from '../../text/bytes.ts';
import { encodeUTF8 } from '../../text/utf8.ts';
import {
  compareUTXOIDs,
  type UTXOID,
  utxoKey,
  verifyIncreasing,
  verifySorted,
} from '../../tx/order.ts';
import type { AnyUTXO } from '../../tx/types.ts';
import { encode } from '../../wire/codec.ts';
import { notEmpty, outOfRange, type TxOf, verifyAsset, verifyLength } from '../components.ts';
import { forEachKnown, type OwnerFacts } from '../facts.ts';
import {
  inputSignatureNeeds,
  type SignatureNeed,
  verifyAssetOf,
  verifySigners,
} from '../spending.ts';
import type { Subject } from '../subject.ts';
import type { Rule } from '../verdict.ts';
import { fxNames, rulesOf, verifyVerifiable } from './shared.ts';

/** Each operation, with the only type of output that it can consume. */
export const consumedBy = {
  'secp256k1fx.MintOperation': 'secp256k1fx.MintOutput',
  'nftfx.MintOperation': 'nftfx.MintOutput',
  'nftfx.TransferOperation': 'nftfx.TransferOutput',
  'propertyfx.MintOperation': 'propertyfx.MintOutput',
  'propertyfx.BurnOperation': 'propertyfx.OwnedOutput',
} as const satisfies { readonly [T in Operation['operation']['type']]: string };

/**
 * Returns the only UTXO that an operation consumes.
 * @throws {AvalancheError} `OutOfRange`: none, or several.
 */
export function consumedIDOf({ inputIDs }: Operation): UTXOID {
  const [id] = inputIDs;
  if (id && inputIDs.length === 1) return id;
  throw new AvalancheError('OutOfRange', 'an operation must use exactly one UTXO');
}

/**
 * Checks the UTXO that an operation consumes.
 * @throws {AvalancheError} `Mismatch`; `OutOfRange`: it consumes none or several.
 */
export function verifyConsumed(operation: Operation, utxo: AnyUTXO): void {
  const id = consumedIDOf(operation);
  if (compareUTXOIDs(utxo, id) !== 0 || !equalBytes(utxo.assetID, operation.assetID))
    throw new AvalancheError('Mismatch', 'is not what the transaction uses');
  const { type } = operation.operation;
  if (utxo.output.type !== consumedBy[type])
    throw new AvalancheError('Mismatch', `a ${type} cannot use a ${utxo.output.type}`, {
      found: utxo.output.type,
    });
  verifyProduct(operation.operation, utxo.output as FxOutput);
}

/**
 * Checks that an operation keeps the properties of the consumed UTXO that must not change.
 * @throws {AvalancheError} `Mismatch`.
 */
export function verifyProduct(operation: Operation['operation'], output: FxOutput): void {
  const differs = (...path: readonly string[]): AvalancheError =>
    new AvalancheError('Mismatch', 'differs from the UTXO').at(...path);
  switch (operation.type) {
    case 'secp256k1fx.MintOperation':
    case 'propertyfx.MintOperation':
      if (!sameOwners(operation.mintOutput, output as Wire)) throw differs('mintOutput');
      break;
    case 'nftfx.MintOperation':
      if (operation.groupID !== (output as { readonly groupID: number }).groupID)
        throw differs('groupID');
      break;
    case 'nftfx.TransferOperation': {
      const { groupID, payload } = output as typeof operation.output;
      if (operation.output.groupID !== groupID) throw differs('output', 'groupID');
      if (!equalBytes(operation.output.payload, payload)) throw differs('output', 'payload');
      break;
    }
    case 'propertyfx.BurnOperation':
  }
}

type Wire = Omit<OutputOwners, 'type'>;

function sameOwners(a: Wire, b: Wire): boolean {
  const bytes = ({ locktime, threshold, addresses }: Wire): Uint8Array =>
    encode(OutputOwners, { type: 'secp256k1fx.OutputOwners', locktime, threshold, addresses });
  return equalBytes(bytes(a), bytes(b));
}

const maxNameLength = 128;
const maxSymbolLength = 4;
const maxDenomination = 32;

type CreateAssetTx = TxOf<'avm.CreateAssetTx'>;

/**
 * Checks the name, symbol and denomination of a new asset, and that it has an initial state. Source: avalanchego
 * `vms/avm/txs/executor/syntactic_verifier.go`.
 * @throws {AvalancheError} `OutOfRange`, `TooLong`.
 */
export function verifyNames({
  name,
  symbol,
  initialStates,
  denomination,
}: Pick<CreateAssetTx, 'name' | 'symbol' | 'initialStates' | 'denomination'>): void {
  notEmpty(name, 'name');
  verifyLength(encodeUTF8(name).length, maxNameLength, 'name');
  notEmpty(symbol, 'symbol');
  verifyLength(encodeUTF8(symbol).length, maxSymbolLength, 'symbol');
  notEmpty(initialStates, 'initialStates');
  if (denomination > maxDenomination)
    throw outOfRange(`${denomination}, at most ${maxDenomination}`, 'denomination');
  if (name.startsWith(' ') || name.endsWith(' '))
    throw outOfRange('must not start or end with a space', 'name');
  if (!/^[A-Za-z0-9 ]+$/.test(name))
    throw outOfRange('must be ASCII letters, digits and spaces', 'name');
  if (!/^[A-Z]+$/.test(symbol)) throw outOfRange('must be capital letters', 'symbol');
}

const names: Rule<CreateAssetTx> = {
  name: 'names',
  check: ({ tx }) => {
    verifyNames(tx);
  },
};

/** Source: avalanchego `vms/avm/txs/initial_state.go`. */
function verifyState({ fxIndex, outputs }: InitialState): void {
  if (fxIndex >= fxNames.length)
    throw outOfRange(`${fxIndex}, at most ${fxNames.length - 1}`, 'fxIndex');
  within(['outputs'], () => {
    outputs.forEach((output, k) => {
      within([k], () => verifyVerifiable(output));
    });
    verifySorted(
      outputs.map((output) => encode(FxOutput, output)),
      compareBytes,
      'bytes',
    );
  });
}

const states: Rule<CreateAssetTx> = {
  name: 'initial states',
  check: ({ tx: { initialStates } }) => {
    within(['initialStates'], () => {
      initialStates.forEach((state, i) => {
        within([i], () => verifyState(state));
      });
      verifyIncreasing(initialStates, (a, b) => a.fxIndex - b.fxIndex, 'fxIndex');
    });
  },
};

/** Rules of an avm.CreateAssetTx. */
export const createAssetTx: readonly Rule<CreateAssetTx>[] = /* @__PURE__ */ rulesOf(
  inputSignatureNeeds,
  {
    before: [names],
    after: [states],
  },
);

type OperationTx = TxOf<'avm.OperationTx'>;

/** Returns the indices of the owner's addresses that sign an operation. */
function signerOf(operation: FxOperation): { readonly signatureIndices: readonly number[] } {
  if (operation.type === 'propertyfx.BurnOperation') return operation;
  return operation.type === 'nftfx.TransferOperation' ? operation.input : operation.mintInput;
}

const notNone: Rule<OperationTx> = {
  name: 'operations',
  check: ({ tx }) => {
    notEmpty(tx.operations, 'operations');
  },
};

/** Source: avalanchego `vms/avm/txs/operation.go`, `vms/avm/txs/executor/syntactic_verifier.go`. */
const form: Rule<OperationTx> = {
  name: 'form of the operations',
  check: ({ tx: { operations, inputs } }) => {
    const spent = new Set(inputs.map(utxoKey));
    within(['operations'], () => {
      operations.forEach(({ assetID, inputIDs, operation }, i) => {
        within([i], () => {
          within(['inputIDs'], () => verifyIncreasing(inputIDs, compareUTXOIDs, 'UTXO'));
          verifyAsset(assetID);
          within(['operation'], () => verifyVerifiable(operation));
          within(['inputIDs'], () => verifySpentOnce(inputIDs, spent));
        });
      });
      verifyIncreasing(
        operations.map((operation) => encode(Operation, operation)),
        compareBytes,
        'bytes',
      );
    });
  },
};

function verifySpentOnce(ids: readonly UTXOID[], spent: Set<string>): void {
  ids.forEach((id, k) => {
    const key = utxoKey(id);
    if (spent.has(key)) throw new AvalancheError('Duplicate', 'the UTXO is spent already').at(k);
    spent.add(key);
  });
}

/** The output that each operation consumes, and the type of its credential. Source: avalanchego `vms/*fx/fx.go` `VerifyOperation`. */
const kinds = {
  'secp256k1fx.MintOperation': ['secp256k1fx.MintOutput', 'secp256k1fx.Credential'],
  'nftfx.MintOperation': ['nftfx.MintOutput', 'nftfx.Credential'],
  'nftfx.TransferOperation': ['nftfx.TransferOutput', 'nftfx.Credential'],
  'propertyfx.MintOperation': ['propertyfx.MintOutput', 'propertyfx.Credential'],
  'propertyfx.BurnOperation': ['propertyfx.OwnedOutput', 'propertyfx.Credential'],
} as const;

/** Returns the only UTXO that an operation consumes. */
function consumedID({ inputIDs }: Operation): UTXOID {
  const [id] = inputIDs;
  if (id && inputIDs.length === 1) return id;
  throw outOfRange(`must name exactly one UTXO, got ${inputIDs.length}`, 'inputIDs');
}

/** Returns the output that an operation consumes, if its type is right. */
function consumed({ operation }: Operation, utxo: AnyUTXO): FxOutput & OwnerFacts {
  const [wanted] = kinds[operation.type];
  if (utxo.output.type !== wanted)
    throw new AvalancheError('Mismatch', `must be a ${wanted}, got a ${utxo.output.type}`).at(
      'inputIDs',
      0,
    );
  return utxo.output as FxOutput & OwnerFacts;
}

/** Rule: each operation consumes one UTXO of its type, keeps the properties that must not change, and names valid signers of the owner. */
const operated: Rule<OperationTx> = {
  name: 'consumed UTXOs',
  check: (subject) => {
    forEachKnown(subject.tx.operations, (operation, i) => {
      within(['operations', i], () => {
        const utxo = subject.utxoOf(consumedID(operation), ['inputIDs', 0]);
        verifyAssetOf(utxo, operation.assetID);
        const output = consumed(operation, utxo);
        within(['operation'], () => {
          verifyProduct(operation.operation, output);
          verifySigners(output, signerOf(operation.operation).signatureIndices, subject);
        });
      });
    });
  },
};

/** Returns the required signatures: those of the inputs, then those of the operations. */
const claimsOf = (subject: Subject): readonly SignatureNeed[] => {
  const { operations } = subject.tx as OperationTx;
  return [
    ...inputSignatureNeeds(subject),
    ...operations.map((operation, i) => ({
      owner: () =>
        consumed(
          operation,
          subject.knownUTXO(consumedID(operation), ['operations', i, 'inputIDs', 0]),
        ),
      signatureIndices: signerOf(operation.operation).signatureIndices,
      credential: kinds[operation.operation.type][1],
    })),
  ];
};

/** Rules of an avm.OperationTx. */
export const operationTx: readonly Rule<OperationTx>[] = /* @__PURE__ */ rulesOf(claimsOf, {
  before: [notNone],
  after: [form],
  state: [operated],
});
