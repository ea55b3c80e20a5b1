/** Whoever runs code in the same process gives drafts that change while they are read: only what was checked is signed, asked or shown. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { build, buildBaseTx } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { signDigest } from '../../src/crypto/secp256k1.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { isError } from '../../src/errors/error.ts';
import { explain, feePartsOf, review } from '../../src/explain/index.ts';
import { fromForeign, toForeign } from '../../src/interop/index.ts';
import {
  addKeystoneSignature,
  formatKeystoneSignature,
  keystoneRequestOf,
  keystoneSigner,
  parseKeystoneRequest,
} from '../../src/keystone/index.ts';
import { connect } from '../../src/rpc/index.ts';
import { hdWallet, withDescriptor } from '../../src/sign/hd/hd.ts';
import {
  addSignature,
  chooseSigners,
  combineDrafts,
  type Draft,
  digestsOf,
  encodeDraft,
  finalize,
  formatDraft,
  formatDraftParts,
  hashSigner,
  type LedgerApp,
  ledgerScreens,
  ledgerSigner,
  parseDraft,
  policyOf,
  prove,
  sign,
  signWith,
  walletSigner,
} from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { createWallet } from '../../src/wallet/index.ts';
import { tier } from '../support/seeded.ts';
import { ways } from '../support/shifting.ts';
import { key, pState, utxo } from '../support/state.ts';

const account = "m/44'/9000'/0'";
const [alice, bob, mallory] = [key(1), key(9), key(66)];
const secret = new Uint8Array(32).fill(1);
const state = pState([utxo(1, 5_000_000_000_000n), utxo(2, 7_000n)]);
const intentOf = (to: Uint8Array, amount: bigint) =>
  ({ type: 'BaseTx', outputs: [{ to, amount }] }) as const;
const [intent, theft] = [
  intentOf(bob.shortID, 1_000_000_000n),
  intentOf(mallory.shortID, 4_999_000_000_000n),
];
/** A draft from elsewhere, which counts as nobody's. */
const received = (of: typeof intent): Draft =>
  parseDraft(
    formatDraft({
      ...build(state, of, { change: alice.shortID }),
      paths: { [alice.address('P', state.network)]: `${account}/0/0` },
    }),
  );
const [good, bad] = [received(intent), received(theft)];
const meant = formatHex(digestOf(good));
const policy = policyOf(intent, { change: alice.shortID });
const own = [alice.shortID];
const options = { policy, own };
const signedGood = sign(good, alice, options);
const signedBad = sign(bad, alice, {
  policy: policyOf(theft, { change: alice.shortID }),
  own,
});
const signature = signedGood.slots[0]!.signatures[0]!;
const words =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const device = { path: account, owner: () => ({ threshold: 1, addresses: [alice.shortID] }) };

/** The digests that a key was asked for. */
let asked: string[] = [];
const answer = (digest: Uint8Array): Uint8Array => {
  asked.push(formatHex(digest));
  return signDigest(digest, secret);
};
const kms = hashSigner({
  publicKey: alice.publicKey,
  sign: async (digest) => answer(digest),
});
const app: LedgerApp = {
  sign: async (_, paths, message) => ({
    returnCode: 0x9000,
    signatures: new Map(paths.map((path) => [path, answer(sha256(message))])),
  }),
  signHash: async (_, paths, hash) => ({
    returnCode: 0x9000,
    signatures: new Map(paths.map((path) => [path, answer(hash)])),
  }),
};
const fingerprint = '2d0bdabc';
const keystone = keystoneSigner({
  fingerprint,
  exchange: async (parts) => {
    const { requestID, bytes, paths } = parseKeystoneRequest(parts);
    const signatures = paths.map(() => answer(sha256(bytes)));
    return formatKeystoneSignature({ requestID: requestID!, signatures });
  },
});
const scanned = { signatures: [signature] };
const browser = walletSigner({
  request: async ({ params }) => {
    const { transactionHex } = params as { readonly transactionHex: string };
    asked.push(formatHex(sha256(parseHex(transactionHex))));
    return { signedTransactionHex: formatHex(toForeign(signedGood, 'avalanchego')) };
  },
});

/** What a draft's signatures sign. */
const signedDigest = (draft: Draft): Draft => {
  for (const { signatures } of draft.slots)
    for (const signature of signatures)
      if (signature)
        asked.push(
          formatHex(signature) === formatHex(signDigest(digestOf(bad), secret)) ? 'evil' : meant,
        );
  return draft;
};

/** Functions that use or ask a key. The policy allows only the honest transaction. */
const keyed: Readonly<Record<string, (draft: Draft) => unknown>> = {
  sign: (draft) => signedDigest(sign(draft, alice, options)),
  signWith: async (draft) => signedDigest(await signWith(draft, kms, options)),
  'hashSigner.sign': async (draft) => signedDigest(await kms.sign(draft, options)),
  'ledgerSigner.sign': async (draft) =>
    signedDigest(await ledgerSigner(app, device, { hidden: () => true }).sign(draft, options)),
  'keystoneSigner.sign': async (draft) => signedDigest(await keystone.sign(draft, options)),
  keystoneRequestOf: (draft) =>
    asked.push(formatHex(sha256(keystoneRequestOf(draft, { ...options, fingerprint }).bytes))),
  'walletSigner.sign': (draft) => browser.sign(draft, options),
  'walletSigner.send': (draft) => browser.send(draft, options).catch(() => undefined),
  digestsOf: (draft) =>
    digestsOf(draft, options).map(({ digest }) => asked.push(formatHex(digest))),
};

/** Functions that verify a draft: they give what they give for one of the two drafts, or refuse. */
const verified: Readonly<Record<string, (draft: Draft) => unknown>> = {
  chooseSigners: (draft) => chooseSigners(draft, [alice.shortID]),
  combineDrafts: (draft) => combineDrafts(draft),
  toForeign: (draft) => toForeign(draft, 'avalanchego'),
  fromForeign: (draft) => fromForeign(toForeign(good, 'avalanchego'), draft),
  addSignature: (draft) =>
    addSignature(draft, { digest: digestOf(good), signature, publicKey: alice.publicKey }),
  addKeystoneSignature: (draft) => addKeystoneSignature(draft, scanned),
};
/** Functions that show or convert a draft of any contents. */
const shown: Readonly<Record<string, (draft: Draft) => unknown>> = {
  explain: (draft) => explain(draft, { own }),
  review: (draft) => review(draft, { own, expect: intent }),
  'review of a draft by another': (draft) => review(good, { own, expect: draft }),
  feePartsOf: (draft) => feePartsOf(draft),
  'Policy.findings': (draft) => policy.findings(draft, { own }),
  policyOf: (draft) => policyOf(draft, { own }).rules,
  formatDraft: (draft) => formatDraft(draft),
  encodeDraft: (draft) => encodeDraft(draft),
  formatDraftParts: (draft) => formatDraftParts(draft),
  ledgerScreens: (draft) => ledgerScreens(draft, { account: device }),
  prove: (draft) => prove(draft, { own }),
  withDescriptor: (draft) => withDescriptor(draft, { descriptor: 'x', ...device }),
  'HDWallet.keys': (draft) => seed.keys(draft).length,
};
const seed = hdWallet(words);
/** Functions that take a signed draft. */
const finished: Readonly<Record<string, (draft: Draft) => unknown>> = {
  finalize: (draft) => finalize(draft),
  'finalize with a policy': (draft) => finalize(draft, options),
};
/** At which reading a draft changes: few in `npm test`, all where time allows. */
const readings = tier === 'fast' ? [0, 1, 2, 5] : Array.from({ length: 61 }, (_, n) => n);
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint'
      ? `${member}n`
      : member instanceof Uint8Array
        ? formatHex(member)
        : typeof member === 'function'
          ? undefined
          : member,
  ) ?? 'nothing';

/** Returns the text of what a function returns; undefined if it refuses. Any error must be ours. */
async function outcome(f: () => unknown): Promise<string | undefined> {
  try {
    return textOf(await f());
  } catch (e) {
    if (!isError(e)) throw e;
    return undefined;
  }
}

interface Attack {
  readonly way: string;
  readonly make: (a: Draft, b: Draft) => Draft;
}
const attacks = Object.entries(ways).flatMap(([way, make]) =>
  readings.flatMap((n): readonly Attack[] => [
    { way: `${way}, reading ${n}`, make: (a, b) => make(a, b, n) },
    { way: `${way}, reading ${n}, the other way round`, make: (a, b) => make(b, a, n) },
  ]),
);
/** Of whole drafts; mixtures of two are drafts of their own. */
const isWhole = ({ way }: Attack): boolean =>
  !/every object|list with|overwrites|overwritten|shared|the transaction's|subclass/.test(way);
/** Each second attack, or all where time allows. */
const some = attacks.filter((_, i) => tier !== 'fast' || i % 2 === 0);

/** A draft that counts how often its members are read. */
function counted(draft: Draft): { readonly draft: Draft; readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const watch = <T extends object>(value: T, keys: readonly string[]): T =>
    new Proxy(
      { ...value },
      {
        get: (target, key) => {
          if (keys.includes(String(key)))
            counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
          return Reflect.get(target, key);
        },
      },
    );
  const unsignedTx = watch(draft.unsignedTx, ['outputs', 'inputs', 'memo']);
  const members = ['unsignedTx', 'slots', 'change', 'fee', 'time', 'network', 'evidence', 'paths'];
  return { draft: watch({ ...draft, unsignedTx } as Draft, members), counts };
}

describe('a draft that changes while it is read', () => {
  it.each(Object.entries({ ...keyed, ...verified, ...shown, ...finished }))(
    'is read once: %s',
    async (name, door) => {
      const { draft, counts } = counted(name.startsWith('finalize') ? signedGood : good);
      await door(draft);
      expect(counts.size).toBeGreaterThan(3);
      expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    },
  );

  it.each(Object.entries(keyed))('is signed as it was checked, or not: %s', async (_, door) => {
    asked = [];
    await door(good);
    expect(new Set(asked)).toEqual(new Set([meant]));
    for (const { way, make } of attacks) {
      asked = [];
      await outcome(() => door(make(good, bad)));
      expect(
        asked.filter((digest) => digest !== meant),
        way,
      ).toEqual([]);
    }
  });

  it.each(
    Object.entries({ ...verified, ...finished }).map(([name, door]) => [name, door] as const),
  )('is one of two drafts, or refused: %s', async (name, door) => {
    const [a, b] = name.startsWith('finalize') ? [signedGood, signedBad] : [good, bad];
    const honest = await outcome(() => door(a));
    expect(honest).toBeDefined();
    const answers = [honest, await outcome(() => door(b)), undefined];
    for (const attack of some) {
      const found = await outcome(() => door(attack.make(a, b)));
      if (isWhole(attack)) expect(answers, attack.way).toContain(found);
    }
  });

  it.each(Object.entries(shown))(
    'is shown, or refused with an error of ours: %s',
    async (_, door) => {
      expect(await outcome(() => door(good))).toBeDefined();
      for (const { make } of some) await outcome(() => door(make(good, bad)));
    },
  );

  it('is explained as its digest says', async () => {
    const whole = new Map(
      [good, bad].map((draft) => [formatHex(digestOf(draft)), explain(draft, { own }).title]),
    );
    for (const { way, make } of attacks)
      await outcome(() => {
        const { digest, title } = explain(make(good, bad), { own });
        const expected = whole.get(formatHex(digest));
        if (expected !== undefined) expect(title, way).toBe(expected);
      });
  });
});

/** Puts Mallory's address into every output. */
const change = (draft: Pick<Draft, 'unsignedTx'>): void => {
  const { outputs } = draft.unsignedTx as unknown as {
    readonly outputs: readonly { readonly output: { readonly addresses: readonly Uint8Array[] } }[];
  };
  for (const { output } of outputs) output.addresses[0]!.set(mallory.shortID);
};

describe('a draft that its holder changes', () => {
  const copy = () => structuredClone(good);

  it('before the call: is refused', async () => {
    for (const door of Object.values(keyed)) {
      const draft = copy();
      change(draft);
      asked = [];
      await outcome(() => door(draft));
      expect(asked).toEqual([]);
    }
  });

  it('right after the call, or while a key is asked: what was checked is signed', async () => {
    for (const when of ['after', 'during'] as const) {
      const draft = copy();
      asked = [];
      const slow = hashSigner({
        publicKey: alice.publicKey,
        sign: async (digest) => {
          if (when === 'during') change(draft);
          await Promise.resolve();
          return answer(digest);
        },
      });
      const signing = slow.sign(draft, options);
      if (when === 'after') change(draft);
      const signed = await signing;
      expect(asked).toEqual([meant]);
      expect(finalize(signed, options).bytes).toEqual(finalize(signedGood).bytes);
    }
  });

  it('in a policy, an expectation or a question of a device: each gets a copy', async () => {
    const seen: Draft[] = [];
    const changing = {
      findings: (draft: Draft) => {
        seen.push(draft);
        change(draft);
        return [];
      },
    };
    const signed = sign(copy(), alice, { policy: changing, own });
    expect(digestOf(signed)).toEqual(digestOf(good));
    expect(finalize(signed, { policy: changing }).bytes).toEqual(finalize(signedGood).bytes);
    await ledgerSigner(app, device, {
      maxBytes: 1,
      blind: ({ draft, digest }) => {
        seen.push(draft);
        change(draft);
        digest.fill(0);
        return true;
      },
    }).sign(copy(), options);
    expect(asked.at(-1)).toBe(meant);
    expect(seen).toHaveLength(3);
    const found = review(good, {
      own,
      expect: (known) => {
        change({ unsignedTx: known.tx });
        return { exact: false, terms: [] };
      },
    });
    expect(textOf(found)).not.toContain(formatHex(mallory.shortID));
  });
});

describe('options that change while they are read', () => {
  it('sign nothing without the policy that let the draft pass as reviewed', () => {
    for (const n of readings) {
      let count = 0;
      const flickering = Object.defineProperty({ own }, 'policy', {
        enumerable: true,
        get: () => (count++ < n ? policy : undefined),
      });
      asked = [];
      try {
        signedDigest(sign(bad, alice, flickering as typeof options));
      } catch (e) {
        if (!isError(e)) throw e;
      }
      expect(asked, String(n)).toEqual([]);
    }
  });

  it('and an intent is what it was when its policy was made', () => {
    const given = structuredClone(intent) as unknown as {
      outputs: { to: Uint8Array; amount: bigint }[];
    };
    const made = policyOf(given as unknown as typeof intent, { change: alice.shortID });
    Object.assign(given.outputs[0]!, theft.outputs[0]);
    expect(review(good, { own, expect: made })).toEqual([]);
    expect(review(bad, { own, expect: made })).not.toEqual([]);
  });
});

describe('a wallet', () => {
  const funded = () => {
    const testnode = createTestnode();
    testnode.fund('P', { to: alice.address('P', testnode.network), amount: 5_000_000_000_000n });
    const node = connect('http://testnode', testnode);
    const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: alice });
    return { testnode, node, wallet };
  };
  const paid = ({ txs }: { readonly txs: readonly AnyTx[] }): string => textOf(txs[0]!.unsignedTx);

  it('signs what its person was shown, whatever is done to the draft meanwhile', async () => {
    const { node, wallet } = funded();
    const built = buildBaseTx(await node.pchain.state([alice.shortID]), {
      outputs: intent.outputs,
    });
    const draft = parseDraft(formatDraft(built));
    const own = structuredClone(draft);
    const result = await wallet.finish(own, {
      confirm: async (_, shownDraft) => {
        change(own);
        change(shownDraft);
        await Promise.resolve();
        return true;
      },
      onProgress: (progress) => {
        if ('draft' in progress) change(progress.draft);
      },
    });
    expect(result.status).toBe('Accepted');
    const text = paid(result as { txs: readonly AnyTx[] });
    expect(text).toContain(formatHex(bob.shortID));
    expect(text).not.toContain(formatHex(mallory.shortID));
  });

  it.each(['run', 'preview', 'send', 'move'] as const)(
    'does what was meant when it was called: %s',
    async (method) => {
      const { wallet } = funded();
      const to = { threshold: 1, addresses: [bob.shortID.slice()] };
      const outputs = [{ to, amount: 1_000_000_000n }];
      const options = { maxFee: 10_000_000n };
      const calls = {
        run: () => wallet.run({ type: 'BaseTx', chain: 'P', outputs }, options),
        preview: () => wallet.preview({ type: 'BaseTx', chain: 'P', outputs }, options),
        send: () => wallet.send({ chain: 'P', to, amount: 1_000_000_000n }, options),
        move: () => wallet.move(moving, options),
      };
      const moving = { from: 'P', to: 'X', amount: 1_000_000_000n } as {
        from: 'P';
        to: 'X' | 'C';
        amount: bigint;
      };
      const call = calls[method]();
      to.addresses[0]!.set(mallory.shortID);
      outputs[0]!.amount = 2_345_000_000_000n;
      options.maxFee = 0n;
      Object.assign(moving, { to: 'C', amount: 4_321_000_000_000n });
      const text = textOf(await call);
      expect(text).not.toContain(formatHex(mallory.shortID));
      expect(text).not.toMatch(/"(2345|4321)000000000n"/);
      expect(text).toContain('"1000000000n"');
    },
  );
});

it('a built draft shares nothing with the state and the intent, which may be in shared memory', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(20));
  shared.set(bob.shortID);
  const utxos = structuredClone(state.utxos);
  const draft = buildBaseTx(
    { ...state, utxos },
    { outputs: intentOf(shared, 5n).outputs },
    { change: alice.shortID },
  );
  const before = textOf(draft);
  shared.set(mallory.shortID);
  for (const one of utxos) {
    one.txID.fill(0);
    (one.output as unknown as { addresses: Uint8Array[] }).addresses[0]!.fill(0);
  }
  expect(textOf(draft)).toBe(before);
});

/** Why a function that takes a draft, an intent or a policy is in none of the tables above. */
const elsewhere: Readonly<Record<string, string>> = {
  applyTxs: 'derives a state, and decides nothing',
  depositsOf: 'derives credits of a transaction, which is frozen or bytes of a node',
  effectsOf: 'derives effects, and decides nothing',
  entriesOf: 'derives entries, and decides nothing',
  factsOfDraft: 'derives facts, and decides nothing',
  checkTx: 'gives a verdict, which no key depends on',
  facts: 'asks a node about the inputs of a transaction, and decides nothing',
  estimateFee: 'estimates from an intent, and builds nothing',
  formatIntent: 'writes what it reads, for others to check',
  formatPolicy: 'writes frozen rules',
  run: 'a method of the wallet: above',
  preview: 'a method of the wallet: above',
  finish: 'a method of the wallet: above',
  release: 'a method of the wallet, which compares a digest',
};

/** The names that stand for drafts, intents and policies in types of parameters. */
const takes =
  /\b(?:[PXC]?Draft|DraftOf|ReadDraft|D|\w*Intent|IntentFile|Policy|RulesPolicy|Reviewable|Explainable|Checkable|Provable|ApplicableTx|EffectsInput)\b/;

/** Returns the functions and methods in the API reports whose parameters may be drafts, intents or policies. */
function takers(): ReadonlySet<string> {
  const folder = new URL('../../api/', import.meta.url);
  const found = new Set<string>();
  for (const file of readdirSync(folder)) {
    if (!file.startsWith('avalanche-tx')) continue;
    const text = readFileSync(new URL(file, folder), 'utf8');
    const declared =
      /^(?:declare (?:function|const) | {2}(?:readonly )?)(\w+)\??(?:: )?(<[^(]*>)?\(([\s\S]*?)\)(?:: | =>)/gm;
    // Names of parameters are no types.
    for (const [, name, generic = '', parameters = ''] of text.matchAll(declared))
      if (takes.test(generic + parameters.replace(/\b\w+\??:(?!:)/g, ''))) found.add(name!);
  }
  return found;
}

it('every exported function that takes a draft, an intent or a policy is in a table', () => {
  const inTables = new Set([
    ...[keyed, verified, shown, finished].flatMap((table) =>
      Object.keys(table).map((name) => name.split(' ')[0]!.split('.').at(-1)!),
    ),
    ...Object.keys(elsewhere),
  ]);
  const names = takers();
  const isBuilder = (name: string): boolean => /^build/.test(name);
  // What callers implement: they get copies.
  const callbacks = ['confirm', 'blind'];
  const unknown = [...names].filter(
    (name) => !inTables.has(name) && !isBuilder(name) && !callbacks.includes(name),
  );
  expect(unknown).toEqual([]);
  expect([...inTables].filter((name) => !names.has(name))).toEqual([]);
});
