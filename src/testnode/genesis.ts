/** The initial state of a world: the genesis of the P-chain, and what the chains have before their first blocks. */

import { genesisSummaryOf } from '../chain/genesis.ts';
import { Genesis, type GenesisUTXO } from '../chain/pchain/genesis.ts';
import type { AddPermissionlessValidatorTx } from '../chain/pchain/staking.ts';
import type { CreateChainTx } from '../chain/pchain/subnets.ts';
import { Genesis as XGenesis } from '../chain/xchain/genesis.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { local } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { parseBase64 } from '../text/base64.ts';
import { equalBytes } from '../text/bytes.ts';
import { decodeUTF8, encodeUTF8 } from '../text/utf8.ts';
import { decode, encode } from '../wire/codec.ts';
import type { AssetRecord, CAccount } from './world.ts';

/**
 * The bytes of the genesis of avalanchego's local network: its chains, its first key and the nodes and BLS keys of its validators.
 * Source: avalanchego v1.15.0 `genesis/genesis_local.json`, as `vectors/genesis-local.bin.gz`.
 */
export const localGenesis = (): Uint8Array => parseBase64(base64);

const base64 =
  'AAAAAAADAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA28+JD3f0m5aFdki3K3f5+Ck38opocErwXaDcErpT8tsA' +
  'AAAHAEcN5N+CAAAAAAAAAAAAAAAAAAEAAAABPLfThC6M7moOvQnx/ohPaGHhspwAAAAUs9grE2fTYt6Zq1mmWBZa/1IMvU0AAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHbz4kPd/SbloV2SLcrd/n4KTfyimhwSvBdoNwSulPy2wAAAAcAI4byb8EA' +
  'AAAAAAAAAAAAAAAAAQAAAAE8t9OELozuag69CfH+iE9oYeGynAAAABSz2CsTZ9Ni3pmrWaZYFlr/Ugy9TQAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAtvPiQ939JuWhXZItyt3+fgpN/KKaHBK8F2g3BK6U/LbAAAABwAjhvJvwQAAAAAAAAAAAAAA' +
  'AAABAAAAAeDP6MriKCfQMoBd7UhOOTzlHL7bAAAAFLPYKxNn02LematZplgWWv9SDL1NAAAABQAAABkAADA5AAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADym85fNKdDAesN5xbVGU5KSupdegAAAABqwH3AAAAAAGyhXOAABxr9SY0A' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHIBIEJw9oT3gcA+fNZDDJwv8Qid0F/bQzIQoKUfhofi0mA/T4/4i' +
  'Os8PVqWDiJCBSrA04NDsgIt+xFam2Iva17MoVHlGBaEROdcEMNgfuTg0o/gdiWkEKVLa/zNf7FEBgBan7LGdOFl8V0Ok6z+5Revi' +
  'ikJQ3XvLehksmNL8rxUyCpvuI5xm3fYbsk+HxukZcQAAAAHbz4kPd/SbloV2SLcrd/n4KTfyimhwSvBdoNwSulPy2wAAAAcABxr9' +
  'SY0AAAAAAAAAAAAAAAAAAQAAAAFGqcBPS/eDqmnaq9UZ3PNpeBaLZgAAAAsAAAAAAAAAAAAAAAEAAAABPLfThC6M7moOvQnx/ohP' +
  'aGHhspwAAAALAAAAAAAAAAAAAAABAAAAATy304QujO5qDr0J8f6IT2hh4bKcAAD0JAAAAAAAAAAZAAAwOQAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqhjTmRz2N6psFi9elc8WP2nNgpEAAAAAasB9wAAAAABsoXH4AAca/UmNAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAByszWHOuQxhYoqg+jSsqyfssI9ol+nMrSg1eMJ4xSEJ+eEOT4vDGqbX' +
  'kFxOFiPeNn6RAILith/kiVtKj3VMnjqTw0YVY2Os9nVGqH5Lwdt7v6MjnapSkq2bwwoR9g5Zu9MLN1eFtx/kWr0VTXF7ZHHCQG3y' +
  'U0KXMFrpPWq+s4/EYRcPwLdLiqRVDzAleiZMdbAAAAAB28+JD3f0m5aFdki3K3f5+Ck38opocErwXaDcErpT8tsAAAAHAAca/UmN' +
  'AAAAAAAAAAAAAAAAAAEAAAABRqnAT0v3g6pp2qvVGdzzaXgWi2YAAAALAAAAAAAAAAAAAAABAAAAATy304QujO5qDr0J8f6IT2hh' +
  '4bKcAAAACwAAAAAAAAAAAAAAAQAAAAE8t9OELozuag69CfH+iE9oYeGynAAB6EgAAAAAAAAAGQAAMDkAAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAN4xtNiyKZHVGqaqH8cz8jqFGoyUAAAAAGrAfcAAAAAAbKGcKAAHGv1JjQAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAcoFj/J6TFcGZL+ijjSTk2hTmhNAhnlRlD0PVvqKrBO8Cf9k80Gs+MwM73' +
  'QgLC1vnArFIZVhY0QSffdNkk4RcByl4IZ2R642Fx0Wj8+V1TbpQGFlmz7bkk//22ndWqXLLXA/iSDIJcj3t03QESycJ4FHkL/Po6' +
  'COHZNY2hxU4fbAtNl3JDL3nX3OqjqVw6fmrcAAAAAdvPiQ939JuWhXZItyt3+fgpN/KKaHBK8F2g3BK6U/LbAAAABwAHGv1JjQAA' +
  'AAAAAAAAAAAAAAABAAAAAUapwE9L94Oqadqr1Rnc82l4FotmAAAACwAAAAAAAAAAAAAAAQAAAAE8t9OELozuag69CfH+iE9oYeGy' +
  'nAAAAAsAAAAAAAAAAAAAAAEAAAABPLfThC6M7moOvQnx/ohPaGHhspwAB6EgAAAAAAAAABkAADA5AAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABHn2bIvolYMFR+cLSymMr9Qz26bgAAAABqwH3AAAAAAGyhsUAABxr9SY0AAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHJAMmxGbXILXgdS0m+eMP8euZfK0NbftnjqLmgPkde3/htimSCf+yNsjpvI2' +
  'r78SfYv9bU0ghrK4EV2PcvlAlf7+WmwHh2sqzPUagRrfUg84nnSj0hUqbZC1IeK+WP/kaAQ9xepotMREEOtn+Nwk8T7U8ZQAB2TA' +
  '6SLNJUo1iKSWKxy0233ku5zanZ1NawPz0gAAAAHbz4kPd/SbloV2SLcrd/n4KTfyimhwSvBdoNwSulPy2wAAAAcABxr9SY0AAAAA' +
  'AAAAAAAAAAAAAQAAAAFGqcBPS/eDqmnaq9UZ3PNpeBaLZgAAAAsAAAAAAAAAAAAAAAEAAAABPLfThC6M7moOvQnx/ohPaGHhspwA' +
  'AAALAAAAAAAAAAAAAAABAAAAATy304QujO5qDr0J8f6IT2hh4bKcAA9CQAAAAAAAAAAZAAAwOQAAAAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA6QlPc2mAAv1SyQgZtFe5+8hmq4AAAAAAasB9wAAAAABsoYcQAAca/UmNAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAByhC2lVqFaEoPXJS4OB8EUG8b7mBiWSfTcjI/eLPTAZbMVshhjHfq9CkpjnRnPY' +
  'MsONUF97U5YIE/HgB/BHAq4b1STM4Da0aV+/ihbrULNc291O7ewrDOKB81rjbjrCn7QIZ8lMq+K6C0YvF33Yw9KTsFhrktOS6CeH' +
  'EftDT+JgGuGy4IZ8/RKBgMk2qAEMVVIAAAAB28+JD3f0m5aFdki3K3f5+Ck38opocErwXaDcErpT8tsAAAAHAAca/UmNAAAAAAAA' +
  'AAAAAAAAAAEAAAABRqnAT0v3g6pp2qvVGdzzaXgWi2YAAAALAAAAAAAAAAAAAAABAAAAATy304QujO5qDr0J8f6IT2hh4bKcAAAA' +
  'CwAAAAAAAAAAAAAAAQAAAAE8t9OELozuag69CfH+iE9oYeGynAAD0JAAAAAAAAAAAgAAAA8AADA5AAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHWC1DaGFpbmF2bQAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3NlY3AyNTZrMWZ4AAAAAAAAAAAAAAAAAAAAAAAAAAAAbmZ0ZngAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAABwcm9wZXJ0eWZ4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAOIAAAAAAAEABEFWQVgAADA5AAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACiz2CsTZ9Ni3pmrWaZYFlr/Ugy9TbPYKxNn02LematZplgWWv9S' +
  'DL1NAAlBdmFsYW5jaGUABEFWQVgJAAAAAQAAAAAAAAACAAAABwAjhvJvwQAAAAAAAAAAAAAAAAABAAAAAeDP6MriKCfQMoBd7UhO' +
  'OTzlHL7bAAAABwQp0GkYngAAAAAAAAAAAAAAAAABAAAAATy304QujO5qDr0J8f6IT2hh4bKcAAAACgAAAAAAAAAAAAAADwAAMDkA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAdDLUNoYWluZXZtAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADNnsiY29uZmlnIjp7ImNoYWluSWQiOjQzMTEy' +
  'LCJob21lc3RlYWRCbG9jayI6MCwiZGFvRm9ya0Jsb2NrIjowLCJkYW9Gb3JrU3VwcG9ydCI6dHJ1ZSwiZWlwMTUwQmxvY2siOjAs' +
  'ImVpcDE1MEhhc2giOiIweDIwODY3OTlhZWViZWFlMTM1YzI0NmM2NTAyMWM4MmI0ZTE1YTJjNDUxMzQwOTkzYWFjZmQyNzUxODg2' +
  'NTE0ZjAiLCJlaXAxNTVCbG9jayI6MCwiZWlwMTU4QmxvY2siOjAsImJ5emFudGl1bUJsb2NrIjowLCJjb25zdGFudGlub3BsZUJs' +
  'b2NrIjowLCJwZXRlcnNidXJnQmxvY2siOjAsImlzdGFuYnVsQmxvY2siOjAsIm11aXJHbGFjaWVyQmxvY2siOjAsImFwcmljb3RQ' +
  'aGFzZTFCbG9ja1RpbWVzdGFtcCI6MCwiYXByaWNvdFBoYXNlMkJsb2NrVGltZXN0YW1wIjowfSwibm9uY2UiOiIweDAiLCJ0aW1l' +
  'c3RhbXAiOiIweDVGQ0IxM0QwIiwiZXh0cmFEYXRhIjoiMHgwMCIsImdhc0xpbWl0IjoiMHg1ZjVlMTAwIiwiZGlmZmljdWx0eSI6' +
  'IjB4MCIsIm1peEhhc2giOiIweDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw' +
  'MDAwMDAwMDAiLCJjb2luYmFzZSI6IjB4MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMCIsImFsbG9jIjp7' +
  'IjhkYjk3QzdjRWNFMjQ5YzJiOThiREMwMjI2Q2M0QzJBNTdCRjUyRkMiOnsiYmFsYW5jZSI6IjB4Mjk1QkU5NkU2NDA2Njk3MjAw' +
  'MDAwMCJ9fSwibnVtYmVyIjoiMHgwIiwiZ2FzVXNlZCI6IjB4MCIsInBhcmVudEhhc2giOiIweDAwMDAwMDAwMDAwMDAwMDAwMDAw' +
  'MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAifQAAAAoAAAAAAAAAAAAAAABqwH3ABP76F7ckAAAA' +
  'D3t7IGZ1bl9xdW90ZSB9fQ==';

/** Default start of a test node in Unix seconds: 2026-10-01, a week after mainnet activated Helicon. */
export const defaultStart = 1_790_812_800n;

/** Seconds from the genesis to the start of a test node, in which the chains get all the gas that a block can have. */
export const sinceGenesis = 3600n;

/** Funds of the reserve, in nAVAX. */
const reserve = 100_000_000_000_000_000n;

/** Seconds from the genesis to the end of the last validator; each other one ends a while before. Nobody may stake for more than a year. */
const validationTime = 360n * 86_400n;
const betweenEnds = 5400n;

/** The state of the chains before their first blocks. */
export interface FirstState {
  /** The genesis of the P-chain. */
  readonly genesis: Genesis;
  readonly bytes: Uint8Array;
  readonly xUTXOs: readonly XUTXO[];
  readonly assets: readonly AssetRecord[];
  /** Accounts of the C-chain, by `0x` and 40 digits in lower case. */
  readonly accounts: readonly (readonly [string, CAccount])[];
}

/**
 * Derives the initial state from a genesis.
 * @throws {AvalancheError} As `genesisSummaryOf`; `WrongNetwork`: the genesis is for another network.
 */
export function firstStateOf(bytes: Uint8Array, network: Network): FirstState {
  const facts = genesisSummaryOf(bytes);
  if (!hasIDsOf(network, facts))
    throw new AvalancheError('WrongNetwork', 'the genesis has other ids than the network', {
      have: `network ${facts.networkID}`,
      need: network.name,
    }).at('genesis');
  const genesis = decode(Genesis, bytes);
  const { Txs } = decode(XGenesis, dataOf(genesis, 'avm'));
  return {
    genesis,
    bytes,
    xUTXOs: facts.utxos.X.map(({ utxo }) => utxo),
    assets: facts.assets.map((asset, i) => ({
      ...asset,
      fxs: Txs[i]!.initialStates.map(({ fxIndex }) => fxIndex),
    })),
    accounts: accountsIn(dataOf(genesis, 'evm')),
  };
}

/** The genesis data of the chain of a virtual machine. */
function dataOf({ Chains }: Genesis, vm: 'avm' | 'evm'): Uint8Array {
  const txs = Chains.map(({ unsignedTx }) => unsignedTx as CreateChainTx);
  return txs.find((tx) => vmOf(tx) === vm)!.genesisData;
}

const vmOf = ({ vmID }: CreateChainTx): string => String.fromCharCode(...vmID.subarray(0, 3));

/** The accounts that the C-chain's genesis funds. */
function accountsIn(data: Uint8Array): FirstState['accounts'] {
  const { alloc = {} } = JSON.parse(new TextDecoder().decode(data)) as {
    readonly alloc?: Readonly<Record<string, { readonly balance?: string }>>;
  };
  return Object.entries(alloc).map(([address, { balance = '0x0' }]) => [
    `0x${address.replace(/^0x/, '').toLowerCase()}`,
    { nonce: 0n, balance: BigInt(balance) },
  ]);
}

/**
 * Creates an initial state like avalanchego's local network: the same keys and validators, which have just
 * started, and a reserve for control functions. If the network's ids follow from such a genesis, as those of
 * `local` and `testnodeNetwork` do, the genesis is complete; for other networks the ids are taken as given, and
 * the genesis contains no chains.
 * @param start Unix seconds.
 * @param address Owner of the reserve.
 */
export function firstStateLike(network: Network, start: bigint, address: Uint8Array): FirstState {
  const from = decode(Genesis, localGenesis());
  const { avaxAssetID: assetID, networkID } = network;
  const genesis = startedAt(
    {
      ...from,
      UTXOs: from.UTXOs.map((utxo) => ({ ...utxo, assetID })),
      Validators: from.Validators.map((tx) => ofNetwork(tx, networkID, assetID)),
      Chains: from.Chains.map((tx) => chainOfNetwork(tx, network)),
    },
    start,
    address,
  );
  const bytes = encode(Genesis, genesis);
  if (hasIDsOf(network, genesisSummaryOf(bytes))) return firstStateOf(bytes, network);
  const first = firstStateOf(localGenesis(), local);
  const other: Genesis = { ...genesis, Chains: [] };
  return {
    genesis: other,
    bytes: encode(Genesis, other),
    xUTXOs: first.xUTXOs.map((utxo) => ({ ...utxo, txID: assetID, assetID })),
    assets: first.assets.map((asset) => ({ ...asset, assetID })),
    accounts: first.accounts,
  };
}

const hasIDsOf = (
  { networkID, chains, avaxAssetID }: Network,
  facts: ReturnType<typeof genesisSummaryOf>,
): boolean =>
  facts.networkID === networkID &&
  equalBytes(facts.chains.X, chains.X.blockchainID) &&
  equalBytes(facts.chains.C, chains.C.blockchainID) &&
  equalBytes(facts.avaxAssetID, avaxAssetID);

function startedAt(genesis: Genesis, start: bigint, address: Uint8Array): Genesis {
  const reserved: GenesisUTXO = {
    ...genesis.UTXOs[0]!,
    outputIndex: genesis.UTXOs.length,
    output: {
      type: 'secp256k1fx.TransferOutput',
      amount: reserve,
      locktime: 0n,
      threshold: 1,
      addresses: [address],
    },
    message: new Uint8Array(0),
  };
  return {
    ...genesis,
    UTXOs: [...genesis.UTXOs, reserved],
    Validators: genesis.Validators.map((tx, i, all) => {
      const unsignedTx = tx.unsignedTx as AddPermissionlessValidatorTx;
      const end = start + validationTime - BigInt(all.length - 1 - i) * betweenEnds;
      const validator = { ...unsignedTx.validator, start, end };
      return { ...tx, unsignedTx: { ...unsignedTx, validator } };
    }),
    Timestamp: start,
    InitialSupply: genesis.InitialSupply + reserve,
  };
}

type Validator = Genesis['Validators'][number];

function ofNetwork(tx: Validator, networkID: number, assetID: Uint8Array): Validator {
  const unsignedTx = tx.unsignedTx as AddPermissionlessValidatorTx;
  const stake = unsignedTx.stake.map((output) => ({ ...output, assetID }));
  return { ...tx, unsignedTx: { ...unsignedTx, networkID, stake } };
}

/** The transaction that makes a chain, for another network: its number is in the genesis of the X-chain and of the C-chain too. */
function chainOfNetwork(tx: Validator, { networkID, evmChainID }: Network): Validator {
  const unsignedTx = tx.unsignedTx as CreateChainTx;
  const { genesisData } = unsignedTx;
  if (vmOf(unsignedTx) === 'avm') {
    const { Txs } = decode(XGenesis, genesisData);
    const data = encode(XGenesis, { Txs: Txs.map((asset) => ({ ...asset, networkID })) });
    return { ...tx, unsignedTx: { ...unsignedTx, networkID, genesisData: data } };
  }
  const text = decodeUTF8(genesisData).replace(/("chainId":)\d+/, `$1${evmChainID ?? 0n}`);
  return { ...tx, unsignedTx: { ...unsignedTx, networkID, genesisData: encodeUTF8(text) } };
}
