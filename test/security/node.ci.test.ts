/** The thefts of the audit that real nodes accepted: each is refused before a signature exists, with a named reason. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BuildOptions,
  build,
  buildConsolidateTxs,
  type Draft,
  type Intent,
} from '../../src/builder/index.ts';
import { connect, fetchTransport, type Transport } from '../../src/rpc/index.ts';
import {
  finalize,
  formatDraft,
  type Key,
  parseDraft,
  policyOf,
  sign,
} from '../../src/sign/index.ts';
import type { PState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { days } from '../../src/text/time.ts';
import { outputsOf } from '../../src/tx/parts.ts';
import { type LieKind, lying } from '../../tools/adversary/lies.ts';
import { readAs, wireOf } from '../../tools/adversary/manipulations/forms.ts';
import { manipulations } from '../../tools/adversary/manipulations.ts';
import { startWorld, type World } from '../../tools/adversary/world.ts';
import { randomOf } from '../../tools/fuzz/random.ts';
import { describeWithGo } from '../support/go.ts';
import { thrown } from '../support/thrown.ts';

describeWithGo('thefts of the audit, against a node', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world?.stop());

  /** A client of a node that lies. */
  const lied = (kind: LieKind) =>
    connect(world.local.ready.url, {
      network: world.network,
      transport: lying(fetchTransport(), [kind], {
        world,
        rng: randomOf('1'),
        others: { P: [], X: [] },
      }).transport,
    });
  const co = 'owner: with the attacker, who sorts last' as const;
  const pay = (): Intent => ({
    type: 'BaseTx',
    outputs: [{ to: world.friends[0].shortID, amount: avax('1') }],
  });

  /** `Disproved`: the node gave the parent of what it lied about. On P nobody has the genesis of this network. */
  const refusal = expect.objectContaining({
    code: expect.stringMatching(/^(NotProven|Disproved)$/),
  });
  const isShared = ({ output }: { readonly output: object }): boolean => {
    const plain = 'output' in output ? (output.output as object) : output;
    return 'addresses' in plain && (plain.addresses as readonly unknown[]).length > 1;
  };

  it('change goes to no owner that only the node says', async () => {
    const { loner } = world;
    const p = await lied(co).pchain.state([loner.shortID]);
    const x = await lied(co).xchain.state([loner.shortID]);
    // What the node told the truth of is the signer's own, and can be spent.
    for (const state of [
      { ...p, utxos: p.utxos.filter(isShared) },
      { ...x, utxos: x.utxos.filter(isShared) },
    ]) {
      expect(state.utxos.length).toBeGreaterThan(1);
      expect(() => build(state, pay())).toThrow(refusal);
      expect(() => buildConsolidateTxs(state)).toThrow(refusal);
    }
  });

  it('an import without a receiver, and locked coins, neither', async () => {
    const { loner, victim } = world;
    const imports = await lied(co).xchain.state([loner.shortID], { imports: ['C'] });
    expect(() => build(imports, { type: 'ImportTx', from: 'C' })).toThrow(refusal);
    const all = await lied(co).pchain.state([victim.shortID]);
    const locked = {
      ...all,
      utxos: all.utxos.filter((of) => of.output.type !== 'stakeable.LockOut' || isShared(of)),
    };
    const me = victim.shortID;
    const options: BuildOptions = { change: me, locked: 'only' };
    expect(() =>
      build(
        locked,
        {
          type: 'AddPermissionlessDelegatorTx',
          nodeID: 'NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN',
          amount: avax('25'),
          end: BigInt(Math.floor(Date.now() / 1000)) + days(20),
          rewardsOwner: me,
          stakeReturnOwner: me,
        },
        options,
      ),
    ).toThrow(refusal);
  });

  it('what connect reads is all that a wallet of two of three needs: every pair pays', async () => {
    const { victim, friends, shared, node, issue, network } = world;
    const all = [victim, ...friends];
    const from = all.map(({ shortID }) => shortID);
    const two = (of: { readonly output: object }): boolean =>
      (of.output as { threshold?: number }).threshold === 2;
    for (const a of all)
      for (const b of all.filter((of) => of !== a)) {
        const found = await node.pchain.state(from);
        const state = { ...found, utxos: found.utxos.filter(two) };
        const signers = [a.shortID, b.shortID];
        const draft = build(state, pay(), { signers }) as Draft;
        const policy = policyOf(pay());
        const back = outputsOf(draft.unsignedTx).map(({ value }) => value);
        expect(back.filter(two)).toMatchObject([{ output: { addresses: shared.addresses } }]);
        // Neither signer says anything but the key, the intent and the network: the parents prove the owner.
        const half = sign(parseDraft(formatDraft(draft)), a, { policy, network });
        expect(half.missing).toMatchObject([{ need: 1, candidates: [b.shortID] }]);
        await issue(finalize(sign(parseDraft(formatDraft(half)), b, { policy, network })));
      }
    // A node that adds itself to the owners is disproved by what it says itself of the transaction that made the coin.
    const lie = await lied(co).pchain.state(from);
    const wide = ({ output }: { readonly output: object }): boolean =>
      ((output as { addresses?: readonly unknown[] }).addresses?.length ?? 0) > 3;
    const told = { ...lie, network, utxos: lie.utxos.filter((of) => two(of) && wide(of)) };
    expect(told.utxos.length).toBeGreaterThan(0);
    expect(() => build(told, pay(), { own: from })).toThrow(
      expect.objectContaining({ code: 'Disproved' }),
    );
  });

  /** What a policy that allows exactly what the draft does refuses before a key is used: that only its maker says who owns what it uses. */
  const refusalOf = (draft: Draft, key: Key): unknown => {
    const { authorities: _, ...rules } = policyOf(draft).rules;
    const { code, context } = thrown(() => sign(draft, key, { policy: policyOf(rules) })) as {
      code: string;
      context: { findings?: { code: string; path: string }[] };
    };
    return [code, context.findings?.map((of) => `${of.code} ${of.path}`)];
  };

  it("a coin of the signer that is said to be the coordinator's is not signed for", async () => {
    const { victim, after, node } = world;
    const truth = await node.pchain.state([victim.shortID]);
    const [mine, ...others] = truth.utxos.filter(
      ({ output }) =>
        output.type === 'secp256k1fx.TransferOutput' &&
        output.threshold === 1 &&
        output.addresses.length === 1 &&
        output.amount >= avax('1000'),
    );
    const his = others.map((utxo) => ({
      ...utxo,
      output: { ...utxo.output, addresses: [after.shortID] },
    })) as PState['utxos'];
    const own = [victim.shortID, after.shortID];
    const state: PState = { ...truth, from: own, own, utxos: [mine!, ...his], evidence: [] };
    const stolen = build(
      state,
      { type: 'BaseTx', outputs: [{ to: after.shortID, amount: avax('2000') }] },
      { change: victim.shortID, include: state.utxos.slice(0, 3) },
    ) as Draft;
    expect(refusalOf(stolen, victim)).toEqual([
      'Refused',
      ['InputNotProven slots[1]', 'InputNotProven slots[2]'],
    ]);
  });

  it("nor a change of the owner of the signer's subnet, while the fee is paid", async () => {
    const { victim, after, node, rights } = world;
    const [subnetID] = [...rights].find(([, { kind }]) => kind === 'subnet')!;
    const truth = await node.pchain.state([victim.shortID]);
    const authorities = { [subnetID]: { addresses: [after.shortID], threshold: 1 } };
    const stolen = build(
      { ...truth, authorities },
      { type: 'TransferSubnetOwnershipTx', subnetID, owner: after.shortID },
      { change: victim.shortID },
    ) as Draft;
    expect(refusalOf(stolen, victim)).toEqual([
      'Refused',
      ['AuthorityNotAllowed unsignedTx.subnetID', 'InputNotProven slots[1]'],
    ]);
  });

  it('change that is mentioned twice is not read', async () => {
    const { loner, node } = world;
    const state = await node.pchain.state([loner.shortID]);
    const draft = build(state, pay()) as Draft;
    const of = { world, rng: randomOf('1'), of: { keys: [loner] } as never };
    const twice = manipulations['change: mentioned twice (H1)'].edit!(wireOf(draft), of);
    for (const form of ['text', 'bytes', 'parts'] as const)
      expect(() => readAs(form, twice, of)).toThrow(expect.objectContaining({ code: 'NotSorted' }));
  });

  it('no tariff of a node is paid above the ceiling, and none of mainnet is believed', async () => {
    const { loner, local } = world;
    const saying =
      (method: string, result: object): Transport =>
      async (request) => {
        const reply = await fetchTransport()(request);
        return request.body?.includes(`"${method}"`)
          ? { ...reply, text: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) }
          : reply;
      };
    const client = (transport: Transport) => connect(local.ready.url, { transport });
    const fees = { txFee: '50000000000000', createAssetTxFee: '50000000000000' };
    const x = await client(saying('avm.getTxFee', fees)).xchain.state([loner.shortID]);
    expect(() => build(x, pay())).toThrow(expect.objectContaining({ code: 'FeeTooHigh' }));
    await expect(client(saying('info.getNetworkID', { networkID: '1' })).network()).rejects.toThrow(
      expect.objectContaining({ code: 'WrongNetwork' }),
    );
    const price = {
      capacity: '1000000',
      excess: '0',
      price: '5000000',
      timestamp: '2026-01-01T00:00:00Z',
    };
    await expect(
      client(saying('platform.getFeeState', price)).pchain.state([loner.shortID]),
    ).rejects.toThrow(expect.objectContaining({ code: 'Mismatch' }));
  });
});
