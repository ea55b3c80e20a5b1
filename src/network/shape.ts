import type { Shape } from '../errors/arguments.ts';

const chain: Shape = { alias: 'text', blockchainID: 'bytes', vm: 'text' };

/** What every function reads of a network that it is given. */
export const networkShape: Shape = {
  networkID: 'number',
  hrp: 'text',
  avaxAssetID: 'bytes',
  chains: { P: chain, X: chain, C: chain },
  upgrades: 'an object',
  xFees: { txFee: 'bigint', createAssetTxFee: 'bigint' },
  pFees: {
    weights: ['bigint'],
    maxCapacity: 'bigint',
    maxPerSecond: 'bigint',
    targetPerSecond: 'bigint',
    minPrice: 'bigint',
    excessConversionConstant: 'bigint',
  },
  validatorFees: 'an object',
  staking: 'an object',
};

/** The instance of a VM, if one is named. */
export const blockchainShape: Shape = { '?': chain };
