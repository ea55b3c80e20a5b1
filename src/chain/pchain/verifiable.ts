import { type Declared, union } from '../../wire/declare.ts';
import type { PartSource } from '../../wire/source.ts';
import type { Infer } from '../../wire/type.ts';
import { base } from '../base.ts';
import { type TxPart, transaction } from '../declared.ts';
import {
  Credential,
  Input,
  OutputOwners,
  TransferInput,
  TransferOutput,
} from '../fx/secp256k1fx.ts';
import { LockIn, LockOut } from '../fx/stakeable.ts';
import { auth, within } from '../roles.ts';
import {
  EmptySigner,
  ProofOfPossession,
  SubnetValidator,
  TransferableInput,
  TransferableOutput,
} from './components.ts';
import {
  AddDelegatorTx,
  AddPermissionlessDelegatorTx,
  AddPermissionlessValidatorTx,
  AddValidatorTx,
} from './staking.ts';

/**
 * Go's method sets let all of these stand where a credential or an authorization is meant; a
 * transaction that a node accepts has 9 or 10 there.
 */
const verifiable = {
  5: TransferInput,
  7: TransferOutput,
  9: Credential,
  10: Input,
  11: OutputOwners,
  12: AddValidatorTx,
  14: AddDelegatorTx,
  21: LockIn,
  22: LockOut,
  25: AddPermissionlessValidatorTx,
  26: AddPermissionlessDelegatorTx,
  27: EmptySigner,
  28: ProofOfPossession,
} as const;
const InnerVerifiable = /* @__PURE__ */ union('Verifiable', verifiable, { bare: true });

const addSubnetValidatorTx = (s: PartSource) => ({
  type: 'platformvm.AddSubnetValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(SubnetValidator),
  subnetAuthorization: s.of(InnerVerifiable),
});
/** Adds a permissioned validator to a subnet. Its authorization cannot hold another: the codec refuses recursive interfaces. Source: avalanchego `vms/platformvm/txs/add_subnet_validator_tx.go`. */
export interface AddSubnetValidatorTx extends Declared<typeof addSubnetValidatorTx> {}
export const AddSubnetValidatorTx: TxPart<AddSubnetValidatorTx> = /* @__PURE__ */ transaction(
  13,
  'platformvm.AddSubnetValidatorTx',
  addSubnetValidatorTx,
  () => ({
    ...base(),
    validator: within('Node, period, weight and subnet.'),
    subnetAuthorization: auth('validator.subnetID', 'Which of the subnet’s owners sign.'),
  }),
);

/** What the codec takes as a credential or an authorization. The node prints it without its network. */
export const Verifiable = /* @__PURE__ */ union(
  'Verifiable',
  { ...verifiable, 13: AddSubnetValidatorTx },
  { bare: true },
);
export type Verifiable = Infer<typeof Verifiable>;
