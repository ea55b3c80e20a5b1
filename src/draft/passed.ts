/**
 * The conclusion that the contents of a draft passed all checks, kept between calls. It is found by the contents alone, whatever object
 * has them: the unsigned bytes, and everything else in a draft that the verdict depends on. The slots are not among them, and are checked
 * each time, except that locked funds must return to the owners that the slots state.
 */
import { sha256 } from '../crypto/hash.ts';
import { knownNetworks } from '../network/known.ts';
import { formatHex } from '../text/hex.ts';
import { RecentMap } from '../text/recent.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { factOf } from '../tx/held.ts';
import { lockOf } from '../tx/output.ts';
import type { Draft } from './draft.ts';
import { digestOf } from './reading.ts';

const passed = /* @__PURE__ */ new RecentMap<true>(1024);

/** Whether a draft with the same contents passed before. */
export const hasPassed = (draft: Draft): boolean => passed.get(keyOf(draft)) === true;

/** Notes that the contents of a draft passed. */
export const notePassed = (draft: Draft): void => passed.set(keyOf(draft), true);

const keyOf = (draft: Draft): string =>
  factOf(draft.unsignedTx, 'contents', () => {
    const { chain, network, time, slots, fee, change } = draft;
    const rest = {
      chain,
      network: knownNetworks.includes(network) ? network.networkID : network,
      blockchain: draft.chain === 'X' ? draft.blockchain : undefined,
      time,
      fee,
      change,
      locked: slots.flatMap((slot, i) =>
        'utxo' in slot && slot.utxo && lockOf(slot.utxo.output) !== undefined
          ? [i, slot.utxo.output]
          : [],
      ),
    };
    return formatHex(digestOf(draft)) + formatHex(sha256(encodeUTF8(textOf(rest))));
  });

/** Writes plain data as text that differs for different data. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return formatHex(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${textOf(member)}`)
      .join()}}`;
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'bigint'
    ? `${value}n`
    : typeof value === 'number'
      ? `${value}`
      : typeof value;
}
