import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type * as P from '../../src/chain/pchain/index.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import type * as X from '../../src/chain/xchain/index.ts';
import { fuji, mainnet } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { effectsOf } from '../../src/state/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { type JSONValue, parseJSON } from '../../src/text/json.ts';
import { L1Payload } from '../../src/warp/l1.ts';
import { buildCallMessage, Message, UnsignedMessage } from '../../src/warp/message.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { expectEqual } from '../support/equal.ts';
import { asset, frozen, key, trio } from '../support/state.ts';
import { type CTx, type PTx, rows, type XTx } from '../support/vectors.ts';

type Row = PTx | XTx | CTx;
const all: readonly Row[] = [...rows('p-public'), ...rows('x-public'), ...rows('c-public')];
const networks = { mainnet, fuji, local: undefined };

/** sha256 of the index as a uint64 and the txID, by another implementation. */
function utxoID(txID: Uint8Array, index: number): string {
  const head = Buffer.alloc(8);
  head.writeBigUInt64BE(BigInt(index));
  return formatID(createHash('sha256').update(head).update(txID).digest());
}

/** Where a type keeps outputs, in their order, and why they are made. */
const lists: readonly (readonly [key: string, why: string])[] = [
  ['outputs', 'output'],
  ['stake', 'stake'],
  ['exportedOutputs', 'export'],
];
const operationOutputs: Record<string, (operation: never) => number> = {
  'secp256k1fx.MintOperation': () => 2,
  'nftfx.MintOperation': ({ outputs }: { outputs: unknown[] }) => outputs.length,
  'nftfx.TransferOperation': () => 1,
  'propertyfx.MintOperation': () => 2,
  'propertyfx.BurnOperation': () => 0,
};

function expectedWhys(tx: AnyTx['unsignedTx']): readonly string[] {
  const of = tx as unknown as Record<string, readonly unknown[] | undefined>;
  if (tx.type === 'atomic.ImportTx') return [];
  return [
    ...lists.flatMap(([list, why]) => (of[list] ?? []).map(() => why)),
    ...(tx.type === 'avm.CreateAssetTx'
      ? tx.initialStates.flatMap(({ outputs }) => outputs.map(() => 'mint'))
      : []),
    ...(tx.type === 'avm.OperationTx'
      ? tx.operations.flatMap(({ operation }) =>
          Array<string>(operationOutputs[operation.type]!(operation as never)).fill(
            operation.type.includes('Mint') ? 'mint' : 'output',
          ),
        )
      : []),
  ];
}

/** Amounts in the node's JSON below some keys, by asset. */
function sums(json: JSONValue, keys: readonly string[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  const unsignedTx = (json as { unsignedTx: Record<string, JSONValue> }).unsignedTx;
  for (const list of keys)
    for (const of of (unsignedTx[list] ?? []) as Record<string, JSONValue>[]) {
      let inner = of as JSONValue;
      while (typeof inner === 'object' && inner !== null && !('amount' in inner))
        inner = ((inner as Record<string, JSONValue>).output ??
          (inner as Record<string, JSONValue>).input) as JSONValue;
      const assetID = of.assetID as string;
      const { amount } = inner as { amount: bigint };
      found.set(assetID, (found.get(assetID) ?? 0n) + amount);
    }
  return found;
}

interface Amount {
  readonly assetID: Uint8Array;
  readonly amount?: bigint | undefined;
}

/** Sums by asset of those that are an amount. */
function totals(list: readonly Amount[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const { assetID, amount } of list) {
    if (amount === undefined) continue;
    const id = formatID(assetID);
    found.set(id, (found.get(id) ?? 0n) + amount);
  }
  return found;
}

describe('effects of the vectors', () => {
  const types = [...new Set(all.map((row) => `${row.chain} ${row.type}`))];

  it.each(types)('%s: ids, counts and reasons', (type) => {
    for (const row of all.filter((r) => `${r.chain} ${r.type}` === type)) {
      const tx = decodeTx(parseHex(row.hex), row.chain);
      expect(tx.txID).toBe(row.id);
      const { consumed, produced, accounts, pending } = effectsOf(tx);
      const txID = parseID(row.id);
      expect(produced.map(({ why }) => why)).toEqual(expectedWhys(tx.unsignedTx));
      produced.forEach(({ utxo, id }, i) => {
        expect([formatID(utxo.txID), utxo.outputIndex, formatID(id)]).toEqual([
          row.id,
          i,
          utxoID(txID, i),
        ]);
      });
      for (const { txID, outputIndex, id } of consumed)
        expect(formatID(id)).toBe(utxoID(txID, outputIndex));
      if ('inputIDs' in row && row.inputIDs) {
        const ids = [...consumed, ...accounts].flatMap(({ id }) => (id ? [formatID(id)] : []));
        expect(new Set(ids)).toEqual(new Set(row.inputIDs));
      }
      for (const of of pending)
        if (of.why === 'refund')
          expect([of.outputIndex, formatID(of.id)]).toEqual([
            produced.length,
            utxoID(txID, produced.length),
          ]);
    }
  });

  it('balance to the unit with the amounts of the node’s JSON', () => {
    let burns = 0;
    for (const row of all) {
      const { consumed, produced, burned, unfunded, accounts } = effectsOf(
        decodeTx(parseHex(row.hex), row.chain),
      );
      const json = parseJSON(row.json);
      const goesIn = sums(json, ['inputs', 'importedInputs']);
      const comesOut = sums(json, ['outputs', 'stake', 'exportedOutputs']);
      const inputs = [
        ...consumed,
        ...accounts.flatMap(({ assetID, delta }) =>
          delta < 0n ? [{ assetID, amount: -delta }] : [],
        ),
      ];
      const outputs = [
        ...produced.flatMap(({ utxo: { assetID, output }, why }) =>
          why === 'mint'
            ? []
            : 'amount' in output
              ? [{ assetID, amount: output.amount }]
              : output.type === 'stakeable.LockOut'
                ? [{ assetID, amount: output.output.amount }]
                : [],
        ),
        ...accounts.flatMap(({ assetID, delta }) =>
          delta > 0n ? [{ assetID, amount: delta }] : [],
        ),
      ];
      expectEqual(totals(inputs), goesIn);
      expectEqual(totals(outputs), comesOut);
      expectEqual(
        [...totals([...inputs, ...unfunded])].sort(),
        [...totals([...outputs, ...burned])].sort(),
      );
      for (const { amount } of [...burned, ...unfunded]) expect(amount > 0n).toBe(true);
      burns += burned.length;
    }
    expect(burns).toBeGreaterThan(500);
  });

  it('say which chain, where the network tells', () => {
    let named = 0;
    for (const row of all) {
      const tx = decodeTx(parseHex(row.hex), row.chain);
      const network = networks[row.network];
      const { sourceChain, destinationChain } = tx.unsignedTx as {
        sourceChain?: Uint8Array;
        destinationChain?: Uint8Array;
      };
      const peer = sourceChain ?? destinationChain;
      const { consumed, produced } = effectsOf(tx);
      const there = [
        ...consumed.flatMap(({ from }) => (from ? [from] : [])),
        ...produced.flatMap((p) => (p.why === 'export' ? [p] : [])),
      ];
      const known =
        network &&
        (['P', 'X', 'C'] as const).find(
          (n) => peer && formatHex(network.chains[n].blockchainID) === formatHex(peer),
        );
      for (const { chain, blockchainID } of there) {
        expect(blockchainID).toEqual(peer);
        if (known) expect(chain).toBe(known);
        if (chain) named++;
      }
    }
    expect(named).toBeGreaterThan(50);
  });
});

const me = trio[0].shortID;
const owner = {
  type: 'secp256k1fx.OutputOwners',
  locktime: 0n,
  threshold: 1,
  addresses: [me],
} as const;
const amount = (n: bigint) => ({
  assetID: fuji.avaxAssetID,
  output: { ...owner, type: 'secp256k1fx.TransferOutput', amount: n } as const,
});
const input = (n: number, amount: bigint, assetID = fuji.avaxAssetID) => ({
  txID: asset(n),
  outputIndex: n,
  assetID,
  input: { type: 'secp256k1fx.TransferInput', amount, signatureIndices: [0] } as const,
});
const base = {
  networkID: 5,
  blockchainID: new Uint8Array(32),
  outputs: [amount(60n)],
  inputs: [input(1, 100n)],
  memo: new Uint8Array(0),
};
const authority = { type: 'secp256k1fx.Input', signatureIndices: [0] } as const;
const pOwner = { threshold: 1, addresses: [me] };
const signer = {
  type: 'signer.ProofOfPossession',
  publicKey: new Uint8Array(48),
  proofOfPossession: new Uint8Array(96),
} as const;
const txID = asset(0x77);
const p = (unsignedTx: P.UnsignedTx) =>
  effectsOf(frozen({ chain: 'P', unsignedTx, txID } as const));
const AVAX = fuji.avaxAssetID;

/** A warp message with an L1 payload. */
function warp(payload: L1Payload): Uint8Array {
  const { NetworkID, SourceChainID, Payload } = decode(
    UnsignedMessage,
    buildCallMessage({
      networkID: 5,
      sourceChainID: asset(1),
      sourceAddress: new Uint8Array(20),
      payload: encode(L1Payload, payload),
    }),
  );
  return encode(Message, {
    NetworkID,
    SourceChainID,
    Payload,
    Signature: {
      type: 'warp.BitSetSignature',
      Signers: Uint8Array.of(1),
      Signature: new Uint8Array(96),
    },
  });
}

describe('effects', () => {
  it('name what is burned: fee, balances of L1 validators, supply of an elastic subnet, losses', () => {
    expect(p({ type: 'platformvm.BaseTx', ...base }).burned).toEqual([
      { assetID: AVAX, amount: 40n, why: 'fee' },
    ]);
    const validator = (balance: bigint) => ({
      nodeID: new Uint8Array(20),
      weight: 1n,
      balance,
      signer,
      remainingBalanceOwner: pOwner,
      deactivationOwner: pOwner,
    });
    const convert: P.ConvertSubnetToL1Tx = {
      type: 'platformvm.ConvertSubnetToL1Tx',
      ...base,
      subnetID: asset(2),
      chainID: asset(3),
      address: new Uint8Array(0),
      validators: [validator(7n), validator(0n), validator(3n)],
      subnetAuthorization: authority,
    };
    expect(p(convert).burned).toEqual([
      { assetID: AVAX, amount: 10n, why: 'balance' },
      { assetID: AVAX, amount: 30n, why: 'fee' },
    ]);
    expect(p({ ...convert, networkID: 7 }).burned).toEqual(p(convert).burned);
    expect(
      p({
        type: 'platformvm.IncreaseL1ValidatorBalanceTx',
        ...base,
        validationID: asset(4),
        balance: 41n,
      }),
    ).toMatchObject({
      burned: [{ amount: 41n, why: 'balance' }],
      unfunded: [{ assetID: AVAX, amount: 1n }],
    });
    const elastic = {
      type: 'platformvm.TransformSubnetTx',
      ...base,
      inputs: [input(1, 100n), input(2, 55n, asset(9))],
      subnetID: asset(2),
      assetID: asset(9),
      initialSupply: 100n,
      maximumSupply: 150n,
      subnetAuthorization: authority,
    } as unknown as P.TransformSubnetTx;
    expect(p(elastic).burned).toEqual([
      { assetID: AVAX, amount: 40n, why: 'fee' },
      { assetID: asset(9), amount: 50n, why: 'supply' },
      { assetID: asset(9), amount: 5n, why: 'lost' },
    ]);
  });

  it('do not say what is AVAX where the network is not known', () => {
    const tx = { type: 'platformvm.BaseTx', ...base, networkID: 7 } as const;
    expect(p(tx).burned).toEqual([{ assetID: AVAX, amount: 40n, why: 'feeOrLost' }]);
    const network = { ...fuji, networkID: 7 };
    expect(effectsOf({ chain: 'P', unsignedTx: tx, txID }, { network }).burned).toEqual([
      { assetID: AVAX, amount: 40n, why: 'fee' },
    ]);
    const to = {
      type: 'platformvm.ExportTx',
      ...base,
      networkID: 7,
      destinationChain: asset(8),
      exportedOutputs: [amount(1n)],
    } as const;
    expect(p(to).produced[1]).toMatchObject({ chain: undefined, blockchainID: asset(8) });
  });

  it('say which UTXOs only the node knows: refunds, stake, rewards [case 84]', () => {
    const disable = p({
      type: 'platformvm.DisableL1ValidatorTx',
      ...base,
      validationID: asset(4),
      disableAuthorization: authority,
    });
    const refund = {
      why: 'refund',
      validationID: asset(4),
      txID,
      outputIndex: 1,
      id: parseID(utxoID(txID, 1)),
    };
    expect(disable.pending).toEqual([refund]);
    const weight = (n: bigint, message?: Uint8Array) =>
      p({
        type: 'platformvm.SetL1ValidatorWeightTx',
        ...base,
        message:
          message ??
          warp({ type: 'message.L1ValidatorWeight', validationID: asset(4), nonce: 1n, weight: n }),
      }).pending;
    expect(weight(0n)).toEqual([refund]);
    expect(weight(1n)).toEqual([]);
    expect(weight(0n, new Uint8Array(9))).toEqual([]);
    expect(p({ type: 'platformvm.RewardValidatorTx', txID: asset(5) })).toEqual({
      consumed: [],
      produced: [],
      burned: [],
      unfunded: [],
      accounts: [],
      pending: [
        { why: 'stake', staker: asset(5) },
        { why: 'reward', staker: asset(5) },
      ],
    });
    expect(p({ type: 'platformvm.AdvanceTimeTx', time: 1n }).pending).toEqual([]);
  });

  it('put stake behind the outputs, locked or not', () => {
    const lock = { type: 'stakeable.LockOut', locktime: 9n, output: amount(5n).output } as const;
    const { produced, burned, consumed } = p({
      type: 'platformvm.AddPermissionlessDelegatorTx',
      ...base,
      inputs: [
        ...base.inputs,
        {
          ...input(2, 5n),
          input: { type: 'stakeable.LockIn', locktime: 9n, input: input(2, 5n).input },
        },
      ],
      validator: { nodeID: new Uint8Array(20), start: 0n, end: 1n, weight: 6n },
      subnetID: new Uint8Array(32),
      stake: [amount(1n), { assetID: AVAX, output: lock }],
      rewardsOwner: owner,
    });
    expect(produced.map(({ why, utxo }) => [why, utxo.outputIndex])).toEqual([
      ['output', 0],
      ['stake', 1],
      ['stake', 2],
    ]);
    expect(consumed.map((c) => [c.chain, c.amount])).toEqual([
      ['P', 100n],
      ['P', 5n],
    ]);
    expect(burned).toEqual([{ assetID: AVAX, amount: 39n, why: 'fee' }]);
  });

  it('mark the change of a draft, which has no ids yet', () => {
    const draft = {
      chain: 'P',
      unsignedTx: { type: 'platformvm.BaseTx', ...base, outputs: [amount(1n), amount(59n)] },
      change: [{ outputIndex: 1 }],
    } as const;
    const { produced } = effectsOf(draft);
    const none: undefined = produced[0]!.id;
    expect(none).toBe(undefined);
    expect(produced.map(({ why, utxo }) => [why, utxo.txID])).toEqual([
      ['output', undefined],
      ['change', undefined],
    ]);
  });

  const xBase = { ...base, blockchainID: fuji.chains.X.blockchainID };
  const x = (unsignedTx: X.UnsignedTx) => effectsOf({ chain: 'X', unsignedTx, txID });
  const right = { ...owner, type: 'secp256k1fx.MintOutput' } as const;

  it('let an asset begin, and its id is the transaction’s', () => {
    const { produced, burned } = x({
      type: 'avm.CreateAssetTx',
      ...xBase,
      name: 'Asset',
      symbol: 'AS',
      denomination: 0,
      initialStates: [
        { fxIndex: 0, outputs: [right, amount(1000n).output] },
        { fxIndex: 1, outputs: [{ ...owner, type: 'nftfx.MintOutput', groupID: 1 }] },
      ],
    });
    expect(produced.map(({ utxo, why }) => [utxo.outputIndex, why, utxo.output.type])).toEqual([
      [0, 'output', 'secp256k1fx.TransferOutput'],
      [1, 'mint', 'secp256k1fx.MintOutput'],
      [2, 'mint', 'secp256k1fx.TransferOutput'],
      [3, 'mint', 'nftfx.MintOutput'],
    ]);
    for (const { utxo } of produced.slice(1)) expect(utxo.assetID).toEqual(txID);
    expect(burned).toEqual([{ assetID: AVAX, amount: 40n, why: 'fee' }]);
  });

  it('take what operations consume, of which there is no amount, and make what they make', () => {
    const nft = {
      ...owner,
      type: 'nftfx.TransferOutput',
      groupID: 1,
      payload: Uint8Array.of(7),
    } as const;
    const of = (n: number, operation: X.FxOperation): X.Operation => ({
      assetID: asset(9),
      inputIDs: [{ txID: asset(n), outputIndex: n }],
      operation,
    });
    const { consumed, produced, burned } = x({
      type: 'avm.OperationTx',
      ...xBase,
      operations: [
        of(21, {
          type: 'secp256k1fx.MintOperation',
          mintInput: authority,
          mintOutput: right,
          transferOutput: amount(5n).output,
        }),
        of(22, {
          type: 'nftfx.MintOperation',
          mintInput: authority,
          groupID: 1,
          payload: Uint8Array.of(7),
          outputs: [owner, { ...owner, addresses: [key(9).shortID] }],
        }),
        of(23, { type: 'nftfx.TransferOperation', input: authority, output: nft }),
        of(24, {
          type: 'propertyfx.MintOperation',
          mintInput: authority,
          mintOutput: { ...owner, type: 'propertyfx.MintOutput' },
          ownedOutput: { ...owner, type: 'propertyfx.OwnedOutput' },
        }),
        of(25, { type: 'propertyfx.BurnOperation', signatureIndices: [0] }),
      ],
    });
    expect(consumed.map(({ outputIndex, amount }) => [outputIndex, amount])).toEqual([
      [1, 100n],
      [21, undefined],
      [22, undefined],
      [23, undefined],
      [24, undefined],
      [25, undefined],
    ]);
    expect(produced.map(({ why, utxo }) => [why, utxo.output.type])).toEqual([
      ['output', 'secp256k1fx.TransferOutput'],
      ['mint', 'secp256k1fx.MintOutput'],
      ['mint', 'secp256k1fx.TransferOutput'],
      ['mint', 'nftfx.TransferOutput'],
      ['mint', 'nftfx.TransferOutput'],
      ['output', 'nftfx.TransferOutput'],
      ['mint', 'propertyfx.MintOutput'],
      ['mint', 'propertyfx.OwnedOutput'],
    ]);
    expect(produced[4]!.utxo.output).toEqual({ ...nft, addresses: [key(9).shortID] });
    expect(burned).toEqual([{ assetID: AVAX, amount: 40n, why: 'fee' }]);
  });

  it('change accounts of the C-chain in nAVAX', () => {
    const c = { networkID: 5, blockchainID: fuji.chains.C.blockchainID };
    const address = parseHex(evmAddressOf(key(1)));
    const out = effectsOf({
      chain: 'C',
      txID,
      unsignedTx: {
        type: 'atomic.ExportTx',
        ...c,
        destinationChain: fuji.chains.P.blockchainID,
        inputs: [{ address, amount: 100n, assetID: AVAX, nonce: 3n }],
        exportedOutputs: [amount(90n)],
      },
    });
    expect(out.accounts).toEqual([
      {
        address: evmAddressOf(key(1)),
        assetID: AVAX,
        delta: -100n,
        nonce: 3n,
        id: parseHex(`0x000000000000000300000014${evmAddressOf(key(1)).slice(2)}`),
      },
    ]);
    expect(out.produced).toMatchObject([
      { chain: 'P', from: { chain: 'C' }, why: 'export', utxo: { outputIndex: 0 } },
    ]);
    expect(out.burned).toEqual([{ assetID: AVAX, amount: 10n, why: 'fee' }]);
    const back = effectsOf({
      chain: 'C',
      txID,
      unsignedTx: {
        type: 'atomic.ImportTx',
        ...c,
        sourceChain: fuji.chains.X.blockchainID,
        importedInputs: [input(1, 100n)],
        outputs: [{ address, amount: 99n, assetID: AVAX }],
      },
    });
    expect(back.accounts).toEqual([{ address: evmAddressOf(key(1)), assetID: AVAX, delta: 99n }]);
    expect(back.consumed).toMatchObject([{ chain: 'C', from: { chain: 'X' }, amount: 100n }]);
    expect(back.burned).toEqual([{ assetID: AVAX, amount: 1n, why: 'fee' }]);
  });
});
