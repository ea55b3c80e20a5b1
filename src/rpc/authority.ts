import { txFromBytes } from '../chain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { Owner } from '../state/owner.ts';
import { formatNodeID } from '../text/id.ts';
import type { Ask } from './ask.ts';
import { bytesAnswered } from './common.ts';
import { isNodeError } from './errors.ts';
import type { CallOptions } from './service.ts';

interface OwnerRecord {
  readonly addresses: readonly string[];
  readonly threshold: number;
  readonly locktime: bigint;
}

/**
 * Who must agree now to what an id stands for: the owner of a subnet, the deactivation owner of an L1 validation, the
 * authority of an auto-renewed validator.
 * @throws {AvalancheError} `MissingState`: it stands for none of them.
 */
export async function authorityOf(
  ask: Ask,
  id: string,
  network: Network,
  options: CallOptions,
): Promise<Owner> {
  const ownerOf = ({ addresses, threshold, locktime }: OwnerRecord): Owner => ({
    addresses: addresses.map((text) => parseAddress(text, network).bytes),
    threshold,
    locktime,
  });
  const missing = (what: string) =>
    new AvalancheError('MissingState', `${id} is not a ${what}`, { what, id });
  const tx = await orUndefined(ask('platform.getTx', { txID: id }, options));
  if (!tx) {
    const validator = await orUndefined(
      ask('platform.getL1Validator', { validationID: id }, options),
    );
    if (validator) return ownerOf(validator.deactivationOwner);
    throw missing('transaction and no validation');
  }
  const { unsignedTx } = within([id], () => txFromBytes('P', bytesAnswered(tx.tx)));
  switch (unsignedTx.type) {
    case 'platformvm.CreateSubnetTx': {
      const { controlKeys, threshold, locktime } = await ask(
        'platform.getSubnet',
        { subnetID: id },
        options,
      );
      return ownerOf({ addresses: controlKeys, threshold, locktime });
    }
    case 'platformvm.AddAutoRenewedValidatorTx': {
      const nodeIDs = [formatNodeID(unsignedTx.nodeID)];
      const { validators } = await ask('platform.getCurrentValidators', { nodeIDs }, options);
      for (const validator of validators)
        if (
          validator.kind === 'permissionless' &&
          validator.txID === id &&
          validator.validatorAuthority
        )
          return ownerOf(validator.validatorAuthority);
      throw missing('auto-renewed validator any more');
    }
    default:
      throw missing(`subnet or auto-renewed validator, but a ${unsignedTx.type}`);
  }
}

/** What a node gives, unless it says that it has no such thing. */
async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (e) {
    if (isNodeError(e) && /not found/.test(e.context.message)) return undefined;
    throw e;
  }
}
