/**
 * The declared differences between the test node and a real node: what the comparison leaves out, and why. Everything else has to be
 * equal, character for character.
 */

import { unwrapped } from './wrappers.ts';

/** A difference that is meant. */
export interface Declared {
  /** The methods, as a regular expression. */
  readonly methods: RegExp;
  /** What differs. */
  readonly what: string;
  readonly why: string;
  /** Leaves it out of a reply. */
  readonly leaveOut: (text: string, params: Readonly<Record<string, unknown>>) => string;
}

const primary = '11111111111111111111111111111111LpoYY';

const field = (name: string) => (text: string) =>
  text.replace(
    new RegExp(`"${name}":("[^"]*"|[\\d.]+|true|false|\\{[^{}]*\\})`, 'g'),
    `"${name}":…`,
  );

/** Where the list ends that begins at a place, and its elements. */
function elementsAt(
  text: string,
  start: number,
): { readonly end: number; readonly list: string[] } {
  const list: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let i = start; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"') while (text[++i] !== '"') if (text[i] === '\\') i++;
    if (char === '[' || char === '{') depth++;
    if (char === ']' || char === '}') depth--;
    if ((char === ',' && depth === 1) || depth === 0) {
      if (i > from) list.push(text.slice(from, i));
      from = i + 1;
    }
    if (depth === 0) return { end: i, list };
  }
  return { end: text.length, list };
}

/** Sorts the list of a field. */
const sorted = (name: string) => (text: string) => {
  const at = text.indexOf(`"${name}":[`);
  if (at < 0) return text;
  const start = at + name.length + 3;
  const { end, list } = elementsAt(text, start);
  return `${text.slice(0, start + 1)}${list.sort().join(',')}${text.slice(end)}`;
};

/** Sorts the UTXOs of a reply; of a page that is not all, only their number is left. */
function withoutOrder(
  text: string,
  { limit, startIndex }: Readonly<Record<string, unknown>>,
): string {
  const numFetched = Number(/"numFetched":"(\d+)"/.exec(text)?.[1]);
  const most = typeof limit === 'number' && limit > 0 && limit < 1024 ? limit : 1024;
  const left = field('endIndex')(text).replace(
    /couldn't encode UTXO \w+ /,
    "couldn't encode UTXO … ",
  );
  const isAll = startIndex === undefined && numFetched < most;
  const at = left.indexOf('"utxos":[');
  if (isAll || at < 0) return sorted('utxos')(left);
  const { end, list } = elementsAt(left, at + 8);
  const count = startIndex === undefined ? list.length : '…';
  const page = `${left.slice(0, at)}"utxos":${count}${left.slice(end + 1)}`;
  return startIndex === undefined ? page : field('numFetched')(page);
}

/** A refusal without its words: its code is left. */
const withoutWords = (text: string) => text.replace(/"message":"(?:[^"\\]|\\.)*"/, '"message":…');

/** All of them. */
const declared: readonly Declared[] = [
  {
    methods: /\.issueTx$/,
    what: 'the text of a refusal; the code of the JSON-RPC error is compared, and equal codes of reasons are counted',
    why: 'The test node writes what its rule found, and a reason that a node has for this code. Of several faults a node may find another one first.',
    leaveOut: withoutWords,
  },
  {
    methods: /^platform\.getTxStatus$/,
    what: 'the text of `reason`',
    why: 'As of `issueTx`.',
    leaveOut: (text) => text.replace(/"reason":"(?:[^"\\]|\\.)*"/, '"reason":…'),
  },
  {
    methods: /^platform\.getCurrentValidators$/,
    what: '`uptime`, `connected`',
    why: 'A node measures how long it was connected to each validator. The test node has no peers: control functions decide.',
    leaveOut: (text) => field('connected')(field('uptime')(text)),
  },
  {
    methods: /^index\./,
    what: '`timestamp`',
    why: 'A node writes the time of its machine, of which it has no other clock there; the test node writes its own time.',
    leaveOut: field('timestamp'),
  },
  {
    methods: /^index\./,
    what: '`id` and `bytes`: the wrapper around the block',
    why: 'A proposer signs the wrapper with its own key; the test node has no proposer. The blocks in the wrappers are compared.',
    leaveOut: unwrapped,
  },
  {
    methods: /^info\.getVMs$/,
    what: '`evm`',
    why: 'The real node of the comparison has no C-chain.',
    leaveOut: (text) => text.replace(/"\w+":\["evm"\],/, ''),
  },
  {
    methods: /^platform\.getAllValidatorsAt$/,
    what: '`validators` of a subnet without any BLS key: `null` or `[]`',
    why: 'A documented reply has `null`, as the table of methods writes it; avalanchego itself writes `[]`.',
    leaveOut: (text) => text.replaceAll('"validators":null', '"validators":[]'),
  },
  {
    methods: /^platform\.getAllValidatorsAt$/,
    what: 'the order of `nodeIDs` with the same BLS key',
    why: 'A node goes through a Go map, whose order is another one in each call.',
    leaveOut: (text) =>
      text.replace(
        /"nodeIDs":\[([^\]]+)\]/g,
        (_, list: string) => `"nodeIDs":[${list.split(',').sort().join(',')}]`,
      ),
  },
  {
    methods: /^platform\.validates$/,
    what: 'the order of `blockchainIDs`',
    why: 'As of `getBlockchains`.',
    leaveOut: sorted('blockchainIDs'),
  },
  {
    methods: /^info\.(getNodeID|getNodeIP|peers|uptime|getNodeVersion)$/,
    what: 'the result',
    why: 'Identity, address, peers and build of the node.',
    leaveOut: (text) => (text.includes('"result"') ? '…' : text),
  },
  {
    methods: /\.getUTXOs$/,
    what: 'the order of `utxos`, and with it `endIndex` and what is on a page',
    why: 'A node writes the UTXOs of a block in the order of a Go map, which is another one in each run.',
    leaveOut: withoutOrder,
  },
  {
    methods: /^avm\.getBlock(ByHeight)?$/,
    what: '`txs` of the first X-chain block',
    why: 'A node says `null` until it is started again, then `[]`: the block has no list before it is read from the database.',
    leaveOut: (text) => text.replace('"txs":null', '"txs":[]'),
  },
  {
    methods: /^avm\.getTx$/,
    what: '`credentials` of the assets of the genesis',
    why: 'A node that has just made them says `null`, later `[]`, as the test node does.',
    leaveOut: (text) => text.replace('"credentials":null', '"credentials":[]'),
  },
  {
    methods: /\.getBalance$/,
    what: 'the order of `utxoIDs`',
    why: 'As of `getUTXOs`.',
    leaveOut: sorted('utxoIDs'),
  },
  {
    methods: /^avm\.getAllBalances$/,
    what: 'the order of `balances`',
    why: 'A node goes through a Go map, whose order is another one in each call.',
    leaveOut: sorted('balances'),
  },
  {
    methods: /^platform\.getCurrentValidators$/,
    what: 'the order of `validators`: with `nodeIDs`, and of permissioned ones in a subnet that became an L1',
    why: 'A node goes through a Go map, whose order is another one in each call.',
    leaveOut: (text, { nodeIDs, subnetID }) => {
      const isOfSubnet = subnetID !== undefined && subnetID !== primary;
      const isChosen = Array.isArray(nodeIDs) && nodeIDs.length > 1;
      return isOfSubnet || isChosen ? sorted('validators')(text) : text;
    },
  },
  {
    methods: /^platform\.(getSubnets|getBlockchains)$/,
    what: 'the order of `subnets` and `blockchains`',
    why: 'A node lists those first that it had when it was first asked since its start, newest first, then the others, oldest first.',
    leaveOut: (text) => sorted('blockchains')(sorted('subnets')(text)),
  },
];

/** A reply without what is declared to differ. */
export const comparable = (
  method: string,
  text: string,
  params: Readonly<Record<string, unknown>>,
): string =>
  declared
    .filter(({ methods }) => methods.test(method))
    .reduce((left, { leaveOut }) => leaveOut(left, params), text);
