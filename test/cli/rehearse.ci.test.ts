/** `issue --rehearse` on the built command line, against the test node and the real one. */
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  type Draft,
} from '../../src/builder/index.ts';
import { type Listening, listen } from '../../src/cli/testnodehttp.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, type Key, privateKey, sign } from '../../src/sign/index.ts';
import { changesSince, createTestnode, rehearse } from '../../src/testnode/index.ts';
import { serverOf } from '../../src/testnode/serve/server.ts';
import { formatHex } from '../../src/text/bytes.ts';
import { program } from '../support/cli.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';

/** Runs the command line while this process goes on, as its servers must. */
const run = (...args: readonly string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [program, ...args], (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });

const AVAX = 1_000_000_000n;
const day = 86_400n;
const other = privateKey(new Uint8Array(32).fill(7));

function rehearses(at: () => { readonly url: string; readonly key: Key }): void {
  const signed = (draft: Draft) => finalize(sign(draft, at().key));
  const hexOf = ({ bytes }: { readonly bytes: Uint8Array }) => formatHex(bytes);

  it('tries a payment, shows what it does, and issues it', async () => {
    const { url, key } = at();
    const state = await connect(url).pchain.state([key.shortID]);
    const tx = signed(buildBaseTx(state, { outputs: [{ to: other.shortID, amount: AVAX }] }));
    const args = ['--chain', 'P', '--rehearse', '--url', url];
    const issued = await run('issue', hexOf(tx), ...args, '--wait');
    expect(issued.stderr).toContain(`rehearsal: accepted on P, in block`);
    expect(issued.stderr).toMatch(/fee: 0\.0\d+ AVAX/);
    expect(issued.stderr).toMatch(/UTXO \d \(output\): 1 AVAX to P-/);
    expect(issued.stderr).toMatch(/on P: [\d.]+ AVAX before, [\d.]+ AVAX after/);
    expect(JSON.parse(issued.stdout)).toEqual({ txID: tx.txID, status: 'Accepted' });
    expect(issued.status).toBe(0);
    // Its UTXOs are gone: they are not known any more, and nothing is sent.
    const again = await run('issue', hexOf(tx), ...args);
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
        rewards: other.shortID,
      }),
    );
    const found = await rehearse(node, tx);
    expect(found.txs[0]!.unknown ?? []).toEqual([]);
    expect(found.result).toBe('accepted');
    expect(await changesSince(node, found)).toEqual([]);
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
    expect((await changesSince(node, found)).map(({ name }) => name.split(' ')[0])).toContain('P');
  });
}

describe('issue --rehearse, with the test node', () => {
  const testnode = createTestnode();
  const key = privateKey(new Uint8Array(32).fill(8));
  let server: Listening;
  beforeAll(async () => {
    testnode.fund('P', { to: key.shortID, amount: 100n * AVAX });
    // The command line takes the time from the machine.
    testnode.setTime(BigInt(Math.floor(Date.now() / 1000)));
    server = await listen({ hostname: '127.0.0.1', port: 0 }, serverOf(testnode).answer);
  });
  afterAll(() => server.close());
  rehearses(() => ({ url: server.url, key }));
});

describeWithGo('issue --rehearse, with a node', () => {
  let node: Localnode;
  beforeAll(async () => {
    node = await startLocalnode();
  }, 60_000);
  afterAll(() => node?.stop());
  rehearses(() => ({ url: node.ready.url, key: privateKey(node.ready.keys[1]!.privateKey) }));
});
