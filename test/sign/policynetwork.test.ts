/** A custom network has the parameters that the draft says, unless the policy says them. */
import { expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { customNetwork } from '../../src/network/custom.ts';
import type { Network } from '../../src/network/network.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import { formatPolicy, parsePolicy, policyOf } from '../../src/sign/index.ts';
import { asset, key, pState, utxo } from '../support/state.ts';

const [victim, payee] = [key(1), key(2)];
const devnet = customNetwork({
  networkID: 77,
  avaxAssetID: asset(41),
  chains: { X: asset(42), C: asset(43) },
});
/** A payment on a network. */
const draftOn = (network: Network) =>
  buildBaseTx(
    { ...pState([utxo(1, 10_000_000n, { assetID: network.avaxAssetID })]), network },
    { outputs: [{ to: payee.shortID, amount: 1n }] },
  );
const own = [victim.shortID];

/** The same network, as somebody describes it who wants a higher fee or another asset. */
const lies: Readonly<Record<string, Network>> = {
  'network.pFees.maxCapacity': { ...devnet, pFees: { ...devnet.pFees, maxCapacity: 2n ** 40n } },
  'network.avaxAssetID': { ...devnet, avaxAssetID: asset(44) },
  'network.evmChainID': { ...devnet, evmChainID: 43114n },
  'network.chains.C.alias': {
    ...devnet,
    chains: { ...devnet.chains, C: { ...devnet.chains.C, alias: 'D' } },
  },
};

it.each(Object.entries(lies))('a policy with a whole network refuses another %s', (path, lie) => {
  const policy = policyOf({ ...policyOf(draftOn(devnet), { own }).rules, network: devnet });
  expect(checkPolicy(draftOn(devnet), policy, { own })).toEqual([]);
  expect(checkPolicy(draftOn(lie), policy, { own })).toMatchObject([
    { code: 'NetworkNotAllowed', path },
  ]);
});

it('a policy with a whole network refuses one that lacks a parameter', () => {
  const network = { ...devnet, evmChainID: 7n };
  const policy = policyOf({ ...policyOf(draftOn(network), { own }).rules, network });
  expect(checkPolicy(draftOn(network), policy, { own })).toEqual([]);
  expect(checkPolicy(draftOn(devnet), policy, { own })).toMatchObject([
    { code: 'NetworkNotAllowed', path: 'network.evmChainID' },
  ]);
});

it('a policy with a name or number of a network says which network it needs', () => {
  const found = (network: string | number) =>
    checkPolicy(draftOn(devnet), policyOf({ network, inputs: 'claimed' }), { own });
  expect(found('mainnet')).toEqual([
    {
      code: 'NetworkNotAllowed',
      path: 'network',
      detail: `${devnet.name} (77), mainnet is needed`,
    },
  ]);
  expect(found(77).map(({ code }) => code)).not.toContain('NetworkNotAllowed');
});

it('the full policy of a draft on a custom network holds its parameters, in a file too', () => {
  const policy = parsePolicy(formatPolicy(policyOf(draftOn(devnet), { own })));
  expect(policy.rules.network).toMatchObject({ networkID: 77, avaxAssetID: asset(41) });
  expect(checkPolicy(draftOn(devnet), policy, { own })).toEqual([]);
  const lie = lies['network.pFees.maxCapacity']!;
  expect(checkPolicy(draftOn(lie), policy, { own }).map(({ code }) => code)).toEqual([
    'NetworkNotAllowed',
  ]);
});
