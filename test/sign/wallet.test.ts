import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx, type Draft } from '../../src/builder/index.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { toForeign } from '../../src/interop/index.ts';
import { fuji } from '../../src/network/known.ts';
import {
  evmAddressOf,
  finalize,
  type Key,
  type Provider,
  sign,
  walletSigner,
} from '../../src/sign/index.ts';
import type { CState } from '../../src/state/state.ts';
import { wei } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { encode } from '../../src/wire/codec.ts';
import { key, now, pState, trio, utxo } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

const [a, b] = trio;
const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const coins = [utxo(1, 1_000_000n, { owner })];
const draft = buildBaseTx(
  pState(coins, {
    from: owner.addresses,
    paths: {
      [a.address('P', fuji)]: "m/44'/9000'/0'/0/3",
      [b.address('P', fuji)]: "m/44'/9000'/0'/1/2",
    },
  }),
  { outputs: [{ to: key(7).shortID, amount: 5n }] },
);

interface Call {
  readonly method: string;
  readonly params: { readonly transactionHex: string };
}
/** Signs as Core does: all that it can, zeros where it cannot. */
function core(of: Draft, ...keys: readonly Key[]): Provider & { readonly calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    async request(call) {
      calls.push(call as Call);
      const signed = sign(of, keys, trusting);
      return call.method === 'avalanche_sendTransaction'
        ? finalize(signed).txID
        : {
            signedTransactionHex: formatHex(toForeign(signed, 'avalanchego')).slice(2),
            signatures: [],
          };
    },
  };
}
const failing = (error: unknown): Provider => ({
  request: async () => {
    throw error;
  },
});

describe('walletSigner', () => {
  it('gives the wallet transaction and UTXOs, and takes its signatures', async () => {
    const provider = core(draft, a);
    const half = await walletSigner(provider).sign(draft, trusting);
    expect(half).toEqual(sign(draft, a, trusting));
    const utxos = coins.map((coin) => formatHex(encode(UTXO, coin).subarray(2)));
    const [{ method, params }] = provider.calls as [Call];
    expect(method).toBe('avalanche_signTransaction');
    expect(params).toMatchObject({ chainAlias: 'P', utxos });
    const signed = formatHex(finalize(sign(draft, [a, b], trusting)).bytes);
    expect(signed.startsWith(params.transactionHex)).toBe(true);
  });

  it('hands on the signatures so far', async () => {
    const half = sign(draft, a, trusting);
    const provider = core(half, b);
    const whole = await walletSigner(provider).sign(half, trusting);
    expect(provider.calls[0]!.params.transactionHex).toBe(
      formatHex(toForeign(half, 'avalanchego')),
    );
    expect(finalize(whole).txID).toBe(finalize(sign(draft, [a, b], trusting)).txID);
  });

  it('has it sent, with the indices of the addresses', async () => {
    const provider = core(draft, a, b);
    const txID = await walletSigner(provider).send(draft, { feeTolerance: 20, ...trusting });
    expect(txID).toBe(finalize(sign(draft, [a, b], trusting)).txID);
    expect(provider.calls).toMatchObject([
      {
        method: 'avalanche_sendTransaction',
        params: { externalIndices: [3], internalIndices: [2], feeTolerance: 20 },
      },
    ]);
  });

  it('sends from the C-chain, where wallets cannot only sign', async () => {
    const cState: CState = {
      chain: 'C',
      network: fuji,
      from: [],
      time: now,
      accounts: [{ address: evmAddressOf(a), nonce: 7n, balance: wei(10n ** 18n) }],
      baseFee: wei(25_000_000_000n),
    };
    const out = buildExportTx(cState, { to: 'P', outputs: [{ to: a.shortID, amount: 5n }] });
    const provider = core(out, a);
    expect(await walletSigner(provider).send(out, trusting)).toBe(
      finalize(sign(out, a, trusting)).txID,
    );
    expect(provider.calls).toMatchObject([{ params: { chainAlias: 'C', utxos: [] } }]);
    await expect(walletSigner(provider).sign(out, trusting)).rejects.toMatchObject({
      code: 'Unsupported',
    });
  });

  it('refuses another transaction, a bad signature, no answer', async () => {
    const other = buildBaseTx(pState([utxo(9, 1_000_000n)]), {
      outputs: [{ to: key(7).shortID, amount: 5n }],
    });
    await expect(walletSigner(core(other, key(1))).sign(draft, trusting)).rejects.toMatchObject({
      code: 'Mismatch',
      path: ['wallet', 'tx'],
    });
    const garbage = toForeign(sign(draft, a, trusting), 'avalanchego');
    garbage.fill(7, garbage.length - 65);
    const answers = (answer: unknown): Provider => ({ request: async () => answer });
    const hex = { signedTransactionHex: formatHex(garbage) };
    await expect(walletSigner(answers(hex)).sign(draft, trusting)).rejects.toMatchObject({
      code: 'BadSignature',
    });
    for (const answer of [null, undefined, {}, { signedTransactionHex: 5 }])
      await expect(walletSigner(answers(answer)).sign(draft, trusting)).rejects.toMatchObject({
        code: 'SignerFailed',
        path: ['wallet'],
      });
    await expect(walletSigner(answers({})).send(draft, trusting)).rejects.toMatchObject({
      code: 'SignerFailed',
    });
    await expect(walletSigner(answers('0x12')).send(draft, trusting)).rejects.toMatchObject({
      path: ['wallet'],
    });
  });

  it('tells a no from a failure', async () => {
    const no = failing({ code: 4001, message: 'User rejected the request.' });
    await expect(walletSigner(no).sign(draft, trusting)).rejects.toMatchObject({
      code: 'Declined',
      context: { status: 4001 },
    });
    const broken = failing({ code: -32000, message: 'Signing error, missing signatures.' });
    await expect(walletSigner(broken).send(draft, trusting)).rejects.toMatchObject({
      code: 'SignerFailed',
      detail: 'Signing error, missing signatures.',
    });
    await expect(walletSigner(failing(undefined)).sign(draft, trusting)).rejects.toMatchObject({
      code: 'SignerFailed',
    });
  });
});
