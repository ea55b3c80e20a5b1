import type { AnyUnsignedTx } from '../../tx/types.ts';
import type { ExplainedTx } from '../explained.ts';
import type { ExplainedFlows } from '../flows.ts';
import { pTitles } from './pchain.ts';
import type { Telling, Titles } from './telling.ts';
import { exportTitle, importTitle } from './transfers.ts';
import { xTitles } from './xchain.ts';

const titles: Titles<string> = {
  ...pTitles,
  ...xTitles,
  'atomic.ImportTx': importTitle,
  'atomic.ExportTx': exportTitle,
};

/** Returns the title of a transaction: what it does, in one sentence. */
export const titleOf = (
  explained: ExplainedTx,
  moves: Pick<ExplainedFlows, 'assets' | 'payments' | 'flows'>,
): string =>
  (titles[explained.tx.type] as (tx: AnyUnsignedTx, telling: Telling) => string)(explained.tx, {
    explained,
    ...moves,
  });
