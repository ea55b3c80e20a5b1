import type { UTXO } from '../chain/cchain/tx.ts';
import { within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { quantity } from '../schema/number.ts';
import type { Address } from '../state/owner.ts';
import type { CState, EVMAccount } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { wei } from '../text/amount.ts';
import { formatHex } from '../text/hex.ts';
import type { JSONValue } from '../text/json.ts';
import type { Reader } from './ask.ts';
import { bytesOf, type Clock, checkPrice, collecting, type StateOptions } from './gather.ts';
import type { RPCCall } from './jsonrpc.ts';
import { steady } from './steady.ts';

const path = '/ext/bc/C/rpc';
/** Calls that a public node takes at once. */
const mostCalls = 40;

/**
 * What a build on the C-chain needs.
 * @param addresses Accounts (`0x…`) that pay or are paid, addresses (`C-…` or 20 bytes) to which UTXOs were exported.
 */
export async function gatherC(
  newReader: () => Reader,
  clock: Clock,
  network: Network,
  addresses: readonly (Address | `0x${string}`)[],
  options: StateOptions<'P' | 'X'>,
): Promise<CState> {
  const { paths, signal } = options;
  const of = { ...(signal && { signal }) };
  const isAccount = (text: Address) => typeof text === 'string' && text.startsWith('0x');
  const names = addresses.flatMap((text, i) =>
    isAccount(text)
      ? [within(['addresses', i], () => formatHex(parseAccount(text as string)) as `0x${string}`)]
      : [],
  );
  const accounts = [...new Set(names)];
  const from = bytesOf(addresses, network.chains.C, network, isAccount);
  /** Quantities that the EVM answers. */
  const quantities = async (
    { sendBatch }: Reader,
    calls: readonly RPCCall[],
  ): Promise<readonly bigint[]> => {
    const found: bigint[] = [];
    for (let i = 0; i < calls.length; i += mostCalls) {
      const some = calls.slice(i, i + mostCalls);
      const replies = await sendBatch(path, some, { ...of, repeatable: true });
      replies.forEach((reply, k) => {
        if (reply instanceof Error) throw reply;
        found.push(within([some[k]!.method, 'result'], () => quantity.parse(reply as JSONValue)));
      });
    }
    return found;
  };
  return steady(
    async () => (await quantities(newReader(), [{ method: 'eth_blockNumber', params: [] }]))[0]!,
    async () => {
      const reader = newReader();
      const collect = collecting(reader, network.chains.C, network, from, options);
      const [[baseFee, ...told], imports] = await Promise.all([
        quantities(reader, [
          { method: 'eth_baseFee', params: [] },
          ...accounts.flatMap((address) => [
            { method: 'eth_getTransactionCount', params: [address, 'latest'] },
            { method: 'eth_getBalance', params: [address, 'latest'] },
          ]),
        ]),
        collect.imports<'P' | 'X', UTXO>(options.imports),
      ]);
      // Rounded up: a part of a nAVAX counts.
      within(['baseFee'], () =>
        checkPrice((baseFee! + 999_999_999n) / 1_000_000_000n, options.maxPrice),
      );
      return {
        chain: 'C' as const,
        network,
        from,
        own: [...from, ...accounts],
        time: clock(),
        baseFee: wei(baseFee!),
        ...(paths && { paths }),
        accounts: accounts.map(
          (address, i): EVMAccount => ({
            address,
            nonce: told[2 * i]!,
            balance: wei(told[2 * i + 1]!),
          }),
        ),
        ...imports,
      };
    },
    options,
  );
}
