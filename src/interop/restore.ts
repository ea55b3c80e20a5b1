import { pathsOf } from '../builder/assemble.ts';
import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { carriedEvidence } from '../draft/carried.ts';
import type { Draft } from '../draft/draft.ts';
import { withSignatures } from '../draft/partial.ts';
import { accountOwner, missingOf, openSlot, type Slot } from '../draft/slot.ts';
import { verifyDraft } from '../draft/verify.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { checkTx, rules } from '../rules/check.ts';
import { useRules } from '../rules/registry.ts';
import { assertNotRefused, type RuleFinding } from '../rules/verdict.ts';
import { authorityOwner } from '../state/owner.ts';
import { blockchainOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type Claim, claimsOf } from '../tx/claims.ts';
import { flowsOf } from '../tx/flows.ts';
import { useMessages } from '../tx/message.ts';
import { utxoKey } from '../tx/order.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { encode } from '../wire/codec.ts';
import { feeFor } from './fee.ts';

/** What somebody else’s unsigned transaction does not say of itself. */
export interface RestoreOptions {
  /**
   * nAVAX that it may burn, whatever price its builder took. Without it the fee must be what the state’s price asks.
   */
  readonly maxFee?: bigint;
}

/** UTXOs that are known, by what spends them. */
export const knownUTXOs = (utxos: readonly AnyUTXO[]): ReadonlyMap<string, AnyUTXO> =>
  new Map(utxos.map((utxo) => [utxoKey(utxo), utxo]));

/** All UTXOs of a state, those that wait for an import too. */
export const utxosOf = (state: State): readonly AnyUTXO[] => [
  ...(state.chain === 'C' ? [] : state.utxos),
  ...Object.values(state.imports ?? {}).flat(),
];

/**
 * A draft of a transaction that another library built, checked as every draft is. Outputs to an owner that is spent are its change,
 * but of an import, which brings in what it is about.
 */
export function restore(
  state: State,
  unsignedTx: AnyUnsignedTx,
  utxos: ReadonlyMap<string, AnyUTXO>,
  signatures: readonly (readonly (Uint8Array | null)[])[],
  { maxFee }: RestoreOptions,
): Draft {
  useRules(rules);
  useMessages();
  // Before anything is priced: a type that nodes no longer accept has no price.
  const { network, time } = state;
  within(['draft', 'unsignedTx'], () => {
    const verdict = checkTx(unsignedTx, { network, blockchain: blockchainOf(state), time });
    const isUpgrade = ({ rule }: RuleFinding): boolean => rule === 'upgrade';
    assertNotRefused({ ...verdict, findings: verdict.findings.filter(isUpgrade) });
    assertNotRefused(verdict);
  });
  const slots = claimsOf(unsignedTx).map((claim) =>
    within(['unsignedTx', ...claim.path], () => openSlot(slotOf(claim, state, utxos))),
  );
  const { chain, paths } = state;
  const spent = slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
  const flows = flowsOf(unsignedTx, { avaxAssetID: network.avaxAssetID, utxos: spent, time });
  const burned = flows.assets.find(({ assetID }) => equalBytes(assetID, network.avaxAssetID));
  const total = burned?.burned ?? 0n;
  if (maxFee !== undefined && total > maxFee)
    throw new AvalancheError(
      'FeeTooHigh',
      `the fee is ${total} nAVAX, at most ${maxFee} are allowed`,
      { fee: total, maxFee },
    );
  const change = changeIn(unsignedTx, slots);
  const draft = {
    kind: 'draft',
    chain,
    network,
    ...('blockchain' in state && state.blockchain ? { blockchain: state.blockchain } : {}),
    time,
    unsignedTx,
    slots,
    fee: feeFor(state, unsignedTx, total, maxFee !== undefined),
    change,
    warnings: [],
    missing: missingOf(slots),
    ...(paths && { paths: pathsOf({ slots, change }, state, paths) }),
    evidence: within(['state'], () => carriedEvidence(state, slots)),
    extra: {},
  } as unknown as Draft;
  within(['draft'], () => verifyDraft(draft));
  return withSignatures(draft, signatures);
}

function slotOf(claim: Claim, state: State, utxos: ReadonlyMap<string, AnyUTXO>) {
  const { signatureIndices } = claim;
  switch (claim.kind) {
    case 'account':
      return {
        kind: claim.kind,
        owner: accountOwner(claim.input.address),
        signatureIndices,
      };
    case 'auth': {
      const { of } = claim;
      const owner = state.chain === 'P' ? state.authorities?.[formatID(of)] : undefined;
      if (!owner)
        throw new AvalancheError('MissingState', `the state has no owner of ${formatID(of)}`, {
          what: 'owner',
          id: formatID(of),
        });
      return {
        kind: claim.kind,
        of,
        owner: authorityOwner(owner, blockchainOf(state), state.network),
        signatureIndices,
      };
    }
    case 'input':
      return { kind: claim.kind, ...ownedAt(claim.input, utxos), signatureIndices };
    case 'operation': {
      const [inputID] = claim.operation.inputIDs;
      if (!inputID)
        throw new AvalancheError('OutOfRange', 'an operation must use exactly one UTXO');
      return {
        kind: claim.kind,
        ...(ownedAt(inputID, utxos) as Pick<Slot & { kind: 'operation' }, 'utxo' | 'owner'>),
        signatureIndices,
      };
    }
  }
}

type UTXOID = Parameters<typeof utxoKey>[0];

function ownedAt(id: UTXOID, utxos: ReadonlyMap<string, AnyUTXO>) {
  const utxo = utxos.get(utxoKey(id));
  if (!utxo)
    throw new AvalancheError(
      'MissingState',
      `UTXO ${formatID(id.txID)}:${id.outputIndex} is needed`,
      { what: 'utxo', id: formatID(id.txID), outputIndex: id.outputIndex },
    );
  const { output } = utxo;
  const { locktime, threshold, addresses } = 'output' in output ? output.output : output;
  return {
    utxo,
    owner: { type: 'secp256k1fx.OutputOwners' as const, locktime, threshold, addresses },
  };
}

/** Outputs that give back to an owner who pays. */
function changeIn(tx: AnyUnsignedTx, slots: readonly Slot[]): Draft['change'] {
  if (!('outputs' in tx) || 'importedInputs' in tx) return [];
  const key = (owner: Omit<OutputOwners, 'type'>) =>
    encode(OutputOwners, { ...owner, type: 'secp256k1fx.OutputOwners', locktime: 0n }).join();
  const payers = new Set(slots.flatMap((slot) => (slot.kind === 'input' ? [key(slot.owner)] : [])));
  return tx.outputs.flatMap(({ assetID, output: of }, outputIndex) => {
    const output = of.type === 'stakeable.LockOut' ? of.output : of;
    if (!payers.has(key(output)) || output.locktime > 0n) return [];
    const lock = of.type === 'stakeable.LockOut' ? { stakeableUntil: of.locktime } : {};
    return [{ outputIndex, assetID, output, ...lock }];
  });
}
