/**
 * For every error code the shortest code that ends in it. `docs/reference/errors/` shows each as a program of its own,
 * with the declarations of this file that it uses; a test runs them.
 */
import {
  avax,
  days,
  decode,
  type ErrorCode,
  encode,
  fromJSON,
  mainnet,
  open,
  parseHex,
  parseID,
  parseJSON,
  parseNodeID,
} from 'avalanche-tx';
import { decodeEVMBlock } from 'avalanche-tx/blocks';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildRegisterL1ValidatorTx,
} from 'avalanche-tx/build';
import { review } from 'avalanche-tx/explain';
import { feeOf } from 'avalanche-tx/fee';
import { fileStore } from 'avalanche-tx/filestore';
import { hdWallet, multisig } from 'avalanche-tx/hd';
import { OutputOwners, Tx } from 'avalanche-tx/pchain';
import { connect } from 'avalanche-tx/rpc';
import { assertNotRefused, checkTx, factsOfState } from 'avalanche-tx/rules';
import {
  addSignature,
  type Draft,
  digestsOf,
  finalize,
  formatDraft,
  formatDraftParts,
  parseDraft,
  parseDraftParts,
  policyOf,
  privateKey,
  sign,
  walletSigner,
} from 'avalanche-tx/sign';
import { createTestnode } from 'avalanche-tx/testnode';
import { createWallet, memoryStore } from 'avalanche-tx/wallet';
import { buildCallMessage, L1Payload } from 'avalanche-tx/warp';

/** How to get an error. */
export interface ErrorExample {
  /** Ends in the error. */
  readonly run: () => unknown;
}

const key = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
const outputs = [{ to: privateKey(new Uint8Array(32).fill(7)).shortID, amount: avax('1') }];

/** An example for every code. */
export const errorExamples: { readonly [C in ErrorCode]: ErrorExample } = {
  BadArgument: {
    run() {
      parseHex(42 as never);
    },
  },
  Truncated: {
    run() {
      decode(Tx, parseHex('0x000000000013000000006553'));
    },
  },
  TrailingBytes: {
    run() {
      decode(Tx, parseHex('0x000000000013000000006553f10000000000ffff'));
    },
  },
  TooLong: {
    run() {
      decode(OutputOwners, parseHex('0x000000000000000000000001ffffffff'));
    },
  },
  OutOfRange: {
    run() {
      encode(OutputOwners, {
        type: 'secp256k1fx.OutputOwners',
        locktime: 0n,
        threshold: -1,
        addresses: [],
      });
    },
  },
  BadVersion: {
    run() {
      decode(Tx, parseHex('0x0007000000130000000065538f10'));
    },
  },
  UnknownTypeID: {
    run() {
      decode(Tx, parseHex('0x0000000000ff'));
    },
  },
  BadChecksum: {
    run() {
      parseID('2UPTyVwQn3ucFJPbnJ29pFj9qB6iVor5EPnvFKPLbqfsD4eK1b');
    },
  },
  BadText: {
    run() {
      parseNodeID('7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg');
    },
  },
  BadJSON: {
    run() {
      parseJSON('{"amount": }');
    },
  },
  BadRLP: {
    run() {
      decodeEVMBlock(parseHex('0xc0'));
    },
  },
  Mismatch: {
    run() {
      fromJSON(
        '{"unsignedTx":{"time":1700000001},"credentials":[],"id":"2UPTyVwQn3ucFJPbnJ29pFj9qB6iVor5EPnvFKPLbqfsD4eK1a"}',
        { chain: 'P' },
      );
    },
  },
  Disproved: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = buildBaseTx(state, { outputs });
      const utxos = state.utxos.map((utxo) => ({ ...utxo, assetID: new Uint8Array(32) }));
      sign(draft, key, { utxos });
    },
  },
  NotProven: {
    run() {
      const testnode = createTestnode();
      const owner = { threshold: 2, addresses: [key.shortID, outputs[0]!.to] };
      testnode.fund('P', { to: owner, amount: avax('5') });
      const state = testnode.state('P', [outputs[0]!.to]);
      buildBaseTx({ ...state, from: owner.addresses, own: [], evidence: [] }, { outputs });
    },
  },
  Ambiguous: {
    run() {
      open('{"parentID":"11111111111111111111111111111111LpoYY","height":7}');
    },
  },
  Lossy: {
    run() {
      open(JSON.parse('{"unsignedTx":{"time":18446744073709551615},"credentials":[]}'));
    },
  },
  WrongNetwork: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx(state, { outputs: [{ to: key.address('P', mainnet), amount: avax('1') }] });
    },
  },
  WrongChain: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx(state, { outputs: [{ to: key.address('X', state.network), amount: avax('1') }] });
    },
  },
  Unsupported: {
    run() {
      feeOf({ type: 'platformvm.AdvanceTimeTx', time: 0n }, { network: mainnet });
    },
  },
  NotSorted: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const { unsignedTx } = buildBaseTx(state, { outputs });
      const reversed = { ...unsignedTx, outputs: [...unsignedTx.outputs].reverse() };
      assertNotRefused(checkTx(reversed, factsOfState(state)));
    },
  },
  Duplicate: {
    run() {
      const account = hdWallet(new Uint8Array(16)).account("m/44'/9000'/0'");
      multisig([account, account], 2);
    },
  },
  Insufficient: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const amount = avax('1000000000');
      buildBaseTx(state, { outputs: [{ ...outputs[0]!, amount }] });
    },
  },
  MissingSigner: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      finalize(buildBaseTx(state, { outputs }));
    },
  },
  BadSignature: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = buildBaseTx(state, { outputs });
      const signature = new Uint8Array(65).fill(1);
      for (const { digest } of digestsOf(draft)) addSignature(draft, { digest, signature });
    },
  },
  Unbalanced: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const { unsignedTx } = buildBaseTx(state, { outputs });
      assertNotRefused(checkTx({ ...unsignedTx, inputs: [] }, factsOfState(state)));
    },
  },
  FeeTooHigh: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx(state, { outputs }, { maxFee: 1n });
    },
  },
  FeeTooLow: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = buildBaseTx(state, { outputs });
      const later = { ...state, feeState: { price: 1000n } };
      assertNotRefused(checkTx(draft, factsOfState(later)));
    },
  },
  WrongUpgrade: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx({ ...state, time: 1_600_000_000n }, { outputs });
    },
  },
  Expired: {
    run() {
      const testnode = createTestnode();
      const { subnetID, chainID } = testnode.addL1();
      const owner = { threshold: 1, addresses: [key.shortID] };
      const payload = encode(L1Payload, {
        type: 'message.RegisterL1Validator',
        subnetID: parseID(subnetID),
        nodeID: new Uint8Array(20).fill(1),
        blsPublicKey: new Uint8Array(48),
        expiry: testnode.time() - 1n,
        remainingBalanceOwner: owner,
        disableOwner: owner,
        weight: 1n,
      });
      const { networkID } = testnode.network;
      const sourceAddress = new Uint8Array(20).fill(1);
      const source = { networkID, sourceChainID: parseID(chainID), sourceAddress };
      const message = testnode.signWarp(buildCallMessage({ ...source, payload }));
      const state = testnode.state('P', [key.shortID]);
      const proofOfPossession = new Uint8Array(96);
      buildRegisterL1ValidatorTx(state, { message, balance: 0n, proofOfPossession });
    },
  },
  Locked: {
    run() {
      const testnode = createTestnode();
      const locktime = testnode.time() + 3600n;
      const to = { threshold: 1, addresses: [key.shortID], locktime };
      testnode.fund('P', { to, amount: avax('5') });
      const state = testnode.state('P', [key.shortID]);
      const later = { ...state, time: locktime };
      const draft = buildBaseTx(later, { outputs: [{ ...outputs[0]!, amount: 'max' }] });
      assertNotRefused(checkTx(draft, factsOfState(state)));
    },
  },
  MissingState: {
    run() {
      review(open('0x000000000013000000006553f10000000000'));
    },
  },
  NotFound: {
    async run() {
      const testnode = createTestnode();
      const draft = buildAddPermissionlessDelegatorTx(testnode.state('P', [key.shortID]), {
        nodeID: new Uint8Array(20),
        amount: avax('25'),
        end: testnode.time() + days(14),
        rewardsOwner: key.shortID,
      });
      const node = connect('http://testnode', testnode);
      assertNotRefused(checkTx(draft, await node.facts(draft)));
    },
  },
  NotAllowed: {
    run() {
      const testnode = createTestnode();
      testnode.fund('X', { to: key.shortID, amount: avax('5') });
      const state = testnode.state('X', [key.shortID]);
      const facts = { ...factsOfState(state), pool: { txs: [], capacity: 0n } };
      assertNotRefused(checkTx(buildBaseTx(state, { outputs }), facts));
    },
  },
  Transport: {
    async run() {
      await connect('http://127.0.0.1:1', { network: mainnet, retry: { attempts: 1 } }).call(
        'platform.getHeight',
      );
    },
  },
  LimitExceeded: {
    async run() {
      const testnode = createTestnode();
      const node = connect('http://testnode', { ...testnode, limits: { maxReplyBytes: 100 } });
      await node.call('platform.getCurrentValidators');
    },
  },
  HTTPStatus: {
    async run() {
      const busy = async () => ({ status: 429, headers: {}, text: '{"message":"slow down"}' });
      const node = connect('http://testnode', { transport: busy, retry: { attempts: 1 } });
      await node.call('platform.getHeight');
    },
  },
  NodeError: {
    async run() {
      const node = connect('http://testnode', createTestnode());
      await node.call('platform.getTx', { txID: new Uint8Array(32).fill(1) });
    },
  },
  NotAccepted: {
    async run() {
      const testnode = createTestnode();
      const node = connect('http://testnode', testnode);
      const state = testnode.state('P', [key.shortID]);
      const pay = (amount: bigint) =>
        finalize(sign(buildBaseTx(state, { outputs: [{ ...outputs[0]!, amount }] }), key));
      await node.issue(pay(1n));
      await node.issue(pay(2n));
    },
  },
  Pending: {
    async run() {
      const testnode = createTestnode();
      const retry = { sleep: async () => {} };
      const wallet = createWallet({
        url: 'http://testnode',
        connect: { ...testnode, retry },
        signer: key,
        resubmitAfter: 0,
      });
      testnode.hold();
      const to = key.address('P', testnode.network);
      await wallet.send({ chain: 'P', to, amount: avax('1') }, { id: 'withdrawal-4711' });
    },
  },
  Inconsistent: {
    async run() {
      const testnode = createTestnode();
      const node = connect('http://testnode', {
        ...testnode,
        transport(request) {
          testnode.fund('P', { to: key.shortID, amount: 1n });
          return testnode.transport(request);
        },
      });
      await node.pchain.state([key.shortID]);
    },
  },
  MissingPart: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const parts = formatDraftParts(buildBaseTx(state, { outputs }), { maxLength: 400 });
      parseDraftParts(parts.slice(1));
    },
  },
  Refused: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const policy = policyOf({ network: 'local', to: [] });
      sign(buildBaseTx(state, { outputs }), key, { policy });
    },
  },
  NotReviewed: {
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = parseDraft(formatDraft(buildBaseTx(state, { outputs })));
      sign(draft as Draft, key);
    },
  },
  Declined: {
    async run() {
      const state = createTestnode().state('P', [key.shortID]);
      const wallet = walletSigner({
        request: () => Promise.reject({ code: 4001, message: 'User rejected the request' }),
      });
      await wallet.sign(buildBaseTx(state, { outputs }), { own: [key.shortID] });
    },
  },
  SignerFailed: {
    async run() {
      const state = createTestnode().state('P', [key.shortID]);
      const wallet = walletSigner({
        request: () => Promise.reject({ code: -32603, message: 'internal error' }),
      });
      await wallet.sign(buildBaseTx(state, { outputs }), { own: [key.shortID] });
    },
  },
  InUse: {
    async run() {
      const store = memoryStore();
      await store.open();
      await store.open();
    },
  },
  StoreFailed: {
    async run() {
      await fileStore('/dev/null/payments').open();
    },
  },
};
