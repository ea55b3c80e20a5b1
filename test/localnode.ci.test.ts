import { expect, it } from 'vitest';
import { describeWithGo } from './support/go.ts';
import { startLocalnode } from './support/localnode.ts';

describeWithGo('startLocalnode', () => {
  it('serves the P- and X-chain of the network it names', async () => {
    const { ready, rpc } = await startLocalnode(['--network-id', 'fuji']);
    expect(ready).toMatchObject({ networkID: 5, hrp: 'fuji' });
    expect(await rpc('/ext/bc/P', 'platform.getHeight')).toBe(
      '{"jsonrpc":"2.0","result":{"height":"0"},"id":1}\n',
    );
    expect(JSON.parse(await rpc('/ext/health', 'health.health'))).toMatchObject({
      result: { healthy: true },
    });
    const balance = await rpc('/ext/bc/X', 'avm.getBalance', {
      address: ready.keys[0]!.xAddress,
      assetID: ready.avaxAssetID,
    });
    expect(JSON.parse(balance).result.balance).toBe('30000030000000005');
  });

  it('is populated with a transaction of each kind under the default upgrade', async () => {
    const { ready, rpc } = await startLocalnode(['--populate']);
    expect(ready.upgrade).toBe('Helicon');
    const accepted = ready.issued!.filter(({ bytes }) => bytes === undefined);
    expect(accepted.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'AddPermissionlessDelegatorTx',
        'AddAutoRenewedValidatorTx',
        'SetAutoRenewedValidatorConfigTx',
        'DisableL1ValidatorTx',
        'OperationTx moving an NFT',
        'ImportTx from C',
      ]),
    );
    for (const { name, chain, id } of accepted) {
      const service = chain === 'P' ? 'platform' : 'avm';
      const reply = await rpc(`/ext/bc/${chain}`, `${service}.getTxStatus`, { txID: id });
      expect(reply, name).toContain(`"status":"${chain === 'P' ? 'Committed' : 'Accepted'}"`);
    }
  });
});
