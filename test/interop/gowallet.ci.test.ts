/** The same transaction half-signed by the node’s own wallet and finished here, and the other way round. */
import { expect, it } from 'vitest';
import { runOracle } from '../../scripts/oracle.ts';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateChainTx,
  buildImportTx,
  type Draft,
} from '../../src/builder/index.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { unsignedBytes } from '../../src/draft/check.ts';
import { fromForeign, toForeign } from '../../src/interop/index.ts';
import { chooseSigners, finalize, type Key, sign } from '../../src/sign/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { encode } from '../../src/wire/codec.ts';
import { describeWithGo } from '../support/go.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

const [, b, c] = trio;
const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const subnetID = formatID(asset(9));
const locked = lockedUTXO(5, avax('30'), now + 1000n);
const sharedLock = {
  ...locked,
  output: {
    ...(locked.output as Extract<typeof locked.output, { readonly type: 'stakeable.LockOut' }>),
    output: utxo(5, avax('30'), { owner }).output,
  },
};
const state = pState([utxo(1, avax('30'), { owner }), utxo(2, avax('9'), { owner }), sharedLock], {
  from: owner.addresses,
  authorities: { [subnetID]: owner },
  imports: { X: [utxo(3, 2_000_000n, { owner })] },
});
const to = key(7).shortID;
const drafts: readonly (readonly [string, Draft])[] = [
  ['BaseTx', buildBaseTx(state, { outputs: [{ to, amount: avax('31') }] })],
  ['an import', buildImportTx(state, { from: 'X' })],
  [
    'an authority',
    buildCreateChainTx(state, { subnetID, name: 'x', vm: 'subnetevm', genesis: new Uint8Array(9) }),
  ],
  [
    'a stake of locked funds',
    buildAddPermissionlessDelegatorTx(
      state,
      {
        nodeID: formatNodeID(new Uint8Array(20).fill(3)),
        amount: avax('25'),
        end: now + days(15),
        rewardsOwner: to,
      },
      { locked: 'only' },
    ),
  ],
];
const utxos = [...state.utxos, ...state.imports!.X!].map((of) => formatHex(encode(UTXO, of)));
const secretOf = (k: Key): string =>
  formatHex(new Uint8Array(32).fill([1, 2, 3].find((n) => key(n) === k)!));

async function goSigns(bytes: Uint8Array, kind: 'tx' | 'unsignedTx', ...keys: readonly Key[]) {
  const owners = {
    [subnetID]: { threshold: 2, addresses: owner.addresses.map((of) => formatHex(of)) },
  };
  const request = { hex: formatHex(bytes), kind, utxos, owners, keys: keys.map(secretOf) };
  const out = await runOracle('poracle', ['sign'], `${JSON.stringify(request)}\n`);
  const { ok, error, hex } = JSON.parse(out.toString()) as {
    ok: boolean;
    error: string;
    hex: string;
  };
  if (!ok) throw new Error(error);
  return parseHex(hex);
}

describeWithGo('avalanchego’s wallet', () => {
  it.each(drafts)('%s: half-signed there, finished here', async (_, built) => {
    const draft = chooseSigners(built, [b.shortID, c.shortID]).draft;
    const half = fromForeign(await goSigns(unsignedBytes(draft), 'unsignedTx', c), state).draft;
    expect(half.missing.length).toBe(draft.slots.length);
    expect(half).toEqual({ ...sign(draft, c, trusting), change: half.change });
    expect(finalize(sign(half, b, trusting)).bytes).toEqual(
      finalize(sign(draft, [b, c], trusting)).bytes,
    );
  });

  it.each(drafts)('%s: half-signed here, finished there', async (_, built) => {
    const draft = chooseSigners(built, [b.shortID, c.shortID]).draft;
    const whole = await goSigns(toForeign(sign(draft, b, trusting), 'avalanchego'), 'tx', c);
    expect(whole).toEqual(finalize(sign(draft, [b, c], trusting)).bytes);
    expect(finalize(fromForeign(whole, state).draft).bytes).toEqual(whole);
  });
});
