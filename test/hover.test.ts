/** What an editor shows on hover: every field of what people write and read says what it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { methods } from '../src/rpc/methods.ts';
import type { AnySchema } from '../src/schema/schema.ts';
import { exportedTypes, fieldsOf } from './support/fields.ts';

const entryPoints = [
  'index.ts',
  'builder/index.ts',
  'network/index.ts',
  'open/blocks.ts',
  'rpc/index.ts',
  'sign/index.ts',
  'sign/hd/hd.ts',
  'testnode/index.ts',
  'wallet/index.ts',
];

/** What a code means is in `errorCodes`. */
const isCode = (name: string): boolean => /^ErrorContexts\.\w+$/.test(name);

describe('documentation on hover', () => {
  it.each(entryPoints)('every field of the types of src/%s has some', (entryPoint) => {
    const file = fileURLToPath(new URL(`../src/${entryPoint}`, import.meta.url));
    const fields = [...exportedTypes(file)].flatMap(([name, of]) => fieldsOf(name, of));
    expect(fields.length).toBeGreaterThan(10);
    const missing = fields.filter(({ name, documented }) => !documented && !isCode(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('every field of an intent and every option has some, where it is declared', () => {
    const folder = new URL('../src/builder/', import.meta.url);
    const files = [
      'intent.ts',
      ...readdirSync(new URL('intents/', folder)).map((name) => `intents/${name}`),
    ];
    const missing: string[] = [];
    let fields = 0;
    for (const file of files) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      for (const [declaration] of text.matchAll(/ argument\((?:\{|\n).*?^\}?\);$/gms)) {
        const [indent] = /^ +(?=\/\*\*)/m.exec(declaration) ?? [''];
        for (const [, before, name] of declaration.matchAll(
          new RegExp(`(.*)\n${indent}(\\w+)[:,]`, 'g'),
        )) {
          fields++;
          if (!before!.endsWith('*/')) missing.push(`${file}: ${name}`);
        }
      }
    }
    expect(fields).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it('every field of what methods take and give has a note', () => {
    const missing: string[] = [];
    const seen = new Set<AnySchema>();
    const walk = (path: string, schema: AnySchema): void => {
      if (seen.has(schema)) return;
      seen.add(schema);
      for (const { key, note, schema: of } of schema.fields ?? []) {
        if (!/\w/.test(note)) missing.push(`${path}.${key}`);
        walk(`${path}.${key}`, of);
      }
      for (const of of schema.of ?? []) walk(path, of);
    };
    for (const [name, { params, result, about }] of Object.entries(methods)) {
      if (!/\w/.test(about)) missing.push(name);
      walk(`${name} params`, params as AnySchema);
      walk(`${name} result`, result as AnySchema);
    }
    expect(seen.size).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
