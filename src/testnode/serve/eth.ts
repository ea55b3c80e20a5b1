/**
 * The methods of Ethereum that wallets call for transfers between chains. There is no EVM: all others are refused.
 */
import { isError } from '../../errors/error.ts';
import { parseAccount } from '../../text/account.ts';
import { formatHex } from '../../text/hex.ts';
import type { JSONValue } from '../../text/json.ts';
import { lastBlock } from '../reads.ts';
import type { CAccount, World } from '../world.ts';
import { refuse } from './refuse.ts';

const invalidParams = -32602;
const noMethod = -32601;

/** A method of Ethereum. */
export interface EthMethod {
  /** What it gives, in one line. */
  readonly about: string;
  /** Which clients call it. */
  readonly calledBy: string;
  /** The number of params that are needed, and that are allowed. */
  readonly params: readonly [least: number, most: number];
  readonly answer: (world: World, params: readonly JSONValue[]) => JSONValue;
}

const quantity = (value: bigint): string => `0x${value.toString(16)}`;

function accountOf(world: World, json: JSONValue | undefined): CAccount {
  if (typeof json !== 'string')
    refuse(
      'invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Address',
      {
        code: invalidParams,
      },
    );
  try {
    const key = formatHex(parseAccount(json.toLowerCase()));
    return world.C.accounts.get(key) ?? { nonce: 0n, balance: 0n };
  } catch (e) {
    if (!isError(e)) throw e;
    return refuse(`invalid argument 0: ${e.detail}`, { code: invalidParams });
  }
}

const nowTags: readonly JSONValue[] = ['latest', 'pending', 'accepted', 'finalized', 'safe'];

/** Only the state after the last block is there. */
function checkBlock(world: World, json: JSONValue | undefined): void {
  if (json === undefined || json === null || nowTags.includes(json)) return;
  if (json === quantity(lastBlock(world, 'C').height)) return;
  refuse('this test node has only the state of the last block: ask for "latest"');
}

/** All of them. Those with a row in the table of methods (`eth_baseFee`, `eth_feeConfig` and others) are answered too. */
export const ethMethods: { readonly [method: string]: EthMethod } = {
  eth_chainId: {
    about: 'The chain id of EIP-155.',
    calledBy: '`connect`, ethers, viem',
    params: [0, 0],
    answer: ({ network }) => quantity(network.evmChainID ?? 0n),
  },
  eth_blockNumber: {
    about: 'The height of the last block.',
    calledBy: '`connect`',
    params: [0, 0],
    answer: (world) => quantity(lastBlock(world, 'C').height),
  },
  eth_getBalance: {
    about: 'The balance of an account after the last block, in wei.',
    calledBy: '`connect`, Core',
    params: [1, 2],
    answer: (world, [account, block]) => {
      checkBlock(world, block);
      return quantity(accountOf(world, account).balance);
    },
  },
  eth_getTransactionCount: {
    about: 'The nonce of an account after the last block.',
    calledBy: '`connect`, Core, @avalanche-sdk/client',
    params: [1, 2],
    answer: (world, [account, block]) => {
      checkBlock(world, block);
      return quantity(accountOf(world, account).nonce);
    },
  },
};

/**
 * Answers one of these methods.
 * @throws {AvalancheError} `NodeError` with geth's codes and words.
 */
export function answerEth(world: World, name: string, params: readonly JSONValue[]): JSONValue {
  const found = Object.hasOwn(ethMethods, name) ? ethMethods[name] : undefined;
  if (!found)
    return refuse(
      `the method ${name} does not exist/is not available: a test node has no EVM and executes atomic transactions only`,
      { code: noMethod },
    );
  checkCount(found.params, params);
  return found.answer(world, params);
}

/** Refuses a wrong number of params. */
export function checkCount([least, most]: EthMethod['params'], params: readonly JSONValue[]): void {
  if (params.length < least)
    refuse(`missing value for required argument ${params.length}`, { code: invalidParams });
  if (params.length > most)
    refuse(`too many arguments, want at most ${most}`, { code: invalidParams });
}
