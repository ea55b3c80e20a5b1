/** What one field of a draft or policy can hide: the nonce of an export, an alias, the place of change, the case of hex. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { checkTx } from '../../src/rules/index.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import { type HDAccount, hdWallet } from '../../src/sign/hd/hd.ts';
import { evmAddressOf, formatDraft, parseDraft, policyOf, sign } from '../../src/sign/index.ts';
import { wei } from '../../src/text/amount.ts';
import { asset, key, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const me = key(1);
const outputs = [{ to: key(2).shortID, amount: 5n }];

describe('an export from the C-chain with a nonce that is to come', () => {
  const account = { address: evmAddressOf(me), nonce: 7n, balance: wei(10n ** 18n) };
  const exportWith = (nonce: bigint) =>
    buildExportTx(
      {
        chain: 'C',
        network: fuji,
        from: [],
        time: now,
        accounts: [{ ...account, nonce }],
        baseFee: wei(25_000_000_000n),
      },
      { to: 'P', outputs },
    );
  const rules = {
    network: 'fuji',
    to: [evmAddressOf(me), key(2).shortID],
    amounts: { AVAX: 10_000_000n },
    chains: ['P'],
    nonces: { [evmAddressOf(me)]: 7n },
  };

  it('is refused by a policy that says the nonce, before the key is used', () => {
    expect(checkPolicy(exportWith(7n), policyOf(rules), { own: [evmAddressOf(me)] })).toEqual([]);
    expect(thrown(() => sign(exportWith(9n), me, { policy: policyOf(rules) }))).toMatchObject({
      code: 'Refused',
      context: { findings: [{ code: 'NonceNotAllowed', path: 'unsignedTx.inputs[0].nonce' }] },
    });
    const { nonces: _, ...silent } = rules;
    expect(
      checkPolicy(exportWith(7n), policyOf(silent), { own: [evmAddressOf(me)] }).map(
        ({ code }) => code,
      ),
    ).toEqual(['NonceNotAllowed']);
  });

  it('is refused now by whoever knows the account', () => {
    const verdict = (nonce: bigint) =>
      checkTx(exportWith(nonce), {
        network: fuji,
        time: now,
        clock: now,
        accounts: new Map([[evmAddressOf(me), account]]),
      }).findings.filter(({ result }) => result === 'refused');
    expect(verdict(7n)).toEqual([]);
    expect(verdict(9n)).toMatchObject([{ path: ['inputs', 0, 'nonce'] }]);
  });
});

it('an instance of the AVM cannot call itself as a chain of the primary network', () => {
  const blockchain = { alias: 'mine', blockchainID: asset(4), vm: 'avm' } as const;
  const state = xState([utxo(1, 1_000_000_000n)], { blockchain });
  const text = formatDraft(buildBaseTx(state, { outputs }));
  expect(parseDraft(text)).toMatchObject({ blockchain: { alias: 'mine' } });
  for (const alias of ['P', 'X', 'C']) {
    const forged = text.replaceAll('mine', alias);
    expect(forged).not.toBe(text);
    expect(thrown(() => parseDraft(forged))).toMatchObject({ code: 'WrongChain' });
  }
});

const words = `${'abandon '.repeat(23)}art`;
it.each([
  ['alone', (wallet: HDAccount) => wallet],
  ['in a list', (wallet: HDAccount) => [wallet]],
  [
    'beside others',
    (wallet: HDAccount) => [key(3).shortID, hdWallet(words).account("m/44'/9000'/1'"), wallet],
  ],
])('change at a place where nobody looks for it is not that of a wallet %s', (_, ownOf) => {
  const wallet = hdWallet(words).account();
  const places = [3, 2 ** 20 - 1, 2 ** 20, 1_048_576 * 3];
  const codes = places.map((place) => {
    const [to] = wallet.owner(place, true).addresses as [Uint8Array];
    const paths = { [formatAddress(to, 'P', fuji)]: `m/44'/9000'/0'/1/${place}` };
    const draft = buildBaseTx(
      pState([utxo(1, 9_000_000n)], { paths }),
      { outputs },
      { change: to },
    );
    const rules = {
      network: 'fuji',
      own: ownOf(wallet),
      to: [key(2).shortID],
      amounts: { AVAX: 1_000_000n },
    };
    return checkPolicy(draft, policyOf(rules), { own: [me.shortID] }).map(({ code }) => code);
  });
  expect(codes.map((of) => of.includes('ReceiverNotAllowed'))).toEqual([false, false, true, true]);
});

it('a draft has one form: hex in upper case is another', () => {
  const text = formatDraft(buildBaseTx(pState([utxo(1, 9_000_000n)]), { outputs }));
  const upper = text.replace(/0x[0-9a-f]{8,}/, (hex) => `0x${hex.slice(2).toUpperCase()}`);
  expect(upper).not.toBe(text);
  expect(thrown(() => parseDraft(upper)).code).toMatch(/^(BadText|NotCanonical|Mismatch)$/);
});
