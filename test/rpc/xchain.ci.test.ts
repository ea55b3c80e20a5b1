/** The tests of `xchain.test.ts` with the real chains. */
import './xchain.test.ts';
