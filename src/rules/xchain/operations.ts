import { type FxOperation, type FxOutput, Operation } from '../../chain/xchain/components.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { compareBytes } from '../../text/bytes.ts';
import { compareUTXOIDs, type UTXOID, utxoKey, verifyIncreasing } from '../../tx/order.ts';
import type { AnyUTXO } from '../../tx/types.ts';
import { encode } from '../../wire/codec.ts';
import { notEmpty, outOfRange, verifyAsset } from '../components.ts';
import type { TxOf } from '../context.ts';
import { forEachKnown, type OwnerFacts } from '../facts.ts';
import { type Claim, inputClaims, verifyAssetOf, verifySigners } from '../spending.ts';
import type { Subject } from '../subject.ts';
import type { Rule } from '../verdict.ts';
import { verifyProduct } from './product.ts';
import { rulesOf } from './shared.ts';
import { verifyVerifiable } from './verifiable.ts';

type OperationTx = TxOf<'avm.OperationTx'>;

/** Who of the UTXO's owners signs an operation. */
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

/** Which UTXO an operation consumes, with which credential. Source: avalanchego `vms/*fx/fx.go` `VerifyOperation`. */
const kinds = {
  'secp256k1fx.MintOperation': ['secp256k1fx.MintOutput', 'secp256k1fx.Credential'],
  'nftfx.MintOperation': ['nftfx.MintOutput', 'nftfx.Credential'],
  'nftfx.TransferOperation': ['nftfx.TransferOutput', 'nftfx.Credential'],
  'propertyfx.MintOperation': ['propertyfx.MintOutput', 'propertyfx.Credential'],
  'propertyfx.BurnOperation': ['propertyfx.OwnedOutput', 'propertyfx.Credential'],
} as const;

/** The one UTXO that an operation consumes. */
function consumedID({ inputIDs }: Operation): UTXOID {
  const [id] = inputIDs;
  if (id && inputIDs.length === 1) return id;
  throw outOfRange(`must name exactly one UTXO, got ${inputIDs.length}`, 'inputIDs');
}

/** The output that an operation consumes, if it can. */
function consumed({ operation }: Operation, utxo: AnyUTXO): FxOutput & OwnerFacts {
  const [wanted] = kinds[operation.type];
  if (utxo.output.type !== wanted)
    throw new AvalancheError('Mismatch', `must be a ${wanted}, got a ${utxo.output.type}`).at(
      'inputIDs',
      0,
    );
  return utxo.output as FxOutput & OwnerFacts;
}

/** Each operation consumes one UTXO of its kind, keeps what it must, and names signers that the owner accepts. */
const operated: Rule<OperationTx> = {
  name: 'consumed UTXOs',
  check: (subject) => {
    forEachKnown(subject.tx.operations, (of, i) => {
      within(['operations', i], () => {
        const utxo = subject.utxoOf(consumedID(of), ['inputIDs', 0]);
        verifyAssetOf(utxo, of.assetID);
        const output = consumed(of, utxo);
        within(['operation'], () => {
          verifyProduct(of.operation, output);
          verifySigners(output, signerOf(of.operation).signatureIndices, subject);
        });
      });
    });
  },
};

/** What the credentials must hold: of the inputs, then of the operations. */
const claimsOf = (subject: Subject): readonly Claim[] => {
  const { operations } = subject.tx as OperationTx;
  return [
    ...inputClaims(subject),
    ...operations.map((of, i) => ({
      owner: () =>
        consumed(of, subject.knownUTXO(consumedID(of), ['operations', i, 'inputIDs', 0])),
      signatureIndices: signerOf(of.operation).signatureIndices,
      credential: kinds[of.operation.type][1],
    })),
  ];
};

/** Rules of an avm.OperationTx. */
export const operationTx: readonly Rule<OperationTx>[] = /* @__PURE__ */ rulesOf(claimsOf, {
  before: [notNone],
  after: [form],
  state: [operated],
});
