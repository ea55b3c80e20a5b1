import { describe, expect, it } from 'vitest';
import { runOracle } from '../../scripts/oracle.ts';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import { inputIDOf } from '../../src/chain/ids.ts';
import * as P from '../../src/chain/pchain/index.ts';
import * as X from '../../src/chain/xchain/index.ts';
import { customNetwork } from '../../src/network/custom.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { parseJSON } from '../../src/text/json.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { valueFromJSON } from '../../src/wire/parse.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import { expectEqual } from '../support/equal.ts';
import { describeWithGo } from '../support/go.ts';
import { thrown } from '../support/thrown.ts';
import { bytesOf, genesisFacts as vectors } from '../support/vectors.ts';

const known = { mainnet, fuji, local };

/** The X-chain’s genesis inside. */
const innerOf = (bytes: Uint8Array): Uint8Array => {
  const [chain] = decode(P.Genesis, bytes).Chains;
  return (chain!.unsignedTx as P.CreateChainTx).genesisData;
};

describe('what follows from a genesis', () => {
  it.each(vectors())('of $network: the ids of chains and AVAX, which the network has', (told) => {
    const found = genesisSummaryOf(bytesOf(`genesis-${told.network}`));
    const { networkID, avaxAssetID, chains } = known[told.network];
    expect(found.networkID).toBe(networkID);
    expect(formatID(found.genesisID)).toBe(told.genesisID);
    expect(formatID(found.avaxAssetID)).toBe(told.avaxAssetID);
    expect(formatID(found.chains.X)).toBe(told.xChainID);
    expect(formatID(found.chains.C)).toBe(told.cChainID);
    expect(customNetwork(found)).toMatchObject({
      avaxAssetID,
      chains: {
        X: { blockchainID: chains.X.blockchainID },
        C: { blockchainID: chains.C.blockchainID },
      },
    });
  });

  it('of mainnet: every UTXO with its id, and all AVAX that was not staked', () => {
    const { utxos, assets, avaxAssetID } = genesisSummaryOf(bytesOf('genesis-mainnet'));
    expect(assets).toEqual([
      { alias: 'AVAX', assetID: avaxAssetID, name: 'Avalanche', symbol: 'AVAX', denomination: 9 },
    ]);
    const all = [...utxos.P, ...utxos.X];
    expect([utxos.P.length, utxos.X.length]).toEqual([15_344, 4_365]);
    expect(new Set(all.map(({ id }) => formatID(id))).size).toBe(all.length);
    for (const { utxo, id } of all) expectEqual(id, inputIDOf(utxo));
    const sum = (list: readonly { readonly utxo: { readonly output: unknown } }[]) =>
      list.reduce((total, { utxo }) => {
        const { output = utxo.output } = utxo.output as { output?: unknown };
        return total + (output as { amount: bigint }).amount;
      }, 0n);
    const genesis = decode(P.Genesis, bytesOf('genesis-mainnet'));
    const staked = genesis.Validators.reduce(
      (total, { unsignedTx }) => total + (unsignedTx as P.AddValidatorTx).validator.weight,
      0n,
    );
    expect(sum(utxos.P) + sum(utxos.X) + staked).toBe(genesis.InitialSupply);
  });

  it('says what is missing, and where', () => {
    const genesis = decode(P.Genesis, bytesOf('genesis-fuji'));
    const [x, c] = genesis.Chains as [P.Tx, P.Tx];
    const facts = (Chains: readonly P.Tx[]) =>
      thrown(() => genesisSummaryOf(encode(P.Genesis, { ...genesis, Chains })));
    expect(facts([c])).toMatchObject({ code: 'MissingState', path: ['genesis', 'Chains'] });
    expect(facts([x]).message).toContain('evm');
    const change = (genesisData: Uint8Array) => {
      const unsignedTx = { ...(x.unsignedTx as P.CreateChainTx), genesisData };
      return facts([{ ...x, unsignedTx }, c]);
    };
    const inside = ['genesis', 'Chains', 0, 'unsignedTx', 'genesisData'];
    expect(change(new Uint8Array(3))).toMatchObject({ code: 'Truncated' });
    expect(change(new Uint8Array(3)).path.slice(0, 5)).toEqual(inside);
    expect(change(encode(X.Genesis, { Txs: [] }))).toMatchObject({ code: 'MissingState' });
  });
});

describe('the X-chain genesis', () => {
  it.each(vectors())('of $network gives its bytes again, from JSON too', ({ network }) => {
    const bytes = innerOf(bytesOf(`genesis-${network}`));
    const genesis = decode(X.Genesis, bytes);
    expectEqual(encode(X.Genesis, genesis), bytes);
    const text = valueToJSONText(X.Genesis, genesis);
    expectEqual(encode(X.Genesis, valueFromJSON(X.Genesis, parseJSON(text))), bytes);
  });
});

describeWithGo('the X-chain genesis, of the node', () => {
  it.each(['mainnet', 'fuji', 'local'] as const)(
    'of %s has Go’s JSON and asset ids',
    async (network) => {
      const bytes = bytesOf(`genesis-${network}`);
      const inner = innerOf(bytes);
      const asked = { id: 1, chain: 'X', kind: 'genesis', network, hex: formatHex(inner) };
      const told = JSON.parse(
        (await runOracle('xoracle', ['check'], `${JSON.stringify(asked)}\n`)).toString(),
      ) as { hex: string; json: string; fields: readonly { alias: string; id: string }[] };
      expect(told.hex).toBe(formatHex(inner));
      expect(valueToJSONText(X.Genesis, decode(X.Genesis, inner)) === told.json).toBe(true);
      const { assets } = genesisSummaryOf(bytes);
      expect(assets.map(({ alias, assetID }) => ({ alias, id: formatID(assetID) }))).toEqual(
        told.fields.map(({ alias, id }) => ({ alias, id })),
      );
    },
  );
});
