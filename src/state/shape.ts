import { badArgument, checkShape, type Shape } from '../errors/arguments.ts';
import { isError, type Path } from '../errors/error.ts';
import { blockchainShape, networkShape } from '../network/network.ts';
import { checkUTXO } from '../tx/output.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { State } from './state.ts';

const common: Shape = {
  chain: 'text',
  network: networkShape,
  from: 'a list',
  own: { '?': 'a list' },
  paths: { '?': 'an object' },
  evidence: { '?': [{ chain: 'text', bytes: 'bytes' }] },
  imports: { '?': { P: { '?': 'a list' }, X: { '?': 'a list' }, C: { '?': 'a list' } } },
};

/**
 * Checks a state that a caller gives.
 * @throws {AvalancheError} `BadArgument`, under `state`.
 */
export function checkStateShape(state: State): void {
  checkShape(state, common, 'state');
  if (!Object.hasOwn(state.network.chains, state.chain))
    throw badArgument('P, X or C', state.chain).at('state', 'chain');
  if (state.chain === 'C') checkShape(state, { accounts: ['an object'] }, 'state');
  else checkShape(state, { utxos: 'a list', blockchain: blockchainShape }, 'state');
  if (state.chain === 'P')
    checkShape(
      state,
      {
        feeState: { price: 'bigint', capacity: { '?': 'bigint' }, excess: { '?': 'bigint' } },
        authorities: { '?': 'an object' },
      },
      'state',
    );
  if (state.chain !== 'C') checkUTXOs(state.utxos, 'state', 'utxos');
  for (const [chain, utxos] of Object.entries(state.imports ?? {}))
    checkUTXOs(utxos ?? [], 'state', 'imports', chain);
}

function checkUTXOs(utxos: readonly AnyUTXO[], ...path: Path): void {
  for (let i = 0; i < utxos.length; i++)
    try {
      checkUTXO(utxos[i]!);
    } catch (e) {
      throw isError(e) ? e.at(...path, i) : e;
    }
}
