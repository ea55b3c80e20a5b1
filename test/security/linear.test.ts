/**
 * M7: `explain`, `svgOf` and the comparison with an intent were quadratic: 2,400 inputs and outputs took 6.1 s, and whoever makes a draft decides how many
 * there are. Work is counted, in elements of lists that are looked at: for twice as many it is twice as much.
 */

import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/builder/index.ts';
import type { TransferableOutput } from '../../src/chain/pchain/components.ts';
import type { Draft } from '../../src/draft/draft.ts';
import {
  type Explainable,
  type ExplainContext,
  explain,
  svgOf,
  textOf,
} from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import type { Owner } from '../../src/state/owner.ts';
import { avax } from '../../src/text/amount.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { days } from '../../src/text/time.ts';
import { ownerOf } from '../../src/tx/owner.ts';
import type { Owners } from '../../src/tx/types.ts';
import { differences } from '../support/differences.ts';
import { asset, key, now, utxo } from '../support/state.ts';
import { base, spend, xBase } from '../support/tx.ts';
import { workOf } from '../support/work.ts';

/** The `n`th address that nobody has. */
const address = (n: number, kind = 0): Uint8Array =>
  new Uint8Array(20).fill(9).map((byte, i) => [kind, n >> 8, n & 255][i] ?? byte);
const owner = (...addresses: readonly Uint8Array[]): Owner => ({
  addresses: [...addresses].sort(compareBytes),
  threshold: 1,
});
const both = (...addresses: readonly Uint8Array[]): Owner => ({
  ...owner(...addresses),
  threshold: addresses.length,
});
const range = (n: number): readonly number[] => [...Array(n).keys()];

const coins = (n: number, of: (i: number) => Parameters<typeof utxo>[2] = () => ({})) =>
  range(n).map((i) => utxo(i, avax('1'), of(i)));
const outputs = (n: number, of: (i: number) => Parameters<typeof utxo>[2]) =>
  range(n).map((i): TransferableOutput => {
    const { assetID, output } = utxo(i, avax('0.9'), of(i));
    return { assetID, output };
  });
const unique = (n: number): Uint8Array => asset(5).map((byte, i) => [n >> 8, n & 255][i] ?? byte);

interface Case {
  readonly of: Explainable;
  readonly context: ExplainContext;
  readonly intent: Intent;
}

/** The transaction, and an intent that means something else for each of its outputs. */
function pCase(
  utxos: ReturnType<typeof coins>,
  made: readonly TransferableOutput[],
  others = 'outputs',
): Case {
  const value = {
    type: 'platformvm.BaseTx',
    ...base(
      utxos.map((of) => spend(of)),
      made,
    ),
  } as const;
  return {
    of: { kind: 'unsignedTx', chain: 'P', value } as unknown as Explainable,
    context: { network: fuji, time: now, utxos },
    intent: {
      type: 'BaseTx',
      outputs: made.map(({ assetID, output }, i) => ({
        to: others === 'amounts' ? ownerOf(output as Owners) : address(i, 7),
        assetID,
        amount: avax('0.8'),
      })),
    },
  };
}

const me = key(1).shortID;
const cases: { readonly [what: string]: (n: number) => Case } = {
  'payers and receivers that are all others': (n) =>
    pCase(
      coins(n, (i) => ({ owner: owner(address(i)) })),
      outputs(n, (i) => ({ owner: owner(address(i, 1)) })),
    ),
  'outputs that go back to their payers': (n) =>
    pCase(
      coins(n, (i) => ({ owner: owner(address(i)) })),
      outputs(n, (i) => ({ owner: owner(address(i)) })),
      'amounts',
    ),
  'owners who share an address': (n) =>
    pCase(
      coins(n, (i) => ({ owner: both(me, address(i)) })),
      outputs(n, (i) => ({ owner: owner(me, address(i, 1)) })),
    ),
  'locks that are all others': (n) =>
    pCase(
      coins(n),
      outputs(n, (i) => ({ owner: { ...owner(me), locktime: now + days(400) + BigInt(i) } })),
    ),
  'assets that are all others': (n) => {
    const utxos = coins(n, (i) => ({ assetID: unique(i) }));
    const made = outputs(n, (i) => ({ assetID: unique(i), owner: owner(address(i, 1)) }));
    const { of, ...rest } = pCase(utxos, made);
    const value = {
      type: 'avm.BaseTx',
      ...xBase(utxos.map((u) => spend(u)) as never, made as never),
    };
    return { ...rest, of: { kind: 'unsignedTx', chain: 'X', value } as unknown as Explainable };
  },
  'one owner of many, of whom many sign': (n) => {
    const addresses = range(n).map((i) => address(i));
    const value = {
      type: 'platformvm.BaseTx',
      ...base([spend(utxo(1, avax('5'), { owner: both(...addresses) }), range(n))], []),
    } as const;
    return {
      of: { kind: 'unsignedTx', chain: 'P', value } as unknown as Explainable,
      context: { network: fuji, time: now, utxos: coins(1, () => ({ owner: both(...addresses) })) },
      intent: { type: 'BaseTx', outputs: [] },
    };
  },
};

const [small, middle, large] = [30, 60, 120];

/** What the second half costs, in halves of what came before: 2, if work grows with the size; 0 if it does not grow. */
function growth(work: (n: number) => number): number {
  const [a, b, c] = [small, middle, large].map(work) as [number, number, number];
  return c === a ? 0 : (c - b) / (b - a);
}

describe('work grows with the size of', () => {
  it.each(Object.entries(cases))('an explanation of %s', (_, make) => {
    expect(
      growth((n) => {
        const { of, context } = make(n);
        return workOf(() => explain(of, context));
      }),
    ).toBeLessThan(2.3);
  });

  it.each(Object.entries(cases))('a comparison of %s', (_, make) => {
    expect(
      growth((n) => {
        const { of, context, intent } = make(n);
        return workOf(() => differences(intent, of, context));
      }),
    ).toBeLessThan(2.3);
  });

  it.each([1, 7])('an explanation of a draft with slots that %d can sign', (many) => {
    expect(
      growth((n) => {
        const draft = hollow(n, many);
        return workOf(() => explain(draft));
      }),
    ).toBeLessThan(2.3);
  });

  it('what is written of it', () => {
    for (const make of Object.values(cases)) {
      const size = (n: number): number => {
        const { of, context } = make(n);
        const told = explain(of, context);
        const json = JSON.stringify(told, (_, v) => (typeof v === 'bigint' ? String(v) : v));
        return svgOf(told).length + textOf(told).length + json.length;
      };
      expect(growth(size)).toBeLessThan(2.3);
    }
  });
});

/** A draft of which nothing is signed, and all outputs are called change. */
function hollow(n: number, many: number): Draft {
  const utxos = coins(n, (i) => ({ owner: owner(...range(many).map((j) => address(i, j))) }));
  const made = outputs(n, (i) => ({ owner: owner(address(i)) }));
  const unsignedTx = {
    type: 'platformvm.BaseTx' as const,
    ...base(
      utxos.map((of) => spend(of)),
      made,
    ),
  };
  return {
    kind: 'draft',
    chain: 'P',
    network: fuji,
    time: now,
    unsignedTx,
    fee: { total: 0n },
    change: made.map((of, outputIndex) => ({ outputIndex, ...of })),
    warnings: [],
    evidence: [],
    slots: utxos.map((of) => ({
      kind: 'input',
      utxo: of,
      owner: of.output,
      signatureIndices: [0],
      signatures: [null],
    })),
    missing: utxos.map(({ output }, credential) => ({
      credential,
      need: 1,
      candidates: output.addresses,
    })),
  } as unknown as Draft;
}
