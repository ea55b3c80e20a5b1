/** Rules of L1s (ACP-77): conversion of a subnet, and registration, weight, balance and removal of validators. */
import type { ConvertSubnetToL1Tx, RegisterL1ValidatorTx } from '../../chain/pchain/l1.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { compareBytes } from '../../text/bytes.ts';
import { formatID, formatNodeID } from '../../text/id.ts';
import { maxUint64 } from '../../text/uint64.ts';
import { verifyIncreasing } from '../../tx/order.ts';
import { validationIDOf } from '../../warp/l1.ts';
import {
  addUint64,
  notEmpty,
  outOfRange,
  type TxOf,
  verifyLength,
  verifyNodeID,
  verifyOwners,
} from '../components.ts';
import {
  ask,
  type Facts,
  find,
  given,
  type L1ValidatorFacts,
  need,
  nodeKeyOf,
  timeOf,
} from '../facts.ts';
import type { Rule } from '../verdict.ts';
import { authorizationForm, authorize, mutable, subnetOwner } from './authorization.ts';
import {
  inPayload,
  readable,
  registration,
  registrationIn,
  verifySource,
  warpSignature,
  weightIn,
  weightMessage,
} from './message.ts';
import { accepted, type BasePTx, notPrimary, rulesOf, spend } from './shared.ts';
import { verifySigner } from './signer.ts';
import { validatorOn } from './validatorset.ts';

/**
 * Checks that the network allows so many more active validators. Source: avalanchego
 * `vms/platformvm/txs/executor/standard_tx_executor.go`.
 */
function verifyRoom(more: number, { network, activeL1Validators }: Facts): void {
  const { capacity } = network.validatorFees;
  const active = need(activeL1Validators, 'activeL1Validators', 'how many validators are active');
  if (active + BigInt(more) > capacity)
    throw new AvalancheError(
      'NotAllowed',
      `${active} L1 validators are active, at most ${capacity} may be`,
    ).at('balance');
}

/** Checks that a balance plus the accrued fees is a uint64. If the fees are unknown, they count as at most the whole AVAX supply. */
function verifyBalance(balance: bigint, left: bigint, { network, accruedFees }: Facts): void {
  const fees = accruedFees ?? network.staking.supplyCap;
  if (balance + left + fees <= maxUint64) return;
  need(accruedFees, 'accruedFees', 'the accrued fees');
  throw outOfRange(`${balance} more than the balance can hold`, 'balance');
}

/** Checks that a node does not validate the subnet already. Source: avalanchego `vms/platformvm/state/l1_validator.go`. */
function verifyNewNode(subnetID: Uint8Array, nodeID: Uint8Array, facts: Facts): void {
  if (validatorOn(facts, subnetID, nodeID))
    throw new AvalancheError(
      'Duplicate',
      `${formatNodeID(nodeID)} validates the subnet already`,
    ).at('nodeID');
}

const maxManagerAddressLength = 4096;

/** Source: avalanchego `vms/platformvm/txs/convert_subnet_to_l1_tx.go`. */
const conversion: Rule<ConvertSubnetToL1Tx> = {
  name: 'first validators',
  check: ({ tx }) => {
    verifyLength(tx.address.length, maxManagerAddressLength, 'address');
    notEmpty(tx.validators, 'validators');
    within(['validators'], () => {
      verifyIncreasing(tx.validators, (a, b) => compareBytes(a.nodeID, b.nodeID), 'nodeID');
      tx.validators.forEach((validator, i) => {
        within([i], () => {
          if (validator.weight === 0n) throw outOfRange('must be greater than 0', 'weight');
          verifyNodeID(validator.nodeID);
          within(['remainingBalanceOwner'], () => verifyOwners(validator.remainingBalanceOwner));
          within(['deactivationOwner'], () => verifyOwners(validator.deactivationOwner));
        });
      });
    });
  },
};

/** Source: as `conversion`. */
const conversionProofs: Rule<ConvertSubnetToL1Tx> = {
  name: 'proofs of possession',
  check: ({ tx, facts }) => {
    tx.validators.forEach(({ signer }, i) => {
      within(['validators', i, 'signer'], () => verifySigner(signer, facts));
    });
  },
};

/** Rule: balances of a conversion's validators, and the number of active ones. */
const conversionBalances: Rule<ConvertSubnetToL1Tx> = {
  name: 'active validators',
  check: ({ tx, facts }) => {
    let active = 0;
    tx.validators.forEach(({ balance }, i) => {
      if (balance === 0n) return;
      within(['validators', i], () => {
        verifyRoom(++active, facts);
        verifyBalance(balance, 0n, facts);
      });
    });
  },
};

const conversionNodes: Rule<ConvertSubnetToL1Tx> = {
  name: 'new validators',
  check: ({ tx: { subnetID, validators }, facts }) => {
    validators.forEach(({ nodeID }, i) => {
      within(['validators', i], () => verifyNewNode(subnetID, nodeID, facts));
    });
  },
};

/** Rule: the sum of a conversion's weights is a uint64. */
const conversionWeight: Rule<ConvertSubnetToL1Tx> = {
  name: 'total weight',
  check: ({ tx }) => {
    tx.validators.reduce(
      (sum, { weight }, i) => within(['validators', i, 'weight'], () => addUint64(sum, weight)),
      0n,
    );
  },
};

/** Rules of a platformvm.ConvertSubnetToL1Tx. */
export const convertSubnetToL1Tx: readonly Rule<ConvertSubnetToL1Tx>[] = /* @__PURE__ */ rulesOf(
  /* @__PURE__ */ accepted('since', 'etna'),
  [
    notPrimary,
    conversion,
    conversionProofs,
    authorizationForm,
    /* @__PURE__ */ authorize<ConvertSubnetToL1Tx>(
      (subject) => subnetOwner(subject, subject.tx.subnetID),
      [
        /* @__PURE__ */ mutable(({ subnetID }: ConvertSubnetToL1Tx) => subnetID, 'subnetID'),
        conversionBalances,
        conversionNodes,
        conversionWeight,
      ],
    ),
  ],
);

type SetL1ValidatorWeightTx = TxOf<'platformvm.SetL1ValidatorWeightTx'>;
type IncreaseL1ValidatorBalanceTx = TxOf<'platformvm.IncreaseL1ValidatorBalanceTx'>;
type DisableL1ValidatorTx = TxOf<'platformvm.DisableL1ValidatorTx'>;

/** Maximum time in seconds until a registration expires. Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
const maxExpiryWindow = 86_400n;

const sinceEtna: Rule<BasePTx> = /* @__PURE__ */ accepted('since', 'etna');

/** Rule: the manager of the L1 sent the registration. */
const registrationSource: Rule<RegisterL1ValidatorTx> = {
  name: 'manager',
  check: ({ tx, facts }) => {
    const found = readable(() => registrationIn(tx));
    verifySource(found, found.payload.subnetID, facts);
  },
};

/** Source: as `maxExpiryWindow`. */
const expiry: Rule<RegisterL1ValidatorTx> = {
  name: 'expiry',
  check: ({ tx, facts }) => {
    const { expiry } = readable(() => registrationIn(tx)).payload;
    const time = timeOf(facts);
    within([...inPayload, 'expiry'], () => {
      if (expiry <= time)
        throw new AvalancheError('Expired', `expired at ${expiry}, it is ${time}`, {
          until: expiry,
          time,
        });
      if (expiry - time > maxExpiryWindow)
        throw outOfRange(`${expiry}, at most ${time + maxExpiryWindow}`);
    });
  },
};

/** Source: as `maxExpiryWindow`. */
const replay: Rule<RegisterL1ValidatorTx> = {
  name: 'new registration',
  check: ({ tx, facts }) => {
    const { bytes } = readable(() => registrationIn(tx));
    const id = formatID(validationIDOf({ registerMessage: bytes }));
    if (ask(facts.expiries, id, 'expiries', `whether ${id} was registered`) !== null)
      throw new AvalancheError('Duplicate', `${id} was registered already`).at('message');
  },
};

/** Source: as `maxExpiryWindow`. */
const registrationProof: Rule<RegisterL1ValidatorTx> = {
  name: 'registered key',
  check: ({ tx, facts }) => {
    const { blsPublicKey: publicKey } = readable(() => registrationIn(tx)).payload;
    verifySigner({ publicKey, proofOfPossession: tx.proofOfPossession }, facts);
  },
};

const registrationBalance: Rule<RegisterL1ValidatorTx> = {
  name: 'active validators',
  check: ({ tx: { balance }, facts }) => {
    if (balance === 0n) return;
    verifyRoom(1, facts);
    verifyBalance(balance, 0n, facts);
  },
};

/** Source: avalanchego `vms/platformvm/state/l1_validator.go` `putL1Validator`. */
const registrationNode: Rule<RegisterL1ValidatorTx> = {
  name: 'new validator',
  check: ({ tx, facts }) => {
    const { subnetID, nodeID } = readable(() => registrationIn(tx)).payload;
    within(inPayload, () => {
      verifyNewNode(subnetID, nodeID, facts);
      const key = nodeKeyOf(subnetID, nodeID);
      const what = `whether ${formatNodeID(nodeID)} validates the L1`;
      if (ask(facts.l1Nodes, key, 'l1Nodes', what) !== null)
        throw new AvalancheError('Duplicate', 'the node validates the L1 already').at('nodeID');
    });
  },
};

/** Returns the sum of an L1's weights. */
function l1WeightOf(subnetID: Uint8Array, { subnets }: Facts): bigint {
  const id = formatID(subnetID);
  const what = `the total weight of L1 ${id}`;
  const { l1Weight } = given(() => find(subnets, id, 'subnets', what), 'subnets', what);
  return need(l1Weight, 'subnets', what);
}

/** Source: as `registrationNode`. */
const registrationWeight: Rule<RegisterL1ValidatorTx> = {
  name: 'total weight',
  check: ({ tx, facts }) => {
    const { subnetID, weight } = readable(() => registrationIn(tx)).payload;
    within([...inPayload, 'weight'], () => addUint64(l1WeightOf(subnetID, facts), weight));
  },
};

/** Rules of a platformvm.RegisterL1ValidatorTx. */
export const registerL1ValidatorTx: readonly Rule<RegisterL1ValidatorTx>[] = /* @__PURE__ */ [
  warpSignature,
  /* @__PURE__ */ rulesOf<RegisterL1ValidatorTx>(sinceEtna, [
    spend,
    registration,
    registrationSource,
    expiry,
    replay,
    registrationProof,
    registrationBalance,
    registrationNode,
    registrationWeight,
  ]),
].flat();

/** Returns a validator of an L1. */
function l1ValidatorOf(id: Uint8Array, { l1Validators }: Facts): L1ValidatorFacts {
  const key = formatID(id);
  return find(l1Validators, key, 'l1Validators', `validation ${key}`);
}

/** Returns the validator whose weight changes. */
const weighed = (tx: SetL1ValidatorWeightTx, facts: Facts) => {
  const read = readable(() => weightIn(tx));
  const { validationID } = read.payload;
  const validator = within([...inPayload, 'validationID'], () =>
    l1ValidatorOf(validationID, facts),
  );
  const subnetID = (): Uint8Array =>
    need(validator.subnetID, 'l1Validators', `the subnet of ${formatID(validationID)}`);
  return { read, validator, subnetID, ...read.payload };
};

/** Source: as `maxExpiryWindow`. */
const nonce: Rule<SetL1ValidatorWeightTx> = {
  name: 'nonce',
  check: ({ tx, facts }) => {
    const { validator, nonce } = weighed(tx, facts);
    const least = need(validator.minNonce, 'l1Validators', 'the least nonce of the validator');
    if (nonce < least) throw outOfRange(`${nonce}, at least ${least}`, ...inPayload, 'nonce');
  },
};

const known = <V>(f: () => V): V => given(f, 'l1Validators', 'the validator');

/** Rule: the manager of the L1 sent the change of weight. */
const weightSource: Rule<SetL1ValidatorWeightTx> = {
  name: 'manager',
  check: ({ tx, facts }) => {
    const { read, subnetID } = known(() => weighed(tx, facts));
    verifySource(read, subnetID(), facts);
  },
};

/** Source: as `maxExpiryWindow`. */
const notLast: Rule<SetL1ValidatorWeightTx> = {
  name: 'remaining validators',
  check: ({ tx, facts }) => {
    const { validator, subnetID, weight } = known(() => weighed(tx, facts));
    if (weight !== 0n) return;
    const own = need(validator.weight, 'l1Validators', 'the weight of the validator');
    if (l1WeightOf(subnetID(), facts) === own)
      throw new AvalancheError('NotAllowed', 'it is the last validator of the L1').at(
        ...inPayload,
        'weight',
      );
  },
};

/** Source: as `registrationNode`. */
const changedWeight: Rule<SetL1ValidatorWeightTx> = {
  name: 'total weight',
  check: ({ tx, facts }) => {
    const { validator, subnetID, weight } = known(() => weighed(tx, facts));
    const own = need(validator.weight, 'l1Validators', 'the weight of the validator');
    if (weight > own)
      within([...inPayload, 'weight'], () =>
        addUint64(l1WeightOf(subnetID(), facts) - own, weight),
      );
  },
};

/** Rules of a platformvm.SetL1ValidatorWeightTx. */
export const setL1ValidatorWeightTx: readonly Rule<SetL1ValidatorWeightTx>[] = /* @__PURE__ */ [
  warpSignature,
  /* @__PURE__ */ rulesOf<SetL1ValidatorWeightTx>(sinceEtna, [
    spend,
    weightMessage,
    nonce,
    weightSource,
    notLast,
    changedWeight,
  ]),
].flat();

/** Rule: the validation exists. */
const validation: Rule<BasePTx & { readonly validationID: Uint8Array }> = {
  name: 'validation',
  check: ({ tx: { validationID }, facts }) => {
    within(['validationID'], () => l1ValidatorOf(validationID, facts));
  },
};

const positive: Rule<IncreaseL1ValidatorBalanceTx> = {
  name: 'balance',
  check: ({ tx: { balance } }) => {
    if (balance === 0n) throw outOfRange('must be greater than 0', 'balance');
  },
};

/** Source: as `maxExpiryWindow`. */
const increased: Rule<IncreaseL1ValidatorBalanceTx> = {
  name: 'active validators',
  check: ({ tx: { validationID, balance }, facts }) => {
    const { balance: found } = known(() => l1ValidatorOf(validationID, facts));
    const left = need(found, 'l1Validators', 'the balance of the validator');
    if (left === 0n) verifyRoom(1, facts);
    verifyBalance(balance, left, facts);
  },
};

/** Rules of a platformvm.IncreaseL1ValidatorBalanceTx. */
export const increaseL1ValidatorBalanceTx: readonly Rule<IncreaseL1ValidatorBalanceTx>[] =
  /* @__PURE__ */ rulesOf(sinceEtna, [positive, spend, validation, increased]);

/** Rules of a platformvm.DisableL1ValidatorTx. */
export const disableL1ValidatorTx: readonly Rule<DisableL1ValidatorTx>[] = /* @__PURE__ */ rulesOf(
  sinceEtna,
  [
    authorizationForm,
    validation,
    /* @__PURE__ */ authorize<DisableL1ValidatorTx>(({ tx, facts }) =>
      need(
        l1ValidatorOf(tx.validationID, facts).deactivationOwner,
        'l1Validators',
        'who may disable the validator',
      ),
    ),
  ],
);
