/** What the subject is, how the reader got there, and what can be done with it as a whole. */
import { useEffect, useRef } from 'preact/hooks';
import { Copy } from '../ui/copy.tsx';
import { unbroken } from '../ui/unbroken.tsx';
import { visible } from '../ui/visible.ts';
import { holdingOf, networkOfUTXOs, type OpenedUTXO } from './model/holdings.ts';
import { content, isOpen, isPublic, linkState, wholeLink } from './model/page.ts';
import { ascend, canRedo, canUndo, clear, redo, steps, undo } from './model/session.ts';
import { startAgain } from './model/shown.ts';
import { type DecodedSubject, isDecoded, type Subject } from './model/subject.ts';
import { amountsOf, evmTitle, grouped, overview, statusOf, told } from './model/told.ts';

/** Of what its type does not tell. */
const kindNames: { readonly [kind: string]: string } = {
  unsignedTx: 'unsigned',
  evmBlock: 'block of an EVM',
  proposervm: 'wrapped block',
  container: 'record of the index',
  warpUnsigned: 'unsigned warp message',
  warpSigned: 'signed warp message',
};

/** The name of what it is: `BaseTx`. */
export function titleOf(subject: Subject): string {
  switch (subject.kind) {
    case 'named':
      return subject.title;
    case 'draft':
      return `Draft of ${shortType(subject)}`;
    case 'value':
      return shortType(subject);
    case 'state':
      return `State of the ${subject.state.chain}-chain`;
    case 'parts':
      return 'Parts of a draft';
    case 'evm':
      return 'EVM transaction';
    default:
      return listTitle(subject.values);
  }
}

const shortType = ({ opened }: DecodedSubject): string => opened.type.replace(/^\w+\./, '');

function listTitle(values: readonly { readonly kind: string }[]): string {
  const what = values.length > 0 && values.every(({ kind }) => kind === 'utxo') ? 'UTXO' : 'value';
  return `${values.length.toLocaleString('en')} ${what}${values.length === 1 ? '' : 's'}`;
}

/** What it says in one line: what a transaction does, which block it is. */
function sentenceOf(subject: Subject): string {
  if (subject.kind === 'evm' && evmTitle.value?.bytes === subject.bytes) return evmTitle.value.text;
  const found = told.value;
  if (found !== undefined && typeof found !== 'string') return found.title;
  const { title, values } = overview.value ?? {};
  if (title === undefined || found !== undefined) return titleOf(subject);
  if (subject.kind === 'value' && subject.opened.kind === 'utxo') return utxoTitle(subject.opened);
  const { height, payload } = values ?? {};
  if (typeof payload === 'string' && !/^(call|bytes) /.test(payload)) return `${title}: ${payload}`;
  return height === undefined ? title : `${title}, height ${grouped(String(height))}`;
}

function utxoTitle(opened: OpenedUTXO): string {
  const network = networkOfUTXOs([opened.value]);
  return `UTXO of ${holdingOf(opened, { chain: 'P', network, time: 0n }).text}`;
}

/** What goes back to who signed. */
function subtitleOf(): string | undefined {
  const found = told.value;
  return typeof found === 'object' ? found.subtitle : undefined;
}

/** Words above the sentence. */
function chips(subject: Subject): readonly string[] {
  if (subject.kind === 'state') return [visible(subject.state.network.name)];
  if (subject.kind === 'evm') return ['EVM transaction', `${subject.bytes.length} bytes`];
  if (!isDecoded(subject)) return [];
  const { chain, network, kind, bytes } = subject.opened;
  return [
    ...(chain ? [`${chain}-chain`] : []),
    titleOf(subject),
    ...(network ? [visible(network.name)] : []),
    ...(subject.kind === 'draft' || kindNames[kind] === undefined ? [] : [kindNames[kind]]),
    `${bytes.length.toLocaleString('en')} bytes`,
  ];
}

export function Heading({ subject }: { readonly subject: Subject }) {
  const id = isDecoded(subject) && subject.kind === 'value' ? subject.opened.id : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const sentence = sentenceOf(subject);
  // What is only for its owners does not go into the history of the browser.
  const name = isPublic.value ? sentence : titleOf(subject);
  useEffect(() => {
    document.title = `${name} · Inspector`;
  }, [name]);
  useEffect(() => {
    // What was pressed is gone: the reader goes on here.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [subject]);
  return (
    <header class="subject">
      <Trail />
      <ul class="chips" aria-label="What it is">
        {chips(subject).map((chip) => (
          <li key={chip}>{chip}</li>
        ))}
      </ul>
      <h1 ref={heading} tabIndex={-1}>
        {unbroken(sentence)}
      </h1>
      {subtitleOf() !== undefined && <p class="subtitle">{subtitleOf()}</p>}
      {isDecoded(subject) && <Figures subject={subject} />}
      {id !== undefined && (
        <p class="subject-id">
          <span class="hint">ID</span>
          <code>{id}</code>
          <Copy text={() => id} what="the ID" />
        </p>
      )}
      <Actions subject={subject} />
    </header>
  );
}

/** State, amounts and fee of a transaction. */
function Figures({ subject }: { readonly subject: DecodedSubject }) {
  const found = told.value;
  if (found === undefined || typeof found === 'string') return null;
  const { text, level } = statusOf(subject, found);
  return (
    <dl class="figures">
      <div class={level}>
        <dt>Status</dt>
        <dd>{text}</dd>
      </div>
      {amountsOf(found).map(({ label, text: amount, asset }, i) => (
        <div key={i}>
          <dt>{label}</dt>
          <dd>
            {amount}
            {asset !== undefined && <small title={asset}>{asset.slice(0, 12)}…</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Steps from the input to the subject. */
function Trail() {
  const all = steps.value;
  if (all.length < 2) return null;
  return (
    <nav class="trail no-print" aria-label="Opened from">
      <ol>
        {all.map((step, i) => (
          <li key={step}>
            {i === all.length - 1 ? (
              <span aria-current="page">{visible(step)}</span>
            ) : (
              <button type="button" class="quiet" onClick={() => ascend(i)}>
                {visible(step)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function save(whole: string | Uint8Array, title: string): void {
  const url = URL.createObjectURL(new Blob([whole as BlobPart]));
  const link = document.createElement('a');
  link.href = url;
  const extension = typeof whole !== 'string' ? 'bin' : /^\s*[{[]/.test(whole) ? 'json' : 'txt';
  link.download = `${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${extension}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function Actions({ subject }: { readonly subject: Subject }) {
  const whole = content.value?.content;
  return (
    <p class="actions no-print">
      <button
        type="button"
        class="quiet"
        onClick={() => {
          clear();
          startAgain();
          isOpen.value = true;
        }}
      >
        New input
      </button>
      {!isOpen.value && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Show the input
        </button>
      )}
      <LinkButton subject={subject} />
      {whole !== undefined && (
        <button type="button" class="quiet" onClick={() => save(whole, titleOf(subject))}>
          Save as a file
        </button>
      )}
      {(canUndo.value || canRedo.value) && (
        <>
          <button type="button" class="quiet" disabled={!canUndo.value} onClick={undo}>
            Undo
          </button>
          <button type="button" class="quiet" disabled={!canRedo.value} onClick={redo}>
            Redo
          </button>
        </>
      )}
    </p>
  );
}

const linkTexts = {
  none: '',
  live: 'Copy link',
  large: 'Copy a long link',
  key: 'Copy a link with these 32 bytes',
} as const;

const isSignable = ({ kind }: Subject): boolean => kind === 'draft' || kind === 'parts';

/** Copies a link. It is made when it is asked for. */
function LinkButton({ subject }: { readonly subject: Subject }) {
  const state = linkState.value;
  const text =
    state === 'private'
      ? `Copy link with ${isSignable(subject) ? 'signatures' : 'balances'}`
      : linkTexts[state];
  return text === '' ? null : (
    <Copy text={wholeLink} what="the link">
      {text}
    </Copy>
  );
}
