/** What a person does in the inspector, the same in Chromium and in Firefox; each expects what the person sees. */
import { expect } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { formatHex } from '../../src/text/hex.ts';
import type { AnyBrowser } from '../support/browsing.ts';
import { rows } from '../support/vectors.ts';
import { chooseView, enter, largeBlock, openInspector, openView, textOf } from './support.ts';

const [payment = '', exported = ''] = samples.map(({ text }) => text);

/** A transaction with fields of most kinds. */
export const validatorTx: string = rows('p-public').find(
  ({ type, network }) => type === 'AddPermissionlessValidatorTx' && network === 'fuji',
)!.hex;

/** The hex of the bytes that are marked in the grid. */
const markedHex = (b: AnyBrowser): Promise<string> =>
  b.evaluate(
    `[...document.querySelectorAll('.hexgrid .marked')].map((e) => e.textContent.replace(/\\s/g, '')).join('')`,
  );

/** A row of the tree of fields, by its name. */
export const fieldRow = (name: string): string =>
  `[...document.querySelectorAll('.tree .field')].find((e) => e.querySelector('.key').textContent === '${name}')`;

const focus = (b: AnyBrowser, selector: string): Promise<void> =>
  b.evaluate(`void document.querySelector('${selector}').focus()`);

const markedKey = `document.querySelector('.tree .marked .key')?.textContent`;
const path = `document.querySelector('.detail .path')?.textContent`;

/** Fields mark their bytes and bytes their field, by mouse and by keys. */
export async function marksBothWays(b: AnyBrowser): Promise<void> {
  await openView(b, validatorTx, 'bytes');
  await b.until(fieldRow('networkID'));
  await b.point(fieldRow('networkID'));
  await b.until(`document.querySelector('.hexgrid .marked')`);
  expect(await markedHex(b)).toBe('00000005');
  const detail = await textOf(b, '.detail');
  expect(detail).toContain('Network that the transaction is for.');
  expect(detail).toContain('platformvm.AddPermissionlessValidatorTx.networkID');
  await b.point(`document.querySelector('.hexgrid .hex span')`);
  await b.until(`${markedKey} === 'codecVersion'`);
  expect(await markedHex(b)).toBe('0000');

  await focus(b, '.hexgrid');
  await b.press('Control+Home', 'ArrowRight', 'ArrowRight');
  await b.until(`${markedKey} === 'typeID'`);
  await b.press('Control+End');
  await b.until(`${path}?.startsWith('credentials[')`);
  await b.press('Control+Home');
  await b.until(`${path} === 'codecVersion'`);

  await focus(b, '.tree');
  await b.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await b.until(`${path} === 'unsignedTx.blockchainID'`);
  expect(await markedHex(b)).toBe('00'.repeat(32));
  await b.press('End');
  await b.until(`document.querySelector('.hexgrid').scrollTop > 500`);
  await b.press('Home', 'ArrowDown', 'ArrowLeft');
  await b.until(
    `document.querySelector('.tree .marked').getAttribute('aria-expanded') === 'false'`,
  );
  await b.press('PageDown');
}

/** Whether the line above the editor has a text. */
export const stateHas = (text: string): string =>
  `document.querySelector('.edit .state')?.textContent.includes(${JSON.stringify(text)})`;

/** Presses a button of the editor or above it. */
export const pressButton = (b: AnyBrowser, label: string): Promise<void> =>
  b.evaluate(
    `void [...document.querySelectorAll('.subject button, .edit button')].find((e) => (e.getAttribute('aria-label') ?? e.textContent) === ${JSON.stringify(label)}).click()`,
  );

/** Edits a weight, a time, an owner and a signature; verdict, explanation and signatures follow, and undo takes it back. */
export async function editsAndUndoes(b: AnyBrowser): Promise<void> {
  await openView(b, validatorTx, 'edit');
  await b.until(stateHas('signatures can be read'));
  const state = await textOf(b, '.edit .state');
  expect(state).toContain('11,270,708.62140325');
  expect(state).toContain('Nothing differs from the original.');

  await enter(b, 'unsignedTx.validator.weight', '2000');
  await b.until(stateHas('1 field differs'));
  await b.until(stateHas('signatures broken'));
  await b.until(`!(${stateHas('11,270,708,621,403,250')})`);
  await enter(b, 'unsignedTx.validator.end', '2025-01-01');
  await b.until(stateHas('2 fields differ'));
  expect(await textOf(b, '.subject h1')).toContain('to 1 Jan 2025');

  await enter(b, 'unsignedTx.outputs[1].output.addresses[0]', `0x${'ab'.repeat(20)}`);
  await b.until(stateHas('3 fields differ'));
  await chooseView(b, 'explanation');
  await b.until(`document.querySelector('.panel').textContent.includes('1 Jan 2025')`);
  await chooseView(b, 'edit');
  await b.until(stateHas('3 fields differ'));

  await b.press('Control+z');
  await b.until(stateHas('2 fields differ'));
  await b.press('Control+z');
  await b.until(stateHas('1 field differs'));
  await b.press('Control+z');
  await b.until(stateHas('Nothing differs from the original.'));
  await b.until(stateHas('signatures can be read'));
  await pressButton(b, 'Redo');
  await b.until(stateHas('1 field differs'));
  await pressButton(b, 'Undo');

  await enter(b, 'credentials[0].signatures[0]', `0x${'11'.repeat(65)}`);
  await b.until(stateHas('1 of 11 signatures broken'));
}

/** Writes into the field of the second input in place of what it has. */
async function compareWith(b: AnyBrowser, text: string): Promise<void> {
  await b.evaluate(
    `void (document.querySelector('.second textarea').focus(), document.querySelector('.second textarea').select())`,
  );
  await b.type(text);
}

/** What the view "Compare" says of the second input, when it says one thing. */
const comparedAs = (b: AnyBrowser, text: string): Promise<void> =>
  b.until(
    `document.querySelector('.panel .verdict strong')?.textContent === ${JSON.stringify(text)}`,
  );

/** An intent for the sample payment, by its first receivers. */
const intentFor = (count: number): string =>
  JSON.stringify({
    type: 'BaseTx',
    outputs: [
      { to: 'P-fuji1rnl0x4c644dlzct5a8fej29drft3va5ngwq6k7', amount: '12.5' },
      { to: 'P-fuji150rtrmj2f8vl9tem8qpfw36ylw5jg9j22nrlvm', amount: '987.499994821' },
    ].slice(0, count),
  });

/** Compares a payment with an export field by field, and with intents: one that it fulfils, one that names less, one that is no intent. */
export async function compares(b: AnyBrowser): Promise<void> {
  await openView(b, payment, 'compare');
  await b.until(`document.querySelector('.second textarea')`);
  await compareWith(b, exported);
  await b.until(`document.querySelector('.pair.changed')`);
  expect(await textOf(b, '.panel .verdict')).toMatch(
    /^\d+ of \d+ fields differ.*BaseTx and .*ExportTx/,
  );
  const pairs = await b.evaluate<readonly string[]>(
    `[...document.querySelectorAll('.pair.changed')].map((e) => e.textContent.trim())`,
  );
  expect(pairs).toContain('≠ unsignedTx.outputs[0].output.amount12500000000996999994785');
  await compareWith(b, payment);
  await comparedAs(b, 'The same in every field');

  await compareWith(b, intentFor(2));
  await comparedAs(b, 'The transaction matches the intent exactly');
  await compareWith(b, intentFor(1));
  await comparedAs(b, '1 difference from the intent');
  expect(await textOf(b, '.differences')).toBe(
    'outputs[1].output in the transaction, but not meant · found 987.499994821 AVAX → P-fuji150rtrmj2f8vl9tem8qpfw36ylw5jg9j22nrlvm',
  );
  await compareWith(b, intentFor(2).replace('12.5', '12.6'));
  await b.until(`document.querySelector('.differences')?.textContent.includes('12.6 AVAX')`);
  await compareWith(b, '{"type":"BaseTx","outputs":7}');
  await b.until(`document.querySelector('.panel .notice.bad')`);
}

/** Shows the bytes of a block of 2 MB and goes through them. @returns The most elements that the page had. */
export async function showsLargeBlock(b: AnyBrowser): Promise<number> {
  const block = largeBlock();
  expect(block.length).toBeGreaterThan(1_900_000);
  await openView(b, formatHex(block), 'bytes');
  await b.until(
    `document.querySelector('.hexgrid .hex-row') && document.querySelector('.tree .field')`,
  );
  const most = await b.evaluate<number>(`(async () => {
    let most = 0;
    for (const selector of ['.hexgrid', '.tree'])
      for (let i = 0; i < 40; i++) {
        const box = document.querySelector(selector);
        box.scrollTop = (box.scrollHeight * ((i * 7) % 40)) / 40 + i * 31;
        await new Promise((done) => window.requestAnimationFrame(() => window.requestAnimationFrame(done)));
        most = Math.max(most, document.querySelectorAll('*').length);
      }
    return most;
  })()`);
  expect(most).toBeLessThanOrEqual(2000);
  await focus(b, '.hexgrid');
  await b.press('Control+End');
  await b.until(`${path}?.startsWith('txs[')`);
  return most;
}

/** Types hex by hand. Each of its beginnings may stand for something: the field keeps the focus, and the address has nothing of it until the field is left. */
export async function typesHex(b: AnyBrowser): Promise<void> {
  const hex = 'ab'.repeat(20);
  await openInspector(b);
  await b.until(`document.activeElement.id === 'input'`);
  for (const digit of hex) await b.type(digit);
  const title = `document.querySelector('.subject h1')?.textContent`;
  await b.until(`${title} === '20 bytes: an account, an address or a node ID'`);
  for (const digit of 'cdcd') {
    await b.type(digit);
    expect(await b.evaluate('document.activeElement.id + location.hash')).toBe('input');
  }
  expect(await b.evaluate(`document.querySelector('#input').value`)).toBe(`${hex}cdcd`);
  await b.evaluate(`void document.querySelector('#input').select()`);
  for (const digit of hex) await b.type(digit);
  await b.until(title);
  expect(await b.evaluate('document.activeElement.id + location.hash')).toBe('input');
  await b.press('Tab');
  await b.until(`location.hash.startsWith('#i=')`);
  expect(await b.evaluate(title)).toBe('20 bytes: an account, an address or a node ID');
}
