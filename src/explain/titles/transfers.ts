import type { AnyUnsignedTx } from '../../tx/types.ts';
import type { Flow } from '../explanation.ts';
import { listed } from '../format.ts';
import { leaves } from '../gravity.ts';
import { say } from '../messages.ts';
import {
  amountsText,
  chainText,
  flowsOfKind,
  receiversIn,
  type Telling,
  txChainText,
} from './telling.ts';

type Of<T extends string> = Extract<AnyUnsignedTx, { readonly type: `${string}.${T}` }>;

/** Returns the title of a BaseTx on the P- or X-chain. */
export function baseTitle(_: Of<'BaseTx'>, telling: Telling): string {
  const outputs = flowsOfKind(telling, 'output');
  // Amounts that stay with the reader are mentioned only if nothing leaves.
  const leaving = outputs.filter(leaves);
  const sent = leaving.length > 0 ? leaving : outputs;
  const back = flowsOfKind(telling, 'change');
  if (sent.length > 0) return sendText(sent, amountsText(sent, telling));
  return back.length > 0
    ? say('sendBack', { what: amountsText(back, telling) })
    : say('sendNothing', { what: amountsText(telling.flows, telling) });
}

function sendText(sent: readonly Flow[], what: string): string {
  const receivers = receiversIn(sent);
  return receivers.length === 1
    ? say('send', { what, to: receivers[0]! })
    : say('sendMany', { what, count: String(receivers.length) });
}

/** Returns the title of an export. */
export function exportTitle({ destinationChain }: Of<'ExportTx'>, telling: Telling): string {
  const sent = flowsOfKind(telling, 'export');
  return say('export', {
    what: amountsText(sent, telling),
    from: txChainText(telling),
    chain: chainText(destinationChain, telling),
    to: listed(receiversIn(sent)),
  });
}

/** Returns the title of an import. */
export const importTitle = ({ sourceChain }: Of<'ImportTx'>, telling: Telling): string =>
  say('import', {
    what: amountsText(
      telling.payments.filter(({ importedFrom }) => importedFrom !== undefined),
      telling,
    ),
    chain: chainText(sourceChain, telling),
    to: txChainText(telling),
  });
