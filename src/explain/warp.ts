/** What a warp message says: its source chain, its payload with all fields, and who signed. */

import { isError } from '../errors/error.ts';
import { identifyNetwork, type NetworkIdentity } from '../network/identity.ts';
import { knownNetworks } from '../network/known.ts';
import type { Opened } from '../open/opened.ts';
import { formatAddress } from '../text/address.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID, formatShortID } from '../text/id.ts';
import { dateText, grouped } from '../text/words.ts';
import { L1Payload } from '../warp/l1.ts';
import { decodeSigners, type Message, Payload, type UnsignedMessage } from '../warp/message.ts';
import { decode } from '../wire/codec.ts';
import { bytesText, listed, partyText, validatorCount } from './format.ts';

/** Values by their labels. */
export type WarpValues = Record<string, string | bigint>;

type Warp = Extract<
  Opened,
  { kind: 'warpUnsigned' | 'warpSigned' | 'warpPayload' | 'l1Payload' | 'l1ConversionData' }
>;

export const isWarp = (opened: Opened): opened is Warp =>
  /^(warp|l1)/.test(opened.kind) && !('chains' in opened);

/** Returns the values of a warp message or of a part of one. */
export function warpValues(opened: Warp): WarpValues {
  switch (opened.kind) {
    case 'warpUnsigned':
      return messageValues(opened.value);
    case 'warpSigned':
      return { ...messageValues(opened.value), ...signatureValues(opened.value) };
    case 'warpPayload':
      return payloadValues(opened.value, undefined);
    case 'l1Payload':
      return l1Values(opened.value, undefined);
    case 'l1ConversionData': {
      const { subnetID, managerChainID, managerAddress, validators } = opened.value;
      return {
        subnet: formatID(subnetID),
        'manager chain': formatID(managerChainID),
        'manager address': formatHex(managerAddress),
        validators: validatorCount(validators.length),
        weights: listed(
          validators.map(({ nodeID, weight }) => `${nodeText(nodeID)} ${grouped(`${weight}`)}`),
        ),
      };
    }
  }
}

function messageValues({ NetworkID, SourceChainID, Payload: bytes }: UnsignedMessage): WarpValues {
  const network = identifyNetwork(NetworkID);
  const source = { 'source chain': chainText(SourceChainID, NetworkID) };
  const payload = decoded(Payload, bytes);
  return {
    ...source,
    ...(payload
      ? payloadValues(payload, network)
      : { payload: `bytes that only its chain can read: ${bytesText(bytes)}` }),
  };
}

/** Names the chain: the P-chain is the zero id. */
function chainText(id: Uint8Array, networkID: number): string {
  const network = knownNetworks.find((of) => of.networkID === networkID);
  const chain = Object.values(network?.chains ?? {}).find((of) => equalBytes(of.blockchainID, id));
  if (chain) return `${chain.alias}-chain`;
  return id.every((byte) => byte === 0) ? 'P-chain' : formatID(id);
}

function payloadValues(payload: Payload, network: NetworkIdentity | undefined): WarpValues {
  if (payload.type === 'payload.Hash')
    return { payload: 'hash that validators attest', hash: formatHex(payload.Hash) };
  const { SourceAddress, Payload: bytes } = payload;
  const inside = decoded(L1Payload, bytes);
  const sender = {
    sender: SourceAddress.length === 0 ? 'the chain itself' : formatHex(SourceAddress),
  };
  return inside
    ? { ...sender, ...l1Values(inside, network) }
    : { ...sender, payload: `call with ${bytesText(bytes)}` };
}

function l1Values(payload: L1Payload, network: NetworkIdentity | undefined): WarpValues {
  switch (payload.type) {
    case 'message.SubnetToL1Conversion':
      return { payload: 'a subnet became an L1', 'conversion ID': formatID(payload.id) };
    case 'message.RegisterL1Validator': {
      const { subnetID, nodeID, blsPublicKey, expiry, weight } = payload;
      return {
        payload: 'register a validator of an L1',
        subnet: formatID(subnetID),
        node: nodeText(nodeID),
        weight,
        expires: dateText(expiry),
        'refund to': ownerText(payload.remainingBalanceOwner, network),
        'deactivated by': ownerText(payload.disableOwner, network),
        'BLS key': formatHex(blsPublicKey),
      };
    }
    case 'message.L1ValidatorRegistration':
      return {
        payload: payload.registered
          ? 'a validator of an L1 is registered'
          : 'a validator of an L1 is not registered, and cannot be any more',
        validation: formatID(payload.validationID),
      };
    case 'message.L1ValidatorWeight':
      return {
        payload:
          payload.weight === 0n
            ? 'the removal of a validator of an L1'
            : 'the weight of a validator of an L1',
        validation: formatID(payload.validationID),
        weight: payload.weight,
        nonce: payload.nonce,
      };
  }
}

function signatureValues({ Signature: { Signers, Signature } }: Message): WarpValues {
  let signers: string;
  try {
    signers = signersText(decodeSigners(Signers));
  } catch (e) {
    if (!isError(e)) throw e;
    signers = e.detail;
  }
  return {
    signers,
    'weight of the signers':
      'not known without the validator set of the source chain at a P-chain height',
    signature: formatHex(Signature),
  };
}

/** Most positions of signers that are listed. */
const mostSigners = 40;

function signersText(indices: readonly number[]): string {
  if (indices.length === 0) return 'none';
  const shown = indices.slice(0, mostSigners).join(', ');
  const more = indices.length > mostSigners ? ', …' : '';
  return `${validatorCount(indices.length)}, at ${shown}${more} of the validator set`;
}

const nodeText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes);

const ownerText = (
  {
    threshold,
    addresses,
  }: { readonly threshold: number; readonly addresses: readonly Uint8Array[] },
  network: NetworkIdentity | undefined,
): string =>
  threshold === 0 && addresses.length === 0
    ? 'nobody'
    : partyText({
        threshold,
        locktime: 0n,
        addresses: addresses.map((address) =>
          network?.hrp === undefined
            ? formatShortID(address)
            : formatAddress('P', network.hrp, address),
        ),
      });

/** Decodes a part that may be of another form. */
function decoded<V>(type: Parameters<typeof decode<V>>[0], bytes: Uint8Array): V | undefined {
  try {
    return decode(type, bytes);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}
