/** Runs `examples/workflows` on the states, intents and replies of `examples/`. */
import { readFileSync } from 'node:fs';
import {
  type AnyTx,
  avax,
  type CState,
  effectsOf,
  formatHex,
  fuji,
  local,
  open,
  type PState,
  parseHex,
  parseID,
  parseJSON,
  parseState,
  wei,
  type XState,
} from 'avalanche-tx';
import { buildBaseTx, type NodePOP } from 'avalanche-tx/build';
import { evmAddressOf, finalize, type Key, privateKey, sign } from 'avalanche-tx/sign';
import { type AddressedCall, decode, Message, Payload, warpPrecompile } from 'avalanche-tx/warp';
import { describe, expect, it, vi } from 'vitest';
import * as exchange from '../examples/workflows/exchange.ts';
import * as explorer from '../examples/workflows/explorer.ts';
import * as l1 from '../examples/workflows/l1.ts';
import * as wallet from '../examples/workflows/wallet.ts';
import { signDigest } from '../src/crypto/secp256k1.ts';
import { hdWallet } from '../src/sign/hd/hd.ts';
import { ledgerDevice } from './support/ledger.ts';
import { receiptOf, unsignedOf } from './support/receipt.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../examples/${path}`, import.meta.url), 'utf8');
const intent = (type: string) =>
  parseJSON(read(`intents/P.${type}.json`)) as unknown as Readonly<Record<string, string>>;

const keys = [1, 2, 3].map((n) => privateKey(new Uint8Array(32).fill(n))) as [Key, Key, Key];
const [key, second] = keys;
const p = parseState(read('intents/states/P.json')) as PState;
const x = parseState(read('intents/states/X.json')) as XState;
const poor = parseState(read('intents/states/C.json')) as CState;
const c: CState = {
  ...poor,
  accounts: poor.accounts.map((account) => ({ ...account, balance: wei(30n * 10n ** 18n) })),
};
const to = second.address('P', fuji);
const { nodeID } = intent('AddPermissionlessDelegatorTx') as { readonly nodeID: string };
const typeOf = ({ unsignedTx }: AnyTx): string => unsignedTx.type;
const hot: exchange.Service = {
  publicKey: key.publicKey,
  sign: async (digest) => signDigest(digest, new Uint8Array(32).fill(1)),
};

describe('examples/demo', () => {
  it('ends with a payment that the test node accepted, and its balances', async () => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
    await import('../examples/demo.ts').finally(() => log.mockRestore());
    const text = lines.join('\n');
    const found =
      /the node says Accepted: (\w+) pays 1\.5 AVAX, in block 2\n.*returns the same bytes/;
    expect(text).toMatch(found);
    const [before, after] = text.split('before:')[1]!.split('after');
    expect(before).toMatch(/sender .* 10 AVAX\n.*receiver .* 30000000 AVAX/);
    expect(after).toMatch(/sender .* 8\.499994821 AVAX\n.*receiver .* 30000001\.5 AVAX/);
    expect(text).not.toMatch(/OTHER BYTES|NO$/m);
  });
});

describe('examples/workflows/wallet', () => {
  it('counts what is here and what waits', () => {
    const { here, waiting } = wallet.balance(p);
    expect(here.map(({ total }) => total)).toEqual([avax('5140')]);
    expect(waiting.map(({ spendable }) => spendable)).toEqual([avax('2')]);
  });
  it('sends all', () => {
    const [utxo] = p.utxos;
    const tx = wallet.sendMax({ ...p, utxos: [utxo!] }, key, to);
    const { produced, burned } = effectsOf(tx, { network: fuji });
    const sent = (produced[0]!.utxo.output as { readonly amount: bigint }).amount;
    expect(produced).toHaveLength(1);
    expect(sent + burned[0]!.amount).toBe(avax('5000'));
  });
  it('stakes what the C-chain has', () => {
    const txs = wallet.stakeFromC(c, { ...p, utxos: [], imports: {} }, key, nodeID);
    expect(txs.map(typeOf)).toEqual([
      'atomic.ExportTx',
      'platformvm.ImportTx',
      'platformvm.AddPermissionlessDelegatorTx',
    ]);
  });
  it('moves to the C-chain', () => {
    const [exported, imported] = wallet.moveToC(p, { ...c, imports: {} }, key) as [AnyTx, AnyTx];
    const [made] = effectsOf(exported, { network: fuji }).produced.filter(({ from }) => from);
    const { consumed, accounts } = effectsOf(imported, { network: fuji });
    expect(consumed[0]!.id).toEqual(made!.id);
    expect(accounts[0]!.address).toBe(evmAddressOf(key));
  });
  it('delegates what is locked', () => {
    const { tx, reward } = wallet.delegateLocked(p, key, {
      nodeID,
      rewardsOwner: to,
      supply: avax('450000000'),
    });
    expect(typeOf(tx)).toBe('platformvm.AddPermissionlessDelegatorTx');
    expect(reward.total).toBe(reward.validator + reward.delegator);
    expect(reward.validator).toBe(reward.total / 50n + (reward.total % 50n > 0n ? 1n : 0n));
  });
  it('has two sign for the treasury', () => {
    const shared = p.utxos.find(({ output }) => 'threshold' in output && output.threshold === 2)!;
    const { addresses } = shared.output as { readonly addresses: readonly Uint8Array[] };
    const team = { addresses, threshold: 2 };
    const state = { ...p, from: addresses, utxos: [shared] };
    const tx = wallet.treasury(state, team, to, [key, second]);
    expect(explorer.senders(open(tx.bytes), fuji)[0]![0]).toHaveLength(2);
  });
  it('watches an account, and spends from it by a Ledger or Core', async () => {
    const words = hdWallet(new Uint8Array(16).fill(7));
    const { xpub } = words.account();
    const [first, third] = [0, 2].map(
      (from) => words.account().addresses('P', fuji, { from, count: 1 })[0]!,
    );
    const found = await wallet.watch(xpub, fuji, async () => [third!.address]);
    expect(found.next).toEqual({ receive: 3, change: 0 });
    const owned = p.utxos.find(
      ({ output }) => 'threshold' in output && output.threshold === 1 && output.amount > avax('2'),
    )!;
    const output = { ...owned.output, addresses: [first!.shortID] } as typeof owned.output;
    const state = {
      ...p,
      from: [first!.shortID],
      utxos: [{ ...owned, output }],
      paths: found.paths,
    };
    const device = ledgerDevice(words);
    const tx = await wallet.sendByLedger(state, device.app, xpub, to);
    expect(device.reviews).toMatchObject([{ kind: 'transaction', unshown: ['0/0', '1/0'] }]);
    expect(device.signed).toEqual(['0/0']);
    expect(typeOf(tx)).toBe('platformvm.BaseTx');
    const core = { request: async () => tx.txID };
    expect(await wallet.sendByCore(state, core, to)).toBe(tx.txID);
  });
  it('stops renewing', () => {
    const { txID } = intent('SetAutoRenewedValidatorConfigTx') as { readonly txID: string };
    expect(wallet.stopRenewing(p, key, txID).unsignedTx).toMatchObject({ period: 0n });
  });
});

describe('examples/workflows/exchange', () => {
  const pool: XState = { ...x, utxos: x.utxos.slice(0, 1) };
  const amounts = [1, 2, 3, 4, 5].map((n) => avax(`0.${n}`));
  const withdrawals = amounts.map((amount) => ({ to: second.address('X', fuji), amount }));

  it('pays out in batches, each of the change of the one before, and finds its deposits', async () => {
    const txs = await exchange.withdraw(pool, withdrawals, hot, 2);
    expect(txs).toHaveLength(3);
    const mine = new Set([formatHex(second.shortID)]);
    const found = txs.flatMap((tx) => exchange.deposits(open(tx.bytes), mine));
    expect(found.map(({ amount }) => amount).sort()).toEqual(amounts);
    expect(found.map(({ txID }) => txID)).toEqual([0, 0, 1, 1, 2].map((i) => txs[i]!.txID));
  });
  it('has a service sign', async () => {
    const draft = buildBaseTx(pool, { outputs: withdrawals });
    const tx = await exchange.signByService(draft, hot);
    expect(tx.bytes).toEqual(finalize(sign(draft, key)).bytes);
    const [asked] = exchange.rosetta.payloads(draft);
    const signature = await hot.sign(asked!.digest);
    const signed = exchange.rosetta.combine(draft, { digest: asked!.digest, signature });
    expect(exchange.rosetta.hash(finalize(signed))).toBe(tx.txID);
    expect(exchange.rosetta.submit(tx).method).toBe('avm.issueTx');
    const parsed = exchange.rosetta.parse(draft);
    expect(parsed.map(({ index, type }) => `${index} ${type}`)).toEqual([
      '0 INPUT',
      ...amounts.map((_, i) => `${i + 1} OUTPUT`),
      '6 CHANGE',
    ]);
    expect(parsed.reduce((sum, { value }) => sum + value, 0n)).toBe(-draft.fee.total);
    expect(parsed[1]).toMatchObject({ account: second.address('X', fuji), value: amounts[0] });
  });
  it('makes deposit addresses without keys, and objects to what it should not sign', () => {
    const { xpub } = hdWallet(new Uint8Array(16).fill(7)).account();
    const address = exchange.depositAddress(xpub, fuji, 5);
    expect(address).toMatch(/^X-fuji1/);
    const draft = buildBaseTx(pool, { outputs: [{ to: address, amount: 1n }] });
    const mine = [key.address('X', fuji)];
    expect(exchange.objections(draft, 'fuji', [address], mine, pool.time)).toEqual([]);
    expect(
      exchange.objections(draft, 'fuji', [], mine, pool.time + 601n).map(({ code }) => code),
    ).toEqual(['ReceiverNotAllowed', 'Expired']);
  });
  it('consolidates', async () => {
    const [utxo] = p.utxos;
    const utxos = [1, 2, 3].map((outputIndex) => ({ ...utxo!, outputIndex }));
    const [request, ...more] = await exchange.consolidate({ ...p, utxos }, hot);
    expect(more).toEqual([]);
    expect(open(request!.params.tx).txs[0]!.credentials).toHaveLength(3);
  });
});

describe('examples/workflows/explorer', () => {
  const reply = read('replies/platform.getTx.json');
  const [staker] = open(reply).txs as [AnyTx];

  it('decodes anything', () => {
    const { what, id, json } = explorer.decodeAnything(reply);
    expect([what, id]).toEqual(['P platformvm.AddPermissionlessValidatorTx', staker.txID]);
    expect(json).toContain(staker.txID);
    expect(explorer.decodeAnything(read('replies/avm.getTx.json')).what).toBe('X avm.OperationTx');
  });
  it('explains in words and a picture', () => {
    // The node that was asked had a genesis, and so an AVAX, of its own.
    const { stake } = staker.unsignedTx as {
      readonly stake: readonly { readonly assetID: Uint8Array }[];
    };
    const own = { ...local, avaxAssetID: stake[0]!.assetID };
    const { title, lines, picture } = explorer.page(staker, own);
    expect(title).toMatch(/^Stake [\d,.]+ AVAX on NodeID-\w+ until /);
    expect(lines).toContain('· signed');
    expect(picture).toContain(`<title>${title}</title>`);
  });
  it('keeps a ledger that balances', () => {
    const [entries] = explorer.ledger(open(reply), local);
    const sum = (amounts: readonly (bigint | undefined)[]) =>
      amounts.reduce<bigint>((a, b) => a + b!, 0n);
    const made = entries!.produced.map(({ utxo: { output } }) =>
      output.type === 'stakeable.LockOut'
        ? output.output.amount
        : (output as { readonly amount: bigint }).amount,
    );
    const goesIn = sum(entries!.consumed.map(({ amount }) => amount));
    expect(goesIn).toBe(sum(made) + sum(entries!.burned.map(({ amount }) => amount)));
  });
  it('says who signed', () => {
    const tx = wallet.sendMax(p, key, to);
    const signers = explorer.senders(open(tx.bytes), fuji);
    expect(signers.flat(2)).toContain(key.address('P', fuji));
  });
  it('knows the end of a staking period', () => {
    const unsignedTx = {
      type: 'platformvm.RewardValidatorTx',
      txID: parseID(staker.txID),
    } as const;
    const reward = { tx: { unsignedTx, txID: new Uint8Array(32) }, amount: 7n };
    const { returned, paid } = explorer.endOfStaking(staker, reward);
    expect(returned.length).toBeGreaterThan(0);
    expect(paid).toMatchObject([
      { outputIndex: returned.at(-1)!.outputIndex + 1, output: { amount: 7n } },
    ]);
  });
  it('names every byte once', () => {
    const hex = formatHex(staker.bytes);
    const leaves = explorer.inspect(hex);
    expect(Math.max(...leaves.map(({ end }) => end))).toBe(staker.bytes.length);
    expect(leaves[0]!.start).toBe(0);
  });
});

describe('examples/workflows/l1', () => {
  const converting = intent('ConvertSubnetToL1Tx') as unknown as {
    readonly subnetID: string;
    readonly managerChainID: string;
    readonly validators: readonly { readonly node: NodePOP }[];
  };
  const nodes = converting.validators.map(({ node }) => node);
  const converted = l1.convert(p, key, { ...converting, nodes });
  const registering = intent('RegisterL1ValidatorTx');
  const weighing = parseHex(intent('SetL1ValidatorWeightTx').message!);
  const registered = parseHex(registering.message!);
  const { validationID } = intent('DisableL1ValidatorTx') as { readonly validationID: string };

  it('creates a subnet and its chain', () => {
    const [subnet, chain] = l1.create(p, key, new TextEncoder().encode('{}'));
    expect(chain.unsignedTx).toMatchObject({ subnetID: parseID(subnet.txID) });
  });
  it('converts, and gives what the manager needs', async () => {
    expect(explorer.validationsOf(converted)).toHaveLength(2);
    const asked: (Uint8Array | undefined)[] = [];
    const { data, accessList } = await l1.initialize(converted, async (_, why) => {
      asked.push(why);
      return weighing;
    });
    expect(asked).toEqual([parseID(converting.subnetID)]);
    expect(data.length).toBeGreaterThan(0);
    expect(accessList).toMatchObject([{ address: warpPrecompile }]);
  });
  it('registers, and tells the contract', async () => {
    const of = {
      receipt: receiptOf(unsignedOf(registered)),
      proofOfPossession: registering.proofOfPossession!,
    };
    const tx = await l1.register(p, key, of, async (message) => {
      expect(registered.subarray(0, message.length)).toEqual(message);
      return registered;
    });
    expect(tx.unsignedTx).toMatchObject({ balance: avax('0.5'), message: registered });
    const { Payload: said } = decode(Message, registered);
    const call = decode(Payload, said) as AddressedCall;
    const list = await l1.completeRegistration(
      { networkID: 5, validationID },
      call.Payload,
      async (_, why) => {
        expect(why!.length).toBeGreaterThan(call.Payload.length);
        return registered;
      },
    );
    expect(list).toMatchObject([{ address: warpPrecompile }]);
  });
  it('sets a weight once enough have signed', async () => {
    const point = (n: number): Uint8Array => Uint8Array.of(0x80, ...new Uint8Array(46), n);
    const of = (weight: bigint) => ({
      receipt: receiptOf(unsignedOf(weighing)),
      validators: [
        ...[1, 2, 3].map((n) => ({ publicKey: point(n), weight: 10n })),
        { publicKey: null, weight },
      ],
    });
    const aggregate = async () => weighing;
    expect((await l1.setWeight(p, key, of(1n), aggregate))!.unsignedTx).toMatchObject({
      message: weighing,
    });
    expect(await l1.setWeight(p, key, of(30n), aggregate)).toBeUndefined();
  });
  it('tops up those that run out', () => {
    const empty = { validationID, balance: 0n };
    const full = { validationID, balance: avax('1000') };
    const txs = l1.topUp(p, key, { excess: 0n, current: 10_000n }, [empty, full, empty]);
    const balance = 512n * 90n * 86_400n;
    expect(txs.map(({ unsignedTx }) => unsignedTx)).toMatchObject([{ balance }, { balance }]);
    expect(txs[0]!.txID).not.toBe(txs[1]!.txID);
  });
  it('disables', () => {
    const { addresses } = p.authorities![validationID]!;
    const tx = l1.disable({ ...p, from: addresses }, validationID, ...keys);
    expect(typeOf(tx)).toBe('platformvm.DisableL1ValidatorTx');
  });
});
