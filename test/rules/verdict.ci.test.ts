/** The tests of `verdict.test.ts` that need the node. */
import './verdict.test.ts';
