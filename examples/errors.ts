/**
 * For every error code the shortest code that ends in it, and what to do. `docs/reference/errors.md` shows each as a program of its own,
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

/** How to get an error, and what to do about it. */
export interface ErrorExample {
  /** What to do. */
  readonly fix: string;
  /** Ends in the error. */
  readonly run: () => unknown;
}

const key = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
const outputs = [{ to: privateKey(new Uint8Array(32).fill(7)).shortID, amount: avax('1') }];

/** An example for every code. */
export const errorExamples: { readonly [C in ErrorCode]: ErrorExample } = {
  BadArgument: {
    fix: 'Correct the call: `path` names the argument. TypeScript finds most of these before they run.',
    run() {
      parseHex(42 as never);
    },
  },
  Truncated: {
    fix: 'Get the bytes again: the input was cut off, or it is of another type than the one it is decoded as.',
    run() {
      decode(Tx, parseHex('0x000000000013000000006553'));
    },
  },
  TrailingBytes: {
    fix: 'Remove what follows the value. If it is 4 bytes long, it is the checksum of a node’s hex: read that with `open` or `parseBytes`.',
    run() {
      decode(Tx, parseHex('0x000000000013000000006553f10000000000ffff'));
    },
  },
  TooLong: {
    fix: 'Decode as the right type, or shorten the value to `max`.',
    run() {
      decode(OutputOwners, parseHex('0x000000000000000000000001ffffffff'));
    },
  },
  OutOfRange: {
    fix: 'Give a value between `min` and `max`, counted in `unit`. With `retryAfter`, blocks have used the gas: wait so many seconds, read the state again, and build.',
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
    fix: 'Of bytes: check that they are a transaction, UTXO or block; if a node sends them, a newer version of this library may know the codec version. Of a draft, record or other file: update the library, or make the file again, as the message says.',
    run() {
      decode(Tx, parseHex('0x0007000000130000000065538f10'));
    },
  },
  UnknownTypeID: {
    fix: 'Check the chain: the same typeID means another type on P, X and C. If a node sends it, a newer version of this library may know the type.',
    run() {
      decode(Tx, parseHex('0x0000000000ff'));
    },
  },
  BadChecksum: {
    fix: 'Copy the text again: a character of it is wrong.',
    run() {
      parseID('2UPTyVwQn3ucFJPbnJ29pFj9qB6iVor5EPnvFKPLbqfsD4eK1b');
    },
  },
  BadText: {
    fix: 'Give text of the `kind` that the context names. `found` says what it is instead, if that is recognized.',
    run() {
      parseNodeID('7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg');
    },
  },
  BadJSON: {
    fix: 'Correct the JSON at `path`. For a node’s reply, pass its text as it came.',
    run() {
      parseJSON('{"amount": }');
    },
  },
  BadRLP: {
    fix: 'Pass a block of the C-chain’s EVM; blocks of P and X, and those in a proposervm wrapper, are read with `open` and `openContainer`.',
    run() {
      decodeEVMBlock(parseHex('0xc0'));
    },
  },
  Mismatch: {
    fix: 'Find out which of the two values is wrong. If data from elsewhere contradicts its own id, do not use it.',
    run() {
      fromJSON(
        '{"unsignedTx":{"time":1700000001},"credentials":[],"id":"2UPTyVwQn3ucFJPbnJ29pFj9qB6iVor5EPnvFKPLbqfsD4eK1a"}',
        { chain: 'P' },
      );
    },
  },
  Disproved: {
    fix: 'Do not sign: whoever made the draft or state gave false data. Read the UTXOs from a node that you trust and build again.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = buildBaseTx(state, { outputs });
      const utxos = state.utxos.map((utxo) => ({ ...utxo, assetID: new Uint8Array(32) }));
      sign(draft, key, { utxos });
    },
  },
  NotProven: {
    fix: 'Give one of what `give` lists: your own addresses as `own`, evidence (the transactions that made the UTXOs), or the receiver explicitly. See [trust](../trust.md).',
    run() {
      const testnode = createTestnode();
      const owner = { threshold: 2, addresses: [key.shortID, outputs[0]!.to] };
      testnode.fund('P', { to: owner, amount: avax('5') });
      const state = testnode.state('P', [outputs[0]!.to]);
      buildBaseTx({ ...state, from: owner.addresses, own: [], evidence: [] }, { outputs });
    },
  },
  Ambiguous: {
    fix: 'Choose one of the `candidates` with a hint (`chain`, `kind`, `types`), or name the owner, account or change where a builder asks.',
    run() {
      open('{"parentID":"11111111111111111111111111111111LpoYY","height":7}');
    },
  },
  Lossy: {
    fix: 'Start from the original text. `JSON.parse` rounds integers above 2^53: pass the text itself, or `parseJSON(text)`.',
    run() {
      open(JSON.parse('{"unsignedTx":{"time":18446744073709551615},"credentials":[]}'));
    },
  },
  WrongNetwork: {
    fix: 'Use an address, a state and a node of the same network.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx(state, { outputs: [{ to: key.address('P', mainnet), amount: avax('1') }] });
    },
  },
  WrongChain: {
    fix: 'Use the address of the chain that pays or receives. To move funds between chains, export and import them.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx(state, { outputs: [{ to: key.address('X', state.network), amount: avax('1') }] });
    },
  },
  Unsupported: {
    fix: 'Choose another way: the message says what cannot be done, and for most cases what can.',
    run() {
      feeOf({ type: 'platformvm.AdvanceTimeTx', time: 0n }, { network: mainnet });
    },
  },
  NotSorted: {
    fix: 'Sort the list as the node does. The builders of this library sort everything that they make.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const { unsignedTx } = buildBaseTx(state, { outputs });
      const reversed = { ...unsignedTx, outputs: [...unsignedTx.outputs].reverse() };
      assertNotRefused(checkTx(reversed, factsOfState(state)));
    },
  },
  Duplicate: {
    fix: 'Remove one of the two.',
    run() {
      const account = hdWallet(new Uint8Array(16)).account("m/44'/9000'/0'");
      multisig([account, account], 2);
    },
  },
  Insufficient: {
    fix: 'Fund the wallet, or send less. The context says what else there is and why it cannot be spent: locked, only for staking, owned by others, excluded, or worth less than its fee.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const amount = avax('1000000000');
      buildBaseTx(state, { outputs: [{ ...outputs[0]!, amount }] });
    },
  },
  MissingSigner: {
    fix: 'Let the signers in `missing` sign. `chooseSigners` makes the draft for others of the same owner.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      finalize(buildBaseTx(state, { outputs }));
    },
  },
  BadSignature: {
    fix: 'Sign the digest itself (it has been hashed already) with the key of one of the addresses in `missing`.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = buildBaseTx(state, { outputs });
      const signature = new Uint8Array(65).fill(1);
      for (const { digest } of digestsOf(draft)) addSignature(draft, { digest, signature });
    },
  },
  Unbalanced: {
    fix: 'Do not sign: what goes out is not what comes in. Build the transaction again.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const { unsignedTx } = buildBaseTx(state, { outputs });
      assertNotRefused(checkTx({ ...unsignedTx, inputs: [] }, factsOfState(state)));
    },
  },
  FeeTooHigh: {
    fix: 'Wait until the fee rate falls, or raise `maxFee`. Without `maxFee` a default limit holds.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx(state, { outputs }, { maxFee: 1n });
    },
  },
  FeeTooLow: {
    fix: 'Read the state again and build again: the fee rate has risen since.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = buildBaseTx(state, { outputs });
      const later = { ...state, feeState: { price: 1000n } };
      assertNotRefused(checkTx(draft, factsOfState(later)));
    },
  },
  WrongUpgrade: {
    fix: 'Use a transaction type that the network accepts at this time; `upgrades` of the network has the times.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      buildBaseTx({ ...state, time: 1_600_000_000n }, { outputs });
    },
  },
  Expired: {
    fix: 'Ask for a new message with a later expiry.',
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
    fix: 'Wait until `until`, or spend other funds.',
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
    fix: 'Give the fact that `what` and `id` name: for `connect`, the options `imports` and `authorities`; for a function, its own option.',
    run() {
      review(open('0x000000000013000000006553f10000000000'));
    },
  },
  NotFound: {
    fix: 'Check the id and the network, and whether the UTXO has been spent since. Read the state again and build again.',
    async run() {
      const testnode = createTestnode();
      const draft = buildAddPermissionlessDelegatorTx(testnode.state('P', [key.shortID]), {
        nodeID: new Uint8Array(20),
        amount: avax('25'),
        end: testnode.time() + days(14),
        rewards: key.shortID,
      });
      const node = connect('http://testnode', testnode);
      assertNotRefused(checkTx(draft, await node.facts(draft)));
    },
  },
  NotAllowed: {
    fix: 'Wait until the chain’s state allows it, such as until the mempool has room; or change what the message names.',
    run() {
      const testnode = createTestnode();
      testnode.fund('X', { to: key.shortID, amount: avax('5') });
      const state = testnode.state('X', [key.shortID]);
      const facts = { ...factsOfState(state), pool: { txs: [], capacity: 0n } };
      assertNotRefused(checkTx(buildBaseTx(state, { outputs }), facts));
    },
  },
  Transport: {
    fix: 'Check the URL and the connection and call again: `reason` says what happened. Reads are retried already. For `issue`, ask for the status of the transaction before building another one.',
    async run() {
      await connect('http://127.0.0.1:1', { network: mainnet, retry: { attempts: 1 } }).call(
        'platform.getHeight',
      );
    },
  },
  LimitExceeded: {
    fix: 'Raise the option in `limit` if you expect that much; otherwise do not trust the server.',
    async run() {
      const testnode = createTestnode();
      const node = connect('http://testnode', { ...testnode, limits: { maxReplyBytes: 100 } });
      await node.call('platform.getCurrentValidators');
    },
  },
  HTTPStatus: {
    fix: '400 and 404: correct the path or params. 401 and 403: give a valid key. 429: send less, or later. 500 and above: try again, or use another server.',
    async run() {
      const busy = async () => ({ status: 429, headers: {}, text: '{"message":"slow down"}' });
      const node = connect('http://testnode', { transport: busy, retry: { attempts: 1 } });
      await node.call('platform.getHeight');
    },
  },
  NodeError: {
    fix: 'Read `message`, the node’s own words. For a refused transaction, `NotAccepted` has the reason.',
    async run() {
      const node = connect('http://testnode', createTestnode());
      await node.call('platform.getTx', { txID: new Uint8Array(32).fill(1) });
    },
  },
  NotAccepted: {
    fix: 'If `status` is `Processing` or `Unknown`, the transaction may still be accepted: wait for it. Otherwise `reason` says why not; read the state again, build again, and keep one of its `inputs`, so that only one of the two can be accepted.',
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
    fix: 'Do not pay again. Make the same call with the same `id`, or give the id to `resume` of the wallet, now or in another process with its store: it finds out what was accepted, and goes on.',
    async run() {
      const testnode = createTestnode();
      const retry = { sleep: async () => {} };
      const wallet = createWallet({
        url: 'http://testnode',
        connect: { ...testnode, retry },
        signer: key,
        timeout: 0,
      });
      testnode.hold();
      const to = key.address('P', testnode.network);
      await wallet.send({ chain: 'P', to, amount: avax('1') }, { id: 'withdrawal-4711' });
    },
  },
  Inconsistent: {
    fix: 'Try again. For addresses with very many UTXOs, `attempts: 0` takes the state as it is.',
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
    fix: 'Scan the parts whose numbers are in `missing`.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const parts = formatDraftParts(buildBaseTx(state, { outputs }), { maxLength: 400 });
      parseDraftParts(parts.slice(1));
    },
  },
  Refused: {
    fix: 'Read the `findings`. If the transaction is what you want, change the policy; otherwise do not sign.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const policy = policyOf({ network: 'local', to: [] });
      sign(buildBaseTx(state, { outputs }), key, { policy });
    },
  },
  NotReviewed: {
    fix: 'Look at what `explain` says of the draft and pass its `digest` as `reviewed`, or pass a `policy`: `policyOf` your own intent, a reviewed draft or rules.',
    run() {
      const state = createTestnode().state('P', [key.shortID]);
      const draft = parseDraft(formatDraft(buildBaseTx(state, { outputs })));
      sign(draft as Draft, key);
    },
  },
  Declined: {
    fix: 'Nothing: the user said no.',
    async run() {
      const state = createTestnode().state('P', [key.shortID]);
      const wallet = walletSigner({
        request: () => Promise.reject({ code: 4001, message: 'User rejected the request' }),
      });
      await wallet.sign(buildBaseTx(state, { outputs }), { own: [key.shortID] });
    },
  },
  SignerFailed: {
    fix: 'Connect and unlock the device, open the Avalanche app, and try again. `status` is what the device or wallet returned.',
    async run() {
      const state = createTestnode().state('P', [key.shortID]);
      const wallet = walletSigner({
        request: () => Promise.reject({ code: -32603, message: 'internal error' }),
      });
      await wallet.sign(buildBaseTx(state, { outputs }), { own: [key.shortID] });
    },
  },
  InUse: {
    fix: 'Keep one process or tab for an account, and close the store when it ends. After a crash on another machine or in another container, open it again: it is free a quarter of a minute after the last sign of life.',
    async run() {
      const store = memoryStore();
      await store.open();
      await store.open();
    },
  },
  StoreFailed: {
    fix: 'Make space, or give the process the right to write to the folder, and call again with the same `id`. What was stored before is unchanged.',
    async run() {
      await fileStore('/dev/null/payments').open();
    },
  },
};
