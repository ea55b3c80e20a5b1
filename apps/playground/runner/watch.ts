/** The package's functions that make drafts, signatures and test nodes, as they are, but that the panels are told. */
import { type AnyTx, decodeTx, formatAddress, parseBytes } from 'avalanche-tx';
import type * as build from 'avalanche-tx/build';
import type { Transport } from 'avalanche-tx/rpc';
import type * as sign from 'avalanche-tx/sign';
import type * as testnodes from 'avalanche-tx/testnode';
import type { Testnode } from 'avalanche-tx/testnode';
import { record, recordAddresses, recordDraft, recordRefused, recordTx } from './record.ts';

type Module = { readonly [name: string]: unknown };
type AnyFunction = (...values: never[]) => unknown;

/** Looks at what a function returned. */
function look(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Promise) value.then(look, () => {});
  else if (Array.isArray(value)) value.slice(0, 50).forEach(look);
  else {
    const { kind, draft } = value as { readonly kind?: unknown; readonly draft?: unknown };
    if (kind === 'draft') recordDraft(value as Parameters<typeof recordDraft>[0]);
    else if (kind === 'tx') recordTx(value as AnyTx);
    else if (draft !== undefined) look(draft);
  }
}

/** A module whose functions of these names are looked at. */
const watched = (module: Module, names: RegExp): Module =>
  Object.fromEntries(
    Object.entries(module).map(([name, of]) => {
      if (typeof of !== 'function' || !names.test(name)) return [name, of];
      const real = of as AnyFunction;
      const seen = (...values: never[]): unknown => {
        const result = real(...values);
        look(result);
        return result;
      };
      return [name, Object.defineProperty(seen, 'name', { value: name })];
    }),
  );

export const watchedBuild = (module: typeof build): Module => watched(module, /^build/);

export const watchedSign = (module: typeof sign): Module =>
  watched(module, /^(?:sign|signWith|addSignature|combineDrafts|chooseSigners|finalize)$/);

const chains = { platform: 'P', avm: 'X', avax: 'C' } as const;

interface Call {
  readonly method?: string;
  readonly params?: { readonly tx?: string; readonly addresses?: readonly unknown[] };
}

/** The transport of a node; what is asked tells which addresses matter, and what is submitted. */
const watchedTransport =
  (real: Transport): Transport =>
  async (request) => {
    const reply = await real(request);
    try {
      const { method, params } = JSON.parse(request.body ?? '{}') as Call;
      if (params?.addresses) recordAddresses(params.addresses);
      const chain = chains[method?.split('.')[0] as keyof typeof chains];
      if (chain && method?.endsWith('.issueTx') && params?.tx) {
        const tx = decodeTx(parseBytes(params.tx, 'hex'), chain);
        const { error } = JSON.parse(reply.text) as {
          readonly error?: { readonly message: string };
        };
        if (error) recordRefused(tx, error.message);
        else recordTx(tx, { status: 'submitted' });
      }
    } catch {
      // A request that no panel shows.
    }
    return reply;
  };

/** A node that the panels follow from now on. */
function follow(node: Testnode): Testnode {
  const changing = <F extends AnyFunction>(
    of: F,
    then: (...values: Parameters<F>) => void = () => {},
  ): F =>
    ((...values: Parameters<F>) => {
      try {
        return of(...values);
      } finally {
        then(...values);
        record.onChange();
      }
    }) as F;
  const followed: Testnode = {
    ...node,
    transport: watchedTransport(node.transport),
    fund: changing(node.fund, (chain, { to }) => {
      const all = typeof to === 'object' && 'addresses' in to ? to.addresses : [to];
      recordAddresses(
        all.map((of) => (of instanceof Uint8Array ? formatAddress(of, chain, node.network) : of)),
      );
    }),
    issue: (chain, bytes) => {
      const submission = node.issue(chain, bytes);
      const tx = decodeTx(bytes, chain);
      if (submission.ok) recordTx(tx, { status: 'submitted' });
      else recordRefused(tx, submission.message);
      return submission;
    },
    hold: changing(node.hold, () => {
      record.isHeld = true;
    }),
    release: changing(node.release, () => {
      record.isHeld = false;
    }),
    setTime: changing(node.setTime),
    advanceTime: changing(node.advanceTime),
    mine: changing(node.mine),
    revert: changing(node.revert),
    endStake: changing(node.endStake),
  };
  record.node = node;
  record.start = node.snapshot();
  if (record.isHeld) node.hold();
  record.onChange();
  return followed;
}

export const watchedTestnode = (module: typeof testnodes): Module => ({
  ...module,
  createTestnode: (...values: Parameters<typeof module.createTestnode>) =>
    follow(module.createTestnode(...values)),
  loadTestnode: (...values: Parameters<typeof module.loadTestnode>) =>
    follow(module.loadTestnode(...values)),
  useTestnode: (...values: Parameters<typeof module.useTestnode>) =>
    follow(module.useTestnode(...values)),
});
