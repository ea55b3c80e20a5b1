"""Decodes a partitioned data set into Parquet tables, with the command line in Spark's `pipe`.

    spark-submit decode.py --command "npx avalanche-tx" INPUT OUT

INPUT: text files (gzip too) of requests, one JSON object a line, as `avalanche-tx decode --stream` reads them.
OUT:   a folder that gets one folder of Parquet files a table.
"""

import argparse

from pyspark import StorageLevel
from pyspark.sql import SparkSession

from tables import SCHEMAS, rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("input")
    parser.add_argument("out")
    parser.add_argument("--command", default="npx avalanche-tx", help="how a worker starts the command line")
    parser.add_argument("--partitions", type=int, default=2)
    args = parser.parse_args()

    spark = SparkSession.builder.appName("avalanche-tx").getOrCreate()
    context = spark.sparkContext
    context.addPyFile(__file__.replace("decode.py", "tables.py"))
    lines = context.textFile(args.input, args.partitions)
    answers = lines.pipe(f"{args.command} decode --stream").persist(StorageLevel.DISK_ONLY)
    # A worker without the command line would answer nothing and say nothing.
    asked, answered = lines.count(), answers.count()
    if asked != answered:
        raise SystemExit(f"{asked} lines, {answered} answers: does every worker run `{args.command}`?")
    found = answers.flatMap(rows).persist(StorageLevel.DISK_ONLY)
    for table, schema in SCHEMAS.items():
        of_table = found.filter(lambda row, table=table: row[0] == table).map(lambda row: row[1])
        spark.createDataFrame(of_table, schema).write.mode("overwrite").parquet(f"{args.out}/{table}")
    spark.stop()


if __name__ == "__main__":
    main()
