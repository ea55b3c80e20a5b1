/** What `issue --rehearse` does, on any node. */
import { expect, it } from 'vitest';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  type Draft,
} from '../../../src/builder/index.ts';
import { connect } from '../../../src/rpc/index.ts';
import { finalize, type Key, privateKey, sign } from '../../../src/sign/index.ts';
import { changesSince, rehearse } from '../../../src/testnode/index.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { run } from '../../../test/support/cli.ts';

const AVAX = 1_000_000_000n;
const day = 86_400n;
const other = privateKey(new Uint8Array(32).fill(7));

/** Cases for a node, with a key that has funds there. */
export function rehearses(at: () => { readonly url: string; readonly key: Key }): void {
  const signed = (draft: Draft) => finalize(sign(draft, at().key));
  const hexOf = ({ bytes }: { readonly bytes: Uint8Array }) => formatHex(bytes);

  it('tries a payment, shows what it does, and issues it', async () => {
    const { url, key } = at();
    const state = await connect(url).pchain.state([key.shortID]);
    const tx = signed(buildBaseTx(state, { outputs: [{ to: other.shortID, amount: AVAX }] }));
    const args = ['--chain', 'P', '--rehearse', '--url', url];
    const issued = await run(['issue', hexOf(tx), ...args, '--wait']);
    expect(issued.stderr).toContain(`rehearsal: accepted on P, in block`);
    expect(issued.stderr).toMatch(/fee: 0\.0\d+ AVAX/);
    expect(issued.stderr).toMatch(/UTXO \d \(output\): 1 AVAX to P-/);
    expect(issued.stderr).toMatch(/on P: [\d.]+ AVAX before, [\d.]+ AVAX after/);
    expect(JSON.parse(issued.stdout)).toEqual({ txID: tx.txID, status: 'Accepted' });
    expect(issued.status).toBe(0);
    // Its UTXOs are gone: they are not known any more, and nothing is sent.
    const again = await run(['issue', hexOf(tx), ...args]);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toContain(`rehearsal: unknown: ${tx.txID}`);
    expect(again.stderr).toContain('MissingState');
  });

  it('says of a delegation what the node then does', async () => {
    const { url, key } = at();
    const node = connect(url);
    const [validator] = await node.pchain.validators();
    if (validator?.kind !== 'permissionless') throw new Error(validator?.kind);
    const state = await node.pchain.state([key.shortID]);
    const tx = signed(
      buildAddPermissionlessDelegatorTx(state, {
        nodeID: validator.nodeID,
        amount: 25n * AVAX,
        end: state.time + 15n * day,
        rewardsOwner: other.shortID,
      }),
    );
    const found = await rehearse(tx, node);
    expect(found.txs[0]!.unknown ?? []).toEqual([]);
    expect(found.result).toBe('accepted');
    expect(await changesSince(found, node)).toEqual([]);
    await node.issue(tx);
    const after = await node.pchain.state([key.shortID]);
    const left = after.utxos.reduce(
      (sum, { output }) =>
        sum + (output.type === 'stakeable.LockOut' ? output.output.amount : output.amount),
      0n,
    );
    expect(found.balances.map((of) => of.after)).toEqual([left]);
    expect((await node.call('platform.getHeight')).height).toBe(found.txs[0]!.height);
    const [changed] = await node.pchain.validators({ nodeIDs: [validator.nodeID] });
    if (changed?.kind !== 'permissionless') throw new Error(changed?.kind);
    const mine = changed.delegators?.find(({ txID }) => String(txID) === tx.txID);
    // The reward depends on the second at which the block is made.
    const differs = Number(mine!.potentialReward) / Number(found.txs[0]!.potentialReward);
    expect(Math.abs(differs - 1)).toBeLessThan(1e-3);
    expect((await changesSince(found, node)).map(({ name }) => name.split(' ')[0])).toContain('P');
  });
}
