import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { connect } from '../../src/rpc/index.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import {
  chooseSigners,
  finalize,
  formatDraft,
  formatDraftParts,
  formatPrivateKey,
  privateKey,
  sign,
} from '../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { serverOf } from '../../src/testnode/serve/server.ts';
import { formatHex } from '../../src/text/bytes.ts';
import { type Browser, browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { describeWithGo } from '../support/go.ts';
import {
  type Answer,
  activate,
  fill,
  lookAtDraft,
  openInspector,
  pasteDraft,
  photographCodes,
  scanPictures,
  sees,
  shows,
  textOf,
  tracesOf,
  videoOf,
  withFolder,
  withNode,
} from '../support/inspecting.ts';
import { ledgerDevice } from '../support/ledger.ts';
import { startLocalnode } from '../support/localnode.ts';
import { ewoq } from '../support/testnode.ts';

const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
const [alice, bob, carol] = secrets.map((secret) => privateKey(secret)) as [
  ReturnType<typeof privateKey>,
  ReturnType<typeof privateKey>,
  ReturnType<typeof privateKey>,
];
const words = secrets.map((secret) => formatPrivateKey(secret)) as [string, string, string];
const team = [alice, bob, carol];
const shared = { addresses: team.map(({ shortID }) => shortID), threshold: 2 };
const AVAX = 1_000_000_000n;

/** A draft of a node's state that spends what two of three own. */
async function twoOfThree(
  url: string,
  transport?: Parameters<typeof connect>[1],
  amount = AVAX,
): Promise<Draft> {
  const node = connect(url, transport);
  const { network } = await node.pchain.state([alice.shortID]);
  const state = await node.pchain.state(team.map((key) => key.address('P', network)));
  const built = buildBaseTx(
    state,
    { outputs: [{ to: ewoq.shortID, amount }] },
    { change: shared, own: team.map((key) => key.address('P', network)) },
  );
  return chooseSigners(built, [alice.shortID, bob.shortID]).draft;
}

/** A test node on which the team owns 10 AVAX. */
function fundedNode(): Testnode {
  const testnode = createTestnode();
  testnode.fund('P', { to: shared, amount: 10n * AVAX });
  return testnode;
}

const answerOf = (testnode: Testnode): Answer => {
  const { answer } = serverOf(testnode);
  return async (target, body) =>
    answer({
      method: 'POST',
      target,
      headers: { 'content-type': 'application/json', host: '127.0.0.1' },
      body,
    }).text;
};

/** Signs with a key that is typed, and checks that the page does not keep it. */
async function signByKey(browser: Browser, secret: string): Promise<void> {
  if (await browser.evaluate(`document.querySelector('input[type=password]') === null`))
    await activate(browser, 'Sign with a private key');
  await fill(browser, 'Private key', secret);
  await browser.press('Enter');
}

async function keepsNoSecret(browser: Browser, secret: string): Promise<void> {
  const traces = await tracesOf(browser);
  const hex = formatHex(secrets[words.indexOf(secret)]!).slice(2);
  expect(traces).not.toContain(secret.slice(11));
  expect(traces).not.toContain(hex);
}

/** Sends the finished transaction to a node that is typed, and gives the node's answer. */
async function sendTo(browser: Browser, url: string): Promise<string> {
  await fill(browser, 'Send it to a node', url);
  await sees(browser, `POST ${url}/ext/bc/P`);
  expect(browser.requests.filter((asked) => asked.startsWith('http'))).toEqual([]);
  await activate(browser, 'Send it to 127.0.0.1');
  await shows(browser, `document.querySelector('.draft-reply')`);
  return browser.evaluate(`document.querySelector('.draft-reply').innerText`);
}

describeWithChromium('drafts in the inspector', () => {
  it('a 2-of-3 is signed between two pages by pictures of QR codes alone, and accepted', () =>
    withFolder((folder) =>
      browse(async (browser) => {
        const testnode = fundedNode();
        const draft = await twoOfThree('http://testnode', testnode);
        await browser.become({ width: 1000, height: 900 });
        await pasteDraft(browser, formatDraft(draft));
        await sees(browser, '0 of 2 signers have signed.');
        const forAlice = await photographCodes(browser, folder, 'alice');
        expect(forAlice.length).toBeGreaterThan(3);

        await openInspector(browser);
        await activate(browser, 'Scan QR codes');
        await shows(browser, `document.querySelector('.draft-scanner')`);
        await scanPictures(browser, [...forAlice.slice(1)].reverse());
        await sees(browser, `${forAlice.length - 1} of ${forAlice.length} parts. Missing: 1.`);
        await scanPictures(browser, forAlice.slice(0, 1));
        await lookAtDraft(browser);
        await signByKey(browser, words[0]);
        await sees(browser, '1 of 2 signers have signed.');
        await keepsNoSecret(browser, words[0]);
        const forBob = await photographCodes(browser, folder, 'bob');

        await openInspector(browser);
        await activate(browser, 'Scan QR codes');
        await shows(browser, `document.querySelector('.draft-scanner')`);
        await scanPictures(browser, forBob);
        await lookAtDraft(browser);
        await signByKey(browser, words[1]);
        await sees(browser, 'All signatures are checked.');
        await keepsNoSecret(browser, words[1]);

        const { txID } = finalize(sign(sign(draft, alice), bob));
        expect(await textOf(browser)).toContain(txID);
        await withNode(answerOf(testnode), async (url) => {
          expect(JSON.parse(await sendTo(browser, url)).result.txID).toBe(txID);
          testnode.mine();
          await activate(browser, 'Ask this node for the status');
          await sees(browser, '"status":"Committed"');
        });
        expect(browser.errors).toEqual([]);
      }),
    ));

  it('the camera reads a co-signer’s codes', () =>
    withFolder(async (folder) => {
      const draft = await twoOfThree('http://testnode', fundedNode());
      const video = join(folder, 'codes.y4m');
      writeFileSync(
        video,
        videoOf(formatDraftParts(sign(draft, alice), { maxLength: 300, evidence: false })),
      );
      await browse(
        async (browser) => {
          await pasteDraft(browser, formatDraft(draft));
          await activate(browser, 'Add a signature or a co-signer');
          await activate(browser, 'Use the camera');
          await sees(browser, '1 of 2 signers have signed.');
          await signByKey(browser, words[1]);
          await sees(browser, 'All signatures are checked.');
          expect(browser.errors).toEqual([]);
        },
        [
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-video-capture=${video}`,
        ],
      );
    }));

  it('a policy refuses before a key is used, and a co-signer who lies is refused in words', () =>
    browse(async (browser) => {
      const testnode = fundedNode();
      const draft = await twoOfThree('http://testnode', testnode);
      await pasteDraft(browser, formatDraft(draft));
      await fill(browser, 'Policy (JSON)', '{"network":"local"}');
      await sees(browser, 'The policy refuses this draft');
      await signByKey(browser, words[0]);
      await sees(browser, 'Refused before a key was used.');
      const alert = await browser.evaluate<string>(
        `document.querySelector('.draft [role=alert]').innerText`,
      );
      expect(alert).toContain('ReceiverNotAllowed');
      expect(alert).toContain('unsignedTx.outputs');
      await sees(browser, '0 of 2 signers have signed.');
      await keepsNoSecret(browser, words[0]);

      const half = formatDraft(sign(draft, alice));
      const signature = formatHex(
        sign(draft, alice).slots[0]!.signatures.find((of) => of !== null)!,
      );
      const other = await twoOfThree('http://testnode', testnode, 2n * AVAX);
      await activate(browser, 'Add a signature or a co-signer');
      const lies = [
        [half.replaceAll(signature, `0x${'11'.repeat(64)}00`), 'holds a wrong signature'],
        [formatDraft(other), 'another transaction'],
        [`0x${'11'.repeat(64)}00`, 'not valid'],
      ] as const;
      for (const [lie, answer] of lies) {
        await fill(browser, 'A signature (65 bytes', lie);
        await activate(browser, 'Add');
        await sees(browser, answer);
        await sees(browser, '0 of 2 signers have signed.');
      }
      await fill(browser, 'A signature (65 bytes', half);
      await activate(browser, 'Add');
      await sees(browser, '1 of 2 signers have signed.');
      expect(browser.errors).toEqual([]);
    }));

  it('a wallet of the browser signs, and its name cannot mislead', () =>
    browse(async (browser) => {
      const testnode = createTestnode();
      const me = bob.address('P', testnode.network);
      testnode.fund('P', { to: me, amount: 3n * AVAX });
      const node = connect('http://testnode', testnode);
      const draft = buildBaseTx(await node.pchain.state([me]), {
        outputs: [{ to: me, amount: AVAX }],
      });
      const signed = formatHex(finalize(sign(draft, bob)).bytes);
      await browser.tab.call('Page.addScriptToEvaluateOnNewDocument', {
        source: `window.avalanche = { async request(call) {
            window.asked = call;
            return { signedTransactionHex: '${signed}' };
          } };
          window.addEventListener('eip6963:requestProvider', () => window.dispatchEvent(
            new CustomEvent('eip6963:announceProvider', { detail: {
              info: { uuid: '1', name: 'Evil\\u202etellaW' },
              provider: { async request() { throw { code: 4001, message: 'no' }; } },
            } })));`,
      });
      await pasteDraft(browser, formatDraft(draft));
      await fill(browser, 'Your addresses', me);
      await sees(browser, 'Sign with Evil\\u202etellaW');
      await activate(browser, 'Sign with Evil');
      await sees(browser, 'Ask Evil');
      await activate(browser, 'Ask Evil');
      await sees(browser, 'The request was declined.');
      expect(await browser.evaluate('window.asked')).toBeUndefined();
      await activate(browser, 'Sign with Core');
      await sees(browser, 'Ask Core to sign');
      await activate(browser, 'Ask Core to sign');
      await sees(browser, 'All signatures are checked.');
      expect(await browser.evaluate('window.asked.method')).toBe('avalanche_signTransaction');
      expect(await browser.evaluate('window.asked.params.chainAlias')).toBe('P');
    }));

  it('a Ledger signs what the page said that it displays', () =>
    browse(async (browser) => {
      const wallet = hdWallet(new Uint8Array(16).fill(5));
      const testnode = createTestnode();
      const [mine] = wallet
        .account("m/44'/9000'/0'")
        .addresses('P', testnode.network, { count: 1 });
      testnode.fund('P', { to: mine!.address, amount: 3n * AVAX });
      const node = connect('http://testnode', testnode);
      const draft = buildBaseTx(await node.pchain.state([mine!.address]), {
        outputs: [{ to: ewoq.shortID, amount: AVAX }],
      });
      const device = ledgerDevice(wallet);
      await plugIn(browser, device.answer);
      await pasteDraft(browser, formatDraft(draft));
      await activate(browser, 'Sign with a Ledger');
      await activate(browser, 'Connect');
      await sees(browser, 'The device will display:');
      // As the device displays it: without the chain.
      expect(await textOf(browser)).toContain(ewoq.address('P', testnode.network).slice(2));
      expect(device.reviews).toEqual([]);
      await activate(browser, 'Sign on the device');
      await sees(browser, 'All signatures are checked.');
      expect(device.reviews.map(({ kind }) => kind)).toEqual(['transaction']);
      expect(device.signed).toEqual(['0/0']);
      expect(browser.errors).toEqual([]);
    }));

  it('keeps nobody out, in both themes and on a phone', () =>
    browse(async (browser) => {
      const draft = await twoOfThree('http://testnode', fundedNode());
      const axe = readFileSync(
        createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
        'utf8',
      );
      const whole = formatDraft(sign(sign(draft, alice), bob));
      for (const [theme, width, text] of [
        ['light', 1200, formatDraft(draft)],
        ['dark', 390, formatDraft(draft)],
        ['dark', 1200, whole],
        ['light', 390, whole],
      ] as const) {
        await browser.become({ theme, width, height: 900 });
        await pasteDraft(browser, text);
        await activate(browser, 'Show QR codes');
        await fill(browser, 'Policy (JSON)', '{"network":"local"}');
        await browser.evaluate(
          `document.querySelectorAll('.draft details').forEach((of) => { of.open = true; })`,
        );
        await shows(browser, `document.querySelector('.draft-codes canvas')?.ariaLabel`);
        await browser.evaluate(`${axe}\nundefined`);
        expect(
          await browser.evaluate(
            `axe.run('.draft').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
          ),
          `${theme} ${width}`,
        ).toEqual([]);
        expect(
          await browser.evaluate('document.documentElement.scrollWidth - innerWidth'),
        ).toBeLessThanOrEqual(0);
      }
    }));
});

/** Plugs a device into the browser: WebHID in the page, the device here. Source: Ledger's HID framing. */
async function plugIn(browser: Browser, answer: (apdu: Uint8Array) => Uint8Array): Promise<void> {
  let rest = Buffer.alloc(0);
  let length = 0;
  browser.tab.on<{ readonly name: string; readonly payload: string }>(
    'Runtime.bindingCalled',
    ({ name, payload }) => {
      if (name !== 'hidReport') return;
      const packet = Buffer.from(payload, 'hex');
      const isFirst = packet.readUInt16BE(3) === 0;
      if (isFirst) length = packet.readUInt16BE(5);
      rest = Buffer.concat([isFirst ? Buffer.alloc(0) : rest, packet.subarray(isFirst ? 7 : 5)]);
      if (rest.length < length) return;
      const reply = answer(rest.subarray(0, length));
      const data = Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 255), reply]);
      for (let i = 0; i * 59 < data.length; i++) {
        const report = Buffer.alloc(64);
        packet.copy(report, 0, 0, 3);
        report.writeUInt16BE(i, 3);
        data.copy(report, 5, i * 59, i * 59 + 59);
        void browser.evaluate(`hidReply('${report.toString('hex')}')`);
      }
    },
  );
  await browser.tab.call('Runtime.addBinding', { name: 'hidReport' });
  await browser.tab.call('Page.addScriptToEvaluateOnNewDocument', {
    source: `{
      const device = Object.assign(new EventTarget(), {
        vendorId: 0x2c97, productId: 0x1011, async open() {}, async close() {},
        async sendReport(id, block) {
          hidReport([...new Uint8Array(block.buffer ?? block, block.byteOffset, block.byteLength)]
            .map((byte) => byte.toString(16).padStart(2, '0')).join(''));
        },
      });
      window.hidReply = (hex) => {
        const bytes = Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));
        device.dispatchEvent(Object.assign(new Event('inputreport'), { data: new DataView(bytes.buffer) }));
      };
      Object.defineProperty(navigator, 'hid', { value: Object.assign(new EventTarget(), {
        getDevices: async () => [], requestDevice: async () => [device],
      }) });
    }`,
  });
}

describeWithGo('drafts in the inspector, at a real node', () => {
  it('accepts a 2-of-3 that two people signed in the page', () =>
    browse(async (browser) => {
      const { ready } = await startLocalnode();
      const node = connect(ready.url);
      const state = await node.pchain.state([ready.keys[0]!.pAddress]);
      const owner = privateKey(ready.keys[0]!.privateKey);
      const funding = buildBaseTx(state, { outputs: [{ to: shared, amount: 10n * AVAX }] });
      await node.issue(finalize(sign(funding, owner)));
      const draft = await twoOfThree(ready.url);
      await pasteDraft(browser, formatDraft(draft));
      await signByKey(browser, words[0]);
      await sees(browser, '1 of 2 signers have signed.');
      await signByKey(browser, words[1]);
      await sees(browser, 'All signatures are checked.');
      const answer: Answer = async (target, body) =>
        (
          await fetch(ready.url + target, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).text();
      await withNode(answer, async (url) => {
        const { txID } = JSON.parse(await sendTo(browser, url)).result;
        const statusOf = async () => (await node.call('platform.getTxStatus', { txID })).status;
        while ((await statusOf()) === 'Processing')
          await new Promise((resolve) => setTimeout(resolve, 100));
        expect(await statusOf()).toBe('Committed');
      });
    }));
});
