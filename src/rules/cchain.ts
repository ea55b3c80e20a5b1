/** Rules of the C-chain's atomic transactions (imports and exports), in the node's order. */
import type { UnsignedTx } from '../chain/cchain/tx.ts';
import { accountOf } from '../crypto/secp256k1.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { atomicFeeOf, atomicGasCap, atomicGasOf } from '../fee/transactions.ts';
import { nativeSymbolOf } from '../network/network.ts';
import { formatAmount, type Wei, weiPerNAVAX } from '../text/amount.ts';
import { compareBytes, equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { burnedFeeOf } from '../tx/flows.ts';
import { verifyIncreasing, verifyOutputOrder } from '../tx/order.ts';
import {
  notEmpty,
  type TxOf,
  verifyAmount,
  verifyInputOrder,
  verifyInputs,
  verifyOutputs,
  verifyPeer,
  verifyTxChain,
} from './components.ts';
import { find, forEachKnown, timeOf } from './facts.ts';
import { fee, funds } from './funds.ts';
import { conflictsOf } from './pool.ts';
import { credentialsOf, inputSignatures, utxos, verifySignatures } from './spending.ts';
import type { Rule } from './verdict.ts';

/** Source: avalanchego `vms/saevm/cchain/tx/import.go` and `export.go` `sanityCheck`. */
const place: Rule<UnsignedTx> = {
  name: 'network and chain',
  check: ({ tx, facts, chain: { blockchainID } }) => {
    verifyTxChain(tx, { networkID: facts.network.networkID, blockchainID });
  },
};

/** Source: as `place`. */
const peer: Rule<UnsignedTx> = {
  name: 'other chain',
  check: ({ tx, facts, chain }) => {
    if ('sourceChain' in tx) verifyPeer(tx.sourceChain, chain, facts.network, 'sourceChain');
    else verifyPeer(tx.destinationChain, chain, facts.network, 'destinationChain');
  },
};

/** Maximum number of pending transactions. Source: avalanchego `vms/saevm/cchain/vm.go`. */
export const defaultCapacity = 1024n;

/** Source: avalanchego `vms/saevm/cchain/txpool/txpool.go` `Add`. */
const gas: Rule<UnsignedTx> = {
  name: 'gas',
  check: ({ tx, facts, unsignedBytes }) => {
    const used = atomicGasOf(tx, unsignedBytes().length);
    const cap = atomicGasCap(facts.network, timeOf(facts));
    if (used > cap)
      throw new AvalancheError('OutOfRange', `uses ${used} gas, at most ${cap}`, {
        value: used,
        max: cap,
        unit: 'gas',
      });
    return `${used} gas`;
  },
};

/** Returns the burned wei per unit of gas. */
export function gasPricePaid(tx: UnsignedTx, avaxAssetID: Uint8Array): bigint {
  return (burnedFeeOf(tx, avaxAssetID) * 1_000_000_000n) / atomicGasOf(tx);
}

/** Rule: conflicting pending transactions pay less, and the pool has room or a cheaper transaction. Source: as `gas`. */
const pool: Rule<UnsignedTx> = {
  name: 'pool',
  check: ({ tx, facts }) => {
    const { pool, network } = facts;
    if (!pool) return;
    const priceIn = (unsigned: UnsignedTx) => gasPricePaid(unsigned, network.avaxAssetID);
    const price = priceIn(tx);
    const conflicts = conflictsOf(tx, facts) as readonly UnsignedTx[];
    const tooLow = (detail: string, than: readonly UnsignedTx[]) => {
      const best = than.map(priceIn).reduce((a, b) => (a > b ? a : b));
      return new AvalancheError('FeeTooLow', detail, { fee: price, minFee: best + 1n });
    };
    if (conflicts.some((other) => price <= priceIn(other)))
      throw tooLow('a waiting transaction spends the same and pays as much', conflicts);
    const others = pool.txs
      .map(({ unsignedTx }) => unsignedTx as UnsignedTx)
      .filter((other) => !conflicts.includes(other));
    const { capacity = defaultCapacity } = pool;
    if (others.length >= capacity && others.every((other) => price <= priceIn(other)))
      throw tooLow('the pool is full of transactions that pay as much', others);
  },
};

/** The gas rule, checked after the form. */
const admission = [gas] as const;

/** Rules that are checked last. */
const last: readonly Rule<UnsignedTx>[] = [
  /* @__PURE__ */ fee<UnsignedTx>(({ tx, facts: { baseFee }, unsignedBytes }) => ({
    fee:
      baseFee === undefined
        ? undefined
        : atomicFeeOf(atomicGasOf(tx, unsignedBytes().length), baseFee as Wei),
    least: 0n,
  })),
  pool,
];

/** An amount of an account. */
export interface OnAccount {
  readonly address: Uint8Array;
  readonly assetID: Uint8Array;
  readonly amount: bigint;
}

/** Checks that amounts are positive and in AVAX. */
function verifyAccountAmounts(list: readonly OnAccount[], avaxAssetID: Uint8Array): void {
  list.forEach(({ amount }, i) => {
    within([i], () => verifyAmount(amount));
  });
  onlyAVAX(list, avaxAssetID);
}

/**
 * Checks that all amounts are in AVAX.
 * @throws {AvalancheError} `Unsupported`.
 */
function onlyAVAX(
  list: readonly { readonly assetID: Uint8Array }[],
  avaxAssetID: Uint8Array,
): void {
  const i = list.findIndex(({ assetID }) => !equalBytes(assetID, avaxAssetID));
  if (i >= 0)
    throw new AvalancheError('Unsupported', `must be AVAX, got ${formatID(list[i]!.assetID)}`).at(
      i,
      'assetID',
    );
}

/** Checks the order of accounts; each may occur only once. */
const verifyAccountOrder = (list: readonly OnAccount[]): void =>
  verifyIncreasing(list, (a, b) => compareBytes(a.address, b.address), 'address');

type ImportTx = TxOf<'atomic.ImportTx'>;

/** Source: avalanchego `vms/saevm/cchain/tx/import.go` `sanityCheck`. */
const imported: Rule<ImportTx> = {
  name: 'imported inputs',
  check: ({ tx: { importedInputs }, facts }) => {
    notEmpty(importedInputs, 'importedInputs');
    within(['importedInputs'], () => {
      verifyInputs(importedInputs);
      onlyAVAX(importedInputs, facts.network.avaxAssetID);
      verifyInputOrder(importedInputs);
    });
  },
};

/** Source: as `imported`. */
const outputs: Rule<ImportTx> = {
  name: 'outputs',
  check: ({ tx: { outputs }, facts }) => {
    notEmpty(outputs, 'outputs');
    within(['outputs'], () => {
      verifyAccountAmounts(outputs, facts.network.avaxAssetID);
      verifyAccountOrder(outputs);
    });
  },
};

/** Rules of an atomic.ImportTx. */
export const importTx: readonly Rule<ImportTx>[] = /* @__PURE__ */ [
  place,
  peer,
  imported,
  outputs,
  funds,
  admission,
  utxos,
  inputSignatures,
  last,
].flat();

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

/** Rule: each account signed. Source: avalanchego `vms/saevm/cchain/tx/export.go` `verifyCredentials`. */
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

/** Rule: each account has the right nonce and a sufficient balance. Source: avalanchego `vms/saevm/cchain/txpool/txpool.go` `verifyOp`. */
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
        const symbol = nativeSymbolOf(facts.network);
        const has = `${formatAmount(account.balance, 18)} ${symbol}`;
        if (amount * weiPerNAVAX > account.balance)
          throw new AvalancheError('Insufficient', `the account has ${has}`, {
            assetID: formatID(facts.network.avaxAssetID),
            symbol,
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
