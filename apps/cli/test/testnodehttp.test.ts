import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { plainReply } from '../../../src/testnode/serve/http.ts';
import { type ListenOptions, listen } from '../src/testnodehttp.ts';

/** Starts a server, and returns a function that connects to it. */
async function start(more: Pick<ListenOptions, 'timeouts'> = {}) {
  const answer = () => plainReply(200, 'answered\n');
  const { url, close } = await listen({ hostname: '127.0.0.1', port: 0, ...more }, answer);
  onTestFinished(close);
  const { hostname, port } = new URL(url);
  return { url, open: () => connect(Number(port), hostname) };
}

/** Where Node's HTTP servers publish each request whose headers they have. */
const requestStart = 'http.server.request.start';

/** What a connection is answered until it is closed. */
const answerTo = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });

describe('the HTTP server of the test node', () => {
  it.each([
    ['nothing', ''],
    ['half of the headers', 'POST / HTTP/1.1\r\nhost: localhost\r\n'],
    ['half of the body', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{"a'],
  ])('closes a connection that sends %s', async (_, text) => {
    const { open } = await start({ timeouts: { headers: 60, request: 150, idle: 300 } });
    const socket = open();
    socket.write(text);
    expect(await answerTo(socket)).toMatch(/^(?:HTTP\/1.1 408 Request Timeout\r\n.*)?$/s);
  });

  it('says nothing of a request that is aborted, and answers the next one', async () => {
    const said = vi.spyOn(console, 'error');
    onTestFinished(() => said.mockRestore());
    const { open, url } = await start();
    const received = new Promise((resolve) => {
      subscribe(requestStart, resolve);
      onTestFinished(() => void unsubscribe(requestStart, resolve));
    });
    const socket = open();
    socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{"a');
    await received;
    socket.resetAndDestroy();
    const reply = await fetch(url, { method: 'POST', body: '{}' });
    expect(await reply.text()).toBe('answered\n');
    expect(said).not.toHaveBeenCalled();
  });
});
