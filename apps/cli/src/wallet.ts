/** `send`, `move`, `run` and `payments`: payments from the amount to the accepted transaction, over the wallet of the library. */
import {
  AvalancheError,
  avax,
  type ChainName,
  formatJSON,
  identifyNetwork,
  isError,
  type JSONValue,
  parseJSON,
  readAddress,
} from 'avalanche-tx';
import type { HDWallet } from 'avalanche-tx/hd';
import { connect } from 'avalanche-tx/rpc';
import { formatDraft, type Key } from 'avalanche-tx/sign';
import {
  createWallet,
  type PaymentSummary,
  readWalletIntent,
  type WalletCallOptions,
  type WalletClient,
  type WalletKey,
  type WalletResult,
} from 'avalanche-tx/wallet';
import { UsageError, wholeNumber } from '../../shared/failures.ts';
import { confirmed, declined, nobodyAsked, reviewText } from './confirm.ts';
import { isJSONObject } from './document.ts';
import { networkIn } from './network.ts';
import { connectOptions, type NodeOptions, networkIDOf } from './node.ts';
import { interruptible, type StoredAccount, storedAccounts, storeOf } from './paymentstore.ts';
import { readKeys, readWords, type SignerFiles } from './secrets.ts';
import type { Shell } from './shell.ts';
import { columns, printed, progressOn, shellWord, shortened } from './terminal.ts';
import { within } from './within.ts';

/** Options of all three commands. */
export interface PaymentOptions extends Omit<NodeOptions, 'url'>, SignerFiles {
  /** URLs of nodes of one network, which are tried in turn. */
  readonly url: readonly string[];
  /** AVAX as text. */
  readonly maxFee: string | undefined;
  readonly yes: boolean;
  /** The folder of payments. */
  readonly store: string | undefined;
}

/** Options of the commands that pay. */
export interface PayingOptions extends PaymentOptions {
  /** The payment's identity. */
  readonly id: string | undefined;
}

/** A call of the wallet. */
type Call = (wallet: WalletClient, of: WalletCallOptions) => Promise<WalletResult>;

const amountOf = (text: string): bigint | 'max' =>
  text === 'max' ? 'max' : within(['amount'], () => avax(text));

/** Pays an address. */
export function sendCommand(
  amount: string,
  of: PayingOptions & {
    readonly to: string;
    readonly asset: string | undefined;
    readonly memo: string | undefined;
  },
  shell: Shell,
): Promise<string> {
  const { to, asset, memo } = of;
  const chain = /^0x/i.test(to) ? 'C' : within(['to'], () => readAddress(to)).alias;
  if (chain !== 'P' && chain !== 'X')
    throw new UsageError(
      'send pays addresses of P and X (P-…, X-…): on C an EVM wallet pays, and move brings AVAX there',
    );
  const units =
    asset === undefined || amount === 'max' ? amountOf(amount) : wholeNumber(amount, 'AMOUNT');
  const payment = {
    chain,
    to,
    amount: units,
    ...(asset !== undefined && { assetID: asset }),
    ...(memo !== undefined && { memo }),
  } as const;
  return pay((wallet, how) => wallet.send(payment, how), of, shell);
}

/** Moves AVAX to another chain. */
export function moveCommand(
  amount: string,
  of: PayingOptions & { readonly from: ChainName; readonly to: ChainName },
  shell: Shell,
): Promise<string> {
  const { from, to } = of;
  if (from === to) throw new UsageError('--from and --to must be two chains');
  const move = { from, to, amount: amountOf(amount) };
  return pay((wallet, how) => wallet.move(move, how), of, shell);
}

/** Builds, signs and submits an intent. */
export function runCommand(
  text: string,
  of: PayingOptions & { readonly chain: ChainName | undefined },
  shell: Shell,
): Promise<string> {
  const json = within(['intent'], () => parseJSON(text));
  if (!isJSONObject(json)) throw new UsageError('an intent must be a JSON object');
  const { chain: named, ...members } = json;
  const chain = chainOfIntent(of.chain ?? named, members.type);
  const { intent, call } = within(['intent'], () => readWalletIntent(formatJSON(members), chain));
  return pay((wallet, how) => wallet.run(intent, { ...call, ...how }), of, shell);
}

/** The chain of an intent: as said, or the only one that has its type. */
function chainOfIntent(said: JSONValue | undefined, type: JSONValue | undefined): ChainName {
  const chains = ['P', 'X', 'C'] as const;
  const named = chains.find((chain) => chain === said);
  if (named) return named;
  const able = chains.filter((chain) => typeof type === 'string' && chainsOf(type).includes(chain));
  if (said === undefined && able.length === 1) return able[0]!;
  throw new UsageError('run needs --chain P, X or C, or "chain" in the intent');
}

function chainsOf(type: string): readonly ChainName[] {
  if (type === 'BaseTx') return ['P', 'X'];
  if (type === 'ExportTx' || type === 'ImportTx') return ['P', 'X', 'C'];
  return type === 'CreateAssetTx' || type === 'OperationTx' ? ['X'] : ['P'];
}

/** Runs a call to its end. */
const pay = (call: Call, { id, ...of }: PayingOptions, shell: Shell): Promise<string> =>
  withWallet(of, shell, async (wallet, how) =>
    resultText(await call(wallet, { ...how, ...(id !== undefined && { id }) }), shell),
  );

/** Makes the wallet of an account, and closes it at the end of the work, however that comes. */
async function withWallet(
  of: PaymentOptions,
  shell: Shell,
  work: (wallet: WalletClient, how: WalletCallOptions) => Promise<string>,
): Promise<string> {
  const { maxFee, yes, store } = of;
  const limits = maxFee === undefined ? {} : { maxFee: within(['max-fee'], () => avax(maxFee)) };
  const { signers, owners, wipe } = await signersOf(of, shell);
  try {
    const { networkID, ...nodes } = await nodesOf(of, shell);
    const wallet = createWallet({
      ...nodes,
      signer: signers,
      store: storeOf(networkID, owners, store),
      ...(!yes && { confirm: asking(shell) }),
      ...telling(shell),
    });
    try {
      return await interruptible((signal) => work(wallet, { ...limits, signal }));
    } finally {
      await wallet.close();
    }
  } finally {
    progressOn(shell.stderr)('');
    wipe();
  }
}

/** Lines of JSON. */
const jsonLines = (rows: readonly object[]): string =>
  rows.map((row) => formatJSON(row as never)).join('\n');

/** What a payment led to. What the store could not write is told, and changes nothing. */
function resultText(result: WalletResult, { warn }: Shell): string {
  if (result.status === 'Unsigned') {
    warn(`${result.why} (payment ${result.id})`);
    return formatDraft(result.draft);
  }
  if (result.warning !== undefined) warn(result.warning);
  return jsonLines(
    result.txs.map(({ chain, txID, unsignedTx: { type } }) => ({
      txID,
      status: 'Accepted',
      chain,
      type,
    })),
  );
}

/** What `payments` does. */
export type PaymentsAction = 'list' | 'resume' | 'release' | 'remove';

/** Lists the payments that have no outcome, goes on with those of an account, or gives one up. Only to go on needs keys and a node. */
export function paymentsCommand(
  action: PaymentsAction,
  id: string | undefined,
  { json, ...of }: PaymentOptions & { readonly json: boolean },
  shell: Shell,
): Promise<string> {
  switch (action) {
    case 'list':
      return listPayments(id, json, of, shell);
    case 'resume':
      return withWallet(of, shell, (wallet, how) => resumePayments(wallet, id, how, shell));
    default:
      if (id === undefined) throw new UsageError(`payments ${action} needs the ID of a payment`);
      return endPayment(action, id, of, shell);
  }
}

async function resumePayments(
  wallet: WalletClient,
  id: string | undefined,
  how: WalletCallOptions,
  shell: Shell,
): Promise<string> {
  if (id !== undefined) return resultText(await wallet.resume(id, how), shell);
  const outcomes = await wallet.resumeAll(how);
  for (const one of outcomes)
    if (one.status === 'Failed') shell.warn(`${one.id}: ${messageOfError(one.error)}`);
  const texts = outcomes.flatMap((one) =>
    one.status === 'Failed' ? [] : [resultText(one, shell)],
  );
  const errors = outcomes.flatMap((one) => (one.status === 'Failed' ? [one.error] : []));
  if (errors.length === 0) return texts.join('\n');
  // What was accepted is printed before the status tells of the others: that one may still be accepted, whatever else failed.
  for (const text of texts) shell.print(text);
  throw errors.find((e) => isError(e, 'Pending')) ?? errors[0];
}

/** The accounts in the store, of the network that `--network` names. */
function accountsOf(
  { store, network }: PaymentOptions,
  { stdin }: Shell,
): readonly StoredAccount[] {
  const only = networkIn(network, stdin)?.networkID;
  return storedAccounts(store).filter(({ networkID }) => only === undefined || networkID === only);
}

/** Works on the payments of an account without its keys and a node. */
async function withPayments<T>(
  { store }: StoredAccount,
  work: (wallet: WalletClient) => Promise<T>,
): Promise<T> {
  // No call of these asks a node.
  const wallet = createWallet({ url: 'http://127.0.0.1:9650', store });
  try {
    return await work(wallet);
  } finally {
    await wallet.close();
  }
}

async function listPayments(
  id: string | undefined,
  json: boolean,
  of: PaymentOptions,
  shell: Shell,
): Promise<string> {
  const found: ListedPayment[] = [];
  for (const account of accountsOf(of, shell)) {
    const { name: network } = identifyNetwork(account.networkID);
    try {
      const all = await withPayments(account, (wallet) => wallet.payments());
      for (const { next, ...one } of all)
        if (id === undefined || one.id === id)
          found.push({ network, ...one, ...(next !== undefined && { next: nextOf(one) }) });
    } catch (e) {
      if (!isError(e, 'InUse')) throw e;
      shell.warn(`payments on ${network} are in use: ${e.detail}`);
    }
  }
  return json ? jsonLines(found) : found.map((one) => summaryText(one)).join('\n\n');
}

/** Releases or removes a payment of the only account that has it. */
async function endPayment(
  action: 'release' | 'remove',
  id: string,
  of: PaymentOptions,
  shell: Shell,
): Promise<string> {
  let found: StoredAccount[] = [];
  for (const account of accountsOf(of, shell)) {
    const open = await account.store.open();
    const record = await open.read(id).finally(() => open.close());
    if (record !== undefined) found.push(account);
  }
  if (found.length > 1 && (of.key.length > 0 || of.mnemonic !== undefined)) {
    const { owners, wipe } = await signersOf(of, shell);
    wipe();
    found = found.filter(({ isOf }) => isOf(owners));
  }
  const [account, ...others] = found;
  if (!account)
    throw new AvalancheError('NotFound', `there is no payment ${JSON.stringify(id)}`, {
      what: 'payment',
    }).at('id');
  if (others.length > 0)
    throw new UsageError(
      `several accounts have a payment ${JSON.stringify(id)}: name one with --network and --key`,
    );
  await withPayments(account, (wallet) => wallet[action](id));
  return '';
}

/** A payment, and the network that it is on. */
type ListedPayment = PaymentSummary & { readonly network: string };

const messageOfError = (e: unknown): string => (e instanceof Error ? e.message : String(e));

/** The command that goes on with a payment. */
const nextOf = ({ id, damaged }: Pick<PaymentSummary, 'id' | 'damaged'>): string =>
  damaged === undefined
    ? `avalanche-tx payments resume ${shellWord(id)}`
    : `look for its transactions on the chain; then avalanche-tx payments release ${shellWord(id)}`;

/** A payment in a few lines. */
function summaryText({ id, network, state, title, txs, reason, next }: ListedPayment): string {
  const lines = [
    ['payment', id],
    ['network', network],
    ['state', state],
    ['what', title],
    ...txs.map(({ txID, chain, status }) => ['transaction', `${txID} on ${chain}, ${status}`]),
    ...(reason === undefined ? [] : [['reason', shortened(reason)]]),
    ...(next === undefined ? [] : [['next', next]]),
  ];
  return columns(lines);
}

/** The keys that sign. */
async function signersOf(
  of: SignerFiles,
  shell: Shell,
): Promise<{
  readonly signers: readonly WalletKey[];
  /** What identifies the account: an address of each signer. */
  readonly owners: readonly Uint8Array[];
  readonly wipe: () => void;
}> {
  const { key, mnemonic } = of;
  if (key.length === 0 && mnemonic === undefined)
    throw new UsageError('pass --key FILE or --mnemonic FILE: who pays');
  const keys: readonly Key[] = await readKeys(of, shell);
  const words = mnemonic === undefined ? [] : [await readWords(mnemonic, shell)];
  const signers = [...keys, ...words];
  const first = (of: HDWallet): Uint8Array => of.account().owner(0).addresses[0]!;
  return {
    signers,
    owners: [...keys.map(({ shortID }) => shortID), ...words.map(first)],
    wipe: () => {
      for (const signer of signers) signer.wipe();
    },
  };
}

const publicURLs: { readonly [network: string]: string } = {
  mainnet: 'https://api.avax.network',
  fuji: 'https://api.avax-test.network',
};

/** Where the wallet finds its nodes. Each must be of the network that `--network` names. */
async function nodesOf({ url, ...of }: PaymentOptions, shell: Shell) {
  const usual = publicURLs[of.network ?? ''] ?? 'http://127.0.0.1:9650';
  const urls = url.length > 0 ? url : [usual];
  const options = connectOptions(of, shell);
  const wanted = options.network ?? networkIn(of.network, shell.stdin);
  let networkID: number | undefined;
  let last: unknown;
  for (const one of urls)
    try {
      const found = await networkIDOf(connect(one, options), wanted);
      networkID ??= found;
    } catch (e) {
      // The next one is tried, as by the wallet.
      if (urls.length === 1 || isError(e, 'WrongNetwork') || !isError(e)) throw e;
      last = e;
    }
  if (networkID === undefined) throw last;
  return { url: urls, connect: options, networkID };
}

/** Shows what is to be signed, and asks. */
const asking =
  (shell: Shell): NonNullable<WalletCallOptions['confirm']> =>
  (explanation) => {
    shell.stderr.write(printed(reviewText(explanation, shell.stderr)));
    const answer = confirmed(explanation, shell);
    if (answer === undefined) throw nobodyAsked('--yes if this is what you mean');
    if (!answer) throw declined();
    return true;
  };

/** Tells what was submitted and accepted. */
const telling = ({ stderr, warn }: Shell): Pick<WalletCallOptions, 'onProgress'> => ({
  onProgress: (progress) => {
    if (progress.step === 'planned') warn(`payment ${progress.id}`);
    if (progress.step === 'submitted' || progress.step === 'accepted') {
      progressOn(stderr)('');
      warn(`${progress.step} on ${progress.chain}: ${progress.txID}`);
      if (progress.step === 'submitted') progressOn(stderr)('Waiting for acceptance…');
    }
  },
});
