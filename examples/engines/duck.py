"""Asks tables questions on DuckDB, on one machine. A row of an answer is a line: {"question":"fees","row":{...}}.

    avalanche-tx decode --stream --parquet TABLES INPUT
    python duck.py TABLES QUESTION ...

TABLES:   a folder that the command line or decode.py wrote.
QUESTION: one of `tables.py`, or the name of a table for its rows.
"""

import argparse
import json
import os

import duckdb

from tables import KEYS, QUESTIONS, TABLES


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tables")
    parser.add_argument("questions", nargs="+", choices=QUESTIONS, metavar="QUESTION")
    args = parser.parse_args()
    db = duckdb.connect()
    for table in TABLES:
        load(db, args.tables, table)
    for question in args.questions:
        answer = db.execute(QUESTIONS[question])
        columns = [name for name, *_ in answer.description]
        while rows := answer.fetchmany(10_000):
            for row in rows:
                values = dict(zip(columns, row))
                # Decimals have no fraction: every digit of an amount is printed.
                print(json.dumps({"question": question, "row": values}, default=int, separators=(",", ":")))


def load(db, folder, table):
    """A table with each transaction once, of several finds one that names its block."""
    file = f"{folder}/{table}.parquet"
    files = file if os.path.exists(file) else f"{folder}/{table}/*.parquet"
    db.execute(f"CREATE VIEW found AS SELECT * FROM read_parquet('{files}')")
    keys = ", ".join(KEYS.get(table, []))
    is_unique = not keys or not db.execute(f"SELECT 1 FROM found GROUP BY {keys} HAVING COUNT(*) > 1 LIMIT 1").fetchone()
    block = ", blockID DESC NULLS LAST" if table == "transactions" else ""
    once = "SELECT * FROM found" if is_unique else f"SELECT DISTINCT ON ({keys}) * FROM found ORDER BY {keys}{block}"
    db.execute(f"CREATE TABLE {table} AS {once}")
    db.execute("DROP VIEW found")


if __name__ == "__main__":
    main()
