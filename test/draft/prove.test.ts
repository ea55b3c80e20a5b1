import { describe, expect, it, vi } from 'vitest';
import {
  buildBaseTx,
  buildExportTx,
  buildOperationTx,
  buildTransferSubnetOwnershipTx,
  type Draft,
} from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { multisig } from '../../src/sign/hd/multisig.ts';
import {
  combineDrafts,
  decodeDraft,
  type Evidence,
  encodeDraft,
  evmAddressOf,
  formatDraft,
  formatDraftParts,
  parseDraft,
  parseDraftParts,
  prove,
  proveState,
  sign,
  soleOwnerOf,
} from '../../src/sign/index.ts';
import { type Owner, outputOwners } from '../../src/state/owner.ts';
import { formatState, parseState } from '../../src/state/statefile.ts';
import { wei } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { amountOf } from '../../src/tx/output.ts';
import { rightUTXO } from '../support/assets.ts';
import { type Parent, parent, spending } from '../support/parents.ts';
import { signReviewed } from '../support/reviewed.ts';
import { asset, key, now, pFile, pState, trio, utxo, xFile, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const AVAX = fuji.avaxAssetID;
const [victim, mallory] = [key(1), key(2)];
const intent = { outputs: [{ to: key(9).shortID, amount: 5n }] };

/** A coin, and the transaction that made it. */
function coin(n: number, owner: Owner | Uint8Array, amount = 1_000_000n) {
  const output = amountOf(amount, outputOwners(owner, fuji.chains.P, fuji));
  const tx = parent('P', {
    type: 'platformvm.BaseTx',
    ...spending({ txID: asset(n), outputIndex: 0 }),
    outputs: [{ assetID: AVAX, output }],
  });
  return { tx, utxo: { txID: tx.txID, outputIndex: 0, assetID: AVAX, output } };
}
const bare = (...parents: readonly Parent[]): readonly Evidence[] =>
  parents.map(({ chain, bytes }) => ({ chain, bytes }));

/** The same coin with the owner that a liar says. */
const relabelled = (of: ReturnType<typeof coin>, owner: Owner | Uint8Array) => ({
  ...of.utxo,
  output: amountOf(of.utxo.output.amount, outputOwners(owner, fuji.chains.P, fuji)),
});
const statuses = (draft: Draft, options: Parameters<typeof prove>[1] = {}) =>
  prove(draft, options).map(({ status }) => status);

const hers = coin(1, victim.shortID);

it('reads evidence and operations of a draft in a program that only reads drafts', async () => {
  const { tx, utxo: spent } = coin(4, victim.shortID);
  const text = formatDraft(buildBaseTx(pState([spent], { evidence: bare(tx) }), intent));
  const burning = buildOperationTx(
    xState([utxo(1, 5_000_000n), rightUTXO(5, 'propertyfx.OwnedOutput')]),
    {
      operations: [
        { type: 'burnProperty', assetID: rightUTXO(5, 'propertyfx.OwnedOutput').assetID },
      ],
    },
  );
  const burns = formatDraft(burning);
  vi.resetModules();
  const { parseDraft: parse } = await import('../../src/draft/file.ts');
  const { prove: proveAgain } = await import('../../src/owners/prove.ts');
  expect(proveAgain(parse(text)).map(({ status }) => status)).toEqual(['proven']);
  expect(parse(burns)).toEqual(burning);
});
const alsoHers = coin(2, victim.shortID, 9_000_000n);

describe('a coordinator who invents the owner of a coin', () => {
  // The second coin of the victim is labelled as Mallory's: the victim's signature of her slot would be good in both.
  const draft = buildBaseTx(
    pState([hers.utxo, relabelled(alsoHers, mallory.shortID)], {
      from: [victim.shortID, mallory.shortID],
    }),
    { outputs: [{ to: key(9).shortID, amount: 9_500_000n }] },
  );
  const [mine, his] = [0, 1].map((i) =>
    draft.slots.findIndex(({ owner }) =>
      owner.addresses[0] === undefined
        ? false
        : Buffer.compare(owner.addresses[0], (i === 0 ? victim : mallory).shortID) === 0,
    ),
  ) as [number, number];

  it('is believed by nobody: his slot is only claimed', () => {
    const found = prove(draft, { own: [victim.shortID] });
    expect(found[mine]).toMatchObject({ slot: mine, status: 'own', isOwn: true });
    expect(found[his]).toEqual({
      slot: his,
      status: 'claimed',
      isOwn: false,
      by: [],
      why: 'noParent',
    });
  });

  it('is disproved by the parent, from the draft, from elsewhere, and by UTXOs of the caller', () => {
    const path = ['draft', 'slots', his, 'utxo', 'output', 'addresses'];
    const lie = { code: 'Disproved', path };
    const carrying = { ...draft, evidence: bare(alsoHers.tx) };
    expect(thrown(() => prove(carrying))).toMatchObject(lie);
    expect(thrown(() => prove(carrying)).context).toEqual({ by: [formatID(alsoHers.tx.txID)] });
    expect(thrown(() => prove(draft, { evidence: bare(alsoHers.tx) }))).toMatchObject(lie);
    expect(thrown(() => prove(draft, { utxos: [alsoHers.utxo] }))).toMatchObject(lie);
    // Whoever signs is not asked first whether it is his.
    expect(thrown(() => prove(carrying, { own: [victim.shortID, mallory.shortID] }))).toMatchObject(
      lie,
    );
  });

  it('has no sole owner', () => {
    expect(soleOwnerOf(draft)).toBeUndefined();
  });
});

describe('an authority', () => {
  const subnet = parent('P', {
    type: 'platformvm.CreateSubnetTx',
    ...spending(),
    owner: outputOwners(victim.shortID, fuji.chains.P, fuji),
  });
  const sponsored = (owner: Uint8Array) =>
    buildTransferSubnetOwnershipTx(
      pState([coin(1, mallory.shortID).utxo], {
        from: [victim.shortID, mallory.shortID],
        authorities: { [formatID(subnet.txID)]: { addresses: [owner], threshold: 1 } },
        evidence: bare(subnet),
      }),
      { subnetID: formatID(subnet.txID), owner: key(9).shortID },
    );

  it('is carried with the transaction that set it, which may have been changed since', () => {
    const draft = sponsored(victim.shortID);
    expect(draft.evidence).toEqual(bare(subnet));
    expect(statuses(draft)).toEqual(['claimed', 'changeable']);
    expect(statuses(draft, { own: [victim.address('P', fuji)] })).toEqual(['claimed', 'own']);
  });

  it('is only claimed if that transaction says somebody else', () => {
    expect(prove(sponsored(mallory.shortID))[1]).toMatchObject({
      status: 'claimed',
      why: 'changed',
      by: [subnet.txID],
    });
  });
});

describe('one’s own', () => {
  const shared = { addresses: trio.map((k) => k.shortID), threshold: 2 };
  const draft = buildBaseTx(
    pState([coin(1, shared).utxo], { from: trio.map((k) => k.shortID) }),
    intent,
  );

  it('is an owner all of whose addresses are the signer’s', () => {
    const [a, b, c] = trio.map((k) => k.address('X', fuji)) as [string, string, string];
    expect(statuses(draft, { own: [a, b, c] })).toEqual(['own']);
    expect(statuses(draft, { own: [a, b] })).toEqual(['claimed']);
    expect(thrown(() => prove(draft, { own: ['x'] })).path).toEqual(['draft', 'own', 0]);
  });

  it('is an owner of a wallet, at the place that the paths say', () => {
    const words = `${'abandon '.repeat(23)}art`;
    const wallet = hdWallet(words).account();
    const first = wallet.owner(0).addresses[0]!;
    const own = buildBaseTx(
      pState([coin(1, first).utxo], {
        from: [first],
        paths: { [`P-${nameOf(first)}`]: "m/44'/9000'/0'/0/0" },
      }),
      intent,
    );
    expect(statuses(own, { own: wallet })).toEqual(['own']);
    expect(statuses({ ...own, paths: {} }, { own: wallet })).toEqual(['claimed']);
  });

  it('is no owner of a wallet of several signers, unless the whole owner is listed or each account is the signer’s', () => {
    const accounts = [1, 2].map((n) => hdWallet(new Uint8Array(16).fill(n)).account());
    const team = multisig(accounts, 2);
    const owner = team.owner(0);
    const paths = Object.fromEntries(
      owner.addresses.map((of) => [`P-${nameOf(of)}`, "m/44'/9000'/0'/0/0"]),
    );
    const state = pState([coin(1, owner).utxo], { from: owner.addresses, own: [], paths });
    // What a builder returns goes to the wallet that the caller named.
    const joint = buildBaseTx(state, intent, { own: team });
    expect(statuses(joint, { own: team })).toEqual(['claimed']);
    expect(statuses(joint, { own: accounts })).toEqual(['own']);
    expect(statuses(joint, { own: [owner] })).toEqual(['own']);
    expect(statuses(joint, { own: [{ ...owner, threshold: 1 }] })).toEqual(['claimed']);
    expect(statuses(joint, { own: team, evidence: bare(coin(1, owner).tx) })).toEqual(['proven']);
    const lie = relabelled(hers, owner);
    const hidden = buildBaseTx({ ...state, utxos: [lie] }, intent, { own: team });
    expect(statuses(hidden, { own: team })).toEqual(['claimed']);
    expect(thrown(() => prove(hidden, { own: team, evidence: bare(hers.tx) })).code).toBe(
      'Disproved',
    );
  });

  it('vouches for authorities as for coins, and another one is disproved', () => {
    const id = formatID(asset(70));
    const state = pState([hers.utxo], {
      authorities: { [id]: { addresses: [mallory.shortID], threshold: 1 } },
      from: [victim.shortID, mallory.shortID],
    });
    const draft = buildTransferSubnetOwnershipTx(state, { subnetID: id, owner: mallory.shortID });
    const vouched = (address: Uint8Array) =>
      prove(draft, {
        own: [victim.shortID],
        authorities: { [id]: { addresses: [address], threshold: 1 } },
      })[1]?.status;
    expect(prove(draft, { own: [victim.shortID] })[1]?.status).toBe('claimed');
    expect(vouched(mallory.shortID)).toBe('proven');
    expect(thrown(() => vouched(victim.shortID)).code).toBe('Disproved');
  });

  it('is an account of the C-chain for whoever says its address; the transaction names it', () => {
    const fromC = buildExportTx(
      {
        chain: 'C',
        network: fuji,
        from: [victim.shortID],
        time: now,
        accounts: [{ address: evmAddressOf(victim), nonce: 0n, balance: wei(10n ** 18n) }],
        baseFee: wei(25_000_000_000n),
      },
      { to: 'P', outputs: [{ to: victim.shortID, amount: 5n }] },
    );
    expect(prove(fromC, { own: [evmAddressOf(victim)] })).toEqual([
      { slot: 0, status: 'proven', isOwn: true, by: [] },
    ]);
    expect(prove(fromC, { own: [evmAddressOf(mallory)] })[0]).toMatchObject({ isOwn: false });
    expect(soleOwnerOf(fromC)?.addresses).toHaveLength(1);
  });
});

describe('soleOwnerOf', () => {
  const of = (...owners: readonly (Owner | Uint8Array)[]) =>
    soleOwnerOf(
      buildBaseTx(
        pState(
          owners.map((owner, i) => coin(i + 1, owner).utxo),
          {
            from: [1, 2].map((n) => key(n).shortID),
            change: { addresses: [key(1).shortID], threshold: 1 },
          },
        ),
        {
          outputs: [{ to: key(9).shortID, amount: BigInt(owners.length) * 1_000_000n - 100_000n }],
        },
      ),
    );

  it('is the owner of one address that all slots have', () => {
    const sole = { locktime: 0n, threshold: 1, addresses: [victim.shortID] };
    expect(of(victim.shortID)).toMatchObject(sole);
    expect(
      of(victim.shortID, { addresses: [victim.shortID], threshold: 1, locktime: 5n }),
    ).toMatchObject(sole);
    expect(of(victim.shortID, mallory.shortID)).toBeUndefined();
    const either = { addresses: [victim.shortID, mallory.shortID], threshold: 1 };
    expect(of(victim.shortID, either)).toBeUndefined();
    expect(soleOwnerOf({ slots: [] })).toBeUndefined();
    const slot = (...addresses: readonly Uint8Array[]) => ({
      kind: 'input' as const,
      owner: outputOwners({ addresses, threshold: 1 }, fuji.chains.P, fuji),
    });
    const alone = slot(victim.shortID);
    const last = new Uint8Array(20).fill(255);
    expect(soleOwnerOf({ slots: [alone, alone] })).toMatchObject(sole);
    for (const other of [slot(victim.shortID, last), slot(last)])
      expect(soleOwnerOf({ slots: [alone, other] })).toBeUndefined();
  });
});

describe('what a draft carries', () => {
  const coins = [hers, alsoHers];
  const unspent = coin(3, victim.shortID);
  const stray = parent('P', { type: 'platformvm.BaseTx', ...spending() });
  const state = pState([hers.utxo, unspent.utxo], {
    evidence: bare(...[hers.tx, unspent.tx, stray]),
  });
  const draft = {
    ...buildBaseTx(
      pState(
        coins.map((of) => of.utxo),
        { evidence: bare(hers.tx, alsoHers.tx) },
      ),
      {
        outputs: [{ to: key(9).shortID, amount: 9_500_000n }],
      },
    ),
    extra: { 'example.com/a': Uint8Array.of(1) },
  };

  it('is the evidence of what is spent and what may help to prove it, not of what stays', () => {
    const built = buildBaseTx({ ...state, utxos: [hers.utxo, unspent.utxo] }, intent);
    const [spent] = built.slots;
    const parents = built.evidence.map(({ bytes }) => bytes.length);
    expect(parents).toHaveLength(2);
    expect(built.evidence).toContainEqual(bare(stray)[0]);
    expect(prove(built)[0]).toMatchObject({
      status: 'proven',
      by: [(spent as { utxo: { txID: Uint8Array } }).utxo.txID],
    });
    expect(statuses(built, { evidence: bare(unspent.tx) })).toEqual(['proven']);
  });

  it('is at most 64 transactions of a build', () => {
    const many = Array.from({ length: 70 }, (_, i) => coin(i, victim.shortID));
    const wide = buildBaseTx(
      pState(
        many.map((of) => of.utxo),
        { evidence: bare(...many.map((of) => of.tx)) },
      ),
      { outputs: [{ to: key(9).shortID, amount: 69_500_000n }] },
    );
    expect(wide.evidence).toHaveLength(64);
    expect(statuses(wide).filter((status) => status === 'proven')).toHaveLength(64);
    const all = statuses(wide, { evidence: bare(...many.map((of) => of.tx)) });
    expect(new Set(all)).toEqual(new Set(['proven']));
  });

  it('stays through text, bytes, parts, signing and combining', () => {
    expect(statuses(draft)).toEqual(['proven', 'proven']);
    const signed = signReviewed(draft, victim);
    for (const read of [
      parseDraft(formatDraft(signed)),
      decodeDraft(encodeDraft(signed)),
      parseDraftParts(formatDraftParts(signed)),
      combineDrafts<Draft>(draft, signed),
    ]) {
      expect(read.extra).toEqual(draft.extra);
      expect(read.evidence).toEqual(draft.evidence);
    }
    const without = parseDraftParts(formatDraftParts(draft, { evidence: false }));
    expect(without).toEqual({ ...draft, evidence: [] });
    expect(formatDraftParts(draft, { evidence: false }).length).toBeLessThan(
      formatDraftParts(draft).length,
    );
  });

  it('is put together of all who sign', () => {
    const [a, b] = bare(hers.tx, alsoHers.tx);
    const one = { ...draft, evidence: [a!], extra: { 'example.com/a': Uint8Array.of(1) } };
    const two = { ...draft, evidence: [b!], extra: { 'example.com/b': Uint8Array.of(2) } };
    const all = combineDrafts<Draft>(one, two);
    expect(all.evidence).toEqual(draft.evidence);
    expect(all.extra).toEqual({ ...one.extra, ...two.extra });
    expect(encodeDraft(combineDrafts<Draft>(two, one))).toEqual(encodeDraft(all));
    expect(Object.keys(combineDrafts<Draft>(two, one).extra)).toEqual(Object.keys(all.extra));
    const other = { ...two, extra: { 'example.com/a': Uint8Array.of(9) } };
    expect(thrown(() => combineDrafts<Draft>(one, other))).toMatchObject({
      code: 'Mismatch',
      path: ['drafts', 1, 'extra', 'example.com/a'],
    });
  });

  it('is bounded', () => {
    const code = (more: Partial<Draft>) =>
      thrown(() => formatDraft({ ...draft, ...more } as Draft)).code;
    const some = (length: number, n: number) =>
      Object.fromEntries(Array.from({ length }, (_, i) => [`example.com/${i}`, new Uint8Array(n)]));
    expect(code({ extra: some(65, 1) })).toBe('TooLong');
    const full = { ...draft, extra: some(2, 512 * 1024) } as Draft;
    expect(parseDraft(formatDraft(full)).extra).toEqual(full.extra);
    const sorted = { 'example.com/a': Uint8Array.of(1), 'example.com/b': Uint8Array.of(2) };
    const turned = Object.fromEntries(Object.entries(sorted).reverse());
    expect(formatDraft({ ...draft, extra: turned } as Draft)).toBe(
      formatDraft({ ...draft, extra: sorted } as Draft),
    );
    expect(code({ extra: some(2, 600_000) })).toBe('TooLong');
    expect(code({ extra: { [`example.com/${'a'.repeat(200)}`]: new Uint8Array(1) } })).toBe(
      'BadText',
    );
    const bytes = (i: number) => Uint8Array.of(i >> 8, i & 255);
    const long = Array.from({ length: 513 }, (_, i) => ({ chain: 'P' as const, bytes: bytes(i) }));
    expect(code({ evidence: long })).toBe('TooLong');
    expect(code({ evidence: [{ chain: 'P', bytes: new Uint8Array(9_000_000) }] })).toBe('TooLong');
    expect(thrown(() => parseDraft(' '.repeat(40_000_000))).code).toBe('TooLong');
  });
});

describe('a draft that was read', () => {
  const draft = sign(buildBaseTx(pState([hers.utxo], { evidence: bare(hers.tx) }), intent), victim);

  it('does not change with the bytes that it was read from', () => {
    const bytes = encodeDraft(draft);
    const read = decodeDraft(bytes);
    bytes.fill(0);
    expect(read).toEqual(draft);
  });

  it('is frozen to the last list', () => {
    const thawed: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
      if (!Object.isFrozen(value)) thawed.push(path);
      for (const [name, member] of Object.entries(value)) look(member, `${path}.${name}`);
    };
    look(parseDraft(formatDraft(draft)), '');
    look(decodeDraft(encodeDraft(draft)), '');
    expect(thawed).toEqual([]);
  });
});

describe('proveState', () => {
  const state = pFile([hers.utxo, relabelled(alsoHers, mallory.shortID)], {
    imports: { C: [utxo(7, 5n)] },
    authorities: { [formatID(asset(9))]: { addresses: [victim.shortID], threshold: 1 } },
    evidence: bare(hers.tx),
  });

  it('says it of UTXOs, imports and authorities', () => {
    const { utxos, imports, authorities } = proveState(state);
    expect(utxos.map(({ status }) => status)).toEqual(['proven', 'claimed']);
    expect(imports.C?.map(({ status }) => status)).toEqual(['claimed']);
    expect(Object.values(authorities).map(({ why }) => why)).toEqual(['noParent']);
    const mine = proveState({ ...state, own: [victim.shortID] });
    expect(mine.utxos.map(({ isOwn }) => isOwn)).toEqual([true, false]);
    expect(mine.imports.C?.[0]?.status).toBe('own');
    expect(thrown(() => proveState(state, { evidence: bare(alsoHers.tx) }))).toMatchObject({
      code: 'Disproved',
      path: ['utxos', 1, 'output', 'addresses'],
    });
  });

  it('believes evidence of a file, but no file says whose the addresses are', () => {
    const text = formatState({ ...state, own: [victim.shortID] });
    expect(text).not.toContain('"own"');
    const read = parseState(text);
    expect(read.evidence).toEqual(state.evidence);
    expect(read.own).toBeUndefined();
    expect(proveState(read).utxos[0]).toMatchObject({ status: 'proven' });
    const claiming = text.replace('"from":', '"own": ["x"], "from":');
    expect(thrown(() => parseState(claiming))).toMatchObject({ code: 'BadJSON', path: ['own'] });
    const [first, second] = bare(hers.tx, alsoHers.tx).map(({ bytes }) => bytes);
    const both = formatState({ ...state, evidence: bare(hers.tx, alsoHers.tx) });
    expect(formatState({ ...state, evidence: bare(alsoHers.tx, hers.tx) })).toBe(both);
    expect(first).not.toEqual(second);
  });

  it('knows an instance of the AVM from the chains of the primary network', () => {
    const instance = (alias: string, blockchainID: Uint8Array) => ({
      ...xFile([]),
      blockchain: { alias, blockchainID, vm: 'avm' as const },
    });
    const at = (of: ReturnType<typeof instance>) => thrown(() => formatState(of)).path;
    expect(at(instance('P', asset(5)))).toEqual(['blockchain', 'alias']);
    expect(at(instance('c', asset(5)))).toEqual(['blockchain', 'alias']);
    expect(at(instance('my', fuji.chains.C.blockchainID))).toEqual(['blockchain', 'blockchainID']);
    const good = instance('my', asset(5));
    expect(parseState(formatState(good))).toEqual(good);
  });
});

/** The address without its chain. */
function nameOf(bytes: Uint8Array): string {
  const state = pState([coin(1, bytes).utxo], { from: [bytes] });
  return /"P-(fuji1[^"]+)"/.exec(formatState(state))![1]!;
}
