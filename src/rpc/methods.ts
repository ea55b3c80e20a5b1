import { frozen } from '../errors/frozen.ts';
import type { SchemaInput, Value } from '../schema/schema.ts';
import { avaxMethods } from './avax.ts';
import { avm } from './avm.ts';
import { index } from './containers.ts';
import { evm } from './evm.ts';
import { health } from './health.ts';
import { info } from './info.ts';
import { platform } from './platform.ts';
import { proposervm } from './proposervm.ts';
import { staking } from './staking.ts';

/** The rows of all services. */
export type Rows = typeof platform &
  typeof staking &
  typeof avm &
  typeof avaxMethods &
  typeof info &
  typeof index &
  typeof health &
  typeof proposervm &
  typeof evm;

/**
 * Every method: where it answers, what it takes and gives, since when it is deprecated, how it is paged, whether public
 * servers have it.
 */
export const methods: Rows = /* @__PURE__ */ frozen({
  ...platform,
  ...staking,
  ...avm,
  ...avaxMethods,
  ...info,
  ...index,
  ...health,
  ...proposervm,
  ...evm,
});

/** The name of a method. */
export type MethodName = keyof Rows;
/** The name of a method that the node deprecates. */
export type DeprecatedMethod = {
  [N in MethodName]: Rows[N] extends { readonly deprecated: object } ? N : never;
}[MethodName];
/** What a method takes. */
export type ParamsOf<N extends MethodName> = SchemaInput<Rows[N]['params']>;
/** What a method gives. */
export type ResultOf<N extends MethodName> = Value<Rows[N]['result']>;
/** What a server can give as the result of a method: bytes may be text. */
export type ResultInput<N extends MethodName> = SchemaInput<Rows[N]['result']>;
/**
 * Which of several endpoints a method is asked at: the name of an index, or the alias or id of a chain. `undefined` where there
 * is one endpoint only.
 */
export type AtOf<N extends MethodName> = N extends MethodName
  ? Rows[N]['endpoint'] extends { readonly among: readonly (infer A)[] }
    ? A
    : Rows[N]['endpoint'] extends { readonly path: `${string}{at}${string}` }
      ? Rows[N]['endpoint'] extends { readonly at: string }
        ? string | undefined
        : string
      : undefined
  : never;
