import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildRegisterL1ValidatorTx } from '../../src/builder/index.ts';
import { avax } from '../../src/index.ts';
import {
  type CollectOptions,
  type CollectProgress,
  collectSignatures,
  connect,
  fetchTransport,
} from '../../src/rpc/index.ts';
import { finalize, privateKey, sign } from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { parseID, parseNodeID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { buildCallMessage, decode, encode, L1Payload, Message } from '../../src/warp/index.ts';
import { json, serve } from '../support/http.ts';

const testnode = createTestnode();
testnode.addValidator();
const node = connect('http://testnode', testnode);
const { networkID } = testnode.network;
const managerAddress = parseHex('0xfacade0000000000000000000000000000000000');
const { subnetID, chainID } = testnode.addL1({ validators: 5, managerAddress });
const key = privateKey(new Uint8Array(32).fill(1));
const me = key.address('P', testnode.network);
testnode.fund('P', { to: me, amount: avax('10') });

const { publicKey, proofOfPossession } = provePossession(new Uint8Array(32).fill(6));
const owner = { threshold: 1, addresses: [key.shortID] };
const registration = (weight: bigint): Uint8Array =>
  buildCallMessage({
    networkID,
    sourceChainID: parseID(chainID),
    sourceAddress: managerAddress,
    payload: encode(L1Payload, {
      type: 'message.RegisterL1Validator',
      subnetID: parseID(subnetID),
      nodeID: parseNodeID('NodeID-YrGg3TKiBsKripCdjm77zgy8WhBiDYPb'),
      blsPublicKey: publicKey,
      expiry: testnode.time() + 3600n,
      remainingBalanceOwner: owner,
      disableOwner: owner,
      weight,
    }),
  });
const message = registration(10n);
const plain = (bytes: Uint8Array): string => formatHex(bytes).slice(2);
/** The reply of an aggregator. */
const signed = (bytes: Uint8Array, percent?: number): string =>
  JSON.stringify({
    'signed-message': plain(testnode.signWarp(bytes, percent === undefined ? {} : { percent })),
  });

const usual: CollectOptions = {
  message,
  validators: () => node.pchain.warpValidators(subnetID),
  interval: 1,
};

/** A message whose signature is one of other bytes. */
function forged(): string {
  const good = decode(Message, testnode.signWarp(message));
  const { Signature } = decode(Message, testnode.signWarp(registration(11n)));
  return JSON.stringify({ 'signed-message': plain(encode(Message, { ...good, Signature })) });
}

describe('a signature aggregator', () => {
  it('that answers late, wrong and partly gets a validator registered', async () => {
    const answers: ((response: Parameters<typeof json>[0]) => unknown)[] = [
      // Late: longer than the transport waits.
      (response) => once(response, 'close'),
      (response) =>
        json(
          response,
          '{"error":"failed to aggregate signatures. error: failed to collect a threshold of signatures"}',
          500,
        ),
      (response) => json(response, '<html>Bad Gateway</html>', 502),
      (response) => json(response, '<html>'),
      (response) => json(response, '{"signed-message":"0x00"}'),
      (response) => json(response, signed(registration(11n))),
      (response) => json(response, forged()),
      (response) => json(response, signed(message, 30)),
      (response) => json(response, signed(message)),
    ];
    let sent = 0;
    const { url, asked } = await serve((_, response) => answers[sent - 1]!(response));
    const impatient = fetchTransport({ timeout: 50 });
    const patient = fetchTransport();
    const seen: CollectProgress[] = [];
    const warp = await collectSignatures(url, {
      ...usual,
      connect: {
        transport: (request) => (sent++ === 0 ? impatient : patient)(request),
      },
      onProgress: (progress) => seen.push(progress),
    });
    expect(
      seen.map(({ attempt, error, signed, total }) => [attempt, error?.code, signed, total]),
    ).toEqual([
      [1, 'Transport', 0n, 500n],
      [2, 'HTTPStatus', 0n, 500n],
      [3, 'HTTPStatus', 0n, 500n],
      [4, 'BadJSON', 0n, 500n],
      [5, 'Truncated', 0n, 500n],
      [6, 'Mismatch', 0n, 500n],
      [7, 'BadSignature', 500n, 500n],
      [8, 'MissingSigner', 200n, 500n],
      [9, undefined, 500n, 500n],
    ]);
    expect(seen[1]!.error!.message).toContain('failed to collect a threshold of signatures');
    for (const { method, url, body } of asked) {
      expect([method, url]).toEqual(['POST', '/aggregate-signatures']);
      expect(JSON.parse(body)).toEqual({ message: formatHex(message), 'quorum-percentage': 67 });
    }
    const intent = { message: warp, balance: avax('0.5'), proofOfPossession };
    const tx = finalize(
      sign(buildRegisterL1ValidatorTx(await node.pchain.state([me]), intent), key),
    );
    expect((await node.issue(tx)).status).toBe('Accepted');
  });

  it('gets everything that it is asked for, and so does the one of the Data API', async () => {
    const { url, asked } = await serve((_, response) =>
      json(response, JSON.stringify({ signedMessage: formatHex(testnode.signWarp(message)) })),
    );
    const more = {
      justification: Uint8Array.of(1, 2),
      signingSubnetID: subnetID,
      quorum: { numerator: 2n, denominator: 3n },
    };
    await collectSignatures(url, { ...usual, ...more, pChainHeight: 7n });
    await collectSignatures(url, { ...usual, ...more, pChainHeight: 7n, dataAPI: 'fuji' });
    const both = { message: formatHex(message), justification: '0x0102' };
    expect(asked.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      [
        '/aggregate-signatures',
        {
          ...both,
          'signing-subnet-id': subnetID,
          'quorum-percentage': 67,
          'pchain-height': 7,
        },
      ],
      [
        '/v1/signatureAggregator/fuji/aggregateSignatures',
        { ...both, signingSubnetId: subnetID, quorumPercentage: 67, pChainHeight: 7 },
      ],
    ]);
  });

  it('that refuses is not asked again', async () => {
    const { url, asked } = await serve((_, response) =>
      json(response, '{"error":"Could not decode message"}', 400),
    );
    await expect(collectSignatures(url, usual)).rejects.toMatchObject({
      code: 'HTTPStatus',
      message: 'HTTPStatus: 400: Could not decode message',
    });
    expect(asked).toHaveLength(1);
  });

  it('that never reaches the quorum is given up with what is missing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const text = signed(message, 30);
    const seen: number[] = [];
    const given = collectSignatures('http://aggregator', {
      ...usual,
      timeout: 60_000,
      interval: 1000,
      connect: { transport: async () => ({ status: 200, headers: {}, text }) },
      onProgress: ({ attempt }) => {
        seen.push(attempt);
        // The third wait is the one in which the time is over.
        const wait = attempt < 3 ? 1000 * 2 ** (attempt - 1) : 60_000;
        queueMicrotask(() => vi.advanceTimersByTime(wait));
      },
    });
    await expect(given).rejects.toMatchObject({ code: 'MissingSigner', context: { have: 200n } });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('that never answers is given up, and so is any when the caller stops', async () => {
    const { url } = await serve(() => {});
    await expect(collectSignatures(url, { ...usual, timeout: 100 })).rejects.toMatchObject({
      code: 'Transport',
      context: { reason: 'timeout' },
    });
    const controller = new AbortController();
    const stopped = collectSignatures(url, { ...usual, signal: controller.signal });
    controller.abort();
    await expect(stopped).rejects.toMatchObject({
      code: 'Transport',
      context: { reason: 'aborted' },
    });
  });

  it('is not asked what cannot be signed', async () => {
    const { url, asked } = await serve(() => {});
    for (const [wrong, code] of [
      [{ message: Uint8Array.of(0, 0) }, 'Truncated'],
      [{ message: 'text' }, 'BadArgument'],
      [{ signingSubnetID: 'P' }, 'BadText'],
      [{ quorum: { numerator: 0n, denominator: 3n } }, 'OutOfRange'],
      [{ dataAPI: 'local' }, 'BadArgument'],
    ] as const)
      await expect(
        collectSignatures(url, { ...usual, ...wrong } as CollectOptions),
      ).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(0);
  });
});
