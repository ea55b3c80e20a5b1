/** Drafts of a coordinator who steals, by what a victim would lose: once they were signed unnoticed. */
import {
  buildBaseTx,
  buildImportTx,
  buildOperationTx,
  type Intent,
} from '../../src/builder/index.ts';
import type { TransferOutput } from '../../src/chain/fx/secp256k1fx.ts';
import type { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { feeIn } from '../../src/draft/check.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { avax } from '../../src/text/amount.ts';
import { rightUTXO } from './assets.ts';
import { changedAt } from './examples.ts';
import { asset, key, now, pState, utxo, xState } from './state.ts';

export const alice = key(1);
export const mallory = key(9);
export const shop = key(8);
export const own = [alice.shortID];
export const later = 4_070_908_800n;
const locked = { addresses: own, threshold: 1, locktime: later };
export const coin = utxo(1, avax('5000'));
export const outputs = [{ to: shop.shortID, amount: avax('1') }];
export const pays = { type: 'BaseTx', outputs } as const satisfies Intent;
export const honest = buildBaseTx(pState([coin]), { outputs });

/** The change is locked until 2099; the draft says that it was made at that time. */
export const futureDraft = (time: bigint): Draft => ({
  ...buildBaseTx(pState([coin], { time: later + 1n }), { outputs }, { change: locked }),
  time,
});

/** The same, and it says that the coin was locked so. */
export const claimedLock = (time: bigint): Draft => ({
  ...buildBaseTx(
    pState([utxo(1, avax('5000'), { owner: locked })], { time: later + 1n }),
    { outputs },
    { change: locked },
  ),
  time,
});

/** Free change comes back as what can only be staked until 2099. The output pays for the bytes that it gets longer. */
function stakeable(of: Draft, index: number): Draft {
  const path = ['unsignedTx', 'outputs', index, 'output'] as const;
  const { outputs: made } = of.unsignedTx as {
    readonly outputs: readonly { readonly output: TransferOutput }[];
  };
  const { output } = made[index]!;
  const locked = (amount: bigint): Draft =>
    changedAt(of, path, {
      type: 'stakeable.LockOut',
      locktime: later,
      output: { ...output, amount },
    });
  const { price } = of.fee as { readonly price: bigint };
  const burned = (draft: Draft) => feeIn(draft, price);
  const fee = burned(locked(output.amount));
  const need = fee.gas! * price;
  const draft = locked(output.amount - (need - fee.total));
  return { ...draft, fee: { ...of.fee, ...burned(draft) } } as Draft;
}
const stake = stakeable(honest, honest.change[0]!.outputIndex);
const { output: coinOutput } = coin;
/** And it says that the coin was so too, and that it is over by now. */
const claimedStake: Draft = {
  ...changedAt(stake, ['slots', 0, 'utxo', 'output'], {
    type: 'stakeable.LockOut',
    locktime: later,
    output: coinOutput,
  }),
  time: later + 1n,
};
const imports = pState([], { imports: { C: [coin] } });
const imported = buildImportTx(imports, { from: 'C', to: alice.shortID });
const sweep = buildBaseTx(pState([coin]), { outputs: [{ to: shop.shortID, amount: 'max' }] });

export const gold = asset(7);
export const nft = (n: number, groupID: number): XUTXO => {
  const { output, ...rest } = rightUTXO(n, 'nftfx.TransferOutput', { assetID: gold });
  return { ...rest, output: { ...output, groupID, payload: Uint8Array.of(n) } as never };
};
export const common = nft(2, 1);
const rare = nft(3, 999);
export const xFunds = xState([utxo(1, avax('1')) as XUTXO, common, rare]);
export const givesNFT = (more: object): Intent =>
  ({
    type: 'OperationTx',
    operations: [{ type: 'transferNFT', assetID: gold, to: shop.shortID, ...more }],
  }) as Intent;
export const givesRare = buildOperationTx(xFunds, {
  operations: [{ type: 'transferNFT', assetID: gold, to: shop.shortID, groupID: 999 }],
});

export const thefts: readonly (readonly [string, Intent, Draft, string])[] = [
  ...[now, later + 1n, later - 86_400n].flatMap(
    (time) =>
      [
        [`change that is locked, of a draft of ${time}`, pays, futureDraft(time), 'ReturnsLocked'],
        [
          `change that is said to have been locked, of ${time}`,
          pays,
          claimedLock(time),
          'ReturnsLocked',
        ],
      ] as const,
  ),
  ['change that can only be staked', pays, stake, 'ReturnsLocked'],
  ['change that is said to have been stakeable only', pays, claimedStake, 'ReturnsLocked'],
  [
    'an import that can only be staked',
    { type: 'ImportTx', from: 'C', to: alice.shortID },
    stakeable(imported, 0),
    'ReturnsLocked',
  ],
  [
    'a sweep that can only be staked',
    { type: 'BaseTx', outputs: [{ to: shop.shortID, amount: 'max' }] },
    stakeable(sweep, 0),
    'PaysLocked',
  ],
  [
    'change to Mallory',
    pays,
    buildBaseTx(pState([coin]), { outputs }, { change: mallory.shortID }),
    'PaysOther',
  ],
];
