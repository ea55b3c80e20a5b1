"""Copies the tables of `avalanche-index` to Postgres, all of them or what is new, in one transaction.

    avalanche-index schema postgres | psql DATABASE      # once
    python postgres.py FOLDER DATABASE                   # now, and again whenever there is more

What is new follows from the last height of each chain in Postgres: a run that was stopped is simply done again. Needs DuckDB for
Python, and psql.
"""

import argparse
import os
import subprocess
import tempfile

import duckdb

TABLES = ["blocks", "transactions", "inputs", "outputs", "moves", "stakes", "l1_validators", "subnets", "blockchains", "assets"]
# The chain of tables that do not name it.
CHAIN = {"stakes": "P", "l1_validators": "P", "subnets": "P", "blockchains": "P", "assets": "X"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("database", help="as psql takes it")
    args = parser.parse_args()
    psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", args.database]
    loaded = subprocess.run(psql + ["-At", "-c", "SELECT chain, MAX(height) FROM blocks GROUP BY chain"], check=True, capture_output=True, text=True)
    heights = dict(line.split("|") for line in loaded.stdout.split())
    db = duckdb.connect()
    with open(f"{args.folder}/views.sql", encoding="utf-8") as file:
        db.execute(file.read())
    with tempfile.TemporaryDirectory() as work:
        steps = ["BEGIN;"]
        for table in TABLES:
            path = os.path.join(work, table)
            chain = f"'{CHAIN[table]}'" if table in CHAIN else "chain"
            cases = " ".join(f"WHEN '{of}' THEN {height}" for of, height in heights.items())
            new = f"WHERE height > CASE {chain} {cases} ELSE -1 END" if cases else ""
            columns = db.execute(f"SELECT column_name, column_type FROM (DESCRIBE {table})").fetchall()
            texts = ", ".join(text_of(name, type) for name, type in columns)
            db.execute(f"COPY (SELECT {texts} FROM {table} {new}) TO '{path}' (FORMAT csv, HEADER false, NULLSTR '\\N')")
            names = ", ".join(name for name, _ in columns)
            steps.append(f"\\copy {table} ({names}) FROM '{path}' WITH (FORMAT csv, NULL '\\N')")
        network = "SELECT network_id, avax_asset_id FROM network"
        id, asset = db.execute(network).fetchone()
        steps.append(f"INSERT INTO network SELECT {id}, '{asset}' WHERE NOT EXISTS ({network});")
        steps.append("COMMIT;")
        subprocess.run(psql, input="\n".join(steps), check=True, text=True)


def text_of(name, type):
    """A column as Postgres reads it."""
    if type.endswith("[]"):
        return f"'{{' || array_to_string({name}, ',') || '}}'"
    if type == "BLOB":
        return f"'\\x' || hex({name})"
    return name


if __name__ == "__main__":
    main()
