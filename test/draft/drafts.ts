/** Drafts of several types with what proves their owners: what `vectors/drafts.ndjson` is made of. */

import {
  buildBaseTx,
  buildCreateChainTx,
  buildDisableL1ValidatorTx,
  buildExportTx,
  buildImportTx,
  buildOperationTx,
  type Draft,
} from '../../src/builder/index.ts';
import { avmChain, customNetwork } from '../../src/network/custom.ts';
import { fuji } from '../../src/network/known.ts';
import { sign } from '../../src/sign/index.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { formatID } from '../../src/text/id.ts';
import { amountOf, lockedUntil } from '../../src/tx/output.ts';
import { ownerAt, type Parent, parent, registering, spending } from '../support/parents.ts';
import { asset, cState, key, now, pState, trio, utxo, xState } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

const AVAX = fuji.avaxAssetID;
const [a, b, c] = trio;
const from = trio.map((k) => k.shortID);
const twoOfThree = { addresses: from, threshold: 2 };
const shared = outputOwners(twoOfThree, fuji.chains.P, fuji);
const alone = ownerAt(key(1).shortID);
const other = key(7).shortID;

/** A transaction of the P-chain with these outputs, and the UTXOs that they are. */
function paying(...amounts: readonly (readonly [bigint, typeof shared, lock?: bigint])[]) {
  const outputs = amounts.map(([amount, owner, lock]) => ({
    assetID: AVAX,
    output: lockedUntil(amountOf(amount, owner), lock),
  }));
  const tx = parent('P', { type: 'platformvm.BaseTx', ...spending(), outputs });
  return { tx, utxos: outputs.map((of, outputIndex) => ({ txID: tx.txID, outputIndex, ...of })) };
}
const evidenceOf = (...parents: readonly Parent[]) =>
  parents.map(({ chain, bytes }) => ({ chain, bytes }));

const together = paying([1_000_000n, shared], [1_000_000n, shared]);
const byTwo = buildBaseTx(
  pState(together.utxos, {
    from,
    evidence: evidenceOf(together.tx),
    paths: { [a.address('P', fuji)]: "m/44'/9000'/0'/0/0" },
  }),
  { outputs: [{ to: other, amount: 1_500_000n }] },
);

const subnet = parent('P', { type: 'platformvm.CreateSubnetTx', ...spending(), owner: shared });
const subnetID = formatID(subnet.txID);
const funds = paying([1_000_000n, alone]);
const inSubnet = buildCreateChainTx(
  pState(funds.utxos, {
    authorities: { [subnetID]: twoOfThree },
    evidence: evidenceOf(funds.tx, subnet),
  }),
  { subnetID, name: 'x', vm: 'subnetevm', genesis: new Uint8Array(9) },
);

const custom = customNetwork({
  networkID: 7,
  avaxAssetID: asset(1),
  chains: { X: asset(2), C: asset(3) },
});
const elsewhere = buildBaseTx(
  {
    ...xState([utxo(1, 9_000_000n, { assetID: asset(1) })], {
      blockchain: avmChain(asset(5), 'my'),
    }),
    network: custom,
  },
  { outputs: [{ to: key(2).shortID, amount: 1n }], memo: 'é' },
);

const fromC = buildExportTx(cState(), { to: 'P', outputs: [{ to: key(1).shortID, amount: 5n }] });

const exported = parent('C', {
  type: 'atomic.ExportTx',
  networkID: fuji.networkID,
  blockchainID: fuji.chains.C.blockchainID,
  destinationChain: fuji.chains.P.blockchainID,
  inputs: [],
  exportedOutputs: [{ assetID: AVAX, output: amountOf(1_000_000n, shared) }],
});
const importing = buildImportTx(
  pState([], {
    from,
    evidence: evidenceOf(exported),
    imports: {
      C: [
        {
          txID: exported.txID,
          outputIndex: 0,
          assetID: AVAX,
          output: amountOf(1_000_000n, shared),
        },
      ],
    },
  }),
  { from: 'C', to: other },
);

const unlocked = paying([2_000_000n, alone, now - 9n]);
const afterLock = buildBaseTx(pState(unlocked.utxos, { evidence: evidenceOf(unlocked.tx) }), {
  outputs: [{ to: other, amount: 5n }],
});

const l1Owner = (threshold: number, ...addresses: Uint8Array[]) => ({ threshold, addresses });
const { tx: register, validationID } = registering({
  subnetID: subnet.txID,
  remainingBalanceOwner: l1Owner(1, key(1).shortID),
  disableOwner: l1Owner(2, ...from),
});
const disabled = parent('P', {
  type: 'platformvm.DisableL1ValidatorTx',
  ...spending(),
  validationID,
  disableAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [0, 1] },
});
const refunded = buildDisableL1ValidatorTx(
  pState(
    [{ txID: disabled.txID, outputIndex: 0, assetID: AVAX, output: amountOf(1_000_000n, alone) }],
    {
      authorities: { [formatID(validationID)]: twoOfThree },
      evidence: evidenceOf(disabled, register),
    },
  ),
  { validationID: formatID(validationID) },
);

const tokens = parent('X', {
  type: 'avm.CreateAssetTx',
  ...spending(),
  blockchainID: fuji.chains.X.blockchainID,
  outputs: [{ assetID: AVAX, output: amountOf(5_000_000n, alone) }],
  name: 'Tokens',
  symbol: 'TOK',
  denomination: 0,
  initialStates: [
    {
      fxIndex: 1,
      outputs: [{ ...shared, type: 'nftfx.MintOutput', groupID: 3 }],
    },
  ],
});
const minting = buildOperationTx(
  xState(
    [
      {
        txID: tokens.txID,
        outputIndex: 0,
        assetID: AVAX,
        output: amountOf(5_000_000n, alone),
      },
      {
        txID: tokens.txID,
        outputIndex: 1,
        assetID: tokens.txID,
        output: {
          type: 'nftfx.MintOutput',
          groupID: 3,
          locktime: 0n,
          threshold: 2,
          addresses: shared.addresses,
        },
      },
    ],
    { from, evidence: evidenceOf(tokens) },
  ),
  {
    operations: [
      { type: 'mintNFT', assetID: formatID(tokens.txID), to: [other], groupID: 3, payload: 'cat' },
    ],
  },
);

const leaving = buildBaseTx(pState([utxo(1, 2_000_000n), utxo(2, 1n)]), {
  outputs: [{ to: other, amount: 'max' }],
});

/** Drafts by name. */
export const drafts: readonly (readonly [name: string, draft: Draft])[] = [
  [
    '2-of-3 on P, with its parent, paths, descriptor and entries of other programs',
    {
      ...byTwo,
      descriptor: "[m/44'/9000'/0']xpub",
      extra: {
        'example.com/note': Uint8Array.of(1, 2, 3),
        'wallet.example.org/v1.order': new Uint8Array(0),
      },
    },
  ],
  ['the same transaction, signed by one of two', sign(byTwo, a, trusting)],
  ['the same transaction, without evidence', { ...byTwo, evidence: [] }],
  ['an authorization of a subnet, with the transaction that made it', inSubnet],
  ['another AVM of a custom network', elsewhere],
  ['an account of the C-chain, signed', sign(fromC, key(1))],
  ['an import from the C-chain, signed by two', sign(importing, [b, c], trusting)],
  ['funds whose stakeable lock has ended', afterLock],
  ['a refund of an L1 validator, and who may disable it', refunded],
  ['a mint of a token', minting],
  ['funds left behind', leaving],
];
