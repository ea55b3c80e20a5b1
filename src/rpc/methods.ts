import { frozen } from '../errors/frozen.ts';
import type { SchemaInput, Value } from '../schema/schema.ts';
import { admin } from './admin.ts';
import { avaxMethods } from './avax.ts';
import { avm } from './avm.ts';
import { index } from './containers.ts';
import { evm } from './evm.ts';
import { health } from './health.ts';
import { info } from './info.ts';
import { platform } from './platform.ts';
import { staking } from './platformstaking.ts';
import { proposervm } from './proposervm.ts';

/** The rows of all services. */
export type Rows = typeof platform &
  typeof staking &
  typeof avm &
  typeof avaxMethods &
  typeof info &
  typeof index &
  typeof health &
  typeof proposervm &
  typeof evm &
  typeof admin;

/** All methods of a node: endpoint, params, result, deprecation, paging, and whether public servers offer them. */
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
  ...admin,
});

/** A method of a node as the table writes it, such as `platform.getTx`. */
export type MethodName = keyof Rows;
/** The name of a method that the node deprecates. */
export type DeprecatedMethod = {
  [N in MethodName]: Rows[N] extends { readonly deprecated: object } ? N : never;
}[MethodName];
/** The params of a method, with bytes and text where either is accepted. */
export type ParamsOf<N extends MethodName> = SchemaInput<Rows[N]['params']>;
/** The parsed result of a method: bytes are decoded, 64-bit numbers are `bigint`. */
export type ResultOf<N extends MethodName> = Value<Rows[N]['result']>;
/** The result of a method as a server may give it: bytes may also be text. */
export type ResultInput<N extends MethodName> = SchemaInput<Rows[N]['result']>;
/**
 * The `at` of a method with several endpoints: the name of an index, or the alias or id of a chain. `undefined` if
 * there is only one endpoint.
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
