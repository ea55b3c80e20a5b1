/** The tests of `prandom.test.ts` that need the node. */
import './prandom.test.ts';
