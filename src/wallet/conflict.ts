/**
 * Proof that a payment can never be accepted any more: another transaction spends its coin, is signed by an owner of it, and is accepted.
 *
 * A node can invent neither the bytes nor the signature. That the other one is accepted is the nodes' word: all of them must say so, and the
 * error names them. A node that lies can only name a transaction that the wallet itself once signed over the same coin.
 */
import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { isTransportError } from '../rpc/errors.ts';
import { signersOf } from '../rules/spending.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { utxoKey } from '../tx/order.ts';
import { consumedIDsOf, inputsOf } from '../tx/parts.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { type Run, signalOf } from './call.ts';
import { common, exclusivesOf, importsIn } from './coins.ts';
import { openIn, type Step, txIDsIn } from './record.ts';

/** Most transactions that are read to find the one that spent a coin. */
const mostRead = 64;

/** Another transaction that is accepted and excludes a step, and who says so. */
export interface Exclusion {
  readonly tx: AnyTx;
  readonly saidBy: readonly string[];
}

/**
 * Looks for the accepted transaction that spends a coin of all attempts of a step: what the wallet knows to be accepted, then the
 * transactions that made its UTXOs, and those before them.
 */
export async function exclusionOf(run: Run, step: Step): Promise<Exclusion | undefined> {
  const { shared, call } = run;
  const { coins, nodes } = shared;
  const every = common(openIn(step).map(exclusivesOf));
  const own = new Set(txIDsIn(step));
  const options = signalOf(call);
  const known = coins.spenderOf(every);
  const next = [
    ...(known === undefined ? [] : [known]),
    ...(await makersOf(run, step)).map(({ txID }) => formatID(txID)),
  ];
  // The transactions that made the coins are older than what spends them.
  const seen = new Set(
    openIn(step).flatMap((tx) => consumedIDsOf(tx).map(({ txID }) => formatID(txID))),
  );
  for (let reads = 0; next.length > 0 && reads < mostRead; ) {
    const txID = next.shift()!;
    if (seen.has(txID) || own.has(txID)) continue;
    seen.add(txID);
    reads++;
    try {
      const tx = await nodes.txOf(step.chain, txID, options);
      if (isSpentBy(tx, every, run)) {
        const saidBy = await nodes.acceptedAt(tx, options);
        if (saidBy.length === nodes.urls.length) return { tx, saidBy };
      }
      next.push(...consumedIDsOf(tx.unsignedTx).map((id) => formatID(id.txID)));
    } catch (e) {
      if (!isError(e) || isTransportError(e, 'aborted')) throw e;
    }
  }
  return undefined;
}

/** Returns the UTXOs of the wallet that transactions of the step's chain made, wherever they are. */
async function makersOf(
  { shared: { nodes }, account: { addresses }, call }: Run,
  { chain }: Step,
): Promise<readonly AnyUTXO[]> {
  const options = { ...signalOf(call), evidence: false } as const;
  const exports = { ...options, imports: [chain] as never };
  const states = await Promise.all<State>([
    ...(chain === 'P' ? [nodes.read('P', (node) => node.pchain.state(addresses, options))] : []),
    ...(chain === 'X' ? [nodes.read('X', (node) => node.xchain.state(addresses, options))] : []),
    ...(chain === 'P' ? [] : [nodes.ask((node) => node.pchain.state(addresses, exports))]),
    ...(chain === 'X' ? [] : [nodes.ask((node) => node.xchain.state(addresses, exports))]),
    ...(chain === 'C' ? [] : [nodes.ask((node) => node.cchain.state(addresses, exports))]),
  ]);
  return states.flatMap((state) => (state.chain === chain ? allUTXOsOf(state) : importsIn(state)));
}

/** Tests whether a transaction spends one of the coins with signatures of the wallet's addresses. */
function isSpentBy(tx: AnyTx, coins: ReadonlySet<string>, { account }: Run): boolean {
  const index = inputsOf(tx.unsignedTx).findIndex(({ value }) => coins.has(utxoKey(value)));
  if (index < 0) return false;
  const own = new Set(account.addresses.map(formatHex));
  const signers = signersOf(tx)[index] ?? [];
  return signers.length > 0 && signers.every((address) => own.has(formatHex(address)));
}

/** The error of a payment that can never be accepted any more. */
export function excluded(step: Step, { tx, saidBy }: Exclusion): AvalancheError {
  const txID = txIDsIn(step).at(-1) ?? '';
  return new AvalancheError(
    'NotAccepted',
    `${txID} was not accepted and never can be: ${tx.txID} spent its coin, which ${saidBy.join(', ')} report as accepted. To pay all the same, call again with another ID`,
    { txID, status: 'Excluded', excludedBy: tx.txID, saidBy },
  );
}
