import { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import type { FxOutput, Operation } from '../../chain/xchain/components.ts';
import { AvalancheError } from '../../errors/error.ts';
import { equalBytes } from '../../text/bytes.ts';
import { encode } from '../../wire/codec.ts';

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
