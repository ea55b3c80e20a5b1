/** QR codes on the screen of one page, and before the camera of another. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import encodeQR from 'qr';
import type { AnyBrowser } from '../support/browsing.ts';
import { activate } from './support.ts';

/** Shows the QR codes of a draft, and steps through them by keyboard. */
async function eachCode(browser: AnyBrowser, look: (i: number) => Promise<void>): Promise<void> {
  await activate(browser, 'Show QR codes');
  await browser.until(`document.querySelector('.draft-codes canvas')?.ariaLabel`);
  if (await browser.evaluate(`document.querySelector('.draft-codes').innerText.includes('Pause')`))
    await activate(browser, 'Pause');
  const count = await browser.evaluate<number>(
    `Number(document.querySelector('.draft-codes canvas').ariaLabel.split(' ').at(-1))`,
  );
  const canvasSays = `document.querySelector('.draft-codes canvas').ariaLabel.replace('QR code', 'Code')`;
  const pageSays = `document.querySelector('.draft-count').innerText`;
  // The canvas is drawn after the text of the page has changed.
  if (count > 1) await browser.until(`${canvasSays} === ${pageSays}`);
  const [, first] = (await browser.evaluate<string>(canvasSays)).split(' ');
  for (let i = 0; i < count; i++) {
    // The label on the canvas changes when the code is drawn. The code before may still be there.
    const now = `Code ${((Number(first) - 1 + i) % count) + 1} of ${count}`;
    await browser.until(
      `${canvasSays} === '${now}' && (${pageSays} === '${now}' || ${count} === 1)`,
    );
    await look(i);
    if (count > 1) await activate(browser, 'Next code');
  }
}

/** Takes a picture of the screen for each QR code. */
export async function photographCodes(
  browser: AnyBrowser,
  folder: string,
  name: string,
): Promise<readonly string[]> {
  const files: string[] = [];
  await eachCode(browser, async (i) => {
    await browser.evaluate(
      `void document.querySelector('.draft-codes canvas').scrollIntoView({ block: 'center' })`,
    );
    const file = join(folder, `${name}-${i}.png`);
    writeFileSync(file, await browser.picture());
    files.push(file);
  });
  return files;
}

/** Films the QR codes as they are drawn, for another browser's camera. */
export async function filmCodes(browser: AnyBrowser): Promise<Uint8Array> {
  const codes: Code[] = [];
  await eachCode(browser, async () => {
    const text = await browser.evaluate<string>(`(() => {
      const canvas = document.querySelector('.draft-codes canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const rows = [];
      for (let y = 0; y < canvas.height; y++) {
        let row = '';
        for (let x = 0; x < canvas.width; x++) row += data[(y * canvas.width + x) * 4] < 128 ? 1 : 0;
        rows.push(row);
      }
      return rows.join(' ');
    })()`);
    codes.push(text.split(' ').map((row) => [...row].map((pixel) => pixel === '1')));
  });
  return videoOf(codes, { side: 960, scale: 1 });
}

/** Chooses pictures in the scanner. */
export const scanPictures = (browser: AnyBrowser, files: readonly string[]): Promise<void> =>
  browser.choose('.draft-scanner input[type=file]', files);

/** Rows of a code; true is dark. */
type Code = readonly (readonly boolean[])[];

/** The codes of parts. */
export const codesOf = (parts: readonly string[]): readonly Code[] =>
  parts.map((part) => encodeQR(part, 'raw', { ecc: 'low', border: 4 }));

/** A video of QR codes, each for half a second, as Chromium's fake camera plays it (YUV4MPEG2). */
export function videoOf(codes: readonly Code[], { side = 640, scale = 6 } = {}): Uint8Array {
  const frames = codes.flatMap((code) => {
    const luma = Buffer.alloc(side * side, 200);
    const margin = (side - code.length * scale) >> 1;
    for (const [y, row] of code.entries())
      for (const [x, isDark] of row.entries())
        for (let line = 0; line < scale; line++) {
          const at = (margin + y * scale + line) * side + margin + x * scale;
          luma.fill(isDark ? 16 : 235, at, at + scale);
        }
    const frame = [Buffer.from('FRAME\n'), luma, Buffer.alloc((side * side) / 2, 128)];
    return Array.from({ length: 5 }, () => frame).flat();
  });
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${side} H${side} F10:1 Ip A1:1 C420jpeg\n`),
    ...frames,
  ]);
}

/** Flags of a Chromium whose camera plays a video, and which asks nobody for it. */
export const cameraOf = (video: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${video}`,
];
