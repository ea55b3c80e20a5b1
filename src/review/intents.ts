/**
 * The exact expectation of each type of intent. A new type does not compile until it has an entry, and a field that an entry forgets
 * becomes a finding.
 */

import { isOpenToken, readInitial, readPayload } from '../builder/assets.ts';
import type { OutputIntent, UTXORef } from '../builder/intent.ts';
import type { AssetOperation, TransferNFT } from '../builder/intents/assets.ts';
import type { L1ValidatorIntent } from '../builder/intents/l1.ts';
import type { Intent } from '../builder/intents/table.ts';
import { type NodePOP, readPercent, readProof, readVM } from '../builder/intentvalues.ts';
import type { Need } from '../builder/rights.ts';
import type { Staked } from '../builder/staking.ts';
import { primaryNetworkID } from '../chain/base.ts';
import { within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import type { Chain } from '../network/network.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { compareBytes } from '../text/bytes.ts';
import { bytesOf, type IDLike, idBytes, type NodeIDLike, nodeIDBytes } from '../text/given.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { burnedBy } from '../tx/effects.ts';
import { lockOf, unlocked } from '../tx/output.ts';
import { inputsOf } from '../tx/parts.ts';
import type { AnyOutput, Owners } from '../tx/types.ts';
import { type Choice, choiceFindings } from './choices.ts';
import { chainText } from './deeds.ts';
import {
  type ExpectationRule,
  type FieldTerm,
  type GetsTerm,
  type ItemTerm,
  ownExpecting,
  type Term,
} from './expectation.ts';
import type { Known } from './known.ts';
import { accountKey, created, ownerText, receiverKey, validationKey } from './receivers.ts';

type Of<T extends Intent['type']> = Extract<Intent, { readonly type: T }>;
type Terms = readonly (Term | readonly Term[])[];
type Made<T extends Intent['type']> = (intent: Of<T>, by: By) => Terms;
type By = ReturnType<typeof tools>;

const steps = (path: string) =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

function tools(known: Known) {
  const { network, here } = known;
  const native = formatID(network.avaxAssetID);
  /** Returns the term of a field, with a function that reads its expected value. */
  const field = (at: string, as: string, read: () => unknown): FieldTerm[] => {
    const value = within(steps(as), read);
    const text = value instanceof Uint8Array ? formatHex(value) : value;
    return text === '' || text === '0x' || text === undefined
      ? []
      : [{ is: 'field', as, at: [at], allows: text as string }];
  };
  const id = (at: string, as: string, of: IDLike | undefined) =>
    field(at, as, () => {
      const bytes = of === undefined ? primaryNetworkID : idBytes(of);
      return bytes.every((byte) => byte === 0) ? '' : formatID(bytes);
    });
  const node = (at: string, as: string, of: NodeIDLike) =>
    field(at, as, () => formatNodeID(nodeIDBytes(of)));
  const getsAt = (
    as: string,
    at: readonly string[],
    what: string,
    who: string,
    amount: bigint | 'max',
    asset?: string,
  ): GetsTerm => ({
    is: 'gets',
    as,
    at,
    what,
    ...(amount === 'max'
      ? asset !== undefined && { asset }
      : { amounts: { [asset ?? native]: amount } }),
    text: who,
  });
  const gets = (
    as: string,
    at: string,
    to: Owner | Address,
    amount: bigint | 'max' = 0n,
    asset?: string,
    chain = here,
    until?: bigint,
    toAs = as,
  ): GetsTerm => {
    const owner = within(steps(toAs), () => outputOwners(to, chain, network));
    return getsAt(
      as,
      [at],
      receiverKey(owner, until),
      ownerText(owner, chain, network, until),
      amount,
      asset,
    );
  };
  return {
    known,
    field,
    id,
    node,
    gets,
    getsAt,
    native,
    account: (as: string, to: string, amount: bigint | 'max') =>
      getsAt(as, ['outputs'], accountKey(formatHex(parseAccount(to))), to, amount),
    outputs: (list: readonly OutputIntent[], at: string, chain: Chain) =>
      list.map(({ to, amount, assetID = network.avaxAssetID, stakeableUntil }, i) =>
        gets(
          `outputs[${i}]`,
          at,
          to,
          amount,
          within(['outputs', i, 'assetID'], () => formatID(idBytes(assetID))),
          chain,
          stakeableUntil,
          `outputs[${i}].to`,
        ),
      ),
    peer: (at: string, as: string, chain: 'P' | 'X' | 'C') =>
      field(at, as, () => chainText(network.chains[chain].blockchainID, network)),
    /** The BLS key and its proof. */
    key: (at: string, as: string, of: NodePOP | undefined) =>
      of
        ? (['publicKey', 'proofOfPossession'] as const).flatMap((key) =>
            field(`${at}.${key}`, `${as}.nodePOP.${key}`, () => readProof(of)[key]),
          )
        : [],
    item: (
      as: string,
      what: string,
      asset: string,
      units: bigint,
      more: Partial<ItemTerm> = {},
    ): ItemTerm => ({
      is: 'item',
      as,
      what,
      asset,
      units,
      ...more,
    }),
  };
}

const any = (at: string): FieldTerm => ({ is: 'field', as: '', at: [at], allows: {} });

/** Returns the imported amounts, without the fee. */
function importedBy({ tx, network }: Known): Readonly<Record<string, bigint>> {
  const sums: Record<string, bigint> = {};
  for (const { value, role } of inputsOf(tx))
    if (role.from !== undefined)
      sums[formatID(value.assetID)] =
        (sums[formatID(value.assetID)] ?? 0n) + unlocked(value.input).amount;
  for (const { assetID, amount } of burnedBy(tx, network).burned)
    if (sums[formatID(assetID)]! > 0n) sums[formatID(assetID)]! -= amount;
  return sums;
}

/** Returns the terms of a stake: asset, amounts, and the return owner of each part if the intent names one. */
function stake(
  { amount, stakeReturnOwner, assetID }: Staked & { readonly assetID?: IDLike },
  by: By,
): Terms {
  const { stake: staked } = by.known.tx as unknown as { readonly stake: readonly AnyOutput[] };
  const sum = staked.reduce((all, { output }) => all + unlocked(output).amount, 0n);
  const isFree = staked.some(({ output }) => lockOf(output) === undefined);
  const asset = formatID(
    assetID === undefined
      ? by.known.network.avaxAssetID
      : within(['assetID'], () => idBytes(assetID)),
  );
  return [
    by.field('stake', 'amount', () => `${amount === 'max' ? sum : amount} of ${asset}`),
    // Nodes refuse a weight that differs from the stake.
    'validator' in by.known.tx ? by.field('validator.weight', 'amount', () => sum) : [],
    stakeReturnOwner === undefined || !isFree
      ? []
      : [by.gets('stakeReturnOwner', 'stake', stakeReturnOwner, 'max', asset)],
  ];
}

function operation(of: AssetOperation, i: number, by: By): Term {
  const as = `operations[${i}]`;
  const asset = formatID(within(steps(`${as}.assetID`), () => idBytes(of.assetID)));
  const { utxo } = of;
  const more = utxo && { consumes: refText(utxo) };
  const to = (owner: Owner | Address, units: bigint, at: string) =>
    by.gets(
      as,
      `operations.operation.${at}`,
      owner,
      units,
      asset,
      by.known.here,
      undefined,
      `${as}.to`,
    );
  const payload = (bytes: string | Uint8Array) => formatHex(readPayload(bytes));
  switch (of.type) {
    case 'mint':
      return by.item(as, 'secp256k1fx.MintOperation', asset, of.amount, {
        ...more,
        to: [to(of.to, of.amount, 'transferOutput')],
      });
    case 'mintNFT': {
      const owners = (Array.isArray(of.to) ? of.to : [of.to]) as readonly (Owner | Address)[];
      return by.item(as, 'nftfx.MintOperation', asset, BigInt(owners.length), {
        ...more,
        groupID: of.groupID,
        payload: payload(of.payload),
        to: owners.map((owner) => to(owner, 1n, 'outputs')),
      });
    }
    case 'transferNFT':
      return by.item(as, 'nftfx.TransferOperation', asset, 1n, {
        ...more,
        groupID: of.groupID ?? 'any',
        payload: of.payload === undefined ? 'any' : payload(of.payload),
        to: [to(of.to, 1n, 'output')],
      });
    case 'mintProperty':
      return by.item(as, 'propertyfx.MintOperation', asset, 1n, {
        ...more,
        to: [to(of.to, 1n, 'ownedOutput')],
      });
    case 'burnProperty':
      return by.item(as, 'propertyfx.BurnOperation', asset, 1n, { ...more, to: [] });
  }
}
const refText = ({ txID, outputIndex }: UTXORef): string =>
  `${formatID(idBytes(txID))}:${outputIndex}`;

const initial: Made<'CreateAssetTx'> = ({ initial: of }, by) =>
  within(['initial'], () => readInitial(of, by.known.here, by.known.network)).flatMap(
    ({ outputs }) =>
      outputs.map((output) => {
        const { type } = output;
        const units = 'amount' in output ? output.amount : 1n;
        const issued = type.endsWith('.MintOutput') ? 0n : units;
        return by.item('initial', type, created, units, {
          ...('groupID' in output && { groupID: output.groupID }),
          ...('payload' in output && { payload: formatHex(output.payload) }),
          to: [
            by.getsAt(
              'initial',
              ['initialStates.outputs'],
              receiverKey(output as Owners),
              ownerText(output as Owners, by.known.here, by.known.network),
              issued,
              created,
            ),
          ],
        });
      }),
  );

function l1Validators(list: readonly L1ValidatorIntent[], by: By): Terms {
  const sorted = list
    .map((of, i) => ({
      of,
      i,
      nodeID: within(['validators', i, 'node', 'nodeID'], () => nodeIDBytes(of.node.nodeID)),
    }))
    .sort((a, b) => compareBytes(a.nodeID, b.nodeID));
  return sorted.flatMap(({ of, i }, place): Terms => {
    const [at, as] = [`validators[${place}]`, `validators[${i}]`];
    return [
      by.node(`${at}.nodeID`, `${as}.node.nodeID`, of.node.nodeID),
      by.field(`${at}.weight`, `${as}.weight`, () => of.weight),
      by.field(`${at}.balance`, `${as}.balance`, () => of.balance),
      by.key(`${at}.signer`, `${as}.node`, of.node),
      by.gets(
        `${as}.remainingBalanceOwner`,
        `${at}.remainingBalanceOwner`,
        of.remainingBalanceOwner,
        of.balance,
      ),
      by.gets(`${as}.deactivationOwner`, `${at}.deactivationOwner`, of.deactivationOwner),
    ];
  });
}

const subnet = (subnetID: IDLike | undefined, by: By, at = 'subnetID') =>
  by.id(at, 'subnetID', subnetID);
const percent = (at: string, as: string, text: string, by: By) =>
  by.field(at, as, () => readPercent(text));
const rewards = (
  {
    rewardsOwner: of,
    delegationRewardsOwner = of,
  }: { readonly rewardsOwner: Owner | Address; readonly delegationRewardsOwner?: Owner | Address },
  by: By,
) => [
  by.gets('rewardsOwner', 'validationRewardsOwner', of),
  by.gets('delegationRewardsOwner', 'delegationRewardsOwner', delegationRewardsOwner),
];

const table: { readonly [T in Intent['type']]: Made<T> } = {
  BaseTx: ({ outputs }, by) => by.outputs(outputs, 'outputs', by.known.here),
  ExportTx: ({ to, outputs }, by) => [
    by.peer('destinationChain', 'to', to),
    by.outputs(outputs, 'exportedOutputs', by.known.network.chains[to]),
  ],
  ImportTx: ({ from, to }, by) => [
    by.peer('sourceChain', 'from', from),
    to === undefined
      ? []
      : by.known.chain !== 'C'
        ? [
            {
              ...by.gets('to', 'outputs', to as Owner | Address, 'max'),
              least: importedBy(by.known),
            },
          ]
        : typeof to === 'string'
          ? [within(['to'], () => by.account('to', to, 'max'))]
          : (to as readonly { readonly to: string; readonly amount: bigint | 'max' }[]).map(
              (of, i) => within(['to', i, 'to'], () => by.account(`to[${i}]`, of.to, of.amount)),
            ),
  ],
  CreateAssetTx: (intent, by) => [
    by.field('name', 'name', () => intent.name),
    by.field('symbol', 'symbol', () => intent.symbol),
    by.field('denomination', 'denomination', () => intent.denomination),
    initial(intent, by) as readonly Term[],
    // The codec of the type of an output says it as well.
    any('initialStates.fxIndex'),
  ],
  OperationTx: ({ operations }, by) => operations.map((of, i) => operation(of, i, by)),
  CreateSubnetTx: ({ owner }, by) => [by.gets('owner', 'owner', owner)],
  TransferSubnetOwnershipTx: ({ subnetID, owner }, by) => [
    subnet(subnetID, by),
    by.gets('owner', 'newOwner', owner),
  ],
  CreateChainTx: ({ subnetID, name, vm, fxIDs = [], genesis }, by) => [
    subnet(subnetID, by),
    by.field('chainName', 'name', () => name),
    by.field('vmID', 'vm', () => formatID(readVM(vm))),
    by.field('fxIDs', 'fxIDs', () =>
      fxIDs
        .map((of) => idBytes(of))
        .sort(compareBytes)
        .map(formatHex)
        .join(),
    ),
    by.field('genesisData', 'genesis', () =>
      typeof genesis === 'string' ? encodeUTF8(genesis) : genesis,
    ),
  ],
  AddSubnetValidatorTx: ({ subnetID, nodeID, weight, end }, by) => [
    subnet(subnetID, by, 'validator.subnetID'),
    by.node('validator.nodeID', 'nodeID', nodeID),
    any('validator.start'),
    by.field('validator.end', 'end', () => end),
    by.field('validator.weight', 'weight', () => weight),
  ],
  RemoveSubnetValidatorTx: ({ subnetID, nodeID }, by) => [
    subnet(subnetID, by),
    by.node('nodeID', 'nodeID', nodeID),
  ],
  AddPermissionlessValidatorTx: (of, by) => [
    by.node('validator.nodeID', 'node.nodeID', of.node.nodeID),
    any('validator.start'),
    by.field('validator.end', 'end', () => of.end),
    subnet(of.subnetID, by),
    by.key('signer', 'node', of.subnetID === undefined ? of.node : undefined),
    percent('shares', 'delegationFee', of.delegationFee, by),
    ...rewards(of, by),
    ...stake(of, by),
  ],
  AddPermissionlessDelegatorTx: (of, by) => [
    by.node('validator.nodeID', 'nodeID', of.nodeID),
    any('validator.start'),
    by.field('validator.end', 'end', () => of.end),
    subnet(of.subnetID, by),
    by.gets('rewardsOwner', 'rewardsOwner', of.rewardsOwner),
    ...stake(of, by),
  ],
  AddAutoRenewedValidatorTx: (of, by) => [
    by.node('nodeID', 'node.nodeID', of.node.nodeID),
    by.key('signer', 'node', of.node),
    percent('delegationShares', 'delegationFee', of.delegationFee, by),
    percent('autoCompoundRewardShares', 'autoCompound', of.autoCompound, by),
    by.field('period', 'period', () => of.period),
    by.gets('validatorAuthority', 'validatorAuthority', of.validatorAuthority),
    ...rewards(of, by),
    ...stake(of, by),
  ],
  SetAutoRenewedValidatorConfigTx: ({ txID, autoCompound, period }, by) => [
    by.id('txID', 'txID', txID),
    percent('autoCompoundRewardShares', 'autoCompound', autoCompound, by),
    by.field('period', 'period', () => (period === 'stop' ? 0n : period)),
  ],
  ConvertSubnetToL1Tx: (of, by) => [
    subnet(of.subnetID, by),
    by.id('chainID', 'managerChainID', of.managerChainID),
    within(['managerAddress'], () => bytesOf(of.managerAddress)).length === 0
      ? []
      : [
          by.getsAt(
            'managerAddress',
            ['address'],
            accountKey(formatHex(bytesOf(of.managerAddress))),
            String(of.managerAddress),
            0n,
          ),
        ],
    ...l1Validators(of.validators, by),
  ],
  RegisterL1ValidatorTx: (of, by) => [
    by.field('balance', 'balance', () => of.balance),
    by.field('proofOfPossession', 'proofOfPossession', () => bytesOf(of.proofOfPossession, 96)),
    by.field('message', 'message', () => bytesOf(of.message)),
  ],
  SetL1ValidatorWeightTx: (of, by) => [by.field('message', 'message', () => bytesOf(of.message))],
  IncreaseL1ValidatorBalanceTx: (of, by) => [
    by.field('balance', 'balance', () => of.balance),
    by.getsAt(
      'validationID',
      ['validationID'],
      validationKey(formatID(within(['validationID'], () => idBytes(of.validationID)))),
      String(of.validationID),
      of.balance,
    ),
  ],
  DisableL1ValidatorTx: ({ validationID }, by) => [
    by.id('validationID', 'validationID', validationID),
  ],
};

/**
 * Returns the choices that an intent leaves to its builder and that change what it does: amounts of `max`, what an import imports, and
 * which NFT moves. Everything else that an intent may omit has one meaning, or is a choice of the payers' own UTXOs and change.
 */
function choicesOf(intent: Intent, { known, native }: By): readonly Choice[] {
  const { credits, tx, network, chain } = known;
  const burned = new Map<string, bigint>();
  for (const { assetID, amount } of burnedBy(tx, network).burned)
    burned.set(formatID(assetID), (burned.get(formatID(assetID)) ?? 0n) + amount);
  /** Returns the units of an asset that go in, less what is burned and fixed amounts. */
  const movedOf = (asset: string, fixed: bigint) =>
    credits.reduce(
      (sum, credit) => (credit.asset === asset ? sum + credit.amount : sum),
      -fixed - (burned.get(asset) ?? 0n),
    );
  const all = (as: string, asset: string, fixed = 0n): Choice => ({
    is: 'all',
    as,
    asset,
    amount: movedOf(asset, fixed),
  });
  if ('outputs' in intent) {
    const idAt = (i: number) => {
      const { assetID = network.avaxAssetID } = intent.outputs[i]!;
      return within(['outputs', i, 'assetID'], () => formatID(idBytes(assetID)));
    };
    return intent.outputs.flatMap(({ amount }, i) => {
      if (amount !== 'max') return [];
      const asset = idAt(i);
      const fixed = intent.outputs.reduce(
        (sum, { amount: other }, k) => (other !== 'max' && idAt(k) === asset ? sum + other : sum),
        0n,
      );
      return [all(`outputs[${i}].amount`, asset, fixed)];
    });
  }
  if ('amount' in intent && intent.amount === 'max') {
    const assetID = 'assetID' in intent ? intent.assetID : undefined;
    return [
      all(
        'amount',
        assetID === undefined ? native : within(['assetID'], () => formatID(idBytes(assetID))),
      ),
    ];
  }
  if (intent.type === 'ImportTx') {
    const amount = importedBy(known)[native] ?? 0n;
    return [{ is: 'imports', as: 'from', asset: native, amount, from: intent.from }];
  }
  if (intent.type === 'OperationTx' && chain === 'X')
    return intent.operations.flatMap((of, i) => {
      if (of.type !== 'transferNFT') return [];
      const need = needOf(of, `operations[${i}]`);
      return isOpenToken(need)
        ? [
            {
              is: 'token',
              as: `operations[${i}]`,
              asset: formatID(need.assetID),
              amount: 1n,
              token: need,
            },
          ]
        : [];
    });
  return [];
}

/** Returns what the transfer of an NFT needs. */
const needOf = ({ assetID, utxo, groupID, payload }: TransferNFT, as: string): Need =>
  within(steps(as), () => ({
    of: 'nftfx.TransferOutput',
    assetID: within(['assetID'], () => idBytes(assetID)),
    ...(utxo && { utxo }),
    ...(groupID !== undefined && { groupID }),
    ...(payload !== undefined && { payload: readPayload(payload) }),
  }));

/** Returns the fields in which change may return: those where the intent names no recipient. */
const backOf = (intent: Intent, { chain }: Known): readonly string[] => [
  // On C, all outputs belong to the accounts that the import names, if it names any.
  ...(chain === 'C' && 'to' in intent && intent.to !== undefined ? [] : ['outputs']),
  'operations.operation.mintOutput',
  ...('stakeReturnOwner' in intent && intent.stakeReturnOwner !== undefined ? [] : ['stake']),
];

/**
 * Returns the exact expectation of an intent.
 * @throws {AvalancheError} During the review, with the path in the intent: as its builder.
 */
export const expectationOf = (intent: Intent): ExpectationRule => {
  const own = deepCopy(intent);
  return ownExpecting((known) => {
    const types = [own.type];
    // The fields of another type are not compared.
    if (!known.tx.type.endsWith(`.${own.type}`)) return { exact: true, types, terms: [] };
    const by = tools(known);
    const made = table[own.type] as unknown as (meant: Intent, by: By) => Terms;
    const memo = 'memo' in own ? own.memo : undefined;
    return {
      exact: true,
      types,
      terms: [
        ...made(own, by).flat(),
        ...by.field('memo', 'memo', () => (typeof memo === 'string' ? encodeUTF8(memo) : memo)),
      ],
      back: backOf(own, known),
      choices: (read, by, back, isDifferent) =>
        choiceFindings(
          read,
          choicesOf(own, tools(read)).filter(({ as }) => !isDifferent(as)),
          by,
          back,
        ),
    };
  });
};

/** Whether a transaction type has an intent. */
export const isIntentType = (type: string): type is Intent['type'] => Object.hasOwn(table, type);
