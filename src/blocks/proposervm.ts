import { sha256 } from '../crypto/hash.ts';
import { AvalancheError, isError, offsetIn } from '../errors/error.ts';
import { checkArgument, objectOf, wordOf } from '../schema/check.ts';
import { encode, versioned } from '../wire/codec.ts';
import { type Declared, leaves, struct, union } from '../wire/declare.ts';
import { makeType, type Source, type Type } from '../wire/type.ts';
import { nodeIDOf, publicKeyOf } from './certificate.ts';

/** The bytes of a certificate: empty, or with a public key that a node can read. */
const Certificate: Type<Uint8Array> = /* @__PURE__ */ (() => {
  const { name, max, read, write } = leaves.base64;
  return makeType(
    name,
    max,
    () => {
      const { min, shape } = leaves.base64;
      return { min, shape: { ...shape, samples: [new Uint8Array(0)] } as typeof shape };
    },
    (d) => {
      const certificate = read(d);
      try {
        if (certificate.length > 0) publicKeyOf(certificate);
      } catch (e) {
        if (!isError(e)) throw e;
        throw new AvalancheError(e.code, e.detail, e.context, {
          offset: offsetIn(e, d.offset - certificate.length),
        });
      }
      return certificate;
    },
    write,
  );
})();

const statelessUnsignedBlock = (s: Source) => ({
  parentID: s.id(),
  timestamp: s.i64(),
  pChainHeight: s.u64(),
  certificate: s.of(Certificate),
  block: s.base64(),
});
/** The unsigned part of a wrapper. Source: avalanchego `vms/proposervm/block/block.go`. */
export interface StatelessUnsignedBlock extends Declared<typeof statelessUnsignedBlock> {}
export const StatelessUnsignedBlock: Type<StatelessUnsignedBlock> = /* @__PURE__ */ struct(
  'proposervm.StatelessUnsignedBlock',
  statelessUnsignedBlock,
  {
    parentID: 'Id of the wrapper before it.',
    timestamp: 'Unix seconds.',
    pChainHeight: 'P-chain height whose validators could propose it.',
    certificate: 'TLS certificate of the node that proposed it, as DER; none if anybody could.',
    block: 'The block of the chain.',
  },
);

const epoch = (s: Source) => ({ pChainHeight: s.u64(), number: s.u64(), startTime: s.i64() });
/** The P-chain epoch of a block (ACP-181). Source: avalanchego `vms/proposervm/block/block.go`. */
export interface Epoch extends Declared<typeof epoch> {}
export const Epoch: Type<Epoch> = /* @__PURE__ */ struct('proposervm.Epoch', epoch, {
  pChainHeight: 'P-chain height whose validators its warp messages are verified with.',
  number: 'Counts up.',
  startTime: 'Unix seconds.',
});

const statelessUnsignedGraniteBlock = (s: Source) => ({
  statelessBlock: s.of(StatelessUnsignedBlock),
  epoch: s.of(Epoch),
});
/** The unsigned part of a wrapper since Granite. Source: avalanchego `vms/proposervm/block/block.go`. */
export interface StatelessUnsignedGraniteBlock
  extends Declared<typeof statelessUnsignedGraniteBlock> {}
export const StatelessUnsignedGraniteBlock: Type<StatelessUnsignedGraniteBlock> =
  /* @__PURE__ */ struct(
    'proposervm.StatelessUnsignedGraniteBlock',
    statelessUnsignedGraniteBlock,
    { statelessBlock: 'As before Granite.', epoch: 'Its P-chain epoch.' },
  );

const signatureNote = 'Of the proposer, over the sha256 of the header; none without a certificate.';

const statelessBlock = (s: Source) => ({
  type: 'proposervm.StatelessBlock' as const,
  statelessBlock: s.of(StatelessUnsignedBlock),
  signature: s.base64(),
});
/** A block with its proposer, until Granite. Source: avalanchego `vms/proposervm/block/block.go`. */
export interface StatelessBlock extends Declared<typeof statelessBlock> {}
export const StatelessBlock: Type<StatelessBlock> = /* @__PURE__ */ struct(
  'proposervm.StatelessBlock',
  statelessBlock,
  { statelessBlock: 'What is signed.', signature: signatureNote },
);

const option = (s: Source) => ({
  type: 'proposervm.Option' as const,
  PrntID: s.id(),
  InnerBytes: s.base64(),
});
/**
 * A block that commits or aborts the proposal of its parent and has no proposer of its own. Source: avalanchego
 * `vms/proposervm/block/option.go`.
 */
export interface ProposerOption extends Declared<typeof option> {}
export const ProposerOption: Type<ProposerOption> = /* @__PURE__ */ struct(
  'proposervm.Option',
  option,
  {
    PrntID: 'Id of the wrapper before it.',
    InnerBytes: 'The block of the chain.',
  },
);

const statelessGraniteBlock = (s: Source) => ({
  type: 'proposervm.StatelessGraniteBlock' as const,
  statelessGraniteBlock: s.of(StatelessUnsignedGraniteBlock),
  signature: s.base64(),
});
/** A block with its proposer and its P-chain epoch. Source: avalanchego `vms/proposervm/block/block.go`. */
export interface StatelessGraniteBlock extends Declared<typeof statelessGraniteBlock> {}
export const StatelessGraniteBlock: Type<StatelessGraniteBlock> = /* @__PURE__ */ struct(
  'proposervm.StatelessGraniteBlock',
  statelessGraniteBlock,
  { statelessGraniteBlock: 'What is signed.', signature: signatureNote },
);

/**
 * A wrapper around a chain's block; consensus has accepted wrappers since Apricot phase 4. Registration order:
 * avalanchego `vms/proposervm/block/codec.go`.
 */
export type ProposerBlock = StatelessBlock | ProposerOption | StatelessGraniteBlock;
export const ProposerBlock: Type<ProposerBlock> = /* @__PURE__ */ versioned(
  'proposervm',
  union('ProposerBlock', { 0: StatelessBlock, 1: ProposerOption, 2: StatelessGraniteBlock }),
  Number.POSITIVE_INFINITY,
);

const header = (s: Source) => ({ Chain: s.id(), Parent: s.id(), Body: s.id() });
/** The header whose sha256 the proposer of a block signs. Source: avalanchego `vms/proposervm/block/header.go`. */
export interface ProposerHeader extends Declared<typeof header> {}
export const ProposerHeader: Type<ProposerHeader> = /* @__PURE__ */ versioned(
  'proposervmHeader',
  struct('proposervm.StatelessHeader', header, {
    Chain: 'The chain.',
    Parent: 'Id of the wrapper before it.',
    Body: 'Id of the wrapper.',
  }),
  Number.POSITIVE_INFINITY,
);

/** A wrapper, as an argument. */
export const wrapperArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      type: wordOf(
        'proposervm.StatelessBlock',
        'proposervm.Option',
        'proposervm.StatelessGraniteBlock',
      ),
    },
    { name: 'a wrapper of the proposervm' },
  ))();

/** Returns the unsigned part of a wrapper; undefined for an option. */
export function unsignedBlockOf(block: ProposerBlock): StatelessUnsignedBlock | undefined {
  checkArgument(block, wrapperArgument, 'block');
  switch (block.type) {
    case 'proposervm.StatelessBlock':
      return block.statelessBlock;
    case 'proposervm.StatelessGraniteBlock':
      return block.statelessGraniteBlock.statelessBlock;
    case 'proposervm.Option':
      return undefined;
  }
}

/** Returns the bytes of the chain's block in a wrapper. */
export function innerBytesOf(block: ProposerBlock): Uint8Array {
  checkArgument(block, wrapperArgument, 'block');
  return block.type === 'proposervm.Option' ? block.InnerBytes : unsignedBlockOf(block)!.block;
}

/**
 * Returns the id of a wrapped block in consensus: the sha256 of its bytes without the signature.
 * Source: avalanchego `vms/proposervm/block/block.go`.
 * @example
 * formatID(outerIDOf({ type: 'proposervm.Option', PrntID: new Uint8Array(32).fill(0xc1), InnerBytes: new Uint8Array([1, 2, 3]) })); // '23jnvswg8bPMmbFkZRzQUE1BGHQZNkhLENZ6Ms2yFddEdyKm87'
 */
export function outerIDOf(block: ProposerBlock): Uint8Array {
  const bytes = encode(ProposerBlock, block);
  return sha256(
    block.type === 'proposervm.Option' ? bytes : bytes.subarray(0, -4 - block.signature.length),
  );
}

/** Returns the id of the node that proposed a block; undefined if the wrapper has no certificate. */
export function proposerOf(block: ProposerBlock): string | undefined {
  const certificate = unsignedBlockOf(block)?.certificate;
  return certificate?.length ? nodeIDOf(certificate) : undefined;
}

const container = (s: Source) => ({ ID: s.id(), Bytes: s.base64(), Timestamp: s.i64() });
/** The record of an accepted container in the database of the index. Source: avalanchego `indexer/container.go`. */
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
