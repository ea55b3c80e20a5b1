import type { Intent } from '../builder/build.ts';
import type { OperationIntent } from '../builder/fxoperation.ts';
import { readInitial } from '../builder/initial.ts';
import { readPayload } from '../builder/token.ts';
import { within } from '../errors/error.ts';
import type { UnsignedTx } from '../rules/context.ts';
import type { Address, Owner } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatID } from '../text/id.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import type { AssetText, Flow, FlowWhy } from './explanation.ts';
import { contentOf } from './flows.ts';
import { fieldsOfP } from './meantp.ts';
import { accountParty } from './parties.ts';
import {
  type Entry,
  everything,
  type Field,
  type Meant,
  type Of,
  type Reader,
  readerOf,
  type TxOf,
} from './reader.ts';
import type { Subject } from './subject.ts';
import { partyText } from './words.ts';

/** What one type of intent means, given a transaction of its type. */
type Means = {
  readonly [T in Intent['type']]: (intent: Of<T>, tx: TxOf<T>, by: Reader) => Partial<Meant>;
};

const whys =
  (...list: readonly FlowWhy[]) =>
  ({ why }: Flow): boolean =>
    list.includes(why);

const memoMeant = (
  intent: { readonly memo?: string | Uint8Array },
  tx: { readonly memo: Uint8Array },
  { field }: Reader,
): readonly Field[] => {
  const { memo = '' } = intent;
  const bytes = typeof memo === 'string' ? encodeUTF8(memo) : memo;
  return [field('memo', formatHex(bytes), formatHex(tx.memo))];
};

const means: Means = {
  BaseTx: (intent, tx, by) => ({
    fields: memoMeant(intent, tx, by),
    entries: by.outputs(intent.outputs, by.here),
  }),
  ExportTx: (intent, tx, by) => ({
    fields: [by.field('to', intent.to, chainName(tx.destinationChain, by))],
    entries: by.outputs(intent.outputs, by.chains[intent.to]),
    answers: whys('output', 'export'),
  }),
  ImportTx: (intent, tx, by) => ({
    fields: [by.field('from', intent.from, chainName(tx.sourceChain, by))],
    ...importMeant(intent, by),
  }),
  CreateAssetTx: (intent, tx, by) => ({
    fields: [
      by.field('name', intent.name, tx.name),
      by.field('symbol', intent.symbol, tx.symbol),
      by.field('denomination', BigInt(intent.denomination), BigInt(tx.denomination)),
      ...memoMeant(intent, tx, by),
    ],
    entries: within(['initial'], () => readInitial(intent.initial, by.here, by.network)).flatMap(
      ({ outputs }) =>
        outputs.map((output) => {
          const { owner, ...what } = contentOf(output);
          return by.entry('initial', '', what, by.party(owner));
        }),
    ),
    answers: whys('output', 'mint'),
  }),
  OperationTx: (intent, tx, by) => ({
    fields: [
      by.field('operations.length', BigInt(intent.operations.length), BigInt(tx.operations.length)),
      ...burnsMeant(intent.operations, tx, by),
      ...memoMeant(intent, tx, by),
    ],
    entries: intent.operations.flatMap((operation, i) => operationMeant(operation, i, by)),
    // A right to mint that is used stays where it is: a node takes no other.
    answers: ({ why, item }) =>
      whys('output', 'mint')({ why } as Flow) && item !== 'mintRight' && item !== 'propertyRight',
  }),
  ...fieldsOfP,
};

const chainName = (id: Uint8Array, { chains }: Reader): string =>
  (['P', 'X', 'C'] as const).find((name) => equalBytes(chains[name].blockchainID, id)) ??
  formatID(id);

/** All that is imported is for one, or for several accounts; without a word it is the change’s. */
function importMeant({ to }: Of<'ImportTx'>, by: Reader): Partial<Meant> {
  if (to === undefined) return { answers: () => false };
  if (Array.isArray(to)) {
    const shares = to as readonly { readonly to: string; readonly amount: bigint | 'max' }[];
    return {
      entries: shares.map(({ to: account, amount }, i) =>
        by.entry(
          `to[${i}]`,
          nativeOf(by),
          amount === 'max' ? null : { amount },
          accountText(account),
        ),
      ),
      answers: whys('output', 'import', 'deposit'),
    };
  }
  const isAccount = by.here.vm === 'evm';
  const receiver = within(['to'], () =>
    isAccount ? accountText(to as string) : by.owner(to as Owner | Address),
  );
  return {
    entries: [by.entry('to', everything, null, receiver)],
    answers: whys('output', 'import', 'deposit'),
  };
}

const nativeOf = ({ network }: Reader): string => formatID(network.avaxAssetID);
const accountText = (text: string): string => partyText(accountParty(parseAccount(text)));

const burnsMeant = (
  list: readonly OperationIntent[],
  tx: TxOf<'OperationTx'>,
  { field }: Reader,
): readonly Field[] => {
  const meant = list.filter(({ type }) => type === 'burnProperty');
  const found = tx.operations.filter(
    ({ operation }) => operation.type === 'propertyfx.BurnOperation',
  );
  const text = (of: readonly { readonly assetID: IDLike }[]) =>
    of
      .map(({ assetID }) => formatID(idBytes(assetID)))
      .sort()
      .join(' ');
  return meant.length + found.length === 0 ? [] : [field('operations', text(meant), text(found))];
};

function operationMeant(of: OperationIntent, i: number, by: Reader): readonly Entry[] {
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

/**
 * What an intent means, beside a transaction of its type.
 * @throws {AvalancheError} With the path in the intent: what its builder throws of it; `MissingState`: the network is not known.
 */
export function meantBy(intent: Intent, subject: Subject, assets: readonly AssetText[]): Meant {
  const mean = means[intent.type] as (i: Intent, t: UnsignedTx, r: Reader) => Partial<Meant>;
  const said = mean(intent, subject.tx, readerOf(subject, assets));
  return { fields: [], entries: [], answers: whys('output'), ...said };
}
