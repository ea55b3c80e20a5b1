/**
 * The deeds of a transaction: a flat list of everything it does, including every field that has an effect. They are found by the
 * roles of fields, not by transaction type, so a new field cannot be forgotten: a deed that no expectation explains is a finding.
 */
import type { QuantityOf, TxRole } from '../chain/roles.ts';
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

/** The content of a deed or term, as data. Explanations format it with asset names. */
export interface FindingValue {
  /** Recipient, or value of a field, as text. */
  readonly text: string;
  /** In the smallest unit; omitted for a field or a role. */
  readonly amount?: bigint;
  /** CB58 asset id, or `created` for the new asset. */
  readonly asset?: string;
  /** Operation or initial output: its type, the group and payload of an NFT, and the UTXO that it consumes. */
  readonly item?: string;
}

interface Common extends FindingValue {
  /** Path in the transaction with list indices; `at` is the path without them. */
  readonly path: string;
  readonly at: string;
  /** Key for comparisons. */
  readonly what: string;
  readonly amount: bigint;
  readonly asset: string;
}
/** Deed: a recipient receives an amount, an item or a role. `within` is the path of the operation or initial output that gives it. */
export interface ReceiptDeed extends Common, Omit<Receiver, 'place' | 'key'> {
  readonly is: 'gets';
  /** Path of the field that names the recipient, with list index. */
  readonly place: string;
  readonly within: string | undefined;
}
/** Deed: an operation, or an initial output of a new asset. */
export interface ItemDeed extends Common {
  readonly is: 'item';
  readonly groupID?: number;
  /** `0x` and hex digits. */
  readonly payload?: string;
  /** CB58 txID and output index of the consumed UTXO. */
  readonly consumes?: string;
}
/** Deed: a field has a value with an effect that no recipient expresses. */
export interface FieldDeed extends Common {
  readonly is: 'field';
  readonly by: Decider;
  readonly value: bigint | number | string | boolean;
  /** The quantity that a number is. `stake`: the amount and asset are in `text`. */
  readonly of?: QuantityOf | 'nAVAX' | 'stake';
}
/** Deed: an amount is burned. `why` is `fee` for the fee. */
export interface BurnDeed extends Common {
  readonly is: 'burns';
  readonly why: BurnedWhy;
}
/** One thing that a transaction does. */
export type Deed = ReceiptDeed | ItemDeed | FieldDeed | BurnDeed;

/** Returns all deeds of a transaction. */
export function deedsOf(known: Pick<Known, 'tx' | 'network' | 'here'>): readonly Deed[] {
  const { tx, network } = known;
  const does = itemsOf(tx);
  const paths = new Set(does.map(({ path }) => path));
  const gets = receiversOf(tx, known).map(({ place, key, ...rest }): ReceiptDeed => {
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
    ({ assetID, amount, why }): BurnDeed => ({
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

/** Units that an operation or initial output issues or moves, by type. A new type does not compile until it has an entry. */
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

/** Returns the operations and initial outputs of a transaction. */
function itemsOf(tx: AnyUnsignedTx): readonly ItemDeed[] {
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

function itemOf(path: Path, asset: string, of: Issued, consumes?: string): ItemDeed {
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

/** Tests whether a value is a node id. A message can contain an id of another length, which no node accepts. */
const isNode = (role: TxRole, value: unknown): value is Uint8Array =>
  role.is === 'id' && role.of === 'node' && (value as Uint8Array).length === 20;

const said = (
  path: Path | string,
  by: FieldDeed['by'],
  text: string,
  value: FieldDeed['value'] = text,
): FieldDeed => ({
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

/** Returns the fields with an effect of their own: all but recipients, items, signers, networks and UTXOs. */
function saysOf(tx: AnyUnsignedTx, network: Network): readonly FieldDeed[] {
  return leavesOf(tx).flatMap((leaf): readonly FieldDeed[] => {
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
    return [
      {
        ...said(path, by, text, typeof value === 'object' ? text : (value as FieldDeed['value'])),
        ...(role.is === 'quantity' && { of: role.of }),
        ...(role.is === 'burns' && role.asset === undefined && { of: 'nAVAX' as const }),
      },
    ];
  });
}

/** Returns the staked amount of each asset. */
function stakesOf(tx: AnyUnsignedTx): readonly FieldDeed[] {
  if (!('stake' in tx)) return [];
  const sums = new Map<string, bigint>();
  for (const { assetID, output } of tx.stake as readonly AnyOutput[])
    sums.set(formatID(assetID), (sums.get(formatID(assetID)) ?? 0n) + unlocked(output).amount);
  return [...sums].map(([asset, amount]) => ({
    ...said('stake', 'amounts', `${amount} of ${asset}`),
    of: 'stake',
  }));
}

/** Returns the letter of a chain, or the id of one without a letter. */
export const chainText = (id: Uint8Array, { chains }: Network): string =>
  (['P', 'X', 'C'] as const).find((name) => equalBytes(chains[name].blockchainID, id)) ??
  formatID(id);
