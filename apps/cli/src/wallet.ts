/** `send`, `move` and `run`: a payment from the amount to the accepted transaction, over the wallet of the library. */
import {
  avax,
  type ChainName,
  formatJSON,
  isError,
  type JSONValue,
  parseJSON,
  readAddress,
} from 'avalanche-tx';
import { parseIntent } from 'avalanche-tx/build';
import { formatDraft, type Key } from 'avalanche-tx/sign';
import {
  createWallet,
  type WalletCallOptions,
  type WalletClient,
  type WalletIntent,
  type WalletKey,
  type WalletResult,
} from 'avalanche-tx/wallet';
import { declarationOf } from '../../../src/builder/intents/table.ts';
import { within } from '../../../src/errors/error.ts';
import { isJSONObject } from '../../../src/text/json.ts';
import { filledIn } from '../../../src/wallet/plan.ts';
import { confirmed, declined, nobodyAsked, reviewText } from './confirm.ts';
import { UsageError, wholeNumber } from './input.ts';
import { connectOptions, type NodeOptions, nodeAt } from './node.ts';
import { readKeys, readWords, type SignerFiles } from './secrets.ts';
import type { Shell } from './shell.ts';
import { printed, progressOn } from './terminal.ts';

/** Options of all three commands. */
export interface PaymentOptions extends Omit<NodeOptions, 'url'>, SignerFiles {
  /** URLs of nodes of one network, which are tried in turn. */
  readonly url: readonly string[];
  /** AVAX as text. */
  readonly maxFee: string | undefined;
  readonly yes: boolean;
  /** The file that an interrupted call is continued from. */
  readonly record: string | undefined;
}

/** A call of the wallet, and what identifies it in its record. */
interface Call {
  readonly said: Readonly<Record<string, string>>;
  readonly run: (wallet: WalletClient, of: WalletCallOptions) => Promise<WalletResult>;
}

const amountOf = (text: string): bigint | 'max' =>
  text === 'max' ? 'max' : within(['amount'], () => avax(text));

/** Pays an address. */
export function sendCommand(
  amount: string,
  of: PaymentOptions & {
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
  const said = { send: amount, to, ...(asset && { asset }), ...(memo && { memo }) };
  const units =
    asset === undefined || amount === 'max' ? amountOf(amount) : wholeNumber(amount, 'AMOUNT');
  const payment = {
    chain,
    to,
    amount: units,
    ...(asset !== undefined && { assetID: asset }),
    ...(memo !== undefined && { memo }),
  } as const;
  return pay({ said, run: (wallet, how) => wallet.send(payment, how) }, of, shell);
}

/** Moves AVAX to another chain. */
export function moveCommand(
  amount: string,
  of: PaymentOptions & { readonly from: ChainName; readonly to: ChainName },
  shell: Shell,
): Promise<string> {
  const { from, to } = of;
  if (from === to) throw new UsageError('--from and --to must be two chains');
  const move = { from, to, amount: amountOf(amount) };
  const said = { move: amount, from, to };
  return pay({ said, run: (wallet, how) => wallet.move(move, how) }, of, shell);
}

/** Builds, signs and submits an intent. */
export function runCommand(
  text: string,
  of: PaymentOptions & { readonly chain: ChainName | undefined },
  shell: Shell,
): Promise<string> {
  const json = within(['intent'], () => parseJSON(text));
  if (!isJSONObject(json)) throw new UsageError('an intent must be a JSON object');
  const { chain: named, ...members } = json;
  const chain = chainOfIntent(of.chain ?? named, members.type);
  const run: Call['run'] = async (wallet, how) => {
    const own = await wallet.address(chain);
    const open = Object.fromEntries(
      filledIn(members.type)
        .filter((field) => members[field] === undefined)
        .map((field) => [field, { addresses: [own], threshold: 1 }]),
    );
    const { intent, options } = within(['intent'], () =>
      parseIntent(formatJSON({ ...members, ...open } as JSONValue), chain),
    );
    const { maxFee, priceMargin, ...building } = options;
    return wallet.run({ ...intent, chain } as WalletIntent, {
      ...(maxFee !== undefined && { maxFee }),
      ...(priceMargin !== undefined && { priceMargin }),
      ...how,
      options: building,
    });
  };
  return pay({ said: { run: formatJSON({ ...members } as JSONValue), chain }, run }, of, shell);
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
  if (!declarationOf(type, 'P')) return ['P', 'X', 'C'];
  if (type === 'BaseTx') return ['P', 'X'];
  if (type === 'ExportTx' || type === 'ImportTx') return ['P', 'X', 'C'];
  return type === 'CreateAssetTx' || type === 'OperationTx' ? ['X'] : ['P'];
}

/** Runs a call to its end. */
async function pay(call: Call, of: PaymentOptions, shell: Shell): Promise<string> {
  const { maxFee } = of;
  const { signers, wipe } = await signersOf(of, shell);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  try {
    const wallet = createWallet({
      ...(await nodesOf(of, shell)),
      signer: signers,
      ...(!of.yes && { confirm: asking(shell) }),
      ...telling(shell),
    });
    const limits = maxFee === undefined ? {} : { maxFee: within(['max-fee'], () => avax(maxFee)) };
    const result = await call.run(wallet, { ...limits, signal: stop.signal });
    if (result.status === 'Unsigned') return formatDraft(result.draft);
    return result.txs
      .map(({ chain, txID, unsignedTx: { type } }) =>
        formatJSON({ txID, status: 'Accepted', chain, type }),
      )
      .join('\n');
  } finally {
    process.off('SIGINT', interrupt);
    progressOn(shell.stderr)('');
    wipe();
  }
}

/** The keys that sign. */
async function signersOf(
  of: SignerFiles,
  shell: Shell,
): Promise<{ readonly signers: readonly WalletKey[]; readonly wipe: () => void }> {
  const { key, mnemonic } = of;
  if (key.length === 0 && mnemonic === undefined)
    throw new UsageError('pass --key FILE or --mnemonic FILE: who pays');
  const keys: readonly Key[] = await readKeys(of, shell);
  const words = mnemonic === undefined ? [] : [await readWords(mnemonic, shell)];
  const signers = [...keys, ...words];
  return {
    signers,
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
  const connect = connectOptions(of, shell);
  for (const one of urls)
    try {
      await nodeAt({ url: one, connect, network: of.network }, shell);
    } catch (e) {
      // The next one is tried, as by the wallet.
      if (urls.length === 1 || isError(e, 'WrongNetwork') || !isError(e)) throw e;
    }
  return { url: urls, connect };
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
    if (progress.step === 'submitted' || progress.step === 'accepted') {
      progressOn(stderr)('');
      warn(`${progress.step} on ${progress.chain}: ${progress.txID}`);
      if (progress.step === 'submitted') progressOn(stderr)('Waiting for acceptance…');
    }
  },
});
