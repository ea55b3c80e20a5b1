/** QR codes, drawn and read. The encoder and the decoder load when they are first needed. */

/** Modules of a code with its quiet zone, row by row; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/** Light modules around a code, which readers need: the standard asks for 4. */
const quietZone = 4;

/** The code of a text of capitals, digits, `:` and `/`. */
export async function modulesOf(text: string): Promise<Modules> {
  const { encodeQR } = await import('qr');
  return encodeQR(text, 'raw', { ecc: 'low', encoding: 'alphanumeric', border: quietZone });
}

/** Draws a code: black on white in each theme, because many readers need it so. */
export function drawCode(
  context: CanvasRenderingContext2D,
  modules: Modules,
  scale: number,
  [left, top]: readonly [number, number] = [0, 0],
): void {
  context.fillStyle = '#fff';
  context.fillRect(left, top, modules.length * scale, modules.length * scale);
  context.fillStyle = '#000';
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(left + x * scale, top + y * scale, scale, scale);
    });
  });
}

const columns = 4;
const scale = 4;
const label = 28;
/** Codes on one picture; more would make it too large for phones. */
export const codesPerPicture = 12;

/** Up to `codesPerPicture` codes as one PNG, each with its number. */
export async function pictureOf(parts: readonly string[], from: number): Promise<Blob> {
  const codes = await Promise.all(
    parts.slice(from, from + codesPerPicture).map((part) => modulesOf(part)),
  );
  const side = Math.max(...codes.map(({ length }) => length)) * scale;
  const across = Math.min(columns, codes.length);
  const canvas = document.createElement('canvas');
  canvas.width = across * side;
  canvas.height = Math.ceil(codes.length / across) * (side + label);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = '18px sans-serif';
  context.textAlign = 'center';
  codes.forEach((modules, i) => {
    const [left, top] = [(i % across) * side, Math.floor(i / across) * (side + label)];
    drawCode(context, modules, scale, [left, top]);
    context.fillText(`${from + i + 1} of ${parts.length}`, left + side / 2, top + side + 14);
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Pixels of a picture. */
type Pixels = Pick<ImageData, 'width' | 'height' | 'data'>;

/** The text of a code in a frame of a camera; undefined if none is seen. */
export async function readFrame(pixels: Pixels): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js');
  try {
    return decodeQR(pixels);
  } catch {
    return undefined;
  }
}

const maxBytes = 40_000_000;
const maxSide = 3840;

/**
 * The texts of all codes in a picture.
 * @throws {Error} If the file is no picture that this browser shows, or is too large.
 */
export async function readPicture(file: Blob): Promise<readonly string[]> {
  if (file.size > maxBytes) throw new Error('the file is larger than 40 MB');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('this browser cannot read it as a picture');
  });
  const shrink = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * shrink));
  canvas.height = Math.max(1, Math.round(bitmap.height * shrink));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const { decodeQRBatch } = await import('qr/decode.js');
  const [found = []] = await decodeQRBatch([pixels], {
    effort: Number.POSITIVE_INFINITY,
    timeLimit: 3000,
  });
  return found.filter((text) => typeof text === 'string');
}
