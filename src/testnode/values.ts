/** The values that a node's words about a transaction can contain, by name. */
import { inputIDOf } from '../chain/ids.ts';
import type { AnyTx } from '../chain/tx.ts';
import { type AvalancheError, isError } from '../errors/error.ts';
import type { FactLookup, Facts, UTXOs } from '../rules/facts.ts';
import { equalBytes, formatHex, parseHex } from '../text/bytes.ts';
import { formatCB58 } from '../text/cb58.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { authorizationOf, inputsOf } from '../tx/parts.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { Message } from '../warp/message.ts';
import { decode } from '../wire/codec.ts';

type Values = readonly (readonly [name: string, text: string])[];

/** What a node says before it goes into the inputs, by type. Source: avalanchego `vms/platformvm/txs/executor/`. */
export const flowFrames: Readonly<Record<string, string>> = {
  'platformvm.AddValidatorTx': 'flow check failed: ',
  'platformvm.AddDelegatorTx': 'flow check failed: ',
  'platformvm.AddSubnetValidatorTx': 'flow check failed: ',
  'platformvm.RemoveSubnetValidatorTx': 'flow check failed: ',
  'platformvm.TransferSubnetOwnershipTx': 'flow check failed: ',
  'platformvm.AddPermissionlessValidatorTx': 'flow check failed: ',
  'platformvm.AddPermissionlessDelegatorTx': 'flow check failed: ',
  'platformvm.AddAutoRenewedValidatorTx': 'flow check failed: ',
  'platformvm.ExportTx': 'failed verifySpend: ',
};

/** What it says before the form of what all types have. Source: avalanchego `vms/platformvm/txs/`. */
export const baseFrames: Readonly<Record<string, string>> = {
  'platformvm.AddValidatorTx': 'failed to verify BaseTx: ',
  'platformvm.AddPermissionlessValidatorTx': 'failed to verify BaseTx: ',
  'platformvm.AddPermissionlessDelegatorTx': 'failed to verify BaseTx: ',
  'platformvm.AddAutoRenewedValidatorTx': 'verifying BaseTx: ',
};

/** What it says before a staked output. Source: as `baseFrames`. */
export const stakeFrames: Readonly<Record<string, string>> = {
  'platformvm.AddValidatorTx': 'failed to verify output: ',
  'platformvm.AddDelegatorTx': 'output verification failed: ',
  'platformvm.AddPermissionlessValidatorTx': 'failed to verify output: ',
  'platformvm.AddPermissionlessDelegatorTx': 'failed to verify output: ',
  'platformvm.AddAutoRenewedValidatorTx': 'verifying output: ',
};

const idText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatID(bytes);

/** The values of an object that a message can contain, as a node writes them. */
function textsOf(of: object, before: string): Values {
  return Object.entries(of).flatMap(([key, value]) =>
    typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string'
      ? [[before + key, String(value)] as const]
      : value instanceof Uint8Array && (value.length === 20 || value.length === 32)
        ? [[before + key, idText(value)] as const]
        : [],
  );
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array);

/** What a path leads through. */
function placesOn(tx: AnyTx, path: AvalancheError['path']): readonly object[] {
  const places: object[] = [];
  let at: unknown = tx.unsignedTx;
  for (const step of path) {
    at = (at as Record<string | number, unknown> | undefined)?.[step];
    if (isRecord(at)) places.push(at);
  }
  return places;
}

const lookUp = <V>(lookup: FactLookup<V> | undefined, key: string): V | null | undefined =>
  typeof lookup === 'function' ? lookup(key) : lookup?.get(key);

/** The UTXO that an input names. */
function utxoValues(tx: AnyTx, facts: Facts, place: object | undefined): Values {
  if (!place || !('txID' in place && 'outputIndex' in place)) return [];
  const id = formatID(inputIDOf(place as { txID: Uint8Array; outputIndex: number }));
  const { network, utxos, imports } = facts;
  const source = 'sourceChain' in tx.unsignedTx ? tx.unsignedTx.sourceChain : undefined;
  const from = (['P', 'X', 'C'] as const).find(
    (name) => source && equalBytes(network.chains[name].blockchainID, source),
  );
  const known = [utxos, from && imports?.[from]].flatMap((of: UTXOs | undefined) =>
    of && !Array.isArray(of) ? [lookUp(of as FactLookup<AnyUTXO>, id) ?? []].flat() : [],
  );
  const output = known[0]?.output;
  const inner = output?.type === 'stakeable.LockOut' ? output.output : output;
  return [
    ['utxo.inputID', id],
    ...known.slice(0, 1).map(({ assetID }) => ['utxo.assetID', formatID(assetID)] as const),
    ...(inner ? textsOf(inner, 'utxo.') : []),
  ];
}

/** Amounts that are missing, and of what. */
function shortValues({ context }: AvalancheError, { network }: Facts): Values {
  const { goesIn, comesOut, fee, minFee } = context as Readonly<Record<string, bigint | undefined>>;
  const has = goesIn ?? fee;
  const needs = comesOut ?? minFee;
  if (has === undefined || needs === undefined || needs <= has) return [];
  const { assetID = formatID(network.avaxAssetID) } = context as { assetID?: string };
  return [
    ['short', String(needs - has)],
    ['shortAsset', assetID],
  ];
}

/** Who signed, and who should have. */
function signerValues(tx: AnyTx, { code, context }: AvalancheError): Values {
  const { found, expected } = context as { found?: string; expected?: string };
  if (code !== 'BadSignature' || !found || !expected) return [];
  const isAccount = tx.unsignedTx.type === 'atomic.ExportTx';
  const text = (hex: string): string => (isAccount ? hex : formatCB58(parseHex(hex)));
  return [
    ['signer.expected', text(expected)],
    ['signer.found', text(found)],
  ];
}

/** The weight of all who can sign the message of a transaction. */
function warpValues(
  { unsignedTx: tx }: AnyTx,
  rule: string,
  { context }: AvalancheError,
  facts: Facts,
): Values {
  if (rule !== 'warp signature' || !('message' in tx)) return [];
  try {
    const source = formatID(decode(Message, tx.message).SourceChainID);
    const set = lookUp(facts.signers, source);
    return [
      ['warp.sourceChain', source],
      ['warp.numerator', '67'],
      ['warp.denominator', '100'],
      ['warp.weight', String((context as { have?: bigint }).have ?? 0n)],
      ...(set ? [['warp.totalWeight', String(set.totalWeight)] as const] : []),
    ];
  } catch (e) {
    if (!isError(e)) throw e;
    return [];
  }
}

function accountValues(tx: AnyTx, facts: Facts, place: object | undefined): Values {
  if (tx.chain !== 'C' || !place || !('nonce' in place && 'address' in place)) return [];
  const address = formatHex(place.address as Uint8Array);
  const account = lookUp(facts.accounts, address);
  return [['account', address], ...(account ? textsOf(account, 'account.') : [])];
}

/** The subnet that a transaction is about. The primary network has the id of the P-chain, which every transaction names. */
function subnetIn({ unsignedTx: tx }: AnyTx): Values {
  const { subnetID } = ('validator' in tx && 'subnetID' in tx.validator ? tx.validator : tx) as {
    subnetID?: Uint8Array;
  };
  return subnetID ? [['subnet', formatID(subnetID)]] : [];
}

const stakedIn = ({ unsignedTx: tx }: AnyTx): Values =>
  'stake' in tx
    ? [
        [
          'staked',
          String(
            tx.stake.reduce(
              (sum, { output }) =>
                sum + (output.type === 'stakeable.LockOut' ? output.output : output).amount,
              0n,
            ),
          ),
        ],
      ]
    : [];

/** What can stand in a message about a transaction: values of the finding and of the places that its path leads to. */
export function valuesIn(
  tx: AnyTx,
  rule: string,
  error: AvalancheError,
  facts: Facts,
): ReadonlyMap<string, string> {
  const { context, path } = error;
  const { validator } = tx.unsignedTx as { validator?: object };
  const { type } = tx.unsignedTx;
  const places = placesOn(tx, path);
  const index = path.filter((step) => typeof step === 'number')[0];
  const list: Values = [
    ['id', tx.txID],
    ['flow', flowFrames[type] ?? ''],
    ['base', baseFrames[type] ?? ''],
    ['stake', stakeFrames[type] ?? ''],
    ...subnetIn(tx),
    ...shortValues(error, facts),
    ...signerValues(tx, error),
    ...utxoValues(tx, facts, places[0]),
    ...accountValues(tx, facts, places[0]),
    ...warpValues(tx, rule, error, facts),
    ...textsOf(context as object, 'context.'),
    ...stakedIn(tx),
    ...places.flatMap((place, i) => textsOf(place, `place${i}.`)),
    ...textsOf(validator ?? {}, 'validator.'),
    ...textsOf(tx.unsignedTx, ''),
    ['avax', formatID(facts.network.avaxAssetID)],
    ['chain', formatID(facts.network.chains[tx.chain].blockchainID)],
    ...(index === undefined ? [] : [['index', String(index)] as const]),
  ];
  const values = new Map<string, string>();
  for (const [name, text] of list) if (!values.has(name)) values.set(name, text);
  return values;
}

/**
 * Where in a transaction a finding is, for its words: the last field of its path. Of X-chain transactions it also says whether a node
 * finds it in the inputs that all types have, or in what the type adds.
 */
export function spotOf({ chain, unsignedTx: tx }: AnyTx, { path }: AvalancheError): string {
  const [first, at] = path;
  const isLast = first === 'credentials' && at === inputsOf(tx).length;
  if (isLast && authorizationOf(tx)) return 'authorization';
  const last = path.findLast((step): step is string => typeof step === 'string') ?? '';
  const isOwn =
    first === 'credentials'
      ? 'inputs' in tx && Number(at) >= tx.inputs.length
      : first === 'importedInputs' || first === 'operations';
  return chain === 'X' && isOwn ? `its own ${last}` : last;
}
