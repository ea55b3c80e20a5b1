import type { RegisterL1ValidatorTx } from '../../chain/pchain/l1.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatID, formatNodeID } from '../../text/id.ts';
import { validationIDOf } from '../../warp/l1.ts';
import { addUint64, outOfRange } from '../components.ts';
import type { TxOf } from '../context.ts';
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
import { authorizationForm, authorize } from './authorization.ts';
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
import { verifyBalance, verifyNewNode, verifyRoom } from './room.ts';
import { accepted, type BasePTx, rulesOf, spend } from './shared.ts';
import { verifySigner } from './signer.ts';

type SetL1ValidatorWeightTx = TxOf<'platformvm.SetL1ValidatorWeightTx'>;
type IncreaseL1ValidatorBalanceTx = TxOf<'platformvm.IncreaseL1ValidatorBalanceTx'>;
type DisableL1ValidatorTx = TxOf<'platformvm.DisableL1ValidatorTx'>;

/** Seconds that a registration may lie ahead. Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
const maxExpiryWindow = 86_400n;

const sinceEtna: Rule<BasePTx> = /* @__PURE__ */ accepted('since', 'etna');

/** The manager of the L1 sent the registration. */
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
  check: ({ tx: of, facts }) => {
    const { blsPublicKey: publicKey } = readable(() => registrationIn(of)).payload;
    verifySigner({ publicKey, proofOfPossession: of.proofOfPossession }, facts);
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

/** The sum of an L1's weights. */
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

/** A validator of an L1. */
function l1ValidatorOf(id: Uint8Array, { l1Validators }: Facts): L1ValidatorFacts {
  const key = formatID(id);
  return find(l1Validators, key, 'l1Validators', `validation ${key}`);
}

/** The validator whose weight changes. */
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

/** The manager of the L1 sent the weight. */
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

/** The validation exists. */
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
