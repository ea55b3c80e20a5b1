/** Lies in state files and network files: total over every member of both. */
import { build, type Draft } from '../../../src/builder/index.ts';
import { isError } from '../../../src/errors/error.ts';
import { customNetwork, networkSchema, parseNetwork } from '../../../src/network/custom.ts';
import { fuji } from '../../../src/network/known.ts';
import type { Network } from '../../../src/network/network.ts';
import { evmAddressOf } from '../../../src/sign/key.ts';
import type { Evidence } from '../../../src/state/evidence.ts';
import {
  type CState,
  type EVMAccount,
  formatState,
  type NodeFeeState,
  type PState,
  parseState,
  type State,
  type XState,
} from '../../../src/state/index.ts';
import { wei } from '../../../src/text/amount.ts';
import { formatJSON } from '../../../src/text/json.ts';
import { days } from '../../../src/text/time.ts';
import { unlocked } from '../../../src/tx/output.ts';
import type { AnyUTXO } from '../../../src/tx/types.ts';
import type { Base } from '../../support/attack/bases.ts';
import { mallory, victim } from '../../support/attack/people.ts';
import { parent, spending } from '../../support/parents.ts';
import { asset, now } from '../../support/state.ts';

/** A lie. */
export interface Lie<T> {
  readonly way: string;
  readonly gains?: string;
  readonly nothing?: string;
  /** The lie; nothing where there is none of this kind to tell. */
  readonly tell: (of: T) => T | undefined;
}

type Keys<T> = T extends unknown ? keyof T & string : never;
type Flat<Name extends string, T> = {
  readonly [K in Keys<T> as `${Name}.${K}`]: readonly Lie<State>[];
};
type Imports = NonNullable<State['imports']>;
type Members = { readonly [K in Exclude<Keys<State>, 'own'>]: readonly Lie<State>[] } & Flat<
  'feeState',
  NodeFeeState
> &
  Flat<'accounts[]', EVMAccount> &
  Flat<'evidence[]', Evidence> &
  Flat<'utxos[]', AnyUTXO> &
  Flat<'imports', Imports> &
  Flat<'blockchain', Pick<NonNullable<XState['blockchain']>, 'alias' | 'blockchainID'>>;

const either = {
  threshold: 1,
  addresses: [victim.alone, mallory.shortID].sort(Buffer.compare),
} as const;

/** Every UTXO of a state, changed. */
const eachUTXO =
  (make: (utxo: AnyUTXO) => AnyUTXO) =>
  (state: State): State | undefined => {
    if (state.chain === 'C') return undefined;
    return { ...state, utxos: (state.utxos as readonly AnyUTXO[]).map(make) } as State;
  };

const withOwner = (utxo: AnyUTXO): AnyUTXO => {
  const inner = unlocked(utxo.output);
  if (inner.threshold !== 1) return utxo;
  const of = { ...inner, ...either };
  const output = utxo.output.type === 'stakeable.LockOut' ? { ...utxo.output, output: of } : of;
  return { ...utxo, output } as AnyUTXO;
};

const imported =
  (from: 'P' | 'X' | 'C', make: (list: readonly AnyUTXO[]) => readonly AnyUTXO[]) =>
  (state: State): State | undefined => {
    const { [from]: list } = (state.imports ?? {}) as Partial<Record<string, readonly AnyUTXO[]>>;
    return list && ({ ...state, imports: { ...state.imports, [from]: make(list) } } as State);
  };

const onP = (make: (state: PState) => PState) => (state: State) =>
  state.chain === 'P' ? make(state) : undefined;
const onC = (make: (state: CState) => CState) => (state: State) =>
  state.chain === 'C' ? make(state) : undefined;
const onX = (make: (state: XState) => XState) => (state: State) =>
  state.chain === 'X' ? make(state) : undefined;

const owned = 'changes that “go back” go to an owner that the attacker is one of (C1)';
const importLies = (from: 'P' | 'X' | 'C'): readonly Lie<State>[] => [
  {
    way: 'the victim’s or the attacker’s',
    gains: 'an import for who exported goes to an owner that the attacker is one of (C1)',
    tell: imported(from, (list) => list.map(withOwner)),
  },
  {
    way: 'left out',
    nothing: 'A smaller balance is shown; nothing moves.',
    tell: imported(from, () => []),
  },
];
const refusedLater = 'Nodes refuse the transaction.';

/** Every member of a state file, and of what stands in it. `own` is in no file. */
export const stateMembers: Members = {
  chain: [
    {
      way: 'another chain',
      gains: 'the intent is carried out elsewhere',
      tell: (state) => ({ ...state, chain: state.chain === 'P' ? 'X' : 'P' }) as State,
    },
  ],
  network: [
    {
      way: 'another network',
      gains: 'a signature that counts there',
      tell: (state) => ({ ...state, network: { ...fuji, networkID: 1, name: 'mainnet' } }),
    },
  ],
  from: [
    {
      way: 'the attacker as well',
      nothing: 'A claim: it lets coins of the attacker be chosen, and nothing goes to it.',
      tell: (state) => ({ ...state, from: [...state.from, mallory.shortID] }),
    },
  ],
  time: [
    {
      way: 'a year later',
      gains: 'what is locked is spent, and periods that are meant as short are long',
      tell: (state) => ({ ...state, time: state.time + days(365) }),
    },
  ],
  chainTime: [
    {
      way: 'earlier',
      nothing: 'The price of gas is advanced from it: a fee up to the ceiling.',
      tell: onP((state) => ({ ...state, chainTime: now - 9_000n })),
    },
  ],
  feeState: [
    {
      way: 'half an AVAX of fee',
      gains: 'more is burned',
      tell: onP((state) => ({ ...state, feeState: { price: 1_000_000n } })),
    },
  ],
  'feeState.price': [
    {
      way: 'twice',
      nothing:
        'A fee up to the ceiling: 0.1 AVAX, or `maxFee`. With an excess that it does not follow from, it is refused.',
      tell: onP(({ feeState: { excess: _, ...feeState }, ...state }) => ({
        ...state,
        feeState: { ...feeState, price: feeState.price * 2n },
      })),
    },
  ],
  'feeState.capacity': [
    {
      way: 'none left',
      nothing: 'Fewer UTXOs fit, or nothing can be built.',
      tell: onP((state) => ({ ...state, feeState: { ...state.feeState, capacity: 1000n } })),
    },
  ],
  'feeState.excess': [
    {
      way: 'much',
      nothing: 'The price of gas is advanced from it: a fee up to the ceiling.',
      tell: onP((state) => ({
        ...state,
        feeState: { ...state.feeState, price: 6n, excess: 4_000_000n },
      })),
    },
  ],
  authorities: [
    {
      way: 'the attacker',
      nothing: 'A credential of the wrong owner is refused; the victim’s is asked for nothing.',
      tell: onP((state) => ({
        ...state,
        authorities: Object.fromEntries(
          Object.keys(state.authorities ?? {}).map((id) => [
            id,
            { addresses: [mallory.shortID], threshold: 1 },
          ]),
        ),
      })),
    },
  ],
  change: [
    {
      way: 'the attacker',
      gains: 'what is left over',
      tell: (state) =>
        state.chain === 'C'
          ? undefined
          : { ...state, change: { addresses: [mallory.shortID], threshold: 1 } },
    },
  ],
  paths: [
    {
      way: 'others',
      nothing: 'A signer derives and compares the address: it finds no key.',
      tell: (state) => ({ ...state, paths: {} }),
    },
  ],
  blockchain: [
    {
      way: 'another instance',
      nothing: 'What is spent has ids that no other chain has.',
      tell: onX((state) => ({
        ...state,
        blockchain: { alias: 'my', blockchainID: asset(5), vm: 'avm' },
      })),
    },
  ],
  'blockchain.alias': [
    {
      way: 'that of the X-chain',
      gains: 'another instance looks like the X-chain',
      tell: onX((state) => ({
        ...state,
        blockchain: { alias: 'X', blockchainID: asset(5), vm: 'avm' },
      })),
    },
  ],
  'blockchain.blockchainID': [
    {
      way: 'that of the P-chain',
      gains: 'a signature that counts on another chain',
      tell: onX((state) => ({
        ...state,
        blockchain: { alias: 'my', blockchainID: fuji.chains.P.blockchainID, vm: 'avm' },
      })),
    },
  ],
  utxos: [
    {
      way: 'left out',
      nothing: 'A smaller balance is shown; nothing moves.',
      tell: (state) =>
        state.chain === 'C' ? undefined : ({ ...state, utxos: state.utxos.slice(1) } as State),
    },
    {
      way: 'replayed: the same twice',
      gains: 'amounts that are not there',
      tell: (state) =>
        state.chain === 'C'
          ? undefined
          : ({ ...state, utxos: [...state.utxos, ...state.utxos.slice(0, 1)] } as State),
    },
  ],
  'utxos[].txID': [
    {
      way: 'one that is not there',
      nothing: refusedLater,
      tell: eachUTXO((utxo) => ({ ...utxo, txID: asset(80) })),
    },
  ],
  'utxos[].outputIndex': [
    {
      way: 'one that is not there',
      nothing: refusedLater,
      tell: eachUTXO((utxo) => ({ ...utxo, outputIndex: utxo.outputIndex + 40 })),
    },
  ],
  'utxos[].assetID': [
    {
      way: 'another asset',
      nothing: 'The input commits to it: nodes refuse another.',
      tell: eachUTXO((utxo) => ({
        ...utxo,
        assetID: Buffer.from(utxo.assetID).equals(asset(7)) ? asset(8) : utxo.assetID,
      })),
    },
  ],
  'utxos[].output': [
    { way: 'the victim’s or the attacker’s', gains: owned, tell: eachUTXO(withOwner) },
    {
      way: 'more',
      nothing: 'The input commits to the amount: nodes refuse another.',
      tell: eachUTXO((utxo) => {
        const { output } = utxo;
        return output.type === 'secp256k1fx.TransferOutput'
          ? ({ ...utxo, output: { ...output, amount: output.amount + 5n } } as AnyUTXO)
          : utxo;
      }),
    },
    {
      way: 'not locked',
      nothing: 'Nodes compare locks with the UTXO.',
      tell: onP((state) => ({
        ...state,
        utxos: state.utxos.map((utxo) => ({ ...utxo, output: unlocked(utxo.output) })),
      })) as Lie<State>['tell'],
    },
  ],
  imports: [
    {
      way: 'none',
      nothing: 'A smaller balance is shown; nothing moves.',
      tell: (state) => ({ ...state, imports: {} }),
    },
  ],
  'imports.P': importLies('P'),
  'imports.X': importLies('X'),
  'imports.C': importLies('C'),
  evidence: [
    {
      way: 'none',
      nothing: 'Owners are only claimed, and nothing goes to whom only a claim names.',
      tell: ({ evidence: _, ...state }) => state as State,
    },
  ],
  'evidence[].chain': [
    {
      way: 'another',
      nothing: 'It cannot be read, or proves nothing.',
      tell: (state) => ({
        ...state,
        evidence: (state.evidence ?? []).map((of) => ({ ...of, chain: 'C' as const })),
      }),
    },
  ],
  'evidence[].bytes': [
    {
      way: 'a transaction of the attacker',
      nothing: 'Its id is its hash: no input names it.',
      tell: (state) => {
        const { chain, bytes } = parent('P', {
          type: 'platformvm.BaseTx',
          ...spending(),
          outputs: [],
        });
        return { ...state, evidence: [{ chain, bytes }] };
      },
    },
  ],
  baseFee: [
    {
      way: 'a thousand times',
      gains: 'more is burned',
      tell: onC((state) => ({ ...state, baseFee: wei(state.baseFee * 5000n) })),
    },
  ],
  accounts: [
    {
      way: 'left out',
      nothing: 'A smaller balance is shown; nothing moves.',
      tell: onC((state) => ({ ...state, accounts: state.accounts.slice(1) })),
    },
  ],
  'accounts[].address': [
    {
      way: 'the attacker’s',
      nothing: 'The transaction names the account: the attacker’s would pay.',
      tell: onC((state) => ({
        ...state,
        accounts: state.accounts.map((of, i) =>
          i === 0 ? { ...of, address: evmAddressOf(mallory) } : of,
        ),
      })),
    },
  ],
  'accounts[].nonce': [
    {
      way: 'later',
      gains: 'a signed export that becomes valid when the victim does not expect it (M5)',
      tell: onC((state) => ({
        ...state,
        accounts: state.accounts.map((of) => ({ ...of, nonce: of.nonce + 5n })),
      })),
    },
  ],
  'accounts[].balance': [
    {
      way: 'more',
      nothing: refusedLater,
      tell: onC((state) => ({
        ...state,
        accounts: state.accounts.map((of) => ({ ...of, balance: wei(of.balance * 2n) })),
      })),
    },
  ],
};

/** What a victim has of a lie: a draft, or an error of reading it or building with it. */
export function builtOn(
  lie: State,
  { intent, options }: Pick<Base, 'intent' | 'options'>,
): { readonly draft?: Draft; readonly builder?: string } {
  try {
    // A file cannot say whose addresses they are: the victim does.
    const state: State = { ...parseState(formatState(lie)), own: victim.addresses };
    return { draft: build(state, intent, options) };
  } catch (e) {
    if (isError(e)) return { builder: e.code };
    throw e;
  }
}

// Networks

/** A lie about a network: it can be told of each. */
export interface NetworkLie extends Omit<Lie<Network>, 'tell'> {
  readonly tell: (of: Network) => Network;
}

type Leaves<T, Name extends string = ''> = {
  readonly [K in keyof T & string as T[K] extends
    | bigint
    | number
    | string
    | Uint8Array
    | readonly unknown[]
    | undefined
    ? `${Name}${K}`
    : never]-?: NetworkLie;
};
type Of<K extends keyof Network & string> = Leaves<Network[K], `${K}.`>;
type ChainLeaves = Leaves<Network['chains']['P'], 'chains[].'>;
type NetworkMembers = Leaves<Network> &
  ChainLeaves &
  Of<'upgrades'> &
  Of<'xFees'> &
  Of<'pFees'> &
  Of<'validatorFees'> &
  Of<'staking'>;

const inPart =
  <K extends 'upgrades' | 'xFees' | 'pFees' | 'validatorFees' | 'staking'>(
    part: K,
    change: Partial<Network[K]>,
  ) =>
  (network: Network): Network => ({ ...network, [part]: { ...network[part], ...change } });

const early = 'Rules are checked as of another upgrade: nodes refuse what does not fit.';
const upgrade = (change: Partial<Network['upgrades']>): NetworkLie => ({
  way: 'another time',
  nothing: early,
  tell: inPart('upgrades', change),
});
const tariff = (part: 'pFees', change: Partial<Network['pFees']>): NetworkLie => ({
  way: 'dearer',
  nothing: 'A fee up to the ceiling.',
  tell: inPart(part, change),
});
const continuous = (change: Partial<Network['validatorFees']>): NetworkLie => ({
  way: 'another',
  nothing: 'Only estimates read it: no transaction says it.',
  tell: inPart('validatorFees', change),
});
const stakingRule = (change: Partial<Network['staking']>): NetworkLie => ({
  way: 'another',
  nothing: 'A bound or an estimate: nodes have their own, and the stake is what the intent says.',
  tell: inPart('staking', change),
});
const chain =
  (change: Partial<Network['chains']['P']>) =>
  (network: Network): Network => ({
    ...network,
    chains: { ...network.chains, X: { ...network.chains.X, ...change } as never },
  });

const onlyFile =
  'Mainnet’s and fuji’s are refused. Of other networks nobody else knows: take the file from whom you trust.';

/** Every constant of a network file. */
export const networkMembers: NetworkMembers = {
  name: {
    way: 'another',
    gains: 'shown as another network',
    tell: (network) => ({ ...network, name: 'mainnet' }),
  },
  networkID: {
    way: 'another',
    gains: 'a signature that counts on another network',
    tell: (network) => ({ ...network, networkID: 1 }),
  },
  hrp: {
    way: 'another',
    gains: 'addresses look like those of another network',
    tell: (network) => ({ ...network, hrp: 'avax' }),
  },
  avaxAssetID: {
    way: 'another asset',
    nothing: onlyFile,
    tell: (network) => ({ ...network, avaxAssetID: asset(7) }),
  },
  nativeAsset: {
    way: 'the symbol of another coin',
    nothing:
      'Amounts are shown with it; the explanation says that only the maker of the draft tells what the network is like.',
    tell: (network) => ({ ...network, nativeAsset: 'USDC' }),
  },
  evmChainID: {
    way: 'another',
    nothing: 'Atomic transactions do not say it.',
    tell: (network) => ({ ...network, evmChainID: 43_114n }),
  },
  'chains[].alias': {
    way: 'another',
    nothing: 'Addresses are shown with it; transactions have the id.',
    tell: chain({ alias: 'Y' }),
  },
  'chains[].blockchainID': {
    way: 'another',
    nothing: onlyFile,
    tell: chain({ blockchainID: asset(81) }),
  },
  'chains[].vm': {
    way: 'another',
    gains: 'a chain is read as of another kind',
    tell: chain({ vm: 'evm' }),
  },
  'upgrades.banff': upgrade({ banff: 0n }),
  'upgrades.cortina': upgrade({ cortina: 1n, banff: 0n }),
  'upgrades.durango': upgrade({
    helicon: now * 2n,
    granite: now * 2n,
    fortuna: now * 2n,
    etna: now * 2n,
    durango: now * 2n,
  }),
  'upgrades.etna': upgrade({
    helicon: now * 2n,
    granite: now * 2n,
    fortuna: now * 2n,
    etna: now * 2n,
  }),
  'upgrades.fortuna': upgrade({ helicon: now * 2n, granite: now * 2n, fortuna: now * 2n }),
  'upgrades.granite': upgrade({ helicon: now * 2n, granite: now * 2n }),
  'upgrades.helicon': upgrade({ helicon: now * 2n }),
  'xFees.txFee': {
    way: '50,000 AVAX',
    gains: 'more is burned (H2)',
    tell: inPart('xFees', { txFee: 1_000_000_000n }),
  },
  'xFees.createAssetTxFee': {
    way: '50,000 AVAX',
    gains: 'more is burned (H2)',
    tell: inPart('xFees', { createAssetTxFee: 1_000_000_000n }),
  },
  'pFees.weights': tariff('pFees', { weights: [2n, 2000n, 2000n, 8n] }),
  'pFees.maxCapacity': tariff('pFees', { maxCapacity: 2_000_000n }),
  'pFees.maxPerSecond': tariff('pFees', { maxPerSecond: 1n }),
  'pFees.targetPerSecond': tariff('pFees', { targetPerSecond: 1n }),
  'pFees.minPrice': {
    way: 'half an AVAX of fee',
    gains: 'more is burned (H2)',
    tell: inPart('pFees', { minPrice: 1_000_000n }),
  },
  'pFees.excessConversionConstant': tariff('pFees', { excessConversionConstant: 1n }),
  'validatorFees.capacity': continuous({ capacity: 1n }),
  'validatorFees.target': continuous({ target: 1n }),
  'validatorFees.minPrice': continuous({ minPrice: 1n }),
  'validatorFees.excessConversionConstant': continuous({ excessConversionConstant: 1n }),
  'staking.uptimeRequirement': stakingRule({ uptimeRequirement: 1 }),
  'staking.minValidatorStake': stakingRule({ minValidatorStake: 1n }),
  'staking.maxValidatorStake': stakingRule({ maxValidatorStake: 2n ** 62n }),
  'staking.minDelegatorStake': stakingRule({ minDelegatorStake: 1n }),
  'staking.minDelegationFee': stakingRule({ minDelegationFee: 0 }),
  'staking.minStakeDuration': stakingRule({ minStakeDuration: 1n }),
  'staking.heliconMinStakeDuration': stakingRule({ heliconMinStakeDuration: 1n }),
  'staking.maxStakeDuration': stakingRule({ maxStakeDuration: 2n ** 40n }),
  'staking.maxConsumptionRate': stakingRule({ maxConsumptionRate: 1n }),
  'staking.minConsumptionRate': stakingRule({ minConsumptionRate: 1n }),
  'staking.mintingPeriod': stakingRule({ mintingPeriod: 1n }),
  'staking.supplyCap': stakingRule({ supplyCap: 2n ** 63n }),
};

/** A network that nobody knows by its name. */
const devnet: Network = customNetwork({
  networkID: 77,
  avaxAssetID: asset(41),
  chains: { X: asset(42), C: asset(43) },
  upgrades: fuji.upgrades,
  staking: fuji.staking,
});

/** The same coins on that network, without evidence, which is of another. */
export function onDevnet({ evidence: _, ...state }: State): State {
  const moved = (list: readonly AnyUTXO[] = []) =>
    list.map((utxo) =>
      Buffer.from(utxo.assetID).equals(fuji.avaxAssetID)
        ? { ...utxo, assetID: devnet.avaxAssetID }
        : utxo,
    );
  const utxos = 'utxos' in state ? { utxos: moved(state.utxos) } : {};
  return { ...state, ...utxos, network: devnet } as State;
}

/** What reading the file of a network says. */
export function readNetwork(network: Network): string | undefined {
  try {
    // What this library writes is checked as well: the attacker has other programs.
    parseNetwork(formatJSON(networkSchema().format(network)));
    return undefined;
  } catch (e) {
    if (isError(e)) return e.code;
    throw e;
  }
}
