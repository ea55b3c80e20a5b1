import { beforeEach, describe, expect, it } from 'vitest';
import { chainOf, exampleNames, exampleOf, stateOf } from '../../examples/intents/index.ts';
import { build } from '../../src/builder/index.ts';
import { avax, days } from '../../src/index.ts';
import { formatDraft, parseDraft, privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { parseID } from '../../src/text/id.ts';
import { Finder } from '../../src/tx/find.ts';
import { createWallet, type WalletIntent } from '../../src/wallet/index.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { L1Payload } from '../../src/warp/l1.ts';
import { Payload, UnsignedMessage } from '../../src/warp/message.ts';
import { encode } from '../../src/wire/codec.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const me = key.address('P', network);
let submitted = 0;
const walletOf = () =>
  createWallet({
    url: 'http://testnode',
    connect: {
      ...testnode,
      retry: { sleep: async () => {} },
      transport: async (request) => {
        if (request.body?.includes('platform.issueTx')) submitted++;
        return testnode.transport(request);
      },
    },
    signer: key,
    resubmitAfter: 500,
  });

const right = provePossession(new Uint8Array(32).fill(3));
/** The proof of another key. */
const wrong = {
  ...right,
  proofOfPossession: provePossession(new Uint8Array(32).fill(4)).proofOfPossession,
};
type Proof = typeof right;
const nodeOf = (nodePOP: Proof) => ({ nodeID: new Uint8Array(20).fill(3), nodePOP });

async function validation(nodePOP: Proof): Promise<WalletIntent> {
  return {
    type: 'AddPermissionlessValidatorTx',
    chain: 'P',
    node: nodeOf(nodePOP),
    end: testnode.time() + 20n * 86_400n,
    amount: avax('2000'),
    delegationFee: '2%',
  };
}

async function conversion(nodePOP: Proof): Promise<WalletIntent> {
  const made = await walletOf().run({ type: 'CreateSubnetTx', chain: 'P' });
  if (made.status !== 'Accepted') throw new Error(made.status);
  const subnetID = made.txs[0]!.txID;
  const other = { nodeID: new Uint8Array(20).fill(9), nodePOP: right };
  return {
    type: 'ConvertSubnetToL1Tx',
    chain: 'P',
    subnetID,
    managerChainID: subnetID,
    managerAddress: '0x',
    validators: [other, nodeOf(nodePOP)].map((node) => ({ node, weight: 1n, balance: avax('1') })),
  };
}

async function registration({ proofOfPossession }: Proof): Promise<WalletIntent> {
  const { subnetID, chainID } = testnode.addL1({ validators: 2, balance: avax('5') });
  const owner = { threshold: 1, addresses: [key.shortID] };
  const payload = encode(L1Payload, {
    type: 'message.RegisterL1Validator',
    subnetID: parseID(subnetID),
    nodeID: new Uint8Array(20).fill(3),
    blsPublicKey: right.publicKey,
    expiry: testnode.time() + 3600n,
    remainingBalanceOwner: owner,
    disableOwner: owner,
    weight: 10n,
  });
  const unsigned = encode(UnsignedMessage, {
    NetworkID: network.networkID,
    SourceChainID: parseID(chainID),
    Payload: encode(Payload, {
      type: 'payload.AddressedCall',
      SourceAddress: new Uint8Array(20).fill(1),
      Payload: payload,
    }),
  });
  return {
    type: 'RegisterL1ValidatorTx',
    chain: 'P',
    message: testnode.signWarp(unsigned),
    balance: avax('1'),
    proofOfPossession,
  };
}

async function renewal(nodePOP: Proof): Promise<WalletIntent> {
  return {
    type: 'AddAutoRenewedValidatorTx',
    chain: 'P',
    node: nodeOf(nodePOP),
    amount: avax('2000'),
    period: days(14),
    delegationFee: '2%',
    autoCompound: '30%',
  };
}

/** An intent of each type with a proof of possession. */
const cases: { readonly [type: string]: (proof: Proof) => Promise<WalletIntent> } = {
  AddPermissionlessValidatorTx: validation,
  AddAutoRenewedValidatorTx: renewal,
  ConvertSubnetToL1Tx: conversion,
  RegisterL1ValidatorTx: registration,
};

it('is in these types alone', () => {
  const proofs = new Finder('proof');
  const proving = exampleNames.filter((name) => {
    const { intent, options } = exampleOf(name);
    return proofs.in(build(stateOf(chainOf(name)), intent, options).unsignedTx).length > 0;
  });
  expect(
    Object.keys(cases)
      .map((type) => `P.${type}`)
      .sort(),
  ).toEqual(proving.toSorted());
});

describe.each(Object.entries(cases))('the proof of possession of %s', (_, intentWith) => {
  beforeEach(() => testnode.fund('P', { to: me, amount: avax('3000') }));

  it('is refused before anything is signed if it is wrong, and no coin is held', async () => {
    const intent = await intentWith(wrong);
    const wallet = walletOf();
    const before = (await wallet.balances()).P;
    submitted = 0;
    const steps: string[] = [];
    const onProgress = ({ step }: { readonly step: string }) => void steps.push(step);
    const e = await failed(wallet.run(intent, { onProgress }));
    expect([e.code, e.path.at(-1)]).toEqual(['BadSignature', 'proofOfPossession']);
    expect(e.message).toContain('does not prove possession');
    expect([submitted, steps]).toEqual([0, ['planned', 'built']]);
    expect(await wallet.payments()).toEqual([]);
    expect((await wallet.balances()).P).toEqual(before);
  });

  it('is why a preview says that the call would be refused', async () => {
    const { refusal, draft } = await walletOf().preview(await intentWith(wrong));
    expect([refusal?.code, refusal?.path.at(-1)]).toEqual(['BadSignature', 'proofOfPossession']);
    expect(draft.fee.total).toBeGreaterThan(0n);
    expect((await walletOf().preview(await intentWith(right))).refusal).toBeUndefined();
  });

  it('is refused in a draft from elsewhere, before anybody is asked', async () => {
    const intent = await intentWith(wrong);
    const { draft } = await walletOf().preview(intent);
    const wallet = walletOf();
    submitted = 0;
    let asked = 0;
    const confirm = () => asked++ >= 0;
    const e = await failed(wallet.finish(parseDraft(formatDraft(draft)), { confirm }));
    expect([e.code, submitted, asked]).toEqual(['BadSignature', 0, 0]);
    expect(await wallet.payments()).toEqual([]);
  });

  it('is accepted if it is right', async () => {
    const intent = await intentWith(right);
    submitted = 0;
    expect((await walletOf().run(intent)).status).toBe('Accepted');
    expect(submitted).toBe(1);
  });
});
