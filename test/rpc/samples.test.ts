import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { nodeHealth } from '../../src/rpc/health.ts';
import { formatCall } from '../../src/rpc/jsonrpc.ts';
import type { MethodName } from '../../src/rpc/methods.ts';
import {
  type Asked,
  formatReply,
  formatRequest,
  type NodeRequest,
  parseReply,
  parseRequest,
  type RequestOptions,
} from '../../src/rpc/request.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';
import type { JSONObject } from '../../src/wire/type.ts';
import { thrown } from '../support/thrown.ts';
import { type RPCSample, rpcRows } from '../support/vectors.ts';

type Calls = Omit<RPCSample, 'request'> & { readonly request: string };
const isCall = (row: RPCSample): row is Calls => !!row.request?.includes('"jsonrpc"');

/** The call of a row with its params as they stand there, sensible or not. */
function asked(row: Calls): { call: Asked; id: number } {
  const { method, params = {}, id } = parseJSON(row.request) as JSONObject;
  return { call: { method: method as MethodName, params: params as JSONValue }, id: Number(id) };
}
const buildAny = formatRequest as (
  name: MethodName,
  params: unknown,
  options: RequestOptions,
) => NodeRequest;
const canonical = (text: string): string => formatJSON(parseJSON(text));
/** A reply that must be in the form of avalanchego v1.15.0. */
const strictly = (text: string) => ({ status: 200, headers: {}, text, strict: true });
/** Parses a reply and writes it again. */
function again(row: Calls): string {
  const { call, id } = asked(row);
  return formatReply(parseReply(strictly(row.response), call, id), call.method, id);
}
describe('the methods of the seeds and of the node', () => {
  const calls = rpcRows('rpc-samples-seed').filter(isCall);

  it('builds every request again from what it asks', () => {
    expect(calls).toHaveLength(77);
    for (const row of calls) {
      const { method, params, at, id } = parseRequest(row.request, row.path);
      const built = buildAny(method, params, { at });
      expect(built.path).toBe(row.path);
      const { params: sent = {}, ...rest } = parseJSON(row.request) as JSONObject;
      expect(parseJSON(formatCall(built, Number(id)))).toEqual({ ...rest, params: sent });
    }
  });

  it('writes every reply again, digit for digit', () => {
    for (const row of calls) expect(again(row)).toBe(canonical(row.response));
  });
});

describe('the replies of a node', () => {
  const calls = rpcRows('rpc-samples').filter(isCall);

  it('reads all of them, and writes each again with nothing lost', () => {
    let results = 0;
    let errors = 0;
    for (const row of calls) {
      if (row.response.includes('"error":{')) {
        const { error } = parseJSON(row.response) as { error: JSONObject };
        const { call, id } = asked(row);
        const e = thrown(() => parseReply(strictly(row.response), call, id));
        expect(isError(e, 'NodeError'), row.response).toBe(true);
        expect(e).toMatchObject({
          context: {
            code: Number(error.code),
            message: error.message,
            data: error.data,
            method: call.method,
            params: call.params,
          },
        });
        errors++;
      } else {
        expect(again(row)).toBe(canonical(row.response));
        results++;
      }
    }
    expect({ results, errors }).toEqual({ results: 618, errors: 82 });
  });

  it('says the same of its health to a GET', () => {
    const reports = rpcRows('rpc-samples').filter(({ request }) => request === null);
    expect(reports.length).toBeGreaterThan(0);
    for (const { response } of reports)
      expect(formatJSON(nodeHealth.format(nodeHealth.parse(parseJSON(response))))).toBe(
        canonical(response),
      );
  });

  it('knows every field', () => {
    for (const row of calls) {
      if (row.response.includes('"error":{')) continue;
      const { call, id } = asked(row);
      expect(
        JSON.stringify(parseReply(strictly(row.response), call, id), bigintText),
      ).not.toContain('"extra"');
    }
  });
});
const bigintText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

describe('what seeds, old nodes and other versions say otherwise', () => {
  const variants = rpcRows('rpc-samples-variants').filter(isCall);
  const variant = (label: string): Calls => {
    const found = variants.find((row) => row.variant === label);
    if (!found) throw new Error(`no variant ${label}`);
    return found;
  };
  const read = (label: string): unknown => {
    const { call, id } = asked(variant(label));
    return parseReply(variant(label).response, call, id);
  };

  it.each([
    ['seed: numbers in place of decimal strings', { numFetched: 1n, sourceChain: 'P' }],
    ['no utxos', { numFetched: 0n, utxos: [] }],
    ['seed: int balance above 2^53', { balance: 18446744073709551615n }],
    [
      'seed: numPeers and observedUptime as numbers; no ACP fields',
      { numPeers: 1n, peers: [{ publicIP: '', observedUptime: 99 }] },
    ],
    [
      'seed: float numbers',
      { rewardingStakePercentage: '74.0741', weightedAveragePercentage: '72' },
    ],
    ['seed: networkID number', { networkID: 1 }],
    [
      'not validating subnet: only legacy staker fields (PoA)',
      { validators: [{ kind: 'permissioned', weight: 20n }] },
    ],
    [
      'L1 with one legacy PoA validator and one L1 validator',
      {
        validators: [
          { kind: 'permissioned', weight: 20n },
          { kind: 'l1', weight: 100n, minNonce: 4n, balance: 9123456789n },
        ],
      },
    ],
    [
      'primary, all nodes: no delegators list, no BLS key',
      { validators: [{ kind: 'permissionless', uptime: '99.9731', delegationFee: '2.5000' }] },
    ],
    [
      'node: auto renewed validator',
      { validators: [{ nextPeriod: 1209600n, autoCompoundRewardShares: 300000 }] },
    ],
    [
      'seed spelling: signer.proofOfPosession and delegationFeeRate',
      {
        validators: [
          {
            kind: 'permissionless',
            delegationFee: '2.5000',
            delegators: [],
            signer: { proofOfPossession: expect.any(Uint8Array) },
          },
        ],
      },
    ],
    ['seed: heights and supply as numbers, height absent', { supply: 462118904115203777n }],
    ['permissioned subnet, managerAddress null', { isPermissioned: true, managerAddress: null }],
    ['node: nothing owned, utxoIDs null', { utxoIDs: [], balance: 0n }],
    [
      'seed: no singular fields, number amounts',
      { utxoIDs: [], unlockeds: { '2gRB7pyGWcANNdUhWkxSciZBZveVDfHx4XYw2rMxZy3nG86L1G': 20n } },
    ],
    ['P commit block json: no txs', { encoding: 'json', block: { height: 251338n } }],
    ['seed shape: bare list', { containers: [{ index: 41n }] }],
    ['seed shape: null for numToFetch 0', { containers: [] }],
    ['legacy: bare index string', { index: 41n }],
    [
      'C-chain after Helicon: terminal cursor on the last page',
      { endIndex: { utxo: '2wkBET2rRgE8pahuaczxKbmv7ciehqsne57F9gtzf1PVcUJEQG' } },
    ],
    ['C-chain: processing, no height', { status: 'Processing' }],
    [
      'real subnet-evm: ChainID inside ethRules, more flags',
      { ethRules: { ChainID: 990077n, IsPrague: false }, avalancheRules: { IsGranite: true } },
    ],
    [
      'fee config with integers above 2^53, lastChangedAt absent',
      { feeConfig: { gasLimit: 18446744073709551615n, minBaseFee: 100000000000000000001n } },
    ],
    [
      'old documented shape: {validators: {NodeID: number}}',
      { 'NodeID-FoCdz1iD44cxDmWnAZSNV96YbQoM55Nq7': { weight: 17n } },
    ],
    ['documented subnet sample: weight only', { weight: 100250n }],
  ])('reads: %s', (label, wanted) => {
    expect(read(label)).toMatchObject(wanted);
  });

  it.each([
    ['numToFetch 0 on a real node', 'numToFetch must be in [1,1024] but is 0'],
    ['numToFetch above max', 'numToFetch must be in [1,1024] but is 1025'],
    ['startIndex above last', 'start index (500) > last accepted index (42)'],
    ['subnetID omitted', "the primary network isn't a subnet"],
    ['unknown tx', 'not found'],
    ['bad argument', expect.stringMatching(/^couldn't unmarshal an argument/)],
    ['no such method', 'rpc: can\'t find method "platform.GetPendingValidators"'],
  ])('tells what the node says: %s', (label, message) => {
    expect(thrown(() => read(label))).toMatchObject({
      code: 'NodeError',
      context: { code: -32000, data: null, message },
    });
  });

  it('reads every row, those too that the tables above do not name', () => {
    const others = variants.filter(({ response }) => !response.includes('"error"'));
    expect(others).toHaveLength(30);
    for (const row of others) {
      const { call, id } = asked(row);
      expect(() => parseReply(strictly(row.response), call, id)).not.toThrow();
    }
  });
});
