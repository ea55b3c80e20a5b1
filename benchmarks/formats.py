"""Asks the tables of a folder questions as Parquet, as Arrow IPC and as CSV; `formats.ts` runs it.

    python formats.py FOLDER
"""

import os
import statistics
import sys
import time

import duckdb
import pyarrow as pa
import pyarrow.parquet as parquet
from pyspark.sql import SparkSession

from tables import KEYS, QUESTIONS

FOLDER = sys.argv[1]
QUESTIONS_ASKED = ["supply", "fees"]
TURNS = 5
DUCKDB = ["parquet", "arrow", "lz4.arrow", "zstd.arrow", "csv", "csv.gz"]
SPARK = ["parquet", "spark.csv"]
NULL = "\\N"


def path(table, kind):
    return f"{FOLDER}/{table}.{kind}"


def connect():
    db = duckdb.connect()
    db.execute("SET enable_progress_bar = false").fetchall()
    return db


def write(table):
    """The other formats of a table. Gives the types of its columns in DuckDB."""
    rows = parquet.read_table(path(table, "parquet"))
    for kind, codec in (("arrow", None), ("lz4.arrow", "lz4"), ("zstd.arrow", "zstd")):
        options = pa.ipc.IpcWriteOptions(compression=codec)
        with pa.ipc.new_file(path(table, kind), rows.schema, options=options) as out:
            out.write_table(rows, max_chunksize=100_000)
    source = f"read_parquet('{path(table, 'parquet')}')"
    with connect() as db:
        types = {name: kind for name, kind, *_ in db.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()}
        # Spark reads lists from CSV as JSON.
        as_json = ", ".join(f'to_json("{name}") AS "{name}"' if kind.endswith("[]") else f'"{name}"' for name, kind in types.items())
        for kind, columns, options in (("csv", "*", ""), ("csv.gz", "*", ", COMPRESSION gzip"), ("spark.csv", as_json, "")):
            db.execute(
                f"COPY (SELECT {columns} FROM {source}) TO '{path(table, kind)}' (FORMAT csv, HEADER, NULLSTR '{NULL}'{options})"
            )
    return types


TYPES = {table: write(table) for table in KEYS}


def view(db, name, table, kind):
    """A view of a table's file; nothing of it is read yet."""
    file = path(table, kind)
    if kind.endswith("arrow"):
        db.register(name, pa.ipc.open_file(pa.memory_map(file)).read_all())
        return
    options = f", header=true, nullstr='{NULL}', columns={TYPES[table]}" if "csv" in kind else ""
    read = "read_csv" if "csv" in kind else "read_parquet"
    db.execute(f"CREATE VIEW {name} AS SELECT * FROM {read}('{file}'{options})").fetchall()


def ask_duckdb(kind):
    with connect() as db:
        for table in KEYS:
            view(db, table, table, kind)
        return [db.execute(QUESTIONS[question]).fetchall() for question in QUESTIONS_ASKED]


def compare(table, kind):
    """Fails unless a file has the rows of the Parquet file, each as often."""
    with connect() as db:
        view(db, "one", table, "parquet")
        view(db, "other", table, kind)
        for a, b in (("one", "other"), ("other", "one")):
            more = db.execute(f"SELECT COUNT(*) FROM (SELECT * FROM {a} EXCEPT ALL SELECT * FROM {b})").fetchall()
            assert more == [(0,)], (table, kind)


def rows_in_spark(spark, table, kind):
    found = spark.read.parquet(path(table, "parquet"))
    if kind == "parquet":
        return found
    fields = [(field.name, field.dataType.simpleString()) for field in found.schema.fields]
    is_list = {name for name, kind in fields if kind.startswith("array")}
    schema = ", ".join(f"`{name}` {'string' if name in is_list else kind}" for name, kind in fields)
    text = spark.read.csv(path(table, kind), header=True, escape='"', nullValue=NULL, schema=schema)
    lists = [f"from_json({name}, '{kind}') AS {name}" if name in is_list else f"`{name}`" for name, kind in fields]
    return text.selectExpr(*lists)


def ask_spark(spark, kind):
    for table in KEYS:
        rows_in_spark(spark, table, kind).createOrReplaceTempView(table)
    return [spark.sql(QUESTIONS[question]).collect() for question in QUESTIONS_ASKED]


def measure(engine, kinds, ask):
    """Prints the median of turns, after one that does not count."""
    times = {kind: [] for kind in kinds}
    expected = ask("parquet")
    for turn in range(TURNS + 1):
        for kind in kinds:
            start = time.perf_counter()
            answers = ask(kind)
            if turn > 0:
                times[kind].append(time.perf_counter() - start)
            assert answers == expected, kind
    base = statistics.median(times["parquet"])
    print(f"| {engine}: {' and '.join(QUESTIONS_ASKED)} | MB | s | ratio |\n| --- | --: | --: | --: |")
    for kind in kinds:
        size = sum(os.path.getsize(path(table, kind)) for table in KEYS) / 1e6
        seconds = statistics.median(times[kind])
        print(f"| {kind} | {size:.1f} | {seconds:.2f} | {seconds / base:.2f} |")
    print()


for table in KEYS:
    for kind in DUCKDB[1:]:
        compare(table, kind)
measure("DuckDB", DUCKDB, ask_duckdb)
session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
session.sparkContext.setLogLevel("ERROR")
measure("Spark", SPARK, lambda kind: ask_spark(session, kind))
session.stop()
