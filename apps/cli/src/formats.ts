/**
 * The numbers of the formats in which the command line writes what it or others read later. `--version --json` prints them. A number changes
 * when a reader of the last one would misread or refuse what is written: docs/versioning.md.
 */
export const formats = {
  /** Drafts as text and as bytes. */
  draft: 2,
  /** Drafts in parts for QR codes. */
  draftParts: 1,
  /** Lines of `decode --stream`. */
  stream: 1,
  /** Records of `send`, `move` and `run`. */
  payment: 2,
  /** The file of `testnode --state`. */
  testnode: 1,
} as const;

/** How streams are compressed. */
export const methods = ['gzip', 'zstd'] as const;
