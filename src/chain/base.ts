import {
  asset,
  makes,
  memo,
  network,
  ownChain,
  quantity,
  spends,
  text,
  utxo,
  within,
} from './roles.ts';

/** The five fields that most transactions start with. Source: avalanchego `vms/components/avax/base_tx.go`. */
export const base = () => ({
  networkID: network('Network that the transaction is for.'),
  blockchainID: ownChain('Chain that it is issued on.'),
  outputs: makes('New UTXOs on this chain; sorted.'),
  inputs: spends('UTXOs of this chain that it spends; sorted.'),
  memo: memo('Free bytes; at most 256 on X, none on P since Durango.'),
});

export const transferableOutputParts = () => ({
  assetID: asset('Asset of the amount.'),
  output: within('How much, and who may spend it.'),
});

export const utxoIDParts = () => ({
  txID: utxo('Transaction that made the UTXO.'),
  outputIndex: utxo('Its place among that transaction’s outputs.'),
});

export const transferableInputParts = () => ({
  ...utxoIDParts(),
  assetID: asset('Asset of the UTXO.'),
  input: within('How much, and who of its owners signs.'),
});

export const txNotes = {
  unsignedTx:
    'What is signed: with the codec version in front, the sha256 of its bytes is what signers sign.',
  credentials: 'One for each input, imported input, operation and authorization, in their order.',
};

export const assetParts = () => ({
  name: text('Not unique; ASCII letters, digits and spaces, 1 to 128.'),
  symbol: text('Not unique; 1 to 4 capital letters.'),
  denomination: quantity('count', 'Decimals of the unit that people count in; at most 32.'),
  initialStates: within('What there is of it at first, and who may mint; sorted by fxIndex.'),
});

export const blockNotes = {
  parentID: 'ID of the block before it.',
  height: 'One more than its parent’s.',
  time: 'Unix seconds.',
  txs: 'What it does, in this order.',
};

/** The ID of the primary network's subnet, which is also the ID of the P-chain (`constants.PrimaryNetworkID`). */
export const primaryNetworkID: Uint8Array = /* @__PURE__ */ new Uint8Array(32);
