import { describe, expect, it } from 'vitest';
import { connect, formatRequest } from '../../../src/rpc/index.ts';
import { evmAddressOf } from '../../../src/sign/key.ts';
import { loadTestnode } from '../../../src/testnode/index.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';
import { formatNodeID } from '../../../src/text/id.ts';
import { encodeUTF8 } from '../../../src/text/utf8.ts';
import { provePossession } from '../../../src/warp/bls.ts';
import { AVAX, balanceOf, ewoq, newNode, other, send } from '../../support/testnode.ts';

const never = '11111111111111111111111111111111LpoYY';

describe('what a test node answers', () => {
  it('is Syncing, and lists an empty primary network, after the stakes of all ended', async () => {
    const testnode = newNode();
    const node = connect('http://testnode', { ...testnode, strict: true });
    const status = async () =>
      (await node.call('platform.getBlockchainStatus', { blockchainID: 'X' })).status;
    const { nodeID } = await node.call('info.getNodeID');
    const own = [...testnode.world.P.ledger.current.values()].find(
      (of) => formatNodeID(of.nodeID) === nodeID,
    )!;
    expect(await status()).toBe('Validating');
    testnode.setTime(own.endTime);
    expect(await status()).toBe('Syncing');
    testnode.advanceTime(86_400n);
    const { height } = await node.call('platform.getHeight');
    const { validatorSets } = await node.call('platform.getAllValidatorsAt', { height });
    expect(validatorSets).toEqual({ [never]: { validators: [], totalWeight: 0n } });
  });

  it('answers the methods of the EVM for the chain of an L1 that it made', async () => {
    const testnode = newNode();
    const node = connect('http://testnode', { ...testnode, strict: true });
    const [a, b] = [testnode.addL1(), testnode.addL1()];
    const at = { at: a.chainID };
    const { chainId } = await node.call('eth_getChainConfig', {}, at);
    expect((await node.call('eth_getChainConfig', {}, { at: b.chainID })).chainId).not.toBe(
      chainId,
    );
    const { feeConfig, lastChangedAt } = await node.call('eth_feeConfig', {}, at);
    expect([feeConfig.minBaseFee, lastChangedAt]).toEqual([25_000_000_000n, 0n]);
    const { avalancheRules } = await node.call('eth_getActiveRulesAt', {}, at);
    // Upgrades of the network, which the genesis does not name. Fortuna is optional.
    expect(avalancheRules).toEqual({
      IsSubnetEVM: true,
      IsDurango: true,
      IsEtna: true,
      IsFortuna: false,
      IsGranite: true,
      IsHelicon: true,
    });
    expect(Object.keys(await node.call('eth_getActivePrecompilesAt', {}, at))).toEqual([
      'warpConfig',
    ]);
  });

  it('adds to the genesis of an EVM what a node adds, and ignores what a node ignores', async () => {
    const testnode = newNode({ upgrades: { helicon: 1_800_000_000n } });
    const node = connect('http://testnode', { ...testnode, strict: true });
    const subnetID = testnode.addSubnet(ewoq.address('P', testnode.network));
    const config = {
      chainId: 7,
      durangoTimestamp: 0,
      graniteTimestamp: 1_795_000_000,
      allowFeeRecipients: false,
      eip150Hash: `0x${'0'.repeat(64)}`,
      upgrades: { precompileUpgrades: [] },
    };
    const genesis = encodeUTF8(JSON.stringify({ config }));
    const intent = { type: 'CreateChainTx', subnetID, name: 'EVM', vm: 'subnetevm' } as const;
    const at = { at: send(testnode, 'P', { ...intent, genesis }).txID };
    const found = await node.call('eth_getChainConfig', {}, at);
    const since = 1_607_144_400n; // the first upgrades of networks that have them from the start
    expect(found).toMatchObject({
      chainId: 7n,
      feeConfig: { gasLimit: 8_000_000n, targetGas: 15_000_000n },
      homesteadBlock: 0n,
      londonBlock: 0n,
      subnetEVMTimestamp: 0n,
      durangoTimestamp: since,
      shanghaiTime: since,
      cancunTime: since,
      graniteTimestamp: 1_795_000_000n,
      heliconTimestamp: 1_800_000_000n,
      upgrades: {},
    });
    for (const key of ['fortunaTimestamp', 'allowFeeRecipients', 'eip150Hash'])
      expect(found).not.toHaveProperty(key);
    const { feeConfig } = await node.call('eth_feeConfig', {}, at);
    expect(feeConfig.gasLimit).toBe(8_000_000n);
  });

  it('adds a validator of a subnet until the end of its stake', () => {
    const testnode = newNode();
    const subnetID = testnode.addSubnet();
    const nodeID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
    const { endTime } = [...testnode.world.P.ledger.current.values()].find(
      (of) => formatNodeID(of.nodeID) === nodeID,
    )!;
    const txID = testnode.addSubnetValidator({ subnetID, nodeID });
    expect(testnode.world.P.ledger.current.get(txID)?.endTime).toBe(endTime);
  });

  it('fails the hosted services as often as it is told, with a number', () => {
    const { answer } = testnodeServer(newNode());
    const fail = (params: object) =>
      answer({
        method: 'POST',
        target: '/ext/testnode',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'testnode.failHosted', params }),
      }).text;
    expect(fail({ status: 503, times: 4_294_967_295 })).toContain('"result":{}');
    const statuses = [1, 2, 3].map(
      () => answer({ method: 'GET', target: '/v1/chains', headers: {}, body: '' }).status,
    );
    expect(statuses).toEqual([503, 503, 503]);
    expect(fail({ status: 200 })).toContain('expected one of the numbers 400, 401');
  });

  it('is asked for a uint64 with a bigint, which an error says', () => {
    expect(() => formatRequest('platform.getBlockByHeight', { height: 5 as never })).toThrow(
      /params\.height: .*a bigint, such as 5n, got 5/,
    );
    const node = newNode();
    for (const step of [
      () => node.advanceTime(3600 as never),
      () => node.setTime('2027' as never),
      () => node.endStake(5 as never),
      () => node.setReward('x', 'yes' as never),
      () => node.setGasPrice('P', 5 as never),
      () => node.delay({}, 5 as never),
      () => node.fund('P', undefined as never),
      () => node.revert('1' as never),
      () => node.addBLSKey('0x' as never),
      () => node.issue('P', '0x' as never),
    ])
      expect(step).toThrow(/BadArgument/);
  });
});

describe('one call of a control method', () => {
  const serverWith = (origins: readonly string[] = []) => {
    const testnode = newNode();
    const server = testnodeServer(testnode, { origins: origins });
    const call = (method: string, params: object, headers: object = {}) => {
      return server.answer({
        method: 'POST',
        target: '/ext/testnode',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `testnode.${method}`, params }),
      });
    };
    return { testnode, server, call };
  };

  it('changes nothing, and is not kept, if it is refused', () => {
    const { testnode, server, call } = serverWith();
    const before = testnode.dump();
    // The subnet is made before the chain turns out to cost too much.
    const refusals = [
      call('fund', { to: 'nobody', amount: '1' }),
      call('fund', { to: testnode.world.network.hrp, amount: 'x'.repeat(1_000_000) }),
      call('addL1', { balance: '18000000000' }),
      call('addL1', { validators: 3000 }),
    ];
    for (const { text, changed } of refusals) {
      expect(text).toContain('"error"');
      expect(changed).toBe(false);
    }
    expect(testnode.dump()).toBe(before);
    expect(call('getTime', {}).changed).toBe(false);
    const submitted = { jsonrpc: '2.0', id: 1, method: 'platform.issueTx', params: { tx: '0x00' } };
    const refused = server.answer({
      method: 'POST',
      target: '/ext/bc/P',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submitted),
    });
    expect(refused.changed).toBe(false);
    expect(call('advanceTime', { seconds: '1' }).changed).toBe(true);
    expect(JSON.parse(call('snapshot', {}).text).result).toEqual({ id: 1 });
  });

  it('ends: periods of auto-renewed validators in a move of the clock are counted before', () => {
    const { testnode, call } = serverWith();
    const to = ewoq.address('P', testnode.network);
    send(testnode, 'P', {
      type: 'AddAutoRenewedValidatorTx',
      node: {
        nodeID: new Uint8Array(20).fill(5),
        nodePOP: provePossession(new Uint8Array(32).fill(5)),
      },
      amount: 2_000n * AVAX,
      period: 3_600n,
      delegationFee: '2%',
      autoCompound: '50%',
      rewardsOwner: to,
      validatorAuthority: to,
    });
    expect(call('advanceTime', { seconds: String(3n * 365n * 86_400n) }).text).toContain(
      'periods of auto-renewed validators',
    );
    expect(call('advanceTime', { seconds: '36000' }).text).toContain('"result"');
  });

  it('leaves secret BLS keys out of the dump, and says how many', () => {
    const { testnode, call } = serverWith();
    testnode.addBLSKey(new Uint8Array(32).fill(9));
    const secret = Buffer.from(new Uint8Array(32).fill(9)).toString('base64');
    const { dump, leftOut } = JSON.parse(call('dump', {}).text).result;
    expect(leftOut).toBe(1);
    expect(dump).not.toContain(secret);
    expect(testnode.dump()).toContain(secret);
    expect(loadTestnode(dump).world.blsKeys.size).toBe(0);
  });

  it('is refused to pages, unless their origin is allowed', () => {
    const origin = 'https://evil.example';
    const { status, headers } = serverWith().call('getTime', {}, { origin });
    expect(status).toBe(403);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    for (const allowed of [origin, '*'])
      expect(serverWith([allowed]).call('getTime', {}, { origin }).status).toBe(200);
    expect(serverWith(['https://mine.example']).call('getTime', {}, { origin }).status).toBe(403);
  });

  it('funds many in few blocks', () => {
    const { testnode, call } = serverWith();
    const [p, x] = (['P', 'X'] as const).map((chain) => other.address(chain, testnode.network));
    const list = [
      ...Array.from({ length: 1500 }, () => ({ to: p, amount: '1' })),
      ...Array.from({ length: 700 }, () => ({ to: x, amount: '2' })),
      { to: evmAddressOf(other), amount: '3' },
    ];
    const { txIDs } = JSON.parse(call('fundAll', { list }).text).result;
    expect(txIDs).toHaveLength(3 + 2 + 1);
    const { P, X, C } = testnode.world;
    expect([...P.ledger.utxos.ofAddress(other.shortID)]).toHaveLength(1500);
    expect([...X.ledger.utxos.ofAddress(other.shortID)]).toHaveLength(700);
    expect(C.accounts.get(evmAddressOf(other))?.balance).toBe(3n * 10n ** 18n);
    expect(balanceOf(testnode, 'X', other)).toBe(1400n * AVAX);
    expect(() => testnode.fundAll('P', [{ to: other.shortID } as never])).toThrow(/BadArgument/);
  });
});
