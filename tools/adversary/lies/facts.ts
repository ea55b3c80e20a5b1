/** Lies of a node about everything but UTXOs: fees, time, constants, heights, authorities and evidence. */
import { formatAddress } from '../../../src/text/address.ts';
import { equalBytes } from '../../../src/text/bytes.ts';
import { formatBytes, parseBytes } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import { type JSONAny, type Liar, type MakeLie, member, oneNumber, sometimes } from './answers.ts';
import { plusAfter } from './owners.ts';

const addressText = ({ world }: Liar, bytes: Uint8Array): string =>
  formatAddress('P', world.local.ready.hrp, bytes);

/** Somebody else as an authority. */
function otherAuthority(liar: Liar, addresses: readonly string[], threshold: string) {
  const { rng, world } = liar;
  const attacker = addressText(liar, rng.pick([world.after, world.before]).shortID);
  const victim = addressText(liar, world.victim.shortID);
  const many = [...new Set([...addresses, attacker])];
  return rng.pick([
    { addresses: [attacker], threshold: '1' },
    { addresses: many, threshold },
    { addresses: many, threshold: `${many.length}` },
    { addresses: [victim], threshold: '1' },
    { addresses, threshold, locktime: '9999999999' },
  ]);
}

const constants =
  /^(info\.(getNetworkID|getBlockchainID|upgrades)|avm\.getTxFee|platform\.(getStakingAssetID|getFeeConfig|getValidatorFeeConfig|getMinStake))$/;

function otherConstant(of: Liar, result: JSONAny, method: string): JSONAny {
  const { rng, world } = of;
  switch (method) {
    case 'info.getNetworkID':
      return { networkID: rng.pick(['1', '5', '1337', '12346']) };
    case 'info.getBlockchainID':
      return { blockchainID: formatID(rng.bytes(32)) };
    case 'platform.getStakingAssetID':
      return {
        assetID: rng.pick([formatID(rng.bytes(32)), ...Object.values(world.local.ready.assets)]),
      };
    case 'info.upgrades': {
      const key = rng.pick(Object.keys(result).filter((name) => name.endsWith('Time')));
      return { ...result, [key]: rng.pick(['2020-12-05T05:00:00Z', '2099-12-05T05:00:00Z']) };
    }
    default:
      return oneNumber(result, rng);
  }
}
/** Bytes of a transaction with its owners changed: its hash is another then. */
function forged(liar: Liar, hex: string): string {
  const bytes = parseBytes(hex, 'hex').slice();
  const { victim, friends, loner, before, after } = liar.world;
  const honest = [victim, ...friends, loner].map(({ shortID }) => shortID);
  const attacker = liar.rng.pick([before, after]).shortID;
  for (let at = 0; at + 20 <= bytes.length; at++)
    if (honest.some((of) => equalBytes(of, bytes.subarray(at, at + 20)))) bytes.set(attacker, at);
  return formatBytes(bytes, 'hex');
}

export const factLies = {
  'fee: price, excess, capacity': member(/^platform\.getFeeState$/, ({ rng }, result) => {
    const { timestamp, ...numbers } = result;
    return { ...oneNumber(numbers, rng), timestamp };
  }),
  'time: of the chain': member(/^platform\.getFeeState$/, ({ rng }, result) => ({
    ...result,
    timestamp: rng.pick(['2010-01-01T00:00:00Z', '2032-01-01T00:00:00Z', '2101-01-01T00:00:00Z']),
  })),
  'constants: one': sometimes(member(constants, otherConstant), 30),
  'constants: all': member(constants, otherConstant),
  'height: another each time': () => {
    let height = 10_000;
    return (method) => (method.endsWith('.getHeight') ? { height: `${height++}` } : undefined);
  },
  'authority: of a subnet': member(/^platform\.getSubnet$/, (liar, result) => {
    const { addresses, ...more } = otherAuthority(liar, result.controlKeys, result.threshold);
    return { ...result, controlKeys: addresses, ...more };
  }),
  'authority: of an L1 validator': member(/^platform\.getL1Validator$/, (liar, result) => {
    const { addresses, threshold } = result.deactivationOwner;
    const deactivationOwner = {
      ...result.deactivationOwner,
      ...otherAuthority(liar, addresses, threshold),
    };
    return { ...result, deactivationOwner };
  }),
  'authority: of an auto-renewed validator': member(
    /^platform\.getCurrentValidators$/,
    (liar, result) => ({
      ...result,
      validators: result.validators.map((of: JSONAny) =>
        of.validatorAuthority
          ? {
              ...of,
              validatorAuthority: {
                ...of.validatorAuthority,
                ...otherAuthority(
                  liar,
                  of.validatorAuthority.addresses,
                  of.validatorAuthority.threshold,
                ),
              },
            }
          : of,
      ),
    }),
  ),
  'evidence: forged, for a wrong owner': (liar) => {
    const wrong = plusAfter(liar);
    return (method, result, call) =>
      method.endsWith('.getTx')
        ? { ...result, tx: forged(liar, result.tx) }
        : wrong(method, result, call);
  },
  'evidence: another transaction, for a wrong owner': (liar) => {
    const wrong = plusAfter(liar);
    let last: string | undefined;
    return (method, result, call) => {
      if (!method.endsWith('.getTx')) return wrong(method, result, call);
      const tx = last ?? result.tx;
      last = result.tx;
      return { ...result, tx };
    };
  },
} as const satisfies Readonly<Record<string, MakeLie>>;
