/** What TypeScript infers of methods. `tsc` is the test: it reads this file with the rest, nothing runs it. */
import { expectTypeOf } from 'vitest';
import {
  formatRequest,
  type HoldingMethod,
  type Instant,
  type L1ValidatorRecord,
  type ParamsOf,
  parseReply,
  type ResultOf,
  type ValidatorRecord,
} from '../../src/rpc/index.ts';

// Params and results follow from the name.
expectTypeOf(parseReply('', formatRequest('platform.getHeight')).height).toEqualTypeOf<bigint>();
expectTypeOf<ResultOf<'platform.getTimestamp'>['timestamp']>().toEqualTypeOf<Instant>();
expectTypeOf<ResultOf<'platform.getTxStatus'>['reason']>().toEqualTypeOf<string | undefined>();
expectTypeOf<ResultOf<'avm.getTxStatus'>['status']>().toEqualTypeOf<
  'Accepted' | 'Processing' | 'Rejected' | 'Unknown'
>();
expectTypeOf<ParamsOf<'platform.getValidatorsAt'>['height']>().toEqualTypeOf<bigint | 'proposed'>();
expectTypeOf<ResultOf<'eth_baseFee'>>().toEqualTypeOf<bigint>();

// @ts-expect-error: txID is needed.
formatRequest('platform.getTx');
// @ts-expect-error: a number is no uint64.
formatRequest('platform.getBlockByHeight', { height: 5 });
// @ts-expect-error: no such param.
formatRequest('avm.getHeight', { hight: 5n });

// Validators are told apart by their kind.
type Validator = ResultOf<'platform.getCurrentValidators'>['validators'][number];
expectTypeOf<Validator>().toEqualTypeOf<ValidatorRecord>();
expectTypeOf<Extract<Validator, { kind: 'l1' }>>().toEqualTypeOf<L1ValidatorRecord>();

// Which results can be opened.
expectTypeOf<'avm.getTx' | 'index.getLastAccepted'>().toExtend<HoldingMethod>();
expectTypeOf<'avm.getHeight'>().not.toExtend<HoldingMethod>();

// `tx` narrows by the encoding, and `at` is the name of an index.
declare const txReply: ResultOf<'platform.getTx'>;
if (txReply.encoding === 'json') expectTypeOf(txReply.tx).not.toExtend<Uint8Array>();
else expectTypeOf(txReply.tx).toEqualTypeOf<Uint8Array>();
formatRequest('index.getLastAccepted', {}, { at: 'X/block' });
// @ts-expect-error: no such index.
formatRequest('index.getLastAccepted', {}, { at: 'X/blocks' });
// @ts-expect-error: an index is needed.
formatRequest('index.getLastAccepted');
