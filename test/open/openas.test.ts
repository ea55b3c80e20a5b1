import { describe, expect, it } from 'vitest';
import type { ChainName } from '../../src/chain/declared.ts';
import { kinds } from '../../src/chain/kinds.ts';
import { isError } from '../../src/errors/error.ts';
import { documentOf } from '../../src/open/foreign.ts';
import { open, openAs } from '../../src/open/open.ts';
import { kindNames, toJSONText } from '../../src/open/opened.ts';
import { parseHex } from '../../src/text/hex.ts';
import { parseJSON } from '../../src/text/json.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

describe('openAs', () => {
  it('reads what open reads as that kind, with its id and JSON', () => {
    for (const [chain, kind, name] of [
      ['P', 'tx', 'p-public'],
      ['X', 'tx', 'x-public'],
      ['P', 'block', 'p-blocks'],
      ['X', 'utxo', 'x-utxos'],
    ] as const)
      for (const { hex } of rows(name).slice(0, 20)) {
        const bytes = parseHex(hex);
        const read = openAs(bytes, kind, chain);
        expect(read).toEqual(open(bytes, { chain, kind }));
        expect(toJSONText(read)).toBe(toJSONText(open(bytes, { chain, kind })));
      }
    for (const { hex, endpoint, id } of rows('containers').slice(0, 40))
      expect(openAs(parseHex(hex), 'accepted', endpoint[0] as ChainName).id).toBe(id);
  });

  it('tries nothing else: no other kind, chain or form', () => {
    const { hex, nodeHex, unsignedHex } = rows('p-public')[0]!;
    // open removes a checksum, finds an unsigned transaction, and adds a codec version.
    for (const other of [nodeHex, unsignedHex, `0x${hex.slice(6)}`]) {
      expect(open(other).chain).toBe('P');
      expect(isError(thrown(() => openAs(parseHex(other), 'tx', 'P')))).toBe(true);
    }
    expect(isError(thrown(() => openAs(parseHex(hex), 'tx', 'X')))).toBe(true);
  });

  it('names what a chain does not have', () => {
    const bytes = new Uint8Array(4);
    for (const chain of ['P', 'X', 'C'] as const)
      for (const kind of Object.keys(kindNames) as (keyof typeof kindNames)[])
        if (kind === 'evmBlock' ? chain !== 'C' : kind in kinds.P && !(kind in kinds[chain]))
          expect(thrown(() => openAs(bytes, kind, chain))).toMatchObject({
            code: 'Unsupported',
            path: ['kind'],
          });
    expect(thrown(() => openAs(bytes, 'tx')).message).toBe(
      'Unsupported at kind: the chain has no "tx"',
    );
    expect(thrown(() => openAs(bytes, [[]] as never, 'P')).code).toBe('Unsupported');
    expect(thrown(() => openAs(bytes, 'tx', 'p' as never)).message).toContain('did you mean "P"?');
  });

  it('keeps why the content of a wrapper cannot be read, which a node accepts all the same', () => {
    const { hex, innerHex } = rows('containers').find(({ endpoint }) => endpoint === 'P/block')!;
    const inner = innerHex!.slice(2);
    const bytes = parseHex(hex.replace(inner, `0000ffffffff${inner.slice(12)}`));
    const { contentError, txs, ...read } = openAs(bytes, 'proposervm', 'P');
    expect(contentError).toMatchObject({ code: 'UnknownTypeID' });
    expect([txs, 'block' in read]).toEqual([[], false]);
    expect(thrown(() => open(bytes, { chain: 'P', kind: 'proposervm' })).code).toBe(
      contentError?.code,
    );
  });
});

describe('documentOf', () => {
  it('names the files of this library, and nothing else', () => {
    for (const [text, expected] of [
      ['{"format":"avalanche-tx draft 2"}', 'draft'],
      ['{"chain":"P","network":"fuji","utxos":[]}', 'state'],
      ['{"type":"BaseTx","outputs":[]}', 'intent'],
      ['{"network":"fuji","to":[],"maxFee":"0.1"}', 'policy'],
      ['{"jsonrpc":"2.0","id":1,"result":{}}', undefined],
      ['[]', undefined],
      ['"draft"', undefined],
    ] as const)
      expect(documentOf(parseJSON(text)), text).toBe(expected);
  });
});
