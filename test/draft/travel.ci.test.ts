/** Drafts of two of three signers, each a process of its own, against a node. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildExportTx,
  buildImportTx,
  type Draft,
} from '../../src/builder/index.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { fromForeign, toForeign } from '../../src/interop/index.ts';
import {
  chooseSigners,
  finalize,
  formatDraft,
  formatDraftParts,
  issueTxRequest,
  type Key,
  privateKey,
  sign,
} from '../../src/sign/index.ts';
import { formatState, type PState, type State, type XState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatBytes, parseBytes } from '../../src/text/hex.ts';
import { days } from '../../src/text/time.ts';
import { decode } from '../../src/wire/codec.ts';
import { output } from '../support/built.ts';
import { testFiles } from '../support/folder.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { callP, settleOnP, stateOf } from '../support/pnode.ts';
import { trusting } from '../support/trusting.ts';

const file = testFiles();

interface Owned {
  readonly output: { readonly threshold?: number; readonly locktime?: bigint };
}

describeWithGo('a 2-of-3 that two processes sign, one of a file, one of parts', () => {
  let node: Localnode;
  let keys: readonly [Key, Key, Key];
  let secrets: readonly string[];

  beforeAll(async () => {
    node = await startLocalnode();
    const three = node.ready.keys.slice(0, 3);
    keys = three.map((key) => privateKey(key.privateKey)) as [Key, Key, Key];
    secrets = three.map((key) => file(`${key.name}.key`, key.privateKey));
  });
  afterAll(() => node?.stop());

  const ownerOf = () => ({ addresses: keys.map((key) => key.shortID), threshold: 2 });
  const isShared = ({ output }: Owned): boolean => output.threshold === 2 && output.locktime === 0n;

  async function call(path: string, method: string, params: object) {
    const { result, error } = JSON.parse(await node.rpc(path, method, params)) as {
      result: Record<string, never>;
      error?: { message: string };
    };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  const issued = async (path: string, method: string, txID: string) => {
    await expect
      .poll(async () => (await call(path, method, { txID })).status)
      .toMatch(/^(Accepted|Committed)$/);
  };

  /** Signs with the first and the last, takes the bytes of either order, and has the node take them. */
  async function settle(
    state: State,
    built: Draft,
    known: readonly string[] = ['--utxos', file('state.json', formatState(state))],
  ): Promise<void> {
    const [first, , last] = keys;
    const draft = chooseSigners(built, [first.shortID, last.shortID]).draft;
    const whole = file('draft.json', formatDraft(draft));
    const parts = file('draft.txt', formatDraftParts(draft, { maxLength: 300 }).join('\n'));
    const one = file('one.json', output(['sign', whole, '--key', secrets[0]!, '--yes', ...known]));
    const other = file(
      'other.txt',
      output(['sign', parts, '--key', secrets[2]!, '--parts', '--yes', ...known]),
    );
    const together = output(['combine', one, other]);
    expect(output(['combine', other, one])).toBe(together);
    const request = JSON.parse(output(['finalize', '-'], together)) as ReturnType<
      typeof issueTxRequest
    >;
    const tx = finalize(sign(draft, [first, last], trusting));
    expect(request).toEqual(issueTxRequest(tx));
    // A wallet that passes partially signed bytes on, as the node’s own does.
    const half = fromForeign(toForeign(sign(draft, last, trusting), 'avalanchego'), state).draft;
    expect(finalize(sign(half, first, trusting)).bytes).toEqual(tx.bytes);
    expect((await call(request.path, request.method, request.params)).txID).toBe(tx.txID);
    const vm = tx.chain === 'X' ? 'avm' : 'platform';
    await issued(request.path, `${vm}.getTxStatus`, tx.txID);
    const found = await call(request.path, `${vm}.getTx`, { txID: tx.txID, encoding: 'hex' });
    expect(found.tx).toBe(formatBytes(tx.bytes, 'hex'));
  }

  const xState = async (): Promise<XState> => {
    const { network, time, from } = await stateOf(node, keys);
    const { utxos } = await call('/ext/bc/X', 'avm.getUTXOs', {
      addresses: keys.map((key) => key.address('X', network)),
      encoding: 'hex',
      limit: 1024,
    });
    return {
      chain: 'X',
      network,
      time,
      from,
      utxos: (utxos as unknown as string[]).map((utxo) => decode(XUTXO, parseBytes(utxo, 'hex'))),
    };
  };
  /** What two of three own on P, and what waits for them there. */
  const shared = async (): Promise<PState> => {
    const state = await stateOf(node, keys);
    const { utxos } = await call('/ext/bc/P', 'platform.getUTXOs', {
      addresses: keys.map((key) => key.address('P', state.network)),
      sourceChain: 'X',
      encoding: 'hex',
      limit: 1024,
    });
    const waiting = (utxos as unknown as string[]).map((utxo) =>
      decode(UTXO, parseBytes(utxo, 'hex')),
    );
    return {
      ...state,
      utxos: state.utxos.filter(isShared),
      imports: { X: waiting.filter(isShared) },
    };
  };

  it('on X', async () => {
    const state = await xState();
    const ours = { ...state, utxos: state.utxos.filter(isShared) };
    const to = keys[1].shortID;
    const intent = { outputs: [{ to, amount: avax('0.5') }] };
    await settle(ours, buildBaseTx(ours, intent, { change: ownerOf() }));
  });

  it('an import, then a stake of what came in, on P', async () => {
    const state = await xState();
    const [ewoq] = keys;
    const mine = { ...state, from: [ewoq.shortID] };
    const out = buildExportTx(mine, {
      to: 'P',
      outputs: [{ to: ownerOf(), amount: avax('100') }],
    });
    const { path, method, params } = issueTxRequest(finalize(sign(out, ewoq)));
    const { txID } = (await call(path, method, params)) as unknown as { readonly txID: string };
    await issued('/ext/bc/X', 'avm.getTxStatus', txID);
    const waiting = await shared();
    await settle(waiting, buildImportTx(waiting, { from: 'X', to: ownerOf() }));
    const { validators } = (await callP(node, 'getCurrentValidators')).result as unknown as {
      validators: readonly { nodeID: string; delegationFee: string; weight: string }[];
    };
    const { nodeID } = validators.find(({ weight }) => BigInt(weight) === avax('10000'))!;
    const funded = await shared();
    await settle(
      funded,
      buildAddPermissionlessDelegatorTx(
        funded,
        {
          nodeID,
          amount: avax('50'),
          end: funded.time + days(2),
          rewardsOwner: ownerOf(),
          stakeReturnOwner: ownerOf(),
        },
        { locked: 'never', change: ownerOf() },
      ),
    );
  });

  it('the authority of a subnet', async () => {
    const [, vmrq] = keys;
    const subnetID = await settleOnP(
      node,
      buildCreateSubnetTx(await stateOf(node, [vmrq]), { owner: ownerOf() }),
      vmrq,
    );
    const state = { ...(await shared()), authorities: { [subnetID]: ownerOf() } };
    const intent = { subnetID, name: 'x', vm: 'subnetevm', genesis: new Uint8Array(9) };
    const draft = buildCreateChainTx(state, intent, { change: ownerOf() });
    expect(draft.slots.map(({ kind }) => kind)).toContain('auth');
    const own = keys.flatMap((key) => ['--own', key.address('P', state.network)]);
    await settle(state, draft, own);
  });
});
