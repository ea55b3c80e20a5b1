/** What the page asks of a node that its reader names: facts for the rules, `issueTx`, and the status; by keyboard, over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { explain } from '../../src/explain/index.ts';
import { open } from '../../src/open/open.ts';
import { connect } from '../../src/rpc/index.ts';
import { checkTx } from '../../src/rules/check.ts';
import { finalize, formatDraft, privateKey, sign } from '../../src/sign/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { verifyPossession, verifyWarpMessage } from '../../src/warp/bls.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { program } from '../support/built.ts';
import {
  activate,
  chooseView,
  fill,
  lookAtDraft,
  openInspector,
  pageText,
  paste,
  sees,
  settled,
} from './support.ts';

interface Started {
  readonly url: string;
  readonly keys: readonly [{ readonly privateKey: string; readonly P: string; readonly X: string }];
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** `avalanche-tx testnode`, as somebody starts it. */
async function startNode(): Promise<Started> {
  const args = ['testnode', '--http', '127.0.0.1:0', '--json'];
  const child = spawn(process.execPath, [program, ...args]);
  running.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line) as Started;
}

/** Rules and results in the view "Verdict". */
const verdictRows = (browser: Browser): Promise<readonly string[]> =>
  browser.evaluate(
    `[...document.querySelectorAll('.rule')].map((row) => row.cells[0].textContent + ' ' + row.cells[1].textContent.replace(/^\\S+ /, ''))`,
  );

const asked = ({ requests }: Browser): readonly string[] =>
  requests.filter((url) => /^(https?|wss?):/.test(url));

/** Names a node under "Add context", and presses the button. */
async function readFrom(browser: Browser, url: string): Promise<void> {
  if (!(await browser.evaluate(`document.querySelector('.facts').open`)))
    await activate(browser, 'Add context');
  await fill(browser, 'A node that may be asked', url);
  await activate(browser, 'Read from this node');
}

async function payment(url: string, key: ReturnType<typeof privateKey>, chain: 'P' | 'X' = 'P') {
  const node = connect(url);
  const state =
    chain === 'P'
      ? await node.pchain.state([key.address('P', await networkOf(url))])
      : await node.xchain.state([key.address('X', await networkOf(url))]);
  return buildBaseTx(state as Parameters<typeof buildBaseTx>[0], {
    outputs: [{ to: privateKey(new Uint8Array(32).fill(7)).shortID, amount: avax('1') }],
  });
}

const networkOf = async (url: string) => {
  const { network } = await connect(url).pchain.state([new Uint8Array(20)]);
  return network;
};

describeWithChromium('the inspector and a node', (browse) => {
  it('reads facts from the node that was named, only when told to, and the verdict follows', async () => {
    const { url, keys } = await startNode();
    const key = privateKey(keys[0].privateKey);
    for (const chain of ['P', 'X'] as const) {
      const tx = finalize(sign(await payment(url, key, chain), key));
      await browse(async (browser) => {
        await openInspector(browser);
        await paste(browser, formatHex(tx.bytes));
        await settled(browser);
        await chooseView(browser, 'verdict');
        await sees(browser, 'data from a node');
        expect(asked(browser)).toEqual([]);

        await readFrom(browser, url);
        await sees(browser, 'Nodes will accept it');
        const opened = open(tx.bytes, { chain, kind: 'tx' });
        const gathered = await connect(url).facts(tx, { addresses: [key.shortID] });
        const { findings } = checkTx(
          opened.value as never,
          {
            ...gathered,
            bls: { verifyPossession, verifyMessage: verifyWarpMessage },
          } as never,
        );
        expect(await verdictRows(browser)).toEqual(
          findings.map(({ rule, result }) => `${rule} ${result}`),
        );
        expect(findings.map(({ result }) => result)).not.toContain('refused');
        expect(asked(browser).length).toBeGreaterThan(0);
        expect(asked(browser).filter((of) => !of.startsWith(`${url}/ext/`))).toEqual([]);

        await chooseView(browser, 'explanation');
        const { utxos, network, time } = gathered;
        const { title } = explain(opened, { utxos, network, time } as never);
        await browser.until(
          `document.querySelector('.subject h1').textContent === ${JSON.stringify(title)}`,
        );
        expect(await pageText(browser)).not.toContain('Who owned the inputs is not proven');

        await connect(url).issue(tx);
        await chooseView(browser, 'verdict');
        await readFrom(browser, url);
        // What is spent is no longer listed, which does not prove that it never was.
        await sees(browser, '0 UTXOs, read from');
        await sees(browser, 'data from a node');
        expect(browser.errors).toEqual([]);
        expect(await browser.evaluate('refused')).toEqual([]);
      });
    }
  });

  it('says in words that no node answers, and keeps what was known', () =>
    browse(async (browser) => {
      const { url, keys } = await startNode();
      const key = privateKey(keys[0].privateKey);
      const tx = finalize(sign(await payment(url, key), key));
      await openInspector(browser);
      await paste(browser, formatHex(tx.bytes));
      await settled(browser);
      await chooseView(browser, 'verdict');
      await readFrom(browser, url);
      await sees(browser, 'Nodes will accept it');
      running[0]!.kill('SIGKILL');
      await readFrom(browser, url);
      const said = `document.querySelector('.node [role=status]').textContent`;
      await browser.until(`${said} !== '' && !${said}.startsWith('Asking')`);
      expect(await pageText(browser)).toContain('Nodes will accept it');
      expect(await browser.evaluate(said)).toMatch(/node|answer|reach/i);
    }));

  it('sends a finished draft, and asks what became of it', async () => {
    const { url, keys } = await startNode();
    const key = privateKey(keys[0].privateKey);
    for (const chain of ['P', 'X'] as const) {
      const draft = sign(await payment(url, key, chain), key);
      const { txID } = finalize(draft);
      await browse(async (browser) => {
        await openInspector(browser);
        await paste(browser, formatDraft(draft));
        await lookAtDraft(browser);
        await sees(browser, 'All signatures are checked.');
        await fill(browser, 'Send it to a node', `${url}/`);
        await sees(browser, `POST ${url}/ext/bc/${chain}`);
        expect(asked(browser)).toEqual([]);
        await activate(browser, 'Send it to 127.0.0.1');
        await browser.until(`document.querySelector('.draft-reply')`);
        expect(
          JSON.parse(await browser.evaluate(`document.querySelector('.draft-reply').innerText`)),
        ).toMatchObject({ result: { txID } });
        await activate(browser, 'Ask this node for the status');
        await sees(browser, chain === 'P' ? '"Committed"' : '"Accepted"');
        expect(new Set(asked(browser))).toEqual(new Set([`${url}/ext/bc/${chain}`]));
        expect(browser.errors).toEqual([]);
      });
    }
  });
});
