/** What TypeScript infers of drafts. `tsc` is the test: it reads this file with the rest, nothing runs it. */
import { expectTypeOf } from 'vitest';
import {
  build,
  buildBaseTx,
  buildConsolidateTxs,
  buildConvertSubnetToL1Tx,
  buildCreateAssetTx,
  buildExportTx,
  buildImportTx,
  buildImportTxs,
  buildIncreaseL1ValidatorBalanceTx,
  type ConvertSubnetToL1Intent,
  type CreateAssetIntent,
  type Draft,
  type DraftOf,
  type Intent,
} from '../../src/builder/index.ts';
import type * as C from '../../src/chain/cchain/index.ts';
import type * as P from '../../src/chain/pchain/index.ts';
import type * as X from '../../src/chain/xchain/index.ts';
import { avax, formatAvax, wei } from '../../src/index.ts';
import {
  digestsOf,
  type Key,
  type PDraft,
  type Policy,
  type ReadDraft,
  type Signer,
  sign,
  signWith,
} from '../../src/sign/index.ts';
import type { CState, PState, State, UTXOState, XState } from '../../src/state/index.ts';

declare const pState: PState;
declare const xState: XState;
declare const cState: CState;
declare const utxoState: UTXOState;
declare const state: State;
const outputs = [{ to: '', amount: 1n }];

// A builder knows the chain of its state and the type that it builds.
const base = buildBaseTx(pState, { outputs });
expectTypeOf(base.chain).toEqualTypeOf<'P'>();
expectTypeOf(base.unsignedTx).toEqualTypeOf<P.BaseTx>();
expectTypeOf(base).toExtend<DraftOf<'P'>>();
expectTypeOf(base).toExtend<Draft>();
expectTypeOf(buildBaseTx(xState, { outputs }).unsignedTx).toEqualTypeOf<X.BaseTx>();
expectTypeOf(buildBaseTx(utxoState, { outputs }).unsignedTx).toEqualTypeOf<P.BaseTx | X.BaseTx>();
// The C-chain has no such transaction.
expectTypeOf(buildBaseTx(cState, { outputs })).toBeNever();
expectTypeOf(buildExportTx(cState, { to: 'P', outputs }).unsignedTx).toEqualTypeOf<C.ExportTx>();
expectTypeOf(buildImportTx(pState, { from: 'X' }).unsignedTx).toEqualTypeOf<P.ImportTx>();
expectTypeOf(buildImportTxs(cState, { from: 'X' })[0]!.unsignedTx).toEqualTypeOf<C.ImportTx>();
expectTypeOf(buildConsolidateTxs(xState)[0]!.unsignedTx).toEqualTypeOf<X.BaseTx>();
expectTypeOf(
  buildCreateAssetTx(xState, {} as CreateAssetIntent).unsignedTx,
).toEqualTypeOf<X.CreateAssetTx>();
const convert = buildConvertSubnetToL1Tx(pState, {} as ConvertSubnetToL1Intent);
expectTypeOf(convert.unsignedTx.validators).toEqualTypeOf<
  readonly P.ConvertSubnetToL1Validator[]
>();
// @ts-expect-error accounts are of C
buildImportTx(pState, { from: 'X', to: [{ to: '0x', amount: 1n }] });

// Amounts are nAVAX or units of an asset: wei do not compile.
buildBaseTx(pState, { outputs: [{ to: '', amount: avax('1') }] }, { maxFee: avax('0.1') });
// @ts-expect-error wei
buildBaseTx(pState, { outputs: [{ to: '', amount: wei('1') }] });
// @ts-expect-error wei
buildBaseTx(pState, { outputs }, { maxFee: wei('1') });
// @ts-expect-error wei
buildImportTx(cState, { from: 'X', to: [{ to: '0x', amount: wei('1') }] });
// @ts-expect-error wei
buildIncreaseL1ValidatorBalanceTx(pState, { validationID: '', balance: wei('1') });
// @ts-expect-error wei
formatAvax(wei('1'));
// @ts-expect-error nAVAX
expectTypeOf<CState['baseFee']>().toEqualTypeOf(avax('1'));
// @ts-expect-error a time is a bigint of seconds: Date.now() is a number, and milliseconds are refused when they are converted
({ ...pState, time: Date.now() }) satisfies PState;

// An intent's type is the transaction's.
expectTypeOf(
  build(pState, { type: 'CreateSubnetTx', owner: '' }).unsignedTx,
).toEqualTypeOf<P.CreateSubnetTx>();
expectTypeOf(build(xState, { type: 'BaseTx', outputs }).unsignedTx).toEqualTypeOf<X.BaseTx>();
expectTypeOf(build(state, { type: 'ExportTx', to: 'P', outputs }).unsignedTx).toEqualTypeOf<
  P.ExportTx | X.ExportTx | C.ExportTx
>();
expectTypeOf(build(state, {} as Intent)).toExtend<Draft>();

// Signing keeps what is known.
expectTypeOf(sign(base, []).unsignedTx).toEqualTypeOf<P.BaseTx>();

// A draft from elsewhere is signed only with a policy, or with the digest of what was reviewed.
declare const read: ReadDraft;
declare const policy: Policy;
declare const key: Key;
declare const signer: Signer;
expectTypeOf(sign(read, key, { policy })).toEqualTypeOf<ReadDraft>();
expectTypeOf(sign(read, key, { reviewed: new Uint8Array() })).toEqualTypeOf<ReadDraft>();
expectTypeOf(signWith(read, signer, { policy })).toEqualTypeOf<Promise<ReadDraft>>();
digestsOf(read, { policy });
// @ts-expect-error neither
sign(read, key);
// @ts-expect-error an option, but neither of the two
sign(read, key, { maxFee: 1n });
// @ts-expect-error no policy
sign(read, key, { policy: undefined });
// @ts-expect-error neither
signWith(read, signer);
// @ts-expect-error neither
digestsOf(read);
digestsOf(base);
expectTypeOf(signWith(base, signer)).toEqualTypeOf<Promise<PDraft<P.BaseTx>>>();
