/** What the page says before there is an input: it is there without its script, so that the first look need not wait for it. */
export const welcome = {
  title: 'See what an Avalanche transaction does',
  about:
    'Read it before you sign: who pays what to whom, every byte and field, and whether a node accepts it. Transactions of the X-, P- and C-chain, drafts, blocks, UTXOs and warp messages.',
} as const;
