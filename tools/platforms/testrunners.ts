/** Test runners, with the environments that people use. */
import type { Place, Platform } from './platform.ts';

const test = (head: string, type = '') => `${head}import { smoke } from './smoke.js';
it('answers', () => {
  const digest${type} = smoke();
  console.log('SMOKE', digest);
  expect(digest.length).toBeGreaterThan(60);
});
`;

const vitest = (environment: string, inline = false): Platform => ({
  name: `vitest, ${environment}`,
  sort: 'test runner',
  tool: 'vitest',
  how: inline ? 'package inlined, so that there are two copies' : 'defaults',
  run: ({ exec, tool, write }) => {
    write('smoke.test.js', test("import { expect, it } from 'vitest';\n"));
    write(
      'vitest.config.js',
      `export default { test: { ${inline ? "server: { deps: { inline: ['avalanche-tx'] } }" : ''} } };\n`,
    );
    return exec(
      tool.bin('vitest'),
      ...['run', '--testTimeout=600000', '--environment', environment],
    );
  },
});

/** Jest reads modules behind a flag of Node. */
const jestWith = ({ exec, tool }: Place, ...args: readonly string[]) =>
  exec('node', '--experimental-vm-modules', tool.bin('jest'), '--rootDir=.', '--no-cache', ...args);

const jest = (environment: string): Platform => ({
  name: `jest, ${environment}`,
  sort: 'test runner',
  tool: 'jest',
  how: '`--experimental-vm-modules`',
  run: (place) => {
    place.write('smoke.test.js', test(''));
    place.write(
      'jest.config.js',
      // jsdom has neither.
      environment === 'jsdom'
        ? "export default { transform: {}, testEnvironment: './environment.js' };\n"
        : 'export default { transform: {} };\n',
    );
    place.write(
      'environment.js',
      `import { TestEnvironment } from 'jest-environment-jsdom';
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { TextDecoder, TextEncoder });
  }
}
`,
    );
    return jestWith(place);
  },
});

export const testRunners: readonly Platform[] = [
  vitest('node'),
  vitest('node', true),
  vitest('jsdom'),
  vitest('happy-dom'),
  jest('node'),
  jest('jsdom'),
  {
    name: 'ts-jest, node',
    sort: 'test runner',
    tool: 'ts-jest',
    how: '`moduleResolution: node`, types checked',
    run: (place) => {
      place.write(
        'smoke.test.ts',
        `${test('', ': string')}
import { decode, Tx } from 'avalanche-tx/pchain';
import { isError } from 'avalanche-tx';
it('has types', () => {
  try { const { type }: { type: string } = decode(Tx, new Uint8Array(3)); expect(type).toBe(''); }
  catch (e) { expect(isError(e, 'Truncated') && e.offset).toBe(2); }
});
`,
      );
      place.write(
        'tsconfig.json',
        JSON.stringify({
          compilerOptions: {
            target: 'ES2022',
            module: 'ES2022',
            moduleResolution: 'node10',
            strict: true,
            esModuleInterop: true,
            allowJs: true,
            types: ['jest'],
          },
        }),
      );
      place.write(
        'jest.config.js',
        `export default {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\\\.ts$': ['ts-jest', { useESM: true }] },
};
`,
      );
      return jestWith(place, 'smoke.test.ts');
    },
  },
];
