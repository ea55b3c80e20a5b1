import type { Draft } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { list } from '../schema/collection.ts';
import { json as anyJSON, hex } from '../schema/leaf.ts';
import { object } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { addSignature } from '../sign/external.ts';
import { finalize } from '../sign/finalize.ts';
import type { Key } from '../sign/key.ts';
import { issueTxRequest } from '../sign/request.ts';
import { sign } from '../sign/sign.ts';
import { avax } from '../text/amount.ts';
import { parseJSON } from '../text/json.ts';
import { missingLines, readDraft, writeDraft } from './draft.ts';
import { type FactFiles, readFacts } from './finalize.ts';
import { readInput } from './input.ts';
import { readKey, readWords } from './secrets.ts';

/** The options of `sign`. Files are names, or `-` for standard input. */
interface SignFiles extends FactFiles {
  /** Files with one key each. */
  readonly keys: readonly string[];
  /** A file with a mnemonic. */
  readonly words: string | undefined;
  /** Derivation paths of the keys of the mnemonic; the draft's if empty. */
  readonly paths: readonly string[];
  /** Files with signatures made elsewhere. */
  readonly signatures: readonly string[];
  /** AVAX as text. */
  readonly maxFee: string | undefined;
  readonly isLast: boolean;
  readonly inParts: boolean;
}

/** The output of `sign`: the draft with its signatures or, if it is the last one, the request that submits it. */
export async function signCommand(
  text: string,
  { keys, words, paths, signatures, maxFee, isLast, inParts, ...files }: SignFiles,
  warn: (text: string) => void,
): Promise<string> {
  const draft = readDraft(text);
  const facts = readFacts(draft, files);
  const mine = [
    ...keys.map((file, i) => within(['key', i], () => readKey(file, warn))),
    ...(words === undefined ? [] : await keysOfWords(words, draft, paths, warn)),
  ];
  const added = signatures.reduce(addFile, draft);
  const isAsked = mine.length > 0 || words !== undefined;
  const ceiling = maxFee === undefined ? {} : { maxFee: within(['max-fee'], () => avax(maxFee)) };
  const signed = isAsked ? sign(added, mine, { ...facts, ...ceiling }) : added;
  if (isLast) return JSON.stringify(issueTxRequest(finalize(signed, facts)));
  for (const line of missingLines(signed)) warn(line);
  return writeDraft(signed, inParts);
}

/** The keys of a mnemonic. The derivation code is loaded only for them. */
async function keysOfWords(
  file: string,
  draft: Draft,
  paths: readonly string[],
  warn: (text: string) => void,
): Promise<readonly Key[]> {
  const { hdWallet } = await import('../sign/hd/hd.ts');
  const wallet = within(['mnemonic'], () => readWords(file, warn, hdWallet));
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

function addFile(draft: Draft, file: string, i: number): Draft {
  return within(['add', i], () => {
    const json = parseJSON(readInput(file));
    const found = Array.isArray(json) ? list(external).parse(json) : [external.parse(json)];
    return found.reduce(
      (signed, signature, k) => within([k], () => addSignature(signed, signature)),
      draft,
    );
  });
}
