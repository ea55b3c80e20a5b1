/** What a script issued, and what the node answered while it ran: all that the tables of the index must agree with. */
import type { ChainName } from '../../src/chain/declared.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import type { NodeClient } from '../../src/rpc/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';

/** A transaction that the node accepted, with what it makes and spends as its fields say: without the roles, which the tables come from. */
export interface Issued {
  readonly txID: string;
  readonly type: string;
  /** Outputs with an amount, a line each: index, asset, amount. */
  readonly outputs: readonly string[];
  /** Accounts that it credits, a line each: account, amount. */
  readonly credits: readonly string[];
  /** UTXOs that it spends or imports, a line each: txID, index, amount. */
  readonly inputs: readonly string[];
  /** Accounts that it debits, a line each: account, amount. */
  readonly debits: readonly string[];
}

/** What a node said at a moment. */
export interface Answers {
  readonly heights: Readonly<Record<ChainName, bigint>>;
  /** UTXOs of the addresses that have an amount, a line each: txID, index, asset, amount. On P and X. */
  readonly utxos: Readonly<Record<'P' | 'X', readonly string[]>>;
  /** The same of what waits for an import, by the letters of both chains: `PX` is from P to X. */
  readonly exported: ReadonlyMap<string, readonly string[]>;
  /** By address and asset on P and X, in the smallest unit; by account on C, in nAVAX. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** What the addresses have staked, in nAVAX. */
  readonly staked: bigint;
}

/** The whole record. */
export interface Recorded {
  /** By chain, in the order of the blocks: transactions of one block, whose order is the node's, are one list. */
  readonly issued: Readonly<Record<ChainName, readonly (readonly Issued[])[]>>;
  readonly answers: readonly Answers[];
  /** Accounts of C with what they had at first, in nAVAX. */
  readonly accounts: ReadonlyMap<string, bigint>;
  readonly addresses: Readonly<Record<ChainName, readonly string[]>>;
}

/** Outputs and inputs, which may be within a lock; minting rights, NFTs and properties have no amount. */
interface Coin {
  readonly type?: string;
  readonly amount?: bigint;
  readonly output?: Coin;
  readonly input?: Coin;
}

const amountIn = ({ amount, output, input }: Coin): bigint | undefined =>
  amount ?? (output && amountIn(output)) ?? (input && amountIn(input));

interface Made {
  /** That of the transaction if it is absent. */
  readonly assetID?: Uint8Array;
  readonly output: Coin;
}

interface Spent {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly input: Coin;
}

interface Operation {
  readonly assetID: Uint8Array;
  readonly inputIDs: readonly Omit<Spent, 'input'>[];
  readonly operation: {
    readonly mintOutput?: Coin;
    readonly transferOutput?: Coin;
    readonly output?: Coin;
    readonly outputs?: readonly unknown[];
    readonly ownedOutput?: Coin;
  };
}

interface Account {
  readonly address: Uint8Array;
  readonly amount: bigint;
}

/** The lists that transactions have, by the node's names. */
interface Lists {
  readonly type: string;
  readonly outputs?: readonly (Made | Account)[];
  readonly exportedOutputs?: readonly Made[];
  readonly stake?: readonly Made[];
  readonly initialStates?: readonly { readonly outputs: readonly Coin[] }[];
  readonly operations?: readonly Operation[];
  readonly inputs?: readonly (Spent | Account)[];
  readonly importedInputs?: readonly Spent[];
}

const isAccount = (of: Made | Spent | Account): of is Account => 'address' in of;
const accountLine = ({ address, amount }: Account): string => `${formatHex(address)} ${amount}`;
const fill = <T>(of: readonly (T | Account)[]): readonly T[] =>
  of.filter((one) => !isAccount(one as never)) as readonly T[];
const accounts = (of: readonly (Made | Spent | Account)[]): readonly string[] =>
  of.filter(isAccount).map(accountLine);

/** What a transaction makes and spends. */
export function issuedOf({ txID, unsignedTx }: AnyTx): Issued {
  const tx = unsignedTx as unknown as Lists;
  const { outputs = [], stake = [], initialStates = [], operations = [], inputs = [] } = tx;
  const made = [
    ...fill<Made>(outputs),
    ...stake,
    ...(tx.exportedOutputs ?? []),
    ...initialStates.flatMap((of) => of.outputs.map((output): Made => ({ output }))),
    ...operations.flatMap(madeBy),
  ];
  const spent = [...fill<Spent>(inputs), ...(tx.importedInputs ?? [])];
  return {
    txID,
    type: tx.type,
    outputs: made.flatMap(({ assetID, output }, index) => {
      const amount = amountIn(output);
      return amount === undefined ? [] : `${index} ${assetID ? formatID(assetID) : txID} ${amount}`;
    }),
    credits: accounts(outputs),
    inputs: spent.map(
      ({ txID, outputIndex, input }) => `${formatID(txID)} ${outputIndex} ${amountIn(input)}`,
    ),
    debits: accounts(inputs),
  };
}

/** The outputs of an operation, in the node's order. */
function madeBy({ assetID, operation }: Operation): readonly Made[] {
  const { mintOutput, transferOutput, output, outputs = [], ownedOutput } = operation;
  return [mintOutput, transferOutput, output, ownedOutput, ...(outputs as readonly Coin[])].flatMap(
    (output) => (output ? { assetID, output } : []),
  );
}

export const chains = ['P', 'X', 'C'] as const;

/** Which chains, and whose funds. */
export interface Asked {
  readonly chains: readonly ChainName[];
  /** On C accounts. */
  readonly addresses: Readonly<Record<ChainName, readonly string[]>>;
  /** Addresses of C that may import. */
  readonly importing: readonly string[];
  /** Assets of X that the node calls by a name. */
  readonly aliases: Readonly<Record<string, string>>;
}

interface UTXO {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly output: Coin;
}

/** A UTXO as a line, if it has an amount: txID, index, asset, amount. */
export const lineOf = ({ txID, outputIndex, assetID, output }: UTXO): readonly string[] => {
  const amount = amountIn(output);
  return amount === undefined
    ? []
    : [`${formatID(txID)} ${outputIndex} ${formatID(assetID)} ${amount}`];
};

/** Asks a node that does not move what the addresses have. */
export async function answersOf(node: NodeClient, of: Asked): Promise<Answers> {
  const heights: Record<ChainName, bigint> = { P: 0n, X: 0n, C: 0n };
  const utxos: Record<'P' | 'X', readonly string[]> = { P: [], X: [] };
  const exported = new Map<string, readonly string[]>();
  const balances = new Map<string, bigint>();
  for (const chain of of.chains) {
    const owners = chain === 'C' ? of.importing : of.addresses[chain];
    for (const from of chains)
      if (from !== chain)
        exported.set(`${from}${chain}`, await linesOf(utxosOf(node, chain, owners, from)));
    if (chain !== 'C') utxos[chain] = await linesOf(utxosOf(node, chain, owners));
    heights[chain] = await heightOf(node, chain);
    for (const address of of.addresses[chain])
      for (const [asset, amount] of await balancesOf(node, chain, address))
        balances.set(`${address} ${of.aliases[asset] ?? asset}`, amount);
  }
  const { staked } = await node.call('platform.getStake', { addresses: of.addresses.P });
  return { heights, utxos, exported, balances, staked: staked ?? 0n };
}

const utxosOf = (
  { pchain, xchain, cchain }: NodeClient,
  chain: ChainName,
  owners: readonly string[],
  sourceChain?: ChainName,
): AsyncIterable<UTXO> => {
  const from = sourceChain && { sourceChain };
  if (chain === 'P') return pchain.utxos(owners, from);
  return chain === 'X' ? xchain.utxos(owners, from) : cchain.utxos(owners, from!);
};

async function linesOf(list: AsyncIterable<UTXO>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const utxo of list) found.push(...lineOf(utxo));
  return found.sort();
}

const ofC = (node: NodeClient, method: string, ...params: readonly string[]): Promise<bigint> =>
  node.send('/ext/bc/C/rpc', { method, params: [...params] }).then((of) => BigInt(of as string));

async function heightOf(node: NodeClient, chain: ChainName): Promise<bigint> {
  if (chain === 'C') return ofC(node, 'eth_blockNumber');
  return (await node.call(chain === 'P' ? 'platform.getHeight' : 'avm.getHeight')).height;
}

/** What an address has in every asset, shared and locked funds with it; an account of C in nAVAX. */
async function balancesOf(
  node: NodeClient,
  chain: ChainName,
  address: string,
): Promise<readonly (readonly [asset: string, amount: bigint])[]> {
  if (chain === 'C')
    return [['AVAX', (await ofC(node, 'eth_getBalance', address, 'latest')) / 10n ** 9n]];
  if (chain === 'P') {
    const { balances } = await node.call('platform.getBalance', { addresses: [address] });
    return Object.entries(balances!);
  }
  const { balances } = await node.call('avm.getAllBalances', { address, includePartial: true });
  return balances.map(({ asset, balance }) => [asset, balance]);
}
