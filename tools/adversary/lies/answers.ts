/** What a lie is, and what lies about answers of all kinds are made of. */
import type { Random } from '../../fuzz/random.ts';
import type { World } from '../world.ts';

/** What a lie may know. */
export interface Liar {
  readonly world: World;
  readonly rng: Random;
  /** UTXOs that were spent, or are somebody else's, by chain, as a node writes them. */
  readonly others: { readonly P: readonly string[]; readonly X: readonly string[] };
}

// biome-ignore lint/suspicious/noExplicitAny: answers as JSON, which a lie changes at will
export type JSONAny = any;

/** What a node is asked, and its result, which a lie changes; `undefined`: it says nothing of this. */
type Lie = (method: string, result: JSONAny, call: JSONAny) => JSONAny | undefined;
export type MakeLie = (liar: Liar) => Lie;

export const hashOf = (text: string): number => {
  let hash = 0;
  for (let i = 6; i < Math.min(text.length, 90); i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return Math.abs(hash);
};

/** Changes a member of the result of some methods. */
export const member =
  (
    methods: RegExp,
    change: (liar: Liar, result: JSONAny, method: string) => JSONAny | undefined,
  ): MakeLie =>
  (liar) => {
    const said = new Map<string, JSONAny>();
    return (method, result) => {
      if (!methods.test(method)) return undefined;
      // The same lie each time.
      const key = `${method} ${JSON.stringify(result)}`;
      if (!said.has(key)) said.set(key, change(liar, result, method));
      return said.get(key);
    };
  };

/** Another number than a node says, as it writes it. */
const otherNumber = (value: JSONAny, rng: Random): JSONAny => {
  const of = BigInt(value);
  const next = rng.pick([of * 2n, of * 1000n, of * 1_000_000_000n, of / 2n, of + 1n, 0n, 1n]);
  return typeof value === 'string' ? `${next}` : Number(next);
};

/** Changes one of the numbers of an object, wherever it is. */
export function oneNumber(of: JSONAny, rng: Random): JSONAny {
  const keys = Object.keys(of).filter(
    (key) => /^\d+$/.test(`${of[key]}`) || Array.isArray(of[key]),
  );
  if (keys.length === 0) return undefined;
  const key = rng.pick(keys);
  return {
    ...of,
    [key]: Array.isArray(of[key])
      ? of[key].map((n: JSONAny, i: number) => (i === rng.below(4) ? otherNumber(n, rng) : n))
      : otherNumber(of[key], rng),
  };
}
/** An answer of one method to only some: the others stay true. */
export const sometimes =
  (lie: MakeLie, share: number): MakeLie =>
  (liar) => {
    const of = lie(liar);
    const salt = liar.rng.below(100);
    return (method, result, call) =>
      (hashOf(`      ${method}${JSON.stringify(call.params ?? {})}`) + salt) % 100 < share
        ? of(method, result, call)
        : undefined;
  };
