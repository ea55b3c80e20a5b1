"""Asks the tables of `avalanche-index` questions on Apache Spark. A row of an answer is a line: {"question":"supply","row":{...}}.

    spark-submit index.py FOLDER QUESTION.sql ...

FOLDER: what `avalanche-index run --out FOLDER` wrote. QUESTION.sql: a file with a query over its tables, such as those of the guide.
The files are those of one reading of the manifest: each chain at one height in all tables, while the program goes on writing.
"""

import argparse
import json
import os

from pyspark.sql import SparkSession

TABLES = ["blocks", "transactions", "inputs", "outputs", "moves", "stakes", "l1_validators", "subnets", "blockchains", "assets"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("questions", nargs="+", metavar="QUESTION.sql")
    args = parser.parse_args()
    spark = SparkSession.builder.appName("avalanche-index").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    with open(f"{args.folder}/manifest.json", encoding="utf-8") as file:
        manifest = json.load(file)
    for table in TABLES:
        files = [f"{args.folder}/{part}/{table}.parquet" for part in manifest["parts"]]
        spark.read.parquet(*files).createOrReplaceTempView(table)
    network = [(manifest["networkID"], manifest["avaxAssetID"])]
    spark.createDataFrame(network, "network_id long, avax_asset_id string").createOrReplaceTempView("network")
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
