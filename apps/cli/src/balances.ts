import {
  AvalancheError,
  type Balance,
  balancesOf,
  formatAmount,
  formatAvax,
  formatID,
  type NetworkIdentity,
  parseAddress,
  parseState,
  type State,
  type AnyUTXO as UTXO,
} from 'avalanche-tx';
import { type Proof, proveState } from 'avalanche-tx/sign';
import { refuseOther } from './document.ts';
import { assertNetwork } from './network.ts';
import { table } from './terminal.ts';
import { parseTime } from './times.ts';
import { blockchainOf, equalBytes } from './tx.ts';
import { within } from './within.ts';

const parts = ['spendable', 'stakeable', 'timelocked', 'multisig', 'claimed', 'total'] as const;

interface BalancesOptions {
  readonly at?: string | undefined;
  /** The caller's addresses; those of the state if there are none. */
  readonly own: readonly string[];
  readonly network: NetworkIdentity | undefined;
  readonly json: boolean;
}

/** The output of `balances`: the balances of a state's addresses, by chain and asset. */
export function balancesCommand(text: string, options: BalancesOptions): string {
  refuseOther(text, 'state');
  const state = parseState(text);
  assertNetwork('state', state.network, options.network);
  return balancesText(state, options);
}

/** The balances of a state, as a table or JSON. */
export function balancesText(
  state: State,
  { at, own, json }: Omit<BalancesOptions, 'network'>,
): string {
  const of = own.length > 0 ? within(['own'], () => addressesOf(own, state)) : state.from;
  const time = at === undefined ? state.time : within(['time'], () => parseTime(at));
  const { avaxAssetID } = state.network;
  const proven = proveState({ ...state, own: of });
  const imports = proven.imports as Readonly<Record<string, readonly Proof[]>>;
  const places: readonly (readonly [string, readonly UTXO[], readonly Proof[]])[] = [
    ...(state.chain === 'C'
      ? []
      : [[blockchainOf(state).alias, state.utxos, proven.utxos] as const]),
    ...Object.entries(state.imports ?? {}).map(
      ([from, utxos]) => [`from ${from}`, utxos, imports[from]!] as const,
    ),
  ];
  const found = places.flatMap(([place, utxos, proofs]) =>
    balancesOf(utxos, { time, of, proofs }).map((balance) => ({ place, ...balance })),
  );
  const accounts = state.chain === 'C' ? state.accounts : [];
  if (json)
    return JSON.stringify({
      chain: state.chain,
      network: state.network.name,
      time: String(time),
      balances: found.map(({ place, assetID, ...of }) => ({
        place,
        assetID: formatID(assetID),
        ...Object.fromEntries(parts.map((part) => [part, String(of[part])])),
      })),
      ...(state.chain === 'C' && {
        accounts: accounts.map(({ address, nonce, balance }) => ({
          address,
          nonce: String(nonce),
          balance: String(balance),
        })),
      }),
    });
  const row = ({ place, ...balance }: Balance & { readonly place: string }) => {
    const isAVAX = equalBytes(balance.assetID, avaxAssetID);
    const amount = (units: bigint) => (isAVAX ? formatAvax(units) : String(units));
    return [
      place,
      isAVAX ? 'AVAX' : formatID(balance.assetID),
      ...parts.map((part) => amount(balance[part])),
    ];
  };
  const tables = [
    ...(found.length > 0 ? [table(['place', 'asset', ...parts], found.map(row))] : []),
    ...(accounts.length > 0
      ? [
          table(
            ['account', 'nonce', 'AVAX'],
            accounts.map(({ address, nonce, balance }) => [
              address,
              String(nonce),
              formatAmount(balance, 18),
            ]),
          ),
        ]
      : []),
  ];
  return tables.length > 0 ? tables.join('\n\n') : 'nothing';
}

/** Addresses of the state's chain, as bytes. */
const addressesOf = (own: readonly string[], state: State): readonly Uint8Array[] =>
  own.map((text, i) =>
    within([i], () => {
      const { alias: need } = blockchainOf(state);
      const { chain: have, bytes } = parseAddress(text, state.network);
      if (have === need) return bytes;
      const detail = `is an address of the ${have}-chain, the ${need}-chain is needed`;
      throw new AvalancheError('WrongChain', detail, { have, need });
    }),
  );
