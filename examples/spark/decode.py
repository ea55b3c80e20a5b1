"""Decodes a partitioned data set into Parquet tables, with the command line in Spark's `pipe`.

    spark-submit decode.py --command "$PWD/node_modules/.bin/avalanche-tx" INPUT OUT

INPUT: text files (gzip too) of requests, one JSON object a line, as `avalanche-tx decode --stream` reads them.
OUT:   a folder that gets one folder of Parquet files a table.
"""

import argparse
import os
import shlex

from pyspark import StorageLevel
from pyspark.sql import SparkSession

from tables import SCHEMAS, fuller, read


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("input")
    parser.add_argument("out")
    parser.add_argument("--command", default="avalanche-tx", help="how a worker's shell starts the command line")
    parser.add_argument("--partitions", type=int, default=2, help="at least so many; each is one process at a time")
    args = parser.parse_args()

    spark = SparkSession.builder.appName("avalanche-tx").getOrCreate()
    context = spark.sparkContext
    context.addPyFile(__file__.replace("decode.py", "tables.py"))
    lines = context.textFile(args.input, args.partitions)
    # In a shell, so that a worker without the command line answers nothing, and all are told the same way.
    shell = shlex.join(["sh", "-c", f"{args.command} decode --stream"])
    answers = lines.pipe(shell, {"PATH": os.environ.get("PATH", os.defpath)}).persist(StorageLevel.DISK_ONLY)
    asked, answered = lines.count(), answers.count()
    if asked != answered:
        raise SystemExit(f"{asked} lines, {answered} answers: does every worker run `{args.command}`?")

    found = answers.flatMap(read).persist(StorageLevel.DISK_ONLY)
    errors = found.filter(lambda item: not item[0]).flatMap(lambda item: item[1])
    once = found.filter(lambda item: item[0]).reduceByKey(fuller).flatMap(lambda item: item[1])
    once.persist(StorageLevel.DISK_ONLY)
    for table, schema in SCHEMAS.items():
        rows = errors if table == "errors" else once
        of_table = rows.filter(lambda row, table=table: row[0] == table).map(lambda row: row[1])
        spark.createDataFrame(of_table, schema).write.mode("overwrite").parquet(f"{args.out}/{table}")
    spark.stop()


if __name__ == "__main__":
    main()
