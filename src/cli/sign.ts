import type { Draft } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Explanation } from '../explain/explanation.ts';
import { type ExplainContext, explain } from '../explain/index.ts';
import { list } from '../schema/collection.ts';
import { json as anyJSON, hex } from '../schema/leaf.ts';
import { object } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { type SignOptions, withOwn } from '../sign/allow.ts';
import { addSignature } from '../sign/external.ts';
import { finalize } from '../sign/finalize.ts';
import { evmAddressOf, type Key } from '../sign/key.ts';
import { issueTxRequest } from '../sign/request.ts';
import { sign } from '../sign/sign.ts';
import { blockchainOf } from '../state/state.ts';
import { avax } from '../text/amount.ts';
import { parseJSON } from '../text/json.ts';
import { missingLines, readDraft, writeDraft } from './draft.ts';
import { type FactFiles, readFacts } from './finalize.ts';
import { readInput } from './input.ts';
import { assertNetwork, networkIn } from './network.ts';
import { readKey, readWords } from './secrets.ts';
import type { Shell } from './shell.ts';
import { explanationText, printed } from './terminal.ts';

/** The options of `sign`. Files are names, or `-` for standard input. */
interface SignFiles extends FactFiles {
  /** Files with one key each. */
  readonly key: readonly string[];
  /** A file with a mnemonic. */
  readonly mnemonic: string | undefined;
  /** Derivation paths of the keys of the mnemonic; the draft's if empty. */
  readonly path: readonly string[];
  /** Files with signatures made elsewhere. */
  readonly add: readonly string[];
  /** AVAX as text. */
  readonly maxFee: string | undefined;
  /** Signs without asking. */
  readonly yes: boolean;
  readonly finalize: boolean;
  readonly parts: boolean;
}

/**
 * The output of `sign`: the draft with its signatures or, if it is the last one, the request that submits it. Explains the draft on
 * standard error, and asks before it writes a signature.
 */
export async function signCommand(text: string, files: SignFiles, shell: Shell): Promise<string> {
  const { stdin, stderr, warn } = shell;
  const { key, mnemonic, path, add } = files;
  const draft = readDraft(text);
  assertNetwork('draft', draft.network, networkIn(files.network, stdin));
  const facts = readFacts(draft, files, stdin);
  const keys = [
    ...key.map((file, i) => within(['key', i], () => readKey(file, shell))),
    ...(mnemonic === undefined ? [] : await keysOfWords(mnemonic, draft, path, shell)),
  ];
  const added = add.reduce((of, file, i) => addSignatures(of, readInput(file, stdin), i), draft);
  const told = explanationFor(added, facts, keys);
  stderr.write(`${printed(explanationText(told.text, stderr))}\n\n`);
  const isAsked = keys.length > 0 || mnemonic !== undefined;
  const signed = isAsked ? signAsked(added, keys, facts, files, told, shell) : added;
  if (files.finalize) return JSON.stringify(issueTxRequest(finalize(signed, facts)));
  for (const line of missingLines(signed)) warn(line);
  return writeDraft(signed, files.parts);
}

/** Signs what the options and then the person allow. */
function signAsked(
  draft: Draft,
  keys: readonly Key[],
  facts: SignOptions,
  { maxFee, policy, yes }: SignFiles,
  told: Explanation,
  shell: Shell,
): Draft {
  const ceiling = maxFee === undefined ? {} : { maxFee: within(['max-fee'], () => avax(maxFee)) };
  // What is refused is not asked about. Nobody has the signatures before the answer.
  // What was explained is what is signed.
  const signed = sign(draft, keys, { ...facts, ...ceiling, reviewed: told.digest });
  if (!yes) confirm(told, policy !== undefined, shell);
  return signed;
}

/**
 * Asks on the terminal whether to sign. Without a terminal it takes an explanation without warnings, or the policy, for a yes.
 * @throws {AvalancheError} `Declined`
 */
function confirm(
  { text, title, warnings }: Explanation,
  hasPolicy: boolean,
  { stderr, openTerminal }: Shell,
): void {
  const grave = warnings.filter(({ level }) => level !== 'note');
  const terminal = openTerminal();
  try {
    if (terminal) {
      // Whoever answers must have seen it.
      if (!stderr.isTTY) terminal.write(`${text.trimEnd()}\n\n`);
      const warned =
        grave.length === 0 ? '' : `, despite ${grave.length} warning${grave.length > 1 ? 's' : ''}`;
      if (terminal.confirms(`${title}. Sign it${warned}?`)) return;
      throw new AvalancheError('Declined', 'you did not confirm: nothing was signed');
    }
  } finally {
    terminal?.close();
  }
  if (grave.length === 0 || hasPolicy) return;
  throw new AvalancheError(
    'Declined',
    'the explanation has warnings and there is no terminal to ask: pass --yes if you accept them, or --policy FILE',
  );
}

/** Addresses and accounts of the keys. */
const ownOf = (draft: Draft, keys: readonly Key[]): readonly string[] =>
  keys.flatMap((key) => [key.address(blockchainOf(draft), draft.network), evmAddressOf(key)]);

/** Explains a draft to whoever signs it, by the clock of this machine. */
function explanationFor(draft: Draft, facts: SignOptions, keys: readonly Key[]): Explanation {
  const { utxos, authorities, evidence, time } = facts;
  const own = withOwn(facts, ownOf(draft, keys)).own ?? [];
  const context: ExplainContext = {
    network: draft.network,
    own,
    ...(utxos && { utxos }),
    ...(authorities && { authorities }),
    ...(evidence && { evidence }),
    ...(time !== undefined && { time }),
  };
  return explain(draft, context);
}

/** The keys of a mnemonic. The derivation code is loaded only for them. */
async function keysOfWords(
  file: string,
  draft: Draft,
  paths: readonly string[],
  shell: Shell,
): Promise<readonly Key[]> {
  const { hdWallet } = await import('../sign/hd/hd.ts');
  const wallet = within(['mnemonic'], () => readWords(file, shell, hdWallet));
  try {
    if (paths.length > 0)
      return paths.map((path, i) => within(['path', i], () => wallet.key(path)));
    if (draft.paths) return wallet.keys(draft);
    throw new AvalancheError(
      'MissingState',
      'the draft has no derivation paths: pass them with --path',
      { what: 'path' },
    ).at('mnemonic');
  } finally {
    wallet.wipe();
  }
}

const ignored = optional(anyJSON);
/** A signature, alone or added to an entry of `missing --json`. */
const external = object({
  digest: [hex, 'The digest that is signed.'],
  signature: [hex, 'The signature.'],
  publicKey: [optional(hex), 'The public key.'],
  address: [ignored, 'As `missing --json` writes it.'],
  path: [ignored, 'As `missing --json` writes it.'],
  scheme: [ignored, 'As `missing --json` writes it.'],
  slots: [ignored, 'As `missing --json` writes it.'],
});

function addSignatures(draft: Draft, text: string, i: number): Draft {
  return within(['add', i], () => {
    const json = parseJSON(text);
    const found = Array.isArray(json) ? list(external).parse(json) : [external.parse(json)];
    return found.reduce(
      (signed, signature, k) => within([k], () => addSignature(signed, signature)),
      draft,
    );
  });
}
