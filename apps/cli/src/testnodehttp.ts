/** The HTTP server of `avalanche-tx testnode`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HTTPReply, HTTPRequest } from 'avalanche-tx/testnode';
import { IOError } from '../../shared/failures.ts';

/** Most bytes of a request; a transaction has at most 64 KiB. */
const maxBody = 8 * 1024 * 1024;

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /** Stops the server; pending requests are still answered. */
  readonly close: () => Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  readonly hostname: string;
  /** 0: any free port. */
  readonly port: number;
  readonly timeouts?: Timeouts;
}

/** Milliseconds after which a connection is closed. */
interface Timeouts {
  /** Until the headers of a request are there. */
  readonly headers: number;
  /** Until all of a request is there. */
  readonly request: number;
  /** While nothing is sent or read. */
  readonly idle: number;
}

/** `docs/testnode.md` lists them. */
const usualTimeouts: Timeouts = { headers: 10_000, request: 30_000, idle: 60_000 };

/** A reply of plain text. */
export const plainReply = (status: number, text: string): HTTPReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  text,
});

const tooLarge = plainReply(413, 'request entity too large\n');
const badTarget = plainReply(400, 'the target of the request is not a path\n');
const failed = plainReply(500, 'internal server error\n');

/**
 * Listens for requests.
 * @throws {IOError} If it cannot listen there.
 */
export function listen(
  { hostname, port, timeouts = usualTimeouts }: ListenOptions,
  answer: (request: HTTPRequest) => HTTPReply,
): Promise<Listening> {
  const limits = {
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.headers / 10,
  };
  const server = createServer(limits, (request, response) => {
    readBody(request, (body) => {
      if (body === undefined) response.setHeader('connection', 'close');
      send(response, body === undefined ? tooLarge : replyTo(request, body, answer));
    });
  });
  server.timeout = timeouts.idle;
  return new Promise((resolve, reject) => {
    server.once('error', (e) => reject(new IOError('the server cannot start', e)));
    server.listen(port, hostname, () => {
      const host = hostname.includes(':') ? `[${hostname}]` : hostname;
      const { port: at } = server.address() as AddressInfo;
      resolve({ url: `http://${host}:${at}`, close: () => closed(server) });
    });
  });
}

/** Reads a body to its end; gives undefined as soon as it is too large. */
function readBody(request: IncomingMessage, done: (body: Buffer | undefined) => void): void {
  const parts: Buffer[] = [];
  let size = 0;
  if (Number(request.headers['content-length'] ?? 0) > maxBody) {
    done(undefined);
    return;
  }
  request.on('data', (part: Buffer) => {
    if (size > maxBody) return;
    size += part.length;
    if (size > maxBody) done(undefined);
    else parts.push(part);
  });
  request.on('end', () => {
    if (size <= maxBody) done(Buffer.concat(parts));
  });
  // The client is gone.
  request.on('error', () => {});
}

function replyTo(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  answer: (request: HTTPRequest) => HTTPReply,
): HTTPReply {
  const whole = url.startsWith('/') ? `http://localhost${url}` : url;
  if (!URL.canParse(whole)) return badTarget;
  const target = new URL(whole);
  try {
    return answer({
      method,
      target: `${target.pathname}${target.search}`,
      headers: headers as Readonly<Record<string, string>>,
      body: body.toString(),
    });
  } catch (e) {
    console.error(e);
    return failed;
  }
}

function send(response: ServerResponse, { status, headers, text }: HTTPReply): void {
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    // Clients keep idle connections open.
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1000).unref();
  });
