/** Files that are opened or dropped. */
import type { Opened } from 'avalanche-tx';
import { known, readKnown } from '../model/facts.ts';
import { show, showSubject, subject } from '../model/session.ts';
import {
  isDecoded,
  isTx,
  partsSubject,
  readSubject,
  type Subject,
  textOf,
} from '../model/subject.ts';

/** More than this is not read at all. */
const maxFile = 64 * 1024 * 1024;

/** Reads the content of a file: text if it is text. A huge one stays bytes of its size, which are refused with a reason. */
const contentOf = async (file: File): Promise<string | Uint8Array> => {
  if (file.type.startsWith('image/')) return textInPicture(file);
  if (file.size > maxFile) return new Uint8Array(maxFile + 1);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return textOf(bytes) ?? bytes;
};

/** The texts of the QR codes in a picture, in lines; nothing if it has none. */
async function textInPicture(file: File): Promise<string> {
  const { readPicture } = await import('../drafts/qr.ts');
  return (await readPicture(file).catch(() => [])).join('\n');
}

/** Opens files: one as it is; of several the first transaction, with states and UTXOs as facts, or the list of all. */
export async function openFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  if (files.length === 1) {
    show(`file ${first.name}`, await contentOf(first));
    return;
  }
  const contents = await Promise.all(files.map(contentOf));
  const texts = contents.filter((content) => typeof content === 'string');
  if (texts.length === files.length && texts.every((text) => text.startsWith('AVAXTX1:'))) {
    showSubject(
      partsSubject(
        texts.flatMap((text) => text.trim().split(/\s+/)),
        'files',
      ),
    );
    return;
  }
  const read = contents.map((content, i) => readSubject(content, `file ${files[i]!.name}`));
  const subjects = read.flatMap((of) => ('subject' in of ? [of.subject] : []));
  const failed = read.findIndex((of) => !('subject' in of));
  if (failed >= 0) {
    show(`file ${files[failed]!.name}`, contents[failed]!);
    return;
  }
  showSeveral(subjects, contents, files);
}

function showSeveral(
  subjects: readonly Subject[],
  contents: readonly (string | Uint8Array)[],
  files: readonly File[],
): void {
  const main = subjects.findIndex((of) => isDecoded(of) && isTx(of));
  const facts = subjects.findIndex(
    (of) => of.kind === 'state' || (of.kind === 'list' && of.values[0]?.kind === 'utxo'),
  );
  if (main >= 0 && facts >= 0 && subjects.length === 2) {
    show(`file ${files[main]!.name}`, contents[main]!);
    const shown = subject.value;
    const chain = shown && isDecoded(shown) ? shown.opened.chain : undefined;
    known.value = readKnown(contents[facts] as string, chain, `file ${files[facts]!.name}`);
    return;
  }
  const values = subjects.flatMap((of): readonly Opened[] =>
    of.kind === 'list' ? of.values : isDecoded(of) ? [of.opened] : [],
  );
  showSubject({ kind: 'list', values, from: `${files.length} files` });
}
