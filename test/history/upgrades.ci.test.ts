/** The tests of `upgrades.test.ts` that need the node. */
import './upgrades.test.ts';
