/**
 * A node that lies: random lies of every kind between `connect` and a real node, default options, honest intents of every type. What is
 * signed all the same is issued to the real node, and an account of its own says whether anything is lost beyond the intent and the ceiling
 * (needs Go). Prints a table of what objected, and every loss with what is needed to see it again.
 *
 *     npx tsx tools/liar.ts --seed 7 [--count 2000] [--only ROUND]
 *
 * Ends with 1 if there is a loss.
 */
import { adversaryCommand } from './adversary/command.ts';
import { liarColumns, runLiar } from './adversary/liar.ts';

await adversaryCommand(import.meta.url, { name: 'liar', columns: liarColumns, run: runLiar });
