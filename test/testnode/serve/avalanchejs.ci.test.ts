import * as avalanchejs from '@avalabs/avalanchejs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../../apps/cli/src/testnodehttp.ts';
import { evmAddressOf, privateKey } from '../../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../../src/testnode/index.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';

/** A transaction of theirs, which nobody here looks into. */
interface Theirs {
  getSignedTx(): unknown;
}
type Ask<R> = (params?: object) => Promise<R>;
/** What their clients have in common. */
interface API {
  readonly getUTXOs: Ask<{ readonly utxos: readonly unknown[] }>;
  readonly issueSignedTx: (tx: unknown) => Promise<{ readonly txID: string }>;
}
type Make = (...params: unknown[]) => Theirs;
// Its declaration files do not resolve from ES modules, so what is used of it is typed here.
const { addTxSignatures, avm, Context, evm, info, pvm, TransferableOutput, utils } =
  avalanchejs as unknown as {
    readonly addTxSignatures: (of: object) => Promise<void>;
    readonly avm: {
      readonly AVMApi: new (url: string) => API & { readonly getTxStatus: Ask<Status> };
      readonly newBaseTx: Make;
      readonly newExportTx: Make;
      readonly newImportTx: Make;
    };
    readonly Context: { readonly getContextFromURI: (url: string) => Promise<TheirContext> };
    readonly evm: {
      readonly EVMApi: new (
        url: string,
      ) => API & {
        readonly getAtomicTxStatus: (txID: string) => Promise<Status>;
        readonly getBaseFee: () => Promise<bigint>;
      };
      readonly newExportTxFromBaseFee: Make;
      readonly newImportTxFromBaseFee: Make;
    };
    readonly info: {
      readonly InfoApi: new (
        url: string,
      ) => {
        readonly getNodeId: Ask<{
          readonly nodePOP: { readonly publicKey: string; readonly proofOfPossession: string };
        }>;
      };
    };
    readonly pvm: {
      readonly PVMApi: new (
        url: string,
      ) => API & {
        readonly getTxStatus: Ask<Status>;
        readonly getFeeState: Ask<unknown>;
        readonly getTimestamp: Ask<{ readonly timestamp: string }>;
        readonly getCurrentValidators: Ask<{ readonly validators: readonly unknown[] }>;
      };
      readonly newAddPermissionlessDelegatorTx: Make;
      readonly newAddPermissionlessValidatorTx: Make;
      readonly newBaseTx: Make;
      readonly newExportTx: Make;
      readonly newImportTx: Make;
    };
    readonly TransferableOutput: { readonly fromNative: (...of: unknown[]) => unknown };
    readonly utils: { readonly hexToBuffer: (text: string) => Uint8Array };
  };
interface Status {
  readonly status: string;
}
interface TheirContext {
  readonly pBlockchainID: string;
  readonly xBlockchainID: string;
  readonly cBlockchainID: string;
  readonly avaxAssetID: string;
}

const ewoq = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
const secret = utils.hexToBuffer(
  '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
);
const account = utils.hexToBuffer(evmAddressOf(ewoq));
const self = ewoq.shortID;
type Chain = 'P' | 'X' | 'C';

describe('avalanchejs 5.2.0 with its own HTTP clients', () => {
  let testnode: Testnode;
  let server: Listening;
  let context: TheirContext;
  let apis: {
    readonly P: InstanceType<typeof pvm.PVMApi>;
    readonly X: InstanceType<typeof avm.AVMApi>;
    readonly C: InstanceType<typeof evm.EVMApi>;
  };

  beforeAll(async () => {
    testnode = createTestnode();
    const { answer } = testnodeServer(testnode);
    server = await listen({ hostname: '127.0.0.1', port: 0 }, answer);
    context = await Context.getContextFromURI(server.url);
    apis = {
      P: new pvm.PVMApi(server.url),
      X: new avm.AVMApi(server.url),
      C: new evm.EVMApi(server.url),
    };
  });
  afterAll(() => server.close());

  const address = (chain: Chain) => ewoq.address(chain, testnode.network);
  const utxosOf = async (chain: Chain, sourceChain?: Chain) => {
    const of = { addresses: [address(chain)], ...(sourceChain && { sourceChain }) };
    return (await apis[chain].getUTXOs(of)).utxos;
  };
  const idOf = (chain: Chain) =>
    ({ P: context.pBlockchainID, X: context.xBlockchainID, C: context.cBlockchainID })[chain];
  const output = (amount: bigint) =>
    TransferableOutput.fromNative(context.avaxAssetID, amount, [self]);

  /** Signs, issues, and polls until the node has it. */
  async function issue(chain: Chain, tx: Theirs): Promise<void> {
    await addTxSignatures({ unsignedTx: tx, privateKeys: [secret] });
    const { txID } = await apis[chain].issueSignedTx(tx.getSignedTx());
    const status = {
      P: async () => (await apis.P.getTxStatus({ txID })).status,
      X: async () => (await apis.X.getTxStatus({ txID })).status,
      C: async () => (await apis.C.getAtomicTxStatus(txID)).status,
    }[chain];
    await expect.poll(status).toBe(chain === 'P' ? 'Committed' : 'Accepted');
  }

  const exportTo = {
    P: async (to: Chain) =>
      pvm.newExportTx(
        {
          feeState: await apis.P.getFeeState(),
          fromAddressesBytes: [self],
          utxos: await utxosOf('P'),
          destinationChainId: idOf(to),
          outputs: [output(3_000_000_000n)],
        },
        context,
      ),
    X: async (to: Chain) =>
      avm.newExportTx(context, idOf(to), [self], await utxosOf('X'), [output(3_000_000_000n)]),
    C: async (to: Chain) => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getTransactionCount',
        params: [evmAddressOf(ewoq), 'latest'],
      });
      const headers = { 'Content-Type': 'application/json' };
      const reply = await fetch(`${server.url}/ext/bc/C/rpc`, { method: 'POST', headers, body });
      const nonce = BigInt(((await reply.json()) as { result: string }).result);
      // In nAVAX, of which a wei is a small part.
      const baseFee = (await apis.C.getBaseFee()) / 1_000_000_000n + 1n;
      return evm.newExportTxFromBaseFee(
        context,
        baseFee,
        3_000_000_000n,
        idOf(to),
        account,
        [self],
        nonce,
      );
    },
  } as const;

  const importFrom = {
    P: async (from: Chain) =>
      pvm.newImportTx(
        {
          feeState: await apis.P.getFeeState(),
          fromAddressesBytes: [self],
          utxos: await utxosOf('P', from),
          sourceChainId: idOf(from),
          toAddressesBytes: [self],
        },
        context,
      ),
    X: async (from: Chain) =>
      avm.newImportTx(context, idOf(from), await utxosOf('X', from), [self], [self]),
    C: async (from: Chain) => {
      const baseFee = (await apis.C.getBaseFee()) / 1_000_000_000n + 1n;
      const utxos = await utxosOf('C', from);
      return evm.newImportTxFromBaseFee(context, account, [self], utxos, idOf(from), baseFee);
    },
  } as const;

  const pairs = (['P', 'X', 'C'] as const).flatMap((from) =>
    (['P', 'X', 'C'] as const).filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(pairs)('exports from %s and imports on %s', async (from, to) => {
    await issue(from, await exportTo[from](to));
    expect(await utxosOf(to, from)).toHaveLength(1);
    await issue(to, await importFrom[to](from));
    expect(await utxosOf(to, from)).toEqual([]);
  });

  it('transfers on P and X', async () => {
    const outputs = [output(1_000_000_000n)];
    const feeState = await apis.P.getFeeState();
    const utxos = await utxosOf('P');
    const of = { feeState, fromAddressesBytes: [self], outputs, utxos };
    await issue('P', pvm.newBaseTx(of, context));
    await issue('X', avm.newBaseTx(context, [self], await utxosOf('X'), outputs));
  });

  it('adds a validator, and delegates to it', async () => {
    const { nodePOP } = await new info.InfoApi(server.url).getNodeId();
    const nodeId = 'NodeID-BRsYSCbJ8dfPf3nJNBFi4PkUJAQU4nsVE';
    const { timestamp } = await apis.P.getTimestamp();
    const now = BigInt(Date.parse(timestamp) / 1000);
    const common = async () => ({
      feeState: await apis.P.getFeeState(),
      fromAddressesBytes: [self],
      utxos: await utxosOf('P'),
      nodeId,
      rewardAddresses: [self],
      subnetId: '11111111111111111111111111111111LpoYY',
      start: 0n,
    });
    await issue(
      'P',
      pvm.newAddPermissionlessValidatorTx(
        {
          ...(await common()),
          end: now + 60n * 86_400n,
          weight: 2_000_000_000_000n,
          delegatorRewardsOwner: [self],
          shares: 20_000,
          publicKey: utils.hexToBuffer(nodePOP.publicKey),
          signature: utils.hexToBuffer(nodePOP.proofOfPossession),
        },
        context,
      ),
    );
    await issue(
      'P',
      pvm.newAddPermissionlessDelegatorTx(
        { ...(await common()), end: now + 30n * 86_400n, weight: 25_000_000_000n },
        context,
      ),
    );
    const { validators } = await apis.P.getCurrentValidators({ nodeIDs: [nodeId] });
    expect(validators[0]).toMatchObject({ nodeID: nodeId, delegatorCount: '1' });
  });

  it('delegates until the end of a validator that the node starts with', async () => {
    const { validators } = await apis.P.getCurrentValidators();
    const [validator] = validators as readonly { nodeID: string; endTime: string }[];
    await issue(
      'P',
      pvm.newAddPermissionlessDelegatorTx(
        {
          feeState: await apis.P.getFeeState(),
          fromAddressesBytes: [self],
          utxos: await utxosOf('P'),
          nodeId: validator!.nodeID,
          rewardAddresses: [self],
          subnetId: '11111111111111111111111111111111LpoYY',
          start: 0n,
          end: BigInt(validator!.endTime),
          weight: 25_000_000_000n,
        },
        context,
      ),
    );
  });
});
