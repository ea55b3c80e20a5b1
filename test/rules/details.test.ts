/** What findings say to people: ids and nodes as they write them, with the range and the unit. */
import { describe, expect, it } from 'vitest';
import { fuji } from '../../src/network/known.ts';
import { verifyNoMistake } from '../../src/rules/care.ts';
import { checkTx, type Facts } from '../../src/rules/index.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { amountOf } from '../../src/tx/output.ts';
import {
  AVAX,
  at,
  delegation,
  me,
  newChain,
  nodeID,
  permissioned,
  subnetID,
  validatorIs,
} from '../support/ruletx.ts';
import { asset, now, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { spend, xBase } from '../support/tx.ts';

const detail = (tx: Parameters<typeof checkTx>[0], facts: Partial<Facts>, rule: string) =>
  checkTx(tx, at(facts)).findings.find((of) => of.rule === rule)!.detail;

describe('the detail of a finding', () => {
  it('names the subnet whose owner has to be known', () => {
    const says = (facts: Partial<Facts>) => detail(newChain, facts, 'authorization');
    expect(says({})).toBe(`needs subnet ${formatID(subnetID)}`);
    expect(says({ subnets: () => ({}) })).toBe(`needs the owner of subnet ${formatID(subnetID)}`);
    expect(says({ subnets: () => null })).toBe(
      `the chain does not have subnet ${formatID(subnetID)}`,
    );
  });

  it('names the node', () => {
    const node = formatNodeID(nodeID);
    const says = (validators: Facts['validators'], rule: string) =>
      detail(permissioned(), { validators }, rule);
    expect(says(undefined, 'new validator')).toBe(`needs whether ${node} validates`);
    expect(says(() => validatorIs(), 'new validator')).toBe(`${node} validates already`);
    expect(says(() => null, 'validator of the primary network')).toBe(`${node} does not validate`);
  });

  it('names the asset that is staked, and the one that must be', () => {
    const other = delegation({ stake: [{ assetID: asset(7), output: amountOf(10n, me) }] });
    expect(detail(other, {}, 'staked asset')).toBe(
      `${formatID(asset(7))}, must be ${formatID(AVAX)}`,
    );
  });

  it('has the range; of times what they count from', () => {
    const short = delegation({
      validator: { ...delegation().validator, end: now + 1n, weight: 1n },
    });
    expect(detail(short, {}, 'duration')).toMatch(
      /^must be \d+ to \d+ seconds after the start, got 1$/,
    );
    expect(detail(short, {}, 'stake of a delegator')).toMatch(
      /^must be at least \d+ nAVAX, got 1$/,
    );
  });

  it('names the asset that an input says, and the one of the UTXO', () => {
    const spent = { ...utxo(1, 10n), assetID: asset(7) };
    expect(detail(newChain, { utxos: [spent] }, 'UTXOs')).toBe(
      `is ${formatID(AVAX)}, the UTXO has ${formatID(asset(7))}`,
    );
  });

  it('names the asset that no transaction made', () => {
    const burning = xBase([spend(utxo(1, 5n, { assetID: asset(7) }))], []);
    expect(detail({ type: 'avm.BaseTx', ...burning }, { assets: () => null }, 'assets')).toBe(
      `${formatID(asset(7))} is not an asset`,
    );
  });

  it('names the asset that is not AVAX on the C-chain', () => {
    const account = { address: new Uint8Array(20).fill(3), amount: 5n, assetID: asset(7) };
    const toC = {
      type: 'atomic.ImportTx',
      networkID: fuji.networkID,
      blockchainID: fuji.chains.C.blockchainID,
      sourceChain: fuji.chains.P.blockchainID,
      importedInputs: [],
      outputs: [account],
    } as const;
    expect(detail(toC, {}, 'outputs')).toBe(`must be AVAX, got ${formatID(asset(7))}`);
  });

  it('names the feature extension that has no such output', () => {
    const says = (fxIndex: number) =>
      thrown(() =>
        verifyNoMistake(
          {
            type: 'avm.CreateAssetTx',
            ...xBase([], []),
            name: 'A',
            symbol: 'A',
            denomination: 0,
            initialStates: [{ fxIndex, outputs: [amountOf(1n, me)] }],
          },
          { network: fuji },
        ),
      ).detail;
    expect(says(1)).toBe('a secp256k1fx.TransferOutput is not an output of nftfx');
    expect(says(7)).toBe('a secp256k1fx.TransferOutput is not an output of fx 7');
  });
});
