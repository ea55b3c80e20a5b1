import type { LockOut } from '../chain/fx/stakeable.ts';
import type { FxOutput } from '../chain/xchain/components.ts';
import { Finder, type Found } from './find.ts';
import type { AnyUnsignedTx } from './types.ts';

/** An output that a transaction makes. Its place in the list is its index among the outputs of the transaction. */
export interface Make {
  readonly output: FxOutput | LockOut;
  /** The asset; undefined if it is the one that the transaction creates. */
  readonly assetID: Uint8Array | undefined;
  readonly why: 'output' | 'export' | 'mint' | 'stake';
  /** The chain that it is exported to. */
  readonly to: Uint8Array | undefined;
}

const making = /* @__PURE__ */ new Finder('makes', 'issues');

/** The outputs that a transaction makes, by their index: outputs first, then stake, exported outputs, initial states or what operations make. */
export function makesOf(tx: AnyUnsignedTx): readonly Make[] {
  const made: Make[] = [];
  for (const of of making.in(tx))
    if (of.is === 'issues') {
      const assetID = of.role.of === 'created' ? undefined : of.asset;
      const why = of.role.why === 'mint' ? 'mint' : 'output';
      for (const output of issuedBy(of)) made.push({ output, assetID, why, to: undefined });
    } else {
      const to = of.role.to === undefined ? undefined : (of.around[of.role.to] as Uint8Array);
      const why = to ? 'export' : (of.role.why ?? 'output');
      for (const { assetID, output } of of.value) made.push({ output, assetID, why, to });
    }
  return made;
}

/** The outputs of a field with the role `issues`: owners get the type and fields that the role names. */
function issuedBy({ role, value, around }: Found<'issues'>): readonly FxOutput[] {
  const list = (Array.isArray(value) ? value : [value]) as readonly FxOutput[];
  const { as } = role;
  if (!as) return list;
  const shared = Object.fromEntries(as.with.map((key) => [key, around[key]]));
  return list.map(({ locktime, threshold, addresses }) => {
    return { type: as.type, ...shared, locktime, threshold, addresses } as FxOutput;
  });
}
