/** The verdict of the node's rules on the subject. Loaded when it is asked for. */
import { type AnyTx, type AvalancheError, fuji, local, mainnet, type Network } from 'avalanche-tx';
import { verifyPossession, verifyWarpMessage } from 'avalanche-tx/bls';
import { connect } from 'avalanche-tx/rpc';
import { checkTx, type Facts, factsOfState, type RuleFinding } from 'avalanche-tx/rules';
import { type Known, networkOf } from './facts.ts';
import type { DecodedSubject } from './subject.ts';

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

export interface Judged {
  readonly result: 'accepted' | 'refused' | 'unknown';
  readonly findings: readonly RuleFinding[];
  readonly network: Network;
  /** Whether the transaction names a network whose constants are known; else mainnet's are used. */
  readonly isKnownNetwork: boolean;
}

/** Checks every rule that the facts allow. */
export function judge(subject: DecodedSubject, known: Known | undefined, time: bigint): Judged {
  const said = networkOf(subject);
  const network = said ?? mainnet;
  const verdict = checkTx(checkableOf(subject)!, factsFor(known, network, time));
  return { ...verdict, network, isKnownNetwork: said !== undefined };
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
  const of =
    subject.kind === 'draft'
      ? subject.draft
      : ({ ...unsignedOf(subject) } as Pick<AnyTx, 'unsignedTx'>);
  const gathered = await connect(url).facts(of, { signal });
  return { utxos: gathered.utxos, gathered, from: `read from ${url}` };
}

const unsignedOf = ({ opened }: DecodedSubject): object =>
  opened.kind === 'tx' ? opened.txs[0]! : { unsignedTx: opened.value };

/** The public nodes of Ava Labs, offered and never asked by themselves. */
export const publicNodes = [
  [mainnet.networkID, 'https://api.avax.network'],
  [fuji.networkID, 'https://api.avax-test.network'],
  [local.networkID, 'http://127.0.0.1:9650'],
] as const;

/** What a rule says. */
export const sayingOf = ({ error, detail = '', hint }: RuleFinding): string =>
  (error as AvalancheError | undefined)?.message ?? [detail, hint].filter(Boolean).join('. ');
