/** The tests of `fuzz.test.ts` that need the node. */
import './fuzz.test.ts';
