/** The formats of what is kept. A number changes when a reader of the last one would misread or refuse what is written: docs/versioning.md. */
export const formats = {
  folder: 'avalanche-index 1',
  state: 'avalanche-index state 1',
} as const;
