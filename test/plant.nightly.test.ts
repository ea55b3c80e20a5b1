/** The plant: what is added to a transaction is a type error wherever somebody has to decide about it. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Text that is put behind other text of a file, which must be there once. */
interface Edit {
  /** In `src/`. */
  readonly file: string;
  readonly behind: string;
  readonly put: string;
}

/**
 * What the type checker says of each file of `src/` once the edits are made.
 * @throws If a place for an edit is not there, or there twice.
 */
async function errorsAfter(edits: readonly Edit[]): Promise<ReadonlyMap<string, string>> {
  const copy = mkdtempSync(join(tmpdir(), 'plant-'));
  try {
    cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    writeFileSync(
      join(copy, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, noErrorTruncation: true },
        include: ['src'],
      }),
    );
    for (const { file, behind, put } of edits) {
      const path = join(copy, 'src', file);
      const parts = readFileSync(path, 'utf8').split(behind);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${behind}`);
      writeFileSync(path, parts.join(behind + put));
    }
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, '--pretty', 'false'], { cwd: copy }, (_, stdout) =>
        resolve(stdout),
      );
    });
    const said = new Map<string, string>();
    // Lines that go on are indented.
    for (const [text, file] of output.matchAll(/^src\/([^(\n]+)\(\d+,\d+\): error.*(?:\n .*)*/gm))
      said.set(file!, `${said.get(file!) ?? ''}${text}\n`);
    return said;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Fields of three kinds, as their declarations have them; `%` is the type of owners there. */
const fields = {
  plantedAmount: 's.u64()',
  plantedOwner: 's.of(%)',
  plantedID: 's.id()',
} as const;

/** A struct that gets fields: where it is declared, and the files in which the type checker reports each. */
interface Place {
  readonly file: string;
  readonly behind: string;
  readonly owner: string;
  readonly files: readonly string[];
}
const P = 'chain/pchain/components.ts';
const X = 'chain/xchain/components.ts';
const C = 'chain/cchain/tx.ts';
const head = (name: string) => `const ${name} = (s: PartSource) => ({`;
const places: { readonly [name: string]: Place } = {
  'P transaction': {
    file: 'chain/pchain/subnets.ts',
    behind: "type: 'platformvm.CreateSubnetTx' as const,",
    owner: 'FxOwner',
    files: [
      'builder/subnet.ts',
      'chain/pchain/subnets.ts',
      'explain/fields.ts',
      'sign/hardware/screens/pchain.ts',
    ],
  },
  'P output': {
    file: P,
    behind: head('transferableOutput').replace('({ assetID', '({'),
    owner: 'OutputOwners',
    files: [
      'builder/assemble.ts',
      'builder/cexport.ts',
      'builder/import.ts',
      'builder/ppay.ts',
      'builder/stakeplan.ts',
      'builder/transfers.ts',
      'chain/pchain/components.ts',
      'explain/fields.ts',
      'rules/cchain.ts',
      'rules/xchain/shared.ts',
      'sign/hardware/screens/atomic.ts',
      'sign/hardware/screens/xchain.ts',
    ],
  },
  'P input': {
    file: P,
    behind: head('transferableInput'),
    owner: 'OutputOwners',
    files: [
      'builder/assemble.ts',
      'chain/pchain/components.ts',
      'explain/fields.ts',
      'rules/cchain.ts',
      'rules/xchain/shared.ts',
    ],
  },
  'P validator': {
    file: P,
    behind: head('validator'),
    owner: 'OutputOwners',
    files: [
      'builder/staking.ts',
      'chain/pchain/components.ts',
      'explain/fields.ts',
      'rules/pchain/staking.ts',
      'sign/hardware/screens/staking.ts',
    ],
  },
  'P validator of an L1': {
    file: 'chain/pchain/l1.ts',
    behind: head('convertSubnetToL1Validator'),
    owner: 'PChainOwner',
    files: [
      'builder/l1.ts',
      'chain/pchain/l1.ts',
      'explain/fields.ts',
      'sign/hardware/screens/pchain.ts',
    ],
  },
  'X transaction': {
    file: 'chain/xchain/tx.ts',
    behind: "type: 'avm.ExportTx' as const,",
    owner: 'OutputOwners',
    files: ['chain/xchain/tx.ts', 'explain/fields.ts', 'sign/hardware/screens/xchain.ts'],
  },
  'X output': {
    file: X,
    behind: head('transferableOutput'),
    owner: 'secp256k1fx.OutputOwners',
    files: ['chain/xchain/components.ts', 'explain/fields.ts'],
  },
  'X input': {
    file: X,
    behind: head('transferableInput'),
    owner: 'secp256k1fx.OutputOwners',
    files: ['builder/assemble.ts', 'chain/xchain/components.ts', 'explain/fields.ts'],
  },
  'X operation': {
    file: X,
    behind: head('operation'),
    owner: 'secp256k1fx.OutputOwners',
    files: [
      'builder/assets.ts',
      'chain/xchain/components.ts',
      'explain/fields.ts',
      'sign/hardware/screens/xchain.ts',
    ],
  },
  'C transaction': {
    file: C,
    behind: "type: 'atomic.ExportTx' as const,",
    owner: 'OutputOwners',
    files: [
      'builder/cexport.ts',
      'chain/cchain/tx.ts',
      'explain/fields.ts',
      'sign/hardware/screens/atomic.ts',
    ],
  },
  'C output': {
    file: C,
    behind: head('transferableOutput'),
    owner: 'OutputOwners',
    files: ['builder/cexport.ts', 'chain/cchain/tx.ts', 'explain/fields.ts'],
  },
  'C input': {
    file: C,
    behind: head('evmInput'),
    owner: 'OutputOwners',
    files: [
      'builder/cexport.ts',
      'chain/cchain/tx.ts',
      'explain/fields.ts',
      'sign/hardware/screens/atomic.ts',
    ],
  },
};

/**
 * What is planted together, for one run of the compiler. An input of the C-chain stands inside its transaction, where the compiler would
 * say only one of both.
 */
const groups = [/^P /, /^X /, /^C transaction$/, /^C (?:in|out)put$/];

/** The names of the fields in one place. */
const namesOf = (index: number): readonly string[] =>
  Object.keys(fields).map((name) => `${name}${index}x`);
const numbered = Object.entries(places).map(([title, place], index) => ({ title, place, index }));

describe.each(groups)('a field of amount, owner or id, %s', (group) => {
  const ofGroup = numbered.filter(({ title }) => group.test(title));
  let said: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const importing = new Set(
      ofGroup
        .filter(({ place: { owner } }) => owner === 'OutputOwners')
        .map(({ place: { file } }) => file)
        .filter((file) => file === C || file === 'chain/xchain/tx.ts'),
    );
    said = await errorsAfter([
      ...[...importing].map((file) => ({
        file,
        behind: "from '../../wire/codec.ts';",
        put: "\nimport { OutputOwners } from '../fx/secp256k1fx.ts';",
      })),
      ...ofGroup.map(({ place: { file, behind, owner }, index }) => ({
        file,
        behind,
        put: Object.values(fields)
          .map((word, i) => ` ${namesOf(index)[i]}: ${word.replace('%', owner)},`)
          .join(''),
      })),
    ]);
  });

  it.each(ofGroup)(
    'of a $title is an error wherever somebody has to decide',
    ({ place: { files }, index }) => {
      for (const name of namesOf(index))
        expect(
          [...said]
            .filter(([, text]) => text.includes(name))
            .map(([at]) => at)
            .sort(),
          name,
        ).toEqual(files);
    },
  );

  it('is an error nowhere else', () => {
    const all = ofGroup.flatMap(({ place: { files } }) => files);
    expect([...said.keys()].sort()).toEqual([...new Set(all)].sort());
  });
});

/** A transaction with these fields and a role for each: all that its declaration takes. */
const declared = (packageName: string, parts: string, own: string) => `
const plantedTx = (s: PartSource) => ({
  type: '${packageName}.PlantedTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  ${own}
});
export interface PlantedTx extends Declared<typeof plantedTx> {}
export const PlantedTx: TxPart<PlantedTx> = transaction(99, '${packageName}.PlantedTx', plantedTx, ${parts});
`;
const lists =
  'outputs: s.list(TransferableOutput), inputs: s.list(TransferableInput), memo: s.blob(),';

describe('a transaction type', () => {
  it.each([
    [
      'P',
      [
        {
          file: 'chain/pchain/transfers.ts',
          behind: "import { TransferableInput, TransferableOutput } from './components.ts';",
          put: declared('platformvm', 'base', lists),
        },
        {
          file: 'chain/pchain/tx.ts',
          behind: '  BaseTx,\n  ConvertSubnetToL1Tx,',
          put: '\n  PlantedTx,',
        },
        {
          file: 'chain/pchain/tx.ts',
          behind: 'import { BaseTx, ExportTx, ImportTx',
          put: ', PlantedTx',
        },
      ],
      [
        'builder/build.ts',
        'explain/titles.ts',
        'fee/transactions.ts',
        'history/txs.ts',
        'rules/check.ts',
        'sign/hardware/screens/pchain.ts',
      ],
    ],
    [
      'X',
      [
        {
          file: 'chain/xchain/tx.ts',
          behind: 'export const maxSize: number = 256 * 1024;',
          put: declared('avm', 'base', lists),
        },
        {
          file: 'chain/xchain/tx.ts',
          behind: "transactions('UnsignedTx', [",
          put: '\n  PlantedTx,',
        },
      ],
      [
        'builder/build.ts',
        'explain/titles.ts',
        'fee/transactions.ts',
        'rules/check.ts',
        'sign/hardware/screens/xchain.ts',
      ],
    ],
    [
      'C',
      [
        {
          file: 'chain/cchain/tx.ts',
          behind: "  blockchainID: ownChain('The C-chain.'),\n});",
          put: declared('atomic', 'chainParts', ''),
        },
        {
          file: 'chain/cchain/tx.ts',
          behind: "transactions('UnsignedAtomicTx', [ImportTx",
          put: ', PlantedTx',
        },
      ],
      [
        'builder/build.ts',
        'explain/feeparts.ts',
        'explain/titles.ts',
        'rules/cchain.ts',
        'rules/check.ts',
        'sign/hardware/screens/atomic.ts',
      ],
    ],
  ])('of %s', async (_, edits, files) => {
    const said = await errorsAfter(edits);
    expect([...said.keys()].sort(), [...said.values()].join('')).toEqual(files);
  });
});

describe('what CONTRIBUTING lists', () => {
  it('for an intent, a field of one, an error code and a finding is what the compiler asks for, by name', async () => {
    const said = await errorsAfter([
      {
        file: 'builder/intents/table.ts',
        behind: '  BaseTx: of<BaseIntent>(BaseIntent),',
        put: '\n  PlantedTx: of<BaseIntent>(BaseIntent),',
      },
      {
        file: 'builder/intents/subnets.ts',
        behind: '  /** The owner, who can change the subnet. */\n  owner,',
        put: '\n  /** Planted. */\n  plantedField: nodeID,',
      },
      {
        file: 'errors/codes.ts',
        behind: 'export const errorCodes = /* @__PURE__ */ Object.freeze({',
        put: "\n  PlantedCode: 'Planted.',",
      },
      {
        file: 'review/codes.ts',
        behind: 'export const findingCodes = /* @__PURE__ */ frozen({',
        put: "\n  PlantedFinding: caution('Planted.'),\n  PlantedBare: { level: 'caution' },",
      },
    ]);
    const files = (name: string) =>
      [...said].filter(([, text]) => text.includes(name)).map(([file]) => file);
    expect(files('PlantedTx').sort()).toEqual(['builder/build.ts', 'review/intents.ts']);
    // Those who call the builder; what the transaction says of the field, its builder decides.
    expect(files('plantedField')).toEqual(['testnode/validators.ts']);
    expect(files('PlantedCode')).toEqual(['errors/contexts.ts', 'errors/messages.ts']);
    // The answer names the file to edit.
    expect(said.get('errors/contexts.ts')).toMatch(/^src\/errors\/contexts\.ts.*'PlantedCode'/);
    // A finding is all said where it is declared; what has no text, the policies' table and its own miss.
    expect(files('PlantedFinding')).toEqual([]);
    expect(said.get('review/codes.ts')).toMatch(/'text' is missing/);
    expect(said.get('sign/policy/rules.ts')).toMatch(/'text' does not exist/);
    // `rpc/issue.ts` adds to the context of an error: there is none of a code that `errors/contexts.ts` lacks.
    expect([...said.keys()].sort()).toEqual([
      'builder/build.ts',
      'errors/contexts.ts',
      'errors/messages.ts',
      'review/codes.ts',
      'review/intents.ts',
      'rpc/issue.ts',
      'sign/policy/rules.ts',
      'testnode/validators.ts',
    ]);
  });
});
