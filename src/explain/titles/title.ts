import type { AnyUnsignedTx } from '../../tx/types.ts';
import type { FlowsOf } from '../flows.ts';
import type { Subject } from '../subject.ts';
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
  subject: Subject,
  moves: Pick<FlowsOf, 'assets' | 'payments' | 'flows'>,
): string =>
  (titles[subject.tx.type] as (tx: AnyUnsignedTx, telling: Telling) => string)(subject.tx, {
    subject,
    ...moves,
  });
