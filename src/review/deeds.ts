/** All that a transaction does, as a flat list: whatever no expectation explains is a finding. Found by roles; no type is named here. */
import type { TxRole } from '../chain/roles.ts';
import type { FxOutput, Operation } from '../chain/xchain/components.ts';
import { formatPath, type Path } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { type BurnedWhy, burnedBy } from '../tx/effects.ts';
import { leavesOf } from '../tx/find.ts';
import { unlocked } from '../tx/output.ts';
import type { AnyOutput, AnyUnsignedTx } from '../tx/types.ts';
import { type Decider, deciderOf, fieldName, isPart, isZero, valueText } from './fields.ts';
import type { Known } from './known.ts';
import { created, type Receiver, receiversOf } from './receivers.ts';

/** Something that is done or meant, as data: an explanation writes it with the names of assets. */
export interface Told {
  /** Who gets it, or the value of a field, as text. */
  readonly text: string;
  /** In smallest units; omitted of a field, and of a say. */
  readonly amount?: bigint;
  /** CB58, or `created`. */
  readonly asset?: string;
  /** The operation or first output: its type, the group and payload of an NFT, the UTXO that it consumes. */
  readonly item?: string;
}

interface Common extends Told {
  /** In the transaction, with and without places in lists. */
  readonly path: string;
  readonly at: string;
  /** What is compared. */
  readonly what: string;
  readonly amount: bigint;
  readonly asset: string;
}
/** Somebody gets something or a say; `within` is the path of the operation or first output by which. */
export interface Gets extends Common, Omit<Receiver, 'place' | 'key'> {
  readonly is: 'gets';
  /** The field that names it, with its place in a list. */
  readonly place: string;
  readonly within: string | undefined;
}
/** An operation, or a first output of a new asset. */
export interface Does extends Common {
  readonly is: 'item';
  readonly groupID?: number;
  /** 0x and hex digits. */
  readonly payload?: string;
  /** CB58 and place of the UTXO that it consumes. */
  readonly consumes?: string;
}
/** A field says something that no receiver tells. */
export interface Says extends Common {
  readonly is: 'field';
  readonly by: Decider;
  readonly value: bigint | number | string | boolean;
}
/** An amount is burned; `fee` of the fee. */
export interface Burns extends Common {
  readonly is: 'burns';
  readonly why: BurnedWhy;
}
export type Deed = Gets | Does | Says | Burns;

/** Lists all that a transaction does. */
export function deedsOf(known: Pick<Known, 'tx' | 'network' | 'here'>): readonly Deed[] {
  const { tx, network } = known;
  const does = itemsOf(tx);
  const paths = new Set(does.map(({ path }) => path));
  const gets = receiversOf(tx, known).map(({ place, key, ...rest }): Gets => {
    const within = [2, 4].map((steps) => formatPath(place.slice(0, steps)));
    const item = within.find((path) => paths.has(path));
    const via = item === undefined ? undefined : does.find(({ path }) => path === item)?.item;
    return {
      is: 'gets',
      ...rest,
      place: formatPath(place),
      at: fieldName(place),
      what: key,
      within: item,
      ...(via !== undefined && { item: via }),
    };
  });
  const burns = burnedBy(tx, network).burned.map(
    ({ assetID, amount, why }): Burns => ({
      is: 'burns',
      path: '',
      at: '',
      what: why,
      why,
      asset: formatID(assetID),
      amount,
      text: '',
    }),
  );
  return [...gets, ...does, ...saysOf(tx, network), ...stakesOf(tx), ...burns];
}

type Issued = Operation['operation'] | FxOutput;

/** Units that an operation or first output issues or moves, by its type: a new type is a compile error until it has a line here. */
const unitsBy: {
  readonly [T in Issued['type']]: (of: Extract<Issued, { type: T }>) => bigint;
} = {
  'secp256k1fx.MintOperation': ({ transferOutput }) => transferOutput.amount,
  'nftfx.MintOperation': ({ outputs }) => BigInt(outputs.length),
  'nftfx.TransferOperation': () => 1n,
  'propertyfx.MintOperation': () => 1n,
  'propertyfx.BurnOperation': () => 1n,
  'secp256k1fx.TransferOutput': ({ amount }) => amount,
  'secp256k1fx.MintOutput': () => 1n,
  'nftfx.MintOutput': () => 1n,
  'nftfx.TransferOutput': () => 1n,
  'propertyfx.MintOutput': () => 1n,
  'propertyfx.OwnedOutput': () => 1n,
};

/** Everything that the operations or first outputs of a transaction issue. */
function itemsOf(tx: AnyUnsignedTx): readonly Does[] {
  if ('operations' in tx)
    return tx.operations.map(({ assetID, operation, inputIDs: [of] }, i) =>
      itemOf(
        ['operations', i],
        formatID(assetID),
        operation,
        of && `${formatID(of.txID)}:${of.outputIndex}`,
      ),
    );
  if (!('initialStates' in tx)) return [];
  return tx.initialStates.flatMap(({ outputs }, i) =>
    outputs.map((output, k) => itemOf(['initialStates', i, 'outputs', k], created, output)),
  );
}

function itemOf(path: Path, asset: string, of: Issued, consumes?: string): Does {
  const { type } = of;
  const token: { readonly groupID?: number; readonly payload?: Uint8Array } =
    type === 'nftfx.TransferOperation'
      ? of.output
      : type.startsWith('nftfx.')
        ? (of as object)
        : {};
  const payload = token.payload && formatHex(token.payload);
  const parts = [type, token.groupID, payload, asset, consumes && `of ${consumes}`];
  return {
    is: 'item',
    path: formatPath(path),
    at: fieldName(path),
    what: type,
    asset,
    amount: (unitsBy[type] as (of: Issued) => bigint)(of),
    text: '',
    item: parts.filter((part) => part !== undefined).join(' '),
    ...(token.groupID !== undefined && { groupID: token.groupID }),
    ...(payload !== undefined && { payload }),
    ...(consumes !== undefined && { consumes }),
  };
}

/** Whether it is the id of a node: a message can hold one of another length, which no node takes. */
const isNode = (role: TxRole, value: unknown): value is Uint8Array =>
  role.is === 'id' && role.of === 'node' && (value as Uint8Array).length === 20;

const said = (
  path: Path | string,
  by: Says['by'],
  text: string,
  value: Says['value'] = text,
): Says => ({
  is: 'field',
  by,
  path: typeof path === 'string' ? path : formatPath(path),
  at: typeof path === 'string' ? path : fieldName(path),
  what: text,
  text,
  value,
  asset: '',
  amount: 0n,
});

/** Fields, but those that receivers and items tell, who signs, and which network and UTXOs it is about. */
function saysOf(tx: AnyUnsignedTx, network: Network): readonly Says[] {
  return leavesOf(tx).flatMap((leaf): readonly Says[] => {
    const { role, path, value } = leaf;
    const by = deciderOf(leaf);
    if (by === 'nonces' && role.is === 'quantity')
      return [said(path, by, `${formatHex(leaf.around.address as Uint8Array)} ${String(value)}`)];
    if (isPart(leaf) || by === 'network' || by === 'inputs' || by === 'to') return [];
    if (by === 'authorities' && (role.is !== 'id' || isZero(value as Uint8Array))) return [];
    if (role.is === 'asset' || role.is === 'within') return [];
    const text = isNode(role, value)
      ? formatNodeID(value)
      : role.is === 'peer'
        ? chainText(value as Uint8Array, network)
        : valueText(leaf);
    if (text === '' || text === '0x') return [];
    return [said(path, by, text, typeof value === 'object' ? text : (value as Says['value']))];
  });
}

/** How much is staked of each asset. */
function stakesOf(tx: AnyUnsignedTx): readonly Says[] {
  if (!('stake' in tx)) return [];
  const sums = new Map<string, bigint>();
  for (const { assetID, output } of tx.stake as readonly AnyOutput[])
    sums.set(formatID(assetID), (sums.get(formatID(assetID)) ?? 0n) + unlocked(output).amount);
  return [...sums].map(([asset, amount]) => said('stake', 'amounts', `${amount} of ${asset}`));
}

/** The letter of a chain, or the id of one that has none. */
export const chainText = (id: Uint8Array, { chains }: Network): string =>
  (['P', 'X', 'C'] as const).find((name) => equalBytes(chains[name].blockchainID, id)) ??
  formatID(id);
