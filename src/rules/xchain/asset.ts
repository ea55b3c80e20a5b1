import { FxOutput, type InitialState } from '../../chain/xchain/components.ts';
import { within } from '../../errors/error.ts';
import { compareBytes } from '../../text/bytes.ts';
import { encodeUTF8 } from '../../text/utf8.ts';
import { verifyIncreasing, verifySorted } from '../../tx/order.ts';
import { encode } from '../../wire/codec.ts';
import { notEmpty, outOfRange, verifyLength } from '../components.ts';
import type { TxOf } from '../context.ts';
import { inputClaims } from '../spending.ts';
import type { Rule } from '../verdict.ts';
import { fxNames, rulesOf } from './shared.ts';
import { verifyVerifiable } from './verifiable.ts';

const maxNameLength = 128;
const maxSymbolLength = 4;
const maxDenomination = 32;

type CreateAssetTx = TxOf<'avm.CreateAssetTx'>;

/**
 * Checks the name, symbol and denomination of a new asset, and that it has any state.
 * Source: avalanchego `vms/avm/txs/executor/syntactic_verifier.go`.
 * @throws {AvalancheError} `OutOfRange`, `TooLong`.
 */
export function verifyNames({
  name,
  symbol,
  initialStates,
  denomination,
}: Pick<CreateAssetTx, 'name' | 'symbol' | 'initialStates' | 'denomination'>): void {
  notEmpty(name, 'name');
  verifyLength(encodeUTF8(name).length, maxNameLength, 'name');
  notEmpty(symbol, 'symbol');
  verifyLength(encodeUTF8(symbol).length, maxSymbolLength, 'symbol');
  notEmpty(initialStates, 'initialStates');
  if (denomination > maxDenomination)
    throw outOfRange(`${denomination}, at most ${maxDenomination}`, 'denomination');
  if (name.startsWith(' ') || name.endsWith(' '))
    throw outOfRange('must not start or end with a space', 'name');
  if (!/^[A-Za-z0-9 ]+$/.test(name))
    throw outOfRange('must be ASCII letters, digits and spaces', 'name');
  if (!/^[A-Z]+$/.test(symbol)) throw outOfRange('must be capital letters', 'symbol');
}

const names: Rule<CreateAssetTx> = {
  name: 'names',
  check: ({ tx }) => {
    verifyNames(tx);
  },
};

/** Source: avalanchego `vms/avm/txs/initial_state.go`. */
function verifyState({ fxIndex, outputs }: InitialState): void {
  if (fxIndex >= fxNames.length)
    throw outOfRange(`${fxIndex}, at most ${fxNames.length - 1}`, 'fxIndex');
  within(['outputs'], () => {
    outputs.forEach((output, k) => {
      within([k], () => verifyVerifiable(output));
    });
    verifySorted(
      outputs.map((output) => encode(FxOutput, output)),
      compareBytes,
      'bytes',
    );
  });
}

const states: Rule<CreateAssetTx> = {
  name: 'initial states',
  check: ({ tx: { initialStates } }) => {
    within(['initialStates'], () => {
      initialStates.forEach((state, i) => {
        within([i], () => verifyState(state));
      });
      verifyIncreasing(initialStates, (a, b) => a.fxIndex - b.fxIndex, 'fxIndex');
    });
  },
};

/** Rules of an avm.CreateAssetTx. */
export const createAssetTx: readonly Rule<CreateAssetTx>[] = /* @__PURE__ */ rulesOf(inputClaims, {
  before: [names],
  after: [states],
});
