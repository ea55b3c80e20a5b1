/** QR codes that follow each other: another screen or a device reads them. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { type Draft, formatDraftParts } from 'avalanche-tx/sign';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { save } from './parts.tsx';
import { codesPerPicture, drawCode, modulesOf, pictureOf } from './qr.ts';

/** Characters of a part: more make fewer codes, which are harder to read. */
const sizes = { small: 150, medium: 300, large: 700 } as const;
type Size = keyof typeof sizes;

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Codes({ draft }: { readonly draft: Draft }) {
  const size = useSignal<Size>('medium');
  const evidence = useSignal(true);
  const shown = useSignal(draft);
  if (shown.peek() !== draft) shown.value = draft;
  const parts = useComputed(() =>
    formatDraftParts(shown.value, { maxLength: sizes[size.value], evidence: evidence.value }),
  );
  return (
    <Player
      parts={parts.value}
      title="QR codes of the draft"
      whole="One code holds the whole draft"
    >
      <div class="draft-actions">
        <label>
          Size of a code{' '}
          <select
            value={size.value}
            onChange={(e) => {
              size.value = e.currentTarget.value as Size;
            }}
          >
            <option value="small">Small: more codes, easy to read</option>
            <option value="medium">Medium</option>
            <option value="large">Large: fewer codes</option>
          </select>
        </label>
        <Pictures parts={parts.value} />
      </div>
      {draft.evidence.length > 0 && (
        <label class="draft-check">
          <input
            type="checkbox"
            checked={!evidence.value}
            onChange={(e) => {
              evidence.value = !e.currentTarget.checked;
            }}
          />
          Leave the evidence out: fewer codes, but the owners are then only claimed
        </label>
      )}
    </Player>
  );
}

interface PlayerProps {
  /** The text of each code. */
  readonly parts: readonly string[];
  readonly title: string;
  /** What is said if there is only one code. */
  readonly whole: string;
  readonly children?: ComponentChildren;
}

/** Shows one code after the other, again and again. */
export function Player({ parts, title, whole, children }: PlayerProps) {
  const shown = useSignal(parts);
  const at = useSignal(0);
  if (shown.peek() !== parts) {
    shown.value = parts;
    at.value = 0;
  }
  const speed = useSignal(4);
  const isPlaying = useSignal(!isCalm());
  const count = parts.length;
  const step = (by: number): void => {
    isPlaying.value = false;
    at.value = (at.value + by + count) % count;
  };
  useEffect(() => {
    if (!isPlaying.value || count < 2) return;
    const timer = setInterval(() => {
      // After Pause, one more turn may come before the effect ends.
      if (isPlaying.peek()) at.value = (at.value + 1) % count;
    }, 1000 / speed.value);
    return () => clearInterval(timer);
  }, [isPlaying.value, speed.value, count]);
  return (
    <fieldset
      class="draft-codes"
      onKeyDown={(e) => {
        if ((e.target as Element).matches('input, select')) return;
        if (e.key === 'ArrowRight') step(1);
        if (e.key === 'ArrowLeft') step(-1);
      }}
    >
      <legend>{title}</legend>
      <Code text={parts[at.value] ?? ''} label={`QR code ${at.value + 1} of ${count}`} />
      <p class="draft-count" aria-live={isPlaying.value ? 'off' : 'polite'}>
        {count === 1 ? whole : `Code ${at.value + 1} of ${count}`}
      </p>
      {count > 1 && (
        <div class="draft-actions draft-player">
          <button type="button" onClick={() => step(-1)} aria-label="Previous code">
            ‹
          </button>
          <button
            type="button"
            onClick={() => {
              isPlaying.value = !isPlaying.value;
            }}
          >
            {isPlaying.value ? 'Pause' : 'Play'}
          </button>
          <button type="button" onClick={() => step(1)} aria-label="Next code">
            ›
          </button>
          <label>
            Speed
            <input
              type="range"
              min={1}
              max={10}
              value={speed.value}
              aria-valuetext={`${speed.value} codes a second`}
              onInput={(e) => {
                speed.value = Number(e.currentTarget.value);
              }}
            />
          </label>
        </div>
      )}
      {children}
    </fieldset>
  );
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const wanted = useSignal(text);
  wanted.value = text;
  const labelOf = useSignal(label);
  labelOf.value = label;
  useSignalEffect(() => {
    const now = wanted.value;
    if (now === '') return;
    void modulesOf(now).then((modules) => {
      // A later code may have come meanwhile.
      if (wanted.peek() !== now || !canvas.current) return;
      const scale = Math.max(2, Math.floor(840 / modules.length));
      canvas.current.width = canvas.current.height = modules.length * scale;
      drawCode(canvas.current.getContext('2d')!, modules, scale);
      canvas.current.ariaLabel = labelOf.peek();
    });
  });
  return <canvas ref={canvas} class="draft-code-canvas" role="img" />;
}

function Pictures({ parts }: { readonly parts: readonly string[] }) {
  const isBusy = useSignal(false);
  const saveAll = async (): Promise<void> => {
    isBusy.value = true;
    for (let from = 0; from < parts.length; from += codesPerPicture)
      save(`draft-codes-${from / codesPerPicture + 1}.png`, await pictureOf(parts, from));
    isBusy.value = false;
  };
  return (
    <button type="button" disabled={isBusy.value} onClick={saveAll}>
      {parts.length > codesPerPicture ? 'Save as pictures' : 'Save as a picture'}
    </button>
  );
}
