/**
 * Gathers from a node the facts that the rules check a transaction against, with only the calls that the
 * transaction needs.
 */

import { primaryNetworkID } from '../chain/base.ts';
import type { ChainName } from '../chain/declared.ts';
import { inputIDOf } from '../chain/ids.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { feeStateNow } from '../fee/gas.ts';
import type { Chain, Network } from '../network/network.ts';
import type {
  AutoRenewedFacts,
  L1ValidatorFacts,
  StakeFacts,
  SubnetFacts,
  ValidatorFacts,
} from '../rules/facts.ts';
import { authorityOwner } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID, parseID } from '../text/id.ts';
import type { UTXOID } from '../tx/order.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import type { FactsOptions, GatheredFacts, NodeClient } from './client.ts';
import { isNodeError } from './errors.ts';
import type { CallOptions } from './service.ts';

/** Facts are only read for checks, so no evidence is needed. */
const factsOnly = { evidence: false } as const;

type Asked = Pick<NodeClient, 'network' | 'call' | 'pchain' | 'xchain' | 'cchain'>;

/** Gathers the facts about a transaction, with only the calls that it needs. */
export async function gatherFacts(
  node: Asked,
  unsignedTx: AnyUnsignedTx,
  blockchain: Chain | undefined,
  { addresses = [], ...callOptions }: FactsOptions,
): Promise<GatheredFacts> {
  const network = await node.network(callOptions);
  const source =
    'sourceChain' in unsignedTx ? chainNamed(unsignedTx.sourceChain, network) : undefined;
  const ids = idsConsumed(unsignedTx);
  const named = <T extends UTXOID>(utxos: readonly T[] = []): readonly T[] =>
    utxos.filter((utxo) => ids.has(formatHex(inputIDOf(utxo))));
  if (isOf(unsignedTx, 'atomic')) {
    const accounts = accountsOf(unsignedTx);
    const imports = source === 'P' || source === 'X' ? [source] : [];
    const state = await node.cchain.state([...accounts, ...addresses], {
      ...callOptions,
      imports,
      ...factsOnly,
    });
    return {
      network,
      time: state.time,
      clock: state.time,
      utxos: [],
      ...(source && { imports: { [source]: named(state.imports?.[source as 'P']) } }),
      baseFee: state.baseFee,
      accounts: new Map(state.accounts.map((account) => [account.address, account])),
    };
  }
  if (isOf(unsignedTx, 'avm')) {
    const imports = source === 'P' || source === 'C' ? [source] : [];
    const chainOption = blockchain && { blockchain };
    const state = await node.xchain.state(addresses, {
      ...callOptions,
      imports,
      ...chainOption,
      ...factsOnly,
    });
    return {
      network,
      ...chainOption,
      time: state.time,
      clock: state.time,
      utxos: named(state.utxos),
      ...(source && { imports: { [source]: named(state.imports?.[source as 'P']) } }),
    };
  }
  const imports = source === 'X' || source === 'C' ? [source] : [];
  const [state, staking] = await Promise.all([
    node.pchain.state(addresses, { ...callOptions, imports, ...factsOnly }),
    stakingFacts(node, network, unsignedTx, callOptions),
  ]);
  const { price, capacity } = feeStateNow(state);
  return {
    network,
    time: state.time,
    clock: state.time,
    utxos: named(state.utxos),
    ...(source && { imports: { [source]: named(state.imports?.[source as 'X']) } }),
    feeState: { price, ...(capacity !== undefined && { capacity }) },
    ...staking,
  };
}

const isOf = <V extends string>(
  tx: AnyUnsignedTx,
  vm: V,
): tx is Extract<AnyUnsignedTx, { readonly type: `${V}.${string}` }> =>
  tx.type.startsWith(`${vm}.`);

const chainNamed = (blockchainID: Uint8Array, { chains }: Network): ChainName | undefined =>
  (['P', 'X', 'C'] as const).find((name) => equalBytes(chains[name].blockchainID, blockchainID));

/** Ids of the UTXOs that a transaction consumes, imported ones included, in hex. */
const idsConsumed = (tx: AnyUnsignedTx): ReadonlySet<string> =>
  new Set(consumedIDsOf(tx).map((id) => formatHex(inputIDOf(id))));

/** The accounts that an atomic export spends from. */
const accountsOf = (tx: Extract<AnyUnsignedTx, { readonly type: `atomic.${string}` }>) =>
  tx.type === 'atomic.ExportTx' ? tx.inputs.map(({ address }) => formatHex(address)) : [];

/** Reads the subnets, validators and validations that a P-chain transaction refers to. */
export async function stakingFacts(
  node: Asked,
  network: Network,
  tx: Extract<AnyUnsignedTx, { readonly type: `platformvm.${string}` }>,
  callOptions: CallOptions,
): Promise<Pick<GatheredFacts, 'subnets' | 'validators' | 'autoRenewed' | 'l1Validators'>> {
  const subnetID = subnetOf(tx);
  const nodeID = 'validator' in tx ? tx.validator.nodeID : 'nodeID' in tx ? tx.nodeID : undefined;
  const isSubnet = subnetID && !equalBytes(subnetID, primaryNetworkID);
  const hosts = [primaryNetworkID, ...(isSubnet ? [subnetID] : [])];
  const validationID = 'validationID' in tx ? formatID(tx.validationID) : undefined;
  const renewed =
    tx.type === 'platformvm.SetAutoRenewedValidatorConfigTx' ? formatID(tx.txID) : undefined;
  const [subnet, validators, validation, renewal] = await Promise.all([
    isSubnet ? subnetFacts(node, network, formatID(subnetID), callOptions) : undefined,
    nodeID && nodeID.length === 20
      ? Promise.all(hosts.map((host) => validatorFacts(node, host, nodeID, callOptions)))
      : undefined,
    validationID ? l1Facts(node, network, validationID, callOptions) : undefined,
    renewed ? renewedFacts(node, network, renewed, callOptions) : undefined,
  ]);
  return {
    ...(isSubnet && subnet !== undefined && { subnets: new Map([[formatID(subnetID), subnet]]) }),
    ...(validators && { validators: new Map(validators) }),
    ...(validationID && { l1Validators: new Map([[validationID, validation ?? null]]) }),
    ...(renewed && { autoRenewed: new Map([[renewed, renewal ?? null]]) }),
  };
}

function subnetOf(tx: object): Uint8Array | undefined {
  const { subnetID, validator } = tx as {
    readonly subnetID?: Uint8Array;
    readonly validator?: { readonly subnetID?: Uint8Array };
  };
  return subnetID ?? validator?.subnetID;
}

async function subnetFacts(
  node: Asked,
  network: Network,
  subnetID: string,
  callOptions: CallOptions,
): Promise<SubnetFacts | null> {
  const found = await orNull(node.call('platform.getSubnet', { subnetID }, callOptions));
  if (!found) return null;
  const { controlKeys, threshold, locktime, managerAddress, managerChainID } = found;
  const transformedBy = String(found.subnetTransformationTxID);
  const transformation =
    transformedBy === none
      ? null
      : (await node.pchain.getTx(transformedBy, callOptions)).unsignedTx;
  if (transformation && transformation.type !== 'platformvm.TransformSubnetTx')
    throw new AvalancheError('Mismatch', `${transformedBy} is a ${transformation.type}`, {
      found: transformation.type,
      expected: 'platformvm.TransformSubnetTx',
    });
  return {
    owner: authorityOwner(
      { addresses: controlKeys, threshold, locktime },
      network.chains.P,
      network,
    ),
    transformation,
    manager:
      String(found.conversionID) === none
        ? null
        : {
            chainID: parseID(String(managerChainID)),
            address: managerAddress ?? new Uint8Array(0),
          },
  };
}

async function validatorFacts(
  node: Asked,
  subnetID: Uint8Array,
  nodeID: Uint8Array,
  callOptions: CallOptions,
): Promise<readonly [string, ValidatorFacts | null]> {
  const name = formatNodeID(nodeID);
  const subnet = formatID(subnetID);
  const found = await node.pchain.validators({ ...callOptions, subnetID: subnet, nodeIDs: [name] });
  const validator = found.find(({ kind }) => kind !== 'l1');
  const stake = (record: { startTime: bigint; endTime: bigint; weight: bigint }): StakeFacts => ({
    start: record.startTime,
    end: record.endTime,
    weight: record.weight,
  });
  if (!validator || validator.kind === 'l1') return [`${subnet} ${name}`, null];
  const delegators = validator.kind === 'permissionless' ? validator.delegators : undefined;
  return [
    `${subnet} ${name}`,
    {
      ...stake(validator),
      permissioned: validator.kind === 'permissioned',
      ...(delegators && { delegators: delegators.map(stake) }),
    },
  ];
}

async function l1Facts(
  node: Asked,
  network: Network,
  validationID: string,
  callOptions: CallOptions,
): Promise<L1ValidatorFacts | null> {
  const found = await orNull(node.call('platform.getL1Validator', { validationID }, callOptions));
  if (!found) return null;
  const { subnetID, weight, minNonce, balance, deactivationOwner } = found;
  return {
    subnetID: parseID(String(subnetID)),
    weight,
    minNonce,
    balance,
    deactivationOwner: authorityOwner(deactivationOwner, network.chains.P, network),
  };
}

async function renewedFacts(
  node: Asked,
  network: Network,
  txID: string,
  callOptions: CallOptions,
): Promise<AutoRenewedFacts | null> {
  try {
    const { authorities } = await node.pchain.state([], {
      ...callOptions,
      authorities: [txID],
      attempts: 0,
      ...factsOnly,
    });
    const authority = authorities?.[txID];
    return authority
      ? { validatorAuthority: authorityOwner(authority, network.chains.P, network) }
      : null;
  } catch (e) {
    if (isError(e, 'MissingState')) return null;
    throw e;
  }
}

/** The empty id, 32 zero bytes in CB58. */
const none = '11111111111111111111111111111111LpoYY';

/** Returns the node's answer, or null if the node reports "not found". */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (e) {
    if (isNodeError(e) && /not found/.test(e.context.message)) return null;
    throw e;
  }
}
