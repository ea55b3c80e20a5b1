/** The tables of `docs/testnode.md`: control methods, methods of Ethereum, and every endpoint, by calling it. */

import { readFileSync } from 'node:fs';
import { type MethodName, methods } from '../src/rpc/methods.ts';
import { controlMethods } from '../src/testnode/serve/control.ts';
import { ethMethods } from '../src/testnode/serve/eth.ts';
import { declared } from '../tools/differential/declared.ts';
import { type Called, callAll, everything } from './endpoints.ts';
import { departures } from './fieldtables.ts';
import { between, table } from './markdown.ts';

const names = (fields: readonly { key: string; schema: { optional?: boolean } }[] = []): string =>
  fields.map(({ key, schema }) => `\`${key}\`${schema.optional ? '?' : ''}`).join(', ') || '–';

const control = table(
  ['method', 'params', 'result', 'what it does'],
  Object.entries(controlMethods).map(([name, { about, params, result }]) => [
    `\`${name}\``,
    names(params.fields),
    names(result.fields),
    about,
  ]),
);

const eth = table(
  ['method', 'called by', 'what it gives'],
  [
    ...Object.entries(ethMethods).map(([name, { about, calledBy }]) => [
      `\`${name}\``,
      calledBy,
      about,
    ]),
    [
      '`eth_baseFee`',
      '`connect`, avalanchejs, Core, @avalanche-sdk/client',
      methods.eth_baseFee.about,
    ],
  ],
);

/** Whether a call answers: one that the node refuses with its own words does too. */
const answerOf = ({ isAccepted, refusal }: Called): string =>
  isAccepted ? (refusal === undefined ? 'answers' : `answers: ${refusal}`) : `no: ${refusal}`;

/** The documents name endpoints by method, or by path. */
const documented = (): ReadonlySet<string> =>
  new Set(
    readFileSync(new URL('../vectors/rpc-samples-seed.ndjson', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly source: string; readonly method: string })
      .filter(({ source }) => source === 'seed')
      .map(({ method }) => method.replace(/^GET /, '')),
  );

/** The rows of the table of endpoints: those of the documents first. */
function endpointRows(calls: readonly Called[]): readonly (readonly string[])[] {
  const known = documented();
  const ordered = [
    ...calls.filter(({ name }) => known.has(name)),
    ...calls.filter(({ name }) => !known.has(name)),
  ];
  return ordered.map((called) => {
    const { at, name } = called;
    const isMethod = Object.hasOwn(methods, name as MethodName);
    return [isMethod ? `\`${name}\`` : 'GET', `\`${at}\``, answerOf(called)];
  });
}

/** What the comparison with the real chains leaves out. */
const differing = (): string =>
  table(
    ['methods', 'what differs', 'why'],
    declared.map(({ methods: of, what, why }) => [
      `\`${of.source.replace(/[$^\\]/g, '').replaceAll('|', ', ')}\``,
      what,
      why,
    ]),
  );

/** Where replies have other fields than the documents list. */
const departing = (): string =>
  table(
    ['endpoints', 'what the test node answers', 'why'],
    departures.map(({ endpoints: of, what, why }) => [
      `\`${of.source.replace(/[$^\\]/g, '').replaceAll('|', ', ')}\``,
      what,
      why,
    ]),
  );

/** `docs/testnode.md` as it should be. */
export function testnodePage(calls: readonly Called[]): string {
  const text = readFileSync(new URL('../docs/testnode.md', import.meta.url), 'utf8');
  const endpoints = table(['endpoint', 'asked at', 'answer'], endpointRows(calls));
  return [
    ['control', control],
    ['eth', eth],
    ['declared', differing()],
    ['departures', departing()],
    ['endpoints', endpoints],
  ].reduce((page, [mark, content]) => between(page, mark!, content!), text);
}

/** The same, with calls of its own. */
export const calledPage = async (): Promise<string> => testnodePage(callAll(await everything()));
