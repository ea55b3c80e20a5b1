"""Decodes a data set on Apache Spark into Parquet tables. The command line writes them; Spark hands out parts and drops duplicates.

    spark-submit decode.py --command "$PWD/node_modules/.bin/avalanche-tx" INPUT OUT

INPUT: a file or folder of requests (plain, gzip or zstd), one JSON object a line, as `avalanche-tx decode --stream` reads them.
OUT:   a folder that gets one folder of Parquet files a table. What it held is removed.
Both are paths that all workers see, or URIs that pyarrow and Spark know, such as hdfs://… .
"""

import argparse
import os
import resource
import shlex
import subprocess
import tempfile
import time

from pyarrow import fs
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from tables import KEYS, TABLES

CHUNK = 1 << 20
# The first bytes of files that cannot be cut: gzip and zstd.
COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("input")
    parser.add_argument("out")
    parser.add_argument("--command", default="avalanche-tx", help="how a worker's shell starts the command line")
    parser.add_argument("--partitions", type=int, default=2, help="about so many parts; each is one process")
    args = parser.parse_args()

    parts = list(enumerate(parts_of(args.input, args.partitions)))
    if not parts:
        raise SystemExit(f"{args.input} has no files")
    with stage("start"):
        spark = SparkSession.builder.appName("avalanche-tx").getOrCreate()
    spark.sparkContext.addPyFile(__file__.replace("decode.py", "tables.py"))
    store, out = store_of(args.out)
    store.create_dir(out)
    store.delete_dir_contents(out)
    for table in TABLES:
        store.create_dir(f"{out}/{table}")

    with stage("decode") as note:
        decode = decoder(args.command, args.input, args.out)
        of_node = spark.sparkContext.parallelize(parts, len(parts)).map(decode).sum()
        note(f"{of_node:.1f} s of processors in Node")
    with stage("look for duplicates"):
        twice = has_duplicates(spark.read.parquet(f"{args.out}/transactions"))
    if twice:
        with stage("drop duplicates"):
            for table in KEYS:
                path = f"{args.out}/{table}"
                once(spark.read.parquet(path), table).write.parquet(f"{path}.once")
                store.delete_dir(f"{out}/{table}")
                store.move(f"{out}/{table}.once", f"{out}/{table}")
    spark.stop()


class stage:
    """Prints how long a stage took."""

    def __init__(self, name):
        self.name, self.more, self.began = name, "", time.time()

    def __enter__(self):
        return lambda more: setattr(self, "more", f", {more}")

    def __exit__(self, kind, *_):
        if kind is None:
            print(f"{self.name}: {time.time() - self.began:.1f} s{self.more}", flush=True)


def store_of(path):
    """The file system of a path or URI, and the path in it."""
    return fs.FileSystem.from_uri(path if "://" in path else os.path.abspath(path))


def parts_of(path, least):
    """(file, start, end) of about equal parts. Compressed files are not cut."""
    store, path = store_of(path)
    info = store.get_file_info(path)
    files = [info] if info.is_file else store.get_file_info(fs.FileSelector(path, recursive=True))
    files = sorted((f for f in files if f.is_file and f.base_name[0] not in "._"), key=lambda f: f.path)
    most = max(1, -(-sum(f.size for f in files) // least))
    for file in files:
        count = max(1, round(file.size / most))
        if count > 1:
            with store.open_input_stream(file.path) as head:
                count = 1 if head.read(4).startswith(COMPRESSED) else count
        cuts = [file.size * i // count for i in range(count + 1)]
        yield from ((file.path, start, end) for start, end in zip(cuts, cuts[1:]))


def decoder(command, source, target):
    """A function that writes the tables of a part, and returns the seconds of processors that Node took."""

    def decode(numbered):
        number, (path, start, end) = numbered
        source_store, _ = store_of(source)
        target_store, out = store_of(target)
        with tempfile.TemporaryDirectory() as folder:
            shell = f"exec {command} decode --stream --parquet {shlex.quote(folder)}"
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            with (
                source_store.open_input_file(path) as file,
                subprocess.Popen(["sh", "-c", shell], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as node,
            ):
                try:
                    pump(file, start, end, node.stdin.write)
                    node.stdin.close()
                except BrokenPipeError:
                    pass  # its status and its last words say why
                said = node.stderr.read().decode().strip()
            # Status 1: some lines have an error, and a row in `errors`.
            if node.returncode not in (0, 1):
                raise RuntimeError(f"`{command}` ended with status {node.returncode}: {said}")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            for table in TABLES:
                fs.copy_files(
                    f"{folder}/{table}.parquet",
                    f"{out}/{table}/part-{number:05}.parquet",
                    source_filesystem=fs.LocalFileSystem(),
                    destination_filesystem=target_store,
                )
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return decode


def pump(file, start, end, write):
    """Writes the lines of a file that start in a part of it."""
    at = max(start - 1, 0)
    file.seek(at)
    is_within = start == 0
    while chunk := file.read(CHUNK):
        first = 0
        if not is_within:
            first = chunk.find(b"\n") + 1
            if first == 0 or at + first >= end:
                at += len(chunk)
                if at >= end:
                    return
                continue
            is_within = True
        last = chunk.find(b"\n", max(end - 1 - at, 0)) if at + len(chunk) >= end else -1
        if last >= 0:
            write(memoryview(chunk)[first : last + 1])
            return
        write(memoryview(chunk)[first:])
        at += len(chunk)


def has_duplicates(transactions):
    """Whether a transaction may be there twice: by hashes, which are a fifth of the ids."""
    hashes = transactions.select(F.xxhash64(*KEYS["transactions"]).alias("hash"))
    return not hashes.groupBy("hash").count().where("count > 1").isEmpty()


def once(rows, table):
    """Rows without duplicates. Of several finds of a transaction one that names its block is kept."""
    if table != "transactions":
        return rows.dropDuplicates(KEYS[table])
    others = [c for c in rows.columns if c not in (*KEYS[table], "blockID")]
    kept = rows.groupBy(*KEYS[table]).agg(*(F.first(c).alias(c) for c in others), F.max("blockID").alias("blockID"))
    return kept.select(rows.columns)


if __name__ == "__main__":
    main()
