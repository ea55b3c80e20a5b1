import { accountOf } from '../../crypto/secp256k1.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { oncePerRun } from '../../text/bytes.ts';
import { formatHex } from '../../text/hex.ts';
import { formatID } from '../../text/id.ts';
import { verifyOutputOrder } from '../../tx/order.ts';
import { notEmpty, verifyOutputs } from '../components.ts';
import type { TxOf } from '../context.ts';
import { find, forEachKnown } from '../facts.ts';
import { funds } from '../funds.ts';
import { credentialsOf, verifySignatures } from '../spending.ts';
import type { Rule } from '../verdict.ts';
import {
  admission,
  last,
  onlyAVAX,
  peer,
  place,
  verifyAccountAmounts,
  verifyAccountOrder,
} from './shared.ts';

type ExportTx = TxOf<'atomic.ExportTx'>;

/** Source: avalanchego `vms/saevm/cchain/tx/export.go` `sanityCheck`. */
const inputs: Rule<ExportTx> = {
  name: 'inputs',
  check: ({ tx: { inputs }, facts }) => {
    notEmpty(inputs, 'inputs');
    within(['inputs'], () => {
      verifyAccountAmounts(inputs, facts.network.avaxAssetID);
      verifyAccountOrder(inputs);
    });
  },
};

/** Source: as `inputs`. */
const exported: Rule<ExportTx> = {
  name: 'exported outputs',
  check: ({ tx: { exportedOutputs }, facts }) => {
    notEmpty(exportedOutputs, 'exportedOutputs');
    within(['exportedOutputs'], () => {
      verifyOutputs(exportedOutputs);
      onlyAVAX(exportedOutputs, facts.network.avaxAssetID);
      verifyOutputOrder(exportedOutputs);
    });
  },
};

const accountClaim = { credential: 'secp256k1fx.Credential', signatureIndices: [0] } as const;

/** Each account signed. Source: avalanchego `vms/saevm/cchain/tx/export.go` `verifyCredentials`. */
const signatures: Rule<ExportTx> = {
  name: 'signatures',
  check: (subject) => {
    const { inputs } = subject.tx;
    const credentials = credentialsOf(subject, inputs.length);
    const addressOf = oncePerRun((signature) => accountOf(subject.recover(signature)));
    forEachKnown(inputs, ({ address }, i) => {
      within(['credentials', i], () =>
        verifySignatures(credentials[i]!, accountClaim, () => [address], addressOf),
      );
    });
  },
};

const weiPerNAVAX = 1_000_000_000n;

/** Nonce and balance of each account. Source: avalanchego `vms/saevm/cchain/txpool/txpool.go` `verifyOp`. */
const accounts: Rule<ExportTx> = {
  name: 'accounts',
  check: ({ tx: { inputs }, facts }) => {
    forEachKnown(inputs, ({ address, nonce, amount }, i) => {
      within(['inputs', i], () => {
        const text = formatHex(address);
        const account = find(facts.accounts, text, 'accounts', `account ${text}`);
        if (account.nonce !== nonce)
          throw new AvalancheError('Mismatch', `is ${nonce}, the next nonce is ${account.nonce}`, {
            found: String(nonce),
            expected: String(account.nonce),
          }).at('nonce');
        if (amount * weiPerNAVAX > account.balance)
          throw new AvalancheError('Insufficient', `the account has ${account.balance} wei`, {
            assetID: formatID(facts.network.avaxAssetID),
            symbol: 'AVAX',
            denomination: 18,
            needed: amount * weiPerNAVAX,
            spendable: account.balance,
          }).at('amount');
      });
    });
  },
};

/** Rules of an atomic.ExportTx. */
export const exportTx: readonly Rule<ExportTx>[] = /* @__PURE__ */ [
  place,
  peer,
  inputs,
  exported,
  funds,
  admission,
  signatures,
  accounts,
  last,
].flat();
