/** SQL that makes the tables known to an engine, from `tables.ts`. */
import { type TableName, tableNames, tables } from './tables.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Views for DuckDB over the files that the manifest lists. */
export function viewsOf(folder: string): string {
  const views = tableNames.map((name) => {
    const { about, columns } = tables[name];
    const comments = Object.entries<readonly [string, string]>(columns).map(
      ([column, [, meaning]]) => `COMMENT ON COLUMN ${name}.${column} IS ${quoted(meaning)};`,
    );
    return [
      `CREATE OR REPLACE VIEW ${name} AS FROM read_parquet(list_transform(getvariable('parts'), lambda part: getvariable('chain') || '/' || part || '/${name}.parquet'));`,
      `COMMENT ON VIEW ${name} IS ${quoted(about)};`,
      ...comments,
    ].join('\n');
  });
  return `-- Views over a folder of avalanche-index, for DuckDB. The statement that sets parts takes the list of files: until it runs again, all views stay as
-- they are, each chain at one height. What a merge replaces stays for an hour.
SET VARIABLE chain = ${quoted(folder)};
SET VARIABLE parts = (SELECT parts FROM read_json(getvariable('chain') || '/manifest.json'));
CREATE OR REPLACE VIEW network AS SELECT networkID AS network_id, avaxAssetID AS avax_asset_id FROM read_json(getvariable('chain') || '/manifest.json');
${views.join('\n')}
`;
}

const postgresTypes: Readonly<Record<string, string>> = {
  string: 'text',
  strings: 'text[]',
  uint32: 'bigint',
  uint64: 'numeric(20,0)',
  boolean: 'boolean',
  bytes: 'bytea',
  time: 'timestamp',
};

/** The columns of a table by which queries look for rows besides its key. */
const indexed: { readonly [T in TableName]?: readonly string[] } = {
  transactions: ['chain, height'],
  inputs: ['spent_tx_id, spent_output_index', 'chain, height'],
  outputs: ['chain, height'],
  moves: ['utxo_tx_id, utxo_output_index'],
  stakes: ['tx_id'],
  l1_validators: ['validation_id'],
};

/** Tables for Postgres, with their keys and comments. `examples/engines/postgres.py` fills them. */
export const postgresTables = (): string =>
  `CREATE TABLE network (network_id bigint NOT NULL, avax_asset_id text NOT NULL);
-- The questions of the guide use it; DuckDB and Spark have it.
CREATE FUNCTION array_contains(text[], text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $2 = ANY ($1)';
${tableNames
  .map((name) => {
    const { about, columns, key } = tables[name];
    const entries = Object.entries<readonly [string, string]>(columns);
    const lines = entries.map(([column, [storage]]) => {
      const isNullable = storage.endsWith('?');
      const type = postgresTypes[isNullable ? storage.slice(0, -1) : storage]!;
      return `  ${column} ${type}${isNullable ? '' : ' NOT NULL'}`;
    });
    return [
      `CREATE TABLE ${name} (\n${[...lines, `  PRIMARY KEY (${key.join(', ')})`].join(',\n')}\n);`,
      `COMMENT ON TABLE ${name} IS ${quoted(about)};`,
      ...entries.map(
        ([column, [, meaning]]) => `COMMENT ON COLUMN ${name}.${column} IS ${quoted(meaning)};`,
      ),
      ...(indexed[name] ?? []).map((columns) => `CREATE INDEX ON ${name} (${columns});`),
      'addresses' in columns ? `CREATE INDEX ON ${name} USING gin (addresses);` : '',
      '',
    ].join('\n');
  })
  .join('\n')}`;

/**
 * Views for ClickHouse over the files that a manifest lists. They stay as they are: make them again for newer rows.
 * @param parts Paths of the parts.
 */
export const clickhouseViews = (
  folder: string,
  parts: readonly string[],
  network: { readonly networkID: number; readonly avaxAssetID: string },
): string =>
  [
    `CREATE OR REPLACE VIEW network AS SELECT ${network.networkID} AS network_id, ${quoted(network.avaxAssetID)} AS avax_asset_id;`,
    ...tableNames.map((name) => {
      const paths = parts.length === 1 ? parts[0] : `{${parts.join(',')}}`;
      return `CREATE OR REPLACE VIEW ${name} AS SELECT * FROM file(${quoted(`${folder}/${paths}/${name}.parquet`)}, Parquet);`;
    }),
    '',
  ].join('\n');
