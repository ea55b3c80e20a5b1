/** Lies of a node: changes of what the real one answers, each of a kind, with a source of random numbers. */
import type { Transport, TransportReply } from '../../src/rpc/index.ts';
import type { JSONAny, Liar, MakeLie } from './lies/answers.ts';
import { factLies } from './lies/facts.ts';
import { ownerLies } from './lies/owners.ts';
import { utxoLies } from './lies/utxos.ts';

/** The kinds of lies. */
export const lies = {
  ...ownerLies,
  ...utxoLies,
  ...factLies,
} as const satisfies Readonly<Record<string, MakeLie>>;

export type LieKind = keyof typeof lies;
export const lieKinds = Object.keys(lies) as readonly LieKind[];
/** A node that lies, in front of a real one; `told` counts the answers that are not what the real one said. */
export function lying(
  transport: Transport,
  kinds: readonly LieKind[],
  liar: Liar,
): { readonly transport: Transport; readonly told: () => number } {
  let told = 0;
  const isCounting = liar.rng.below(8) > 0;
  const told_ = kinds.map((kind) => lies[kind](liar));
  return {
    told: () => told,
    transport: async (request): Promise<TransportReply> => {
      const reply = await transport(request);
      const call = JSON.parse(request.body ?? '{}') as JSONAny;
      if (reply.status !== 200 || Array.isArray(call)) return reply;
      const json = JSON.parse(reply.text) as JSONAny;
      if (json.result === undefined || json.result === null) return reply;
      let { result } = json;
      for (const lie of told_) result = lie(call.method, result, call) ?? result;
      // A liar counts what he lists.
      if (result.utxos && result.utxos.length !== json.result.utxos.length && isCounting)
        result = { ...result, numFetched: `${result.utxos.length}` };
      if (JSON.stringify(result) === JSON.stringify(json.result)) return reply;
      told++;
      return { ...reply, text: JSON.stringify({ ...json, result }) };
    },
  };
}
