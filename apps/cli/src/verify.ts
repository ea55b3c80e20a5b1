import {
  AvalancheError,
  type Draft,
  formatAddress,
  formatHex,
  type Hint,
  isError,
  type Network,
  parseHex,
} from 'avalanche-tx';
import { verifyPossession, verifyWarpMessage } from 'avalanche-tx/bls';
import type { Origins } from 'avalanche-tx/rpc';
import {
  checkCare,
  checkTx,
  type Facts,
  factsOfState,
  type RuleFinding,
  signersOf,
} from 'avalanche-tx/rules';
import { factsOfDraft, prove } from 'avalanche-tx/sign';
import {
  authoritiesIn,
  evidenceIn,
  inquiryOf,
  type Known,
  networkOf,
  readTx,
  type TxInput,
} from './content.ts';
import { columns, dateText, painter } from './terminal.ts';
import { chainOf } from './tx.ts';

/** The output of `verify`, and the first error. */
export interface Verdict {
  readonly text: string;
  readonly error?: AvalancheError;
}

const paint = painter(process.stdout);

/**
 * Checks a transaction rule by rule.
 * @param options.known Text of a state or of a `getUTXOs` reply.
 * @param options.origins What a node said about it.
 * @param options.complete Whether a rule that cannot be checked counts as an error.
 */
export function verifyCommand(
  text: string,
  hint: Hint,
  options: {
    readonly time: string | undefined;
    readonly known: string | undefined;
    readonly origins?: Origins | undefined;
    readonly complete: boolean;
  },
): Verdict {
  const { input, known, time } = inquiryOf(readTx(text, hint), hint, options);
  const { tx, draft, signed } = input;
  const network = networkOf(input, known?.state ?? known?.origins, hint);
  const facts = { ...factsFor(input, known, network), time, clock: time };
  const { findings } = checkTx(draft ?? signed ?? tx, facts);
  const rows = [
    ...findings.map((row) => withSigners(row, input, network)),
    ...(draft ? [owners(draft, known)] : []),
    checkCare(tx, facts),
  ];
  const refusal = rows.find((row) => row.error)?.error;
  const open = rows.find((row) => row.result === 'not checked');
  const error = refusal ?? (options.complete && open ? incomplete(open) : undefined);
  const head = [
    tx.type.replace(/^atomic\./, 'C-chain '),
    ...(input.txID ? [input.txID] : []),
    `on ${network.name} at ${dateText(time)}`,
  ].join(' ');
  return { text: `${head}\n\n${tableOf(rows)}`, ...(error && { error }) };
}

const colors = { ok: 'green', refused: 'red', 'not checked': 'yellow' } as const;

function tableOf(rows: readonly RuleFinding[]): string {
  const cells = rows.map(({ rule, result, detail = '', error }) => [
    rule,
    result,
    error?.message ?? detail,
  ]);
  const table = columns(cells, (column, text) =>
    column === 1 ? paint(colors[text.trim() as RuleFinding['result']], text) : text,
  );
  return table.replace(/ +$/gm, '');
}

const incomplete = ({ rule, detail }: RuleFinding): AvalancheError =>
  new AvalancheError('MissingState', `${rule} was not checked: ${detail}`, { what: rule });

/** Returns facts from the state or the UTXOs, or from the draft if those do not have them. */
function factsFor(
  { draft, blockchain }: TxInput,
  known: Known | undefined,
  network: Network,
): Facts {
  const { state, utxos } = known ?? {};
  const told = draft ? factsOfDraft(draft) : { network };
  // A reply does not name the chain that exported its UTXOs.
  const said = state
    ? factsOfState(state)
    : utxos
      ? { utxos, imports: { P: utxos, X: utxos, C: utxos } }
      : {};
  const facts = Object.fromEntries(Object.entries(said).filter(([, fact]) => fact !== undefined));
  return {
    blockchain,
    ...told,
    ...facts,
    network,
    bls: { verifyPossession, verifyMessage: verifyWarpMessage },
  };
}

/** Adds the signers to the finding about signatures. */
function withSigners(row: RuleFinding, { tx, signed }: TxInput, network: Network): RuleFinding {
  if (row.rule !== 'signatures' || row.result !== 'ok' || !signed) return row;
  const signers = new Set(signersOf(signed).flat().map(formatHex));
  const isAccount = tx.type === 'atomic.ExportTx';
  const text = (hex: string) =>
    isAccount ? hex : formatAddress(parseHex(hex), chainOf(tx), network);
  return signers.size === 0
    ? row
    : { ...row, detail: `signed by ${[...signers].map(text).join(', ')}` };
}

/** Compares the owners in a draft with the given UTXOs and with evidence, since a draft's own are only claims. */
function owners(draft: Draft, known: Known | undefined): RuleFinding {
  try {
    const { utxos = [] } = known ?? {};
    const authorities = known && authoritiesIn(known);
    const evidence = known ? evidenceIn(known) : [];
    const all = prove(draft, { utxos, evidence, ...(authorities && { authorities }) });
    const claimed = all.filter(({ status }) => status === 'claimed').length;
    if (claimed === 0) return { rule: 'owners', result: 'ok' };
    const detail = `${claimed} of ${all.length} are only claimed by the draft`;
    return { rule: 'owners', result: 'not checked', detail };
  } catch (error) {
    if (!isError(error)) throw error;
    const { code, path, detail } = error;
    return { rule: 'owners', result: 'refused', code, path, detail, error };
  }
}
