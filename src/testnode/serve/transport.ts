/** A transport that ends in this process. */

import { AvalancheError } from '../../errors/error.ts';
import { transportError } from '../../rpc/errors.ts';
import type { Transport } from '../../rpc/transport.ts';
import type { World } from '../world.ts';
import { servedNode } from './node.ts';
import { serve } from './serve.ts';

/**
 * A transport for `connect` that is answered by a world, without any network. Each reply is a step of its own: nothing is answered
 * before the caller waits for it.
 */
export function transportTo(world: World): Transport {
  const node = servedNode(world);
  return async ({ target, method, headers, body, maxBytes, signal }) => {
    if (signal?.aborted) throw transportError('aborted', 'the call was aborted');
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const reply = serve(node, {
      method,
      target,
      headers: Object.fromEntries(lower),
      ...(body !== undefined && { body }),
    });
    if (maxBytes !== undefined && reply.text.length > maxBytes)
      throw new AvalancheError('LimitExceeded', `the reply has more than ${maxBytes} bytes`, {
        limit: 'maxReplyBytes',
        max: maxBytes,
      });
    return reply;
  };
}
