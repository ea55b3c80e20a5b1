/**
 * A malicious coordinator: random manipulations of drafts of every type, as text, bytes and parts. The victims sign with the full policy, and
 * separately with defaults if neither `review` nor a new warning of `explain` objects; several of them sign together or in turn, with
 * manipulations between them. The coordinator puts each signature wherever it counts and issues to a real node, and an account of its
 * own says whether anything is lost beyond the intent and the ceiling (needs Go). Prints a table of what objected, and every loss with
 * what is needed to see it again.
 *
 *     npx tsx tools/coordinator.ts --seed 7 [--count 2000] [--only ROUND]
 *
 * Ends with 1 if there is a loss.
 */
import { adversaryCommand } from './adversary/command.ts';
import { coordinatorColumns, runCoordinator } from './adversary/coordinator.ts';

await adversaryCommand(import.meta.url, {
  name: 'coordinator',
  columns: coordinatorColumns,
  run: runCoordinator,
});
