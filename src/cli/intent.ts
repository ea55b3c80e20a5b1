import type { builders, Intent } from '../builder/build.ts';
import type { CImportIntent } from '../builder/cimport.ts';
import type { Options } from '../builder/intent.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { avax } from '../text/amount.ts';
import { parseHex } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { integer, list, object, type Read, small, string, word } from './json.ts';
import { parseTime } from './time.ts';

/** AVAX as text: `"1.5"`. A number could be nAVAX as well, and is refused. */
export const amountOfAVAX: Read<bigint> = (json) => {
  if (typeof json === 'string') return avax(json);
  throw new AvalancheError('BadJSON', 'must be text: AVAX as "1.5"');
};

/** Smallest units of another asset, whose decimals nobody here knows: `250`. */
export const units: Read<bigint> = (json) => {
  if (typeof json === 'bigint') return json;
  throw new AvalancheError('BadJSON', 'must be an integer without quotes: units of the asset');
};

const orWord =
  <W extends string, T>(name: W, read: Read<T>): Read<W | T> =>
  (json) =>
    json === name ? name : read(json);

/** Unix seconds, or text like `2027-01-31T00:00:00Z`. */
export const time: Read<bigint> = (json) =>
  typeof json === 'string' ? parseTime(json) : integer(json);

const id: Read<Uint8Array> = (json) => parseID(string(json));
const chain = word('P', 'X', 'C');

/** Text, or `{"hex":"0x…"}`. */
const content: Read<string | Uint8Array> = (json) =>
  typeof json === 'string' ? json : bytes(object({ hex: string })(json).hex);

function bytes(hex: string): Uint8Array {
  if (hex.startsWith('0x')) return parseHex(hex);
  throw new AvalancheError('BadText', 'must be hex that starts with 0x', { kind: 'hex' });
}

const contentBytes: Read<Uint8Array> = (json) => {
  const of = content(json);
  return typeof of === 'string' ? encodeUTF8(of) : of;
};

const wholeOwner = object({ addresses: list(string), threshold: small }, { locktime: time });
/** An address as text, or several with their threshold. */
export const owner = (json: JSONValue) => (typeof json === 'string' ? json : wholeOwner(json));
const owners = (json: JSONValue) => (Array.isArray(json) ? list(owner)(json) : owner(json));

const utxo = object({ txID: id, outputIndex: small });
/** One reader for what names its asset, another for AVAX. */
const byAsset =
  <A, B>(other: Read<A>, ofAVAX: Read<B>): Read<A | B> =>
  (json) =>
    isJSONObject(json, 'assetID') ? other(json) : ofAVAX(json);

const anyOf = (amount: Read<bigint>) => ({ to: owner, amount: orWord('max', amount) });
const outputs = list(
  byAsset(
    object({ ...anyOf(units), assetID: id }, { stakeableUntil: time }),
    object(anyOf(amountOfAVAX), { stakeableUntil: time }),
  ),
);

const share = object({ to: string, amount: orWord('max', amountOfAVAX) });
/** To accounts, not owners. */
const importToC = object(
  { from: chain },
  { to: (json: JSONValue) => (Array.isArray(json) ? list(share)(json) : string(json)) },
) satisfies Read<CImportIntent>;

const node = object({
  nodeID: string,
  nodePOP: object({ publicKey: string, proofOfPossession: string }),
});
/** As a node replies it, or what is in the reply. */
const nodeReply = (json: JSONValue) =>
  isJSONObject(json, 'result') ? within(['result'], () => node(json.result!)) : node(json);

const consumed = { assetID: id };
const operations = {
  mint: object({ type: word('mint'), ...consumed, to: owner, amount: units }, { utxo }),
  mintNFT: object(
    { type: word('mintNFT'), ...consumed, to: owners, groupID: small, payload: content },
    { utxo },
  ),
  transferNFT: object(
    { type: word('transferNFT'), ...consumed, to: owner },
    { groupID: small, payload: content, utxo },
  ),
  mintProperty: object({ type: word('mintProperty'), ...consumed, to: owner }, { utxo }),
  burnProperty: object({ type: word('burnProperty'), ...consumed }, { utxo }),
};
const operation = (json: JSONValue) => {
  const type = word(...(Object.keys(operations) as (keyof typeof operations)[]));
  return operations[within(['type'], () => type(isJSONObject(json) ? json.type! : null))](json);
};

const initial = object(
  {},
  {
    fungible: object(
      {},
      { holders: list(object({ to: owner, amount: units })), minters: list(owner) },
    ),
    nfts: list(
      object(
        { groupID: small },
        { holders: list(object({ to: owner, payload: content })), minters: list(owner) },
      ),
    ),
    properties: object({}, { holders: list(owner), minters: list(owner) }),
  },
);

/** A stake of AVAX, or of what an elastic subnet stakes. */
const elastic = { subnetID: string, assetID: id };
const message: Read<Uint8Array> = (json) => bytes(string(json));
const stakeOf = (amount: Read<bigint>) => ({ amount: orWord('max', amount), end: time });
const validator = { node: nodeReply, delegationFee: string, rewards: owner };
const validatorMore = { delegationRewards: owner, stakeReturn: owner };

type Builders = typeof builders;
const intents = {
  BaseTx: object({ outputs }, { memo: content }),
  ImportTx: object({ from: chain }, { to: owner }),
  ExportTx: object({ to: chain, outputs }),
  CreateAssetTx: object(
    { name: string, symbol: string, denomination: small, initial },
    { memo: content },
  ),
  OperationTx: object({ operations: list(operation) }, { memo: content }),
  CreateSubnetTx: object({ owner }),
  CreateChainTx: object(
    { subnetID: string, name: string, vm: string, genesis: contentBytes },
    { fxIDs: list(string), owner: wholeOwner },
  ),
  AddSubnetValidatorTx: object({ subnetID: string, nodeID: string, weight: integer, end: time }),
  RemoveSubnetValidatorTx: object({ subnetID: string, nodeID: string }),
  TransferSubnetOwnershipTx: object({ subnetID: string, owner }),
  AddPermissionlessValidatorTx: byAsset(
    object({ ...validator, ...stakeOf(units), ...elastic }, validatorMore),
    object({ ...validator, ...stakeOf(amountOfAVAX) }, validatorMore),
  ),
  AddPermissionlessDelegatorTx: byAsset(
    object(
      { nodeID: string, ...stakeOf(units), rewards: owner, ...elastic },
      { stakeReturn: owner },
    ),
    object({ nodeID: string, ...stakeOf(amountOfAVAX), rewards: owner }, { stakeReturn: owner }),
  ),
  AddAutoRenewedValidatorTx: object(
    {
      ...validator,
      amount: orWord('max', amountOfAVAX),
      period: integer,
      autoCompound: string,
      authority: owner,
    },
    validatorMore,
  ),
  SetAutoRenewedValidatorConfigTx: object({
    txID: string,
    autoCompound: string,
    period: orWord('stop', integer),
  }),
  ConvertSubnetToL1Tx: object({
    subnetID: string,
    managerChainID: string,
    managerAddress: string,
    validators: list(
      object({
        node: nodeReply,
        weight: integer,
        balance: amountOfAVAX,
        remainingBalanceOwner: owner,
        deactivationOwner: owner,
      }),
    ),
  }),
  RegisterL1ValidatorTx: object({
    message,
    balance: amountOfAVAX,
    proofOfPossession: string,
  }),
  SetL1ValidatorWeightTx: object({ message }),
  IncreaseL1ValidatorBalanceTx: object({ validationID: string, balance: amountOfAVAX }),
  DisableL1ValidatorTx: object({ validationID: string }),
} satisfies { readonly [T in Intent['type']]: Read<Parameters<Builders[T]>[1]> };

const plainNumber: Read<number> = (json) => {
  if (typeof json === 'bigint' || typeof json === 'number') return Number(json);
  throw new AvalancheError('BadJSON', 'must be a number');
};
const options: Read<Options> = object(
  {},
  {
    change: owner,
    maxFee: amountOfAVAX,
    include: list(utxo),
    exclude: list(utxo),
    strategy: word('minFee', 'consolidate', 'largestFirst', 'sweep', 'manual'),
    priceMargin: plainNumber,
    locked: word('prefer', 'only', 'never'),
    maxBytes: plainNumber,
  },
);

/**
 * An intent and its options from their file.
 * @param of Chain that it is for.
 * @throws {AvalancheError} With the path of the field: `BadJSON`: malformed, or a key that is missing, unknown or of the wrong kind;
 *   what amounts, ids, hex and times throw.
 */
export function parseIntent(
  text: string,
  of: 'P' | 'X' | 'C',
): { readonly intent: Intent; readonly options: Options } {
  const json = parseJSON(text);
  if (!isJSONObject(json)) throw new AvalancheError('BadJSON', 'an intent must be an object');
  const { type: name, options: how, ...rest } = json;
  const type = within(['type'], () => string(name ?? null));
  const known: { readonly [type: string]: Read<object> } =
    of === 'C' ? { ...intents, ImportTx: importToC } : intents;
  // Why another type is not built, the builder says.
  const members = Object.hasOwn(known, type) ? known[type]!(rest) : {};
  return {
    intent: { type, ...members } as Intent,
    options: how === undefined ? {} : within(['options'], () => options(how)),
  };
}
