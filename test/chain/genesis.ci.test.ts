/** The tests of `genesis.test.ts` that need the node. */
import './genesis.test.ts';
