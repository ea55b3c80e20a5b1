import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { explain } from '../../src/explain/index.ts';
import {
  formatKeystoneRequest,
  formatKeystoneSignature,
  keystoneRequestOf,
} from '../../src/keystone/index.ts';
import { local } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/index.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { finalize, formatDraft, formatDraftParts, sign } from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { type Browser, browseAlone, describeWithChromium } from '../support/browsing.ts';
import { testFolder } from '../support/folder.ts';
import { ledgerDevice } from '../support/ledger.ts';
import { ewoq } from '../support/testnode.ts';
import { cameraOf, codesOf, videoOf } from './codes.ts';
import { activate, fill, pageText, pasteDraft, sees } from './support.ts';
import { AVAX, fundedNode, keepsNoSecret, signByKey, team, twoOfThree, words } from './team.ts';

const [alice, bob] = team;

describeWithChromium('drafts in the inspector', (browse) => {
  it('the camera reads a co-signer’s codes', async () => {
    const draft = await twoOfThree('http://testnode', fundedNode());
    const video = join(testFolder(), 'codes.y4m');
    writeFileSync(
      video,
      videoOf(codesOf(formatDraftParts(sign(draft, alice), { maxLength: 300, evidence: false }))),
    );
    await browseAlone(async (browser) => {
      await pasteDraft(browser, formatDraft(draft));
      await activate(browser, 'Add a signature or a co-signer');
      await activate(browser, 'Use the camera');
      await sees(browser, 'Signed: 1 of 2');
      await signByKey(browser, words[1]);
      await sees(browser, 'All signatures are checked.');
      expect(browser.errors).toEqual([]);
    }, cameraOf(video));
  });

  it('a policy refuses before a key is used, and a co-signer who lies is refused in words', () =>
    browse(async (browser) => {
      const testnode = fundedNode();
      const draft = await twoOfThree('http://testnode', testnode);
      await pasteDraft(browser, formatDraft(draft));
      await activate(browser, 'Limit what may be signed');
      await fill(browser, 'Policy (JSON)', '{"network":"testnode"}');
      await sees(browser, 'The policy refuses this draft');
      await signByKey(browser, words[0]);
      await sees(browser, 'Refused before a key was used.');
      const alert = await browser.evaluate<string>(
        `document.querySelector('.draft [role=alert]').innerText`,
      );
      expect(alert).toContain('ReceiverNotAllowed');
      expect(alert).toContain('unsignedTx.outputs');
      await sees(browser, 'Signed: 0 of 2');
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
        await sees(browser, 'Signed: 0 of 2');
      }
      await fill(browser, 'A signature (65 bytes', half);
      await activate(browser, 'Add');
      await sees(browser, 'Signed: 1 of 2');
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
      await sees(browser, 'Sign with Evil\\u202etellaW');
      await activate(browser, 'Sign with Evil');
      await fill(browser, 'Your addresses', me);
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
      const testnode = createTestnode({ network: local }); // the Avalanche app knows it
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
      expect(await pageText(browser)).toContain(ewoq.address('P', testnode.network).slice(2));
      expect(device.reviews).toEqual([]);
      await activate(browser, 'Sign on the device');
      await sees(browser, 'All signatures are checked.');
      expect(device.reviews.map(({ kind }) => kind)).toEqual(['transaction']);
      expect(device.signed).toEqual(['0/0']);
      expect(browser.errors).toEqual([]);
    }));

  it('a Keystone signs what it scans, and the camera reads its answer', async () => {
    const seed = new Uint8Array(16).fill(5);
    const account = hdWallet(seed).account("m/44'/9000'/0'");
    const master = HDKey.fromMasterSeed(seed);
    const fingerprint = master.fingerprint.toString(16).padStart(8, '0');
    const testnode = createTestnode();
    const [mine] = account.addresses('P', testnode.network, { count: 1 });
    testnode.fund('P', { to: mine!.address, amount: 3n * AVAX });
    const state = await connect('http://testnode', testnode).pchain.state([mine!.address]);
    const draft = buildBaseTx(state, { outputs: [{ to: ewoq.shortID, amount: AVAX }] });
    // The double of a device: no device was used.
    const request = keystoneRequestOf(
      { ...draft, paths: { [mine!.address]: mine!.path } },
      { fingerprint, reviewed: explain(draft).digest },
    );
    const { privateKey } = master.derive(request.paths[0]!);
    const [id, ...rs] = secp256k1.sign(sha256(request.bytes), privateKey!, {
      prehash: false,
      format: 'recovered',
    });
    const signatures = [Uint8Array.from([...rs, id!])];
    const answer = formatKeystoneSignature(
      { requestID: request.requestID, signatures },
      { maxBytes: 40 },
    );
    expect(answer.length).toBe(3);
    const video = join(testFolder(), 'answer.y4m');
    writeFileSync(video, videoOf(codesOf(answer)));
    await browseAlone(async (browser) => {
      await pasteDraft(browser, formatDraft(draft));
      await activate(browser, 'Sign with a Keystone');
      await fill(browser, 'Master fingerprint', fingerprint);
      await activate(browser, 'Show the request');
      await sees(browser, 'no derivation paths');
      await fill(browser, 'Extended public key', account.xpub);
      await activate(browser, 'Show the request');
      const count = formatKeystoneRequest(request).length;
      await browser.until(
        `document.querySelector('.draft-codes canvas')?.ariaLabel?.endsWith('of ${count}')`,
      );
      await activate(browser, 'Use the camera');
      await sees(browser, 'All signatures are checked.');
      expect(browser.errors).toEqual([]);
    }, cameraOf(video));
  });
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
