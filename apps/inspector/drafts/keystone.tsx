/** Signs with a Keystone: it scans codes of this page, and the page scans its answer. */
import { useSignal } from '@preact/signals';
import { explainError } from 'avalanche-tx/explain';
import { type URProgress, urReader } from 'avalanche-tx/keystone';
import type { Draft } from 'avalanche-tx/sign';
import { useRef } from 'preact/hooks';
import { Player } from './codes.tsx';
import { refuse, replace, signOptions } from './desk.ts';
import { isKeystoneCode, keystoneCodes, withKeystoneAnswer } from './model/keystone.ts';
import { refusalOf } from './model/words.ts';
import { Scanner } from './scan.tsx';

export function Keystone({ draft }: { readonly draft: Draft }) {
  const fingerprint = useSignal('');
  const xpub = useSignal('');
  const path = useSignal(draft.chain === 'C' ? "m/44'/60'/0'" : "m/44'/9000'/0'");
  const codes = useSignal<readonly string[]>([]);
  const progress = useSignal<URProgress | undefined>(undefined);
  const note = useSignal('');
  const reader = useRef(urReader());
  const startOver = (): void => {
    reader.current = urReader();
    progress.value = undefined;
    note.value = '';
  };
  const ask = (): void => {
    startOver();
    try {
      const of = { fingerprint: fingerprint.value, xpub: xpub.value, path: path.value };
      codes.value = keystoneCodes(draft, of, signOptions(draft));
    } catch (e) {
      codes.value = [];
      refuse(refusalOf(e), 'keystone');
    }
  };
  const take = (text: string): void => {
    if (!isKeystoneCode(text)) {
      note.value = 'This is not a code of a Keystone.';
      return;
    }
    try {
      progress.value = reader.current.add(text);
      note.value = '';
    } catch (e) {
      note.value = explainError(e);
      return;
    }
    if (!progress.value.done) return;
    const { parts } = reader.current;
    startOver();
    try {
      replace(draft, withKeystoneAnswer(draft, parts), 'signed by a Keystone', 'keystone');
    } catch (e) {
      refuse(refusalOf(e), 'keystone');
    }
  };
  const field = (label: string, of: typeof xpub, isRequired: boolean) => (
    <label class="draft-field">
      {label}
      <input
        type="text"
        class="mono"
        spellcheck={false}
        autocomplete="off"
        required={isRequired}
        value={of.value}
        onInput={(e) => {
          of.value = e.currentTarget.value;
          codes.value = [];
        }}
      />
    </label>
  );
  return (
    <>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          ask();
        }}
      >
        {field('Master fingerprint (8 hex digits)', fingerprint, true)}
        {field('Extended public key, if the draft has no derivation paths', xpub, false)}
        {field('Path of the account', path, false)}
        <button type="submit">Show the request</button>
      </form>
      {codes.value.length > 0 && (
        <>
          <p>1. Scan these codes with the device, compare what it displays, and sign.</p>
          <Player
            parts={codes.value}
            title="QR codes of the request"
            whole="One code holds the whole request"
          />
          <p>2. Scan the codes that the device displays.</p>
          <Scanner
            onDraft={() => {
              note.value = 'This is a draft, not the answer of a Keystone.';
            }}
            onOther={take}
          />
          {progress.value && (
            <p role="status">
              {progress.value.received} of {progress.value.total} parts were read.
            </p>
          )}
          <p role="status" class="draft-note">
            {note.value}
          </p>
        </>
      )}
    </>
  );
}
