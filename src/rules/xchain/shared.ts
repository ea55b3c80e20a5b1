/** Rules that all X-chain transactions share, and `rulesOf`, which puts the rules of a type together in the node's order. */
import type { Verifiable } from '../../chain/xchain/components.ts';
import type { UnsignedTx } from '../../chain/xchain/tx.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { equalBytes } from '../../text/bytes.ts';
import { formatHex } from '../../text/hex.ts';
import { formatID } from '../../text/id.ts';
import { signedSizeOf } from '../../tx/bytes.ts';
import { inputsOf, outputsOf } from '../../tx/parts.ts';
import {
  verifyBase,
  verifyIndices,
  verifyInput,
  verifyInputList,
  verifyLength,
  verifyOutput,
  verifyOutputList,
  verifyOwners,
  verifyPeer,
} from '../components.ts';
import { ask, type Facts, forEachKnown } from '../facts.ts';
import { fee, funds } from '../funds.ts';
import { verifyNoConflict } from '../pool.ts';
import { type SignatureNeed, signatures, utxos } from '../spending.ts';
import type { Subject } from '../subject.ts';
import type { Rule } from '../verdict.ts';

/** Source: avalanchego `vms/nftfx/credential.go`: MaxPayloadSize. */
const maxPayloadLength = 1024;

const nothing = (): void => {};
const verifyPayload = ({ length }: Uint8Array): void =>
  verifyLength(length, maxPayloadLength, 'payload');

type Verify<T extends Verifiable['type']> = (
  value: Extract<Verifiable, { readonly type: T }>,
) => void;

/** The `Verify` method of each type: states, operations, and the types that decode in place of a credential. */
const verifiers: { readonly [T in Verifiable['type']]: Verify<T> } = {
  'secp256k1fx.TransferInput': verifyInput,
  'secp256k1fx.TransferOutput': verifyOutput,
  'secp256k1fx.MintOutput': verifyOwners,
  'nftfx.MintOutput': verifyOwners,
  'propertyfx.MintOutput': verifyOwners,
  'propertyfx.OwnedOutput': verifyOwners,
  'nftfx.TransferOutput': verifyNFT,
  'secp256k1fx.MintOperation': ({ mintInput, mintOutput, transferOutput }) => {
    within(['mintInput'], () => verifyIndices(mintInput.signatureIndices));
    within(['mintOutput'], () => verifyOwners(mintOutput));
    within(['transferOutput'], () => verifyOutput(transferOutput));
  },
  'nftfx.MintOperation': ({ payload, outputs, mintInput }) => {
    verifyPayload(payload);
    outputs.forEach((owner, i) => {
      within(['outputs', i], () => verifyOwners(owner));
    });
    within(['mintInput'], () => verifyIndices(mintInput.signatureIndices));
  },
  'nftfx.TransferOperation': ({ input, output }) => {
    within(['input'], () => verifyIndices(input.signatureIndices));
    within(['output'], () => verifyNFT(output));
  },
  'propertyfx.MintOperation': ({ mintInput, mintOutput, ownedOutput }) => {
    within(['mintInput'], () => verifyIndices(mintInput.signatureIndices));
    within(['mintOutput'], () => verifyOwners(mintOutput));
    within(['ownedOutput'], () => verifyOwners(ownedOutput));
  },
  'propertyfx.BurnOperation': ({ signatureIndices }) => verifyIndices(signatureIndices),
  'secp256k1fx.Credential': nothing,
  'nftfx.Credential': nothing,
  'propertyfx.Credential': nothing,
};

function verifyNFT(
  value: Parameters<typeof verifyOwners>[0] & { readonly payload: Uint8Array },
): void {
  verifyPayload(value.payload);
  verifyOwners(value);
}

/**
 * Checks that a value is well-formed by itself.
 * @throws {AvalancheError} `OutOfRange`, `NotSorted`, `Duplicate`, `TooLong`.
 */
export const verifyVerifiable = <T extends Verifiable['type']>(
  value: Extract<Verifiable, { readonly type: T }>,
): void => (verifiers[value.type as T] as Verify<T>)(value);

/** Source: avalanchego `vms/components/avax/base_tx.go` `Verify`. */
const place: Rule<UnsignedTx> = {
  name: 'network and chain',
  check: ({ tx, facts, chain: { blockchainID } }) => {
    verifyBase(tx, { networkID: facts.network.networkID, blockchainID });
  },
};

/** Source: avalanchego `vms/components/avax/transferables.go` `VerifyTx`. */
const outputs: Rule<UnsignedTx> = {
  name: 'outputs',
  check: ({ tx }) => {
    within(['outputs'], () => verifyOutputList(tx.outputs));
    if ('exportedOutputs' in tx)
      within(['exportedOutputs'], () => verifyOutputList(tx.exportedOutputs));
  },
};

/** Source: as `outputs`. */
const inputs: Rule<UnsignedTx> = {
  name: 'inputs',
  check: ({ tx }) => {
    within(['inputs'], () => verifyInputList(tx.inputs));
    if ('importedInputs' in tx)
      within(['importedInputs'], () => verifyInputList(tx.importedInputs));
  },
};

/** Rules of form that apply to every X-chain transaction. */
const form = [
  place,
  outputs,
  inputs,
  funds,
  /* @__PURE__ */ fee<UnsignedTx>(({ tx, facts }) => {
    const { txFee, createAssetTxFee } = facts.network.xFees;
    const asked = tx.type === 'avm.CreateAssetTx' ? createAssetTxFee : txFee;
    return { fee: asked, least: asked };
  }),
] as const satisfies readonly Rule<UnsignedTx>[];

type ClaimsOf = (subject: Subject<UnsignedTx>) => readonly SignatureNeed[];

/** An asset, and the index of the feature extension that it is used with. */
interface Use {
  readonly assetID: Uint8Array;
  readonly fx: number;
  readonly path: readonly (string | number)[];
}

/** Names of the feature extensions, by index. */
export const fxNames = ['secp256k1fx', 'nftfx', 'propertyfx'] as const;

function usesOf(tx: UnsignedTx): readonly Use[] {
  const amounts = [...inputsOf(tx), ...outputsOf(tx)].map(({ value, path }) => ({
    assetID: value.assetID,
    fx: 0,
    path,
  }));
  if (tx.type !== 'avm.OperationTx') return amounts;
  const operations = tx.operations.map(({ assetID, operation }, i) => ({
    assetID,
    fx: fxNames.findIndex((name) => operation.type.startsWith(`${name}.`)),
    path: ['operations', i],
  }));
  return [...amounts, ...operations];
}

/** Rule: every asset exists and was created with the feature extension. Source: avalanchego `vms/avm/txs/executor/semantic_verifier.go`. */
const assets: Rule<UnsignedTx> = {
  name: 'assets',
  check: ({ tx, facts }) => {
    const uses = new Map(usesOf(tx).map((use) => [`${formatHex(use.assetID)} ${use.fx}`, use]));
    forEachKnown([...uses.values()], ({ assetID, fx, path }) => {
      within([...path, 'assetID'], () => {
        const found = fxsOf(assetID, facts);
        if (found === null)
          throw new AvalancheError('NotFound', `${formatID(assetID)} is not an asset`);
        if (!found.includes(fx))
          throw new AvalancheError('Unsupported', `the asset was not created with ${fxNames[fx]}`);
      });
    });
  },
};

/** Returns the feature extensions of an asset. AVAX has secp256k1fx from the X-chain's genesis. */
function fxsOf(assetID: Uint8Array, { network, blockchain, assets }: Facts) {
  if (!blockchain && equalBytes(assetID, network.avaxAssetID)) return [0];
  const id = formatID(assetID);
  return ask(assets, id, 'assets', `how asset ${id} was created`);
}

/** Maximum size of a signed transaction. Source: avalanchego `vms/txs/mempool/mempool.go`: MaxTxSize. */
const maxSize = 65_536;

/** Source: as `maxSize`. */
const size: Rule<UnsignedTx> = {
  name: 'size',
  check: ({ signedSize }) => {
    verifyLength(signedSize(), maxSize);
  },
};

/** Maximum size of the mempool in bytes. Source: as `maxSize`: maxMempoolSize. */
const defaultCapacity = 64n * 1024n * 1024n;

/** Source: as `maxSize`. */
const pool: Rule<UnsignedTx> = {
  name: 'pool',
  check: ({ tx, facts, signedSize }) => {
    const { pool } = facts;
    if (!pool) return;
    const { capacity = defaultCapacity } = pool;
    const taken = pool.txs.reduce((sum, tx) => sum + signedSizeOf(tx.unsignedTx), 0);
    if (taken + signedSize() > capacity) throw new AvalancheError('NotAllowed', 'the pool is full');
    verifyNoConflict(tx, facts);
  },
};

/** Rule: the other chain of an import or export is valid. */
export const peer = <K extends 'sourceChain' | 'destinationChain'>(
  key: K,
): Rule<UnsignedTx & { readonly [key in K]: Uint8Array }> => ({
  name: 'other chain',
  check: ({ tx, facts, chain }) => {
    verifyPeer(tx[key], chain, facts.network, key);
  },
});

/**
 * Returns the rules of a type: its own form, the common form, then the state.
 * @param own Rules before `form`, after it, and after the UTXOs.
 */
export const rulesOf = <T extends UnsignedTx>(
  claimsOf: ClaimsOf,
  own: {
    readonly before?: readonly Rule<T>[];
    readonly after?: readonly Rule<T>[];
    readonly state?: readonly Rule<T>[];
  },
): readonly Rule<T>[] => [
  ...(own.before ?? []),
  ...form,
  ...(own.after ?? []),
  ...(own.state ?? []),
  utxos,
  assets,
  signatures<T>(claimsOf),
  size,
  pool,
];
