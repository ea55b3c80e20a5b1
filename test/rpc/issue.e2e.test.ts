/** The tests of `issue.test.ts` that need the node. */
import './issue.test.ts';
