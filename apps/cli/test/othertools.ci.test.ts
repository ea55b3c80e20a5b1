/** The tests of `othertools.test.ts` with the real chains, and the wallet of avalanchego itself. */
import './othertools.test.ts';
