/** Records accepted blocks: by id and height, and in the index with the wrappers of a real node. */
import { type Epoch, ProposerBlock } from '../blocks/proposervm.ts';
import type { ChainName } from '../chain/declared.ts';
import { sha256 } from '../crypto/hash.ts';
import { fuji, mainnet } from '../network/known.ts';
import { isActive, type Network } from '../network/network.ts';
import { formatID } from '../text/id.ts';
import { encode } from '../wire/codec.ts';
import { append, record, setEntry } from './journal.ts';
import type {
  BlockRecord,
  ChainState,
  ContainerIndex,
  ContainerRecord,
  World,
  WrapperState,
} from './world.ts';

/** Seconds of an epoch of the P-chain (ACP-181). Source: avalanchego `upgrade/upgrade.go`. */
const epochDuration = ({ networkID }: Network): bigint =>
  networkID === mainnet.networkID || networkID === fuji.networkID ? 300n : 30n;

/** Appends a container to an index. */
export function addContainer(world: World, index: ContainerIndex, record: ContainerRecord): void {
  const place = index.list.length;
  append(world.journal, index.list, record);
  setEntry(world.journal, index.places, formatID(record.id), place);
}

/** Records the first block of a chain, which is in no index. */
export function addFirst(world: World, chain: ChainName, block: BlockRecord): void {
  const { blocks, heights } = world[chain];
  append(world.journal, blocks, block);
  setEntry(world.journal, heights, formatID(block.id), Number(block.height));
}

/**
 * Records an accepted block.
 * @param isOption Whether it is a commit or abort block, whose wrapper has no time, height or epoch of its own.
 */
export function addBlock(
  world: World,
  chain: ChainName,
  block: BlockRecord,
  isOption = false,
): void {
  const state: ChainState = world[chain];
  const before = state.wrapper;
  const parent = before ?? { id: state.blocks[0]!.id, timestamp: state.blocks[0]!.time };
  addFirst(world, chain, block);
  const { bytes, wrapper } = isOption
    ? optionOf(parent, block)
    : wrappedBy(world, before, parent, block);
  addContainer(world, state.blockIndex, { id: wrapper.id, bytes, acceptedAt: block.acceptedAt });
  state.wrapper = wrapper;
  record(world.journal, () => {
    state.wrapper = before;
  });
}

interface Wrapped {
  readonly bytes: Uint8Array;
  readonly wrapper: WrapperState;
}

function optionOf(parent: WrapperState, { bytes: InnerBytes }: BlockRecord): Wrapped {
  const bytes = encode(ProposerBlock, {
    type: 'proposervm.Option',
    PrntID: parent.id,
    InnerBytes,
  });
  return { bytes, wrapper: { ...parent, id: sha256(bytes) } };
}

/**
 * Returns the wrapper of a block, without proposer, certificate and signature, like a block after the last slot of
 * its proposers.
 * Source: avalanchego `vms/proposervm/block.go` `buildChild`, `pre_fork_block.go`, `acp181/epoch.go`.
 * @param before The previous wrapper; undefined for the first.
 */
function wrappedBy(
  { network, P }: World,
  before: WrapperState | undefined,
  parent: WrapperState,
  block: BlockRecord,
): Wrapped {
  const { acceptedAt: now } = block;
  const timestamp = now > parent.timestamp ? now : parent.timestamp;
  const pChainHeight = P.ledger.height - (block === P.blocks.at(-1) ? 1n : 0n);
  const epoch =
    before && isActive('granite', network, timestamp) ? epochAfter(network, before) : undefined;
  const statelessBlock = {
    parentID: parent.id,
    timestamp,
    pChainHeight,
    certificate: none,
    block: block.bytes,
  };
  const bytes = encode(
    ProposerBlock,
    epoch
      ? {
          type: 'proposervm.StatelessGraniteBlock',
          statelessGraniteBlock: { statelessBlock, epoch },
          signature: none,
        }
      : { type: 'proposervm.StatelessBlock', statelessBlock, signature: none },
  );
  // The id excludes the signature, of which only the length is present.
  const id = sha256(bytes.subarray(0, -4));
  return { bytes, wrapper: { id, timestamp, pChainHeight, ...(epoch && { epoch }) } };
}

const none = /* @__PURE__ */ new Uint8Array(0);

/** Returns the epoch of a wrapper's child. */
export function epochAfter(network: Network, parent: WrapperState): Epoch {
  const { epoch, timestamp: startTime, pChainHeight = 0n } = parent;
  if (!epoch) return { pChainHeight, number: 1n, startTime };
  if (startTime < epoch.startTime + epochDuration(network)) return epoch;
  return { pChainHeight, number: epoch.number + 1n, startTime };
}
