import { versioned } from '../wire/codec.ts';
import { type Declared, struct } from '../wire/declare.ts';
import type { Source } from '../wire/source.ts';
import type { Type } from '../wire/type.ts';

const container = (s: Source) => ({ ID: s.id(), Bytes: s.base64(), Timestamp: s.i64() });
/** The index’s own record of something that was accepted. Source: avalanchego `indexer/container.go`. */
export interface Container extends Declared<typeof container> {}
export const Container: Type<Container> = /* @__PURE__ */ versioned(
  'container',
  struct('indexer.Container', container, {
    ID: 'Of a wrapped block its outer id.',
    Bytes: 'A block, transaction or vertex.',
    Timestamp: 'Unix nanoseconds at which this node accepted it.',
  }),
  Number.POSITIVE_INFINITY,
);
