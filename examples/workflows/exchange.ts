/** What exchanges do: deposits, withdrawals in batches, keys behind a service. */
import {
  apply,
  avax,
  type Draft,
  effects,
  formatHex,
  type Opened,
  type PState,
  type Tx,
  type XState,
} from 'avalanche-tx';
import { buildBaseTx, buildConsolidateTxs } from 'avalanche-tx/build';
import {
  addSignature,
  digests,
  finalize,
  hashSigner,
  type IssueRequest,
  issueTxRequest,
  signWith,
} from 'avalanche-tx/sign';

/** A key that never leaves its service: 65 bytes, or 64 with the public key, for a digest. */
export interface Service {
  readonly publicKey: Uint8Array;
  sign(digest: Uint8Array): Promise<Uint8Array>;
}

/** Something that came in. */
export interface Deposit {
  readonly txID: string;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly amount: bigint;
}

/** What transactions of the X-chain pay to addresses of ours (hex), where one signature and no waiting suffices. */
export const deposits = (opened: Opened, mine: ReadonlySet<string>): readonly Deposit[] =>
  opened.txs.flatMap((tx) =>
    effects(tx).produced.flatMap(({ chain, utxo: { outputIndex, assetID, output } }) =>
      chain === 'X' &&
      output.type === 'secp256k1fx.TransferOutput' &&
      output.threshold === 1 &&
      output.locktime === 0n &&
      mine.has(formatHex(output.addresses[0]!))
        ? [{ txID: tx.txID, outputIndex, assetID, amount: output.amount }]
        : [],
    ),
  );

/** Withdrawals, so many to a transaction: each is built on what the one before leaves. */
export async function withdraw(
  pool: XState,
  withdrawals: readonly { readonly to: string; readonly amount: bigint }[],
  hot: Service,
  perTx = 400,
): Promise<readonly Tx[]> {
  const txs: Tx[] = [];
  let state = pool;
  for (let i = 0; i < withdrawals.length; i += perTx) {
    const outputs = withdrawals.slice(i, i + perTx);
    const draft = buildBaseTx(state, { outputs }, { maxFee: avax('0.001') });
    const tx = finalize(await signWith(draft, hashSigner(hot)));
    txs.push(tx);
    state = apply(state, tx);
  }
  return txs;
}

/** Signs by hand what the service is to sign: the digest goes out, the signature comes in. */
export async function signByService(draft: Draft, { publicKey, sign }: Service): Promise<Tx> {
  let signed = draft;
  for (const { digest } of digests(draft))
    signed = addSignature(signed, { digest, signature: await sign(digest), publicKey });
  return finalize(signed);
}

/** Many UTXOs to few: what to post, in any order. */
export const consolidate = async (pool: PState, hot: Service): Promise<readonly IssueRequest[]> =>
  Promise.all(
    buildConsolidateTxs(pool).map(async (draft) =>
      issueTxRequest(finalize(await signWith(draft, hashSigner(hot)))),
    ),
  );

/** The steps that a Rosetta server has, each a function of the library. */
export const rosetta = {
  payloads: digests,
  combine: addSignature,
  hash: (tx: Tx): string => tx.txID,
  submit: issueTxRequest,
};
