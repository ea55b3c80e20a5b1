/** What `facts` asks a node for: what a transaction names, and nothing else. */
import { describe, expect, it } from 'vitest';
import { build, buildBaseTx, buildExportTx, type Draft } from '../../src/builder/index.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { connect, type Transport } from '../../src/rpc/index.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import type { CState } from '../../src/state/index.ts';
import { wei } from '../../src/text/amount.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { encode } from '../../src/wire/codec.ts';
import { asset, key, now, pState, utxo } from '../support/state.ts';

const me = key(1);
const spent = utxo(1, 90_000_000_000n);
const other = utxo(2, 5n);
const none = '11111111111111111111111111111111LpoYY';
const subnetID = formatID(asset(9));
const nodeID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const address = formatAddress(me.shortID, 'P', fuji);
const notFound = { error: { code: -32000, message: 'not found' } };

/** Answers by method, as JSON of results; the calls are recorded. */
function nodeWith(answers: { readonly [method: string]: unknown } = {}) {
  const calls: string[] = [];
  const all: { readonly [method: string]: unknown } = {
    'platform.getHeight': { height: '7' },
    'platform.getFeeState': {
      capacity: '2522',
      excess: '0',
      price: '1',
      timestamp: new Date(Number(now - 60n) * 1000).toISOString(),
    },
    'platform.getUTXOs': {
      numFetched: '2',
      utxos: [spent, other].map((of) => formatBytes(encode(UTXO, of), 'hex')),
      endIndex: { address, utxo: none },
      encoding: 'hex',
    },
    'avax.getUTXOs': {
      numFetched: '0',
      utxos: [],
      endIndex: { address, utxo: none },
      encoding: 'hex',
    },
    eth_blockNumber: '0x1',
    eth_baseFee: '0x5d21dba00',
    eth_getTransactionCount: '0x2a',
    eth_getBalance: '0x100',
    ...answers,
  };
  const transport: Transport = async ({ body = '' }) => {
    const asked = JSON.parse(body);
    const reply = (of: { id: number; method: string; params: unknown }) => {
      calls.push(of.method);
      const answer = all[of.method] ?? notFound;
      const isError = typeof answer === 'object' && 'error' in answer;
      return { jsonrpc: '2.0', id: of.id, ...(isError ? answer : { result: answer }) };
    };
    const replies = Array.isArray(asked) ? asked.map(reply) : reply(asked);
    return { status: 200, headers: {}, text: JSON.stringify(replies) };
  };
  const node = connect('http://node.test', {
    network: fuji,
    transport,
    now: () => Number(now) * 1000 + 999,
  });
  return { node, calls: () => [...new Set(calls)].sort() };
}

const ofState = ['platform.getFeeState', 'platform.getHeight', 'platform.getUTXOs'];
const payment = buildBaseTx(pState([spent]), { outputs: [{ to: key(2).shortID, amount: 1n }] });
const owner = { addresses: [me.shortID], threshold: 1 };

describe('facts', () => {
  it('of a payment are its UTXOs, the fee and the time', async () => {
    const { node, calls } = nodeWith();
    const facts = await node.facts(payment);
    expect(facts).toEqual({
      network: fuji,
      time: now,
      clock: now,
      utxos: [spent],
      feeState: { price: 1n, capacity: 1_000_000n },
    });
    expect(calls()).toEqual(ofState);
  });

  it('of a signed transaction find UTXOs by the addresses that are given', async () => {
    const { node } = nodeWith();
    const tx = finalize(sign(payment, me));
    expect((await node.facts(tx)).utxos).toEqual([]);
    expect((await node.facts(tx, { addresses: [me.shortID] })).utxos).toEqual([spent]);
  });

  it('of a delegation are the validator too', async () => {
    const draft = build(pState([spent]), {
      type: 'AddPermissionlessDelegatorTx',
      nodeID,
      amount: 25_000_000_000n,
      end: now + 2_000_000n,
      rewardsOwner: me.shortID,
    });
    const stake = { txID: none, startTime: '5', endTime: '9', weight: '7', nodeID };
    const { node, calls } = nodeWith({
      'platform.getCurrentValidators': {
        validators: [{ ...stake, delegationFee: '2.0000', delegators: [stake] }],
      },
    });
    const found = { start: 5n, end: 9n, weight: 7n };
    expect((await node.facts(draft)).validators).toEqual(
      new Map([[`${none} ${nodeID}`, { ...found, permissioned: false, delegators: [found] }]]),
    );
    expect(calls()).toEqual(['platform.getCurrentValidators', ...ofState]);
    const empty = nodeWith({ 'platform.getCurrentValidators': { validators: [] } });
    expect((await empty.node.facts(draft)).validators).toEqual(
      new Map([[`${none} ${nodeID}`, null]]),
    );
  });

  it('of a change of a subnet are its owner and what it became', async () => {
    const draft = build(pState([spent], { authorities: { [subnetID]: owner } }), {
      type: 'TransferSubnetOwnershipTx',
      subnetID,
      owner: me.shortID,
    });
    const { node, calls } = nodeWith({
      'platform.getSubnet': {
        isPermissioned: true,
        controlKeys: [address],
        threshold: '1',
        locktime: '0',
        subnetTransformationTxID: none,
        conversionID: none,
        managerChainID: none,
        managerAddress: null,
      },
    });
    expect((await node.facts(draft)).subnets?.get(subnetID)).toMatchObject({
      owner: { threshold: 1, addresses: [me.shortID] },
      transformation: null,
      manager: null,
    });
    expect(calls()).toEqual([...ofState, 'platform.getSubnet'].sort());
    expect((await nodeWith().node.facts(draft)).subnets).toEqual(new Map([[subnetID, null]]));
  });

  it('say that the chain does not have a validation', async () => {
    const draft = build(pState([spent], { authorities: { [subnetID]: owner } }), {
      type: 'DisableL1ValidatorTx',
      validationID: subnetID,
    });
    const { node, calls } = nodeWith();
    expect((await node.facts(draft)).l1Validators).toEqual(new Map([[subnetID, null]]));
    expect(calls()).toEqual([...ofState, 'platform.getL1Validator'].sort());
  });

  it('of an export from C are the accounts and the base fee', async () => {
    const state: CState = {
      chain: 'C',
      network: fuji,
      from: [],
      time: now,
      accounts: [{ address: evmAddressOf(me), nonce: 0n, balance: wei(10n ** 18n) }],
      baseFee: wei(25_000_000_000n),
    };
    const draft: Draft = buildExportTx(state, {
      to: 'P',
      outputs: [{ to: me.shortID, amount: 5n }],
    });
    const { node, calls } = nodeWith();
    expect(await node.facts(draft)).toMatchObject({
      baseFee: 25_000_000_000n,
      accounts: new Map([
        [evmAddressOf(me), { address: evmAddressOf(me), nonce: 42n, balance: 256n }],
      ]),
    });
    expect(calls().filter((method) => !method.startsWith('eth_'))).toEqual([]);
  });
});
