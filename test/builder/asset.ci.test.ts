/** The tests of `asset.test.ts` that need the node. */
import './asset.test.ts';
