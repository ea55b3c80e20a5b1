import type { AnyUnsignedTx } from '../tx/types.ts';

/**
 * What to do if a rule refuses a transaction: by the rule's name, behind the virtual machine or the type of the transaction where
 * they differ. They stand apart from the rules because drafts are checked without them.
 */
export const hints: Readonly<Record<string, string>> = {
  UTXOs: 'Build the transaction again with the UTXOs that the chain has now.',
  accounts: 'Build the transaction again with the nonces and balances that the accounts have now.',
  assets: 'Use an asset that exists, in the ways that it was created for.',
  'atomic gas': 'Use fewer inputs and outputs.',
  'atomic pool': 'Pay more than the waiting transaction, or wait until it is accepted.',
  'atomic.ExportTx signatures': 'Sign the transaction with the keys of the accounts.',
  authorization:
    'The owner that the chain has now must authorize the transaction: build it again with it.',
  'auto-renewed validator': 'Name the transaction that added a current auto-renewed validator.',
  'avm pool': 'Wait until waiting transactions are accepted.',
  'avm size': 'Use fewer inputs and outputs.',
  'consumed UTXOs': 'Build the transaction again with the UTXOs that the chain has now.',
  'delegated weight': 'Delegate less, or to another validator.',
  duration: 'Choose another end; leave a few seconds, as the time of the next block is not known.',
  expiry: 'Let the manager send a new registration that expires within 24 hours.',
  fee: 'Build the transaction again with the current price of gas.',
  funds: 'Build the transaction again: its outputs must not exceed its inputs.',
  memo: 'Build the transaction without a memo: since Durango the P-chain accepts none.',
  'mutable subnet': 'An elastic subnet or an L1 is not managed by its owner any more.',
  'new registration': 'Let the manager send a new registration: each is used once.',
  'new validators': 'Remove the nodes as validators of the subnet first.',
  nonce: 'Let the manager send the weight again: a later message was used already.',
  'platformvm exported outputs': 'Export funds that are not locked.',
  'platformvm gas': 'Use fewer inputs and outputs, or wait until the chain has more gas.',
  'platformvm pool': 'Wait until the transaction before it is accepted, or pay a higher price.',
  'platformvm.ConvertSubnetToL1Tx total weight': 'Choose smaller weights.',
  'platformvm.RegisterL1ValidatorTx active validators':
    'Register it with a balance of 0, and activate it when others are inactive.',
  'platformvm.RegisterL1ValidatorTx new validator': 'A node can validate an L1 once.',
  'proof of possession': "Take public key and proof from the node's info.getNodeID.",
  'new validator': 'Wait until the node does not validate any more, or use another node.',
  'registered key': "Take the proof from the node's info.getNodeID.",
  'remaining validators': 'An L1 must keep a validator: register another one first.',
  'removable validator': 'Only validators that the owner of the subnet added can be removed.',
  signatures: 'Sign the transaction with the keys of the owners.',
  validation: 'Name a current validator of an L1.',
  validator: 'Delegate to a current validator, and end no later than it.',
  'validator of the primary network':
    'End it no later than the node validates the primary network.',
  'warp signature': 'Aggregate the signatures again, with those who validate the source chain now.',
};

/** What to do if a rule refuses a transaction of a type. */
export const hintOf = (rule: string, type: AnyUnsignedTx['type']): string | undefined =>
  hints[`${type} ${rule}`] ?? hints[`${type.split('.')[0]} ${rule}`] ?? hints[rule];
