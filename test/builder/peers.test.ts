/** What avalanchejs builds of the same UTXOs never burns less. */
import * as avalanchejs from '@avalabs/avalanchejs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildBaseTx, buildExportTx, type DraftOf } from '../../src/builder/index.ts';
import { UnsignedTx as PUnsignedTx, UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { UnsignedTx as XUnsignedTx, UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { fuji } from '../../src/network/known.ts';
import { formatID } from '../../src/text/id.ts';
import { flowsOf } from '../../src/tx/flows.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { attempt } from '../support/intents.ts';
import { seeded } from '../support/seeded.ts';
import { key, lockedUTXO, now, pState, utxo, xState } from '../support/state.ts';

interface UnsignedTx {
  toBytes(): Uint8Array;
}
// Its declaration files do not resolve from ES modules, so what is used of it is typed here.
const { utils, Utxo, TransferableOutput, pvm, avm } = avalanchejs as unknown as {
  readonly utils: {
    getManagerForVM(vm: 'PVM' | 'AVM'): { unpack(bytes: Uint8Array, type: unknown): object };
  };
  readonly Utxo: unknown;
  readonly TransferableOutput: {
    fromNative(assetID: string, amount: bigint, addresses: readonly Uint8Array[]): object;
  };
  readonly pvm: {
    newBaseTx(props: object, context: object): UnsignedTx;
    newExportTx(props: object, context: object): UnsignedTx;
  };
  readonly avm: {
    newBaseTx(
      context: object,
      from: readonly Uint8Array[],
      utxos: readonly object[],
      outputs: readonly object[],
      options: object,
    ): UnsignedTx;
  };
};

const [me, you] = [key(1).shortID, key(2).shortID];
const avaxAssetID = formatID(fuji.avaxAssetID);
const xBlockchainID = formatID(fuji.chains.X.blockchainID);
const context = {
  networkID: fuji.networkID,
  hrp: fuji.hrp,
  xBlockchainID,
  pBlockchainID: formatID(fuji.chains.P.blockchainID),
  cBlockchainID: formatID(fuji.chains.C.blockchainID),
  avaxAssetID,
  baseTxFee: fuji.xFees.txFee,
  createAssetTxFee: fuji.xFees.createAssetTxFee,
  platformFeeConfig: { ...fuji.pFees, weights: fuji.pFees.weights.map(Number) },
};

/** nAVAX that go in and do not come out. */
const burnedBy = (tx: PUnsignedTx | XUnsignedTx): bigint =>
  flowsOf(tx, { avaxAssetID: fuji.avaxAssetID }).assets.reduce((sum, of) => sum + of.burned, 0n);

/** What it builds, or null where it does not. */
const theirs = <T>(type: Parameters<typeof decode<T>>[0], make: () => UnsignedTx): T | null => {
  let tx: UnsignedTx;
  try {
    tx = make();
  } catch {
    return null;
  }
  return decode(type, tx.toBytes());
};

const runs = seeded;

it.each(['BaseTx', 'ExportTx'] as const)(
  'P: a %s burns no more than that of avalanchejs',
  (type) => {
    let compared = 0;
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 60_000n }), { minLength: 1, maxLength: 12 });
    const locked = fc.array(fc.bigInt({ min: 1n, max: 60_000n }), { maxLength: 2 });
    fc.assert(
      fc.property(
        amounts,
        locked,
        fc.bigInt(1n, 90_000n),
        fc.bigInt(1n, 4n),
        (plain, stakeable, amount, price) => {
          const utxos = [
            ...plain.map((n, i) => utxo(i, n)),
            ...stakeable.map((n, i) => lockedUTXO(100 + i, n, now + 1000n)),
          ];
          const state = pState(utxos, { feeState: { price } });
          const outputs = [{ to: you, amount }];
          const ours: DraftOf<'P' | 'X'> | null = attempt(() =>
            type === 'BaseTx'
              ? buildBaseTx(state, { outputs })
              : buildExportTx(state, { to: 'X', outputs }),
          );
          const manager = utils.getManagerForVM('PVM');
          const props = {
            feeState: { capacity: 1_000_000n, excess: 0n, price, timestamp: '' },
            fromAddressesBytes: [me],
            minIssuanceTime: now,
            utxos: utxos.map((of) => manager.unpack(encode(PUTXO, of), Utxo)),
            outputs: [TransferableOutput.fromNative(avaxAssetID, amount, [you])],
            destinationChainId: xBlockchainID,
          };
          const other = theirs(PUnsignedTx, () => pvm[`new${type}`](props, context));
          if (!other) return;
          compared++;
          expect(ours).not.toBeNull();
          expect(burnedBy(ours!.unsignedTx)).toBeLessThanOrEqual(burnedBy(other));
        },
      ),
      runs,
    );
    expect(compared).toBeGreaterThan(runs.numRuns / 2);
  },
);

it('X: a BaseTx burns no more than that of avalanchejs', () => {
  let compared = 0;
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 3_000_000n }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(amounts, fc.bigInt(1n, 6_000_000n), (plain, amount) => {
      const utxos = plain.map((n, i) => utxo(i, n));
      const ours = attempt(() => buildBaseTx(xState(utxos), { outputs: [{ to: you, amount }] }));
      const manager = utils.getManagerForVM('AVM');
      const other = theirs(XUnsignedTx, () =>
        avm.newBaseTx(
          context,
          [me],
          utxos.map((of) => manager.unpack(encode(XUTXO, of), Utxo)),
          [TransferableOutput.fromNative(avaxAssetID, amount, [you])],
          { changeAddresses: [me], minIssuanceTime: now },
        ),
      );
      if (!other) return;
      compared++;
      expect(ours).not.toBeNull();
      expect(burnedBy(ours!.unsignedTx)).toBeLessThanOrEqual(burnedBy(other));
    }),
    runs,
  );
  expect(compared).toBeGreaterThan(runs.numRuns / 2);
});
