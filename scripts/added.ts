/** What version 0.1 did not do: the account that `scripts/lines.ts` keeps apart. */

/** A job that is new, or that does more than it did in version 0.1. */
export interface Added {
  readonly what: string;
  readonly why: string;
  /** Files, folders and declarations below `src/` that hold it now. */
  readonly now: readonly string[];
  /** What did a smaller part of it in version 0.1: only what it takes more lines than these is counted apart. */
  readonly before: readonly string[];
}

/** Paths are files, folders with a `/` at the end, or declarations of a file: `file.ts#one,other`. What was only rewritten is not among them. */
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
    now: ['errors/', 'explain/error.ts', 'builder/insufficient.ts'],
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
    why: 'What rules read, from a node or a draft; builders refuse what a node would refuse, up to the time of the next block.',
    now: [
      ...['rpc/facts.ts', 'draft/facts.ts', 'rpc/client.ts#Known,GatheredFacts,FactsOptions'],
      ...['rpc/connect.ts#instanceOf,ownersOf', 'builder/state.ts#blockMarginOf,checkState'],
      ...['draft/verify.ts#verifyFacts,verifyDeadlines,aboutTime'],
    ],
    before: [],
  },
  {
    what: 'evidence of owners',
    why: 'Parent transactions that prove who owns what is spent, from the node to the signer, in states, drafts and explanations.',
    now: [
      ...[
        'evidence/',
        'network/genesis.ts',
        'state/evidence.ts',
        'state/statefile.ts#evidenceList',
      ],
      ...['draft/carried.ts', 'owners/prove.ts', 'owners/own.ts', 'draft/trust.ts'],
      ...['draft/wire.ts#evidenceFrom', 'rpc/parents.ts', 'explain/trust.ts'],
      ...['explain/signatures.ts#disprovedIn', 'explain/lines.ts#trustText'],
      ...['cli/subject.ts#readEvidence', 'cli/verify.ts#owners'],
      ...['explain/picture/sides.ts#Pill,pillColors,pillOf'],
      ...['explain/picture/svg.ts#pillRoom,pillSVG,authoritySVG'],
    ],
    before: [],
  },
  {
    what: 'owners that builders fill in',
    why: 'A builder refuses an owner that is only claimed, or selects other coins.',
    now: ['builder/trust.ts', 'builder/change.ts#changeFilled'],
    before: [],
  },
  {
    what: 'who signs of several',
    why: 'Other signers make a new draft and void signatures, which is said, and whoever was not chosen is told the way out.',
    now: ['sign/sign.ts', 'sign/finalize.ts', 'sign/missing.ts', 'cli/draft.ts#signerLines'],
    before: ['sign/sign.ts', 'sign/finalize.ts'],
  },
  {
    what: 'draft format 2',
    why: 'One canonical form in which nothing is stored that follows from the rest, bounded lengths, known warnings, entries of other programs.',
    now: [
      ...['draft/extra.ts', 'draft/feein.ts', 'draft/combine.ts#mergeExtra'],
      ...['draft/draft.ts#warningReasons,WarningReason,warningOf'],
      ...['draft/wire.ts#maxLengths,verifyLength,reasons,warningsFrom'],
      ...['draft/file.ts#notCanonical,sortedJSON,sorted'],
    ],
    before: [],
  },
  {
    what: 'warnings of an explanation',
    why: 'Foreign inputs, returns to other owners, growth, nonces, what a device hides, shared owners, in linear time.',
    now: [
      ...['explain/strangers.ts', 'explain/owners.ts', 'explain/dangers.ts'],
      ...['explain/warnings.ts#warnOfMaker,mostOfMaker,ofMaker'],
    ],
    before: ['explain/dangers.ts'],
  },
  {
    what: 'nodes that lie or repeat secrets',
    why: 'Limits of pages, bytes and values, secrets in any spelling, a rebuilt transaction that cannot pay twice, instances that pose as another chain.',
    now: [
      ...['rpc/limits.ts', 'rpc/attempts.ts', 'rpc/secrets.ts', 'state/instance.ts'],
      ...['rpc/service.ts#readAgain,bounded,isLoopback', 'rpc/gather.ts#checkPrice'],
    ],
    before: ['rpc/secrets.ts'],
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
    what: 'policy before a key is used',
    why: 'Every signer takes one; whole owners, node ids, items, rights, authorities, nonces, what a device hides, and every field that a policy does not mention.',
    now: [
      ...['sign/policy/', 'draft/policy.ts', 'sign/allow.ts'],
      ...['sign/external.ts#verifySigning,withAnswer'],
      ...['cli/finalize.ts#FactFiles,readFacts'],
    ],
    before: ['draft/policy.ts', 'draft/receivers.ts', 'draft/spent.ts'],
  },
  {
    what: 'fee before UTXOs, price at the clock',
    why: 'estimateFee, and a fee state advanced to the time of the caller.',
    now: ['builder/estimate.ts', 'fee/current.ts'],
    before: [],
  },
  {
    what: 'test node',
    why: 'The chains in memory, every method of a node answered, a server, and rehearsals.',
    now: [
      ...['testnode/', 'cli/testnode.ts', 'cli/testnodehttp.ts', 'cli/testnodestate.ts'],
      'cli/rehearse.ts',
    ],
    before: [],
  },
  {
    what: 'small additions',
    why: 'Constants of known networks that no file can change, balances by address, openTx, the SHA-256 of the platform by an import map, types told apart without decoding, milliseconds refused, standard input of a slow producer.',
    now: [
      ...['network/constants.ts', 'state/balances.ts', 'open/opentx.ts', 'crypto/sha256/'],
      ...['wire/prefix.ts', 'text/time.ts#unixSeconds,latest'],
      ...['cli/input.ts#readStandardInput,readSome,pause'],
    ],
    before: ['state/balances.ts'],
  },
  {
    what: 'coin selection at the optimum',
    why: 'Classes of equal weight, exact matches of several coins, what fits and can be paid for, and what each lock costs; 0.1 searched through one list.',
    now: ['distinct', 'exactmatch', 'lockedchoice', 'shrink', 'stakeplan', 'weightclass'].map(
      (name) => `builder/${name}.ts`,
    ),
    before: [],
  },
  {
    what: 'certificate of a fee',
    why: 'What a fee consists of, and the least that is possible.',
    now: ['explain/certificate/'],
    before: [],
  },
  {
    what: 'help of the command line',
    why: 'Help for each command, suggestions, completion, a man page, questions, what an error means, the inspector as a file; 0.1 had one page and options read by hand.',
    now: [
      ...[
        'advice',
        'ask',
        'completion',
        'help',
        'inspect',
        'overview',
        'program',
        'suggest',
        'wrap',
      ].map((name) => `cli/${name}.ts`),
      ...['cli/commands/', 'text/secret.ts'],
    ],
    before: ['cli/help.ts', 'cli/main.ts'],
  },
  {
    what: 'tables of a stream',
    why: 'Parquet files, zstd, and gzip in several threads.',
    now: ['cli/tables/', 'cli/compress.ts', 'cli/ordered.ts'],
    before: [],
  },
  {
    what: 'discovery and schedules',
    why: 'The used addresses of an account, and who may propose a block.',
    now: ['rpc/discover.ts', 'blocks/schedule.ts', 'blocks/twister.ts'],
    before: [],
  },
];
