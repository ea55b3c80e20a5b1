/** What rules and signatures say of an edited transaction. */
import { useSignal } from '@preact/signals';
import { formatAddress, formatPath, formatShortID, isError, type Opened } from 'avalanche-tx';
import { useEffect } from 'preact/hooks';
import { known, time } from '../../model/facts.ts';
import { type Fields, nodeOf, pathOf } from '../../model/fields.ts';
import {
  isSignature,
  type Recover,
  type SignatureState,
  signatureState,
  signaturesIn,
} from '../../model/signatures.ts';
import type { DecodedSubject } from '../../model/subject.ts';

interface Modules {
  readonly rules: typeof import('avalanche-tx/rules');
  readonly explain: typeof import('avalanche-tx/explain');
  readonly verdict: typeof import('../../model/verdict.ts');
}

/** Loaded when the view is opened. */
export function useModules(): Modules | undefined {
  const loaded = useSignal<Modules | undefined>(undefined);
  useEffect(() => {
    void Promise.all([
      import('avalanche-tx/rules'),
      import('avalanche-tx/explain'),
      import('../../model/verdict.ts'),
    ]).then(([rules, explain, verdict]) => {
      loaded.value = { rules, explain, verdict };
    });
  }, [loaded]);
  return loaded.value;
}

/** A rule that refuses the transaction, and the field that it names. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}

export interface Judged {
  readonly result: 'accepted' | 'refused' | 'unknown';
  readonly problems: readonly Problem[];
  /** Rules that need facts of the chain. */
  readonly unchecked: number;
}

/** The path of a field that a rule names: rules start at the unsigned transaction. */
function pathIn(fields: Fields, path: string): string {
  for (let at = path; at !== ''; at = at.replace(/(^|\.)[^.]*$/, ''))
    for (const found of [`unsignedTx.${at}`, at])
      if (nodeOf(fields, found) !== undefined) return found;
  return 'unsignedTx';
}

/** Checks a transaction by all rules that the given facts allow; undefined for what is no transaction. */
export function judgeEdit(
  subject: DecodedSubject,
  fields: Fields,
  { verdict, explain }: Modules,
): Judged | undefined {
  if (!verdict.checkableOf(subject)) return undefined;
  const now = time.value ?? known.value?.state?.time ?? BigInt(Math.floor(Date.now() / 1000));
  try {
    const { result, findings, network } = verdict.judge(subject, known.value, now);
    return {
      result,
      problems: findings
        .filter((finding) => finding.result === 'refused')
        .map(({ path, detail, rule, error }) => ({
          path: pathIn(fields, path ? formatPath(path) : ''),
          text: error ? explain.explainError(error, { network }) : (detail ?? rule),
        })),
      unchecked: findings.filter(
        ({ result: of, missing }) => of === 'not checked' && missing !== 'signatures',
      ).length,
    };
  } catch (e) {
    if (!isError(e)) throw e;
    return {
      result: 'refused',
      problems: [{ path: pathIn(fields, formatPath(e.path)), text: e.detail }],
      unchecked: 0,
    };
  }
}

/** More signatures than these are not looked at: each takes a millisecond. */
const most = 64;

export interface Signed {
  readonly broken: number;
  readonly all: number;
  /** Whether there may be more. */
  readonly isPart: boolean;
  /** What to say beside each signature, by path. */
  readonly remarks: ReadonlyMap<string, string>;
  /** Of those that are broken. */
  readonly problems: readonly Problem[];
}

/** Says who made each signature, and which an edit broke. */
export function signedBy(
  opened: Opened,
  fields: Fields,
  original: Fields | undefined,
  recover: Recover,
): Signed {
  const name = (bytes: Uint8Array): string =>
    opened.chain && opened.network
      ? formatAddress(bytes, opened.chain, opened.network)
      : formatShortID(bytes);
  const remarks = new Map<string, string>();
  const problems: Problem[] = [];
  const nodes = signaturesIn(fields, most).filter((node) => isSignature(fields, node));
  for (const node of nodes) {
    const path = pathOf(fields, node);
    const found = signatureState(fields, node, original, recover);
    const text = textOf(found, name);
    if (found.state === 'broken' || found.state === 'unreadable') problems.push({ path, text });
    else remarks.set(path, text);
  }
  return {
    broken: problems.length,
    all: nodes.length,
    isPart: nodes.length === most,
    remarks,
    problems,
  };
}

function textOf(found: SignatureState, name: (bytes: Uint8Array) => string): string {
  switch (found.state) {
    case 'empty':
      return 'Not signed yet: only zeros.';
    case 'unreadable':
      return 'Not a signature: it gives no public key.';
    case 'signed':
      return `Signed by ${name(found.by)}`;
    case 'broken':
      return `Broken: ${name(found.was)} signed other bytes`;
  }
}
