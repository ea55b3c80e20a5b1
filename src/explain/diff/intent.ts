import { readInitial } from '../../builder/initial.ts';
import type { OperationIntent } from '../../builder/intents/assets.ts';
import type { Intent } from '../../builder/intents/table.ts';
import { readPayload } from '../../builder/token.ts';
import type { Operation } from '../../chain/xchain/components.ts';
import { within } from '../../errors/error.ts';
import type { Address, Owner } from '../../state/owner.ts';
import { parseAccount } from '../../text/account.ts';
import { equalBytes, formatHex } from '../../text/bytes.ts';
import { type IDLike, idBytes } from '../../text/given.ts';
import { formatID } from '../../text/id.ts';
import { encodeUTF8 } from '../../text/utf8.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import { contentOf } from '../flows.ts';
import { partyText } from '../format.ts';
import { accountParty } from '../parties.ts';
import type { Subject } from '../subject.ts';
import {
  asFlow,
  type Comparison,
  compareAll,
  type Entry,
  type Expectations,
  everything,
  type Field,
  type Means,
  type Of,
  type TxOf,
  whichUTXOs,
} from './expect.ts';
import { pMeans } from './pchain.ts';

const chainName = (id: Uint8Array, { chains }: Expectations): string =>
  (['P', 'X', 'C'] as const).find((name) => equalBytes(chains[name].blockchainID, id)) ??
  formatID(id);

/** The fields that transactions of all types have. */
const shared: Comparison<
  { readonly memo?: string | Uint8Array },
  TxOf<'BaseTx'>,
  { readonly subject: Subject }
> = {
  networkID: (networkID, _, by, { subject }) => [
    by.same('network', (subject.context.network ?? by.network).networkID, networkID),
  ],
  blockchainID: (id, _, by) => [by.same('chain', by.here.blockchainID, id)],
  outputs: asFlow,
  inputs: whichUTXOs,
  memo: (found, { memo = '' }, by) => [
    by.same(
      'memo',
      formatHex(typeof memo === 'string' ? encodeUTF8(memo) : memo),
      formatHex(found),
    ),
  ],
};

const operationFields: Comparison<unknown, Operation, unknown> = {
  assetID: asFlow,
  inputIDs: whichUTXOs,
  operation: asFlow,
};

const means: { readonly [T in Intent['type']]: Means<T> } = {
  BaseTx: {
    fields: {},
    entries: (intent, by) => by.outputs(intent.outputs, by.here),
  },
  ExportTx: {
    fields: {
      destinationChain: (id, intent, by) => [by.same('to', intent.to, chainName(id, by))],
      exportedOutputs: asFlow,
    },
    entries: (intent, by) => by.outputs(intent.outputs, by.chains[intent.to]),
  },
  ImportTx: {
    fields: {
      sourceChain: (id, intent, by) => [by.same('from', intent.from, chainName(id, by))],
      importedInputs: whichUTXOs,
    },
    entries: importEntries,
    flow: ({ why }, { to }) => (why === 'change' || to === undefined ? 'back' : 'entry'),
  },
  CreateAssetTx: {
    fields: {
      name: (name, intent, by) => [by.same('name', intent.name, name)],
      symbol: (symbol, intent, by) => [by.same('symbol', intent.symbol, symbol)],
      denomination: (found, intent, by) => [by.same('denomination', intent.denomination, found)],
      initialStates: asFlow,
    },
    entries: ({ initial }, by) =>
      within(['initial'], () => readInitial(initial, by.here, by.network)).flatMap(({ outputs }) =>
        outputs.map((output) => {
          const { owner, ...what } = contentOf(output);
          return by.entry('initial', '', what, by.party(owner));
        }),
      ),
  },
  OperationTx: {
    fields: {
      operations: (operations, intent, by) => [
        by.same('operations.length', intent.operations.length, operations.length),
        ...operations.flatMap((of) => compareAll(operationFields, of, intent, by, undefined)),
        ...compareBurns(intent.operations, operations, by),
      ],
    },
    entries: ({ operations }, by) => operations.flatMap((of, i) => operationEntries(of, i, by)),
    // A right to mint that is used stays with its owner: a node takes no other.
    flow: ({ why, item }) =>
      why === 'change' || item === 'mintRight' || item === 'propertyRight' ? 'back' : 'entry',
  },
  ...pMeans,
};

/** All that is imported is for one, or for several accounts; without a word it goes back to who pays. */
function importEntries({ to }: Of<'ImportTx'>, by: Expectations): readonly Entry[] {
  if (to === undefined) return [];
  if (Array.isArray(to)) {
    const shares = to as readonly { readonly to: string; readonly amount: bigint | 'max' }[];
    const native = formatID(by.network.avaxAssetID);
    return shares.map(({ to: account, amount }, i) =>
      by.entry(`to[${i}]`, native, amount === 'max' ? null : { amount }, accountText(account)),
    );
  }
  const receiver = within(['to'], () =>
    by.here.vm === 'evm' ? accountText(to as string) : by.owner(to as Owner | Address),
  );
  return [by.entry('to', everything, null, receiver)];
}

const accountText = (text: string): string => partyText(accountParty(parseAccount(text)));

function compareBurns(
  list: readonly OperationIntent[],
  operations: TxOf<'OperationTx'>['operations'],
  by: Expectations,
): readonly Field[] {
  const meant = list.filter(({ type }) => type === 'burnProperty');
  const found = operations.filter(({ operation }) => operation.type === 'propertyfx.BurnOperation');
  const text = (of: readonly { readonly assetID: IDLike }[]) =>
    of
      .map(({ assetID }) => formatID(idBytes(assetID)))
      .sort()
      .join(' ');
  return meant.length + found.length === 0 ? [] : [by.same('operations', text(meant), text(found))];
}

function operationEntries(of: OperationIntent, i: number, by: Expectations): readonly Entry[] {
  const path = `operations[${i}]`;
  const asset = formatID(idBytes(of.assetID));
  const hex = (payload: string | Uint8Array) => formatHex(readPayload(payload));
  switch (of.type) {
    case 'mint':
      return [by.entry(path, asset, { amount: of.amount }, by.owner(of.to))];
    case 'mintNFT': {
      const receivers = (Array.isArray(of.to) ? of.to : [of.to]) as readonly (Owner | Address)[];
      const what = { item: 'nft', groupID: of.groupID, payload: hex(of.payload) } as const;
      return receivers.map((to) => by.entry(path, asset, what, by.owner(to)));
    }
    case 'transferNFT': {
      const { groupID, payload, to } = of;
      const isSaid = groupID !== undefined && payload !== undefined;
      const what = isSaid ? ({ item: 'nft', groupID, payload: hex(payload) } as const) : null;
      return [by.entry(path, asset, what, by.owner(to))];
    }
    case 'mintProperty':
      return [by.entry(path, asset, { item: 'property' }, by.owner(of.to))];
    case 'burnProperty':
      return [];
  }
}

/** What an intent means of any type. */
export const meansOf = (intent: Intent): Means<Intent['type']> =>
  means[intent.type] as unknown as Means<Intent['type']>;

/**
 * The fields of a transaction that are compared with an intent of its type.
 * @throws {AvalancheError} With the path in the intent: what its builder throws of it.
 */
export const fieldsOf = (intent: Intent, subject: Subject, by: Expectations): readonly Field[] => {
  const { tx } = subject;
  const own = meansOf(intent).fields as unknown as Comparison<Intent, AnyUnsignedTx, AnyUnsignedTx>;
  return [
    ...compareAll(
      shared as Comparison<Intent, object, { readonly subject: Subject }>,
      tx,
      intent,
      by,
      { subject },
    ),
    ...compareAll(own, tx, intent, by, tx),
  ];
};
