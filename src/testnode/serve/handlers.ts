/** The one table of handlers: every method of the table of methods has one. */
import { type MethodName, methods } from '../../rpc/methods.ts';
import { avaxHandlers } from './avax.ts';
import { avmHandlers } from './avm.ts';
import { indexHandlers } from './containers.ts';
import { evmHandlers } from './evm.ts';
import { healthHandlers } from './health.ts';
import { infoHandlers } from './info.ts';
import type { Handler, HandlersOf } from './node.ts';
import { platformHandlers } from './platform.ts';
import { proposervmHandlers } from './proposervm.ts';
import { stakingHandlers } from './staking.ts';

/** A handler for every method. */
export const handlers: HandlersOf<MethodName> = {
  ...platformHandlers,
  ...stakingHandlers,
  ...avmHandlers,
  ...avaxHandlers,
  ...infoHandlers,
  ...indexHandlers,
  ...healthHandlers,
  ...proposervmHandlers,
  ...evmHandlers,
};

/** The handler and the row of a method, if there is such a method. */
export function handlerOf(name: string) {
  if (!Object.hasOwn(handlers, name)) return undefined;
  const method = name as MethodName;
  return { row: methods[method], handle: handlers[method] as unknown as Handler<MethodName> };
}
