/** The X-chain. Source: avalanchego `vms/avm/service.go`, `wallet_service.go`. */
import type { avm } from '../../rpc/avm.ts';
import { formatID, parseID } from '../../text/id.ts';
import { lastBlock, txOf } from '../reads.ts';
import type { AssetRecord, World } from '../world.ts';
import { parseServiceAddress, prefixed } from './chains.ts';
import { type Amounts, addAmount, decodeBytes, utxoIDOf } from './encodings.ts';
import { refuse } from './envelope.ts';
import { type HandlersOf, type ServedNode, submitTo } from './node.ts';
import { allUTXOs, utxoPage } from './pages.ts';
import { emptyID } from './params.ts';
import { blockByHeight, blockByID, txAnswer } from './platform.ts';

/** CB58 of the asset with an alias or id. */
function lookUpAsset({ X }: World, text: string): string {
  for (const [id, { alias }] of X.assets) if (alias !== undefined && alias === text) return id;
  try {
    return formatID(parseID(text));
  } catch {
    return refuse(`asset '${text}' not found`);
  }
}

function assetOf(world: World, text: string): AssetRecord {
  const id = lookUpAsset(world, text);
  const found = world.X.assets.get(id);
  if (found) return found;
  return refuse(txOf(world, id, 'X') ? "transaction doesn't create an asset" : 'not found');
}

interface BalanceParams {
  readonly address: string;
  readonly includePartial: boolean;
}

/** UTXOs with an amount that an address owns: without `includePartial` alone and without a lock. */
function countedUTXOs(world: World, { address, includePartial }: BalanceParams) {
  const bytes = prefixed(`problem parsing address '${address}': `, () =>
    parseServiceAddress(world, 'X', address),
  );
  return () =>
    allUTXOs(world, 'X', [bytes]).flatMap((utxo) => {
      const { output } = utxo;
      if (output.type !== 'secp256k1fx.TransferOutput') return [];
      const isPartial = output.addresses.length !== 1 || output.locktime > world.clock;
      if (isPartial && !includePartial) return [];
      return [{ utxo, asset: formatID(utxo.assetID), amount: output.amount }];
    });
}

const max = (1n << 64n) - 1n;

function issueX(node: ServedNode, { tx, encoding }: { tx: string; encoding: string }) {
  const bytes = prefixed('problem decoding transaction: ', () => decodeBytes(tx, encoding));
  const issued = submitTo(node, 'X', bytes);
  return issued.ok ? { txID: issued.txID } : refuse(issued.message);
}

/** The answers. */
export const avmHandlers: HandlersOf<keyof typeof avm> = {
  'avm.getAllBalances': ({ world }, params) => {
    const sums: Amounts = new Map();
    for (const { asset, amount } of countedUTXOs(world, params)()) addAmount(sums, asset, amount);
    const balances = [...sums].map(([id, balance]) => ({
      asset: world.X.assets.get(id)?.alias ?? id,
      balance,
    }));
    return { balances };
  },
  'avm.getAssetDescription': ({ world }, params) => {
    const { assetID, name, symbol, denomination } = assetOf(world, params.assetID);
    return { assetID, name, symbol, denomination };
  },
  'avm.getBalance': ({ world }, params) => {
    const counted = countedUTXOs(world, params);
    const id = lookUpAsset(world, params.assetID);
    const own = counted().filter(({ asset }) => asset === id);
    const balance = own.reduce((sum, { amount }) => sum + amount, 0n);
    if (balance > max) refuse('overflow');
    return { balance, utxoIDs: own.map(({ utxo }) => utxoIDOf(utxo)) };
  },
  'avm.getBlock': ({ world }, params) => blockByID(world, 'X', params),
  'avm.getBlockByHeight': ({ world }, params) => blockByHeight(world, 'X', params),
  'avm.getHeight': ({ world }) => ({ height: lastBlock(world, 'X').height }),
  'avm.getTx': ({ world }, params) =>
    params.txID === emptyID
      ? refuse('nil transaction ID')
      : (txAnswer(world, 'X', params) ?? refuse('not found')),
  'avm.getTxFee': ({ world: { network } }) => {
    const { txFee, createAssetTxFee } = network.xFees;
    return { txFee, createAssetTxFee };
  },
  'avm.getTxStatus': ({ world }, { txID }) => {
    if (txID === emptyID) refuse('nil transaction ID');
    const isAccepted = txOf(world, txID, 'X')?.status === 'Accepted';
    return { status: isAccepted ? 'Accepted' : 'Unknown' };
  },
  'avm.getUTXOs': ({ world }, params) => utxoPage(world, 'X', params),
  'avm.issueTx': issueX,
  'wallet.issueTx': issueX,
};
