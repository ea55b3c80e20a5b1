import type { ChainName } from '../chain/declared.ts';
import { within } from '../errors/error.ts';
import type { Own } from '../owners/own.ts';
import { byForm, list, orWord, tagged } from '../schema/collection.ts';
import { hex, hexOf, id, nodeID, oneOf, string } from '../schema/leaf.ts';
import { object } from '../schema/object.ts';
import {
  type AnySchema,
  asObject,
  mapped,
  optional,
  type Schema,
  unwritable,
} from '../schema/schema.ts';
import { unixTime } from '../schema/time.ts';
import type { Address, Owner } from '../state/owner.ts';
import { formatJSON, parseJSON } from '../text/json.ts';
import type { builders, Intent } from './build.ts';
import type { CImportIntent } from './cimport.ts';
import {
  address,
  amount,
  content,
  contentBytes,
  inAVAX,
  integer,
  machine,
  node,
  number,
  owner,
  owners,
  small,
  utxo,
  wholeOwner,
} from './fields.ts';
import type { ImportIntent } from './import.ts';
import type { Options } from './intent.ts';

const chain = oneOf('P', 'X', 'C');
const max = /* @__PURE__ */ orWord('max', amount);
const maxAVAX = /* @__PURE__ */ orWord('max', inAVAX);
const to = [owner, 'Receives it: an address, or several with their threshold.'] as const;
const assetID = [id, 'Id of the asset.'] as const;
const subnetID = [id, 'Id of the subnet.'] as const;
const named = [node, 'The node, as `info.getNodeID` replies it.'] as const;
const end = [unixTime, 'When it ends: Unix seconds, or an ISO 8601 time.'] as const;
const validationID = [id, 'Id of the validation.'] as const;

/** The intents of the X-chain, and of all chains. */
const transfers = () => {
  const outputs = [
    list(
      object({
        to,
        amount: [max, 'AVAX as text such as `"1.5"`, bare units of another asset, or `"max"`.'],
        assetID: [optional(id), 'Id of the asset; AVAX if omitted.'],
        stakeableUntil: [optional(unixTime), 'Until then it can only be staked.'],
      }),
    ),
    'Amounts and who receives them.',
  ] as const;
  const memo = [optional(content), 'Text, or `{"hex":"0x…"}`.'] as const;
  const consumed = {
    assetID,
    utxo: [optional(utxo), 'The right to use; any if omitted.'],
  } as const;
  const groupID = [small, 'Group of the tokens.'] as const;
  const payload = [content, 'Text, or `{"hex":"0x…"}`.'] as const;
  const operation = tagged('type', {
    mint: object({ ...consumed, to, amount: [integer, 'Units of the asset.'] }),
    mintNFT: object({
      ...consumed,
      to: [owners, 'Receives the token; several owners receive one each.'],
      groupID,
      payload,
    }),
    transferNFT: object({
      ...consumed,
      to,
      groupID: [optional(small), groupID[1]],
      payload: [optional(content), payload[1]],
    }),
    mintProperty: object({ ...consumed, to }),
    burnProperty: object(consumed),
  });
  return {
    BaseTx: object({ outputs, memo }),
    ImportTx: object({
      from: [chain, 'Chain that exported the UTXOs.'],
      to: [optional(owner), 'Receives them.'],
    }),
    ExportTx: object({ to: [chain, 'Chain to export to.'], outputs }),
    CreateAssetTx: object({
      name: [string, 'Name of the asset.'],
      symbol: [string, 'Symbol of the asset.'],
      denomination: [small, 'Number of decimals.'],
      initial: [initialSupply(), 'The initial supply.'],
      memo,
    }),
    OperationTx: object({ operations: [list(operation), 'Operations.'], memo }),
  };
};

const initialSupply = () => {
  const minters = [optional(list(owner)), 'Owners that can mint.'] as const;
  return object({
    fungible: [
      optional(
        object({
          holders: [
            optional(list(object({ to, amount: [integer, 'Units of the asset.'] }))),
            'Initial amounts.',
          ],
          minters,
        }),
      ),
      'Amounts.',
    ],
    nfts: [
      optional(
        list(
          object({
            groupID: [small, 'Group of the tokens.'],
            holders: [
              optional(list(object({ to, payload: [content, 'Text, or `{"hex":"0x…"}`.'] }))),
              'Initial tokens.',
            ],
            minters,
          }),
        ),
      ),
      'Groups of tokens.',
    ],
    properties: [
      optional(object({ holders: [optional(list(owner)), 'Initial owners.'], minters })),
      'Ownerships.',
    ],
  });
};

const subnets = () => ({
  CreateSubnetTx: object({ owner: [owner, 'Owner of the subnet.'] }),
  CreateChainTx: object({
    subnetID,
    name: [string, 'Name of the chain.'],
    vm: [machine, 'Virtual machine: `subnetevm`, `evm`, `avm` or an id.'],
    genesis: [contentBytes, 'Text, or `{"hex":"0x…"}`.'],
    fxIDs: [optional(list(id)), 'Feature extensions of the VM.'],
    owner: [optional(wholeOwner), 'Owner of the subnet, if the state does not have it.'],
  }),
  AddSubnetValidatorTx: object({
    subnetID,
    nodeID: [nodeID, 'Id of the node.'],
    weight: [integer, 'Weight in consensus.'],
    end,
  }),
  RemoveSubnetValidatorTx: object({ subnetID, nodeID: [nodeID, 'Id of the node.'] }),
  TransferSubnetOwnershipTx: object({ subnetID, owner: [owner, 'The new owner.'] }),
});

const stakes = () => {
  const stakeReturn = [optional(owner), 'Receives the stake when it ends.'] as const;
  const rewards = [owner, 'Receives the rewards.'] as const;
  const delegationRewards = [
    optional(owner),
    'Receives the fees of delegators; as `rewards` if omitted.',
  ] as const;
  const delegationFee = [string, 'Share of the rewards of delegators, such as `2%`.'] as const;
  const autoCompound = [
    string,
    'Share of the rewards that is staked again, such as `30%`.',
  ] as const;
  const elastic = {
    subnetID: [optional(id), 'Id of an elastic subnet; the primary network if omitted.'],
    assetID: [optional(id), 'Asset that the elastic subnet stakes.'],
  } as const;
  const stake = [max, 'AVAX as text, bare units of another asset, or `"max"`.'] as const;
  return {
    AddPermissionlessValidatorTx: object({
      node: named,
      amount: stake,
      end,
      delegationFee,
      rewards,
      delegationRewards,
      stakeReturn,
      ...elastic,
    }),
    AddPermissionlessDelegatorTx: object({
      nodeID: [nodeID, 'Id of the validator.'],
      amount: stake,
      end,
      rewards,
      stakeReturn,
      ...elastic,
    }),
    AddAutoRenewedValidatorTx: object({
      node: named,
      amount: [maxAVAX, 'AVAX as text, or `"max"`.'],
      period: [integer, 'Seconds of a period.'],
      delegationFee,
      autoCompound,
      rewards,
      authority: [owner, 'Can change or stop it.'],
      delegationRewards,
      stakeReturn,
    }),
    SetAutoRenewedValidatorConfigTx: object({
      txID: [id, 'The transaction that added the validator.'],
      autoCompound,
      period: [orWord('stop', integer), 'Seconds of a period, or `"stop"`.'],
    }),
  };
};

const l1s = () => {
  const balance = [inAVAX, 'AVAX for the continuous fee, as text.'] as const;
  const message = [hex, 'Signed warp message of the manager.'] as const;
  return {
    ConvertSubnetToL1Tx: object({
      subnetID,
      managerChainID: [id, 'Chain of the manager.'],
      managerAddress: [hex, 'Address of the manager.'],
      validators: [
        list(
          object({
            node: named,
            weight: [integer, 'Weight in consensus.'],
            balance,
            remainingBalanceOwner: [owner, 'Receives what is left of the balance.'],
            deactivationOwner: [owner, 'Can deactivate it.'],
          }),
        ),
        'The initial validators.',
      ],
    }),
    RegisterL1ValidatorTx: object({
      message,
      balance,
      proofOfPossession: [hexOf(96), 'Signature of the BLS public key by its own secret key.'],
    }),
    SetL1ValidatorWeightTx: object({ message }),
    IncreaseL1ValidatorBalanceTx: object({ validationID, balance }),
    DisableL1ValidatorTx: object({ validationID }),
  };
};

type Builders = typeof builders;
/** Intents by their type. */
type Intents = {
  readonly [T in Exclude<Intent['type'], 'ImportTx'>]: Schema<Parameters<Builders[T]>[1]>;
} & { readonly ImportTx: Schema<ImportIntent> };
const intents: Intents = /* @__PURE__ */ (() => ({
  ...transfers(),
  ...subnets(),
  ...stakes(),
  ...l1s(),
}))();

/** Imports to the C-chain go to accounts, not to owners. */
const importToC: Schema<CImportIntent> = /* @__PURE__ */ (() =>
  object({
    from: [chain, 'Chain that exported the UTXOs.'],
    to: [
      optional(
        byForm({
          text: string,
          list: list(
            object({
              to: [string, 'Account that receives it.'],
              amount: [maxAVAX, 'AVAX as text, or `"max"`.'],
            }),
          ),
        }),
      ),
      'Account that receives it, or several with their amounts.',
    ],
  }))();

/** A wallet has more than a file can hold. */
const ownAddresses: Schema<readonly (Address | Owner)[], Own> = /* @__PURE__ */ mapped(
  /* @__PURE__ */ list(owner),
  (own): readonly (Address | Owner)[] => own,
  (own: Own) => {
    if (Array.isArray(own)) return own as readonly (Address | Owner)[];
    throw unwritable('addresses', own);
  },
);

const optionsSchema: Schema<Omit<Options, 'verifyPossession'>> = /* @__PURE__ */ (() =>
  object({
    change: [optional(owner), 'Receives the change.'],
    own: [optional(ownAddresses), 'Own addresses, of any chain, accounts, and whole owners.'],
    signers: [optional(list(address)), 'Who is to sign.'],
    maxFee: [optional(inAVAX), 'Highest fee that is allowed, in AVAX as text.'],
    include: [optional(list(utxo)), 'UTXOs to spend in any case.'],
    exclude: [optional(list(utxo)), 'UTXOs not to spend.'],
    strategy: [
      optional(oneOf('minFee', 'consolidate', 'largestFirst', 'sweep', 'manual')),
      'How UTXOs are selected.',
    ],
    priceMargin: [optional(number), 'Factor by which the gas price may rise.'],
    locked: [
      optional(oneOf('prefer', 'cheapest', 'only', 'never')),
      'Whether locked funds are staked.',
    ],
    maxBytes: [optional(number), 'Most bytes of the signed transaction.'],
  }))();

/** An intent and its options. */
export interface IntentFile {
  /** What to build. */
  readonly intent: Intent;
  /** How to build it. */
  readonly options: Options;
}

const schemaOf = (type: unknown, of: ChainName): AnySchema | undefined => {
  if (of === 'C' && type === 'ImportTx') return importToC as AnySchema;
  return typeof type === 'string' && Object.hasOwn(intents, type)
    ? (intents[type as Intent['type']] as AnySchema)
    : undefined;
};

/**
 * Reads the file of an intent and its options: JSON as in `examples/intents`.
 * @param of The chain that it is for.
 * @throws {AvalancheError} With the path of the field: `BadJSON`: malformed, or a key is missing, unknown or of the wrong type; what
 *   amounts, ids, hex and times throw.
 * @example
 * const { intent } = parseIntent('{"type":"ImportTx","from":"X"}', 'P');
 * intent; // { type: 'ImportTx', from: 'X' }
 */
export function parseIntent(text: string, of: ChainName): IntentFile {
  const { type: name = null, options = {}, ...rest } = asObject(parseJSON(text), 'an intent');
  const type = within(['type'], () => string.parse(name));
  // Why another type is not built, the builder says.
  const members = schemaOf(type, of)?.parse(rest) ?? {};
  return {
    intent: { type, ...members } as Intent,
    options: within(['options'], () => optionsSchema.parse(options)),
  };
}

/**
 * Writes the file of an intent and its options; `parseIntent` reads it back. Addresses of 20 bytes are written as CB58.
 * @param of The chain that it is for.
 * @throws {AvalancheError} With the path of the field: `OutOfRange`: a value that is missing, unknown or of the wrong type, such as
 *   the option `verifyPossession`, which is a function; what ids, amounts and hex throw.
 * @example
 * const intent = { type: 'ImportTx', from: 'X' } as const;
 * formatIntent({ intent, options: { maxFee: 1_000_000n } }, 'P'); // '{"type":"ImportTx","from":"X","options":{"maxFee":"0.001"}}'
 */
export function formatIntent({ intent, options }: IntentFile, of: ChainName): string {
  const { type, ...rest } = intent;
  const schema = schemaOf(type, of);
  if (!schema) throw unwritable(Object.keys(intents).join(', '), type).at('type');
  const members = asObject(schema.format(rest), 'an intent');
  const how = within(['options'], () => optionsSchema.format(options));
  const isSaid = Object.keys(asObject(how, 'options')).length > 0;
  return formatJSON({ type, ...members, ...(isSaid && { options: how }) });
}
