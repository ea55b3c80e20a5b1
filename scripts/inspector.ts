/** How the script of the inspector is bundled, and what it then contains. */
import { packagesIn, root } from './page.ts';

export const app = `${root}apps/inspector/`;

export const options = {
  // The client of the Ledger app imports Ledger's kits for Ethereum, which are not used and make 220 kB gzipped.
  alias: {
    '@ledgerhq/device-signer-kit-ethereum': `${app}drafts/ledger/noevm.ts`,
    '@ledgerhq/device-management-kit': `${app}drafts/ledger/noevm.ts`,
  },
};

/** Folders of the packages that `dist/inspector.html` has code of. */
export const inspectorPackages = (): Promise<readonly string[]> =>
  packagesIn(`${app}main.tsx`, options);
