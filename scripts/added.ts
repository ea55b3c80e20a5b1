/** What version 0.1 did not do: the account that `scripts/lines.ts` keeps apart. */

/** A job that is new, or that does more than it did in version 0.1. */
export interface Added {
  readonly what: string;
  readonly why: string;
  /** Files and folders below `src/` that hold it now. */
  readonly now: readonly string[];
  /** What did a smaller part of it in version 0.1: only what it takes more lines than these is counted apart. */
  readonly before: readonly string[];
}

/** Paths are files, or folders with a `/` at the end. */
export const added: readonly Added[] = [
  {
    what: 'rules',
    why: 'One verdict over facts, with the rules of the executor, the mempool and the state; 0.1 had the syntactic rules, credentials and staking.',
    now: ['rules/'],
    before: [
      ...['care', 'cchain', 'components', 'context', 'credentials', 'index', 'pchain', 'rules'],
      ...['staking', 'tx', 'warp', 'xchain'],
    ].map((name) => `verify/${name}.ts`),
  },
  {
    what: 'schema',
    why: 'One machine that reads, writes and documents replies, states, intents, policies, networks and bridges; 0.1 had five readers without writers.',
    now: ['schema/'],
    before: ['rpc/shape.ts', 'rpc/words.ts', 'explain/reader.ts', 'cli/json.ts'],
  },
  {
    what: 'errors and messages',
    why: 'Typed facts for each code, guards of public functions, messages for people.',
    now: ['errors/', 'explain/error.ts'],
    before: ['errors.ts'],
  },
  {
    what: 'reasons of a node',
    why: 'Every error that issueTx can return, tied to its rule; 0.1 knew a few.',
    now: ['rpc/reason.ts', 'rpc/reasons.ts'],
    before: ['rpc/reason.ts'],
  },
  {
    what: 'facts',
    why: 'What rules read, from a node or a draft.',
    now: ['rpc/facts.ts', 'draft/facts.ts'],
    before: [],
  },
  {
    what: 'hardware',
    why: 'The screens of the Ledger app for every type, what they hide, and consent before a blind signature; 0.1 asked the device to sign.',
    now: ['sign/hardware/'],
    before: ['sign/ledger.ts', 'sign/ledgerapp.ts', 'sign/status.ts'],
  },
  {
    what: 'partially signed bytes',
    why: 'The form of avalanchejs 3 and BitGo, with an address in an empty slot.',
    now: ['draft/partial.ts', 'interop/partial.ts'],
    before: ['draft/partial.ts', 'bridge/partial.ts'],
  },
  {
    what: 'comparison with an intent',
    why: 'Every field of a transaction, and receivers that an intent does not name; 0.1 compared outputs and a few fields.',
    now: ['explain/diff/'],
    before: ['explain/diff.ts', 'explain/meant.ts', 'explain/meantp.ts'],
  },
  {
    what: 'public files of intents and policies',
    why: 'Readers and writers that check; ids, keys and proofs as text or bytes. The command line of 0.1 had private readers.',
    now: ['builder/intentfile.ts', 'builder/fields.ts', 'sign/policy/file.ts', 'text/given.ts'],
    before: ['cli/intent.ts', 'cli/policy.ts'],
  },
  {
    what: 'fee before UTXOs, price at the clock',
    why: 'estimateFee, and a fee state advanced to the time of the caller.',
    now: ['builder/estimate.ts', 'fee/current.ts'],
    before: [],
  },
  {
    what: 'small additions',
    why: 'Constants of known networks that no file can change, balances by address, openTx, the SHA-256 of the platform by an import map.',
    now: ['network/constants.ts', 'state/balances.ts', 'open/opentx.ts', 'crypto/sha256/'],
    before: ['state/balances.ts'],
  },
];
