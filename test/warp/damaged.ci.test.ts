import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer } from '../../apps/cli/src/answer.ts';
import { runOracle } from '../../scripts/oracle.ts';
import { verifyProposer } from '../../src/blocks/proposer.ts';
import { ProposerBlock } from '../../src/blocks/proposervm.ts';
import { isError } from '../../src/errors/error.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { decode } from '../../src/wire/codec.ts';
import { describeWithGo } from '../support/go.ts';
import { runs, seedOr } from '../support/seeded.ts';
import { rows } from '../support/vectors.ts';

const samples = [
  ...rows('warp').flatMap((row) => [
    { kind: row.kind as string, hex: row.hex },
    { kind: 'warpPayload', hex: row.payloadHex },
    ...(row.innerHex === undefined ? [] : [{ kind: 'l1Payload', hex: row.innerHex }]),
  ]),
  ...rows('x-blocks').flatMap(({ kind, hex, fields }) => {
    const { signedHeaderHex } = (fields ?? {}) as { readonly signedHeaderHex?: string };
    const header = { kind: 'proposervmHeader', hex: signedHeaderHex! };
    return [{ kind: kind as string, hex }, ...(signedHeaderHex === undefined ? [] : [header])];
  }),
  ...rows('containers').map(({ recordHex }) => ({ kind: 'container', hex: recordHex })),
].map((sample) => ({ ...sample, chain: sample.kind === 'block' ? 'X' : 'P' }));

/** A sample with one byte changed, taken out or put in. */
const damaged = fc
  .tuple(fc.constantFrom(...samples), fc.nat(), fc.constantFrom(0, 1, 2, 0x80, 0xff), fc.nat(2))
  .map(([{ hex, ...sample }, place, byte, how]) => {
    const bytes = [...parseHex(hex)];
    // Most of what can be wrong stands at the front, in a wrapper with its certificate.
    const front = sample.kind === 'proposervm' ? 200 : 64;
    const at = (place % 3 === 0 ? place : place % front) % Math.max(1, bytes.length);
    if (how === 0) bytes.splice(at, 1, byte);
    else if (how === 1) bytes.splice(at, 1);
    else bytes.splice(at, 0, byte);
    return { ...sample, hex: formatHex(Uint8Array.from(bytes)) };
  });

/** Whether a wrapper is as its proposer signed it for the P-chain. */
function isProposed(hex: string): boolean {
  try {
    verifyProposer(decode(ProposerBlock, parseHex(hex)), new Uint8Array(32));
    return true;
  } catch (e) {
    if (!isError(e)) throw e;
    return false;
  }
}

interface Reply {
  readonly ok: boolean;
  readonly hex?: string;
  readonly txID?: string;
  readonly blockID?: string;
  readonly json?: string;
  readonly verifyOK?: boolean;
}

describeWithGo('the node, on damaged messages and wrappers', () => {
  it('takes and refuses the same, and writes the same bytes and JSON', async () => {
    const seed = seedOr(1);
    const requests = [...samples, ...fc.sample(damaged, { seed, numRuns: runs(2000) })].map(
      (request, id) => ({ ...request, id, network: 'fuji' }),
    );
    const lines = requests.map((request) => JSON.stringify(request));
    const said = (await runOracle('xoracle', ['check'], `${lines.join('\n')}\n`))
      .toString()
      .trimEnd()
      .split('\n');
    expect(said).toHaveLength(lines.length);
    let taken = 0;
    let proposed = 0;
    said.forEach((line, i) => {
      const request = requests[i]!;
      const node = JSON.parse(line) as Reply;
      const text = answer(lines[i]!);
      const ours = JSON.parse(text) as Record<string, unknown>;
      expect({
        request,
        ok: ours.ok,
        hex: ours.hex,
        id: ours.messageID ?? ours.blockID ?? ours.containerID,
      }).toEqual({
        request,
        ok: node.ok,
        hex: node.ok ? node.hex : undefined,
        id: node.txID ?? node.blockID,
      });
      // Of a container the oracle prints the reply of the API.
      if (node.json && request.kind !== 'container')
        expect(text).toContain(`,"json":${node.json}}`);
      if (!node.ok) return;
      taken++;
      if (request.kind !== 'proposervm') return;
      expect({ request, ok: isProposed(request.hex) }).toEqual({ request, ok: node.verifyOK });
      if (node.verifyOK) proposed++;
    });
    expect(taken).toBeGreaterThan(lines.length / 10);
    expect(taken).toBeLessThan(lines.length);
    expect(proposed).toBeGreaterThan(5);
  });
});
