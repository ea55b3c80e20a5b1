/** Owners that a node or coordinator invents are shown as claims, and the truth wins where it is given. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildTransferSubnetOwnershipTx } from '../../src/builder/index.ts';
import { explain, textOf } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import type { Chain } from '../../src/network/network.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { type Owner, outputOwners } from '../../src/state/owner.ts';
import { avax } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { amountOf } from '../../src/tx/output.ts';
import { example } from '../support/examples.ts';
import { parent, spending } from '../support/parents.ts';
import { asset, key, pState, utxo } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

const [victim, mallory, shop] = [key(1), key(2), key(9)];
const own = [victim.shortID];
const shared = { addresses: [victim.shortID, mallory.shortID], threshold: 1 };
const outputs = [{ to: shop.shortID, amount: avax('10') }];

/** A coin with the transaction that made it. */
function coin(n: number, owner: Owner | Uint8Array) {
  const output = amountOf(avax('100'), outputOwners(owner, fuji.chains.P, fuji));
  const { txID, ...evidence } = parent('P', {
    type: 'platformvm.BaseTx',
    ...spending({ txID: asset(n), outputIndex: 0 }),
    outputs: [{ assetID: fuji.avaxAssetID, output }],
  });
  return { evidence, utxo: { txID, outputIndex: 0, assetID: fuji.avaxAssetID, output } };
}
const labelled = ({ utxo: of }: ReturnType<typeof coin>, owner: Owner | Uint8Array) => ({
  ...of,
  output: amountOf(of.output.amount, outputOwners(owner, fuji.chains.P, fuji)),
});
const everyone = { from: [victim.shortID, mallory.shortID] };
const codesOf = (told: ReturnType<typeof explain>) => told.warnings.map(({ code }) => code);

describe('a node says that a coin has a second owner', () => {
  const real = coin(1, victim.shortID);
  const draft = buildBaseTx(
    pState([labelled(real, shared)], everyone),
    { outputs },
    { change: shared },
  );

  it('is shown as a claim, and warned of', () => {
    const told = explain(draft, { own });
    expect(told.payments).toMatchObject([
      { trust: 'claimed', isOwn: false, from: { threshold: 1 } },
    ]);
    expect(codesOf(told)).toEqual(['ChangeClaimed']);
    expect(told.flows.find(({ why }) => why === 'change')).toMatchObject({ isOwn: false });
    expect(codesOf(explain(draft))).toEqual(['ChangeClaimed']);
  });

  it.each([
    ['evidence', { evidence: [real.evidence] }],
    ['the caller’s UTXO', { utxos: [real.utxo] }],
  ])('is contradicted by %s, and the truth is told', (_, context) => {
    const told = explain(draft, { own, ...context });
    expect(told.warnings[0]).toMatchObject({
      code: 'Contradicted',
      level: 'danger',
      path: 'inputs[0]',
    });
    expect(codesOf(told)).toContain('ChangeElsewhere');
    const [payment] = told.payments;
    expect(payment).toMatchObject({
      trust: 'proven',
      isOwn: true,
      from: { addresses: [victim.address('P', fuji)], threshold: 1 },
    });
    expect(textOf(told)).toContain('yours, proven');
  });
});

describe('a coordinator says that the victim’s coin is his own', () => {
  const [first, second] = [coin(1, victim.shortID), coin(2, victim.shortID)];
  const draft = buildBaseTx(
    pState([first.utxo, labelled(second, mallory.shortID)], everyone),
    { outputs: [{ to: shop.shortID, amount: avax('110') }] },
    { change: mallory.shortID },
  );

  it('is shown as a claim of somebody else’s coin', () => {
    const told = explain(draft, { own });
    expect(told.credentials.map(({ trust }) => trust).sort()).toEqual(['claimed', 'own']);
    expect(codesOf(told)).toEqual(['ChangeClaimed']);
    expect(textOf(told)).toMatch(/\(claimed\): still to be signed by/);
    expect(textOf(told)).toMatch(/\(yours\): still to be signed by/);
  });

  it('is told as it is with the caller’s UTXOs', () => {
    const told = explain(draft, { own, utxos: [first.utxo, second.utxo] });
    expect(told.warnings[0]!.code).toBe('Contradicted');
    expect(told.payments).toMatchObject([{ trust: 'proven', isOwn: true, count: 2 }]);
    expect(codesOf(told)).toContain('ChangeElsewhere');
  });

  it('is told as it is of an authority that evidence fixes, and as changeable of a subnet', () => {
    const { txID, ...subnet } = parent('P', {
      type: 'platformvm.CreateSubnetTx',
      ...spending(),
      owner: outputOwners(victim.shortID, fuji.chains.P, fuji),
    });
    const sponsored = (owner: Uint8Array) =>
      buildTransferSubnetOwnershipTx(
        pState([first.utxo], {
          ...everyone,
          authorities: { [formatID(txID)]: { addresses: [owner], threshold: 1 } },
        }),
        { subnetID: formatID(txID), owner: mallory.shortID },
      );
    const lie = explain(sponsored(mallory.shortID), { own, evidence: [subnet] });
    expect(lie.authority).toMatchObject({ trust: 'claimed' });
    expect(codesOf(lie)).toEqual(['AuthorityElsewhere', 'AuthorityChange']);
    const so = explain(sponsored(victim.shortID), { evidence: [subnet] });
    expect(so.authority).toMatchObject({ trust: 'changeable' });
    expect(codesOf(so)).toContain('ChangeableAuthority');
  });
});

describe('explain', () => {
  it('uses what signatures prove, where nobody gave the UTXOs', () => {
    const coins = [utxo(1, avax('5')), utxo(2, avax('7'), { owner: shared })];
    const tx = finalize(
      sign(
        buildBaseTx(pState(coins, everyone), { outputs }, { change: victim.shortID }),
        victim,
        trusting,
      ),
    );
    const told = explain(tx);
    expect(told.payments).toMatchObject([
      { trust: 'signed', signedBy: [victim.address('P', fuji)], count: 2 },
    ]);
    expect(told.payments[0]).not.toHaveProperty('from');
    expect(told.credentials.map(({ trust }) => trust)).toEqual(['signed', 'signed']);
  });

  it('does not throw whatever evidence a draft has, and says what it could not use', () => {
    const draft = buildBaseTx(pState([utxo(1, avax('50'))]), { outputs });
    const broken = { ...draft, evidence: [{ chain: 'P' as const, bytes: Uint8Array.of(0, 1) }] };
    expect(codesOf(explain(broken))).toContain('UnusableEvidence');
    expect(explain(broken).payments).toMatchObject([{ trust: 'claimed' }]);
  });

  it('shows the nonce of an export from the C-chain, and one that is to come is a danger', () => {
    const { draft } = example('C.ExportTx');
    const { fields: facts } = explain(draft);
    expect(facts.find(({ key: name }) => name === 'nonce')).toMatchObject({
      path: 'inputs[0].nonce',
      value: 7n,
      label: 'Nonce',
    });
    const nonces = { '0x1a642f0e3c3af545e7acbd38b07251b3990914f1': 5n };
    expect(explain(draft, { nonces }).warnings[0]).toMatchObject({
      code: 'LaterNonce',
      level: 'danger',
    });
  });

  it('alarms nobody of a custom network who knows it', () => {
    const place = (of: Chain, n: number) => ({ ...of, blockchainID: asset(n) });
    const network = {
      ...fuji,
      name: 'mine',
      networkID: 777,
      hrp: 'custom',
      avaxAssetID: asset(3),
      chains: { ...fuji.chains, X: place(fuji.chains.X, 4), C: place(fuji.chains.C, 5) },
    };
    const coin = utxo(1, avax('50'), { assetID: asset(3) });
    const draft = buildBaseTx(pState([coin], { network }), { outputs });
    expect(explain(draft, { own, network }).warnings).toEqual([]);
    // Only the draft says what it is like: which asset is AVAX, and what is burned as its fee.
    expect(codesOf(explain(draft, { own }))).toEqual(['NetworkClaimed', 'AssetLost']);
    const tx = finalize(sign(draft, victim));
    expect(codesOf(explain(tx, { network, utxos: [coin] }))).toEqual([]);
    expect(codesOf(explain(tx))).toEqual(['UnknownNetwork', 'UnknownOwners']);
  });
});
