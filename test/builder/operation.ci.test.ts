/** The tests of `operation.test.ts` that need the node. */
import './operation.test.ts';
