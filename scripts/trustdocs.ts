/** Tables of `docs/why-trust-it.md` and `docs/costs.md`: figures from the vectors, the lockfile, and the rules that tests hold to the node. */
import { readFileSync } from 'node:fs';
import { formatAvax } from '../src/index.ts';
import { mainnet } from '../src/network/known.ts';
import { linesOf } from '../test/support/vectors.ts';
import { table } from './markdown.ts';
import { listedReasons } from './reasons.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const count = (...files: readonly string[]): string =>
  files.reduce((sum, file) => sum + linesOf(file).length, 0).toLocaleString('en-US');

/** What is compared with avalanchego, how much, and by which test. */
export const compared = (): string =>
  table(
    ['What is compared', 'Cases', 'Run it'],
    [
      [
        'Signed transactions of every type: bytes, JSON text, IDs, signers, gas',
        count('p-public', 'x-public', 'c-public'),
        '`npx vitest run test/vectors.test.ts`',
      ],
      [
        'Damaged transactions, UTXOs and blocks: accepted or refused',
        count('p-mutate', 'x-mutate', 'c-mutate', 'p-mutate-all'),
        '`npx vitest run test/vectors.test.ts`',
      ],
      [
        'Blocks, wrappers and UTXOs',
        count('p-blocks', 'x-blocks', 'containers', 'p-utxos', 'x-utxos'),
        '`npx vitest run test/vectors.test.ts test/chain test/open`',
      ],
      [
        'Warp messages, L1 messages, BLS keys and proofs',
        count('warp', 'l1'),
        '`npx vitest run test/warp`',
      ],
      [
        'Valid transactions with one change: does the node accept them?',
        count('verdicts'),
        '`npx vitest run test/rules`',
      ],
      [
        'Refused transactions, with the node’s reason',
        count('refusals'),
        '`npx vitest run test/rules`',
      ],
      ['Fees, gas prices and fee states', count('prices'), '`npx vitest run test/fee`'],
      [
        'Errors with which a node can refuse a transaction',
        listedReasons.length.toLocaleString('en-US'),
        '`npx vitest run test/rpc/reason.test.ts`',
      ],
    ],
  );

interface Lockfile {
  readonly packages: {
    readonly [path: string]: {
      readonly version: string;
      readonly dependencies?: { readonly [name: string]: string };
    };
  };
}

/** The packages that the library installs, with what they need themselves. */
export function installed(): readonly (readonly [name: string, version: string])[] {
  const { packages } = JSON.parse(read('package-lock.json')) as Lockfile;
  const found = new Map<string, readonly [string, string]>();
  const visit = (name: string, from: string): void => {
    const own = `${from}/node_modules/${name}`;
    const path = Object.hasOwn(packages, own) ? own : `node_modules/${name}`;
    if (found.has(path)) return;
    const { version, dependencies = {} } = packages[path]!;
    found.set(path, [name, version]);
    for (const needed of Object.keys(dependencies)) visit(needed, path);
  };
  for (const name of Object.keys(packages['']!.dependencies!)) visit(name, '');
  return [...found.values()].sort(([a], [b]) => (a < b ? -1 : 1));
}

export const dependencies = (): string => {
  const all = installed();
  return `The library installs ${all.length} packages, all of them small and widely used: ${all
    .map(([name, version]) => `\`${name}\` ${version}`)
    .join(', ')}. \`npm ls --omit=dev --all\` lists them.`;
};

const avax = (amount: number): string => formatAvax(BigInt(amount));

/** Names for people of the rows of "Fees of whole transactions" in `docs/rules.md`, in the order of this page. */
const named: readonly (readonly [row: string, task: string])[] = [
  ['BaseTx, 2 outputs', 'Send AVAX'],
  ['ExportTx, 1 and 1 outputs', 'Export to X or C'],
  ['ImportTx, 1 input, 1 output', 'Import from X or C'],
  ['AddPermissionlessDelegatorTx', 'Delegate'],
  ['AddPermissionlessValidatorTx', 'Validate'],
  ['CreateSubnetTx', 'Create a subnet'],
  ['CreateChainTx, genesis of 1,000 bytes, name of 8', 'Create a blockchain (genesis of 1 kB)'],
  ['ConvertSubnetToL1Tx, 1 validator, address of 20 bytes', 'Convert to an L1 with one validator'],
  [
    'RegisterL1ValidatorTx, 3 signers, message of 363 bytes',
    'Register an L1 validator (3 signers)',
  ],
  ['SetL1ValidatorWeightTx, 3 signers, message of 235 bytes', 'Change its weight (3 signers)'],
  ['IncreaseL1ValidatorBalanceTx', 'Top up its balance'],
  ['DisableL1ValidatorTx', 'Disable it'],
];

/** Gas of a P-chain transaction, by its row in `docs/rules.md`, which `test/fee/table.test.ts` compares with the node's wallet. */
function gasOf(row: string): number {
  const line = read('docs/rules.md')
    .split('\n')
    .find((of) => of.startsWith(`| ${row} |`));
  if (line === undefined) throw new Error(`docs/rules.md has no row ${row}`);
  return Number(line.split('|').at(-2)!.replaceAll(',', ''));
}

export const pCosts = (): string =>
  table(
    ['On the P-chain', 'Gas', 'AVAX at the minimum price', 'At 10 times that'],
    named.map(([row, task]) => {
      const gas = gasOf(row);
      return [task, gas.toLocaleString('en-US'), avax(gas), avax(gas * 10)];
    }),
  );

export function otherCosts(): string {
  const { xFees, validatorFees, staking } = mainnet;
  const day = Number(validatorFees.minPrice) * 86_400;
  return table(
    ['Elsewhere', 'AVAX'],
    [
      ['X: any transaction', avax(Number(xFees.txFee))],
      ['X: create an asset', avax(Number(xFees.createAssetTxFee))],
      ['C: import of one UTXO, or export, at a base fee of 1 gwei (11,230 gas)', avax(11_230)],
      ['C: the same at 25 gwei', avax(11_230 * 25)],
      ['30 days of an L1 validator on mainnet, at the minimum rate', avax(day * 30)],
      ['Smallest stake of a delegator on mainnet', avax(Number(staking.minDelegatorStake))],
      ['Smallest stake of a validator on mainnet', avax(Number(staking.minValidatorStake))],
    ],
  );
}
