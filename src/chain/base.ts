/** The notes of the five fields that most transactions start with. Source: avalanchego `vms/components/avax/base_tx.go`. */
export const baseNotes = {
  networkID: 'Network that the transaction is for.',
  blockchainID: 'Chain that it is issued on.',
  outputs: 'New UTXOs on this chain; sorted.',
  inputs: 'UTXOs of this chain that it spends; sorted.',
  memo: 'Free bytes; at most 256 on X, none on P since Durango.',
};

export const transferableOutputNotes = {
  assetID: 'Asset of the amount.',
  output: 'How much, and who may spend it.',
};

export const transferableInputNotes = {
  txID: 'Transaction that made the UTXO.',
  outputIndex: 'Its place among that transaction’s outputs.',
  assetID: 'Asset of the UTXO.',
  input: 'How much, and who of its owners signs.',
};

export const utxoNotes = {
  txID: 'Transaction that made it.',
  outputIndex: 'Its place among that transaction’s outputs.',
  assetID: 'Asset of the output.',
  output: 'What is there to spend, and who may.',
};

export const txNotes = {
  unsignedTx:
    'What is signed: with the codec version in front, the sha256 of its bytes is what signers sign.',
  credentials: 'One for each input, imported input, operation and authorization, in their order.',
};

export const assetNotes = {
  name: 'Not unique; ASCII letters, digits and spaces, 1 to 128.',
  symbol: 'Not unique; 1 to 4 capital letters.',
  denomination: 'Decimals of the unit that people count in; at most 32.',
  initialStates: 'What there is of it at first, and who may mint; sorted by fxIndex.',
};

export const blockNotes = {
  parentID: 'Id of the block before it.',
  height: 'One more than its parent’s.',
  time: 'Unix seconds.',
  txs: 'What it does, in this order.',
};

/** `constants.PrimaryNetworkID`: the subnet of the primary network, and the P-chain's own id. */
export const primaryNetworkID: Uint8Array = /* @__PURE__ */ new Uint8Array(32);
