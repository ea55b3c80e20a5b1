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
  yes: on('--yes', 'Sign without asking. Only what the command says is signed, as always.'),
  store: file(
    '--store',
    "The folder that keeps payments; avalanche-tx/payments in the user's state folder if omitted.",
    'FOLDER',
  ),
};
/** The identity of a payment. */
const id = value(
  '--id',
  'ID',
  'Your own name of the payment, such as invoice-4711. The same command with the same ID pays once: it goes on, or prints what came of it. A random one if omitted.',
);

/** Sentences for the pages of all commands that pay. */
const told = [
  'It explains each transaction on standard error and asks on the terminal before it signs. --yes does neither, and is needed without a terminal. Then it waits until the transaction is accepted, builds again where that cannot pay twice, and prints JSON, a line for each transaction.',
  'Payments are kept in a folder until they have an outcome, each with an ID, which is printed before anything is signed. If one is interrupted, or no answer comes (status 4), `avalanche-tx payments resume ID` goes on with it, and so does the same command with the same --id.',
];

const exportID = '23DtsWSU9ioxYGLQb2JY5KQdXKm1Yx9qD3RTFRSmLiejcmjAUm';
const printed = (...txs: readonly (readonly [chain: ChainName, type: string])[]): Printed => ({
  about: 'It prints a line for each transaction:',
  lines: txs.map(([chain, type]) =>
    JSON.stringify({ txID: exportID, status: 'Accepted', chain, type }),
  ),
});

const send = define(
  {
    name: 'send',
    group: 'wallet',
    brief: 'Pay an address and wait until it is accepted',
    description: ['Pays an address of the P- or X-chain; the address names the chain.', ...told],
    prints: printed(['P', 'platformvm.BaseTx']),
    examples: [
      {
        about: 'On fuji',
        line: 'avalanche-tx send 1.5 --to P-fuji1… --key key.txt --network fuji',
      },
      {
        about: 'In a script, which can be run again after a crash',
        line: 'avalanche-tx send 1.5 --to X-avax1… --key key.json --passphrase-file pass.txt --network mainnet --id invoice-4711 --yes',
      },
    ],
  },
  {
    amount: word('AMOUNT', 'AVAX such as 1.5, or max; with --asset a whole number of its units.'),
    to: value('--to', 'ADDRESS', 'Who is paid: P-… or X-…. Required.'),
    asset: value('--asset', 'ID', 'Another asset than AVAX.'),
    memo: value('--memo', 'TEXT', 'On the X-chain: a text of at most 256 bytes.'),
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
      'Exports AVAX, waits, and imports it on the other chain for the same key. The fee of the import comes out of the amount.',
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
      'Reads the state from the node, builds the transaction of an intent (the JSON that build takes), signs and submits it. Rewards, and the right to change what is created, go to the key itself unless the intent names somebody.',
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
    chain: one('--chain', 'CHAIN', chains, 'P, X or C, where several have the type.'),
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
    brief: 'List payments without an outcome, and go on with them',
    description: [
      'Payments of send, move and run that were interrupted, or that a node has not accepted yet. `payments list` shows each with its ID, state and transactions. `payments resume` goes on with all, or with one; it never pays twice. `payments release ID` gives one up and frees its coins, though it may still be accepted; `payments remove ID` forgets a finished one, so that its ID can be used again.',
      'resume needs the keys and the node, as send does. The others need neither: they take the payments of every account in the folder, or of those on --network.',
    ],
    prints: {
      about:
        '`list --json` prints a line for each payment. A transaction is `accepted`, or `unknown` if it may still be accepted; `waits` has what is exported and not imported yet, in nAVAX. `resume` prints what send prints.',
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
      { about: 'What is open', line: 'avalanche-tx payments list' },
      {
        about: 'Go on with one',
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
    json: json('With list: a line of JSON for each payment.'),
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
    brief: 'Make keys and words, and print their addresses',
    description: [
      '`keys new FILE` makes a private key, asks for a passphrase and writes the encrypted file (Web3 Secret Storage, version 3, which geth and other wallets of Ethereum read). `keys words FILE` makes a mnemonic, which is not encrypted. `keys encrypt FILE --out FILE` encrypts the key of a file.',
      '`keys show` prints the addresses of a key file, words, an xpub… or a public key. Files are written for their owner alone (mode 600), and never over an existing one.',
      'A key has addresses on P, X and C, and an account on the C-chain (0x…), which is another hash of the public key.',
    ],
    prints: {
      about:
        '--json of a key. Words and xpub… have `path`, `xpub` and `keys`, a list of these without the public key and the account.',
      lines: [
        '{"publicKey":"0x031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f","account":"0x1a642f0e3c3af545e7acbd38b07251b3990914f1","hex":"0x79b000887626b294a914501a4cd226b58b235983","cb58":"C6Rc3w25VHud3dLDamutaqfKWqhszpM4L","network":"fuji","addresses":{"P":"P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p","X":"X-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p","C":"C-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p"}}',
      ],
    },
    examples: [
      { about: 'A key', line: 'avalanche-tx keys new key.json' },
      {
        about: 'Without passphrase, for tests',
        line: 'avalanche-tx keys new key.txt --plain --network fuji',
      },
      { about: 'Words', line: 'avalanche-tx keys words words.txt' },
      { about: 'The addresses of a file', line: 'avalanche-tx keys show key.txt --network fuji' },
      { about: 'Of an account of a Ledger', line: 'avalanche-tx keys show xpub6… --count 5' },
      { about: 'Encrypt a key', line: 'avalanche-tx keys encrypt key.txt --out key.json' },
    ],
  },
  {
    action: oneWord('ACTION', ['new', 'words', 'encrypt', 'show'], 'new, words, encrypt or show.'),
    of: word(
      'FILE',
      'Of new and words: the file to write. Of encrypt and show: the file to read; of show also - for standard input, xpub… or a public key (0x02…).',
    ),
    out: file('--out', 'With encrypt: the file to write.'),
    passphraseFile: signers.passphraseFile,
    plain: on('--plain', 'With new: do not encrypt the key.'),
    words: value('--words', 'N', 'With words: 12, 15, 18, 21 or 24; 24 if omitted.'),
    count: value('--count', 'N', 'Of words and xpub…: how many addresses; 1 if omitted.'),
    path: value('--path', 'PATH', "Of xpub…: the path of the account; m/44'/9000'/0' if omitted."),
    network: settable(network('All four known ones if omitted.'), 'network'),
    json: json('Print JSON: the addresses of one network, mainnet if --network is omitted.'),
  },
  async ({ action, of, ...options }, shell) => {
    const { keysCommand } = await import('../keys.ts');
    return keysCommand(action, of, options, shell);
  },
);

export const walletCommands: readonly Command[] = [send, move, run, payments, keys];
