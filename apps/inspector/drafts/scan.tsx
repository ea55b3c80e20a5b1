/** Reads the parts of a draft from QR codes, by the camera or from pictures. */
import { type Signal, useSignal } from '@preact/signals';
import type { Draft } from 'avalanche-tx/sign';
import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../../ui/visible.ts';
import { type Collected, collect, missingText, nothing } from './model/collecting.ts';
import { readFrame, readPicture } from './qr.ts';

interface ScannerProps {
  /** All parts are there. */
  readonly onDraft: (draft: Draft) => void;
  /** A code that holds something else than a part; without it, such codes are only named. */
  readonly onOther?: (text: string) => void;
  /** Parts that are there already. */
  readonly parts?: readonly string[];
}

/** Browsers give a camera only to pages from a safe origin, or to no page. */
const hasCamera = (): boolean => navigator.mediaDevices !== undefined;

const start = (parts: readonly string[]): Collected =>
  parts.reduce<Collected>((all, part) => {
    const scanned = collect(all, part);
    return 'collected' in scanned ? scanned.collected : all;
  }, nothing);

export function Scanner({ onDraft, onOther, parts = [] }: ScannerProps) {
  const collected = useSignal<Collected>(start(parts));
  const note = useSignal('');
  /** A part of another draft, with which the reader may start over. */
  const foreign = useSignal<string | undefined>(undefined);
  const take = (text: string, from: Collected = collected.value): void => {
    const scanned = collect(from, text);
    if ('collected' in scanned) collected.value = scanned.collected;
    if (scanned.kind === 'part' || scanned.kind === 'whole') {
      note.value = '';
      foreign.value = undefined;
    }
    if (scanned.kind === 'whole') {
      collected.value = nothing;
      onDraft(scanned.draft);
    }
    if (scanned.kind === 'foreign') {
      note.value = `${scanned.text} The parts that were read before stay.`;
      foreign.value = text;
    }
    if (scanned.kind === 'wrong') note.value = scanned.text;
    if (scanned.kind === 'other') {
      if (onOther) onOther(scanned.content);
      else
        note.value = `This code is not a part of a draft. It holds: ${visible(scanned.content.slice(0, 80))}`;
    }
  };
  return (
    <div class="draft-scanner">
      <div class="draft-actions">
        {hasCamera() && <Camera take={take} note={note} />}
        <Files take={take} note={note} />
      </div>
      <Progress collected={collected.value} />
      <p role="status" class="draft-note">
        {note.value}
      </p>
      {foreign.value !== undefined && (
        <button
          type="button"
          onClick={() => {
            const text = foreign.value!;
            foreign.value = undefined;
            take(text, nothing);
          }}
        >
          Start over with the other draft
        </button>
      )}
    </div>
  );
}

function Progress({ collected }: { readonly collected: Collected }) {
  const { parts, count } = collected;
  if (parts.size === 0) return null;
  return (
    <div class="draft-progress">
      <progress value={parts.size} max={count} aria-label="Parts that were read" />
      <p role="status">
        {parts.size} of {count} parts were read. Still to read: part {missingText(collected)}.
      </p>
    </div>
  );
}

interface ReaderProps {
  readonly take: (text: string) => void;
  readonly note: Signal<string>;
}

/** Milliseconds between two frames that are read. */
const pause = 60;
/** Pixels of a frame's longer side: more make reading slow. */
const maxSide = 1280;

function Camera({ take, note }: ReaderProps) {
  const isOn = useSignal(false);
  const video = useRef<HTMLVideoElement>(null);
  const stop = useRef<() => void>(() => {});
  // The last render's function: the parts that are there change while the camera runs.
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => () => stop.current(), []);
  const turnOn = async (): Promise<void> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: maxSide } },
        audio: false,
      });
      isOn.value = true;
      stop.current = () => {
        for (const track of stream.getTracks()) track.stop();
        isOn.value = false;
        stop.current = () => {};
      };
      note.value = '';
      await watch(video.current!, stream, isOn, (text) => latest.current(text));
    } catch (e) {
      stop.current();
      note.value = `The camera cannot be used (${(e as Error).message}). Choose pictures instead.`;
    }
  };
  return (
    <>
      <button type="button" onClick={() => (isOn.value ? stop.current() : void turnOn())}>
        {isOn.value ? 'Stop the camera' : 'Use the camera'}
      </button>
      <video ref={video} class="draft-video" hidden={!isOn.value} muted playsInline>
        {/* What the camera sees has no sound. */}
        <track kind="captions" />
      </video>
    </>
  );
}

/** Reads frame after frame until the camera is turned off. */
async function watch(
  video: HTMLVideoElement,
  stream: MediaStream,
  isOn: Signal<boolean>,
  take: (text: string) => void,
): Promise<void> {
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  let before = '';
  while (isOn.peek()) {
    const shrink = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight, 1));
    canvas.width = Math.max(1, Math.round(video.videoWidth * shrink));
    canvas.height = Math.max(1, Math.round(video.videoHeight * shrink));
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const text = await readFrame(context.getImageData(0, 0, canvas.width, canvas.height));
    if (text !== undefined && text !== before && isOn.peek()) {
      before = text;
      take(text);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function Files({ take, note }: ReaderProps) {
  const latest = useRef(take);
  latest.current = take;
  const input = useRef<HTMLInputElement>(null);
  const read = async (files: Iterable<File>): Promise<void> => {
    const empty: string[] = [];
    for (const file of files)
      try {
        const texts = await readPicture(file);
        for (const text of texts) latest.current(text);
        if (texts.length === 0) empty.push(`${visible(file.name)}: no QR code was found`);
      } catch (e) {
        empty.push(`${visible(file.name)}: ${(e as Error).message}`);
      }
    if (empty.length > 0) note.value = `${empty.slice(0, 5).join('. ')}.`;
  };
  useEffect(() => {
    const paste = (e: ClipboardEvent): void => {
      const pictures = [...(e.clipboardData?.files ?? [])].filter(isPicture);
      if (pictures.length === 0) return;
      e.preventDefault();
      void read(pictures);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  return (
    <label
      class="draft-files"
      onDragOver={(e) => e.preventDefault()}
      onDrop={(e) => {
        e.preventDefault();
        e.stopPropagation();
        void read(e.dataTransfer?.files ?? []);
      }}
    >
      Pictures of QR codes: choose, drop or paste
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        onChange={(e) => {
          void read([...(e.currentTarget.files ?? [])]).then(() => {
            if (input.current) input.current.value = '';
          });
        }}
      />
    </label>
  );
}

const isPicture = ({ type }: File): boolean => type.startsWith('image/');
