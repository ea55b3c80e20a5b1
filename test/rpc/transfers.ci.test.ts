/** The tests of `transfers.test.ts` with the real chains. */
import './transfers.test.ts';
