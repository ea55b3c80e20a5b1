/** Has the library solve a scenario, and checks what it answers without believing it. */

import { deepEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  type BuildOptions,
  build,
  buildConsolidateTxs,
  type Draft,
  type Intent,
} from '../../src/builder/index.ts';
import { unsignedBytes } from '../../src/draft/check.ts';
import { isError } from '../../src/errors/error.ts';
import { fuji } from '../../src/network/index.ts';
import { checkTx, factsOfState, nodeKeyOf } from '../../src/rules/index.ts';
import { evmAddressOf, privateKey } from '../../src/sign/index.ts';
import type { AnyUTXO, State } from '../../src/state/index.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { movementsOf } from '../../src/tx/flows.ts';
import { differences } from '../../test/support/differences.ts';
import { randomOf } from '../../tools/fuzz/random.ts';
import type { Result } from './bruteforce.ts';
import { type Coin, owners, ownKeys, type Scenario, wantedOf } from './scenario.ts';

const now = 1_800_000_000n;
const end = now + 30n * 86_400n;
const keys = [1, 2, 3, 4, 5].map((n) => privateKey(new Uint8Array(32).fill(n)));
const addressOf = (key: number): Uint8Array => keys[key]!.shortID;
const account = evmAddressOf(keys[0]!);
const nodeID = new Uint8Array(20).fill(9);
export const assetIDs = [fuji.avaxAssetID, new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];

/** The owner as the library has it. */
const ownerOf = (owner: number) => {
  const { keys: some, threshold } = owners[owner]!;
  return { addresses: some.map(addressOf).sort(compareBytes), threshold };
};

const lockTime = (lock: number): bigint => now + BigInt(lock + 1) * 20n * 86_400n;

function utxoOf({ amount, asset, owner, lock }: Coin, place: number): AnyUTXO {
  const output = {
    type: 'secp256k1fx.TransferOutput' as const,
    amount: BigInt(amount),
    locktime: 0n,
    ...ownerOf(owner),
  };
  return {
    txID: new Uint8Array(createHash('sha256').update(String(place)).digest()),
    outputIndex: place % 3,
    assetID: assetIDs[asset]!,
    output:
      lock === undefined
        ? output
        : { type: 'stakeable.LockOut' as const, locktime: lockTime(lock), output },
  } as AnyUTXO;
}

/** The UTXOs of a scenario by their coins. */
export const utxosOf = ({ coins }: Scenario): ReadonlyMap<Coin, AnyUTXO> =>
  new Map(coins.map((coin, i) => [coin, utxoOf(coin, i)]));

/** A state of a scenario with its UTXOs in the order of `coins`. */
export function stateOf(
  scenario: Scenario,
  coins: readonly Coin[],
  utxos: ReadonlyMap<Coin, AnyUTXO>,
): State {
  const { chain, price, cap } = scenario;
  const list = (some: readonly Coin[]) => some.map((coin) => utxos.get(coin)!);
  const waiting = list(coins.filter(({ waits }) => waits));
  const from = ownKeys.map(addressOf);
  const common = {
    network: fuji,
    from,
    time: now,
    own: [...keys.map(({ shortID }) => shortID), account],
  };
  const local = list(coins.filter(({ waits }) => !waits));
  if (chain === 'C')
    return {
      ...common,
      chain,
      accounts: [{ address: account, nonce: 0n, balance: 0n }],
      baseFee: BigInt(price),
      imports: { P: waiting },
    } as unknown as State;
  const source = chain === 'P' ? 'X' : 'P';
  const rest = { ...common, utxos: local, imports: { [source]: waiting } };
  if (chain === 'X') return { ...rest, chain } as State;
  return { ...rest, chain, feeState: { price: BigInt(price), capacity: BigInt(cap) } } as State;
}

/** The intent of a scenario; of a consolidation that of each of its transactions. */
export function intentOf(scenario: Scenario): Intent {
  const { kind, chain, stake, to } = scenario;
  if (kind === 'import') {
    const from = chain === 'P' ? 'X' : 'P';
    if (chain === 'C') return { type: 'ImportTx', from, to: account };
    return { type: 'ImportTx', from, ...(to !== undefined && { to: ownerOf(to) }) };
  }
  if (kind === 'stake') {
    const { amount, returnTo } = stake!;
    return {
      type: 'AddPermissionlessDelegatorTx',
      nodeID,
      end,
      rewardsOwner: addressOf(0),
      amount: amount === 'max' ? 'max' : BigInt(amount),
      ...(returnTo !== undefined && { stakeReturnOwner: ownerOf(returnTo) }),
    };
  }
  return {
    type: 'BaseTx',
    outputs: wantedOf(scenario).map(({ asset, amount, owner }) => ({
      to: ownerOf(owner),
      amount: amount === 'max' ? amount : BigInt(amount),
      assetID: assetIDs[asset]!,
    })),
  };
}

export const optionsOf = ({ chain, change, stake, maxBytes }: Scenario): BuildOptions => ({
  ...(change !== undefined && { change: ownerOf(change) }),
  ...(stake && { locked: stake.locked as NonNullable<BuildOptions['locked']> }),
  ...(maxBytes !== undefined && { maxBytes }),
  maxFee: 1n << 62n,
  own: [...keys.map(({ shortID }) => shortID), ...(chain === 'C' ? [account] : [])],
});

/** What the library says of a scenario: what it does with which coins, or the error. */
export type Answer =
  | {
      readonly drafts: readonly Draft[];
      readonly result: Result;
      readonly spent: readonly Coin[];
    }
  | { readonly error: string; readonly detail: string };

/** A result that is wrong, whatever it costs. */
export class Wrong extends Error {}

const facts = (state: State) => ({
  ...factsOfState(state),
  assets: new Map(assetIDs.map((assetID) => [formatID(assetID), [0]])),
  validators: new Map([
    [
      nodeKeyOf(new Uint8Array(32), nodeID),
      {
        start: now - 86_400n,
        end: end + 86_400n,
        weight: 10n ** 15n,
        permissioned: false,
        delegators: [],
      },
    ],
  ]),
});

function draftsOf(scenario: Scenario, state: State): readonly Draft[] {
  const options = optionsOf(scenario);
  if (scenario.kind !== 'consolidate') return [build(state, intentOf(scenario), options)];
  return buildConsolidateTxs(state as never, { to: ownerOf(scenario.to ?? 0) }, options);
}

/**
 * What the library makes of a scenario.
 * @throws {Wrong} A draft that a node refuses, that is not what was asked for, or that depends on the order of the UTXOs.
 */
export function solve(scenario: Scenario): Answer {
  const utxos = utxosOf(scenario);
  const state = stateOf(scenario, scenario.coins, utxos);
  const answer = attempt(() => draftsOf(scenario, state));
  const shuffled = stateOf(scenario, shuffle(scenario), utxos);
  const again = attempt(() => draftsOf(scenario, shuffled));
  if ('error' in answer) {
    if (!('error' in again) || again.error !== answer.error)
      throw new Wrong('the order of the UTXOs decides whether it builds');
    return answer;
  }
  const bytes = (drafts: readonly Draft[]) =>
    drafts.map((draft) => formatHex(unsignedBytes(draft)));
  if ('error' in again) throw new Wrong('the order of the UTXOs decides whether it builds');
  deepEqual(bytes(again), bytes(answer), 'the order of the UTXOs decides what is built');
  const [draft] = answer;
  for (const one of answer) verify(scenario, one, state, [...utxos.values()]);
  const byKey = new Map([...utxos].map(([coin, utxo]) => [keyOf(utxo), coin]));
  const spent = answer.flatMap(({ slots }) =>
    slots.flatMap((slot) => ('utxo' in slot ? [byKey.get(keyOf(slot.utxo))!] : [])),
  );
  if (new Set(spent).size !== spent.length) throw new Wrong('a UTXO is spent twice');
  return {
    drafts: answer,
    spent,
    result: draft ? resultOf(scenario, draft, spent) : { primary: 0, burned: 0 },
  };
}

const keyOf = ({
  txID,
  outputIndex,
}: {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
}): string => `${formatID(txID)} ${outputIndex}`;

type Failure = { readonly error: string; readonly detail: string };

function attempt<T>(f: () => T): T | Failure {
  try {
    return f();
  } catch (e) {
    if (isError(e)) return { error: e.code, detail: e.message };
    throw e;
  }
}

const shuffle = ({ name, coins }: Scenario): readonly Coin[] => {
  const random = randomOf(`shuffle ${name}`);
  const list = [...coins];
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
};

/** The node would accept it, and it does what was asked for. */
function verify(scenario: Scenario, draft: Draft, state: State, utxos: readonly AnyUTXO[]): void {
  const refused = checkTx(draft, facts(state)).findings.filter(
    ({ result, rule }) =>
      result === 'refused' || (result === 'not checked' && rule !== 'signatures'),
  );
  if (refused.length > 0)
    throw new Wrong(`a node says ${refused.map((of) => `${of.rule}: ${of.detail}`).join('; ')}`);
  const { change, own } = optionsOf(scenario);
  const found = differences(intentOf(scenario), draft, {
    network: fuji,
    utxos,
    own: own!,
    time: now,
    maxFee: 1n << 62n,
    ...(change !== undefined && { change }),
  });
  if (found.length > 0) throw new Wrong(`it is not the intent: ${JSON.stringify(found)}`);
  const { maxBytes = Number.POSITIVE_INFINITY } = scenario;
  const bytes =
    unsignedBytes(draft).length +
    4 +
    draft.slots.reduce((sum, { signatureIndices }) => sum + 8 + 65 * signatureIndices.length, 0);
  if (bytes > maxBytes) throw new Wrong(`${bytes} bytes, at most ${maxBytes} are allowed`);
}

/** What a draft burns, and what it does of what the scenario wants most. */
function resultOf(
  { kind, chain, outputs, stake }: Scenario,
  draft: Draft,
  spent: readonly Coin[],
): Result {
  const moved = movementsOf(draft.unsignedTx);
  const isAVAX = (of: { readonly assetID: Uint8Array | undefined }) =>
    of.assetID === undefined || formatHex(of.assetID) === formatHex(fuji.avaxAssetID);
  const sum = (some: readonly { readonly amount: bigint }[]) =>
    Number(some.reduce((all, { amount }) => all + amount, 0n));
  const inAVAX = sum(moved.filter((of) => of.goes === 'in' && isAVAX(of)));
  const burned = inAVAX - sum(moved.filter((of) => of.goes === 'out' && isAVAX(of)));
  if (burned !== Number(draft.fee.total))
    throw new Wrong(`burns ${burned}, says ${draft.fee.total}`);
  const received = (asset: number) =>
    sum(
      moved.filter(
        (of) => of.goes === 'out' && formatHex(of.assetID!) === formatHex(assetIDs[asset]!),
      ),
    );
  const changeSum = (asset: number) =>
    sum(
      draft.change
        .filter(({ assetID }) => formatHex(assetID) === formatHex(assetIDs[asset]!))
        .map(({ output }) => output),
    );
  if (kind === 'consolidate') return { primary: received(0), burned };
  if (kind === 'import') {
    const imported = spent.reduce(
      (all, { amount, asset, waits }) => (waits && asset === 0 ? all + amount : all),
      0,
    );
    return { primary: chain === 'C' ? received(0) : imported - burned, burned };
  }
  if (kind === 'stake') {
    const stakes = moved.filter((of) => of.goes === 'out' && of.why === 'stake');
    const locked = stakes.filter((of) => 'output' in of && of.output.type === 'stakeable.LockOut');
    if (stake!.amount === 'max') return { primary: sum(stakes), burned };
    const free = stake!.locked === 'prefer' ? sum(stakes) - sum(locked) : 0;
    return { primary: 0, burned: burned + free / 1_000 };
  }
  const max = outputs.find(({ amount }) => amount === 'max');
  if (!max) return { primary: 0, burned };
  const fixed = outputs.reduce(
    (all, of) => (of.asset === max.asset && of.amount !== 'max' ? all + of.amount : all),
    0,
  );
  return { primary: received(max.asset) - fixed - changeSum(max.asset), burned };
}
