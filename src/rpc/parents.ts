import { idOf } from '../chain/ids.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { type Evidence, maxEvidence, maxEvidenceBytes } from '../state/evidence.ts';
import type { Address } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import { compareBytes, equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { unlocked } from '../tx/output.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Ask, Reader } from './ask.ts';
import { bytesAnswered } from './common.ts';
import type { CallOptions } from './service.ts';

/** How much evidence a state gets. */
export interface EvidenceOptions {
  /** Most transactions: 64 if omitted, at most 512. */
  readonly maxTxs?: number;
  /** Most bytes of them together: 4 MiB if omitted, at most 8 MiB. */
  readonly maxBytes?: number;
}

/** The parents that a client read, and the txIDs that its node does not have. */
export interface Parents {
  /**
   * A state with evidence for the UTXOs whose owners have addresses that are not the caller's own: of these the node could say anything.
   * What is read depends on the UTXOs only. A UTXO whose parent the node does not have stays a claim.
   */
  prove<S extends State>(state: S, options: EvidenceOptions & CallOptions): Promise<S>;
  /** The txIDs that the node was asked for and does not have: what `prove` takes as `unavailable`. */
  unavailable(): readonly Uint8Array[];
}

/** A parent that is needed. */
interface Parent {
  readonly chain: Evidence['chain'];
  readonly txID: Uint8Array;
}

/** Calls at once. */
const atOnce = 8;
/** Parents that are remembered: the oldest are forgotten. */
const remembered = 1024;

const usual = { maxTxs: 64, maxBytes: 4 * 1024 * 1024 } as const;

function limitsOf({ maxTxs = usual.maxTxs, maxBytes = usual.maxBytes }: EvidenceOptions) {
  for (const [key, value, max] of [
    ['maxTxs', maxTxs, maxEvidence],
    ['maxBytes', maxBytes, maxEvidenceBytes],
  ] as const)
    if (!Number.isInteger(value) || value < 0 || value > max)
      throw new AvalancheError('OutOfRange', `must be 0 to ${max}`, { min: 0, max }).at(
        'evidence',
        key,
      );
  return { maxTxs, maxBytes };
}

/** Whether an owner has an address that is not the caller's. */
const isForeign = ({ output }: AnyUTXO, own: ReadonlySet<string>): boolean =>
  ownersOf(unlocked(output)).some((address) => !own.has(formatHex(address)));

const ownersOf = (output: object): readonly Uint8Array[] =>
  'addresses' in output ? (output.addresses as readonly Uint8Array[]) : [];

/** The parents whose outputs decide something, each once, in the order of their ids. */
function parentsOf(state: State, from: readonly Address[]): readonly Parent[] {
  const own = new Set(from.flatMap((of) => (typeof of === 'string' ? [] : [formatHex(of)])));
  const here: readonly AnyUTXO[] = state.chain === 'C' ? [] : state.utxos;
  const all: [Evidence['chain'], readonly AnyUTXO[]][] = [
    [state.chain, here],
    ...(Object.entries(state.imports ?? {}) as [Evidence['chain'], readonly AnyUTXO[]][]),
  ];
  const found = new Map<string, Parent>();
  for (const [chain, utxos] of all)
    for (const utxo of utxos)
      if (isForeign(utxo, own)) found.set(formatHex(utxo.txID), { chain, txID: utxo.txID });
  return [...found.values()].sort((a, b) => compareBytes(a.txID, b.txID));
}

/** The parents of one client. */
export function parents(newReader: () => Reader): Parents {
  /** `null`: the node does not have it. */
  const known = new Map<string, Evidence | null>();
  const missing = new Map<string, Uint8Array>();
  const read = async (ask: Ask, parent: Parent, alias: string, of: CallOptions): Promise<void> => {
    const bytes = await bytesOf(ask, parent, alias, of);
    const key = formatHex(parent.txID);
    // Another transaction proves nothing, and neither does what only looks like one.
    const isIt = bytes !== undefined && equalBytes(idOf(bytes), parent.txID);
    if (!isIt) missing.set(key, parent.txID);
    known.set(key, isIt ? { chain: parent.chain, bytes } : null);
    for (const map of [known, missing]) {
      const [oldest] = map.keys();
      if (map.size > remembered && oldest !== undefined) map.delete(oldest);
    }
  };
  return {
    async prove(state, { signal, ...options }) {
      const { maxTxs, maxBytes } = limitsOf(options);
      const { ask } = newReader();
      const of = { ...(signal && { signal }) };
      const alias = (state.chain === 'X' && state.blockchain?.alias) || 'X';
      const needed = parentsOf(state, state.from).slice(0, maxTxs);
      const evidence: Evidence[] = [];
      let size = 0;
      for (let i = 0; i < needed.length && size < maxBytes; i += atOnce) {
        const some = needed.slice(i, i + atOnce);
        const asked = some.filter(({ txID }) => !known.has(formatHex(txID)));
        await Promise.all(
          asked.map((parent) => read(ask, parent, parent.chain === state.chain ? alias : 'X', of)),
        );
        for (const { txID } of some) {
          const found = known.get(formatHex(txID));
          if (!found || size + found.bytes.length > maxBytes) continue;
          size += found.bytes.length;
          evidence.push(found);
        }
      }
      return evidence.length > 0 ? { ...state, evidence } : state;
    },
    unavailable: () => [...missing.values()],
  };
}

/** The signed bytes of a transaction, unless the node does not have it. */
async function bytesOf(
  ask: Ask,
  { chain, txID: id }: Parent,
  alias: string,
  of: CallOptions,
): Promise<Uint8Array | undefined> {
  const txID = formatID(id);
  try {
    switch (chain) {
      case 'P':
        return bytesAnswered((await ask('platform.getTx', { txID }, of)).tx);
      case 'X':
        return bytesAnswered((await ask('avm.getTx', { txID }, { ...of, at: alias })).tx);
      case 'C':
        return (await ask('avax.getAtomicTx', { txID }, of)).tx;
    }
  } catch (e) {
    // Without it the owner stays a claim; but no connection, or too much, is no answer.
    if (isError(e, 'Transport') || isError(e, 'LimitExceeded') || !isError(e)) throw e;
    return undefined;
  }
}
