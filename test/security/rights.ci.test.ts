/**
 * For whatever else one owns: auto-renewed validators, L1 validators, NFTs and rights to mint. A coordinator calls them
 * his own, and the signature that the victim gives for the fee would count for them. The same transaction, signed for what it is, is
 * accepted by the real VMs: a policy refuses the lie alone, before a signature exists.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuildOptions, build, type Draft, type Intent } from '../../src/builder/index.ts';
import { missingOf } from '../../src/draft/draft.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { proveState } from '../../src/owners/prove.ts';
import { finalize, type Policy, policyOf, sign } from '../../src/sign/index.ts';
import type { PState, State, XState } from '../../src/state/index.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { startWorld, type World } from '../../tools/adversary/world.ts';
import { describeWithGo } from '../support/go.ts';
import { thrown } from '../support/thrown.ts';

/** The policy of one who pays for exactly this, and names no authority of which it does not matter whose it is. */
const paying = (draft: Draft): Policy => {
  const { authorities: _, ...rules } = policyOf(draft).rules;
  return policyOf(rules);
};

describeWithGo('rights of the victim that are called somebody else’s', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world?.stop());

  const idOfRight = (kind: string): string =>
    [...world.rights].find(([, right]) => right.kind === kind)![0];

  /** What `sign` says of the lie with `paying`. What is signed with the truth beside the same bytes is accepted. */
  async function robbed(truth: State, lie: State, intent: Intent) {
    const { victim, after } = world;
    const how: BuildOptions = { change: victim.shortID };
    const stolen = build({ ...lie, evidence: [] } as State, intent, how) as Draft;
    const isHis = ({ owner }: Draft['slots'][number]) =>
      owner.addresses.some((of) => compareBytes(of, after.shortID) === 0);
    expect(stolen.slots.map(isHis)).toEqual([false, true]);
    const { code, context } = thrown(() => sign(stolen, victim, { policy: paying(stolen) })) as {
      code: string;
      context: { findings?: readonly { code: string; path: string }[] };
    };
    const utxos = truth.chain === 'C' ? [] : truth.utxos;
    const slots = stolen.slots.map((slot) => {
      const owner = { ...slot.owner, addresses: [victim.shortID] };
      if (!('utxo' in slot)) return { ...slot, owner };
      return { ...slot, owner, utxo: utxos.find((of) => utxoKey(of) === utxoKey(slot.utxo)) };
    }) as Draft['slots'];
    const told = { ...stolen, slots, missing: missingOf(slots) };
    await world.issue(finalize(sign(told, victim, { reviewed: digestOf(told) })));
    return [code, context.findings?.map((of) => `${of.code} ${of.path}`)];
  }

  const onP = async (id: string): Promise<{ truth: PState; lie: PState }> => {
    const { node, victim, after } = world;
    const truth = await node.pchain.state([victim.shortID], { authorities: [id] });
    const own = [victim.shortID, after.shortID];
    const authorities = { [id]: { addresses: [after.shortID], threshold: 1 } };
    return { truth, lie: { ...truth, from: own, own, authorities } };
  };

  it('the configuration of an auto-renewed validator', async () => {
    const txID = idOfRight('autoRenewed');
    const { truth, lie } = await onP(txID);
    const intent: Intent = {
      type: 'SetAutoRenewedValidatorConfigTx',
      txID,
      autoCompound: '0%',
      period: days(3),
    };
    expect(await robbed(truth, lie, intent)).toEqual([
      'Refused',
      ['AuthorityNotAllowed unsignedTx.txID', 'InputNotProven slots[1]'],
    ]);
  });

  it('an L1 validator that is disabled', async () => {
    const validationID = idOfRight('l1');
    const { truth, lie } = await onP(validationID);
    const { authorities } = truth;
    const intent: Intent = { type: 'DisableL1ValidatorTx', validationID };
    const draft = build(lie, intent, { change: world.victim.shortID }) as Draft;
    // What the signer's own node says of it wins.
    expect(thrown(() => sign(draft, world.victim, { authorities: authorities! })).code).toBe(
      'Disproved',
    );
    expect(await robbed(truth, lie, intent)).toEqual([
      'Refused',
      ['AuthorityNotAllowed unsignedTx.validationID', 'InputNotProven slots[1]'],
    ]);
  });

  /** The victim's items of a type are said to be the attacker's. */
  const onX = async (type: string): Promise<{ truth: XState; lie: XState; assetID: string }> => {
    const { node, victim, after } = world;
    const truth = await node.xchain.state([victim.shortID]);
    const isMine = ({ output }: XState['utxos'][number]): boolean =>
      output.type === type &&
      (output as unknown as { addresses: unknown[] }).addresses.length === 1;
    const item = truth.utxos.find(isMine)!;
    const utxos = truth.utxos.filter((of) => of.output.type !== type || isMine(of));
    const own = [victim.shortID, after.shortID];
    const his = (of: XState['utxos'][number]) =>
      isMine(of) ? { ...of, output: { ...of.output, addresses: [after.shortID] } } : of;
    const lie = { ...truth, from: own, own, utxos: utxos.map(his) as XState['utxos'] };
    return { truth: { ...truth, utxos }, lie, assetID: formatID(item.assetID) };
  };

  it('an NFT', async () => {
    const { truth, lie, assetID } = await onX('nftfx.TransferOutput');
    const to = world.after.shortID;
    const transfer = { type: 'transferNFT', assetID, groupID: 1, payload: 'a', to } as const;
    const intent: Intent = { type: 'OperationTx', operations: [transfer] };
    expect(await robbed(truth, lie, intent)).toEqual(['Refused', ['InputNotProven slots[1]']]);
  });

  it('a right to mint NFTs', async () => {
    const { truth, lie, assetID } = await onX('nftfx.MintOutput');
    const to = world.after.shortID;
    const mint = { type: 'mintNFT', assetID, groupID: 2, payload: 'new', to } as const;
    const intent: Intent = { type: 'OperationTx', operations: [mint] };
    expect(await robbed(truth, lie, intent)).toEqual(['Refused', ['InputNotProven slots[1]']]);
  });

  it('a right to mint, which no node takes either: it stays with its owner', async () => {
    const { lie, assetID } = await onX('secp256k1fx.MintOutput');
    const to = world.after.shortID;
    const mint = { type: 'mint', assetID, to, amount: 10n ** 18n } as const;
    const stolen = build(
      { ...lie, evidence: [] },
      { type: 'OperationTx', operations: [mint] },
      { change: world.victim.shortID },
    ) as Draft;
    expect(thrown(() => sign(stolen, world.victim, { policy: paying(stolen) }))).toMatchObject({
      code: 'Refused',
      context: { findings: [{ code: 'InputNotProven', path: 'slots[1]' }] },
    });
  });

  it('what a node says of authorities, connect compares with the transactions that set them', async () => {
    const { node, friends, victim, rights, settle } = world;
    const me = victim.shortID;
    const shared = { addresses: [me, friends[0].shortID].sort(compareBytes), threshold: 2 };
    const { txID: subnetID } = await settle('P', { type: 'CreateSubnetTx', owner: shared });
    const l1 = [...rights].filter(([, { kind }]) => kind === 'l1').at(-1)![0];
    const renewed = idOfRight('autoRenewed');
    const authorities = [subnetID, l1, renewed];
    const state = await node.pchain.state([friends[0].shortID], { authorities });
    const proofs = proveState(state).authorities;
    expect(Object.fromEntries(authorities.map((id) => [id, proofs[id]!.status]))).toEqual({
      // A transfer that nobody shows could have changed it.
      [subnetID]: 'changeable',
      // Of the first validators of an L1 no id commits to the conversion.
      [l1]: 'claimed',
      [renewed]: 'proven',
    });
    expect(proofs[l1]!.why).toBe('uncommitted');
  });
});
