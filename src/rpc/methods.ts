import { avaxMethods } from './avax.ts';
import { avm } from './avm.ts';
import { index } from './containers.ts';
import { evm } from './evm.ts';
import { health } from './health.ts';
import { info } from './info.ts';
import { platform } from './platform.ts';
import { proposervm } from './proposervm.ts';
import type { Value } from './shape.ts';
import { staking } from './staking.ts';

/**
 * Every method: where it answers, what it takes and gives, since when it is deprecated, how it is paged, whether public
 * servers have it.
 */
export const methods = {
  ...platform,
  ...staking,
  ...avm,
  ...avaxMethods,
  ...info,
  ...index,
  ...health,
  ...proposervm,
  ...evm,
} as const;

/** The name of a method. */
export type MethodName = keyof typeof methods;
/** What a method takes. */
export type ParamsOf<N extends MethodName> = Value<(typeof methods)[N]['params']>;
/** What a method gives. */
export type ResultOf<N extends MethodName> = Value<(typeof methods)[N]['result']>;
