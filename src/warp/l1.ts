import { part } from '../chain/declared.ts';
import { PChainOwner } from '../chain/pchain/components.ts';
import { flag, id, key, owner, quantity } from '../chain/roles.ts';
import { versioned } from '../wire/codec.ts';
import { type Declared, struct, union } from '../wire/declare.ts';
import type { PartSource, Source } from '../wire/source.ts';
import type { Infer, Part, Type } from '../wire/type.ts';

const subnetToL1Conversion = (s: PartSource) => ({
  type: 'message.SubnetToL1Conversion' as const,
  id: s.id(),
});
/** The P-chain's message that a subnet has become an L1. Source: avalanchego `vms/platformvm/warp/message/subnet_to_l1_conversion.go`. */
export interface SubnetToL1Conversion extends Declared<typeof subnetToL1Conversion> {}
export const SubnetToL1Conversion: Part<SubnetToL1Conversion> = /* @__PURE__ */ part(
  'message.SubnetToL1Conversion',
  subnetToL1Conversion,
  () => ({ id: id('conversion', 'The conversionID: sha256 of the conversion data.') }),
);

const registerL1Validator = (s: PartSource) => ({
  type: 'message.RegisterL1Validator' as const,
  subnetID: s.id(),
  nodeID: s.blob(),
  blsPublicKey: s.numbers(48),
  expiry: s.u64(),
  remainingBalanceOwner: s.of(PChainOwner),
  disableOwner: s.of(PChainOwner),
  weight: s.u64(),
});
/** The message of an L1's manager that asks the P-chain to add a validator. Source: avalanchego `vms/platformvm/warp/message/register_l1_validator.go`. */
export interface RegisterL1Validator extends Declared<typeof registerL1Validator> {}
export const RegisterL1Validator: Part<RegisterL1Validator> = /* @__PURE__ */ part(
  'message.RegisterL1Validator',
  registerL1Validator,
  () => ({
    subnetID: id('subnet', 'The L1.'),
    nodeID: id('node', 'Node that validates: 20 bytes.'),
    blsPublicKey: key('Compressed G1 point.'),
    expiry: quantity(
      'time',
      'Unix seconds, at most a day ahead; afterwards the P-chain refuses the message.',
    ),
    remainingBalanceOwner: owner('refund', 'Who gets what is left of the balance.'),
    disableOwner: owner('disable', 'Who may deactivate it.'),
    weight: quantity('weight', 'Weight in the L1.'),
  }),
);

const l1ValidatorRegistration = (s: PartSource) => ({
  type: 'message.L1ValidatorRegistration' as const,
  validationID: s.id(),
  registered: s.bool(),
});
/** The P-chain's message that a validator is registered, or never will be. Source: avalanchego `vms/platformvm/warp/message/l1_validator_registration.go`. */
export interface L1ValidatorRegistration extends Declared<typeof l1ValidatorRegistration> {}
export const L1ValidatorRegistration: Part<L1ValidatorRegistration> = /* @__PURE__ */ part(
  'message.L1ValidatorRegistration',
  l1ValidatorRegistration,
  () => ({
    validationID: id('validation', 'The validation.'),
    registered: flag('true: it validates. false: it does not and cannot any more.'),
  }),
);

const l1ValidatorWeight = (s: PartSource) => ({
  type: 'message.L1ValidatorWeight' as const,
  validationID: s.id(),
  nonce: s.u64(),
  weight: s.u64(),
});
/** The message of an L1's manager that sets a weight, or of the P-chain that it did. Source: avalanchego `vms/platformvm/warp/message/l1_validator_weight.go`. */
export interface L1ValidatorWeight extends Declared<typeof l1ValidatorWeight> {}
export const L1ValidatorWeight: Part<L1ValidatorWeight> = /* @__PURE__ */ part(
  'message.L1ValidatorWeight',
  l1ValidatorWeight,
  () => ({
    validationID: id('validation', 'The validation.'),
    nonce: quantity('nonce', 'Above that of the message before; 2^64-1 only with weight 0.'),
    weight: quantity('weight', 'New weight in the L1; 0 removes the validator.'),
  }),
);

/** The payload of an AddressedCall to or from the P-chain. Registration order: avalanchego `vms/platformvm/warp/message/codec.go`. */
export const L1Payload = /* @__PURE__ */ versioned(
  'l1Payload',
  /* @__PURE__ */ union('L1Payload', {
    0: SubnetToL1Conversion,
    1: RegisterL1Validator,
    2: L1ValidatorRegistration,
    3: L1ValidatorWeight,
  }),
  Number.POSITIVE_INFINITY,
);
export type L1Payload = Infer<typeof L1Payload>;

const conversionValidator = (s: Source) => ({
  nodeID: s.blob(),
  blsPublicKey: s.numbers(48),
  weight: s.u64(),
});
/** An initial validator in the data for the L1's manager. Source: avalanchego `vms/platformvm/warp/message/subnet_to_l1_conversion.go`. */
export interface SubnetToL1ConversionValidatorData extends Declared<typeof conversionValidator> {}
export const SubnetToL1ConversionValidatorData: Type<SubnetToL1ConversionValidatorData> =
  /* @__PURE__ */ struct('message.SubnetToL1ConversionValidatorData', conversionValidator, {
    nodeID: 'Node that validates: 20 bytes.',
    blsPublicKey: 'Compressed G1 point.',
    weight: 'Weight in the L1.',
  });

const subnetToL1ConversionData = (s: Source) => ({
  subnetID: s.id(),
  managerChainID: s.id(),
  managerAddress: s.blob(),
  validators: s.list(SubnetToL1ConversionValidatorData),
});
/** The data whose sha256 is the conversionID. It initializes the L1's manager. Source: avalanchego `vms/platformvm/warp/message/subnet_to_l1_conversion.go`. */
export interface SubnetToL1ConversionData extends Declared<typeof subnetToL1ConversionData> {}
export const SubnetToL1ConversionData: Type<SubnetToL1ConversionData> = /* @__PURE__ */ versioned(
  'conversionData',
  /* @__PURE__ */ struct('message.SubnetToL1ConversionData', subnetToL1ConversionData, {
    subnetID: 'The subnet that became an L1.',
    managerChainID: 'Chain of the contract that manages the validators.',
    managerAddress: 'Address of that contract.',
    validators:
      'First validators in the order of the transaction: balances and owners are not in it.',
  }),
  Number.POSITIVE_INFINITY,
);
