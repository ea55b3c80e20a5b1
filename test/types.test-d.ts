/** What TypeScript infers for users. `tsc` is the test: it reads this file with the rest, nothing runs it. */
import fc from 'fast-check';
import { expectTypeOf } from 'vitest';
import type { ProposerBlock } from '../src/blocks/proposervm.ts';
import { build } from '../src/builder/build.ts';
import { buildBaseTx } from '../src/builder/transfers.ts';
import * as C from '../src/chain/cchain/index.ts';
import { type Kind, kinds, typeOf } from '../src/chain/kinds.ts';
import * as P from '../src/chain/pchain/index.ts';
import { type AnyTx, decodeTx } from '../src/chain/tx.ts';
import * as X from '../src/chain/xchain/index.ts';
import type { PDraft } from '../src/draft/draft.ts';
import type { ErrorCode } from '../src/errors/codes.ts';
import { AvalancheError, isError } from '../src/errors/error.ts';
import type { Opened } from '../src/open/opened.ts';
import type { NodeClient } from '../src/rpc/client.ts';
import { isHTTPStatusError } from '../src/rpc/errors.ts';
import { isNotAccepted } from '../src/rpc/issue.ts';
import { finalize } from '../src/sign/finalize.ts';
import type { PState } from '../src/state/state.ts';
import type { JSONValue } from '../src/text/json.ts';
import { arbitrary } from '../src/wire/arbitrary.ts';
import { struct, union } from '../src/wire/declare.ts';
import { valueFromJSON } from '../src/wire/parse.ts';
import { valueToJSONText } from '../src/wire/print.ts';
import type { Infer, Type } from '../src/wire/type.ts';
import { type Span, spansOfValue } from '../src/wire/walk.ts';

declare const bytes: Uint8Array;
declare const json: JSONValue;

// A declaration's values: exact numbers, views, `readonly` all the way.
expectTypeOf(P.decode(P.TransferOutput, bytes)).toEqualTypeOf<P.TransferOutput>();
expectTypeOf<Infer<typeof P.TransferOutput>>().branded.toEqualTypeOf<{
  readonly type: 'secp256k1fx.TransferOutput';
  readonly amount: bigint;
  readonly locktime: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
}>();
const output = P.decode(P.TransferOutput, bytes);
// @ts-expect-error values are immutable
output.amount = 1n;
// @ts-expect-error and so are their lists
output.addresses.push(bytes);
// @ts-expect-error amounts are no numbers
P.encode(P.TransferOutput, { ...output, amount: 1 });
// @ts-expect-error nor may one be missing
P.encode(P.OutputOwners, { type: 'secp256k1fx.OutputOwners', locktime: 0n, threshold: 1 });

// A union narrows by `type`, which is qualified.
const tx = P.decode(P.Tx, bytes);
expectTypeOf(tx).toEqualTypeOf<P.Tx>();
expectTypeOf(tx.unsignedTx).toEqualTypeOf<P.UnsignedTx>();
expectTypeOf(tx.unsignedTx.type)
  .extract<`platformvm.${string}`>()
  .toEqualTypeOf(tx.unsignedTx.type);
if (tx.unsignedTx.type === 'platformvm.AddPermissionlessValidatorTx') {
  expectTypeOf(tx.unsignedTx).toEqualTypeOf<P.AddPermissionlessValidatorTx>();
  expectTypeOf(tx.unsignedTx.validator.weight).toEqualTypeOf<bigint>();
  expectTypeOf(tx.unsignedTx.shares).toEqualTypeOf<number>();
  expectTypeOf(tx.unsignedTx.stake).toEqualTypeOf<readonly P.TransferableOutput[]>();
  if (tx.unsignedTx.signer.type === 'signer.ProofOfPossession')
    expectTypeOf(tx.unsignedTx.signer.publicKey).toEqualTypeOf<Uint8Array>();
  // @ts-expect-error no key without a proof of possession
  tx.unsignedTx.signer.publicKey;
}
// @ts-expect-error a typo in a type is found
if (tx.unsignedTx.type === 'platformvm.AddPermissionlesValidatorTx') throw tx;
// @ts-expect-error not every transaction has outputs
tx.unsignedTx.outputs;

expectTypeOf<X.UnsignedTx['type']>().toEqualTypeOf<
  'avm.BaseTx' | 'avm.CreateAssetTx' | 'avm.OperationTx' | 'avm.ImportTx' | 'avm.ExportTx'
>();
expectTypeOf<C.UnsignedTx['type']>().toEqualTypeOf<'atomic.ImportTx' | 'atomic.ExportTx'>();
expectTypeOf<X.FxOutput['type']>().toEqualTypeOf<
  | 'secp256k1fx.MintOutput'
  | 'secp256k1fx.TransferOutput'
  | 'nftfx.MintOutput'
  | 'nftfx.TransferOutput'
  | 'propertyfx.MintOutput'
  | 'propertyfx.OwnedOutput'
>();
expectTypeOf<P.UTXO>().branded.toEqualTypeOf<{
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly output: P.Output;
}>();

// The facets keep the type.
expectTypeOf(valueFromJSON(X.Tx, json)).toEqualTypeOf<X.Tx>();
expectTypeOf(valueToJSONText(X.Tx, X.decode(X.Tx, bytes))).toEqualTypeOf<string>();
expectTypeOf(X.encode(X.Tx, X.decode(X.Tx, bytes))).toExtend<Uint8Array>();
expectTypeOf(arbitrary(C.Tx, fc)).toEqualTypeOf<fc.Arbitrary<C.Tx>>();
expectTypeOf(spansOfValue(P.Tx, bytes)).toEqualTypeOf<readonly Span[]>();
// @ts-expect-error one chain's transaction is not another's
P.encode(P.Tx, X.decode(X.Tx, bytes));

// A signed transaction of any chain narrows by chain.
const any = decodeTx(bytes, 'P');
expectTypeOf(any).toEqualTypeOf<AnyTx>();
if (any.chain === 'C') expectTypeOf(any.unsignedTx).toEqualTypeOf<C.UnsignedTx>();
expectTypeOf(kinds.X.utxo).toEqualTypeOf<Type<X.UTXO>>();
expectTypeOf(typeOf).parameter(1).toEqualTypeOf<Kind>();

// One's own declarations infer alike.
const Point = struct('my.Point', (s) => ({ type: 'my.Point' as const, x: s.u64(), y: s.u16() }), {
  x: 'Across.',
  y: 'Down.',
});
expectTypeOf<Infer<typeof Point>>().branded.toEqualTypeOf<{
  readonly type: 'my.Point';
  readonly x: bigint;
  readonly y: number;
}>();
const Shape = union('Shape', { 0: Point });
expectTypeOf<Infer<typeof Shape>>().toEqualTypeOf<Infer<typeof Point>>();
// @ts-expect-error every field has a note
struct('my.Pair', (s) => ({ a: s.u8(), b: s.u8() }), { a: 'First.' });

// Errors narrow by code, and their context with it.
declare const thrown: unknown;
if (isError(thrown, 'Truncated')) {
  expectTypeOf(thrown.code).toEqualTypeOf<'Truncated'>();
  expectTypeOf(thrown.path).toEqualTypeOf<readonly (string | number)[]>();
  expectTypeOf(thrown.context.left).toEqualTypeOf<number>();
  // @ts-expect-error a fact of another code
  thrown.context.fee;
}
if (isError(thrown)) {
  expectTypeOf(thrown).toExtend<AvalancheError>();
  expectTypeOf(thrown.code).toEqualTypeOf<ErrorCode>();
  if (thrown.code === 'Insufficient') expectTypeOf(thrown.context.needed).toEqualTypeOf<bigint>();
}
// @ts-expect-error the facts of the code are missing
new AvalancheError('FeeTooHigh', 'detail');
// @ts-expect-error a fact has the wrong type
new AvalancheError('FeeTooHigh', 'detail', { fee: 1n, maxFee: 1 });
new AvalancheError('BadJSON', 'detail');
// @ts-expect-error no such code
isError(thrown, 'Nonsense');

// Methods of a node type their params and results, and errors their context.
declare const node: NodeClient;
const { height } = await node.call('platform.getHeight');
expectTypeOf(height).toEqualTypeOf<bigint>();
const { utxos } = await node.call('avm.getUTXOs', { addresses: [] }, { at: 'X' });
expectTypeOf(utxos).toEqualTypeOf<readonly Uint8Array[]>();
// @ts-expect-error it needs a txID
node.call('platform.getTx');
// @ts-expect-error no such param
node.call('platform.getTx', { txID: '', id: '' });
// @ts-expect-error no such method
node.call('platform.nope');
expectTypeOf(await node.pchain.state([])).toEqualTypeOf<PState>();
expectTypeOf((await node.cchain.getTx('')).chain).toEqualTypeOf<'C'>();
if (isNotAccepted(thrown))
  expectTypeOf(thrown.context.reason?.code).toEqualTypeOf<ErrorCode | undefined>();
if (isHTTPStatusError(thrown)) expectTypeOf(thrown.context.status).toEqualTypeOf<number>();
// A transaction has the chain and type of its draft, and a draft those of its intent.
declare const state: PState;
const draft = buildBaseTx(state, { outputs: [] });
expectTypeOf(draft).toEqualTypeOf<PDraft<P.BaseTx>>();
const { chain, unsignedTx } = finalize(draft);
expectTypeOf(chain).toEqualTypeOf<'P'>();
expectTypeOf(unsignedTx.type).toEqualTypeOf<'platformvm.BaseTx'>();
const built = build(state, { type: 'ImportTx', from: 'X' });
expectTypeOf(finalize(built).unsignedTx.importedInputs).toEqualTypeOf<
  P.ImportTx['importedInputs']
>();
// What was opened is told by its kind, and where chains differ by its chain.
declare const opened: Opened;
if (opened.kind === 'block' && opened.chain === 'P')
  expectTypeOf(opened.value).toEqualTypeOf<P.Block>();
if (opened.kind === 'block') expectTypeOf(opened.chain).toEqualTypeOf<'P' | 'X'>();
if (opened.kind === 'proposervm') expectTypeOf(opened.value).toEqualTypeOf<ProposerBlock>();
expectTypeOf<X.Block['txs']>().toEqualTypeOf<readonly X.Tx[]>();
