/** The tests of `node.test.ts` that need the node. */
import './node.test.ts';
