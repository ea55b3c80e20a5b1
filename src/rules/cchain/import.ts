import { within } from '../../errors/error.ts';
import { notEmpty, verifyInputOrder, verifyInputs } from '../components.ts';
import type { TxOf } from '../context.ts';
import { funds } from '../funds.ts';
import { inputSignatures, utxos } from '../spending.ts';
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
