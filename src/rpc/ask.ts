import { AvalancheError, isError, within } from '../errors/error.ts';
import { aList, aText, checkArgument } from '../schema/check.ts';
import type { JSONValue } from '../text/json.ts';
import { formatBatch, formatCall, parseBatch, type RPCCall, readReply } from './jsonrpc.ts';
import type { Budget } from './limits.ts';
import type { MethodName, ParamsOf, ResultOf } from './methods.ts';
import { anyRequest, type NodeRequest, parseReply } from './request.ts';
import { type CallOptions, callOptions, type Service } from './service.ts';

/** How a method is called. */
export interface AskOptions extends CallOptions {
  /** Alias or id of a chain, or the name of an index: `X/block`. */
  readonly at?: string;
  /** Sends the call again when no reply came, even if the method changes something. */
  readonly repeatable?: boolean;
}

/** Calls a method of a node by its name; params and result are typed and checked. */
export type Ask = <N extends MethodName>(
  name: N,
  params: ParamsOf<N>,
  options?: AskOptions,
) => Promise<ResultOf<N>>;

/** The calls and the budget of one read. */
export interface ReadContext {
  readonly ask: Ask;
  readonly sendBatch: SendBatch;
  readonly budget: Budget;
}

/** Calls methods of the node behind a service; the replies count towards the budget, if there is one. */
export const asking =
  (service: Service, budget?: Budget): Ask =>
  async (name, params, options = {}) => {
    checkArgument(options, callOptions, 'options');
    const { at: endpoint, signal, repeatable } = options;
    const call = anyRequest(name, params, endpoint) as NodeRequest<typeof name>;
    return service(
      {
        target: call.path,
        body: formatCall(call),
        repeatable: repeatable ?? call.repeatable,
        ...(budget && { budget }),
        ...(signal && { signal }),
      },
      (reply) => within([name], () => parseReply(reply, call)),
    );
  };

/** Calls any method by its path, such as `send('/ext/bc/C/rpc', { method: 'eth_blockNumber', params: [] })`. */
export type Send = (
  path: string,
  call: RPCCall,
  options?: CallOptions & { readonly repeatable?: boolean },
) => Promise<JSONValue>;

export const sending =
  (service: Service): Send =>
  async (path, call, options = {}) => {
    checkArgument(path, aText, 'path');
    checkArgument(options, callOptions, 'options');
    const { signal, repeatable = false } = options;
    return service(
      { target: path, body: formatCall(call), repeatable, ...(signal && { signal }) },
      (reply) => within([call.method], () => readReply(reply, call)),
    );
  };

/** Sends several calls to an EVM in one batch. */
export type SendBatch = (
  path: string,
  calls: readonly RPCCall[],
  options?: CallOptions & { readonly repeatable?: boolean },
) => Promise<ReturnType<typeof parseBatch>>;

export const sendingBatch =
  (service: Service, budget?: Budget): SendBatch =>
  async (path, calls, options = {}) => {
    checkArgument(path, aText, 'path');
    checkArgument(calls, aList, 'calls');
    checkArgument(options, callOptions, 'options');
    const { signal, repeatable = false } = options;
    if (!path.endsWith('/rpc'))
      throw new AvalancheError('Unsupported', 'only an EVM (…/rpc) accepts batches').at('path');
    if (calls.length === 0) return [];
    return service(
      {
        target: path,
        body: formatBatch(calls),
        repeatable,
        ...(budget && { budget }),
        ...(signal && { signal }),
      },
      (reply, hide) =>
        parseBatch(reply, calls).map((answer) =>
          isError(answer) ? (hide.error(answer) as AvalancheError) : answer,
        ),
    );
  };
