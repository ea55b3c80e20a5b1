/** Who is still to sign a draft, and for what. */
import { formatAvax, formatHex, formatID } from 'avalanche-tx';
import {
  type CredentialText,
  type ExplainContext,
  explain,
  type Trust,
} from 'avalanche-tx/explain';
import { type ClaimReason, claimReasons, type Draft, prove } from 'avalanche-tx/sign';
import { askedOf } from './asked.ts';
import { listed, type Refusal } from './words.ts';

/** One credential of the transaction: what it unlocks, who owns it, and whose signatures it has. */
export interface SlotRow {
  /** Its place in the transaction: `inputs[0]`. */
  readonly path: string;
  /** What the signatures allow: `Spend 1.5 AVAX`. */
  readonly purpose: string;
  /** Which UTXO, subnet or validator. */
  readonly of: string;
  readonly threshold: number;
  readonly owners: readonly OwnerRow[];
  readonly trust: Trust;
  readonly isOwn: boolean;
  /** Why the owner is not proven. */
  readonly why?: string;
}

/** An address of an owner. */
interface OwnerRow {
  readonly address: string;
  /** `asked`: the transaction names it as a signer; `spare`: others of the owner sign instead. */
  readonly state: 'signed' | 'asked' | 'spare';
}

/** An address that signs, once for all slots. */
export interface SignerRow {
  readonly address: string;
  /** Derivation path, if the draft says it. */
  readonly path?: string;
  readonly isSigned: boolean;
  /** Places that its signature is for. */
  readonly paths: readonly string[];
}

/** What a page shows about the signatures of a draft. */
export interface Signers {
  readonly slots: readonly SlotRow[];
  readonly signers: readonly SignerRow[];
  /** Signers who have not signed yet. */
  readonly missing: number;
  /** The 32 bytes that everybody signs, in hex; undefined if all signatures are there. */
  readonly digest?: string;
}

/** What is known of an owner, in words. */
export const trustWords: Readonly<Record<Trust, string>> = {
  proven: 'Owner proven',
  own: 'Yours',
  changeable: 'Owner proven, may have changed',
  claimed: 'Owner only claimed',
  signed: 'Owner by its signature',
  unknown: 'Owner unknown',
};

/**
 * Who signs what of a draft.
 * @param context What the signer knows: own addresses, UTXOs and evidence.
 */
export function signersOf(draft: Draft, context: ExplainContext = {}): Signers {
  const { credentials } = explain(draft, context);
  const reasons = whysOf(draft, context);
  const slots = credentials.map((credential, i) => rowOf(draft, credential, i, reasons[i]));
  const signers = new Map<string, { isSigned: boolean; paths: string[] }>();
  for (const { path, signatures } of credentials)
    for (const { status, addresses } of signatures) {
      const address = addresses[0] ?? 'unknown';
      const row = signers.get(address) ?? { isSigned: true, paths: [] };
      row.isSigned &&= status === 'valid';
      if (!row.paths.includes(path)) row.paths.push(path);
      signers.set(address, row);
    }
  const digest = askedOf(draft)[0]?.digest;
  const { paths = {} } = draft;
  return {
    slots,
    signers: [...signers].map(([address, row]) => ({
      address,
      ...(paths[address] !== undefined && { path: paths[address] }),
      ...row,
    })),
    missing: [...signers.values()].filter(({ isSigned }) => !isSigned).length,
    ...(digest && { digest: formatHex(digest) }),
  };
}

/** Evidence may contradict the draft; the explanation says so, and the reasons are then left out. */
function whysOf(draft: Draft, context: ExplainContext): readonly (ClaimReason | undefined)[] {
  const { own, utxos, evidence } = context;
  try {
    return prove(draft, {
      ...(own && { own }),
      ...(utxos && { utxos }),
      ...(evidence && { evidence }),
    }).map(({ why }) => why);
  } catch {
    return [];
  }
}

function rowOf(
  draft: Draft,
  { path, owner, trust, isOwn, signatures }: CredentialText,
  index: number,
  why: ClaimReason | undefined,
): SlotRow {
  const signing = new Map(signatures.map(({ status, addresses }) => [addresses[0], status]));
  const owners = (owner?.addresses ?? []).map((address): OwnerRow => {
    const status = signing.get(address);
    return {
      address,
      state: status === 'valid' ? 'signed' : status === undefined ? 'spare' : 'asked',
    };
  });
  return {
    path,
    ...purposeOf(draft, index),
    threshold: owner?.threshold ?? 0,
    owners,
    trust,
    isOwn: isOwn === true,
    ...(why && { why: claimReasons[why] }),
  };
}

function purposeOf(draft: Draft, index: number): { purpose: string; of: string } {
  const slot = draft.slots[index]!;
  if (slot.kind === 'auth') return { purpose: 'Authorize', of: formatID(slot.of) };
  if (slot.kind === 'account') return { purpose: 'Pay from the account', of: '' };
  const { txID, outputIndex, assetID, output } = slot.utxo;
  const of = `UTXO ${formatID(txID)}:${outputIndex}`;
  if (slot.kind === 'operation') return { purpose: `Use ${output.type}`, of };
  const amount = amountIn(output);
  const isAvax = formatHex(assetID) === formatHex(draft.network.avaxAssetID);
  const units = isAvax
    ? `${formatAvax(amount)} AVAX`
    : `${amount} units of asset ${formatID(assetID)}`;
  return { purpose: `Spend ${units}`, of };
}

/** The amount of an output, which may be inside a lock. */
function amountIn(output: object): bigint {
  if ('amount' in output) return output.amount as bigint;
  return 'output' in output ? amountIn(output.output as object) : 0n;
}

/**
 * Says why a draft needs none of the reader's addresses: they have signed, are owners who were not chosen, or own nothing here.
 * @param mine The addresses of the reader's keys, in the form of the draft's chain.
 * @param what What has these addresses: `This key is`, `The first address of this wallet is`.
 */
export function notNeeded(draft: Draft, mine: readonly string[], what: string): Refusal {
  const { credentials } = explain(draft, { network: draft.network });
  const states = credentials.flatMap(({ signatures }) => signatures);
  const namesOf = (status: string): readonly string[] => [
    ...new Set(states.filter((of) => of.status === status).map(({ addresses }) => addresses[0]!)),
  ];
  const needed = namesOf('missing');
  const still = `The draft needs ${listed(needed, 'and')}.`;
  const signed = mine.find((address) => namesOf('valid').includes(address));
  if (signed !== undefined) return { text: `${signed} has signed already. ${still}`, findings: [] };
  const owners = credentials.flatMap(({ owner }) => owner?.addresses ?? []);
  const spare = mine.find((address) => owners.includes(address));
  if (spare !== undefined)
    return {
      text: `${spare} is an owner, but others were chosen to sign. ${still}`,
      findings: [],
      spare,
    };
  return { text: `${what} ${mine[0] ?? 'unknown'}. ${still}`, findings: [] };
}
