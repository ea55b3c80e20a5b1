/** Puts the recorded curves in the place of the libraries: for the fast tests and for the mutation command, which runs them. */
import { fileURLToPath } from 'node:url';

export const recordedFiles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@noble/secp256k1': 'secp256k1.ts',
    '@noble/curves/bls12-381.js': 'bls12-381.ts',
  }).map(([name, file]) => [name, fileURLToPath(new URL(file, import.meta.url))]),
);

/** A plugin of vite: whoever imports the libraries, apart from what records them, gets their recorded answers. */
export const recordedCurves = {
  name: 'recorded curves',
  enforce: 'pre' as const,
  resolveId(name: string, importer: string | undefined): string | undefined {
    const file = recordedFiles.get(name);
    return importer === file ? undefined : file;
  },
};
