/** What exchanges do: deposits, withdrawals in batches, keys behind a service. */
import {
  type AnyTx,
  applyTxs,
  avax,
  type Draft,
  effectsOf,
  formatHex,
  type Network,
  type Opened,
  open,
  type PState,
  type XState,
} from 'avalanche-tx';
import { buildBaseTx, buildConsolidateTxs } from 'avalanche-tx/build';
import {
  type ExplainContext,
  explain,
  type Finding,
  type Party,
  review,
} from 'avalanche-tx/explain';
import { hdAccount } from 'avalanche-tx/hd';
import { type Issued, isNotAccepted, type NodeClient, type Reason } from 'avalanche-tx/rpc';
import {
  addSignature,
  digestsOf,
  finalize,
  hashSigner,
  type IssueRequest,
  issueTxRequest,
  type PolicyRules,
  policyOf,
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
export const deposits = (
  { txs }: Pick<Opened, 'txs'>,
  mine: ReadonlySet<string>,
): readonly Deposit[] =>
  txs.flatMap((tx) =>
    effectsOf(tx).produced.flatMap(({ chain, utxo: { outputIndex, assetID, output } }) =>
      chain === 'X' &&
      output.type === 'secp256k1fx.TransferOutput' &&
      output.threshold === 1 &&
      output.locktime === 0n &&
      mine.has(formatHex(output.addresses[0]!))
        ? [{ txID: tx.txID, outputIndex, assetID, amount: output.amount }]
        : [],
    ),
  );

/** Deposits block by block as they are accepted, with the place in the index from which to go on after a restart. */
export async function* watchDeposits(
  node: NodeClient,
  from: bigint,
  mine: ReadonlySet<string>,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly next: bigint; readonly deposits: readonly Deposit[] }> {
  const options = { from, follow: true, interval: 100, ...(signal && { signal }) };
  for await (const block of node.blocks('X/block', options))
    yield { next: block.index + 1n, deposits: deposits(block, mine) };
}

/** Withdrawals, so many to a transaction: each is built on what the one before leaves. */
export async function withdraw(
  pool: XState,
  withdrawals: readonly { readonly to: string; readonly amount: bigint }[],
  hot: Service,
  perTx = 400,
): Promise<readonly AnyTx[]> {
  const txs: AnyTx[] = [];
  let state = pool;
  for (let i = 0; i < withdrawals.length; i += perTx) {
    const outputs = withdrawals.slice(i, i + perTx);
    const draft = buildBaseTx(state, { outputs }, { maxFee: avax('0.001') });
    const tx = finalize(await signWith(draft, hashSigner(hot)));
    txs.push(tx);
    state = applyTxs(state, tx);
  }
  return txs;
}

/** Signs by hand what the service is to sign: the digest goes out, the signature comes in. */
export async function signByService(draft: Draft, { publicKey, sign }: Service): Promise<AnyTx> {
  let signed = draft;
  for (const { digest } of digestsOf(draft))
    signed = addSignature(signed, { digest, signature: await sign(digest), publicKey });
  return finalize(signed);
}

/** Many UTXOs to few: what to post next. Once it is accepted, read the pool again for the one after it. */
export const consolidate = async (pool: PState, hot: Service): Promise<readonly IssueRequest[]> =>
  Promise.all(
    buildConsolidateTxs(pool)
      .slice(0, 1)
      .map(async (draft) => issueTxRequest(finalize(await signWith(draft, hashSigner(hot))))),
  );

/** One of Rosetta's operations: of one owner and asset. */
export interface Operation {
  readonly index: number;
  readonly type: string;
  /** One address, or how many of which sign; empty where it is not known. */
  readonly account: string;
  /** Below 0: it goes in. */
  readonly value: bigint;
  readonly assetID: string | undefined;
}

/** What goes in and who gets it; what is burned is missing from their sum. */
export function operations(of: Draft | AnyTx, known: ExplainContext = {}): readonly Operation[] {
  const { assets, payments, flows } = explain(of, known);
  const name = (party: Party | undefined): string =>
    !party
      ? ''
      : party.addresses.length === 1
        ? party.addresses[0]!
        : `${party.threshold} of ${party.addresses.join(' ')}`;
  return [
    ...payments.map(({ from, amount = 0n, asset }) => ({
      type: 'INPUT',
      account: name(from),
      value: -amount,
      asset,
    })),
    ...flows.flatMap(({ why, to, amount, asset }) =>
      to && amount !== undefined
        ? [{ type: why.toUpperCase(), account: name(to), value: amount, asset }]
        : [],
    ),
  ].map(({ asset, ...rest }, index) => ({ index, ...rest, assetID: assets[asset]?.id }));
}

/** The steps that a Rosetta server has, each a function of the library. */
export const rosetta = {
  parse: operations,
  payloads: digestsOf,
  combine: addSignature,
  hash: (tx: AnyTx): string => tx.txID,
  submit: issueTxRequest,
};

/** The deposit address of a customer. Nobody who makes it needs a key. */
export const depositAddress = (xpub: string, network: Network, customer: number): string =>
  hdAccount(xpub, "m/44'/9000'/0'").addresses('X', network, { from: customer, count: 1 })[0]!
    .address;

/** What a signing service lets pass: withdrawals to customers that are known, small enough, young enough. */
export const objections = (
  draft: Draft,
  network: PolicyRules['network'],
  customers: readonly string[],
  own: readonly string[],
  now: bigint,
): readonly Finding[] =>
  review(draft, {
    expect: policyOf({
      to: customers,
      own,
      network,
      types: ['avm.BaseTx', 'platformvm.BaseTx'],
      amounts: { AVAX: avax('1000') },
      maxAge: 600n,
    }),
    own,
    time: now,
  });

/**
 * Pays out from a node: what is signed is saved before it is sent, so that no payment is made twice whenever this ends and
 * starts again.
 */
export async function payOut(
  node: NodeClient,
  from: readonly string[],
  withdrawals: readonly { readonly to: string; readonly amount: bigint }[],
  hot: Service,
  save: (tx: AnyTx) => Promise<void>,
): Promise<readonly Issued[]> {
  const txs = await withdraw(await node.xchain.state(from), withdrawals, hot);
  for (const tx of txs) await save(tx);
  const issued: Issued[] = [];
  for (const tx of txs) issued.push(await node.issue(tx, { idempotent: true }));
  return issued;
}

/** A transaction that was saved and perhaps sent: accepted, or why it never will be; `rebuild` if its UTXOs are gone. */
export async function resume(
  node: NodeClient,
  saved: Uint8Array,
): Promise<Issued | 'rebuild' | Reason | undefined> {
  const [tx] = open(saved, { kind: 'tx' }).txs;
  try {
    return await node.issue(tx!, { idempotent: true });
  } catch (e) {
    if (!isNotAccepted(e)) throw e;
    return e.context.reason?.code === 'NotFound' ? 'rebuild' : e.context.reason;
  }
}
