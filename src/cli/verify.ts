import { AvalancheError, isError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { Hint } from '../open/open.ts';
import { verifyCare } from '../rules/care.ts';
import { chainNameOf } from '../rules/context.ts';
import {
  type CredentialState,
  signersOf,
  verifyCredentialCount,
  verifyCredentials,
} from '../rules/credentials.ts';
import { verifyStaking } from '../rules/staking.ts';
import { verifyTx } from '../rules/tx.ts';
import { authorityOwner } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import { equalBytes, formatHex, parseHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { claimsOf } from '../tx/claims.ts';
import { type FlowState, flowsOf, verifyFlows } from '../tx/flows.ts';
import { verifyPossession } from '../warp/bls.ts';
import { burnedIn, priceIn, priceOf } from './fee.ts';
import { type Known, networkOf, readKnown, readSubject, type Subject } from './subject.ts';
import { columns, painter } from './terminal.ts';
import { now, parseTime } from './time.ts';

/** What `verify` writes, and the first thing that is wrong. */
export interface Verdict {
  readonly text: string;
  readonly error?: AvalancheError;
}

/** What a check says: a detail, or why it was not made. */
type Finding = string | { readonly skipped: string };

const paint = painter(process.stdout);

/**
 * Checks a transaction rule by rule.
 * @param options.known Text of what is known of the chain.
 */
export function verifyCommand(
  text: string,
  hint: Hint,
  options: { readonly time: string | undefined; readonly known: string | undefined },
): Verdict {
  const { time: at, known: file } = options;
  const subject = readSubject(text, hint);
  const known =
    file === undefined
      ? undefined
      : within(['utxos'], () => readKnown(file, { ...hint, chain: chainNameOf(subject.tx) }));
  const { tx, draft } = subject;
  const state = known?.state;
  const network = networkOf(subject, state);
  const chain = subject.blockchain ?? (state?.chain === 'X' ? state.blockchain : undefined);
  const time =
    at === undefined
      ? (state?.time ?? draft?.time ?? now())
      : within(['time'], () => parseTime(at));
  const utxos = known?.utxos ?? draft?.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
  const rules = { network, ...(chain && { chain }), verifyPossession };
  const flowState = { avaxAssetID: network.avaxAssetID, time, ...(utxos && { utxos }) };
  const checks: readonly (readonly [string, () => Finding])[] = [
    ['form', quiet(() => verifyTx(tx, rules))],
    ['time', quiet(() => verifyTx(tx, { ...rules, time }))],
    ['staking', () => staking(subject, network, time)],
    ['flows', () => flows(tx, flowState)],
    ['fee', () => fee(subject, network, state, flowState)],
    ...(tx.type === 'atomic.ExportTx' ? [['accounts', () => accounts(tx, state)] as const] : []),
    ['credentials', () => credentials(subject, known, time, network)],
    ['care', quiet(() => care(tx, network, flowState))],
  ];
  const found = checks.map(([name, check]) => result(name, check));
  // What is wrong whenever is no matter of time.
  const [form, timely, ...others] = found as [Row, Row, ...Row[]];
  const rows = form.error
    ? [form, { ...timely, verdict: 'not checked', detail: 'for its form' }, ...others]
    : found;
  const error = found.find((row) => row.error)?.error;
  const head = [
    tx.type.replace(/^atomic\./, 'C-chain '),
    ...(subject.txID ? [subject.txID] : []),
    `on ${network.name} at ${time}`,
  ].join(' ');
  const cells = rows.map(({ name, verdict, detail }) => [name, verdict, detail]);
  const table = columns(cells, (column, t) =>
    column === 1 ? paint(t === 'ok' ? 'green' : t === 'refused' ? 'red' : 'yellow', t) : t,
  );
  return { text: `${head}\n\n${table}`.replace(/ +$/gm, ''), ...(error && { error }) };
}

interface Row {
  readonly name: string;
  readonly verdict: 'ok' | 'refused' | 'unknown' | 'not checked';
  readonly detail: string;
  readonly error?: AvalancheError;
}

function result(name: string, check: () => Finding): Row {
  try {
    const found = check();
    return typeof found === 'string'
      ? { name, verdict: 'ok', detail: found }
      : { name, verdict: 'not checked', detail: found.skipped };
  } catch (error) {
    if (!isError(error)) throw error;
    const verdict = error.code === 'MissingState' ? 'unknown' : 'refused';
    return { name, verdict, detail: error.message, error };
  }
}

type Tx = Subject['tx'];
const quiet = (check: () => void) => (): Finding => {
  check();
  return '';
};

function staking({ tx }: Subject, network: Network, time: bigint): Finding {
  try {
    verifyStaking(tx, { network, time });
    return '';
  } catch (e) {
    if (isError(e, 'MissingState')) return { skipped: e.detail };
    throw e;
  }
}

function flows(tx: Tx, state: FlowState): string {
  const found = flowsOf(tx, state).assets.flatMap(({ assetID, deposited, locked, burned }) => {
    const parts = Object.entries({ burned, deposited, locked }).filter(([, amount]) => amount > 0n);
    const unit = equalBytes(assetID, state.avaxAssetID) ? 'nAVAX' : `of ${formatID(assetID)}`;
    return parts.map(([part, amount]) => `${amount} ${unit} ${part}`);
  });
  return found.join(', ');
}

function fee(
  subject: Subject,
  network: Network,
  state: State | undefined,
  flowState: FlowState,
): Finding {
  const { tx, draft } = subject;
  const asked = priceOf(subject, network, priceIn(state) ?? draft?.fee.price).fee;
  if (asked === undefined) return { skipped: 'the price of gas is in a state: --utxos STATE' };
  const burned = burnedIn(tx, flowState);
  if (burned >= asked) return `${asked} nAVAX asked, ${burned} burned`;
  throw new AvalancheError(
    'FeeTooLow',
    `${burned} nAVAX are burned, at least ${asked} are needed`,
    { fee: burned, minFee: asked },
  );
}

/** Nonces and balances of a C-chain export. */
function accounts(
  tx: Extract<Tx, { readonly type: 'atomic.ExportTx' }>,
  state: State | undefined,
): Finding {
  if (state?.chain !== 'C') return { skipped: 'nonces and balances are in a state: --utxos STATE' };
  tx.inputs.forEach(({ address, nonce, amount }, i) => {
    within(['inputs', i], () => {
      const text = formatHex(address);
      const account = state.accounts.find((of) => of.address === text);
      if (!account)
        throw new AvalancheError('MissingState', `the state has no account ${text}`, {
          what: 'account',
          id: text,
        });
      if (account.nonce !== nonce)
        throw new AvalancheError('Mismatch', `is ${nonce}, the next nonce is ${account.nonce}`, {
          found: String(nonce),
          expected: String(account.nonce),
        }).at('nonce');
      if (amount * 1_000_000_000n > account.balance)
        throw new AvalancheError('Insufficient', `the account has ${account.balance} wei`, {
          assetID: formatID(state.network.avaxAssetID),
          symbol: 'AVAX',
          denomination: 18,
          needed: amount * 1_000_000_000n,
          spendable: account.balance,
        }).at('amount');
    });
  });
  return '';
}

function credentials(
  { tx, signed, draft }: Subject,
  known: Known | undefined,
  time: bigint,
  network: Network,
): Finding {
  if (draft) {
    const { length } = draft.missing;
    if (length > 0) return { skipped: `${length} of ${draft.slots.length} are to be signed` };
    return 'each signature is of its slot';
  }
  if (!signed) return { skipped: 'it is not signed' };
  verifyCredentialCount(signed);
  if (!known && tx.type !== 'atomic.ExportTx') {
    signersOf(signed);
    return { skipped: 'whether the owners signed: --utxos FILE' };
  }
  verifyCredentials(signed, {
    utxos: known?.utxos ?? [],
    time,
    ...authorityOf(tx, known?.state, network),
  });
  const signers = new Set(signersOf(signed).flat().map(formatHex));
  const isAccount = tx.type === 'atomic.ExportTx';
  const text = (hex: string) =>
    isAccount ? hex : formatAddress(chainNameOf(tx), parseHex(hex), network);
  return signers.size === 0 ? '' : `signed by ${[...signers].map(text).join(', ')}`;
}

/** Who must agree, if the state says it. */
function authorityOf(
  tx: Tx,
  state: State | undefined,
  network: Network,
): Pick<CredentialState, 'authority'> {
  const claim = claimsOf(tx).find(({ kind }) => kind === 'auth');
  const id = claim?.kind === 'auth' ? formatID(claim.of) : '';
  const owner = state?.chain === 'P' ? state.authorities?.[id] : undefined;
  return owner ? { authority: authorityOwner(owner, network.chains.P, network) } : {};
}

/** What a node takes and nobody means; also that nothing that is locked is lost. */
function care(tx: Tx, network: Network, state: FlowState): void {
  verifyCare(tx, { network });
  const { assets } = flowsOf(tx, state);
  const amounts = (part: 'burned' | 'locked') =>
    assets.map((flow) => ({ assetID: flow.assetID, amount: flow[part] }));
  verifyFlows(tx, { ...state, fee: 0n, burn: amounts('burned'), lock: amounts('locked') });
}
