/** The C-chain, which runs on no node here: honest imports and exports, and an account of what people lose if all that is signed is accepted. */
import { build, type Draft, type Intent } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { CState, Owner } from '../../src/state/index.ts';
import { wei } from '../../src/text/amount.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import type { Random } from '../fuzz/random.ts';
import { ownerText } from './account.ts';
import { type Case, ceiling } from './intents/case.ts';
import type { World } from './world.ts';

/** Something honest to do on the C-chain, and what an honest node says of it. */
interface CCase {
  readonly of: Case;
  readonly state: CState;
}

const weiPerNAVAX = 1_000_000_000n;

/** An import or export of the victim, alone or with friends. */
export function drawOnC(world: World, rng: Random, now: bigint): CCase {
  const { victim, friends, network, local, shared, either } = world;
  const people = [victim, ...friends];
  const keys = rng.pick([[victim], [victim, friends[0]], people]);
  const amount = BigInt(1 + rng.below(400)) * 100_000_000n;
  const peer = rng.pick(['P', 'X'] as const);
  const mine: Owner = { addresses: [victim.shortID], threshold: 1 };
  const owners = [mine, mine, mine, ...(keys.length > 1 ? [shared, either, shared] : [])];
  const assetID = parseID(local.ready.avaxAssetID);
  const waiting = owners.map(({ addresses, threshold }, i) => ({
    txID: rng.bytes(32),
    outputIndex: i,
    assetID,
    output: {
      type: 'secp256k1fx.TransferOutput' as const,
      amount: BigInt(1 + rng.below(90)) * 1_000_000_000n,
      locktime: 0n,
      threshold,
      addresses: [...(addresses as readonly Uint8Array[])].sort(compareBytes),
    },
  }));
  const state: CState = {
    chain: 'C',
    network,
    from: keys.map(({ shortID }) => shortID),
    own: keys.map(({ shortID }) => shortID),
    time: now,
    accounts: keys.map((key, i) => ({
      address: evmAddressOf(key),
      nonce: BigInt(i + rng.below(9)),
      balance: wei(BigInt(20 + rng.below(100)) * 1_000_000_000n * weiPerNAVAX),
    })),
    imports: { [peer]: waiting },
    baseFee: wei(25_000_000_001n),
  };
  const account =
    rng.below(2) === 0 ? evmAddressOf(victim) : (formatHex(rng.bytes(20)) as `0x${string}`);
  const receiver = rng.bytes(20);
  const isImport = rng.below(2) === 0;
  const intent: Intent = isImport
    ? { type: 'ImportTx', from: peer, to: account }
    : { type: 'ExportTx', to: peer, outputs: [{ to: receiver, amount }] };
  const what = local.ready.avaxAssetID;
  const gets = isImport
    ? { what, amount: 1n << 63n, owner: account }
    : { what, amount, owner: ownerText([receiver]) };
  const chain = formatHex(network.chains[peer].blockchainID);
  const of: Case = {
    chain: 'C',
    intent,
    options: {},
    keys,
    authorities: [],
    allowed: { receives: [gets], burns: {}, ceiling },
    says: {},
    changes: [],
    peer: chain,
    make: (from, more = {}) => build(from, intent, more) as Draft,
  };
  return { of, state };
}

/** What honest people lose if these transactions are accepted: all that they pay, less what returns to them and what the intent names. */
export function lossesOnC({ of, state }: CCase, txs: readonly AnyTx[]): readonly string[] {
  const honest = new Set(of.keys.flatMap((key) => [formatHex(key.shortID), evmAddressOf(key)]));
  const known = new Map(
    Object.values(state.imports ?? {})
      .flat()
      .map(({ txID, outputIndex, output }) => [`${formatHex(txID)}:${outputIndex}`, output.amount]),
  );
  let [gone, returned] = [0n, 0n];
  const received = new Map<string, bigint>();
  const gets = (owner: string, addresses: readonly string[], amount: bigint) => {
    if (addresses.every((address) => honest.has(address))) returned += amount;
    else received.set(owner, (received.get(owner) ?? 0n) + amount);
  };
  const places: string[] = [];
  for (const { unsignedTx: tx } of txs) {
    if (tx.type === 'atomic.ExportTx') {
      places.push(formatHex(tx.destinationChain));
      for (const { address, amount } of tx.inputs)
        if (honest.has(formatHex(address))) gone += amount;
      for (const { output } of tx.exportedOutputs) {
        const { addresses, threshold, locktime, amount } = output;
        // What returns is theirs at once.
        const names = locktime > 0n ? ['locked'] : addresses.map(formatHex);
        gets(ownerText(addresses, threshold, locktime), names, amount);
      }
    }
    if (tx.type === 'atomic.ImportTx') {
      places.push(formatHex(tx.sourceChain));
      for (const { txID, outputIndex } of tx.importedInputs)
        gone += known.get(`${formatHex(txID)}:${outputIndex}`) ?? 0n;
      for (const { address, amount } of tx.outputs)
        gets(formatHex(address), [formatHex(address)], amount);
    }
  }
  for (const { owner, amount } of of.allowed.receives) {
    const got = received.get(owner) ?? 0n;
    returned += got < amount ? got : amount;
  }
  const lost = gone - returned;
  return [
    ...(lost > ceiling ? [`${lost} nAVAX are gone, ${ceiling} are allowed`] : []),
    ...places.filter((place) => place !== of.peer).map((place) => `it names the chain ${place}`),
  ];
}
