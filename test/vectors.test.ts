import { describe, expect, it } from 'vitest';
import { checkVectors } from '../scripts/vectors.ts';
import type * as C from '../src/chain/cchain/index.ts';
import type { ChainName } from '../src/chain/declared.ts';
import { idOf, inputIDOf } from '../src/chain/ids.ts';
import { type Kind, kinds, typeOf } from '../src/chain/kinds.ts';
import * as P from '../src/chain/pchain/index.ts';
import * as X from '../src/chain/xchain/index.ts';
import { isError } from '../src/errors/error.ts';
import { jsonContext } from '../src/network/context.ts';
import { fuji, local, mainnet } from '../src/network/known.ts';
import { concatBytes } from '../src/text/bytes.ts';
import { type Encoding, formatBytes, formatHex, parseBytes, parseHex } from '../src/text/hex.ts';
import { formatID } from '../src/text/id.ts';
import { type JSONValue, parseJSON } from '../src/text/json.ts';
import { decode, encode } from '../src/wire/codec.ts';
import { type Context, plainContext } from '../src/wire/context.ts';
import { valueFromJSON } from '../src/wire/parse.ts';
import { valueToJSONText } from '../src/wire/print.ts';
import type { Type } from '../src/wire/type.ts';
import { expectEqual } from './support/equal.ts';
import { thrown } from './support/thrown.ts';
import { bytesOf, genesisFacts, rows, rpcRows } from './support/vectors.ts';

const networks = { mainnet, fuji, local };
type Network = keyof typeof networks;
const contextFor = (alias: string, network: Network): Context =>
  jsonContext(alias, networks[network]);

it('the files of vectors/ are those of its index, by size and hash', () => {
  expect(checkVectors()).toEqual([]);
});

const idText = (bytes: Uint8Array): string => formatID(idOf(bytes));

/** Hex of the bytes that the text reads back to. */
const hexOfJSON = (
  type: Type<unknown>,
  text: string,
  c: Context,
  hints: readonly string[] = [],
): string => formatHex(encode(type, valueFromJSON(type, parseJSON(text), { context: c, hints })));

/** Inputs of every kind that a transaction has, in the order of their credentials. */
function inputIDsOf(tx: P.UnsignedTx | X.UnsignedTx | C.UnsignedTx): string[] {
  if (tx.type === 'atomic.ExportTx')
    return tx.inputs.map(({ nonce, address }) => {
      const head = new DataView(new ArrayBuffer(12));
      head.setBigUint64(0, nonce);
      head.setUint32(8, 20);
      return formatID(concatBytes(new Uint8Array(head.buffer), address));
    });
  return [
    ...('inputs' in tx ? tx.inputs : []),
    ...('importedInputs' in tx ? tx.importedInputs : []),
    ...('operations' in tx ? tx.operations.flatMap(({ inputIDs }) => inputIDs) : []),
  ].map((utxo) => formatID(inputIDOf(utxo)));
}

/** The node's name of a transaction type. */
const goName = (type: string): string =>
  type.replace('atomic.', 'Unsigned').replace(/^(avm|platformvm)\./, '');

describe.each(['P', 'X', 'C'] as const)('every signed transaction of %s', (chain) => {
  const type: Type<unknown> = kinds[chain].tx;
  const unsigned: Type<unknown> = kinds[chain].unsignedTx;
  const table = rows(`${chain.toLowerCase() as 'p' | 'x' | 'c'}-public`).map((row) => ({
    ...row,
    bytes: parseHex(row.hex),
    value: decode(type, parseHex(row.hex)) as P.Tx | X.Tx | C.Tx,
  }));

  it('is of the node’s type and gives its bytes and id again', () => {
    for (const { type: name, hex, nodeHex, id, bytes, value } of table) {
      const again = encode(type, value);
      expect({
        type: goName(value.unsignedTx.type),
        hex: formatHex(again),
        nodeHex: formatBytes(again, 'hex'),
        id: idText(again),
      }).toEqual({ type: name, hex, nodeHex, id });
      expectEqual(parseBytes(nodeHex, 'hex'), bytes);
    }
  });

  it('begins with what is signed', () => {
    for (const { unsignedHex, hex, value } of table) {
      expect(formatHex(encode(unsigned, value.unsignedTx))).toBe(unsignedHex);
      expect(hex.startsWith(unsignedHex)).toBe(true);
      expectEqual(decode(unsigned, parseHex(unsignedHex)), value.unsignedTx);
    }
  });

  it('spends the inputs that the node names', () => {
    let named = 0;
    for (const row of table) {
      if (!('inputIDs' in row)) continue;
      named++;
      const ours = new Set(inputIDsOf(row.value.unsignedTx));
      expect([...ours].sort()).toEqual([...row.inputIDs!].sort());
    }
    expect(named > 50 || chain === 'P').toBe(true);
  });

  it('has the node’s JSON text', () => {
    for (const row of table) {
      const context = contextFor(chain, row.network);
      if (chain !== 'C') expect(valueToJSONText(type, row.value, { context })).toBe(row.json);
      else {
        expect(valueToJSONText(type, row.value)).toBe(row.json);
        if ('contextJSON' in row)
          expect(valueToJSONText(type, row.value, { context })).toBe(row.contextJSON);
      }
    }
  });

  it('comes back from JSON, unless a name has lost bytes', () => {
    let lossy = 0;
    for (const row of table) {
      const context = contextFor(chain, row.network);
      const texts = [row.json, valueToJSONText(type, row.value)];
      if ('contextJSON' in row) texts.push(row.contextJSON!);
      for (const text of texts)
        if (text.includes('\\ufffd')) {
          lossy++;
          expect(thrown(() => hexOfJSON(type, text, context))).toMatchObject({ code: 'Lossy' });
        } else expect(hexOfJSON(type, text, context)).toBe(row.hex);
    }
    expect(lossy).toBe(chain === 'X' ? 4 : 0);
  });
});

describe('every UTXO of the P-chain', () => {
  it('has the node’s bytes, fields and ids', () => {
    for (const row of rows('p-utxos')) {
      const bytes = parseHex(row.hex);
      const utxo = decode(P.UTXO, bytes);
      const locked = utxo.output.type === 'stakeable.LockOut' ? utxo.output : undefined;
      const output = locked
        ? locked.output
        : (utxo.output as Extract<P.Output, { amount: unknown }>);
      const { formatAddress } = contextFor('P', row.network);
      const txID = formatID(utxo.txID);
      expect({
        ...row,
        type: locked ? 'LockOut' : 'TransferOutput',
        hex: formatHex(encode(P.UTXO, utxo)),
        nodeHex: formatBytes(bytes, 'hex'),
        utxoID: `${txID}:${utxo.outputIndex}`,
        inputID: formatID(inputIDOf(utxo)),
        txID,
        outputIndex: utxo.outputIndex,
        assetID: formatID(utxo.assetID),
        amount: String(output.amount),
        stakeableLocktime: locked ? String(locked.locktime) : null,
        locktime: String(output.locktime),
        threshold: output.threshold,
        addresses: output.addresses.map(formatAddress),
      }).toEqual(row);
    }
  });

  it('comes back from its JSON', () => {
    for (const { hex, network } of rows('p-utxos')) {
      const context = contextFor('P', network);
      const text = valueToJSONText(P.UTXO, decode(P.UTXO, parseHex(hex)), { context });
      expect(hexOfJSON(P.UTXO, text, context)).toBe(hex);
    }
  });
});

describe('every UTXO of the X-chain', () => {
  it('has the node’s bytes, ids and JSON text', () => {
    for (const row of rows('x-utxos')) {
      const bytes = parseHex(row.hex);
      const utxo = decode(X.UTXO, bytes);
      expect({
        ...row,
        type: utxo.output.type,
        hex: formatHex(encode(X.UTXO, utxo)),
        nodeHex: formatBytes(bytes, 'hex'),
        txID: formatID(utxo.txID),
        outputIndex: utxo.outputIndex,
        assetID: formatID(utxo.assetID),
        inputID: formatID(inputIDOf(utxo)),
        json: valueToJSONText(X.UTXO, utxo),
        contextJSON: valueToJSONText(X.UTXO, utxo, { context: contextFor('X', row.network) }),
      }).toEqual(row);
    }
  });

  it('comes back from JSON; owners alone need a hint', () => {
    const owners = ['secp256k1fx.MintOutput', 'propertyfx.MintOutput', 'propertyfx.OwnedOutput'];
    for (const { type, hex, json, contextJSON, network } of rows('x-utxos')) {
      const context = contextFor('X', network);
      for (const text of [json, contextJSON]) {
        expect(hexOfJSON(X.UTXO, text, context, [type])).toBe(hex);
        if (owners.includes(type))
          expect(thrown(() => hexOfJSON(X.UTXO, text, context))).toMatchObject({
            code: 'Ambiguous',
            path: ['output'],
            context: { candidates: owners },
          });
        else expect(hexOfJSON(X.UTXO, text, context)).toBe(hex);
      }
    }
  });
});

describe.each(['p-mutate', 'p-mutate-all', 'x-mutate', 'c-mutate'] as const)(
  'the node’s verdict on %s',
  (name) => {
    const chain = name.charAt(0).toUpperCase() as ChainName;
    const table = rows(name).flatMap((row) => {
      const type = typeOf(chain, row.kind as Kind);
      return type ? [{ ...row, type: type, name: row.type }] : [];
    });

    it('is ours on every line', () => {
      expect(table.length).toBeGreaterThanOrEqual(200);
      for (const { type, ok, hex, mutation } of table) {
        let refused = '';
        try {
          decode(type, parseHex(hex));
        } catch (e) {
          if (!isError(e)) throw e;
          refused = e.message;
          expect(e.path.length).toBeGreaterThan(0);
          expect(e.offset).toBeGreaterThanOrEqual(0);
          expect(e.offset).toBeLessThanOrEqual(parseHex(hex).length);
        }
        expect(refused === '', `${mutation} ${hex}: ${refused}`).toBe(ok);
      }
    });

    it('comes with the same bytes, id and type where it accepts', () => {
      for (const { type, kind, ok, hex, reencoded, txID, name } of table) {
        if (!ok) continue;
        const value = decode(type, parseHex(hex)) as P.Tx & P.UTXO & P.Block;
        const named = kind === 'utxo' ? value.output : kind === 'block' ? value : value.unsignedTx;
        expect({
          reencoded: formatHex(encode(type, value)),
          txID: kind === 'utxo' ? formatID(inputIDOf(value)) : idText(parseHex(hex)),
          name: goName(named.type).replace(/^(secp256k1fx|stakeable)\./, ''),
        }).toEqual({ reencoded, txID, name });
      }
    });

    it('holds for what its JSON gives back', () => {
      for (const { type, ok, hex, network } of table) {
        if (!ok) continue;
        const context = contextFor(chain, network);
        const value = decode(type, parseHex(hex));
        try {
          expect(hexOfJSON(type, valueToJSONText(type, value, { context }), context)).toBe(hex);
        } catch (e) {
          // An fxIndex of 3 or more has no JSON, nor does the node print it; broken names cannot come back.
          if (!isError(e, 'Unsupported') && !isError(e, 'Lossy')) throw e;
        }
      }
    });
  },
);

describe('the P-chain genesis', () => {
  it.each(genesisFacts())('of $network gives its bytes and ids again', (facts) => {
    const bytes = bytesOf(`genesis-${facts.network}`);
    const genesis = decode(P.Genesis, bytes);
    expectEqual(encode(P.Genesis, genesis), bytes);
    const chains = genesis.Chains.map((tx) => {
      const made = tx.unsignedTx as P.CreateChainTx;
      return { name: made.chainName, id: idText(encode(P.Tx, tx)) };
    });
    expect({ genesisID: idText(bytes), chains }).toEqual({
      genesisID: facts.genesisID,
      chains: [
        { name: 'X-Chain', id: facts.xChainID },
        { name: 'C-Chain', id: facts.cChainID },
      ],
    });
  });

  it('of mainnet is what was published', () => {
    const genesis = decode(P.Genesis, bytesOf('genesis-mainnet'));
    expect({
      UTXOs: genesis.UTXOs.length,
      Validators: genesis.Validators.length,
      Timestamp: genesis.Timestamp,
      Message: genesis.Message,
    }).toEqual({
      UTXOs: 15344,
      Validators: 75,
      Timestamp: 1599696000n,
      Message: 'From Snowflake to Avalanche. Per consensum ad astra.',
    });
  });

  it.each(genesisFacts())('of $network comes back from its JSON', ({ network }) => {
    const bytes = bytesOf(`genesis-${network}`);
    const text = valueToJSONText(P.Genesis, decode(P.Genesis, bytes));
    expectEqual(encode(P.Genesis, valueFromJSON(P.Genesis, parseJSON(text))), bytes);
  });

  it('has the text of Go’s encoding/json', () => {
    // Printed by avalanchego v1.15.0 itself: `json.Marshal` of the decoded struct.
    const hex =
      '0x000000000001000000000000000000000000000000000000000000000000000000000000000000000000a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1000000070000000000000005000000000000000000000001000000011111111111111111111111111111111111111111000000020102000000010000000c0000000500000000000000000000000000000000000000000000000000000000000000000000000000000000000000002121212121212121212121212121212121212121000000000000006400000000000000c800000000000003e800000001a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a10000000700000000000003e80000000000000000000000010000000111111111111111111111111111111111111111110000000b0000000000000000000000010000000111111111111111111111111111111111111111110000000100000000000000010000000f00000005000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007582d436861696e61766d000000000000000000000000000000000000000000000000000000000000000001736563703235366b31667800000000000000000000000000000000000000000000000001010000000a0000000000000000000000005f5e10000000000000000168000568656c6c6f';
    const text =
      '{"UTXOs":[{"txID":"11111111111111111111111111111111LpoYY","outputIndex":0,"assetID":"2EBf5Q2rQKAtLaZekHpHH4m44GW2Wt6uhTvyvhtFZsHUeGx8XZ","output":{"addresses":["2ZEw5Hcv1hTb6YUQJ69y1V7uhcoGdeM1x"],"amount":5,"locktime":0,"threshold":1},"message":"AQI="}],"Validators":[{"unsignedTx":{"networkID":5,"blockchainID":"11111111111111111111111111111111LpoYY","outputs":[],"inputs":[],"memo":"0x","validator":{"nodeID":"NodeID-42AzCjVmuXmniTybz4BafUHpiKK4tV9J2","start":100,"end":200,"weight":1000},"stake":[{"assetID":"2EBf5Q2rQKAtLaZekHpHH4m44GW2Wt6uhTvyvhtFZsHUeGx8XZ","fxID":"11111111111111111111111111111111LpoYY","output":{"addresses":["2ZEw5Hcv1hTb6YUQJ69y1V7uhcoGdeM1x"],"amount":1000,"locktime":0,"threshold":1}}],"rewardsOwner":{"addresses":["2ZEw5Hcv1hTb6YUQJ69y1V7uhcoGdeM1x"],"locktime":0,"threshold":1},"shares":1},"credentials":[],"id":"2kMwSM35rXroqHk9NRpMpvrpjkyr5eH7aauJ9nTxQAd7bJYVM7"}],"Chains":[{"unsignedTx":{"networkID":5,"blockchainID":"11111111111111111111111111111111LpoYY","outputs":[],"inputs":[],"memo":"0x","subnetID":"11111111111111111111111111111111LpoYY","chainName":"X-Chain","vmID":"jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq","fxIDs":["spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ"],"genesisData":"AQ==","subnetAuthorization":{"signatureIndices":[]}},"credentials":[],"id":"Qx2WiSozHBmEx3qeFF2W2b47ECkyju4YKAGDtRyJzeZKFXLN4"}],"Timestamp":1600000000,"InitialSupply":360,"Message":"hello"}';
    expect(valueToJSONText(P.Genesis, decode(P.Genesis, parseHex(hex)))).toBe(text);
    expect(hexOfJSON(P.Genesis, text, plainContext)).toBe(hex);
  });
});

describe('what a node replied', () => {
  const context = (chain: 'P' | 'X') => contextFor(chain, 'local');
  const replies = rpcRows('rpc-samples').flatMap(({ path, request, response }) => {
    const { method, params } = JSON.parse(request ?? '{}') as {
      method?: string;
      params?: { readonly [key: string]: unknown };
    };
    const { result } = parseJSON(response) as { result?: { [key: string]: JSONValue } };
    return result ? [{ chain: path.slice(-1) as 'P' | 'X', method, params, response, result }] : [];
  });
  const bytesIn = (text: JSONValue | undefined, encoding: JSONValue | undefined): Uint8Array =>
    parseBytes(text as string, encoding as Encoding);

  it('to getTx in every encoding is one transaction', () => {
    const hexes = new Map<string, string>();
    const texts = new Map<string, string>();
    for (const { chain, method, params, response, result } of replies) {
      if (!/^(avm|platform)\.getTx$/.test(method ?? '')) continue;
      const id = `${chain} ${params?.txID}`;
      if (result.encoding === 'json')
        texts.set(
          id,
          /^\{"jsonrpc":"2.0","result":\{"tx":(.*),"encoding":"json"\},/.exec(response)![1]!,
        );
      else {
        const bytes = bytesIn(result.tx, result.encoding);
        expect(`${chain} ${idText(bytes)}`).toBe(id);
        expect(hexes.get(id) ?? formatHex(bytes)).toBe(formatHex(bytes));
        hexes.set(id, formatHex(bytes));
      }
    }
    expect(texts.size).toBeGreaterThanOrEqual(40);
    for (const [id, text] of texts) {
      const chain = id.startsWith('P') ? 'P' : 'X';
      const type = kinds[chain].tx as Type<unknown>;
      const hex = hexes.get(id)!;
      // A node that has just made the genesis assets prints a list without elements as Go's nil.
      const parsed = text.replace('"credentials":null', '"credentials":[]');
      expect(valueToJSONText(type, decode(type, parseHex(hex)), { context: context(chain) })).toBe(
        parsed,
      );
      expect(hexOfJSON(type, text, context(chain))).toBe(hex);
    }
  });

  it('to getUTXOs, getRewardUTXOs and getStake decodes and encodes to the same bytes', () => {
    const seen = new Set<string>();
    for (const { chain, method = '', result } of replies) {
      const type = kinds[chain]?.utxo as Type<unknown>;
      const list = (result.utxos ?? result.stakedOutputs ?? []) as string[];
      for (const text of list) {
        seen.add(method);
        const bytes = bytesIn(text, result.encoding);
        if (result.utxos) expectEqual(encode(type, decode(type, bytes)), bytes);
        else {
          // An output with its asset, behind the codec version of all that stands alone.
          const output = decode(P.TransferableOutput, bytes.subarray(2));
          expectEqual(encode(P.TransferableOutput, output), bytes.subarray(2));
        }
      }
    }
    expect([...seen].sort()).toEqual([
      'avm.getUTXOs',
      'platform.getRewardUTXOs',
      'platform.getStake',
      'platform.getUTXOs',
    ]);
  });

  it('to issueTx names the id of what it was given', () => {
    const seen = new Set<string>();
    for (const { method = '', params, result } of replies) {
      if (!method.endsWith('.issueTx')) continue;
      seen.add(method);
      const type: Type<unknown> = (method.startsWith('platform') ? kinds.P : kinds.X).tx;
      const bytes = bytesIn(params!.tx as string, (params!.encoding ?? 'hex') as string);
      expectEqual(encode(type, decode(type, bytes)), bytes);
      expect(idText(bytes)).toBe(result.txID);
    }
    expect([...seen].sort()).toEqual(['avm.issueTx', 'platform.issueTx', 'wallet.issueTx']);
  });
});
