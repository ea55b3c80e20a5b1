/** The verdict of the node's rules on the subject. Loaded when it is asked for. */
import {
  type AnyTx,
  type AnyUTXO,
  type AvalancheError,
  formatHex,
  isError,
  mainnet,
  type Network,
  readAddress,
} from 'avalanche-tx';
import { verifyPossession, verifyWarpMessage } from 'avalanche-tx/bls';
import { connect } from 'avalanche-tx/rpc';
import { checkTx, type Facts, factsOfState, type RuleFinding, signersOf } from 'avalanche-tx/rules';
import { prove } from 'avalanche-tx/sign';
import { type Known, networkOf, own } from './facts.ts';
import type { DecodedSubject, DraftSubject } from './subject.ts';

/** A transaction as the rules take it. */
export function checkableOf(subject: DecodedSubject): Parameters<typeof checkTx>[0] | undefined {
  if (subject.kind === 'draft') return subject.draft;
  const { opened } = subject;
  if (opened.kind === 'tx') return opened.value;
  return opened.kind === 'unsignedTx' ? (opened.value as Parameters<typeof checkTx>[0]) : undefined;
}

/** Facts of a state, UTXOs or a node; of the draft where these are silent. */
function factsFor(known: Known | undefined, network: Network, time: bigint): Facts {
  const { state, utxos, gathered } = known ?? {};
  const said: Facts | object =
    gathered ??
    (state
      ? factsOfState(state)
      : utxos
        ? { utxos, imports: { P: utxos, X: utxos, C: utxos } }
        : {});
  return {
    ...said,
    network,
    time,
    clock: time,
    bls: { verifyPossession, verifyMessage: verifyWarpMessage },
  } as Facts;
}

/** The result of a rule; `proven` if evidence shows who owns the coins, and not whether they are spent. */
export type JudgedFinding = Omit<RuleFinding, 'result'> & {
  readonly result: RuleFinding['result'] | 'proven';
};

export interface Judged {
  readonly result: 'accepted' | 'refused' | 'unknown';
  readonly findings: readonly JudgedFinding[];
  readonly network: Network;
  /** Whether the transaction names a network whose constants are known; else mainnet's are used. */
  readonly isKnownNetwork: boolean;
}

/** Checks every rule that the facts allow. The evidence of a draft is a fact where there is none of the reader's. */
export function judge(subject: DecodedSubject, known: Known | undefined, time: bigint): Judged {
  const said = networkOf(subject);
  const network = said ?? mainnet;
  const proven = known === undefined ? provenUTXOs(subject) : [];
  const from = proven.length > 0 ? { utxos: proven, from: 'the draft' } : known;
  const verdict = checkTx(checkableOf(subject)!, factsFor(from, network, time));
  const place = { network, isKnownNetwork: said !== undefined };
  if (proven.length === 0) return { ...verdict, ...place };
  const findings = verdict.findings.map((finding) =>
    finding.rule === 'UTXOs' && finding.result === 'ok' ? ofEvidence : finding,
  );
  const result = verdict.result === 'accepted' ? 'unknown' : verdict.result;
  return { result, findings, ...place };
}

/** What evidence says of the coins. */
const ofEvidence: JudgedFinding = {
  rule: 'UTXOs',
  result: 'proven',
  detail:
    'The draft’s evidence proves the owners. Only a node can show whether the coins are unspent',
};

/** The coins of a draft whose owners its evidence proves. */
function provenUTXOs(subject: DecodedSubject): readonly AnyUTXO[] {
  if (subject.kind !== 'draft') return [];
  const { draft } = subject;
  try {
    return prove(draft).flatMap(({ status }, i): readonly AnyUTXO[] => {
      const slot = draft.slots[i]!;
      return status === 'proven' && 'utxo' in slot ? [slot.utxo] : [];
    });
  } catch (e) {
    // Evidence that contradicts the draft: the explanation says so.
    if (isError(e)) return [];
    throw e;
  }
}

/**
 * Reads from a node what the rules need of the subject.
 * @param url Named by the reader: no other is ever asked.
 */
export async function gather(
  subject: DecodedSubject,
  url: string,
  signal: AbortSignal,
): Promise<Known> {
  const node = connect(url.trim());
  const owners = subject.kind === 'draft' ? undefined : ownersIn(subject);
  const gathered = owners
    ? await node.facts(unsignedOf(subject) as Pick<AnyTx, 'unsignedTx'>, {
        signal,
        addresses: owners,
      })
    : await node.facts((subject as DraftSubject).draft, { signal });
  const utxos = [
    ...(gathered.utxos ?? []),
    ...Object.values((gathered.imports ?? {}) as Record<string, readonly AnyUTXO[]>).flat(),
  ];
  const count = `${utxos.length} UTXO${utxos.length === 1 ? '' : 's'}`;
  const hint =
    owners?.length === 0
      ? '. It finds UTXOs by their owners: add your addresses, and read again'
      : '';
  return { utxos, gathered, from: `${count}, read from ${url.trim()}${hint}` };
}

/** Who may own what is spent: who signed, and the reader. */
function ownersIn({ opened }: DecodedSubject): readonly Uint8Array[] {
  const all = own.value.map((text) => readAddress(text).bytes);
  if (opened.kind === 'tx')
    try {
      all.push(...signersOf(opened.value as Parameters<typeof signersOf>[0]).flat());
    } catch (e) {
      // A signature is missing, or gives no key.
      if (!isError(e)) throw e;
    }
  return [...new Map(all.map((address) => [formatHex(address), address])).values()];
}

const unsignedOf = ({ opened }: DecodedSubject): object =>
  opened.kind === 'tx' ? opened.txs[0]! : { unsignedTx: opened.value };

/** What a rule says. */
export const sayingOf = ({ error, detail = '', hint }: JudgedFinding): string =>
  (error as AvalancheError | undefined)?.message ?? [detail, hint].filter(Boolean).join('. ');
