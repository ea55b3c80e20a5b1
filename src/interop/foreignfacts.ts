/** What the reader of another tool's transaction knows: bytes contain neither UTXOs nor owners nor the parameters of the network. */

import { chainNameOf, unsignedTxArgument } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { slotOf } from '../draft/check.ts';
import { AvalancheError } from '../errors/error.ts';
import { knownNetworks } from '../network/known.ts';
import {
  blockchainArgument,
  type Chain,
  type Network,
  networkArgument,
} from '../network/network.ts';
import { evidenceOf } from '../owners/evidenceowners.ts';
import type { EvidenceIndex } from '../owners/proof.ts';
import {
  aBigint,
  aList,
  aListOf,
  anObject,
  checkArgument,
  objectOf,
  optional,
} from '../schema/check.ts';
import type { Evidence } from '../state/evidence.ts';
import type { Owner } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import type { Wei } from '../text/amount.ts';
import { formatID } from '../text/id.ts';
import { type CredentialUse, credentialUsesOf } from '../tx/credentials.ts';
import { headOf } from '../tx/effects.ts';
import { utxosByKey } from '../tx/order.ts';
import { sameOwner } from '../tx/owner.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';

const factsArgument = /* @__PURE__ */ (() =>
  objectOf({ time: aBigint, utxos: optional(aListOf(anObject)), evidence: optional(aList) }))();

/** What the reader of a transaction knows, if there is no state: `node.origins(tx)` of `avalanche-tx/rpc` reads it from a node. */
export interface ForeignFacts {
  /** The reader's clock in Unix seconds; funds that unlock later count as locked. */
  readonly time: bigint;
  /** The known network that the transaction names, if omitted. */
  readonly network?: Network;
  /** The instance of the AVM, if it is not the X-chain. */
  readonly blockchain?: Chain;
  /** The spent UTXOs, imported ones included. Other UTXOs are ignored. */
  readonly utxos?: readonly AnyUTXO[];
  /** Owners by CB58 id of a subnet, validation or auto-renewed validator. */
  readonly authorities?: Readonly<Record<string, Owner>>;
  /** Transactions that made the spent UTXOs or set the owners. They replace `utxos` and `authorities`, and prove them in the draft. */
  readonly evidence?: readonly Evidence[];
}

/** Returns the network of a transaction: the reader's, or the known one that the transaction names. */
function networkOf(unsignedTx: AnyUnsignedTx, given: Network | undefined): Network {
  if (given) return given;
  const { networkID } = headOf(unsignedTx);
  const found = knownNetworks.find((candidate) => candidate.networkID === networkID);
  if (found) return found;
  throw new AvalancheError(
    'MissingState',
    `the constants of network ${networkID} are not known: give its network`,
    { what: 'network' },
  ).at('known', 'network');
}

const originsArgument = /* @__PURE__ */ (() =>
  objectOf({
    evidence: optional(aList),
    network: optional(networkArgument),
    blockchain: blockchainArgument,
  }))();

/**
 * Returns the UTXOs that a transaction spends, as far as the transactions that made them are known: for `checkTx`, which compares owners, locks
 * and amounts with them. `node.origins(tx)` of `avalanche-tx/rpc` returns what it takes.
 * @throws {AvalancheError} As `evidenceOf` of `avalanche-tx/sign`; `MissingState`: the transaction names a network that is not known.
 * @example
 * import { openTx } from 'avalanche-tx';
 * const { unsignedTx } = openTx('0x000000000013000000006553f10000000000');
 * spentUTXOsOf(unsignedTx, { network: fuji, evidence: [] }); // []
 */
export function spentUTXOsOf(
  tx: AnyUnsignedTx,
  origins: Pick<ForeignFacts, 'evidence' | 'network' | 'blockchain'>,
): readonly AnyUTXO[] {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(origins, originsArgument, 'origins');
  const { evidence = [], blockchain, network } = origins;
  const place = { network: networkOf(tx, network), ...(blockchain && { blockchain }) };
  return provenUTXOs(credentialUsesOf(tx), evidenceOf(evidence, place));
}

/** Returns a state with what the reader knows about a transaction. Its prices are 0: the fee is what the transaction burns. */
export function stateOf(unsignedTx: AnyUnsignedTx, facts: ForeignFacts): State {
  checkArgument(facts, factsArgument);
  const { time, blockchain, utxos = [], authorities = {}, evidence = [] } = facts;
  const network = networkOf(unsignedTx, facts.network);
  const chain = chainNameOf(unsignedTx);
  const uses = credentialUsesOf(unsignedTx);
  const index = evidenceOf(evidence, { network, ...(blockchain && { blockchain }) });
  const all = [...utxosByKey([...provenUTXOs(uses, index), ...utxos]).values()];
  const common = { network, from: [], time, evidence };
  if (chain === 'C')
    return { ...common, chain, accounts: [], baseFee: 0n as Wei, imports: { X: all } } as State;
  if (chain === 'X')
    return { ...common, chain, utxos: all, ...(blockchain && { blockchain }) } as State;
  const set = settingsOf(uses, index);
  return {
    ...common,
    chain,
    utxos: all,
    feeState: { price: 0n },
    authorities: { ...set, ...authorities },
  } as State;
}

/** Returns the spent UTXOs that evidence knows. */
function provenUTXOs(uses: readonly CredentialUse[], index: EvidenceIndex): readonly AnyUTXO[] {
  return uses.flatMap((use): readonly AnyUTXO[] => {
    const id =
      use.kind === 'input'
        ? use.input
        : use.kind === 'operation'
          ? use.operation.inputIDs[0]
          : undefined;
    if (!id) return [];
    const origin = index.originOf(id);
    const { txID, outputIndex } = id;
    if (origin.kind === 'output')
      return [{ txID, outputIndex, assetID: origin.assetID, output: origin.output } as AnyUTXO];
    // Only the input commits to the amount of a reward or refund.
    const [owner] = origin.kind === 'owners' ? origin.owners : [];
    const slot = owner && slotOf(use, owner, 0n);
    return slot && 'utxo' in slot ? [slot.utxo] : [];
  });
}

/** Returns the owners of authorities that evidence knows. Where it knows several, only the chain knows the current one. */
function settingsOf(
  uses: readonly CredentialUse[],
  index: EvidenceIndex,
): Readonly<Record<string, OutputOwners>> {
  const spent = uses.flatMap((use) => (use.kind === 'input' ? [use.input.txID] : []));
  return Object.fromEntries(
    uses.flatMap((use) => {
      if (use.kind !== 'auth') return [];
      const [first, ...others] = index.authoritiesOf(use.of, spent);
      const isOne = first && others.every(({ owner }) => sameOwner(owner, first.owner));
      return isOne ? [[formatID(use.of), first.owner] as const] : [];
    }),
  );
}
