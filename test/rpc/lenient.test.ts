/** Replies of older nodes and of gateways: what the client makes of them, and that `strict` refuses each. */
import { describe, expect, it } from 'vitest';
import { explainError } from '../../src/explain/error.ts';
import { connect } from '../../src/rpc/connect.ts';
import { parseBatch, readReply } from '../../src/rpc/jsonrpc.ts';
import type { MethodName } from '../../src/rpc/methods.ts';
import { formatRequest, parseReply, parseResult } from '../../src/rpc/request.ts';
import { formatCB58 } from '../../src/text/cb58.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { parseJSON } from '../../src/text/json.ts';
import { thrown } from '../support/thrown.ts';

const id = '11111111111111111111111111111111LpoYY';
const bytes = Uint8Array.of(1, 2, 3);
const hex = '0x010203011cfb81';
const cb58 = formatCB58(bytes);
const nodeID = formatNodeID(new Uint8Array(20));
const end = { address: '111111111111111111116DBWJs', utxo: id };
const time = '2026-01-21T12:00:00Z';
const peer = {
  ip: '1.2.3.4:9651',
  publicIP: '1.2.3.4:9651',
  nodeID,
  version: 'avalanchego/1.15.0',
  lastSent: time,
  lastReceived: time,
  observedUptime: '99',
  trackedSubnets: [],
  benched: [],
};
const container = { id, bytes: hex, timestamp: time, encoding: 'hex', index: '7' };
const subnet = {
  isPermissioned: true,
  controlKeys: [],
  threshold: '0',
  locktime: '0',
  subnetTransformationTxID: id,
};
const check = { timestamp: time, duration: 5 };
const staker = {
  txID: id,
  startTime: '1',
  endTime: '2',
  nodeID,
  delegationFee: '2.0000',
  potentialReward: '3',
};

/** A result as an older node or a gateway writes it, and some of what it is read as. */
const cases: readonly (readonly [string, MethodName, object, object])[] = [
  [
    'null for no UTXOs',
    'platform.getUTXOs',
    { numFetched: '0', utxos: null, endIndex: end, encoding: 'hex' },
    { utxos: [] },
  ],
  [
    'UTXOs without their number',
    'avm.getUTXOs',
    { utxos: [hex], endIndex: end, encoding: 'hex' },
    { numFetched: 1n, utxos: [bytes] },
  ],
  [
    'UTXOs in CB58, as old nodes call it',
    'avm.getUTXOs',
    { numFetched: '1', utxos: [cb58], endIndex: end, encoding: 'cb58' },
    { utxos: [bytes], encoding: 'hex' },
  ],
  [
    'UTXOs in CB58 under another name',
    'avm.getUTXOs',
    { numFetched: '2', utxos: [cb58, hex], endIndex: end, encoding: 'hex' },
    { utxos: [bytes, bytes] },
  ],
  ['no encoding of hex', 'platform.getTx', { tx: hex }, { tx: bytes, encoding: 'hex' }],
  ['no encoding of CB58', 'avm.getTx', { tx: cb58 }, { tx: bytes, encoding: 'hex' }],
  [
    'no encoding of JSON',
    'platform.getBlock',
    { block: { height: 5n } },
    { block: { height: 5n }, encoding: 'json' },
  ],
  [
    'a container without encoding',
    'index.getLastAccepted',
    { ...container, encoding: null },
    { bytes },
  ],
  [
    'null for no signers',
    'platform.getSubnets',
    { subnets: [{ id, controlKeys: null, threshold: '0' }] },
    { subnets: [{ controlKeys: [] }] },
  ],
  [
    'null for no supporters',
    'info.acps',
    {
      acps: {
        23: {
          supportWeight: '0',
          supporters: null,
          objectWeight: '0',
          objectors: null,
          abstainWeight: '5',
        },
      },
    },
    { acps: { 23: { supporters: [], objectors: [], abstainWeight: 5n } } },
  ],
  [
    'null for an empty map',
    'platform.getAllValidatorsAt',
    { validatorSets: null },
    { validatorSets: {} },
  ],
  [
    'a check that never failed',
    'health.health',
    {
      checks: { P: { ...check, timeOfFirstFailure: null, contiguousFailures: null } },
      healthy: true,
    },
    { checks: { P: { duration: 5n } } },
  ],
  [
    'a singular stake',
    'platform.getStake',
    { staked: '5', stakedOutputs: null },
    { staked: 5n, stakedOutputs: [] },
  ],
  ['the stake under its old name', 'platform.getTotalStake', { stake: '5' }, { weight: 5n }],
  [
    'a subnet before conversions',
    'platform.getSubnet',
    subnet,
    { conversionID: id, managerChainID: id, managerAddress: null },
  ],
  [
    'a peer that says less',
    'info.peers',
    {
      numPeers: '1',
      peers: [{ ...peer, publicIP: undefined, trackedSubnets: null, benched: null }],
    },
    { peers: [{ publicIP: '', trackedSubnets: [], benched: [] }] },
  ],
  [
    'a node that says less',
    'info.getNodeVersion',
    { version: 'avalanche/1.4.0', databaseVersion: 'v1.4.0' },
    { gitCommit: '', vmVersions: {} },
  ],
  [
    'validators with null',
    'platform.getCurrentValidators',
    { validators: [{ ...staker, weight: '5', delegators: null, signer: null }] },
    { validators: [{ weight: 5n, delegators: [] }] },
  ],
];

const json = (value: object) =>
  parseJSON(JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? Number(v) : v)));

describe('a result of an older node or a gateway', () => {
  it.each(cases)('%s', (_, method, given, expected) => {
    expect(parseResult(json(given), method)).toMatchObject(expected);
    thrown(() => parseResult(json(given), method, { strict: true }));
  });

  it('drops what is null and not there, and keeps null that says something', () => {
    const { checks } = parseResult(
      json({ checks: { P: { ...check, timeOfFirstFailure: null } }, healthy: true }),
      'health.health',
    );
    expect(checks.P).toEqual({ timestamp: checks.P!.timestamp, duration: 5n });
    const weights = json({ [nodeID]: { publicKey: null, weight: '1' } });
    expect(parseResult(weights, 'platform.getValidatorsAt')).toEqual({
      [nodeID]: { publicKey: null, weight: 1n },
    });
  });

  it('has a balance without the plural of newer nodes, or with both', () => {
    const amounts = { balance: '5', unlocked: '5', utxoIDs: null };
    expect(parseResult(json(amounts), 'platform.getBalance')).toEqual({
      balance: 5n,
      unlocked: 5n,
      utxoIDs: [],
    });
    const both = json({ ...amounts, balances: { [id]: '5' } });
    expect(parseResult(both, 'platform.getBalance').balances).toEqual({ [id]: 5n });
  });

  it('has uptimes that are fractions, and the weight under its old name', () => {
    const { peers } = parseResult(
      json({ numPeers: '1', peers: [{ ...peer, observedUptime: '99.5' }] }),
      'info.peers',
    );
    expect(peers[0]!.observedUptime).toBe(99.5);
    const { validators } = parseResult(
      json({ validators: [{ ...staker, stakeAmount: '5' }] }),
      'platform.getCurrentValidators',
    );
    expect(validators[0]!.weight).toBe(5n);
  });

  it('is still an error where something is wrong, at its place', () => {
    const wrong = (method: MethodName, given: object) =>
      thrown(() => parseResult(json(given), method));
    expect(
      wrong('platform.getUTXOs', { numFetched: '1', utxos: ['0x01'], endIndex: end }).path,
    ).toEqual(['result', 'utxos', 0]);
    expect(
      wrong('platform.getUTXOs', { utxos: [], endIndex: end, encoding: 'base64' }).path,
    ).toEqual(['result', 'encoding']);
    expect(wrong('platform.getUTXOs', { numFetched: '2', utxos: null, endIndex: end }).code).toBe(
      'Mismatch',
    );
    // An empty answer is not "no UTXOs".
    expect(wrong('platform.getUTXOs', {}).code).toBe('BadJSON');
    expect(
      wrong('info.peers', { numPeers: '1', peers: [{ ...peer, trackedSubnets: ['x'] }] }).path,
    ).toEqual(['result', 'peers', 0, 'trackedSubnets', 0]);
    expect(wrong('avm.getTx', { tx: '11111111111111111111111111111111LpoYX' }).code).toBe(
      'BadText',
    );
  });
});

describe('the envelope of a gateway', () => {
  const call = formatRequest('platform.getHeight');
  const result = '"result":{"height":"7"}';
  const strict = (text: string) => ({ status: 200, headers: {}, text, strict: true });

  it.each([
    ['an id as text', `{"jsonrpc":"2.0",${result},"id":"1"}`],
    ['no id', `{"jsonrpc":"2.0",${result}}`],
    ['null as id', `{"jsonrpc":"2.0",${result},"id":null}`],
    ['no version', `{${result},"id":1}`],
  ])('may have %s', (_, text) => {
    expect(parseReply(text, call)).toEqual({ height: 7n });
    thrown(() => parseReply(strict(text), call));
  });

  it.each([
    ['no code', '{"jsonrpc":"2.0","error":{"message":"not found"},"id":1}'],
    ['words', '{"jsonrpc":"2.0","error":"not found","id":1}'],
    ['words and no more', '{"error":"not found"}'],
  ])('may have an error of %s', (_, text) => {
    const e = thrown(() => parseReply(text, call));
    expect(e).toMatchObject({
      code: 'NodeError',
      context: { code: -32_000, message: 'not found' },
    });
    expect(explainError(e)).toContain('Not found');
    expect(thrown(() => parseReply(strict(text), call)).code).toBe('BadJSON');
  });

  it('has no id of another call', () => {
    for (const id of ['2', '"2"', '{}'])
      expect(thrown(() => parseReply(`{"jsonrpc":"2.0",${result},"id":${id}}`, call)).code).toBe(
        'Mismatch',
      );
    expect(thrown(() => parseReply('{"error":{"data":1},"id":1}', call)).code).toBe('BadJSON');
  });

  it('has ids as text in a batch, but none is missing there', () => {
    const calls = ['a', 'b'].map((method) => ({ method, params: [] }));
    const read = (text: string) => parseBatch({ status: 200, headers: {}, text }, calls);
    const of = (...ids: string[]) =>
      `[${ids.map((id) => `{"jsonrpc":"2.0","result":${id},"id":${id}}`)}]`;
    expect(read(of('"2"', '"1"'))).toEqual(['1', '2']);
    expect(
      thrown(() => read('[{"jsonrpc":"2.0","result":1},{"jsonrpc":"2.0","result":2}]')).code,
    ).toBe('BadJSON');
  });

  it.each([
    [
      503,
      'API call rejected because chain is not done bootstrapping\n',
      'API call rejected because chain is not done bootstrapping',
    ],
    [503, '{"error":"no backend is up"}', 'no backend is up'],
    [429, '{"message":"too many requests","statusCode":429}', 'too many requests'],
    [403, '{"error":{"code":7,"message":"key is not valid"}}', 'key is not valid'],
  ])('with status %i says in words what is wrong: %s', (status, text, words) => {
    const e = thrown(() => readReply({ status, headers: {}, text }, call));
    expect(e).toMatchObject({ code: 'HTTPStatus', context: { status, message: words } });
    expect(explainError(e)).toContain(words);
  });

  it('of HTML says only its status', () => {
    const e = thrown(() =>
      readReply({ status: 502, headers: {}, text: '<html>oops</html>' }, call),
    );
    expect(e.context).not.toHaveProperty('message');
    expect(explainError(e)).toBe('The server refused with status 502.');
  });

  it('is read by a client, unless it is strict', async () => {
    const transport = async () => ({ status: 200, headers: {}, text: `{${result}}` });
    expect(await connect('http://node.test', { transport }).call('platform.getHeight')).toEqual({
      height: 7n,
    });
    const strict = connect('http://node.test', { transport, strict: true });
    expect(await strict.call('platform.getHeight').catch((e) => e)).toMatchObject({
      code: 'BadJSON',
    });
  });
});
