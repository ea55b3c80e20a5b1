import { describe, expect, it } from 'vitest';
import { withComments } from '../../scripts/hover.ts';

describe('withComments', () => {
  it('writes notes, when a field is present, and why not to use it', () => {
    const file = `export declare const a: ReplySchema<{
    readonly stake: readonly [Schema<bigint, bigint> & {
        readonly optional: true;
    } & {
        readonly deprecated: "Use \`weight\`.";
    }, "The \\"same\\", as [weight].", "newer nodes"];
    readonly owner: readonly [ReplySchema<{
        readonly threshold: readonly [Schema<number, number>, "Signatures."];
    }, never>, 'Receives it.'];
}, never>;
`;
    expect(withComments(file)).toBe(`export declare const a: ReplySchema<{
    /**
     * The "same", as [weight]. Present: newer nodes.
     * @deprecated Use \`weight\`.
     */
    readonly stake: readonly [Schema<bigint, bigint> & {
        readonly optional: true;
    } & {
        readonly deprecated: "Use \`weight\`.";
    }, "The \\"same\\", as [weight].", "newer nodes"];
    /** Receives it. */
    readonly owner: readonly [ReplySchema<{
        /** Signatures. */
        readonly threshold: readonly [Schema<number, number>, "Signatures."];
    }, never>, 'Receives it.'];
}, never>;
`);
  });

  it('writes what each word means', () => {
    const file = `    readonly status: readonly [Schema<"Accepted" | "Rejected"> & {
        readonly meanings: {
            readonly Accepted: "Every node has it.";
            readonly Rejected: "No node will \\"take\\" it.";
        };
    }, "Status."];
`;
    expect(withComments(file)).toBe(`    /**
     * Status.
     * - \`Accepted\`: Every node has it.
     * - \`Rejected\`: No node will "take" it.
     */
${file}`);
  });

  it('writes what a method gives, and what to use instead', () => {
    const file = `    readonly 'platform.getBalance': {
        readonly about: "The balance.";
        readonly params: ObjectSchema<{}, never>;
        readonly deprecated: {
            readonly since: "v1.9.12";
            readonly use: "platform.getUTXOs";
        };
    };
`;
    expect(withComments(file)).toBe(`    /**
     * The balance.
     * @deprecated Since v1.9.12. Use platform.getUTXOs.
     */
${file}`);
  });

  it('leaves other declarations alone', () => {
    const file = `interface Change {
    readonly weights: readonly [bigint, bigint];
    readonly of?: readonly AnySchema[];
    readonly place: {
        /** A comment's apostrophe, and a "quote. */
        readonly path: string;
    };
    readonly pair: readonly ["a", "b"];
}
`;
    expect(withComments(file)).toBe(file);
  });
});
