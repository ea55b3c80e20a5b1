import { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import type { FxOutput, Operation } from '../../chain/xchain/components.ts';
import { AvalancheError } from '../../errors/error.ts';
import { equalBytes } from '../../text/bytes.ts';
import { compareUTXOIDs, type UTXOID } from '../../tx/order.ts';
import type { AnyUTXO } from '../../tx/types.ts';
import { encode } from '../../wire/codec.ts';

/** What an operation does, and the only output that it can do it to. */
export const consumedBy = {
  'secp256k1fx.MintOperation': 'secp256k1fx.MintOutput',
  'nftfx.MintOperation': 'nftfx.MintOutput',
  'nftfx.TransferOperation': 'nftfx.TransferOutput',
  'propertyfx.MintOperation': 'propertyfx.MintOutput',
  'propertyfx.BurnOperation': 'propertyfx.OwnedOutput',
} as const satisfies { readonly [T in Operation['operation']['type']]: string };

/**
 * The one UTXO that an operation consumes.
 * @throws {AvalancheError} `OutOfRange`: none, or several.
 */
export function consumedIDOf({ inputIDs }: Operation): UTXOID {
  const [id] = inputIDs;
  if (id && inputIDs.length === 1) return id;
  throw new AvalancheError('OutOfRange', 'an operation must use exactly one UTXO');
}

/**
 * Checks the UTXO that an operation consumes.
 * @throws {AvalancheError} `Mismatch`; `OutOfRange`: it consumes none, or several.
 */
export function verifyConsumed(of: Operation, utxo: AnyUTXO): void {
  const id = consumedIDOf(of);
  if (compareUTXOIDs(utxo, id) !== 0 || !equalBytes(utxo.assetID, of.assetID))
    throw new AvalancheError('Mismatch', 'is not what the transaction uses');
  const { type } = of.operation;
  if (utxo.output.type !== consumedBy[type])
    throw new AvalancheError('Mismatch', `a ${type} cannot use a ${utxo.output.type}`, {
      found: utxo.output.type,
    });
  verifyProduct(of.operation, utxo.output as FxOutput);
}

/**
 * Checks that an operation keeps of the UTXO that it consumes what it must.
 * @throws {AvalancheError} `Mismatch`.
 */
export function verifyProduct(operation: Operation['operation'], output: FxOutput): void {
  const differs = (...at: readonly string[]): AvalancheError =>
    new AvalancheError('Mismatch', 'differs from the UTXO').at(...at);
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
