/** The test of `node.test.ts` with the real chains. */
import './node.test.ts';
