import {
  AvalancheError,
  avax,
  type Draft,
  type JSONValue,
  parseHex,
  parseJSON,
} from 'avalanche-tx';
import type { ForeignKind } from 'avalanche-tx/convert';
import { type Explanation, explain } from 'avalanche-tx/explain';
import {
  addSignature,
  type ExternalSignature,
  evmAddressOf,
  finalize,
  type Key,
  type SignOptions,
  sign,
} from 'avalanche-tx/sign';
import { listOfOwn } from './build.ts';
import { confirmed, declined, nobodyAsked, reviewText } from './confirm.ts';
import { isJSONObject } from './document.ts';
import { missingLines } from './draft.ts';
import { type KnowledgeFiles, readKnowledge } from './finalize.ts';
import { readShown } from './foreign.ts';
import { readInput } from './input.ts';
import { named } from './quote.ts';
import { readKeys, readWords, type SignerFiles } from './secrets.ts';
import type { Shell } from './shell.ts';
import { printed } from './terminal.ts';
import { blockchainOf, digestOf } from './tx.ts';
import { within } from './within.ts';

/** The options of `sign`. Files are names, or `-` for standard input. */
interface SignFiles extends KnowledgeFiles, SignerFiles {
  /** Derivation paths of the keys of the mnemonic; the draft's if empty. */
  readonly path: readonly string[];
  /** Files with signatures made elsewhere. */
  readonly add: readonly string[];
  /** Signatures made elsewhere, in hex. */
  readonly signature: readonly string[];
  /** Public keys of `signature`, in hex, in the same order. */
  readonly publicKey: readonly string[];
  /** AVAX as text. */
  readonly maxFee: string | undefined;
  /** Signs without asking. */
  readonly yes: boolean;
  readonly finalize: boolean;
  readonly parts: boolean;
  readonly as: ForeignKind | undefined;
}

/**
 * The output of `sign`: the draft with its signatures in the form in which it came or, with `--finalize`, what submits it. Explains it on
 * standard error, and asks before it writes a signature.
 */
export async function signCommand(text: string, files: SignFiles, shell: Shell): Promise<string> {
  const { stdin, stderr, warn } = shell;
  const { key, mnemonic, path, add } = files;
  const shown = await readShown(text, files, shell);
  const { draft } = shown;
  const keys = [
    ...(await readKeys(files, shell)),
    ...(mnemonic === undefined ? [] : await keysOfWords(mnemonic, draft, path, shell)),
  ];
  const known = readKnowledge(shown, files, stdin);
  const knowledge = { ...known, own: [...listOfOwn(known.own), ...ownOf(draft, keys)] };
  const texts = add.map((file) => readInput(file, stdin));
  const keystone = texts.some(isUR) ? await import('avalanche-tx/keystone') : undefined;
  const added = withSignatures(
    texts.reduce(
      (of, text, i) =>
        within(['add', i], () =>
          keystone && isUR(text)
            ? keystone.addKeystoneSignature(of, keystone.parseKeystoneSignature(text))
            : addSignatures(of, text),
        ),
      draft,
    ),
    files,
  );
  const told = explain(added, knowledge);
  const isAsked = key.length > 0 || mnemonic !== undefined;
  stderr.write(printed(reviewText(told, stderr)));
  const signed = isAsked ? signAsked(added, keys, knowledge, files, told, shell) : added;
  if (files.finalize) return shown.finish(signed, finalize(signed, knowledge));
  for (const line of missingLines(signed)) warn(line);
  return shown.write(signed, files);
}

/** Signs if the options and the user allow it. */
function signAsked(
  draft: Draft,
  keys: readonly Key[],
  knowledge: SignOptions,
  { maxFee, yes }: SignFiles,
  told: Explanation,
  shell: Shell,
): Draft {
  const ceiling = maxFee === undefined ? {} : { maxFee: within(['max-fee'], () => avax(maxFee)) };
  // Refused drafts are rejected without a question. Signatures are not output before the answer. The explained
  // draft is the one that is signed.
  const signed = sign(draft, keys, { ...knowledge, ...ceiling, reviewed: told.digest });
  if (!yes) confirm(told, knowledge.policy !== undefined, shell);
  return signed;
}

/**
 * Asks whether to sign. Without a terminal, only a policy or the signer's own intent can allow it; the absence of warnings is not enough,
 * because an ordinary payment to a thief has none.
 * @throws {AvalancheError} `Declined`
 */
function confirm(told: Explanation, isAllowed: boolean, shell: Shell): void {
  const answer = confirmed(told, shell);
  if (answer === false) throw declined();
  if (answer === undefined && !isAllowed)
    throw nobodyAsked(
      '--intent FILE with your own intent, --policy FILE, or --yes to sign whatever it is',
    );
}

/** Addresses and accounts of the keys. */
const ownOf = (draft: Draft, keys: readonly Key[]): readonly string[] =>
  keys.flatMap((key) => [key.address(blockchainOf(draft), draft.network), evmAddressOf(key)]);

/** The keys of a mnemonic. */
async function keysOfWords(
  file: string,
  draft: Draft,
  paths: readonly string[],
  shell: Shell,
): Promise<readonly Key[]> {
  const wallet = await readWords(file, shell);
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

/** What a file of signatures has; the others are as `missing --json` writes them, and are ignored. */
const signatureKeys = ['digest', 'signature', 'publicKey', 'address', 'path', 'scheme', 'slots'];

/** Reads a signature, alone or added to an entry of `missing --json`. */
function externalIn(json: JSONValue): ExternalSignature {
  const bad = (detail: string) => new AvalancheError('BadJSON', detail);
  if (!isJSONObject(json)) throw bad('must be an object with a digest and its signature');
  const unknown = Object.keys(json).find((key) => !signatureKeys.includes(key));
  if (unknown !== undefined) throw bad('is not a key of a signature').at(named(unknown));
  const textAt = (key: string): string => {
    const text = json[key];
    if (typeof text === 'string') return text;
    throw bad(text === undefined ? 'is missing' : 'must be text').at(key);
  };
  return {
    digest: within(['digest'], () => parseHex(textAt('digest'))),
    signature: textAt('signature'),
    ...(json.publicKey !== undefined && { publicKey: textAt('publicKey') }),
  };
}

/** Adds signatures with a recovery id, or others with a public key. */
function withSignatures(
  draft: Draft,
  { signature, publicKey: keys }: Pick<SignFiles, 'signature' | 'publicKey'>,
): Draft {
  const digest = digestOf(draft);
  return signature.reduce((of, text, i) => {
    const publicKey = keys[i];
    return addSignature(of, {
      digest,
      signature: text,
      ...(publicKey !== undefined && { publicKey }),
    });
  }, draft);
}

/** Whether a text starts like the code of a Keystone. */
const isUR = (text: string): boolean => /^\s*ur:/i.test(text);

function addSignatures(draft: Draft, text: string): Draft {
  const json = parseJSON(text);
  const all: readonly JSONValue[] = Array.isArray(json) ? json : [json];
  return all.reduce(
    (signed: Draft, one, k) => within([k], () => addSignature(signed, externalIn(one))),
    draft,
  );
}
