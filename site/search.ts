/**
 * The search of the site: how pages are cut into entries, the words by which people look for a page that does not use them, and how results
 * are ranked. `test/site/search.ci.test.ts` has the questions that it has to answer.
 */
import { relative } from 'node:path';
import { listedReasons } from '../scripts/reasons.ts';
import { docs } from './navigation.ts';

/** Words that people use for a page, by its path in `docs/` without `.md`. */
const synonyms: { readonly [path: string]: string } = {
  index: 'avalanche-tx overview home what is this library',
  'guides/quickstart':
    'install installation npm yarn pnpm bun setup getting started get started first steps tutorial hello world faucet test AVAX fuji testnet',
  'guides/wallet': 'wallet account send AVAX transfer pay payment create wallet api key secret',
  'guides/stores': 'crash restart idempotent exactly once duplicate payment database postgres',
  'guides/balances': 'get balance balances how much AVAX funds utxo set spendable locked',
  'guides/send-x': 'send AVAX transfer memo note pay X-chain asset token exchange',
  'guides/send-p': 'send AVAX transfer pay P-chain',
  'guides/cross-chain':
    'bridge move transfer between chains export import X to P P to C C to X atomic',
  'guides/deposits': 'exchange deposit watch incoming payments confirm credit custody memo',
  'guides/withdrawals': 'exchange withdrawal payout hot wallet batch custody',
  'guides/issue': 'issue submit broadcast send transaction status pending accepted dropped wait',
  'guides/fees': 'fee gas price cost estimate base fee nAVAX wei',
  costs: 'cost costs price how much fee table gas cheap expensive validator cost',
  'guides/coin-selection': 'coin selection dust consolidate many utxos merge choose inputs',
  'guides/stake':
    'stake staking delegate delegation validate validator rewards APR uptime node ID run a validator',
  'guides/assets': 'token mint nft create asset burn ant',
  'guides/l1': 'subnet l1 convert create subnet blockchain genesis validator balance own chain',
  'guides/warp': 'warp icm interchain messaging bls aggregate signature relayer',
  'guides/explain': 'preview simulate human readable blind signing what does this transaction do',
  'guides/inspector': 'explorer decoder viewer decode hex online paste transaction',
  'guides/verify': 'validate verify check dry run simulate before sending',
  'guides/multisig': 'multisig multi-sig two of three threshold cosigner co-signer shared safe',
  'guides/keys':
    'private key mnemonic seed phrase recovery words keystore password encrypt generate key address derive bip39 bip44 hd derivation path',
  'guides/other-tools': 'avalanchejs core bitgo avalanchego half signed partially signed',
  'guides/sign-elsewhere':
    'kms hsm mpc metamask core wallet browser wallet remote signer custody external signature aws gcp fireblocks',
  'guides/kms': 'kms hsm aws gcp azure vault yubihsm remote signer',
  hardware: 'ledger nano hardware wallet device usb webhid blind sign',
  'guides/keystone': 'keystone hardware wallet qr code air gapped device',
  'guides/airgap': 'offline cold storage air gap airgapped qr code usb stick',
  'guides/decode': 'decode parse read hex raw transaction getTx reply',
  'guides/connect': 'node url endpoint rpc api public api retry timeout rate limit 429 api key',
  'guides/indexing': 'sql duckdb parquet export csv spark etl analytics index everything',
  'guides/index-blocks': 'blocks stream subscribe listen new blocks websocket indexer',
  'guides/history': 'ledger of balances history replay rewards accounting tax',
  'guides/browser':
    'react next.js nextjs vite webpack bundle browser worker metamask core injected provider esm commonjs require',
  'guides/viem': 'viem ethers evm metamask wagmi ethereum nonce smart contract erc-20',
  'guides/testing': 'unit test vitest jest mocha mock fake node ci local network',
  'guides/playground': 'try online run example sandbox repl',
  migration: 'avalanchejs avalanche sdk client migrate upgrade port replace',
  platforms:
    'node version bun deno browser support commonjs require esm compatibility typescript version',
  cli: 'command line terminal shell cli npx avalanche-tx-cli install',
  streams: 'stream jsonl ndjson batch pipe millions bulk decode',
  testnode: 'local network devnet fake node faucet fund',
  'testnode/server': 'local node http port 9650 docker ganache anvil hardhat faucet fund',
  networks: 'mainnet fuji testnet chain id network id upgrade dates asset id hrp',
  reasons: 'node error message rejected refused why transaction failed',
  policy: 'limit allowlist whitelist spending limit rules automatic signing',
  trust: 'NotProven owner evidence Refused InputNotProven',
  'why-trust-it':
    'trust audit audited security tested who made it safe reliable license licence open source supply chain dependencies sbom provenance',
  'threat-model': 'attack attacker security malicious phishing',
  'project/security': 'report vulnerability security contact disclosure bug bounty',
  'project/license': 'license licence mit copyright open source',
  'project/changes': 'changelog release notes changes new version history',
  versioning: 'semver stable breaking changes version format compatibility',
  benchmarks: 'speed fast performance bundle size kb gzip compare avalanchejs',
  'reference/errors/Insufficient':
    'InsufficientFunds insufficient funds errInsufficientFunds not enough balance too low funds missing insufficient balance no spendable utxos',
  'reference/errors/FeeTooLow': 'underpriced fee too low insufficient fee gas price too low',
  'reference/errors/Locked': 'locked stakeable time lock vesting not yet spendable',
  'reference/errors/NotFound': 'missing utxo not found already spent double spend conflict',
  'reference/errors/Transport': 'fetch failed timeout ECONNREFUSED network error cors offline',
  'reference/errors/HTTPStatus': '429 rate limit too many requests 401 403 500 502 503',
  'reference/errors/BadText': 'invalid address wrong format parse error',
  'reference/errors/BadArgument': 'invalid argument type error undefined is not',
  'reference/errors/BadSignature': 'wrong signature invalid signature',
  'reference/errors/MissingSigner': 'not fully signed incomplete signatures missing key',
  'reference/api/build':
    'buildBaseTx buildExportTx buildImportTx builder builders build a transaction',
  'rpc/admin': 'profiler log level memory profile',
  'cli/send': 'send AVAX pay terminal',
  'cli/decode': 'decode terminal hex json',
};

/** The node's own names and words for the errors of a code. */
function nodeWords(code: string): string {
  const own = listedReasons.filter(({ codes: [first], outer }) => first === code && !outer);
  return own.map(({ go, text }) => `${go.split('.').at(-1)} ${text}`).join(' ');
}

/** The words of a page. */
function wordsOf(path: string): string {
  const code = /^reference\/errors\/(\w+)$/.exec(path)?.[1];
  return [synonyms[path] ?? '', ...(code === undefined ? [] : [nodeWords(code)])].join(' ').trim();
}

/** The paths that have words; each must be a page, or one that is still to be written. */
export const pathsWithWords: readonly string[] = Object.keys(synonyms);

/** An entry of the index: the headings that lead to it, outermost first, and its text. */
interface Entry {
  readonly anchor: string;
  readonly titles: string[];
  readonly text: string;
}

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Pages whose sections are alike on all of them: one entry each. */
const isOneEntry = (path: string): boolean =>
  /^(reference\/(transactions|errors)|cli)\/(?!index$)/.test(path);

/** The entries of a page, without its programs. */
export function entriesOf(file: string, html: string): Entry[] {
  const path = relative(docs, file).replaceAll('\\', '/').replace(/\.md$/, '');
  const text = html
    .replaceAll(/<pre\b.*?<\/pre>/gs, ' ')
    .replaceAll(/<button\b.*?<\/button>/gs, ' ');
  const [, ...parts] = text.split(
    /<h([1-6])\b[^>]*>(.*?)<a\b[^>]*href="#([^"]*)"[^>]*>.*?<\/a><\/h\1>/gis,
  );
  const found: Entry[] = [];
  let above: string[] = [];
  for (let i = 0; i < parts.length; i += 4) {
    const [level, heading, anchor, body] = parts.slice(i, i + 4) as [
      string,
      string,
      string,
      string,
    ];
    above = [...above.slice(0, Number(level) - 1), plain(heading)];
    found.push({ anchor, titles: above, text: plain(body) });
  }
  const [first, ...others] = found;
  if (!first || !isOneEntry(path)) return found;
  return [{ ...first, text: [first, ...others].map((of) => of.text).join(' ') }];
}

/** The options of MiniSearch, in the build and in the browser. VitePress sends the functions as text: each stands on its own. */
export const miniSearch = {
  options: {
    fields: ['title', 'titles', 'text', 'words'],
    extractField: (entry: { readonly [field: string]: unknown }, field: string) => {
      if (field !== 'words') return entry[field];
      // Words belong to a page, not to each of its sections.
      if ((entry.titles as readonly string[]).length > 0) return '';
      return wordsOf(
        String(entry.id)
          .replace(/#.*/, '')
          .replace(/^\//, '')
          .replace(/(^|\/)$/, '$1index')
          .replace(/\.html$/, ''),
      );
    },
    /** Small words tell nothing, and one cat is found by cats. */
    processTerm: (term: string) => {
      const word = term.toLowerCase();
      if (
        /^(a|an|the|is|are|be|do|does|did|i|my|me|we|you|your|it|its|this|that|to|of|in|on|at|as|by|for|from|with|and|or|how|what|which|when|where|why|can|not)$/.test(
          word,
        )
      )
        return null;
      return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
    },
  },
  searchOptions: {
    boost: { title: 5, words: 4, titles: 1.5, text: 1 },
    prefix: true,
    fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
    /** `errInsufficientFunds` is looked for as it is, and as its words. */
    tokenize: (query: string) =>
      query.split(/[\s\p{P}]+/u).flatMap((word) => {
        const parts = word.replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ').split(' ');
        return parts.length > 1 ? [word, ...parts.filter((of) => of.length > 3)] : [word];
      }),
    /** Pages come before their sections, and tasks before what is looked up. */
    boostDocument: (id: string, _: string, entry?: { readonly titles?: readonly string[] }) => {
      const page = (entry?.titles ?? []).length === 0 ? 2 : 1;
      if (/^\/(guides|concepts)\//.test(id)) return page * 1.6;
      if (id.startsWith('/reference/api/')) return page * 0.5;
      return page * (/^\/(reference\/transactions|rpc|format|gallery)/.test(id) ? 0.7 : 1);
    },
  },
};
