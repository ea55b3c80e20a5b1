"""Asks the tables of decode.py questions on Apache Spark. A row of an answer is a line: {"question":"fees","row":{...}}.

    spark-submit ask.py OUT QUESTION ...

QUESTION: one of `tables.py`, or the name of a table for its rows.
"""

import argparse

from pyspark.sql import SparkSession

from tables import QUESTIONS, TABLES


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("questions", nargs="+", choices=QUESTIONS, metavar="QUESTION")
    args = parser.parse_args()
    spark = SparkSession.builder.appName("avalanche-tx").getOrCreate()
    for table in TABLES:
        spark.read.parquet(f"{args.out}/{table}").createOrReplaceTempView(table)
    for question in args.questions:
        answer = spark.sql(QUESTIONS[question])
        line = f"to_json(named_struct('question', '{question}', 'row', struct(*)), map('ignoreNullFields', 'false')) AS line"
        for row in answer.selectExpr(line).toLocalIterator():
            print(row.line)
    spark.stop()


if __name__ == "__main__":
    main()
