/** The HTTP server of `avalanche-tx testnode`. */
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { HTTPReply, HTTPRequest } from '../../../src/testnode/serve/http.ts';
import { IOError } from './input.ts';

/** Most bytes of a request; a transaction has at most 64 KiB. */
const maxBody = 8 * 1024 * 1024;

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /** Ends it; requests under way are answered. */
  readonly close: () => Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  readonly hostname: string;
  /** 0: any free port. */
  readonly port: number;
}

const tooLarge = () => new Response('request entity too large\n', { status: 413 });

/**
 * Listens for requests.
 * @throws {IOError} If it cannot listen there.
 */
export function listen(
  { hostname, port }: ListenOptions,
  answer: (request: HTTPRequest) => HTTPReply,
): Promise<Listening> {
  const app = new Hono();
  app.all('*', bodyLimit({ maxSize: maxBody, onError: tooLarge }), async ({ req }) => {
    const { pathname, search } = new URL(req.url);
    const body = await req.text();
    const { status, headers, text } = answer({
      method: req.method,
      target: `${pathname}${search}`,
      headers: req.header(),
      body,
    });
    return new Response(text, { status, headers: { ...headers } });
  });
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, hostname, port }, (at) => {
      const host = hostname.includes(':') ? `[${hostname}]` : hostname;
      resolve({ url: `http://${host}:${at.port}`, close: () => closed(server) });
    });
    server.once('error', (e) => reject(new IOError('the server cannot start', e)));
  });
}

const closed = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    // Clients keep connections open that nothing is asked on.
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, 1000).unref();
  });
