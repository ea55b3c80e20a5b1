/** The tests of `catomic.test.ts` that need the node. */
import './catomic.test.ts';
