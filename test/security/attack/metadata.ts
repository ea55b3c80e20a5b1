/** Ways to change what a draft says beside its transaction: total over every member of its format. */

import { warningOf } from '../../../src/draft/draft.ts';
import { toWire, type WireDraft, type WireSlot } from '../../../src/draft/file.ts';
import { formatAddress } from '../../../src/network/address.ts';
import { formatNetwork } from '../../../src/network/custom.ts';
import { fuji } from '../../../src/network/known.ts';
import { decodeDraft, encodeDraft } from '../../../src/sign/index.ts';
import { blockchainOf } from '../../../src/state/state.ts';
import { credentialUsesOf, withIndices } from '../../../src/tx/credentials.ts';
import { unlocked } from '../../../src/tx/output.ts';
import type { PlainOutput } from '../../../src/tx/types.ts';
import type { Base } from '../../support/attack/bases.ts';
import { type Forgery, openedUp } from '../../support/attack/forge.ts';
import { mallory, ownerOf1, victim } from '../../support/attack/people.ts';
import { parent, spending } from '../../support/parents.ts';
import { now } from '../../support/state.ts';
import { put } from './fields.ts';

/** A way to change a member. */
export interface DraftWay {
  readonly way: string;
  readonly gains?: string;
  readonly nothing?: string;
  readonly forge: (base: Base) => Forgery | undefined;
}

type Element<T> = T extends readonly (infer E)[] ? E : never;
type Nested<Name extends string, T> = {
  readonly [K in keyof T & string as `${Name}[].${K}`]: readonly DraftWay[];
};
type Members = { readonly [K in keyof WireDraft]: readonly DraftWay[] } & Nested<
  'slots',
  WireSlot
> &
  Nested<'slots[].signatures', Element<WireSlot['signatures']>> &
  Nested<'warnings', Element<WireDraft['warnings']>> &
  Nested<'paths', Element<WireDraft['paths']>> &
  Nested<'evidence', Element<WireDraft['evidence']>> &
  Nested<'extra', Element<WireDraft['extra']>>;

/** A draft with everything that a draft can say, so that all of it can be changed. */
export function dressed(base: Base): Base {
  const { draft } = base;
  const chain = blockchainOf(draft);
  const paths: Record<string, string> = {};
  for (const { owner, kind } of draft.slots)
    if (kind !== 'account')
      owner.addresses.forEach((address, i) => {
        paths[formatAddress(address, chain, draft.network)] = `m/44'/9000'/0'/0/${i}`;
      });
  const full = {
    ...draft,
    ...(Object.keys(paths).length > 0 && { paths }),
    descriptor: "[m/44'/9000'/0']xpub",
    warnings: [warningOf('tooMany', 2n)],
    extra: { 'example.com/note': Uint8Array.of(1) },
  };
  return { ...base, draft: decodeDraft(encodeDraft(full as typeof draft)) };
}

const more = (change: (wire: WireDraft, base: Base) => Partial<WireDraft> | undefined) =>
  ((base) => {
    const of = change(toWire(base.draft), base);
    return of && { ...openedUp(base.draft), more: of };
  }) satisfies DraftWay['forge'];

const mine = ownerOf1(mallory.shortID);

/** A slot of the victim’s by another name, with the evidence that would say so, or without it. */
const relabelled =
  (keepsEvidence: boolean): DraftWay['forge'] =>
  ({ draft }) => {
    const of = openedUp(draft);
    const i = draft.slots.findIndex(
      ({ kind, owner }) => kind !== 'account' && owner.threshold === 1,
    );
    if (i < 0 || draft.slots.length < 2) return undefined;
    const slots = of.slots.map((slot, k) => (k === i ? { ...slot, owner: [mine] } : slot));
    const tx = withIndices(
      of.tx,
      credentialUsesOf(of.tx).map(({ signatureIndices }, k) => (k === i ? [0] : signatureIndices)),
    );
    const paths = toWire(draft).paths.filter(({ address }) => !keepsEvidence || address !== '');
    return {
      ...of,
      tx,
      slots,
      more: { paths: pathsFor(paths, draft, slots), ...(!keepsEvidence && { evidence: [] }) },
    };
  };

/** Paths of those who are still there. */
function pathsFor(
  paths: WireDraft['paths'],
  draft: Base['draft'],
  slots: WireDraft['slots'],
): WireDraft['paths'] {
  const chain = blockchainOf(draft);
  const there = new Set(
    [...slots.flatMap(({ owner }) => owner), ...draft.change.map(({ output }) => output)].flatMap(
      ({ addresses }) => addresses.map((address) => formatAddress(address, chain, draft.network)),
    ),
  );
  return paths.filter(({ address }) => there.has(address));
}

/** The victim’s coin as that of either of two, and the change to either of them (C1). */
const eitherOf: DraftWay['forge'] = ({ draft }) => {
  const of = openedUp(draft);
  const i = draft.slots.findIndex(({ kind, owner }) => kind === 'input' && owner.threshold === 1);
  const [change] = of.change;
  if (i < 0 || change === undefined) return undefined;
  const addresses = [victim.alone, mallory.shortID].sort(Buffer.compare);
  const owner = { ...mine, addresses };
  const tx = withIndices(
    of.tx,
    credentialUsesOf(of.tx).map(({ signatureIndices }, k) =>
      k === i ? [addresses.indexOf(victim.alone)] : signatureIndices,
    ),
  );
  const list = 'outputs' in tx ? tx.outputs[change]! : undefined;
  if (!list || !('output' in list)) return undefined;
  const inner = list.output.type === 'stakeable.LockOut' ? ['output', 'output'] : ['output'];
  const slots = of.slots.map((slot, k) => (k === i ? { ...slot, owner: [owner] } : slot));
  const changed = put(tx, ['outputs', change, ...inner], (old) => ({
    ...(old as object),
    threshold: 1,
    addresses,
  })) as Forgery['tx'];
  const after = { ...draft, change: draft.change.slice(1) };
  return {
    ...of,
    tx: changed,
    slots,
    more: { evidence: [], paths: pathsFor(toWire(draft).paths, after, slots) },
  };
};

/** A payment that is called change. */
const paymentAsChange: DraftWay['forge'] = ({ draft }) => {
  const of = openedUp(draft);
  const { outputs = [] } = of.tx as { readonly outputs?: readonly object[] };
  const place = outputs.findIndex(
    (out, i) =>
      'output' in out &&
      !of.change.includes(i) &&
      !victim.addresses.some((address) =>
        unlocked((out as PlainOutput).output).addresses.some((a) => Buffer.from(a).equals(address)),
      ),
  );
  return place < 0 ? undefined : { ...of, change: [...of.change, place] };
};

const priced = (to: (base: Base) => bigint): DraftWay['forge'] =>
  more((wire, base) => {
    const price = to(base);
    return base.draft.chain === 'X' || price === wire.price ? undefined : { price };
  });

const half = 500_000_000n;
const perGas = ({ draft: { chain, fee } }: Base): bigint =>
  (half * (chain === 'C' ? 1_000_000_000n : 1n)) / (fee.gas ?? 1n);

const nameless = 'A reader sees a payment to himself.';
const makersWord = 'By the maker’s word: it hides nothing that the transaction shows.';
const unread = 'Neither signed nor read.';

/** Every member of a draft, and of what stands in it. */
export const draftMembers: Members = {
  format: [
    {
      way: 'another version',
      gains: 'the same words are read in another way',
      forge: more(() => ({ format: 'avalanche-tx draft 3' })),
    },
  ],
  network: [
    {
      way: 'another name',
      gains: 'shown as of another network',
      forge: more(() => ({ network: 'mainnet' })),
    },
    {
      way: 'a file that calls itself fuji, with other fees',
      gains: 'a fee that seems to be what the network asks',
      forge: more(() => ({
        network: formatNetwork(fuji).replace(/"txFee":\d+/, '"txFee":50000000000000'),
      })),
    },
    {
      way: 'a file of its number by another name',
      gains: 'constants of the attacker’s choice',
      forge: more(() => ({
        network: formatNetwork(fuji).replace('"name":"fuji"', '"name":"devnet"'),
      })),
    },
  ],
  chain: [
    {
      way: 'another chain',
      gains: 'the bytes are read as another transaction',
      forge: more(({ chain }) => ({ chain: chain === 'P' ? 'X' : 'P' })),
    },
  ],
  alias: [
    {
      way: 'another instance',
      gains: 'shown as of another chain',
      forge: more(() => ({ alias: 'my' })),
    },
  ],
  time: [
    {
      way: 'ten days ago',
      gains: 'what is over looks valid',
      forge: more(() => ({ time: now - 864_000n })),
    },
    {
      way: 'in ten days',
      gains: 'what is locked looks open, and what is old looks new',
      forge: more(() => ({ time: now + 864_000n })),
    },
  ],
  unsignedTx: [
    {
      way: 'bytes behind it',
      gains: 'other bytes are signed than are shown (what the transaction says: see above)',
      forge: more(({ unsignedTx }) => ({ unsignedTx: Uint8Array.from([...unsignedTx, 0]) })),
    },
  ],
  slots: [
    {
      way: 'one less',
      gains: 'an input that is not shown',
      forge: more(({ slots }) => ({ slots: slots.slice(1) })),
    },
  ],
  'slots[].owner': [
    {
      way: 'the attacker, evidence kept',
      gains: 'the victim signs elsewhere, and the signature counts here (C2)',
      forge: relabelled(true),
    },
    {
      way: 'the attacker, evidence left out',
      gains: 'the victim signs elsewhere, and the signature counts here (C2)',
      forge: relabelled(false),
    },
    {
      way: 'the victim or the attacker, as the change',
      gains: 'the change “goes back” to an owner that the attacker is one of (C1)',
      forge: eitherOf,
    },
  ],
  'slots[].lock': [
    {
      way: 'a lock that is over',
      nothing: 'It can only be over, and the amount is the same.',
      forge: more(({ slots }, { draft }) => {
        const i = draft.slots.findIndex(
          (slot) => slot.kind === 'input' && slot.utxo.output.type !== 'stakeable.LockOut',
        );
        return i < 0 || draft.chain !== 'P'
          ? undefined
          : { slots: slots.map((slot, k) => (k === i ? { ...slot, lock: now - 1n } : slot)) };
      }),
    },
  ],
  'slots[].signatures': [
    {
      way: 'one more',
      gains: 'a signature where none belongs',
      forge: more(({ slots: [first, ...others] }) => ({
        slots: [
          { ...first!, signatures: [...first!.signatures, { bytes: new Uint8Array(0) }] },
          ...others,
        ],
      })),
    },
  ],
  'slots[].signatures[].bytes': [
    {
      way: 'a signature of the attacker',
      gains: 'it looks as if others had agreed',
      forge: more(({ slots: [first, ...others] }) => ({
        slots: [
          {
            ...first!,
            signatures: first!.signatures.map(() => ({ bytes: new Uint8Array(65).fill(1) })),
          },
          ...others,
        ],
      })),
    },
  ],
  price: [
    {
      way: 'twice, with the fee',
      gains: 'more is burned, up to the ceiling',
      forge: priced(({ draft: { fee } }) => (fee.price ?? 0n) * 2n),
    },
    {
      way: 'half an AVAX of fee',
      gains: 'more is burned',
      forge: priced(perGas),
    },
    {
      way: 'a price on X',
      gains: 'a fee that seems to be asked',
      forge: more(({ chain }) => (chain === 'X' ? { price: 1n } : undefined)),
    },
  ],
  change: [
    {
      way: 'a payment as well',
      gains: 'a payment looks like change, and is not counted',
      forge: paymentAsChange,
    },
    {
      way: 'twice',
      gains: 'what leaves is counted as less (H1)',
      forge: more(({ change: [first, ...others] }) =>
        first === undefined ? undefined : { change: [first, first, ...others] },
      ),
    },
    {
      way: 'a place that is none',
      gains: 'something is counted as change that is not there',
      forge: more(() => ({ change: [1_048_575] })),
    },
    {
      way: 'none',
      nothing: nameless,
      forge: ({ draft }) => {
        const of = openedUp(draft);
        const paths = pathsFor(toWire(draft).paths, { ...draft, change: [] }, of.slots);
        return of.change.length === 0 ? undefined : { ...of, change: [], more: { paths } };
      },
    },
  ],
  warnings: [{ way: 'none', nothing: makersWord, forge: more(() => ({ warnings: [] })) }],
  'warnings[].reason': [
    {
      way: 'words of the attacker',
      gains: 'words that look like those of this library (M2)',
      forge: more(() => ({ warnings: [{ reason: '__proto__', amount: 1n }] })),
    },
    {
      way: 'another reason',
      nothing: makersWord,
      forge: more(() => ({ warnings: [{ reason: 'dust', amount: 2n }] })),
    },
  ],
  'warnings[].amount': [
    {
      way: 'another',
      nothing: makersWord,
      forge: more(() => ({ warnings: [{ reason: 'tooMany', amount: 0n }] })),
    },
  ],
  paths: [
    {
      way: 'none',
      nothing: 'A signer that needs a path asks for it.',
      forge: more(({ paths }) => (paths.length > 0 ? { paths: [] } : undefined)),
    },
  ],
  'paths[].address': [
    {
      way: 'of the attacker',
      gains: 'a key is derived for an address that is not the victim’s',
      forge: more(
        ({ paths: [first] }, { draft }) =>
          first && {
            paths: [
              { ...first, address: formatAddress(mallory.shortID, blockchainOf(draft), fuji) },
            ],
          },
      ),
    },
  ],
  'paths[].path': [
    {
      way: 'another',
      nothing: 'A signer derives and compares the address: it finds no key.',
      forge: more(({ paths }) =>
        paths.length > 0
          ? { paths: paths.map((of) => ({ ...of, path: "m/44'/9000'/7'/0/7" })) }
          : undefined,
      ),
    },
  ],
  descriptor: [
    {
      way: 'of the attacker’s wallet',
      nothing: 'Nothing is derived from it: the signer’s own wallet is what counts.',
      forge: more(() => ({ descriptor: "[m/44'/9000'/1']xpub" })),
    },
  ],
  evidence: [
    {
      way: 'none',
      nothing: 'Owners that it proved are claimed: see `slots[].owner`.',
      forge: more(({ evidence }) => (evidence.length > 0 ? { evidence: [] } : undefined)),
    },
  ],
  'evidence[].chain': [
    {
      way: 'another chain',
      nothing: 'It proves nothing, or cannot be read.',
      forge: more(({ evidence }) =>
        evidence.length > 0
          ? { evidence: evidence.map((of) => ({ ...of, chain: of.chain === 'C' ? 'X' : 'C' })) }
          : undefined,
      ),
    },
  ],
  'evidence[].bytes': [
    {
      way: 'a transaction of the attacker',
      nothing: 'Its id is its hash: no input names it.',
      forge: more(({ evidence }) => {
        const { chain, bytes } = parent('P', {
          type: 'platformvm.BaseTx',
          ...spending(),
          outputs: [],
        });
        return evidence.length > 0 ? { evidence: [{ chain, bytes }] } : undefined;
      }),
    },
  ],
  extra: [{ way: 'none', nothing: unread, forge: more(() => ({ extra: [] })) }],
  'extra[].key': [
    {
      way: 'another',
      nothing: unread,
      forge: more(({ extra: [first] }) => ({ extra: [{ ...first!, key: 'evil.example/x' }] })),
    },
  ],
  'extra[].bytes': [
    {
      way: 'others',
      nothing: unread,
      forge: more(({ extra: [first] }) => ({
        extra: [{ ...first!, bytes: new Uint8Array(9).fill(27) }],
      })),
    },
  ],
};
