/** A transaction of the C-chain's EVM in words, decoded by ox. */

import { formatAmount, formatHex } from 'avalanche-tx';
import * as Secp256k1 from 'ox/Secp256k1';
import * as EIP1559 from 'ox/TxEnvelopeEip1559';
import * as EIP2930 from 'ox/TxEnvelopeEip2930';
import * as EIP4844 from 'ox/TxEnvelopeEip4844';
import * as EIP7702 from 'ox/TxEnvelopeEip7702';
import * as Legacy from 'ox/TxEnvelopeLegacy';
import type { Row } from './named.ts';
import { grouped } from './told.ts';

/** What the card of a transaction shows. */
export interface EVMCard {
  /** What it does, in a sentence. */
  readonly sentence: string;
  readonly rows: readonly Row[];
  /** What to look at before it is sent. */
  readonly warnings: readonly string[];
}

const types = {
  '0x01': ['EIP-2930', EIP2930],
  '0x02': ['EIP-1559', EIP1559],
  '0x03': ['EIP-4844', EIP4844],
  '0x04': ['EIP-7702', EIP7702],
} as const;

/** The members that the types share, as ox has them. */
interface Envelope {
  readonly chainId?: number;
  readonly nonce?: bigint;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly to?: string | null;
  readonly value?: bigint;
  readonly data?: string;
  readonly accessList?: readonly unknown[];
  readonly authorizationList?: readonly unknown[];
  readonly r?: bigint;
  readonly s?: bigint;
  readonly yParity?: number;
}

/** How ox reads and hashes a type. */
interface Reader {
  readonly deserialize: (serialized: never) => unknown;
  readonly getSignPayload: (envelope: never) => `0x${string}`;
  readonly hash: (envelope: never) => `0x${string}`;
}

const chains: Readonly<Record<number, string>> = {
  43114: 'C-chain of mainnet',
  43113: 'C-chain of Fuji',
  43112: 'C-chain of a local network',
};

/** Functions that many contracts have, by selector. Another function may have the same one. */
const functions: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'transfer(address,uint256)',
  '0x095ea7b3': 'approve(address,uint256)',
  '0x23b872dd': 'transferFrom(address,address,uint256)',
  '0xd0e30db0': 'deposit()',
  '0x2e1a7d4d': 'withdraw(uint256)',
  '0x42842e0e': 'safeTransferFrom(address,address,uint256)',
  '0xac9650d8': 'multicall(bytes[])',
};

const avaxText = (wei: bigint): string => `${grouped(formatAmount(wei, 18))} AVAX`;
/** A price of gas, in nAVAX: 10^9 wei, which Ethereum calls gwei. */
const priceText = (wei: bigint): string => `${grouped(formatAmount(wei, 9))} nAVAX per unit of gas`;

/**
 * Decodes a transaction.
 * @throws {Error} As ox: it is damaged inside.
 */
export function evmCard(bytes: Uint8Array): EVMCard {
  const hex = formatHex(bytes);
  const [name, reader] = (
    Object.hasOwn(types, hex.slice(0, 4))
      ? types[hex.slice(0, 4) as keyof typeof types]
      : ['legacy', Legacy]
  ) as readonly [string, Reader];
  const tx = reader.deserialize(hex as never) as Envelope;
  const { chainId, nonce = 0n, gas = 0n, to, value = 0n, data = '0x' } = tx;
  const price = tx.maxFeePerGas ?? tx.gasPrice ?? 0n;
  const from = signerOf(tx, reader);
  const selector = to && data.length >= 10 ? data.slice(0, 10) : undefined;
  const known = selector === undefined ? undefined : functions[selector];
  const count = (list: readonly unknown[] | undefined): string => String(list?.length ?? 0);
  return {
    sentence: sentenceOf(tx, selector),
    rows: [
      ['chain', chainId === undefined ? 'any: it names none' : chainText(chainId)],
      ['type', name],
      ['from', from ?? 'not signed'],
      ['to', to ?? 'a new contract'],
      ['value', avaxText(value)],
      ['nonce', String(nonce)],
      ['gas limit', grouped(String(gas))],
      [tx.maxFeePerGas === undefined ? 'gas price' : 'max fee', priceText(price)],
      ...(tx.maxPriorityFeePerGas === undefined
        ? []
        : [['priority fee', priceText(tx.maxPriorityFeePerGas)] as const]),
      ['fee at most', avaxText(gas * price)],
      ...(selector === undefined
        ? []
        : [['selector', known ? `${selector}, as ${known} has it` : selector] as const]),
      ...(data === '0x'
        ? []
        : [['data', `${grouped(String(data.length / 2 - 1))} bytes: ${shortened(data)}`] as const]),
      ...(tx.accessList?.length
        ? [['access list', `${count(tx.accessList)} addresses`] as const]
        : []),
      ...(tx.authorizationList
        ? [['authorizations', `${count(tx.authorizationList)} accounts`] as const]
        : []),
      ...(from === undefined ? [] : [['hash', reader.hash(tx as never)] as const]),
    ],
    warnings: [
      ...(chainId === undefined
        ? ['It names no chain: anybody can send it on every chain of an EVM.']
        : []),
      ...(tx.authorizationList?.length
        ? ['It lets contracts act for the accounts that it authorizes, until they take that back.']
        : []),
    ],
  };
}

/** Most digits of data that are shown. */
const mostData = 2_000;
const shortened = (hex: string): string =>
  hex.length <= mostData ? hex : `${hex.slice(0, mostData)}…`;

const chainText = (id: number): string =>
  chains[id] === undefined
    ? `${id}, which is no C-chain that is known here`
    : `${chains[id]} (${id})`;

function sentenceOf(
  { to, value = 0n, data = '0x' }: Envelope,
  selector: string | undefined,
): string {
  const sends = value > 0n ? ` and send it ${avaxText(value)}` : '';
  if (!to) return `Create a contract${sends}`;
  if (data === '0x') return `Send ${avaxText(value)} to ${to}`;
  return `Call ${selector ?? 'a function'} of ${to}${sends}`;
}

/** Who signed: the account whose key gives the signature. */
function signerOf(tx: Envelope, { getSignPayload }: Reader): string | undefined {
  const { r, s, yParity } = tx;
  if (r === undefined || s === undefined || yParity === undefined) return undefined;
  const payload = getSignPayload(tx as never);
  return Secp256k1.recoverAddress({ payload, signature: { r, s, yParity } as never });
}
