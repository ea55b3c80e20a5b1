/** Rehearsal: what is tried on a node's state gives what the node then does, and nothing unknown is accepted. */
import { describe, expect, it } from 'vitest';
import { buildExportTx, buildImportTx } from '../../src/builder/index.ts';
import type { Intent } from '../../src/builder/intents/table.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { signWithKey } from '../../src/sign/key.ts';
import { applyTxs } from '../../src/state/index.ts';
import {
  assertRehearsed,
  changesSince,
  createTestnode,
  rehearse,
  type Testnode,
} from '../../src/testnode/index.ts';
import { formatID, formatNodeID, parseID } from '../../src/text/id.ts';
import { unsignedBytesOf } from '../../src/tx/bytes.ts';
import { consumedIDsOf } from '../../src/tx/parts.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { L1Payload } from '../../src/warp/l1.ts';
import { Payload, UnsignedMessage } from '../../src/warp/message.ts';
import { encode } from '../../src/wire/codec.ts';
import { AVAX, balanceOf, day, ewoq, other, send, signedBy } from '../support/testnode.ts';

const connected = (node: Testnode) => connect('http://testnode', node);

/** The same transaction is rehearsed and then issued: balances must be what the rehearsal said. */
async function asOnNode(node: Testnode, chain: ChainName, intent: Intent) {
  const tx = signedBy(node, chain, intent);
  const before = node.snapshot();
  const found = await rehearse(tx, connected(node));
  expect(node.world.txs.has(tx.txID)).toBe(false);
  expect(found.txs[0]!.unknown ?? []).toEqual([]);
  expect(found).toMatchObject({ result: 'accepted', txs: [{ txID: tx.txID }] });
  const issued = node.issue(chain, tx.bytes);
  expect(issued).toEqual({ ok: true, txID: tx.txID });
  for (const { assetID, after } of found.balances)
    if (formatID(assetID) === formatID(node.network.avaxAssetID))
      expect(after).toBe(balanceOf(node, chain, ewoq));
  for (const { address, after } of found.accounts)
    expect(after).toBe(node.world.C.accounts.get(address)!.balance);
  if (chain !== 'C') expect(found.txs[0]!.height).toBe(node.world[chain].ledger.height);
  const { potentialReward } = found.txs[0]!;
  const staker = node.world.P.ledger.current.get(tx.txID);
  expect(potentialReward ?? 0n).toBe(staker?.potentialReward ?? 0n);
  node.revert(before);
  return found;
}

describe('rehearse', () => {
  const node = createTestnode();
  const to = other.shortID;
  const validator = node.addValidator();
  const subnetID = node.addSubnet(ewoq.shortID);
  const end = node.time() + 30n * day;

  it.each(
    [
      ['P', { type: 'BaseTx', outputs: [{ to, amount: AVAX }] }],
      ['P', { type: 'ExportTx', to: 'X', outputs: [{ to, amount: AVAX }] }],
      ['P', { type: 'CreateSubnetTx', owner: to }],
      [
        'P',
        {
          type: 'AddPermissionlessDelegatorTx',
          nodeID: validator.nodeID,
          amount: 25n * AVAX,
          end,
          rewardsOwner: to,
        },
      ],
      ['P', { type: 'TransferSubnetOwnershipTx', subnetID, owner: to }],
      ['P', { type: 'AddSubnetValidatorTx', subnetID, nodeID: validator.nodeID, weight: 5n, end }],
      ['X', { type: 'BaseTx', outputs: [{ to, amount: AVAX }] }],
      ['X', { type: 'ExportTx', to: 'P', outputs: [{ to, amount: AVAX }] }],
      ['C', { type: 'ExportTx', to: 'P', outputs: [{ to, amount: AVAX }] }],
    ].map(([chain, intent]) => [chain, (intent as Intent).type, intent]) as [
      ChainName,
      string,
      Intent,
    ][],
  )('does what the node does: %s %s', async (chain, _, intent) => {
    const { txs } = await asOnNode(node, chain, intent);
    expect(txs[0]!.effects.burned.every(({ why }) => why === 'fee')).toBe(true);
  });

  it('tries transactions that build on one another, across chains', async () => {
    const fresh = createTestnode();
    const [p, x] = (['P', 'X'] as const).map((chain) => [ewoq.address(chain, fresh.network)]);
    const moved = { to: 'X', outputs: [{ to: ewoq.shortID, amount: 3n * AVAX }] } as const;
    const exported = finalize(sign(buildExportTx(fresh.state('P', p!), moved), ewoq));
    const waiting = applyTxs(fresh.state('X', x!), exported);
    const imported = finalize(sign(buildImportTx(waiting, { from: 'P' }), ewoq));
    const client = connected(fresh);
    const found = await rehearse([exported, imported], client);
    expect(found.txs.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
    expect((await rehearse(imported, client)).result).toBe('unknown');
    expect((await rehearse([exported, imported, imported], client)).result).toBe('refused');
    for (const tx of [exported, imported])
      expect(fresh.issue(tx.chain, tx.bytes)).toMatchObject({ ok: true });
    expect(found.balances.map(({ chain, after }) => [chain, after])).toEqual([
      ['P', balanceOf(fresh, 'P', ewoq)],
      ['X', balanceOf(fresh, 'X', ewoq)],
    ]);
  });

  it('refuses in the words of the node what a rule refuses', async () => {
    const tx = signedBy(node, 'P', {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: formatNodeID(new Uint8Array(20).fill(5)),
      amount: 25n * AVAX,
      end,
      rewardsOwner: to,
    });
    const found = await rehearse(tx, connected(node));
    const issued = node.issue('P', tx.bytes);
    expect(issued.ok).toBe(false);
    expect(found).toMatchObject({ result: 'refused', txs: [{ refusal: issued }] });
    expect(found.balances.every(({ before, after }) => before === after)).toBe(true);
    expect(() => assertRehearsed(found)).toThrow(expect.objectContaining({ code: 'NotFound' }));
  });

  it('does not know UTXOs of those who did not sign, unless their addresses are given', async () => {
    const draft = signedBy(node, 'P', { type: 'BaseTx', outputs: [{ to, amount: AVAX }] });
    const { unsignedTx } = draft;
    const stolen = signedWith(draft, other);
    const client = connected(node);
    const found = await rehearse(stolen, client);
    expect(found.result).toBe('unknown');
    expect(found.txs[0]!.unknown!.join()).toMatch(/UTXO/);
    expect(() => assertRehearsed(found)).toThrow(expect.objectContaining({ code: 'MissingState' }));
    const known = await rehearse(stolen, client, { addresses: [ewoq.shortID] });
    expect(known.result).toBe('refused');
    expect(unsignedTx).toBe(stolen.unsignedTx);
  });

  it('says what changed on the node since', async () => {
    const fresh = createTestnode();
    const client = connected(fresh);
    const tx = signedBy(fresh, 'P', { type: 'BaseTx', outputs: [{ to, amount: AVAX }] });
    const found = await rehearse(tx, client);
    expect(await changesSince(found, client)).toEqual([]);
    const rival = send(fresh, 'P', { type: 'BaseTx', outputs: [{ to, amount: 2n * AVAX }] });
    const changes = await changesSince(found, client);
    const { txID, outputIndex } = consumedIDsOf(rival.unsignedTx)[0]!;
    expect(changes).toContainEqual({
      name: `P UTXO ${formatID(txID)} ${outputIndex}`,
      before: expect.any(String),
      after: undefined,
    });
    expect(changes.some(({ before }) => before === undefined)).toBe(true);
    expect((await rehearse(tx, client)).result).toBe('unknown');
  });
});

describe('rehearse, of validators that are changed,', () => {
  const manager = new Uint8Array(20).fill(1);
  const node = createTestnode();
  const l1 = node.addL1({ validators: 2, balance: 5n * AVAX });
  const client = connected(node);

  /** A message of the L1's manager, signed by a part of its validators. */
  function said(payload: L1Payload, percent?: number): Uint8Array {
    const call = encode(Payload, {
      type: 'payload.AddressedCall',
      SourceAddress: manager,
      Payload: encode(L1Payload, payload),
    });
    const unsigned = encode(UnsignedMessage, {
      NetworkID: node.network.networkID,
      SourceChainID: parseID(l1.chainID),
      Payload: call,
    });
    return node.signWarp(unsigned, percent === undefined ? {} : { percent });
  }
  const weightOf = (weight: bigint): L1Payload => ({
    type: 'message.L1ValidatorWeight',
    validationID: parseID(l1.validationIDs[0]!),
    nonce: 0n,
    weight,
  });
  const changing = (payload: L1Payload, percent?: number): Intent => ({
    type: 'SetL1ValidatorWeightTx',
    message: said(payload, percent),
  });

  it('asks who signs a message that changes a weight', async () => {
    await asOnNode(node, 'P', changing(weightOf(3n)));
    const few = signedBy(node, 'P', changing(weightOf(3n), 1));
    const found = await rehearse(few, client);
    expect(found).toMatchObject({
      result: 'refused',
      txs: [{ refusal: { rule: 'warp signature' } }],
    });
    const tx = signedBy(node, 'P', changing(weightOf(3n)));
    const { read } = await rehearse(tx, client);
    expect([...read.keys()]).toContain(`signers of ${l1.chainID}`);
  });

  it('does not know what a removed validator gets back, and whether a registration was used', async () => {
    const gone = signedBy(node, 'P', changing(weightOf(0n)));
    expect((await rehearse(gone, client)).result).toBe('unknown');
    const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(6));
    const owner = { threshold: 1, addresses: [other.shortID] };
    const registered = signedBy(node, 'P', {
      type: 'RegisterL1ValidatorTx',
      message: said({
        type: 'message.RegisterL1Validator',
        subnetID: parseID(l1.subnetID),
        nodeID: new Uint8Array(20).fill(6),
        blsPublicKey: publicKey,
        expiry: node.time() + 3_600n,
        remainingBalanceOwner: owner,
        disableOwner: owner,
        weight: 10n,
      }),
      balance: AVAX,
      proofOfPossession,
    });
    const found = await rehearse(registered, client);
    expect(found.result).toBe('unknown');
    expect(found.txs[0]!.unknown!.join()).toMatch(/was registered/);
    expect(found.txs[0]!.unknown!.join()).not.toMatch(/validators of chain/);
  });

  it('knows an auto-renewed validator', async () => {
    const rewardsOwner = ewoq.address('P', node.network);
    const added = send(node, 'P', {
      type: 'AddAutoRenewedValidatorTx',
      node: {
        nodeID: new Uint8Array(20).fill(9),
        nodePOP: provePossession(new Uint8Array(32).fill(9)),
      },
      amount: 2_000n * AVAX,
      period: 14n * day,
      delegationFee: '2%',
      autoCompound: '50%',
      rewardsOwner,
      validatorAuthority: rewardsOwner,
    });
    const { txID } = added;
    const stop: Intent = {
      type: 'SetAutoRenewedValidatorConfigTx',
      txID,
      autoCompound: '0%',
      period: 'stop',
    };
    const tx = signedBy(node, 'P', stop);
    const found = await rehearse(tx, client);
    expect(found.txs[0]!.unknown ?? []).toEqual([]);
    expect(found.result).toBe('accepted');
    send(node, 'P', { ...stop, autoCompound: '10%' });
    expect((await changesSince(found, client)).map(({ name }) => name)).toContain(
      `auto-renewed validator ${txID}`,
    );
  });
});

/** The same transaction with the signatures of another key. */
function signedWith(tx: AnyTx, key: typeof ewoq): AnyTx {
  const signature = signWithKey(key, sha256(unsignedBytesOf(tx.unsignedTx)));
  return {
    ...tx,
    credentials: tx.credentials.map((of) => ({ ...of, signatures: [signature] })),
  } as AnyTx;
}
