/** A test node on which an address did everything that its history has a word for. */
import type { Testnode } from '../../src/testnode/index.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { AVAX, day, ewoq, newNode, other, send } from '../support/testnode.ts';

/** The chains of a node, the one who lived, and the transactions. */
export interface LivedNode {
  readonly node: Testnode;
  readonly me: { readonly P: string; readonly X: string };
  readonly txIDs: Readonly<
    Record<
      'delegation' | 'refused' | 'renewed' | 'payment' | 'export' | 'import' | 'l1' | 'asset',
      string
    >
  >;
  /** A time before the export. */
  readonly half: bigint;
}

/** `other` gets funds, pays, stakes with and without reward, renews, has an L1 validator, moves to X and makes an asset. */
export function livedNode(): LivedNode {
  const node = newNode();
  const me = { P: other.address('P', node.network), X: other.address('X', node.network) };
  const my = [other];
  node.fund('P', { to: me.P, amount: 5_000n * AVAX });
  const to = ewoq.address('P', node.network);
  const payment = send(node, 'P', { type: 'BaseTx', outputs: [{ to, amount: 3n * AVAX }] }, my);
  const { nodeID } = node.addValidator();
  const delegate = () =>
    send(
      node,
      'P',
      {
        type: 'AddPermissionlessDelegatorTx',
        nodeID,
        amount: 100n * AVAX,
        end: node.time() + 15n * day,
        rewardsOwner: me.P,
      },
      my,
    ).txID;
  const delegation = delegate();
  node.endStake(delegation);
  const refused = delegate();
  node.endStake(refused, false);
  const renewed = send(
    node,
    'P',
    {
      type: 'AddAutoRenewedValidatorTx',
      node: {
        nodeID: new Uint8Array(20).fill(5),
        nodePOP: provePossession(new Uint8Array(32).fill(5)),
      },
      amount: 2_000n * AVAX,
      period: 14n * day,
      delegationFee: '2%',
      autoCompound: '50%',
      rewardsOwner: me.P,
      validatorAuthority: me.P,
    },
    my,
  ).txID;
  node.endStake(renewed);
  const stop = { type: 'SetAutoRenewedValidatorConfigTx', txID: renewed, period: 'stop' } as const;
  send(node, 'P', { ...stop, autoCompound: '0%' }, my);
  node.endStake(renewed);
  const { validationIDs } = node.addL1({ balance: 2n * AVAX, owner: me.P });
  const l1 = send(node, 'P', { type: 'DisableL1ValidatorTx', validationID: validationIDs[0]! }, my);
  const half = node.time() + 1n;
  node.advanceTime(day);
  const exported = send(
    node,
    'P',
    { type: 'ExportTx', to: 'X', outputs: [{ to: me.X, amount: 50n * AVAX }] },
    my,
  );
  const imported = send(node, 'X', { type: 'ImportTx', from: 'P', to: me.X }, my);
  const asset = send(
    node,
    'X',
    {
      type: 'CreateAssetTx',
      name: 'Token',
      symbol: 'TOK',
      denomination: 2,
      initial: { fungible: { holders: [{ to: me.X, amount: 1_000n }] } },
    },
    my,
  );
  const txIDs = {
    delegation,
    refused,
    renewed,
    payment: payment.txID,
    export: exported.txID,
    import: imported.txID,
    l1: l1.txID,
    asset: asset.txID,
  };
  return { node, me, txIDs, half };
}
