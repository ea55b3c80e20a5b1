/** What the views say is what the library says, for one transaction of each type. */
import { it } from 'vitest';
import { allTxs, explainsAlike, judgesAlike, printsAlike } from './says.ts';

const ofEachType = [...new Map(allTxs.map((tx) => [`${tx.chain} ${tx.type}`, tx])).values()];

it.each(ofEachType)('$chain $type', (tx) => {
  explainsAlike(tx);
  printsAlike(tx);
  judgesAlike(tx);
});
