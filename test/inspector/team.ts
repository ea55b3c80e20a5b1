/** Three people who own coins together, two of whom must sign, and what they do in the inspector. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { connect } from '../../src/rpc/index.ts';
import { chooseSigners, formatPrivateKey, privateKey } from '../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { testnodeServer } from '../../src/testnode/serve/server.ts';
import { formatHex } from '../../src/text/hex.ts';
import type { AnyBrowser } from '../support/browsing.ts';
import { ewoq } from '../support/testnode.ts';
import { activate, fill, sees } from './support.ts';

const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
type Person = ReturnType<typeof privateKey>;
export const team = secrets.map((secret) => privateKey(secret)) as [Person, Person, Person];
/** Their keys as text. */
export const words = secrets.map((secret) => formatPrivateKey(secret)) as [string, string, string];
export const shared = { addresses: team.map(({ shortID }) => shortID), threshold: 2 };
export const AVAX = 1_000_000_000n;

/** A draft of a node's state that spends what two of three own. */
export async function twoOfThree(
  url: string,
  transport?: Parameters<typeof connect>[1],
  amount = AVAX,
): Promise<Draft> {
  const node = connect(url, transport);
  const [alice, bob] = team;
  const { network } = await node.pchain.state([alice.shortID]);
  const own = team.map((key) => key.address('P', network));
  const built = buildBaseTx(
    await node.pchain.state(own),
    { outputs: [{ to: ewoq.shortID, amount }] },
    { change: shared, own },
  );
  return chooseSigners(built, [alice.shortID, bob.shortID]).draft;
}

/** A test node on which the team owns 10 AVAX. */
export function fundedNode(): Testnode {
  const testnode = createTestnode();
  testnode.fund('P', { to: shared, amount: 10n * AVAX });
  return testnode;
}

/** What answers a call of a node. */
export type Answer = (target: string, body: string) => Promise<string>;

/** A node on loopback that pages may ask, as avalanchego allows by default. */
export async function withNode<T>(answer: Answer, body: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    const isCall = request.method === 'POST';
    response.end(isCall ? await answer(request.url!, Buffer.concat(chunks).toString()) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Answers as a test node. */
export const answerOf = (testnode: Testnode): Answer => {
  const { answer } = testnodeServer(testnode);
  return async (target, body) =>
    answer({
      method: 'POST',
      target,
      headers: { 'content-type': 'application/json', host: '127.0.0.1' },
      body,
    }).text;
};

/** Signs with a key that is typed. */
export async function signByKey(browser: AnyBrowser, secret: string): Promise<void> {
  if (await browser.evaluate(`document.querySelector('input[type=password]') === null`))
    await activate(browser, 'Sign with a private key');
  await fill(browser, 'Private key', secret);
  await browser.press('Enter');
}

/** Everywhere that a page could have kept a secret. */
const tracesOf = (browser: AnyBrowser): Promise<string> =>
  browser.evaluate(`JSON.stringify([
    document.documentElement.outerHTML, location.href, document.cookie, history.state,
    [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    { ...localStorage }, { ...sessionStorage },
  ])`);

/** Expects that the page kept nothing of a key. */
export async function keepsNoSecret(browser: AnyBrowser, secret: string): Promise<void> {
  const traces = await tracesOf(browser);
  const hex = formatHex(secrets[words.indexOf(secret)]!).slice(2);
  expect(traces).not.toContain(secret.slice(11));
  expect(traces).not.toContain(hex);
}

/** What the page asked of the network, as it knows itself. */
const requestsOf = (browser: AnyBrowser): Promise<readonly string[]> =>
  browser.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.startsWith('http'))`,
  );

/** Sends the finished transaction to a node that is typed, and gives the node's answer. */
export async function sendTo(browser: AnyBrowser, url: string): Promise<string> {
  await fill(browser, 'Send it to a node', url);
  await sees(browser, `POST ${url}/ext/bc/P`);
  expect(await requestsOf(browser)).toEqual([]);
  await activate(browser, 'Send it to 127.0.0.1');
  await browser.until(`document.querySelector('.draft-reply')`);
  return browser.evaluate(`document.querySelector('.draft-reply').innerText`);
}
