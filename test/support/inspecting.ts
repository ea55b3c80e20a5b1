/** What a person does with drafts in the inspector: by keyboard, in the file that the package contains. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encodeQR from 'qr';
import type { AnyBrowser } from './browsing.ts';

/** The inspector as one file. */
const inspectorFile = new URL('../../dist/inspector.html', import.meta.url).href;

/** Tells whether an element is what a person looks for: it is called so, and is a field or something to press. */
const isNamed = (name: string): string =>
  `((e) => e && e.matches('button, summary, input, textarea, select, [role=tab]') && !e.disabled &&
    (e.ariaLabel ?? (e.labels?.[0] ?? e).textContent).trim().startsWith(${JSON.stringify(name)}))`;

/** Presses Tab until the focus is on something of that name, once around the page. */
export async function tabTo(browser: AnyBrowser, name: string): Promise<void> {
  for (let i = 0; i < 150; i++) {
    if (await browser.evaluate<boolean>(`${isNamed(name)}(document.activeElement)`)) return;
    await browser.press('Tab');
  }
  throw new Error(`no Tab leads to “${name}”: ${await textOf(browser)}`);
}

/** Goes to something and presses Enter. */
export async function activate(browser: AnyBrowser, name: string): Promise<void> {
  await tabTo(browser, name);
  await browser.press('Enter');
}

/** Goes to a field and fills it in the place of what is there. */
export async function fill(browser: AnyBrowser, name: string, text: string): Promise<void> {
  await tabTo(browser, name);
  await browser.evaluate('void document.activeElement.select()');
  await browser.type(text);
}

/** All text of the page. */
export const textOf = (browser: AnyBrowser): Promise<string> =>
  browser.evaluate('document.body.innerText');

/** Waits until the page says something. */
export const sees = (browser: AnyBrowser, text: string): Promise<void> =>
  shows(browser, `document.body.innerText.includes(${JSON.stringify(text)})`);

/** Waits half a minute until an expression is true in the page; the error has all that the page says. */
export async function shows(browser: AnyBrowser, expression: string): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await browser.evaluate<boolean>(`Boolean(${expression})`)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const errors = 'errors' in browser ? browser.errors : '';
  throw new Error(`not in the page: ${expression}\n${await textOf(browser)}\n${errors}`);
}

/** An empty page of the inspector. */
export async function openInspector(browser: AnyBrowser): Promise<void> {
  await browser.go('about:blank');
  await browser.go(inspectorFile);
}

const showsDraft = `document.querySelector('.draft-section, #tab-draft')`;

/** Waits for a draft, and looks at its view. */
export async function lookAtDraft(browser: AnyBrowser): Promise<void> {
  await shows(browser, showsDraft);
  await browser.evaluate(`void document.querySelector('#tab-draft')?.click()`);
  await shows(browser, `document.querySelector('.draft-section')`);
}

/** Opens a draft that is pasted. */
export async function pasteDraft(browser: AnyBrowser, text: string): Promise<void> {
  await openInspector(browser);
  await shows(browser, `document.activeElement.matches('textarea')`);
  await browser.paste(text);
  await lookAtDraft(browser);
}

/** Shows the QR codes of a draft, and steps through them by keyboard. */
async function eachCode(browser: AnyBrowser, look: (i: number) => Promise<void>): Promise<void> {
  await activate(browser, 'Show QR codes');
  await shows(browser, `document.querySelector('.draft-codes canvas')?.ariaLabel`);
  if (await browser.evaluate(`document.querySelector('.draft-codes').innerText.includes('Pause')`))
    await activate(browser, 'Pause');
  const count = await browser.evaluate<number>(
    `Number(document.querySelector('.draft-codes canvas').ariaLabel.split(' ').at(-1))`,
  );
  for (let i = 0; i < count; i++) {
    // The label on the canvas changes when the code is drawn.
    await shows(
      browser,
      `document.querySelector('.draft-count').innerText.includes(document.querySelector('.draft-codes canvas').ariaLabel.replace('QR code', '').trim())
       || document.querySelector('.draft-count').innerText.startsWith('One code')`,
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

/** Runs a body with a folder that is gone afterwards. */
export async function withFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'drafts-'));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

/** What answers a call of a node. */
export type Answer = (target: string, body: string) => Promise<string>;

/** A node on loopback that pages may ask, as avalanchego allows by default. */
export async function withNode<T>(answer: Answer, body: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    const isCall = request.method === 'POST';
    response.end(isCall ? await answer(request.url!, Buffer.concat(chunks).toString()) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Everywhere that a page could have kept a secret. */
export const tracesOf = (browser: AnyBrowser): Promise<string> =>
  browser.evaluate(`JSON.stringify([
    document.documentElement.outerHTML, location.href, document.cookie, history.state,
    [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    { ...localStorage }, { ...sessionStorage },
  ])`);
