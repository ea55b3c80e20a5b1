import type { ConvertSubnetToL1Tx } from '../../chain/pchain/l1.ts';
import { within } from '../../errors/error.ts';
import { compareBytes } from '../../text/bytes.ts';
import { verifyIncreasing } from '../../tx/order.ts';
import {
  addUint64,
  notEmpty,
  outOfRange,
  verifyLength,
  verifyNodeID,
  verifyOwners,
} from '../components.ts';
import type { Rule } from '../verdict.ts';
import { authorizationForm, authorize, mutable, subnetOwner } from './authorization.ts';
import { verifyBalance, verifyNewNode, verifyRoom } from './room.ts';
import { accepted, notPrimary, rulesOf } from './shared.ts';
import { verifySigner } from './signer.ts';

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

/** A conversion’s validators that begin with a balance. */
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

/** The weights of a conversion add up to a uint64. */
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
