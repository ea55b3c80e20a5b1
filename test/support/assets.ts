/** X-chain UTXOs that only operations can consume. */
import type { UTXO } from '../../src/chain/xchain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { fuji } from '../../src/network/known.ts';
import { type Address, type Owner, outputOwners } from '../../src/state/owner.ts';
import { asset, key } from './state.ts';

type Kind = Exclude<UTXO['output']['type'], 'secp256k1fx.TransferOutput'>;

interface More {
  readonly owner?: Owner | Address;
  readonly assetID?: Uint8Array;
  readonly outputIndex?: number;
  readonly groupID?: number;
  readonly payload?: string;
}

/** One of the `n`th transaction; of `key(1)` and asset 7 if nothing else is said. */
export function rightUTXO(n: number, type: Kind, more: More = {}): UTXO {
  const { owner = key(1).shortID, assetID = asset(7), outputIndex = 0 } = more;
  const { groupID = 0, payload = '' } = more;
  const owners = outputOwners(owner, fuji.chains.X, fuji);
  const { locktime, threshold, addresses } = owners;
  const own = {
    ...(type.startsWith('nftfx.') && { groupID }),
    ...(type === 'nftfx.TransferOutput' && { payload: new TextEncoder().encode(payload) }),
  };
  const output = { type, ...own, locktime, threshold, addresses } as UTXO['output'];
  return { txID: sha256(Uint8Array.of(n >> 8, n & 255, 1)), outputIndex, assetID, output };
}
