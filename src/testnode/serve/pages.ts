/** `getUTXOs` of the three chains. Source: avalanchego `vms/platformvm/service.go`, `vms/avm/service.go`, `vms/saevm/cchain/api.go`. */
import { UTXO as CUTXO } from '../../chain/cchain/tx.ts';
import type { ChainName } from '../../chain/declared.ts';
import { inputIDOf } from '../../chain/ids.ts';
import { UTXO as PUTXO } from '../../chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../../chain/xchain/tx.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import { formatID } from '../../text/id.ts';
import type { AnyUTXO } from '../../tx/types.ts';
import { encode } from '../../wire/codec.ts';
import type { Type } from '../../wire/type.ts';
import { isHelicon } from '../cpool.ts';
import { utxosOf } from '../reads.ts';
import { type Cursor, page } from '../utxos.ts';
import type { AnySet, World } from '../world.ts';
import { addressOn, lookUpChain, parseCAddress, parseServiceAddress, prefixed } from './chains.ts';
import { encodeBytes } from './encodings.ts';
import { quotedByGo, refuse } from './envelope.ts';
import { emptyID, parseGoID, type ServedParams } from './params.ts';

type Params = ServedParams<'platform.getUTXOs' | 'avax.getUTXOs'>;
type Result = ResultInput<'platform.getUTXOs'>;

const maxAddresses = 1024;
const maxPage = 1024;
const types = { P: PUTXO, X: XUTXO, C: CUTXO } as const;

/** The bytes of a UTXO of a chain. */
export const encodeUTXO = (chain: ChainName, utxo: AnyUTXO): Uint8Array =>
  encode(types[chain] as Type<unknown>, utxo);

function startOf(world: World, chain: 'P' | 'X', { startIndex }: Params): Cursor | undefined {
  const { address, utxo } = startIndex;
  if (address === '' && utxo === '') return undefined;
  return {
    address: prefixed(`couldn't parse start index address ${quotedByGo(address)}: `, () =>
      parseServiceAddress(world, chain, address),
    ),
    utxo: cursorID(prefixed("couldn't parse start index utxo: ", () => parseGoID(utxo))),
  };
}

/** The empty id stands for the place before the first UTXO. */
function cursorID(id: Uint8Array): string | undefined {
  const text = formatID(id);
  return text === emptyID ? undefined : text;
}

/** Answers `platform.getUTXOs` and `avm.getUTXOs`, and `avax.getUTXOs` until Helicon. */
function nativePage(world: World, chain: ChainName, params: Params): Result {
  const { addresses, sourceChain, limit, encoding } = params;
  if (addresses.length === 0) refuse('no addresses provided');
  if (addresses.length > maxAddresses)
    refuse(`number of addresses given, ${addresses.length}, exceeds maximum, ${maxAddresses}`);
  const from =
    sourceChain === ''
      ? chain
      : prefixed(`problem parsing source chainID ${quotedByGo(sourceChain)}: `, () =>
          lookUpChain(world, sourceChain),
        );
  const chainName = chain as 'P' | 'X';
  const bytes = addresses.map((text) => parseServiceAddress(world, chainName, text));
  const start = startOf(world, chainName, params);
  const { utxos, end } = utxosOf(world, {
    chain,
    from,
    addresses: bytes,
    limit,
    ...(start && { start }),
  });
  return resultOf(world, chain, utxos, { ...end, encoding });
}

function resultOf(
  world: World,
  chain: ChainName,
  utxos: readonly AnyUTXO[],
  { address, utxo, encoding }: Cursor & { readonly encoding: string },
): Result {
  return {
    numFetched: BigInt(utxos.length),
    utxos: utxos.map((utxo) => {
      const id = formatID(inputIDOf(utxo));
      const as = chain === 'P' ? `as ${encoding}` : 'as string';
      const before = chain === 'C' ? 'encoding utxo: ' : `couldn't encode UTXO ${id} ${as}: `;
      return encodeBytes(encodeUTXO(chain, utxo), encoding, before);
    }),
    endIndex: { address: addressOn(world, chain, address), utxo: utxo ?? emptyID },
    encoding: encoding as 'hex',
  };
}

const allOnes = (length: number): Uint8Array => new Uint8Array(length).fill(0xff);

/** `avax.getUTXOs` since Helicon: pages do not repeat a UTXO, and the last one ends with a cursor of ones. */
function heliconPage(world: World, params: Params): Result {
  const { addresses, sourceChain, limit, encoding, startIndex } = params;
  const from = prefixed(`parsing source chainID ${quotedByGo(sourceChain)}: `, () =>
    lookUpChain(world, sourceChain),
  );
  if (addresses.length > maxAddresses)
    refuse(`too many addresses: ${addresses.length} exceeds ${maxAddresses}`);
  const bytes = addresses.map((text) =>
    prefixed(`parsing address ${quotedByGo(text)}: `, () => parseCAddress(world, text)),
  );
  const last = { address: allOnes(20), utxo: formatID(allOnes(32)), encoding };
  const start: Cursor =
    startIndex.address === '' && startIndex.utxo === ''
      ? { address: new Uint8Array(20), utxo: undefined }
      : {
          address: prefixed(`parsing start address ${quotedByGo(startIndex.address)}: `, () =>
            parseCAddress(world, startIndex.address),
          ),
          utxo: cursorID(
            prefixed(`parsing start utxoID ${quotedByGo(startIndex.utxo)}: `, () =>
              parseGoID(startIndex.utxo),
            ),
          ),
        };
  if (start.utxo === last.utxo && start.address.every((byte) => byte === 0xff))
    return resultOf(world, 'C', [], { address: new Uint8Array(20), utxo: undefined, encoding });
  const most = limit === 0 || limit > maxPage ? maxPage : limit;
  // One more tells where the next page begins.
  const set: AnySet = world.memory.C[from];
  const { utxos, end } = page(set, bytes, { start, limit: most + 1, inclusive: true });
  return utxos.length > most
    ? resultOf(world, 'C', utxos.slice(0, most), { ...end, encoding })
    : resultOf(world, 'C', utxos, last);
}

/** Answers `getUTXOs` of a chain. */
export function utxoPage(world: World, chain: ChainName, params: Params): Result {
  if (chain !== 'C') return nativePage(world, chain, params);
  if (isHelicon(world)) return heliconPage(world, params);
  if (params.sourceChain === '' && params.addresses.length > 0) refuse('no source chain provided');
  return nativePage(world, chain, params);
}

/** All UTXOs of addresses on a chain, in the node's order. */
export function allUTXOs<C extends 'P' | 'X'>(
  world: World,
  chain: C,
  addresses: readonly Uint8Array[],
) {
  const { utxos } = world[chain].ledger;
  const start = { address: new Uint8Array(20), utxo: undefined };
  const limit = Number.MAX_SAFE_INTEGER;
  return page(utxos as AnySet, addresses, { start, limit, inclusive: false }).utxos;
}
