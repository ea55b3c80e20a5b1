import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Testnode } from '../../src/testnode/index.ts';

/** What a server of a test was asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server of the test's own on loopback; it ends with the test. */
export async function serve(
  answer: (asked: Asked, response: ServerResponse, count: number) => void,
): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    answer(asked[asked.push({ method, url, headers, body }) - 1]!, response, asked.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Answers with JSON text. */
export const json = (response: ServerResponse, text: string, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
};

/** A test node over HTTP. `onIssue` sees what is issued before it is answered. */
export const serveTestnode = (testnode: Pick<Testnode, 'transport'>, onIssue = () => {}) =>
  serve(async ({ method, url: target, headers, body }, response) => {
    const reply = await testnode.transport({
      url: `http://testnode${target}`,
      target,
      method: method as 'POST',
      headers: headers as Record<string, string>,
      body,
      repeatable: false,
    });
    if (body.includes('.issueTx"')) onIssue();
    response.writeHead(reply.status, reply.headers).end(reply.text);
  });
