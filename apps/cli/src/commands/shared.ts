/** Options that several commands have. */
import type { AnyKind, ChainName, Hint } from 'avalanche-tx';
import type { Shell } from '../shell.ts';
import {
  file,
  fileList,
  input,
  network,
  on,
  one,
  settable,
  some,
  type Values,
  value,
  values,
} from './define.ts';

const chains: readonly ChainName[] = ['P', 'X', 'C'];

/** Kinds of values that `--kind` names. A header of a wrapped block is a part of a block, of no use on its own. */
const kinds = Object.keys({
  tx: true,
  unsignedTx: true,
  utxo: true,
  block: true,
  genesis: true,
  evmBlock: true,
  output: true,
  input: true,
  credential: true,
  proposervm: true,
  vertex: true,
  container: true,
  warpUnsigned: true,
  warpSigned: true,
  warpPayload: true,
  l1Payload: true,
  l1ConversionData: true,
  transferableOutput: true,
  transferableInput: true,
  owner: true,
  signer: true,
  operation: true,
  initialState: true,
} satisfies { [K in Exclude<AnyKind, 'proposervmHeader'>]: true }) as readonly AnyKind[];

export const anyInput = () =>
  input(
    'INPUT',
    'Hex (0x…), JSON, a whole JSON-RPC reply, a file with one of them, or - for standard input, the default.',
  );

/** How an input is read. */
export const hints = {
  chain: one('--chain', 'CHAIN', chains, 'Treat the input as belonging to this chain: P, X or C.'),
  kind: one('--kind', 'KIND', kinds, `Treat the input as this kind: ${kinds.join(', ')}.`),
  network: network('An input for another network is refused.'),
  type: values(
    '--hint',
    'TYPE',
    'The type where JSON fits several, such as propertyfx.MintOutput. Repeatable.',
  ),
};
type Hints = Values<typeof hints>;

/** The hint for `open`. Files of networks are read only if they are named. */
export async function hintOf(
  { chain, kind, network, type }: Hints,
  { stdin }: Pick<Shell, 'stdin'>,
): Promise<Hint> {
  return {
    ...(chain && { chain }),
    ...(kind && { kind }),
    ...(network !== undefined && {
      network: (await import('../network.ts')).readNetwork(network, stdin),
    }),
    ...(type.length > 0 && { types: type }),
  };
}

export const json = (about: string) => on('--json', about);

export const parts = () =>
  on('--parts', 'Write the draft as texts for QR codes, one per line. All commands read them.');

export const draft = () =>
  input('DRAFT', 'A draft: JSON or parts, a file, or - for standard input, the default.');

export const as = () =>
  one(
    '--as',
    'FORM',
    ['avalanchego', 'avalanchejs', 'avalanchejs3', 'unsigned'],
    "Write it for a co-signer with another tool: hex with zeros in place of missing signatures (avalanchego, Core, avalanchejs 5), avalanchejs' JSON, hex that names the signers there (avalanchejs3, BitGo), or the unsigned transaction.",
  );

/** A draft, or what another tool wrote. */
export const draftOrTx = () =>
  input(
    'DRAFT',
    "A draft (JSON or parts), or an unsigned or half-signed transaction of another tool (hex, or avalanchejs' JSON): text, a file, or - for standard input, the default.",
  );

export const own = (about: string) =>
  values('--own', 'ADDRESS', `An address of yours, or an account (0x…). ${about}Repeatable.`);

const utxos = () =>
  file(
    '--utxos',
    'A state or a getUTXOs reply that you trust. Its UTXOs, and the authorities of a state, take precedence over what a draft claims.',
  );

export const evidence = () =>
  fileList(
    '--evidence',
    'A signed transaction, or a state or draft with evidence, that proves who owns the inputs. Repeatable.',
  );

export const time = (about: string) =>
  value('--time', 'TIME', `Unix seconds, or ISO 8601 such as 2027-01-31T00:00:00Z. ${about}`);

/** How a node is reached. */
export const remote = {
  url: settable(value('--url', 'URL', 'The node; http://127.0.0.1:9650 if omitted.'), 'url'),
  header: fileList('--header', 'A file with HTTP headers, one "Name: value" per line. Repeatable.'),
  allowPlainHTTP: on(
    '--allow-plain-http',
    'Send these headers over http:// to other machines too.',
  ),
};

/** What signs. */
export const signers = {
  key: settable(
    fileList(
      '--key',
      'A file with PrivateKey-… or 0x…, or an encrypted one (keystore); - for standard input. Repeatable.',
    ),
    'keyFile',
    ['mnemonic', 'add', 'signature'],
  ),
  mnemonic: file('--mnemonic', 'A file with 12 to 24 words, or - for standard input.'),
  passphraseFile: settable(
    file(
      '--passphrase-file',
      "A file with the key's passphrase. Prompts on the terminal if omitted.",
    ),
    'passphraseFile',
    ['mnemonic', 'add', 'signature'],
  ),
};

/** What is known about a transaction, which names its UTXOs but not their owners. */
export const given = {
  utxos: utxos(),
  state: file('--state', 'A state that you trust: the same as --utxos.', 'STATE'),
  url: value(
    '--url',
    'URL',
    'A node to read the transactions from that made the UTXOs, which prove their owners, and the owners of subnets and validators.',
  ),
  header: remote.header,
  allowPlainHTTP: remote.allowPlainHTTP,
};

/** What a signer knows and allows. */
export const knowledge = {
  policy: file('--policy', 'A policy file. Anything it does not allow is refused.'),
  intent: file(
    '--intent',
    'A file with your own intent. A draft that does anything else is refused.',
    'INTENT',
  ),
  own: own('Change to it counts as yours. '),
  ...given,
  evidence: evidence(),
  time: time('The clock of this machine if omitted.'),
  network: network('A draft for another network, or with other constants, is refused.'),
};

export const imports = () =>
  some('--imports', 'CHAIN', chains, 'Include pending imports from this chain. Repeatable.');
