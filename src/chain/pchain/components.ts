import type { Context } from '../../wire/context.ts';
import { type Declared, union } from '../../wire/declare.ts';
import type { Infer, Part, PartSource } from '../../wire/type.ts';
import { transferableInputParts, transferableOutputParts } from '../base.ts';
import { part } from '../declared.ts';
import { fxIDText } from '../fx/fxid.ts';
import { OutputOwners, TransferInput, TransferOutput } from '../fx/secp256k1fx.ts';
import { LockIn, LockOut } from '../fx/stakeable.ts';
import { id, key, ownership, proof, quantity } from '../roles.ts';

/** An output on the P-chain. Source of every P-chain typeID: avalanchego `vms/platformvm/txs/codec.go`. */
export const Output = /* @__PURE__ */ union('TransferableOut', { 7: TransferOutput, 22: LockOut });
export type Output = Infer<typeof Output>;

/** An input on the P-chain. */
export const Input = /* @__PURE__ */ union('TransferableIn', { 5: TransferInput, 21: LockIn });
export type Input = Infer<typeof Input>;

/** The owner of rewards, a subnet or a validator. */
export const FxOwner = /* @__PURE__ */ union('Owner', { 11: OutputOwners });
export type FxOwner = Infer<typeof FxOwner>;

// The P-chain sets this fxID on every input and output, locked or not.
const secp256k1fx = (_: unknown, c: Context): string => fxIDText(0, c);

const transferableOutput = (s: PartSource) => ({ assetID: s.id(), output: s.of(Output) });
/** An output with its asset. Source: avalanchego `vms/components/avax/transferables.go`. */
export interface TransferableOutput extends Declared<typeof transferableOutput> {}
export const TransferableOutput: Part<TransferableOutput> = /* @__PURE__ */ part(
  'avax.TransferableOutput',
  transferableOutput,
  transferableOutputParts,
  { also: { fxID: { before: 'output', text: secp256k1fx } } },
);

const transferableInput = (s: PartSource) => ({
  txID: s.id(),
  outputIndex: s.u32(),
  assetID: s.id(),
  input: s.of(Input),
});
/** An input with the UTXO that it spends. Source: avalanchego `vms/components/avax/transferables.go`. */
export interface TransferableInput extends Declared<typeof transferableInput> {}
export const TransferableInput: Part<TransferableInput> = /* @__PURE__ */ part(
  'avax.TransferableInput',
  transferableInput,
  transferableInputParts,
  { also: { fxID: { before: 'input', text: secp256k1fx } } },
);

const validatorParts = () => ({
  nodeID: id('node', 'Node that validates.'),
  start: quantity('time', 'Unix seconds; since Durango only the time of acceptance counts.'),
  end: quantity('time', 'Unix seconds; when the stake comes back.'),
  weight: quantity('weight', 'Stake in nAVAX, or weight in the subnet.'),
});

const validator = (s: PartSource) => ({
  nodeID: s.nodeID(),
  start: s.u64(),
  end: s.u64(),
  weight: s.u64(),
});
/** A staking period. Source: avalanchego `vms/platformvm/txs/validator.go`. */
export interface Validator extends Declared<typeof validator> {}
export const Validator: Part<Validator> = /* @__PURE__ */ part(
  'txs.Validator',
  validator,
  validatorParts,
);

const subnetValidator = (s: PartSource) => ({
  nodeID: s.nodeID(),
  start: s.u64(),
  end: s.u64(),
  weight: s.u64(),
  subnetID: s.id(),
});
/** A staking period in a subnet. Source: avalanchego `vms/platformvm/txs/subnet_validator.go`. */
export interface SubnetValidator extends Declared<typeof subnetValidator> {}
export const SubnetValidator: Part<SubnetValidator> = /* @__PURE__ */ part(
  'txs.SubnetValidator',
  subnetValidator,
  () => ({ ...validatorParts(), subnetID: id('subnet', 'Subnet that is validated.') }),
);

const emptySigner = () => ({ type: 'signer.Empty' as const });
/**
 * The signer of validators without a BLS key, used on subnets. Source: avalanchego
 * `vms/platformvm/signer/empty.go`.
 */
export interface EmptySigner extends Declared<typeof emptySigner> {}
export const EmptySigner: Part<EmptySigner> = /* @__PURE__ */ part(
  'signer.Empty',
  emptySigner,
  () => ({}),
);

const proofOfPossession = (s: PartSource) => ({
  type: 'signer.ProofOfPossession' as const,
  publicKey: s.fixed(48),
  proofOfPossession: s.fixed(96),
});
/**
 * A BLS key and the proof that its holder has the secret key. Source: avalanchego
 * `vms/platformvm/signer/proof_of_possession.go`.
 */
export interface ProofOfPossession extends Declared<typeof proofOfPossession> {}
export const ProofOfPossession: Part<ProofOfPossession> = /* @__PURE__ */ part(
  'signer.ProofOfPossession',
  proofOfPossession,
  () => ({
    publicKey: key('Compressed G1 point.'),
    proofOfPossession: proof('Signature of the public key by itself.'),
  }),
);

/** The BLS key of a validator, or none. */
export const ValidatorSigner = /* @__PURE__ */ union('Signer', {
  27: EmptySigner,
  28: ProofOfPossession,
});
export type ValidatorSigner = Infer<typeof ValidatorSigner>;

const pChainOwner = (s: PartSource) => ({ threshold: s.u32(), addresses: s.shortIDs() });
/**
 * The owner that receives an L1 validator’s remaining balance or can disable it. Source: avalanchego
 * `vms/platformvm/warp/message/register_l1_validator.go`.
 */
export interface PChainOwner extends Declared<typeof pChainOwner> {}
export const PChainOwner: Part<PChainOwner> = /* @__PURE__ */ part(
  'message.PChainOwner',
  pChainOwner,
  () => ({
    threshold: ownership('Signatures needed; at most as many as addresses.'),
    addresses: ownership('Who may sign; strictly increasing by bytes.'),
  }),
);
