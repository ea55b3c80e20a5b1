/** Who signed a warp message, by the validators that the reader gives. */
import { expect, it } from 'vitest';
import { judgeSigners, shareOf } from '../../apps/inspector/model/warpsigners.ts';
import { formatHex } from '../../src/text/hex.ts';
import * as bls from '../../src/warp/bls.ts';
import { signerSetOf } from '../../src/warp/signerset.ts';
import { thrown } from '../support/thrown.ts';
import { nodes, reply, secrets, signedBy, unsigned, without } from './validators.ts';

it('names those who signed with their weights, and says whether they are enough', () => {
  const judged = judgeSigners(signedBy(0, 1), reply);
  expect(judged).toMatchObject({ signed: 70n, total: 100n, isEnough: true, isTheirs: true });
  expect(
    judged.signers.map(({ nodes: [id], weight, hasSigned }) => [id, weight, hasSigned]),
  ).toEqual([
    [nodes[0]!.id, 50n, true],
    [nodes[1]!.id, 20n, true],
    [without, 20n, false],
    [nodes[2]!.id, 10n, false],
  ]);
  expect(shareOf(judged.signed, judged.total)).toBe('70 %');
  expect(judgeSigners(signedBy(1, 2), reply)).toMatchObject({
    signed: 30n,
    isEnough: false,
    isTheirs: true,
  });
});

it('takes nobody for a signer whose signature it is not', () => {
  const others = { [nodes[0]!.id]: { publicKey: formatHex(nodes[2]!.publicKey), weight: '5' } };
  const text = JSON.stringify(others);
  expect(judgeSigners(signedBy(0), reply)).toMatchObject({ isTheirs: true });
  const signed = bls.aggregateWarpMessage(
    unsigned,
    [{ publicKey: nodes[0]!.publicKey, signature: bls.signBLS(unsigned, secrets[0]!) }],
    signerSetOf([nodes[0]!]),
  );
  expect(judgeSigners(signed, text)).toMatchObject({ isTheirs: false, signed: 5n, total: 5n });
  expect(thrown(() => judgeSigners(signedBy(0, 1, 2), text)).code).toBe('OutOfRange');
  expect(thrown(() => judgeSigners(signed, '{"result":{"height":"7"}}')).code).toBe('BadText');
});
