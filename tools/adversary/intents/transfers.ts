/** Honest payments, consolidations, exports and imports. */
import { intentLike } from '../../../examples/intents/index.ts';
import { buildConsolidateTxs, type Draft } from '../../../src/builder/index.ts';
import { AvalancheError } from '../../../src/errors/error.ts';
import type { State, UTXOState } from '../../../src/state/index.ts';
import { avax } from '../../../src/text/amount.ts';
import { exportSome } from '../world.ts';
import {
  type Case,
  caseOf,
  type Draw,
  me,
  nAVAX,
  party,
  payee,
  someOptions,
  textOf,
} from './case.ts';

export function pays(chain: 'P' | 'X', draw: Draw): Case {
  const amount = draw.rng.below(8) === 0 ? ('max' as const) : nAVAX(draw);
  const outputs = Array.from({ length: amount === 'max' ? 1 : 1 + draw.rng.below(3) }, () => {
    const { to, gets } = payee(draw, amount);
    return { output: { to, amount }, gets };
  });
  const keys = amount === 'max' ? [draw.me] : party(draw);
  const intent = intentLike('P.BaseTx', { outputs: outputs.map(({ output }) => output) });
  return caseOf(
    chain,
    intent,
    { keys, receives: outputs.map(({ gets }) => gets), options: someOptions(draw) },
    draw,
  );
}

export async function consolidates(chain: 'P' | 'X', draw: Draw): Promise<Case> {
  const output = { to: me(draw), amount: avax('3') };
  await draw.world.settle(
    chain,
    { type: 'BaseTx', outputs: [output, output, output] },
    { keys: [draw.me], change: me(draw) },
  );
  const to = draw.me === draw.world.loner ? {} : { to: me(draw) };
  const make = (state: State): Draft => {
    const [draft] = buildConsolidateTxs(state as UTXOState, to);
    if (!draft)
      throw new AvalancheError('MissingState', 'nothing to consolidate', { what: 'utxos' });
    return draft as Draft;
  };
  // What is built by another function; the intent says the same for whoever compares.
  const intent = intentLike('P.BaseTx', { outputs: [{ to: me(draw), amount: 'max' }] });
  return caseOf(chain, intent, { make, options: { change: me(draw) } }, draw);
}

export function exports_(chain: 'P' | 'X', draw: Draw): Case {
  const to = draw.rng.pick([chain === 'P' ? 'X' : 'P', 'C'] as const);
  const amount = nAVAX(draw);
  const { to: receiver, gets } = payee(draw, amount);
  const intent = intentLike('P.ExportTx', { to, outputs: [{ to: receiver, amount }] });
  const { chains } = draw.world.network;
  return caseOf(
    chain,
    intent,
    {
      receives: [gets],
      options: someOptions(draw),
      keys: party(draw),
      says: { destinationChain: textOf(chains[to].blockchainID) },
    },
    draw,
  );
}

export async function imports(chain: 'P' | 'X', draw: Draw): Promise<Case> {
  const { rng, world } = draw;
  const peer = chain === 'P' ? 'X' : 'P';
  const from = rng.below(4) === 0 ? 'C' : peer;
  const { loner, shared, either } = world;
  const owners = draw.me === loner ? [] : rng.below(2) === 0 ? [shared] : [either];
  if (from !== 'C') await exportSome(world, from, chain, [me(draw), me(draw), ...owners]);
  const of = { imports: from, keys: party(draw) } as const;
  if (rng.below(4) > 0) return caseOf(chain, intentLike('P.ImportTx', { from }), of, draw);
  const { to, gets } = payee(draw, 'max');
  return caseOf(chain, intentLike('P.ImportTx', { from, to }), { ...of, receives: [gets] }, draw);
}
