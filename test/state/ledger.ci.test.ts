import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateSubnetTx,
  buildExportTx,
  type DraftOf,
} from '../../src/builder/index.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { potentialRewardOf } from '../../src/fee/index.ts';
import { finalize, type Key, privateKey, sign } from '../../src/sign/index.ts';
import { applyTxs, formatState, type PState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex, parseBytes } from '../../src/text/hex.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { output, run } from '../support/built.ts';
import { testFiles } from '../support/folder.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { callP, settleOnP, stateOf, twoOfThree } from '../support/pnode.ts';

const file = testFiles();

describeWithGo('the P-chain of a node, and what we say of it', () => {
  let node: Localnode;
  let keys: readonly Key[];

  beforeAll(async () => {
    node = await startLocalnode(['--min-stake-duration', '2s']);
    keys = node.ready.keys.map((key) => privateKey(key.privateKey));
  });
  afterAll(() => node?.stop());

  /** With the staking times that this node was started with. */
  const shortStakes = (state: PState): PState => {
    const staking = { ...state.network.staking, minStakeDuration: 2n, heliconMinStakeDuration: 2n };
    return { ...state, network: { ...state.network, staking } };
  };

  it('after every block has the UTXOs that apply predicts', async () => {
    const [ewoq, vmrq] = keys as [Key, Key];
    const texts = ({ utxos }: PState) => utxos.map((utxo) => formatHex(encode(UTXO, utxo))).sort();
    let state = await stateOf(node, [ewoq]);
    const steps = [
      (s: PState) => buildBaseTx(s, { outputs: [{ to: vmrq.shortID, amount: avax('7') }] }),
      (s: PState) => buildCreateSubnetTx(s, { owner: ewoq.shortID }),
      (s: PState) =>
        buildExportTx(s, { to: 'X', outputs: [{ to: ewoq.shortID, amount: avax('3') }] }),
      (s: PState) =>
        buildBaseTx(s, {
          outputs: [
            { to: ewoq.shortID, amount: avax('1') },
            { to: vmrq.shortID, amount: 1n },
          ],
        }),
    ];
    for (const step of steps) {
      const draft = step(state) as DraftOf<'P'>;
      await settleOnP(node, draft, ewoq);
      state = applyTxs(state, finalize(sign(draft, ewoq)));
      expect(texts(state)).toEqual(texts(await stateOf(node, [ewoq])));
    }
  });

  it('pays the reward that the formula says', async () => {
    const [ewoq] = keys as [Key];
    const { validators } = (await callP(node, 'getCurrentValidators')).result as unknown as {
      validators: readonly { nodeID: string; delegationFee: string; weight: string }[];
    };
    const validator = validators.find(
      ({ weight, delegationFee }) =>
        BigInt(weight) === avax('10000') && Number(delegationFee) < 100,
    )!;
    const state = shortStakes(await stateOf(node, [ewoq]));
    const amount = avax('1000');
    const draft = buildAddPermissionlessDelegatorTx(
      state,
      {
        nodeID: validator.nodeID,
        amount,
        end: BigInt(Math.floor(Date.now() / 1000)) + 8n,
        rewardsOwner: ewoq.shortID,
      },
      { locked: 'never' },
    );
    const { supply } = (await callP(node, 'getCurrentSupply')).result as unknown as {
      supply: string;
    };
    const txID = await settleOnP(node, draft, ewoq);
    const current = (await callP(node, 'getCurrentValidators', { nodeIDs: [validator.nodeID] }))
      .result as unknown as {
      validators: readonly {
        delegators: readonly {
          txID: string;
          startTime: string;
          endTime: string;
          potentialReward: string;
        }[];
      }[];
    };
    const stake = current.validators[0]!.delegators.find((d) => d.txID === txID)!;
    const reward = potentialRewardOf(
      {
        amount,
        start: BigInt(stake.startTime),
        end: BigInt(stake.endTime),
        supply: BigInt(supply),
      },
      state.network,
      Math.round(Number(validator.delegationFee) * 10_000),
    );
    expect(reward.total).toBe(BigInt(stake.potentialReward));
    const paid = async () =>
      (
        (await callP(node, 'getRewardUTXOs', { txID, encoding: 'hex' })).result as unknown as {
          utxos: readonly string[];
        }
      ).utxos.map((text) => decode(UTXO, parseBytes(text, 'hex')).output);
    await expect
      .poll(paid, { timeout: 40_000, interval: 500 })
      .toMatchObject([{ amount: reward.delegator }]);
  });

  it('takes a 2-of-3 that two processes signed', async () => {
    const state = await stateOf(node, keys.slice(0, 3));
    const shared = twoOfThree(state);
    const [owner, other] = (shared.output as { addresses: readonly Uint8Array[] }).addresses.map(
      (address) =>
        node.ready.keys[keys.findIndex((k) => formatHex(k.shortID) === formatHex(address))]!,
    );
    const signers = [owner!, other!].flatMap(({ pAddress }) => ['--signer', pAddress]);
    const to = keys[1]!.address('P', state.network);
    const stateFile = file('shared.json', formatState({ ...state, utxos: [shared] }));
    const outputs = [{ to, amount: '1' }];
    const addresses = keys.slice(0, 3).map((key) => key.address('P', state.network));
    const options = { change: { addresses, threshold: 2 } };
    const draft = output(
      ['build', '-', '--state', stateFile, ...signers],
      JSON.stringify({ type: 'BaseTx', outputs, options }),
    );
    // One of the owners is paid, which is a danger that both accept.
    const known = ['--utxos', stateFile, '--yes'];
    const half = run(['sign', '-', '--key', file('a.key', owner!.privateKey), ...known], draft);
    expect(half.stderr).toContain('missing');
    const done = output(
      ['sign', '-', '--finalize', '--key', file('b.key', other!.privateKey), ...known],
      half.stdout,
    );
    const { path, method, params } = JSON.parse(done) as {
      path: string;
      method: string;
      params: object;
    };
    const reply = JSON.parse(await node.rpc(path, method, params)) as { result: { txID: string } };
    await expect
      .poll(
        async () => (await callP(node, 'getTxStatus', { txID: reply.result.txID })).result.status,
      )
      .toBe('Committed');
  });
});
