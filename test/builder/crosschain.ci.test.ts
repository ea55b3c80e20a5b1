/** The tests of `crosschain.test.ts` that need the node. */
import './crosschain.test.ts';
