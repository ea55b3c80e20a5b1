/** What a user sees in the editor: names instead of computed types, and units, in the declarations that were built. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import * as builders from '../src/builder/index.ts';
import { Editor } from './support/editor.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-hovers-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/avalanche-tx'), 'dir');
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
writeFileSync(
  join(folder, 'tsconfig.json'),
  '{"compilerOptions":{"module":"nodenext","strict":true,"target":"es2022"}}',
);

const imported: { readonly [entry: string]: readonly string[] } = {
  'avalanche-tx': ['open', 'openTx', 'openAll', 'applyTxs', 'effectsOf', 'balancesOf'],
  'avalanche-tx/build': Object.keys(builders).filter((name) => /^build|^estimate/.test(name)),
  'avalanche-tx/sign': [
    'sign',
    'signWith',
    'finalize',
    'digestsOf',
    'chooseSigners',
    'policyOf',
    'parseDraft',
  ],
  'avalanche-tx/fee': ['feeOf'],
  'avalanche-tx/rules': ['checkTx', 'factsOfState'],
  'avalanche-tx/explain': ['explain', 'review'],
  'avalanche-tx/rpc': ['connect'],
  'avalanche-tx/wallet': ['createWallet'],
};
const names = Object.values(imported).flat();

const editor = new Editor(
  `${Object.entries(imported)
    .map(([entry, all]) => `import { ${all.join(', ')} } from '${entry}';`)
    .join('\n')}
import type { CState, PState, State, XState } from 'avalanche-tx';
import type { PolicyRules } from 'avalanche-tx/sign';
declare const pState: PState;
declare const xState: XState;
declare const anyState: State;
${names.map((name) => `const use_${name} = ${name};`).join('\n')}
const draft = buildBaseTx(pState, { outputs: [{ to: '', amount: 1n }] });
const xDraft = buildBaseTx(xState, { outputs: [] });
const exported = buildExportTx(anyState, { to: 'P', outputs: [] });
const subnet = buildCreateSubnetTx(pState, { owner: '' });
const tx = finalize(draft);
const unsigned = openTx('').unsignedTx;
const credentials = openTx('').credentials;
buildBaseTx(pState, { });
buildBaseTx(pState, { outputs: [{  }] });
buildBaseTx(pState, { outputs: [] }, {   });
buildAddPermissionlessDelegatorTx(pState, {    });
sign(draft, [], {     });
review(draft, {      });
createWallet({       });
createWallet({ url: '' }).send({        });
checkTx(unsigned, {         });
const rules: PolicyRules = {          };
const state: PState = {           };
`,
  folder,
);
afterAll(() => {
  editor.close();
  rmSync(folder, { recursive: true });
});

describe('a hover', () => {
  it.each(names)('of %s has names that a person reads, and what it does', async (name) => {
    const type = await editor.hover(`use_${name} =`);
    expect(type).not.toMatch(/\b(?:Required|Partial|Omit|Exclude|Extract|Given|Infer)<|\$\{/);
    expect(await editor.hover(`${name};`)).toMatch(/[A-Z][a-z]+s .{20}/);
  });
  it.each([
    ['draft =', 'const draft: PDraft<BaseTx>'],
    ['xDraft =', 'const xDraft: XDraft<BaseTx>'],
    ['exported =', 'const exported: DraftOf<State, "ExportTx">'],
    ['subnet =', 'const subnet: PDraft<CreateSubnetTx>'],
    ['tx =', 'const tx: SignedTxOf<PDraft<BaseTx>>'],
    ['use_sign =', 'options: ReviewedSignOptions'],
    ['use_buildBaseTx =', "DraftOf<S, 'BaseTx'>"],
  ])('of %s is %s', async (at, shown) => {
    expect(await editor.hover(at)).toContain(shown);
  });
  it.each(['unsigned =', 'credentials ='])('of %s has unions by their names', async (at) => {
    expect((await editor.hover(at)).length).toBeLessThan(120);
  });
  it.each(['amount: 1n', 'buildBaseTx;', 'buildExportTx;'])('of %s has units', async (at) => {
    expect(await editor.hover(at)).toContain("avax('1.5')");
  });
});

describe('completion', () => {
  it.each([
    ['buildBaseTx(pState, { ', 'outputs'],
    ['{ outputs: [{  ', 'amount'],
    ['{ outputs: [] }, {   ', 'maxFee'],
    ['buildAddPermissionlessDelegatorTx(pState, {    ', 'end'],
    ['sign(draft, [], {     ', 'policy'],
    ['review(draft, {      ', 'expect'],
    ['createWallet({       ', 'url'],
    ['.send({        ', 'amount'],
    ['checkTx(unsigned, {         ', 'time'],
    ['rules: PolicyRules = {          ', 'amounts'],
    ['state: PState = {           ', 'time'],
  ])('behind %s says what each member is', async (behind, member) => {
    const members = await editor.completions(behind);
    expect([...members.keys()].map((name) => name.replace('?', ''))).toContain(member);
    for (const [name, shown] of members) expect(shown, name).toMatch(/^\(property\).*\n[\s\S]*\S/);
  });
});
