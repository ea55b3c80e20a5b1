/** Commands that pay, and those for keys. */
import type { ChainName } from 'avalanche-tx';
import { UsageError } from '../../../shared/failures.ts';
import { readInput } from '../input.ts';
import {
  type Command,
  define,
  file,
  input,
  network,
  on,
  one,
  oneWord,
  optionalWord,
  type Printed,
  settable,
  value,
  values,
  word,
} from './define.ts';
import { json, remote, signers } from './shared.ts';

const chains: readonly ChainName[] = ['P', 'X', 'C'];

/** Options of the commands that pay. */
const paying = {
  ...signers,
  network: settable(network('A node of another network is refused.'), 'network'),
  url: settable(
    values(
      '--url',
      'URL',
      'The node; without it the public one of --network mainnet or fuji, otherwise http://127.0.0.1:9650. Repeat it for nodes that are tried in turn.',
    ),
    'url',
  ),
  header: remote.header,
  allowPlainHTTP: remote.allowPlainHTTP,
  maxFee: value('--max-fee', 'AVAX', 'The highest fee of a transaction; 0.1 AVAX if omitted.'),
  yes: on('--yes', 'Sign without a prompt.'),
  store: file(
    '--store',
    'The folder for payments; avalanche-tx/payments in your state folder if omitted.',
    'FOLDER',
  ),
};
/** The identity of a payment. */
const id = value(
  '--id',
  'ID',
  'Your own ID for the payment, such as invoice-4711. Repeating the command with the same ID never pays twice. Random if omitted.',
);

/** Sentences for the pages of all commands that pay. */
const told = [
  'Explains each transaction on standard error and prompts on the terminal before signing. --yes skips both, and is required without a terminal. Waits for acceptance, retries where that cannot pay twice, and prints one line of JSON per transaction.',
  'Each payment has an ID, printed before anything is signed, and is stored until its outcome is known. After an interruption or a missing answer (status 4), continue with `avalanche-tx payments resume ID`, or with the same command and --id.',
];

const exportID = '23DtsWSU9ioxYGLQb2JY5KQdXKm1Yx9qD3RTFRSmLiejcmjAUm';
const printed = (...txs: readonly (readonly [chain: ChainName, type: string])[]): Printed => ({
  about: 'Prints one line per transaction:',
  lines: txs.map(([chain, type]) =>
    JSON.stringify({ txID: exportID, status: 'Accepted', chain, type }),
  ),
});

const send = define(
  {
    name: 'send',
    group: 'wallet',
    brief: 'Pay an address and wait until it is accepted',
    description: [
      'Pays an address on the P- or X-chain. The address determines the chain.',
      ...told,
    ],
    prints: printed(['P', 'platformvm.BaseTx']),
    examples: [
      {
        about: 'On fuji',
        line: 'avalanche-tx send 1.5 --to P-fuji1… --key key.txt --network fuji',
      },
      {
        about: 'In a script that can be repeated after a crash',
        line: 'avalanche-tx send 1.5 --to X-avax1… --key key.json --passphrase-file pass.txt --network mainnet --id invoice-4711 --yes',
      },
    ],
  },
  {
    amount: word('AMOUNT', 'AVAX such as 1.5, or max; with --asset a whole number of its units.'),
    to: value('--to', 'ADDRESS', 'The recipient: P-… or X-…. Required.'),
    asset: value('--asset', 'ID', 'An asset other than AVAX.'),
    memo: value('--memo', 'TEXT', 'X-chain only: text of at most 256 bytes.'),
    id,
    ...paying,
  },
  async ({ amount, to, ...of }, shell) => {
    if (to === undefined) throw new UsageError('send needs --to ADDRESS');
    const { sendCommand } = await import('../wallet.ts');
    return sendCommand(amount, { ...of, to }, shell);
  },
);

const move = define(
  {
    name: 'move',
    group: 'wallet',
    brief: 'Move AVAX to another chain',
    description: [
      'Exports AVAX, waits, and imports it on the other chain for the same key. The import fee is taken from the amount.',
      ...told,
    ],
    prints: printed(['X', 'avm.ExportTx'], ['P', 'platformvm.ImportTx']),
    examples: [
      {
        about: 'From X to P',
        line: 'avalanche-tx move 10 --from X --to P --key key.txt --network fuji',
      },
    ],
  },
  {
    amount: word('AMOUNT', 'AVAX such as 1.5, or max.'),
    from: one('--from', 'CHAIN', chains, 'P, X or C. Required.'),
    to: one('--to', 'CHAIN', chains, 'P, X or C. Required.'),
    id,
    ...paying,
  },
  async ({ amount, from, to, ...of }, shell) => {
    if (!from || !to) throw new UsageError('move needs --from CHAIN and --to CHAIN');
    const { moveCommand } = await import('../wallet.ts');
    return moveCommand(amount, { ...of, from, to }, shell);
  },
);

const run = define(
  {
    name: 'run',
    group: 'wallet',
    brief: 'Build, sign and submit any intent',
    description: [
      'Builds, signs and submits the transaction that an intent describes (JSON, as for build). The key receives rewards and controls what is created, unless the intent names another owner.',
      ...told,
    ],
    prints: printed(['P', 'platformvm.AddPermissionlessDelegatorTx']),
    examples: [
      {
        about: 'Delegate',
        line: `avalanche-tx run '{"type":"AddPermissionlessDelegatorTx","nodeID":"NodeID-…","end":"2027-06-01T00:00:00Z","amount":"25"}' --key key.txt --network fuji`,
      },
    ],
  },
  {
    intent: input('INTENT', 'An intent: JSON, a file, or - for standard input, the default.'),
    chain: one('--chain', 'CHAIN', chains, 'P, X or C, if several chains have the type.'),
    id,
    ...paying,
  },
  async ({ intent, ...of }, shell) => {
    const { runCommand } = await import('../wallet.ts');
    return runCommand(readInput(intent, shell.stdin), of, shell);
  },
);

const payments = define(
  {
    name: 'payments',
    group: 'wallet',
    brief: 'List and resume unfinished payments',
    description: [
      '`payments list` shows the unfinished payments of send, move and run with ID, state and transactions. `payments resume` continues all of them, or one, and never pays twice. `payments release ID` gives one up and frees its coins, although it may still be accepted. `payments remove ID` deletes a finished one, so that its ID can be used again.',
      'resume needs the keys and the node, like send. The others need neither, and cover every account in the folder, or those on --network.',
    ],
    prints: {
      about:
        '`list --json` prints one line per payment. A transaction is `accepted`, or `unknown` if it may still be accepted; `waits` is exported and not imported yet, in nAVAX. `resume` prints the same as send.',
      lines: [
        JSON.stringify({
          network: 'fuji',
          id: 'move-17',
          state: 'unknown',
          chain: 'P',
          title: 'move 10 AVAX from P to X',
          txs: [{ txID: exportID, chain: 'P', status: 'accepted' }],
          waits: { chain: 'X', from: 'P', amount: 10_000_000_000 },
          reason: 'Transport: fetch failed',
          next: 'avalanche-tx payments resume move-17',
        }),
      ],
    },
    examples: [
      { about: 'Unfinished payments', line: 'avalanche-tx payments list' },
      {
        about: 'Resume one',
        line: 'avalanche-tx payments resume invoice-4711 --key key.txt --network fuji',
      },
    ],
  },
  {
    action: oneWord(
      'ACTION',
      ['list', 'resume', 'release', 'remove'],
      'list, resume, release or remove.',
    ),
    id: optionalWord('ID', 'The payment. list and resume take all if it is omitted.'),
    ...paying,
    json: json('With list: print one line of JSON per payment.'),
  },
  async ({ action, id, ...of }, shell) => {
    const { paymentsCommand } = await import('../wallet.ts');
    return paymentsCommand(action, id, of, shell);
  },
);

const keys = define(
  {
    name: 'keys',
    group: 'wallet',
    brief: 'Create keys and mnemonics, and print their addresses',
    description: [
      '`keys new FILE` creates a private key, prompts for a passphrase and writes an encrypted file (Web3 Secret Storage version 3, which geth reads). `keys words FILE` creates a mnemonic, which is not encrypted. `keys encrypt FILE --out FILE` encrypts the key in a file.',
      '`keys show` prints the addresses of a key file, words, an xpub… or a public key. Files are readable by their owner only (mode 600), and never overwrite another.',
      'A key has addresses on P, X and C. Its account on the C-chain (0x…) is a different hash of the public key.',
    ],
    prints: {
      about:
        '--json for a key. Words and xpub… have `path`, `xpub` and `keys`, a list of the same without the public key and the account.',
      lines: [
        '{"publicKey":"0x031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f","account":"0x1a642f0e3c3af545e7acbd38b07251b3990914f1","hex":"0x79b000887626b294a914501a4cd226b58b235983","cb58":"C6Rc3w25VHud3dLDamutaqfKWqhszpM4L","network":"fuji","addresses":{"P":"P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p","X":"X-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p","C":"C-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p"}}',
      ],
    },
    examples: [
      { about: 'A key', line: 'avalanche-tx keys new key.json' },
      {
        about: 'Without a passphrase, for tests',
        line: 'avalanche-tx keys new key.txt --plain --network fuji',
      },
      { about: 'Words', line: 'avalanche-tx keys words words.txt' },
      { about: 'The addresses of a file', line: 'avalanche-tx keys show key.txt --network fuji' },
      { about: 'An account on a Ledger', line: 'avalanche-tx keys show xpub6… --count 5' },
      { about: 'Encrypt a key', line: 'avalanche-tx keys encrypt key.txt --out key.json' },
    ],
  },
  {
    action: oneWord('ACTION', ['new', 'words', 'encrypt', 'show'], 'new, words, encrypt or show.'),
    of: word(
      'FILE',
      'new, words: the file to write. encrypt, show: the file to read. show also accepts - for standard input, xpub… or a public key (0x02…).',
    ),
    out: file('--out', 'With encrypt: the file to write.'),
    passphraseFile: signers.passphraseFile,
    plain: on('--plain', 'With new: do not encrypt the key.'),
    words: value('--words', 'N', 'With words: 12, 15, 18, 21 or 24; 24 if omitted.'),
    count: value('--count', 'N', 'With words or xpub…: number of addresses; 1 if omitted.'),
    path: value('--path', 'PATH', "With xpub…: the account's path; m/44'/9000'/0' if omitted."),
    network: settable(network('All known networks if omitted.'), 'network'),
    json: json('Print JSON: the addresses of one network, mainnet if --network is omitted.'),
  },
  async ({ action, of, ...options }, shell) => {
    const { keysCommand } = await import('../keys.ts');
    return keysCommand(action, of, options, shell);
  },
);

export const walletCommands: readonly Command[] = [send, move, run, payments, keys];
