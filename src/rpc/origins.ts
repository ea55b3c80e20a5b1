/** Reads from a node where the UTXOs of a transaction come from: a transaction names UTXOs, and not their owners. */
import { chainNameOf } from '../chain/declared.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Evidence } from '../state/evidence.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { credentialUsesOf } from '../tx/credentials.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import type { NodeClient, Origins } from './client.ts';
import type { EvidenceOptions, Parent, Parents } from './parents.ts';
import type { CallOptions } from './service.ts';

/** The transactions that made the UTXOs of a transaction, by chain and id. */
function parentsIn(tx: AnyUnsignedTx, { chains }: Network): readonly Parent[] {
  const own = chainNameOf(tx);
  const source =
    'sourceChain' in tx
      ? (['P', 'X', 'C'] as const).find((name) =>
          equalBytes(chains[name].blockchainID, tx.sourceChain),
        )
      : undefined;
  const found = new Map<string, Parent>();
  for (const use of credentialUsesOf(tx)) {
    const id =
      use.kind === 'input'
        ? use.input
        : use.kind === 'operation'
          ? use.operation.inputIDs[0]
          : undefined;
    const chain = use.path[0] === 'importedInputs' ? source : own;
    if (!id || !chain) continue;
    const key = formatHex(id.txID);
    const places = [...(found.get(key)?.places ?? []), id.outputIndex];
    found.set(key, { chain, txID: id.txID, places });
  }
  return [...found.values()];
}

/**
 * Reads the transactions that made the UTXOs of a transaction, and the owners of what it changes. Their ids prove the former, whatever
 * the node says.
 */
export async function readOrigins(
  { network: networkOf, pchain }: Pick<NodeClient, 'network' | 'pchain'>,
  read: Parents['read'],
  clock: () => bigint,
  unsignedTx: AnyUnsignedTx,
  { blockchain, ...options }: EvidenceOptions & CallOptions & { readonly blockchain?: Chain },
): Promise<Origins> {
  const network = await networkOf(options);
  const ids = credentialUsesOf(unsignedTx).flatMap((use) =>
    use.kind === 'auth' ? [formatID(use.of)] : [],
  );
  const own = chainNameOf(unsignedTx);
  const alias = (chain: Evidence['chain']) => (chain === own && blockchain?.alias) || 'X';
  const [evidence, state] = await Promise.all([
    read(parentsIn(unsignedTx, network), { network, alias }, options),
    ids.length > 0
      ? pchain.state([], { ...options, authorities: ids, evidence: false })
      : undefined,
  ]);
  return {
    network,
    time: clock(),
    ...(blockchain && { blockchain }),
    evidence,
    ...(state?.authorities && { authorities: state.authorities }),
  };
}
