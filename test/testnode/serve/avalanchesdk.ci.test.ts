/** `@avalanche-sdk/client` 0.1.1, unchanged, with its own HTTP client. It knows the chain ids of mainnet and fuji only. */
import { createAvalancheWalletClient } from '@avalanche-sdk/client';
import { privateKeyToAvalancheAccount } from '@avalanche-sdk/client/accounts';
import { avalancheFuji } from '@avalanche-sdk/client/chains';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Listening, listen } from '../../../apps/cli/src/testnodehttp.ts';
import { fuji } from '../../../src/network/index.ts';
import { evmAddressOf, privateKey } from '../../../src/sign/index.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { provePossession } from '../../../src/warp/bls.ts';

const AVAX = 1_000_000_000n;
const day = 86_400n;
const secret = new Uint8Array(32).fill(11);
const key = privateKey(secret);
const [P, X, C] = (['P', 'X', 'C'] as const).map((chain) => key.address(chain, fuji)) as [
  string,
  string,
  string,
];
const addresses = { P, X, C };
type Chain = keyof typeof addresses;

describe('@avalanche-sdk/client 0.1.1 with its own HTTP client', () => {
  const testnode = createTestnode({ network: fuji });
  const account = privateKeyToAvalancheAccount(formatHex(secret));
  let server: Listening;
  let client: ReturnType<typeof clientAt>;

  const clientAt = (url: string) => {
    const rpc = `${url}/ext/bc/C/rpc`;
    const chain = { ...avalancheFuji, rpcUrls: { default: { http: [rpc] } } };
    return createAvalancheWalletClient({ account, chain, transport: { type: 'http', url: rpc } });
  };

  beforeAll(async () => {
    server = await listen({ hostname: '127.0.0.1', port: 0 }, testnodeServer(testnode).answer);
    client = clientAt(server.url);
    testnode.fund('P', { to: P, amount: 5_000n * AVAX });
    testnode.fund('X', { to: X, amount: 100n * AVAX });
    testnode.fund('C', { to: evmAddressOf(key), amount: 100n * AVAX });
  });
  afterAll(() => server.close());

  /** Signs and issues, and polls until the node has it. */
  async function send({ tx, chainAlias }: { readonly tx: never; readonly chainAlias: Chain }) {
    const { txHash } = await client.sendXPTransaction({ tx, chainAlias });
    await client.waitForTxn({ txHash, chainAlias });
    const { status } = testnode.world.txs.get(txHash)!;
    expect(status).toBe('Accepted');
    return txHash;
  }
  const sent = async (request: Promise<{ readonly tx: unknown; readonly chainAlias: Chain }>) =>
    send((await request) as { readonly tx: never; readonly chainAlias: Chain });

  const exported = (from: Chain, to: Chain) => {
    const output = { addresses: [addresses[to]], amount: 3n * AVAX };
    const of = { destinationChain: to as never, exportedOutputs: [output] };
    if (from === 'P') return client.pChain.prepareExportTxn({ ...of, fromAddresses: [P] });
    if (from === 'X') return client.xChain.prepareExportTxn({ ...of, fromAddresses: [X] });
    const { destinationChain } = of;
    return client.cChain.prepareExportTxn({
      destinationChain,
      fromAddress: evmAddressOf(key),
      exportedOutput: output,
    });
  };
  const imported = (from: Chain, to: Chain) => {
    const sourceChain = from as never;
    const importedOutput = { addresses: [addresses[to]] };
    if (to === 'P')
      return client.pChain.prepareImportTxn({ sourceChain, importedOutput, fromAddresses: [P] });
    if (to === 'X')
      return client.xChain.prepareImportTxn({ sourceChain, importedOutput, fromAddresses: [X] });
    return client.cChain.prepareImportTxn({
      account,
      sourceChain,
      toAddress: evmAddressOf(key),
      fromAddresses: [C],
    });
  };

  const pairs = (['P', 'X', 'C'] as const).flatMap((from) =>
    (['P', 'X', 'C'] as const).filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(pairs)('exports from %s and imports on %s', async (from, to) => {
    await sent(exported(from, to));
    expect(testnode.world.memory[to][from].size()).toBe(1);
    await sent(imported(from, to));
    expect(testnode.world.memory[to][from].size()).toBe(0);
  });

  it('transfers on P and X', async () => {
    const outputs = (address: string) => [{ addresses: [address], amount: AVAX }];
    await sent(client.pChain.prepareBaseTxn({ fromAddresses: [P], outputs: outputs(P) }));
    await sent(client.xChain.prepareBaseTxn({ fromAddresses: [X], outputs: outputs(X) }));
  });

  it('submits twice what waits for a block, as its examples do', async () => {
    testnode.hold();
    onTestFinished(testnode.release);
    const outputs = [{ addresses: [P], amount: 10_000n }];
    const request = await client.pChain.prepareBaseTxn({ fromAddresses: [P], outputs });
    const { txHash } = await client.sendXPTransaction(request);
    expect((await client.sendXPTransaction(request)).txHash).toBe(txHash);
    testnode.mine();
    expect(testnode.world.txs.get(txHash)!.status).toBe('Accepted');
    // A block in between is the end of it, as on a node.
    await expect(client.sendXPTransaction(request)).rejects.toThrow(/does not exist or is spent/);
  });

  it('adds a validator, delegates to it, and reads the balance', async () => {
    const nodeId = 'NodeID-BRsYSCbJ8dfPf3nJNBFi4PkUJAQU4nsVE';
    const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(3));
    const common = { fromAddresses: [P], nodeId, rewardAddresses: [P], threshold: 1, locktime: 0n };
    const now = testnode.time();
    await sent(
      client.pChain.prepareAddPermissionlessValidatorTxn({
        ...common,
        stakeInAvax: 2_000n * AVAX,
        end: now + 60n * day,
        delegatorRewardAddresses: [P],
        delegatorRewardPercentage: 2,
        publicKey: formatHex(publicKey),
        signature: formatHex(proofOfPossession),
      }),
    );
    const txID = await sent(
      client.pChain.prepareAddPermissionlessDelegatorTxn({
        ...common,
        stakeInAvax: 25n * AVAX,
        end: now + 30n * day,
      }),
    );
    const { balance } = await client.pChain.getBalance({ addresses: [P] });
    testnode.endStake(txID);
    const after = await client.pChain.getBalance({ addresses: [P] });
    expect(BigInt(after.balance)).toBeGreaterThan(BigInt(balance) + 25n * AVAX);
  });
});

describe('@avalanche-sdk/client 0.1.1 on the default network', () => {
  it('transfers, and delegates until the end of a validator that the node starts with', async () => {
    const testnode = createTestnode();
    const server = await listen(
      { hostname: '127.0.0.1', port: 0 },
      testnodeServer(testnode).answer,
    );
    onTestFinished(server.close);
    const rpc = `${server.url}/ext/bc/C/rpc`;
    const chain = { ...avalancheFuji, rpcUrls: { default: { http: [rpc] } } };
    const account = privateKeyToAvalancheAccount(formatHex(secret));
    const transport = { type: 'http', url: rpc } as const;
    const client = createAvalancheWalletClient({ account, chain, transport });
    const own = {
      P: key.address('P', testnode.network),
      X: key.address('X', testnode.network),
    };
    testnode.fund('P', { to: own.P, amount: 100n * AVAX });
    testnode.fund('X', { to: own.X, amount: 100n * AVAX });
    const send = async (of: Promise<{ readonly tx: unknown; readonly chainAlias: 'P' | 'X' }>) => {
      const { tx, chainAlias } = await of;
      const { txHash } = await client.sendXPTransaction({ tx: tx as never, chainAlias });
      await client.waitForTxn({ txHash, chainAlias });
      expect(testnode.world.txs.get(txHash)?.status).toBe('Accepted');
    };
    const outputs = (of: string) => [{ addresses: [of], amount: AVAX }];
    await send(client.pChain.prepareBaseTxn({ fromAddresses: [own.P], outputs: outputs(own.P) }));
    await send(client.xChain.prepareBaseTxn({ fromAddresses: [own.X], outputs: outputs(own.X) }));
    const { validators } = await client.pChain.getCurrentValidators({});
    const [validator] = validators as readonly { nodeID: string; endTime: string }[];
    await send(
      client.pChain.prepareAddPermissionlessDelegatorTxn({
        fromAddresses: [own.P],
        nodeId: validator!.nodeID,
        rewardAddresses: [own.P],
        threshold: 1,
        locktime: 0n,
        stakeInAvax: 25n * AVAX,
        end: BigInt(validator!.endTime),
      }),
    );
  });
});
