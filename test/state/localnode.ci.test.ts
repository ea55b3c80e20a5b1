/** The tests of `localnode.test.ts` that need the node. */
import './localnode.test.ts';
