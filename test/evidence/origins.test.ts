import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import { idOf } from '../../src/chain/ids.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { evidenceOf, genesisEvidenceOf } from '../../src/owners/evidenceowners.ts';
import { proofOfAuthority, proofOfUTXO } from '../../src/owners/proof.ts';
import {
  builderEvidence,
  type Evidence,
  maxEvidence,
  maxEvidenceBytes,
} from '../../src/state/evidence.ts';
import { stakeUTXOsOf } from '../../src/state/stakereturns.ts';
import { amountOf } from '../../src/tx/output.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import { validationIDOf } from '../../src/warp/l1.ts';
import { ownerAt, type Parent, parent, registering, spending, warp } from '../support/parents.ts';
import { asset, key, now } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const AVAX = fuji.avaxAssetID;
const [alice, bob, carol] = [1, 2, 3].map((n) => ownerAt(key(n).shortID)) as [
  ReturnType<typeof ownerAt>,
  ReturnType<typeof ownerAt>,
  ReturnType<typeof ownerAt>,
];
const auth = { type: 'secp256k1fx.Input', signatureIndices: [0] } as const;
const signer = {
  type: 'signer.ProofOfPossession',
  publicKey: new Uint8Array(48),
  proofOfPossession: new Uint8Array(96),
} as const;
const stake = [{ assetID: AVAX, output: amountOf(50n, alice) }];

/** The UTXO of an owner that a transaction made. */
const made = (
  { txID }: { readonly txID: Uint8Array },
  outputIndex: number,
  owner = alice,
  more: Partial<AnyUTXO> = {},
): AnyUTXO =>
  ({ txID, outputIndex, assetID: AVAX, output: amountOf(5n, owner), ...more }) as AnyUTXO;

/** What evidence says of a UTXO: the status, the reason, or the error and where. */
function said(utxo: AnyUTXO, evidence: readonly Evidence[], network: Network = fuji): string {
  const facts = { index: evidenceOf(evidence, { network }), isOwn: () => false };
  try {
    const { status, why, by } = proofOfUTXO(utxo, facts);
    return [status, why, by.length].filter((of) => of !== undefined).join(' ');
  } catch (e) {
    const { code, path } = thrown(() => {
      throw e;
    });
    return `${code} ${path.join('.')}`;
  }
}

/** The same of who authorizes. */
function saidOf(
  id: Uint8Array,
  owner: typeof alice,
  evidence: readonly Evidence[],
  accepted: readonly Uint8Array[] = [],
): string {
  const facts = { index: evidenceOf(evidence, { network: fuji }), isOwn: () => false, accepted };
  try {
    const { status, why } = proofOfAuthority(id, owner, facts);
    return [status, why].filter((of) => of !== undefined).join(' ');
  } catch (e) {
    const { code, path } = thrown(() => {
      throw e;
    });
    return `${code} ${path.join('.')}`;
  }
}

describe('genesis', () => {
  const read = (name: string) =>
    gunzipSync(readFileSync(new URL(`../../vectors/genesis-${name}.bin.gz`, import.meta.url)));

  it.each([
    ['mainnet', mainnet],
    ['fuji', fuji],
    ['local', local],
  ] as const)('proves the first UTXOs and stakes of %s', (name, network) => {
    const bytes = new Uint8Array(read(name));
    const { utxos } = genesisSummaryOf(bytes);
    const index = evidenceOf(genesisEvidenceOf(bytes), { network });
    const facts = { index, isOwn: () => false };
    // All of a large genesis are read at once; each UTXO of it is looked up by its place.
    for (const { utxo } of [...utxos.P.slice(0, 50), ...utxos.P.slice(-50), ...utxos.X.slice(-50)])
      expect(proofOfUTXO(utxo, facts).status).toBe('proven');
    expect(utxos.P.length + utxos.X.length).toBeGreaterThan(0);
    const changed = bytes.slice();
    changed[changed.length - 1]! ^= 1;
    for (const { utxo } of utxos.P.slice(0, 1))
      expect(said(utxo, [{ chain: 'P', bytes: changed }], network)).toBe('claimed noParent 0');
  });

  it('proves nothing of a network that only a file knows', () => {
    const bytes = new Uint8Array(read('local'));
    const [first] = genesisSummaryOf(bytes).utxos.P;
    const network = { ...local, networkID: 9, name: 'nine' };
    expect(said(first!.utxo, [{ chain: 'P', bytes }], network)).toBe('claimed noParent 0');
  });
});

describe('outputs', () => {
  const output = { assetID: AVAX, output: amountOf(5n, alice) };
  const tx = parent('P', {
    type: 'platformvm.ExportTx',
    ...spending(),
    outputs: [output],
    destinationChain: fuji.chains.X.blockchainID,
    exportedOutputs: [{ assetID: AVAX, output: amountOf(5n, bob) }],
  });

  it('are those of the transaction whose hash the input names, exported ones behind the others', () => {
    expect(said(made(tx, 0), [tx])).toBe('proven 1');
    expect(said(made(tx, 1, bob), [tx])).toBe('proven 1');
    const fromC = parent('C', {
      type: 'atomic.ExportTx',
      networkID: fuji.networkID,
      blockchainID: fuji.chains.C.blockchainID,
      destinationChain: fuji.chains.P.blockchainID,
      inputs: [],
      exportedOutputs: [{ assetID: AVAX, output: amountOf(5n, bob) }],
    });
    expect(said(made(fromC, 0, bob), [fromC])).toBe('proven 1');
  });

  it('have one owner, asset, amount, lock and place', () => {
    const lock = { type: 'stakeable.LockOut', locktime: 9n, output: amountOf(5n, alice) };
    const cases: readonly (readonly [AnyUTXO, string])[] = [
      [made(tx, 0, bob), 'output.addresses'],
      [made(tx, 0, { ...alice, locktime: 1n }), 'output.addresses'],
      [made(tx, 0, ownerAt(key(1).shortID, key(2).shortID)), 'output.addresses'],
      [made(tx, 0, alice, { assetID: asset(1) }), 'assetID'],
      [made(tx, 0, alice, { output: amountOf(6n, alice) }), 'output.amount'],
      [made(tx, 0, alice, { output: lock } as object), 'output.locktime'],
      [made(tx, 2), 'txID'],
    ];
    for (const [utxo, path] of cases) expect(said(utxo, [tx])).toBe(`Disproved ${path}`);
  });

  it('are claimed without the transaction, and with one that the node does not have', () => {
    expect(said(made(tx, 0), [])).toBe('claimed noParent 0');
    const index = evidenceOf([], { network: fuji, unavailable: [tx.txID] });
    const { why } = proofOfUTXO(made(tx, 0), { index, isOwn: () => false });
    expect(why).toBe('unavailable');
  });

  it('are read as the chain that the transaction names, whatever the evidence says', () => {
    const onX = parent('X', { type: 'avm.BaseTx', ...spending(), outputs: [output] });
    expect(said(made(onX, 0), [onX])).toMatch(/^WrongChain evidence/);
    const other = parent('P', {
      type: 'platformvm.BaseTx',
      ...spending(),
      networkID: 1,
      outputs: [output],
    });
    expect(said(made(other, 0), [other])).toMatch(/^WrongNetwork evidence/);
    expect(said(made(tx, 0), [{ ...tx, chain: 'C' }])).toMatch(/^UnknownTypeID evidence/);
  });
});

describe('stake and rewards', () => {
  const validating = (delegationRewardsOwner: typeof alice) =>
    parent('P', {
      type: 'platformvm.AddPermissionlessValidatorTx',
      ...spending(),
      validator: { nodeID: new Uint8Array(20), start: 0n, end: now, weight: 50n },
      subnetID: new Uint8Array(32),
      signer,
      stake,
      validationRewardsOwner: bob,
      delegationRewardsOwner,
      shares: 20_000,
    });

  it('come behind the outputs: stake, the reward, the share of delegators', () => {
    const one = validating(bob);
    expect(said(made(one, 0, alice, { output: amountOf(50n, alice) }), [one])).toBe('proven 1');
    expect(said(made(one, 1, bob), [one])).toBe('proven 1');
    expect(said(made(one, 2, bob), [one])).toBe('proven 1');
    expect(said(made(one, 3, bob), [one])).toBe('Disproved txID');
    expect(said(made(one, 1, alice), [one])).toBe('Disproved output.addresses');
    expect(said(made(one, 1, bob, { assetID: asset(3) }), [one])).toBe('Disproved assetID');
  });

  it('leave open who has the first reward if a validator has two owners for them', () => {
    const two = validating(carol);
    // Without a reward for validating, the share of the delegators comes in its place.
    expect(said(made(two, 1, bob), [two])).toBe('claimed severalOwners 1');
    expect(said(made(two, 1, carol), [two])).toBe('claimed severalOwners 1');
    expect(said(made(two, 1, alice), [two])).toBe('Disproved output.addresses');
    expect(said(made(two, 2, carol), [two])).toBe('proven 1');
    expect(said(made(two, 2, bob), [two])).toBe('Disproved output.addresses');
  });

  it('are open for a delegator from before Cortina, whose validator may have had all of it', () => {
    const delegating = (end: bigint) =>
      parent('P', {
        type: 'platformvm.AddPermissionlessDelegatorTx',
        ...spending(),
        validator: { nodeID: new Uint8Array(20), start: 0n, end, weight: 50n },
        subnetID: new Uint8Array(32),
        stake,
        rewardsOwner: bob,
      });
    const late = delegating(fuji.upgrades.cortina + fuji.staking.maxStakeDuration);
    expect(said(made(late, 1, bob), [late])).toBe('proven 1');
    expect(said(made(late, 2, bob), [late])).toBe('Disproved txID');
    const early = delegating(fuji.upgrades.cortina + fuji.staking.maxStakeDuration - 1n);
    expect(said(made(early, 1, bob), [early])).toBe('claimed severalOwners 1');
  });

  it('of an auto-renewed validator are outputs of the rewarding transaction, which names the staker', () => {
    const unsignedTx = {
      type: 'platformvm.AddAutoRenewedValidatorTx',
      ...spending(),
      nodeID: new Uint8Array(20),
      signer,
      stake,
      validationRewardsOwner: bob,
      delegationRewardsOwner: bob,
      validatorAuthority: carol,
      delegationShares: 20_000,
      autoCompoundRewardShares: 0,
      period: 100n,
    };
    const staker = parent('P', unsignedTx);
    const reward = parent('P', {
      type: 'platformvm.RewardAutoRenewedValidatorTx',
      txID: staker.txID,
      timestamp: now,
    });
    const [stakeBack] = stakeUTXOsOf({ unsignedTx: unsignedTx as never, txID: staker.txID });
    expect(said(stakeBack!, [staker])).toBe('proven 1');
    expect(said(made(reward, 0, bob), [staker, reward])).toBe('proven 2');
    expect(said(made(reward, 1, bob), [staker, reward])).toBe('proven 2');
    expect(said(made(reward, 0, carol), [staker, reward])).toBe('Disproved output.addresses');
    expect(said(made(reward, 0, bob), [reward])).toBe('claimed noParent 1');
    expect(said(made(staker, 1, bob), [staker])).toBe('Disproved txID');
    expect(saidOf(staker.txID, carol, [staker])).toBe('proven');
    expect(saidOf(staker.txID, bob, [staker])).toBe('Disproved owner');
  });
});

describe('refunds and authorities of L1 validators', () => {
  const l1Owner = (of: typeof alice) => ({ threshold: 1, addresses: of.addresses });
  const { tx: register, validationID: registered } = registering({
    subnetID: asset(2),
    remainingBalanceOwner: l1Owner(bob),
    disableOwner: l1Owner(carol),
  });
  const disabling = (validationID: Uint8Array, from?: Parent): Parent =>
    parent('P', {
      type: 'platformvm.DisableL1ValidatorTx',
      ...spending(from && { txID: from.txID, outputIndex: 0 }),
      validationID,
      disableAuthorization: auth,
    });
  const converting = (of: typeof alice) =>
    parent('P', {
      type: 'platformvm.ConvertSubnetToL1Tx',
      ...spending(),
      subnetID: asset(2),
      chainID: asset(9),
      address: new Uint8Array(0),
      validators: [
        {
          nodeID: new Uint8Array(20),
          weight: 1n,
          balance: 1n,
          signer,
          remainingBalanceOwner: l1Owner(of),
          deactivationOwner: l1Owner(of),
        },
      ],
      subnetAuthorization: auth,
    });
  const first = validationIDOf({ subnetID: asset(2), index: 0 });

  it('need the message that registered: its hash is the id of the validation', () => {
    const disable = disabling(registered);
    expect(said(made(disable, 0, bob), [disable, register])).toBe('proven 2');
    expect(said(made(disable, 0, carol), [disable, register])).toBe('Disproved output.addresses');
    expect(said(made(disable, 0, bob), [disable])).toBe('claimed noParent 1');
    expect(said(made(disable, 1, bob), [disable, register])).toBe('Disproved txID');
    const removal = parent('P', {
      type: 'platformvm.SetL1ValidatorWeightTx',
      ...spending(),
      message: warp({
        type: 'message.L1ValidatorWeight',
        validationID: registered,
        nonce: 1n,
        weight: 0n,
      }),
    });
    expect(said(made(removal, 0, bob), [removal, register])).toBe('proven 2');
    expect(saidOf(registered, carol, [register])).toBe('proven');
    expect(saidOf(registered, bob, [register])).toBe('Disproved owner');
  });

  it('are claimed for the first validators, whose ids commit to no transaction', () => {
    const [real, invented] = [converting(bob), converting(carol)];
    const disable = disabling(first);
    expect(said(made(disable, 0, carol), [disable, invented])).toBe('claimed uncommitted 2');
    expect(said(made(disable, 0, bob), [disable, real])).toBe('claimed uncommitted 2');
    expect(saidOf(first, carol, [invented])).toBe('claimed uncommitted');
  });

  it('are proven for them if the conversion is an ancestor of what is spent', () => {
    const real = converting(bob);
    const between = parent('P', {
      type: 'platformvm.BaseTx',
      ...spending({ txID: real.txID, outputIndex: 0 }),
    });
    const disable = disabling(first, between);
    const all = [disable, between, real, converting(carol)];
    expect(said(made(disable, 0, bob), all)).toBe('proven 2');
    expect(said(made(disable, 0, carol), all)).toBe('Disproved output.addresses');
    expect(said(made(disable, 0, bob), [disable, real])).toBe('claimed uncommitted 2');
    expect(saidOf(first, bob, all, [disable.txID])).toBe('proven');
    expect(saidOf(first, carol, all, [disable.txID])).toBe('Disproved owner');
  });
});

describe('owners of subnets', () => {
  const subnet = parent('P', { type: 'platformvm.CreateSubnetTx', ...spending(), owner: alice });
  const transfer = parent('P', {
    type: 'platformvm.TransferSubnetOwnershipTx',
    ...spending(),
    subnetID: subnet.txID,
    subnetAuthorization: auth,
    newOwner: bob,
  });

  it('were set by a transaction, and may have changed since', () => {
    expect(saidOf(subnet.txID, alice, [subnet])).toBe('changeable');
    expect(saidOf(subnet.txID, alice, [subnet, transfer])).toBe('changeable');
    expect(saidOf(subnet.txID, bob, [subnet])).toBe('claimed changed');
    expect(saidOf(subnet.txID, alice, [])).toBe('claimed noParent');
  });

  it('change by a transaction that nothing commits to, unless what is spent does', () => {
    expect(saidOf(subnet.txID, bob, [transfer])).toBe('claimed uncommitted');
    expect(saidOf(subnet.txID, bob, [subnet, transfer])).toBe('claimed changed');
    expect(saidOf(subnet.txID, bob, [subnet, transfer], [transfer.txID])).toBe('changeable');
  });
});

describe('a list of evidence', () => {
  it('is bounded', () => {
    const bytes = (n: number) => ({ chain: 'P' as const, bytes: new Uint8Array(n) });
    const of = (list: readonly Evidence[]) => evidenceOf(list, { network: fuji });
    const many = Array.from({ length: maxEvidence + 1 }, () => bytes(1));
    expect(thrown(() => of(many))).toMatchObject({ code: 'TooLong', path: ['evidence'] });
    expect(thrown(() => of([bytes(maxEvidenceBytes + 1)])).code).toBe('TooLong');
    expect(() => of(many.slice(1))).not.toThrow();
    expect(() => of([bytes(maxEvidenceBytes)])).not.toThrow();
    // As the documentation of `Evidence` says.
    expect([maxEvidence, maxEvidenceBytes]).toEqual([512, 8_388_608]);
    expect(builderEvidence).toEqual({ count: 64, bytes: 4_194_304 });
  });

  it('is not spoiled by what cannot be read, unless that is the parent', () => {
    const bad = { chain: 'P' as const, bytes: new Uint8Array(9) };
    const tx = parent('P', { type: 'platformvm.CreateSubnetTx', ...spending(), owner: alice });
    expect(saidOf(tx.txID, alice, [bad, tx])).toBe('changeable');
    expect(said(made({ txID: idOf(bad.bytes) }, 0), [bad])).toMatch(/^UnknownTypeID evidence\.0/);
  });
});
