/** The examples of servers, with the packed package: Next.js builds its one, and both answer as a client expects. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp } from '../tools/platforms/app.ts';
import { run, type Tool, toolOf } from '../tools/platforms/tool.ts';
import { packedPackage } from './support/artifacts.ts';

const good = '0x000000000013000000006553f10000000000';
const cut = '0x00000000001300';

/** An example beside the framework's packages, as after `npm install`. */
async function place(name: 'next' | 'express'): Promise<{ tool: Tool; app: string }> {
  const tool = await toolOf(name);
  const { tarball } = await packedPackage();
  const app = join(tool.folder, 'example');
  makeApp(app, tarball);
  cpSync(fileURLToPath(new URL(`../examples/${name}`, import.meta.url)), app, { recursive: true });
  return { tool, app };
}

const servers: ChildProcess[] = [];
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL');
});

/** Starts a server; gives the URL that it prints the port of. */
function started(app: string, args: readonly string[], port: RegExp): Promise<string> {
  const server = spawn(process.execPath, args, {
    cwd: app,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', NEXT_TELEMETRY_DISABLED: '1' },
  });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
    let text = '';
    server.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const found = port.exec(text)?.[1];
      if (found) resolve(`http://127.0.0.1:${found}`);
    });
  });
}

const post = async (url: string, body: string) => {
  const response = await fetch(url, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
};

describe('the Express example', () => {
  it('answers with the transaction, and says where a wrong one is wrong', async () => {
    const { app } = await place('express');
    const url = await started(app, ['server.mjs'], /listening on (\d+)/);
    const { status, text } = await post(`${url}/decode`, good);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      txID: '2UPTyVwQn3ucFJPbnJ29pFj9qB6iVor5EPnvFKPLbqfsD4eK1a',
      tx: { unsignedTx: { time: 1700000000 } },
    });
    const refused = await post(`${url}/decode`, cut);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'Truncated', offset: 6 });
  });
});

describe('the Next.js example', () => {
  let url = '';
  beforeAll(async () => {
    const { tool, app } = await place('next');
    await run(tool.bin('next'), ['build'], { cwd: app, env: { NEXT_TELEMETRY_DISABLED: '1' } });
    url = await started(app, [tool.bin('next'), 'start', '-p', '0'], /localhost:(\d+)/);
  });

  it('shows its page, and explains on the server', async () => {
    expect(await (await fetch(url)).text()).toContain('What does this transaction do?');
    const { status, text } = await post(`${url}/api/decode`, good);
    expect([status, text.split('\n')[0]]).toEqual([
      200,
      'Set the time of the chain to 14 Nov 2023 22:13:20 UTC',
    ]);
  });

  it('knows the library’s errors, whichever build they are of', async () => {
    const { status, text } = await post(`${url}/api/decode`, cut);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'Truncated', offset: 6 });
  });
});
