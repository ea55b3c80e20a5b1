import { sha256 } from '../../crypto/hash.ts';
import type { Draft } from '../../draft/draft.ts';
import { unsignedBytes } from '../../draft/verify.ts';
import type { Wallet } from '../../draft/wallet.ts';
import { guarded } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatAddress } from '../../network/address.ts';
import { blockchainOf } from '../../state/state.ts';
import { equalBytes } from '../../text/bytes.ts';
import { addSignature, type Digest, digests, type Signer } from '../external.ts';
import { placeIn } from '../hd/path.ts';
import { ledgerLimits, unreadable } from './ledgerapp.ts';
import { statusError } from './status.ts';

/** What the Avalanche app of a Ledger answers. */
export interface LedgerAnswer {
  /** 0x9000 if all is well. */
  readonly returnCode: number;
  readonly errorMessage?: string;
  /** By path suffix, `0/5`: r, s and the recovery id. */
  readonly signatures?: ReadonlyMap<string, Uint8Array> | null;
}

/**
 * The two calls of the app’s client that are needed; `AvalancheApp` of `@avalabs/hw-app-avalanche` and its predecessors have them.
 * Source: ledger-avalanche `js/src/index.ts`.
 */
export interface LedgerApp {
  sign(
    pathPrefix: string,
    signingPaths: string[],
    message: Uint8Array,
    changePaths?: string[],
  ): Promise<LedgerAnswer>;
  signHash(pathPrefix: string, signingPaths: string[], hash: Uint8Array): Promise<LedgerAnswer>;
}

/** Whose keys a device has. */
export interface LedgerAccount {
  /** `m/44'/9000'/0'` */
  readonly path: string;
  /** Tells its own addresses from those that others derive by the same paths; without it all count as its own. */
  readonly owner?: Wallet['owner'];
}

/** How a device is asked. */
export interface LedgerOptions {
  /**
   * Whether it may be given a hash, of which it shows nothing but digits: `never` (if not given), of what it cannot read
   * (`unreadable`), or `always`.
   */
  readonly hash?: 'never' | 'unreadable' | 'always';
  /** Bytes that its buffer holds; 16384 if not given, 8192 on a Nano S. */
  readonly maxBytes?: number;
  /** Types of transactions that a newer app reads beside those of 1.4. */
  readonly reads?: readonly string[];
}

/**
 * A Ledger with the Avalanche app. It is asked once, for all addresses of the account whose paths the draft has; outputs of the
 * draft’s change in the account it does not show. What it cannot read or hold is known before it is asked.
 * @param app `AvalancheApp` of its client, or the like.
 * @param account Whose keys sign: an `account` of `avalanche-tx/hd`.
 * @throws {AvalancheError} From `sign`. `Unsupported`: the app cannot read it, context has `reason`; `TooLong`: its buffer cannot hold
 *   it; `Declined`; `SignerFailed`: context has `status`; `BadSignature`: it holds other keys than the paths say.
 */
export const ledgerSigner = /* @__PURE__ */ guarded(function ledgerSigner(
  app: LedgerApp,
  account: LedgerAccount,
  options: LedgerOptions = {},
): Signer {
  return {
    async sign(draft) {
      const mine = digests(draft).filter((of) => isOurs(account, draft, of));
      const signing = suffixes(
        account.path,
        mine.map(({ path }) => path),
      );
      if (signing.length === 0) return draft;
      const answer = await ask(app, account.path, signing, draft, options);
      const { signatures } = answer;
      if (typeof signatures?.get !== 'function')
        throw new AvalancheError('SignerFailed', 'the device returned no signatures');
      const digest = sha256(unsignedBytes(draft));
      return signing.reduce(
        (signed, suffix) =>
          within(['device', `${account.path}/${suffix}`], () => {
            const signature = signatures.get(suffix);
            if (signature)
              return addSignature(signed, { digest, signature: Uint8Array.from(signature) });
            throw new AvalancheError('SignerFailed', 'the device returned no signature');
          }),
        draft,
      );
    },
  };
});

function isOurs(
  { path: account, owner }: LedgerAccount,
  draft: Draft,
  { path, address, slots: [first] }: Digest,
): boolean {
  const place = path === undefined ? undefined : placeIn(account, path);
  if (!place || !owner || place.branch > 1 || draft.slots[first!.credential]!.kind === 'account')
    return place !== undefined;
  const { addresses } = owner(place.index, place.branch === 1);
  return addresses.some((own) => equalBytes(own, address));
}

async function ask(
  app: LedgerApp,
  path: string,
  signing: readonly string[],
  draft: Draft,
  { hash = 'never', maxBytes = ledgerLimits.maxBytes, reads = [] }: LedgerOptions,
): Promise<LedgerAnswer> {
  const message = unsignedBytes(draft);
  const change = changeSuffixes(draft, path);
  const shown = new Set([...signing, ...change]).size;
  const problem =
    unreadable(draft, reads) ??
    tooLong(
      ledgerLimits.bytesOfCount + shown * ledgerLimits.bytesOfPath + message.length,
      maxBytes,
    );
  if (problem && hash === 'never') throw problem;
  const byHash = hash === 'always' || problem !== undefined;
  let answer: LedgerAnswer;
  try {
    answer = byHash
      ? await app.signHash(path, [...signing], sha256(message))
      : await app.sign(path, [...signing], message, change);
  } catch (e) {
    throw statusError((e as { readonly statusCode?: unknown } | null)?.statusCode);
  }
  if (answer?.returnCode !== 0x9000) throw statusError(answer?.returnCode);
  return answer;
}

const tooLong = (bytes: number, maxBytes: number): AvalancheError | undefined =>
  bytes > maxBytes
    ? new AvalancheError(
        'TooLong',
        `the transaction has ${bytes} bytes, the device holds ${maxBytes}`,
        { length: bytes, max: maxBytes },
      )
    : undefined;

/** The paths that are of an account, without its own, each once. */
const suffixes = (account: string, paths: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(
    paths.flatMap((path) => {
      const place = path === undefined ? undefined : placeIn(account, path);
      return place ? [`${place.branch}/${place.index}`] : [];
    }),
  ),
];

/** Of change to a single address. An output that others own too is shown: the device would look for one of its owners only. */
function changeSuffixes(draft: Draft, account: string): string[] {
  const chain = blockchainOf(draft);
  const addresses = draft.change.flatMap(({ output }) =>
    output.addresses.length === 1
      ? [formatAddress(chain, output.addresses[0]!, draft.network)]
      : [],
  );
  return [
    ...suffixes(
      account,
      addresses.map((address) => draft.paths?.[address]),
    ),
  ];
}
