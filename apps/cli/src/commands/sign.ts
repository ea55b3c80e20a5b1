/** Commands from an intent to what a node is asked to issue. */
import { UsageError } from '../../../shared/failures.ts';
import { readInput } from '../input.ts';
import {
  type Command,
  define,
  file,
  fileList,
  input,
  network,
  on,
  someWords,
  value,
  values,
} from './define.ts';
import {
  as,
  draft,
  draftOrTx,
  given,
  json,
  knowledge,
  own,
  parts,
  signers,
  time,
} from './shared.ts';

const balances = define(
  {
    name: 'balances',
    group: 'sign',
    brief: 'List the balances of a state, by asset',
    description: ['Lists the spendable, stakeable, locked, shared and claimed amounts in a state.'],
    prints: {
      about:
        '--json has an entry for each asset and each pending import, in smallest units. A state of C also has `accounts` with `address`, `balance` in wei and `nonce`.',
      lines: [
        '{"chain":"P","network":"fuji","time":"1800000000","balances":[{"place":"P","assetID":"U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK","spendable":"5000000000000","stakeable":"0","timelocked":"0","multisig":"0","claimed":"0","total":"5000000000000"}]}',
      ],
    },
    examples: [{ about: 'Balances of a state', line: 'avalanche-tx balances state.json' }],
  },
  {
    input: input('STATE', 'A state: a file, or - for standard input, the default.'),
    own: own("The state's addresses if omitted. "),
    time: time("The state's if omitted."),
    network: network('A state of another network, or with other constants, is refused.'),
    json: json('Print JSON.'),
  },
  async ({ input, own, time, network, json }, { stdin }) => {
    const [{ balancesCommand }, { networkIn }] = await Promise.all([
      import('../balances.ts'),
      import('../network.ts'),
    ]);
    const of = { at: time, own, network: networkIn(network, stdin), json };
    return balancesCommand(readInput(input, stdin), of);
  },
);

const build = define(
  {
    name: 'build',
    group: 'sign',
    brief: 'Build a draft from an intent',
    description: [
      'Selects inputs for an intent, calculates the fee, and writes a draft for sign. Warnings go to standard error.',
      'An intent is JSON: { "type": "BaseTx", "outputs": [{ "to": "P-fuji1…", "amount": "1.5" }], "options": { "maxFee": "0.01" } }. Amounts of AVAX are text ("1.5" or "max"), amounts of other assets are integers (150).',
    ],
    examples: [
      { about: 'A draft', line: 'avalanche-tx build intent.json --state state.json > draft.json' },
      {
        about: 'Build, sign and finalize',
        line: 'avalanche-tx build intent.json --state state.json | avalanche-tx sign --key key.txt | avalanche-tx finalize',
      },
    ],
  },
  {
    input: input('INTENT', 'An intent: a file, or - for standard input, the default.'),
    state: file('--state', 'The output of the state command. Required.', 'STATE'),
    own: own('Change and rewards to it count as yours. '),
    signer: values(
      '--signer',
      'ADDRESS',
      'A signer, if the owner has more addresses than its threshold. Repeatable.',
    ),
    network: network('A state of another network, or with other constants, is refused.'),
    parts: parts(),
    as: as(),
  },
  async ({ input, state, own, signer, network, parts, as }, { stdin, warn }) => {
    if (state === undefined) throw new UsageError('build needs --state STATE');
    const [{ buildCommand }, { networkIn }] = await Promise.all([
      import('../build.ts'),
      import('../network.ts'),
    ]);
    const of = { own, signers: signer, network: networkIn(network, stdin), parts, as };
    return buildCommand(readInput(input, stdin), readInput(state, stdin), warn, of);
  },
);

const sign = define(
  {
    name: 'sign',
    group: 'sign',
    brief: 'Sign a draft',
    description: [
      'Explains the draft on standard error, prompts, and writes the signed draft. Lists missing signers on standard error.',
      'The prompt is on the terminal, even if standard input is a pipe. Without a terminal, --intent, --policy or --yes is required.',
      'Secrets are read from files or standard input, never from arguments.',
      'A transaction from another tool keeps its form. It does not name the owners: pass --utxos, --state or --url.',
    ],
    examples: [
      {
        about: 'With a key, after a prompt',
        line: 'avalanche-tx sign draft.json --key key.txt > signed.json',
      },
      {
        about: 'In a service: a draft that somebody else built from your intent',
        line: 'avalanche-tx sign draft.json --key key.txt --intent intent.json --utxos state.json',
      },
      {
        about: 'With a mnemonic and a policy, as QR codes',
        line: 'avalanche-tx sign draft.json --mnemonic words.txt --policy policy.json --parts',
      },
      {
        about: 'Add signatures from a KMS',
        line: 'avalanche-tx sign draft.json --add signatures.json',
      },
      {
        about: "A transaction from a co-signer's tool",
        line: 'avalanche-tx sign half.hex --key key.txt --utxos state.json',
      },
    ],
  },
  {
    input: draftOrTx(),
    key: signers.key,
    mnemonic: file(
      '--mnemonic',
      "A file with 12 to 24 words, or - for standard input. Signs with the keys at the draft's paths.",
    ),
    passphraseFile: signers.passphraseFile,
    path: values(
      '--path',
      'PATH',
      "With --mnemonic: a path such as m/44'/9000'/0'/0/0. Repeatable.",
    ),
    add: fileList(
      '--add',
      'Signatures made elsewhere: [{"digest":…,"signature":…,"publicKey":…}], in hex or base64, or the texts of Keystone QR codes (UR:AVAX-SIGNATURE/…). Repeatable.',
    ),
    signature: values(
      '--signature',
      'HEX',
      'A signature made elsewhere, in hex or base64: 65 bytes, or 64 bytes or DER with --public-key. Repeatable.',
    ),
    publicKey: values(
      '--public-key',
      'HEX',
      'The public key (33 or 65 bytes, or SPKI) of a --signature of 64 bytes or DER, in hex or base64; repeat it in the order of the signatures.',
    ),
    yes: on(
      '--yes',
      'Sign without a prompt, whatever the explanation shows. --policy and --intent still apply.',
    ),
    maxFee: value(
      '--max-fee',
      'AVAX',
      "The highest fee; 0.1 AVAX if omitted. A policy's limit applies as well.",
    ),
    ...knowledge,
    parts: parts(),
    as: as(),
    finalize: on('--finalize', 'Finalize it if no signature is missing.'),
  },
  async (of, shell) => {
    const { key, mnemonic, path, add, signature, publicKey, finalize, parts } = of;
    if (publicKey.length > signature.length)
      throw new UsageError('--public-key needs its --signature');
    const signers = [...key, ...add, ...signature];
    if (signers.length === 0 && mnemonic === undefined && !finalize)
      throw new UsageError('sign needs --key, --mnemonic, --add, --signature or --finalize');
    if (path.length > 0 && mnemonic === undefined)
      throw new UsageError('--path needs --mnemonic FILE');
    if ((parts || of.as) && finalize)
      throw new UsageError('--parts, --as or --finalize, only one of them');
    const { signCommand } = await import('../sign.ts');
    return signCommand(readInput(of.input, shell.stdin), of, shell);
  },
);

const missing = define(
  {
    name: 'missing',
    group: 'sign',
    brief: 'List the missing signers of a draft',
    description: [
      'Lists the missing signers. Prints nothing if the draft is fully signed.',
      'A transaction from another tool does not name the owners: pass --utxos, --state or --url.',
    ],
    examples: [
      { about: 'The missing signers', line: 'avalanche-tx missing draft.json' },
      {
        about: "The missing signers of another tool's transaction",
        line: 'avalanche-tx missing 0x… --url https://api.avax-test.network',
      },
      { about: 'The digests for a KMS', line: 'avalanche-tx missing draft.json --json' },
      {
        about: 'QR codes for a Keystone; sign --add reads its answer',
        line: 'avalanche-tx missing draft.json --keystone 2d0bdabc',
      },
    ],
  },
  {
    input: draftOrTx(),
    ...given,
    network: knowledge.network,
    json: json('Print JSON with the digest that each signer signs.'),
    keystone: value(
      '--keystone',
      'FINGERPRINT',
      'Print QR code texts for the Keystone with this master fingerprint, one per line. The draft needs derivation paths.',
    ),
    account: value(
      '--account',
      'PATH',
      "With --keystone: only the keys of this account, such as m/44'/9000'/0'.",
    ),
  },
  async ({ input, json, keystone, account, ...files }, shell) => {
    if (json && keystone !== undefined) throw new UsageError('--json or --keystone, not both');
    if (account !== undefined && keystone === undefined)
      throw new UsageError('--account needs --keystone FINGERPRINT');
    const [{ keystoneText, missingText }, { readShown }] = await Promise.all([
      import('../draft.ts'),
      import('../foreign.ts'),
    ]);
    const { draft } = await readShown(readInput(input, shell.stdin), files, shell);
    return keystone === undefined
      ? missingText(draft, json)
      : keystoneText(draft, keystone, account);
  },
);

const policy = define(
  {
    name: 'policy',
    group: 'sign',
    brief: 'Write the policy that allows exactly one draft',
    description: [
      'Writes the full policy of a draft that you have reviewed. It allows this draft and smaller amounts; edit it to allow more.',
    ],
    examples: [
      { about: 'A policy', line: 'avalanche-tx policy draft.json --own P-fuji1… > policy.json' },
    ],
  },
  { input: draft(), own: own('Change to it is allowed. '), network: knowledge.network },
  async ({ input, own, network }, { stdin }) => {
    const [{ policyCommand }, { networkIn }] = await Promise.all([
      import('../draft.ts'),
      import('../network.ts'),
    ]);
    return policyCommand(readInput(input, stdin), own, networkIn(network, stdin));
  },
);

const combine = define(
  {
    name: 'combine',
    group: 'sign',
    brief: 'Combine the signatures of several drafts',
    description: [
      'Combines the signatures of several copies into one draft, in the form of the first. Lists missing signers on standard error.',
      'Transactions from other tools are accepted too. If no copy is a draft, pass --utxos, --state or --url for the owners.',
    ],
    examples: [
      { about: 'Two signers', line: 'avalanche-tx combine alice.json bob.json > both.json' },
      {
        about: 'One of them uses another program',
        line: 'avalanche-tx combine alice.json 0x… > both.json',
      },
    ],
  },
  {
    drafts: someWords(
      'DRAFT',
      'A draft (JSON or parts), or a transaction of another tool: text, a file, or - for standard input.',
      2,
    ),
    ...given,
    network: knowledge.network,
    parts: parts(),
    as: as(),
  },
  async ({ drafts, parts, as, ...files }, shell) => {
    const { combineCommand } = await import('../combine.ts');
    const texts = drafts.map((of) => readInput(of, shell.stdin));
    return combineCommand(texts, { parts, as }, files, shell);
  },
);

const finalize = define(
  {
    name: 'finalize',
    group: 'sign',
    brief: 'Turn a signed draft into a request to a node',
    description: [
      'Writes the request to POST to a node: {"path":…,"method":…,"params":{…}}. For hex from another tool, writes the signed transaction as hex. issue submits both.',
    ],
    examples: [
      { about: 'The request', line: 'avalanche-tx finalize signed.json > request.json' },
      {
        about: 'A transaction from another tool',
        line: 'avalanche-tx finalize 0x… --utxos state.json',
      },
    ],
  },
  { input: draftOrTx(), ...knowledge },
  async ({ input, ...files }, shell) => {
    const { finalizeCommand } = await import('../finalize.ts');
    return finalizeCommand(readInput(input, shell.stdin), files, shell);
  },
);

export const signCommands: readonly Command[] = [
  balances,
  build,
  sign,
  missing,
  policy,
  combine,
  finalize,
];
