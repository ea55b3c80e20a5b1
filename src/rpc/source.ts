import { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { within } from '../errors/error.ts';
import type { Chain } from '../network/network.ts';
import { decode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type { Ask, Reader } from './ask.ts';
import type { CallOptions } from './service.ts';
import { type AskPage, type PageOptions, utxoBytes } from './utxos.ts';

/** Where UTXOs are: on a chain, or on their way to it from another. */
export interface UTXOSource extends PageOptions, CallOptions {
  readonly chain: Chain;
  readonly sourceChain?: string | undefined;
}

/** A UTXO of any chain. */
type UTXO = PUTXO | XUTXO | CUTXO;

const types = { platformvm: PUTXO, avm: XUTXO, evm: CUTXO } as const;

const askPage =
  (ask: Ask, { chain, sourceChain, signal }: UTXOSource): AskPage =>
  (page) => {
    const source = sourceChain === undefined ? {} : { sourceChain };
    const options = { ...(signal && { signal }) };
    switch (chain.vm) {
      case 'platformvm':
        return ask('platform.getUTXOs', { ...page, ...source }, options);
      case 'avm':
        return ask('avm.getUTXOs', { ...page, ...source }, { ...options, at: chain.alias });
      case 'evm':
        return ask('avax.getUTXOs', { ...page, sourceChain: sourceChain ?? '' }, options);
    }
  };

/** UTXOs one by one, each once. */
export async function* utxosOf<T extends UTXO>(
  { ask, budget }: Pick<Reader, 'ask' | 'budget'>,
  addresses: readonly string[],
  source: UTXOSource,
): AsyncGenerator<T> {
  const type = types[source.chain.vm] as Type<unknown>;
  const fromOtherChain = source.sourceChain !== undefined;
  const all = utxoBytes(askPage(ask, source), addresses, source, fromOtherChain, budget);
  for await (const bytes of all) yield within(['utxos'], () => decode(type, bytes)) as T;
}
