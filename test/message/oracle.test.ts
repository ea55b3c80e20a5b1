import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runOracle } from '../../scripts/oracle.ts';
import { answer } from '../../src/cli/stream.ts';
import { formatHex, parseHex } from '../../src/text/bytes.ts';
import { describeWithGo } from '../support/go.ts';
import { rows } from '../support/vectors.ts';

const samples = rows('warp').flatMap((row) => [
  { kind: row.kind, hex: row.hex },
  { kind: 'warpPayload', hex: row.payloadHex },
  ...(row.innerHex === undefined ? [] : [{ kind: 'l1Payload', hex: row.innerHex }]),
]);

/** A sample with one byte changed, taken out or put in. */
const damaged = fc
  .tuple(fc.constantFrom(...samples), fc.nat(), fc.constantFrom(0, 1, 2, 0x80, 0xff), fc.nat(2))
  .map(([{ kind, hex }, place, byte, how]) => {
    const bytes = [...parseHex(hex)];
    // Most of what can be wrong stands at the front.
    const at = (place % 3 === 0 ? place : place % 64) % Math.max(1, bytes.length);
    if (how === 0) bytes.splice(at, 1, byte);
    else if (how === 1) bytes.splice(at, 1);
    else bytes.splice(at, 0, byte);
    return { kind, hex: formatHex(Uint8Array.from(bytes)) };
  });

describeWithGo('the node, on damaged messages', () => {
  it('takes and refuses the same, and writes the same bytes and JSON', async () => {
    const seed = Number(process.env.ORACLE_SEED ?? 1);
    const requests = [
      ...samples,
      ...fc.sample(damaged, { seed, numRuns: Number(process.env.FC_NUM_RUNS ?? 2000) }),
    ].map((request, id) => JSON.stringify({ ...request, id, network: 'fuji' }));
    const said = (await runOracle('xoracle', ['check'], `${requests.join('\n')}\n`))
      .toString()
      .trimEnd()
      .split('\n');
    expect(said).toHaveLength(requests.length);
    let taken = 0;
    said.forEach((line, i) => {
      const node = JSON.parse(line) as { ok: boolean; hex?: string; txID?: string; json?: string };
      const text = answer(requests[i]!);
      const ours = JSON.parse(text) as { ok: boolean; hex?: string; messageID?: string };
      expect({ request: requests[i], ok: ours.ok, hex: ours.hex, id: ours.messageID }).toEqual({
        request: requests[i],
        ok: node.ok,
        hex: node.ok ? node.hex : undefined,
        id: node.txID,
      });
      if (node.json) expect(text).toContain(`,"json":${node.json}}`);
      if (node.ok) taken++;
    });
    expect(taken).toBeGreaterThan(requests.length / 10);
    expect(taken).toBeLessThan(requests.length);
  });
});
