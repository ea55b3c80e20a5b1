/** The tests of `pchain.test.ts` with the real chains. */
import './pchain.test.ts';
