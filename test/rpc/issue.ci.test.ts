/** The tests of `issue.test.ts` with the real chains. */
import './issue.test.ts';
