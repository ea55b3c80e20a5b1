"""Asks the tables of `avalanche-tx index` questions on Apache Spark. A row of an answer is a line: {"question":"supply","row":{...}}.

    spark-submit index.py FOLDER QUESTION.sql ...

FOLDER: what `avalanche-tx index --out FOLDER` wrote. QUESTION.sql: a file with a query over its tables, such as those of the guide.
"""

import argparse
import os

from pyspark.sql import SparkSession

TABLES = ["blocks", "transactions", "inputs", "outputs", "validators", "moves", "stakes", "l1Validators", "errors"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("questions", nargs="+", metavar="QUESTION.sql")
    args = parser.parse_args()
    spark = SparkSession.builder.appName("avalanche-tx").getOrCreate()
    for table in TABLES:
        spark.read.parquet(f"{args.folder}/*/*/{table}.parquet").createOrReplaceTempView(table)
    for path in args.questions:
        name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            answer = spark.sql(file.read())
        line = f"to_json(named_struct('question', '{name}', 'row', struct(*)), map('ignoreNullFields', 'false')) AS line"
        for row in answer.selectExpr(line).toLocalIterator():
            print(row.line)
    spark.stop()


if __name__ == "__main__":
    main()
