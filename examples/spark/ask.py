"""Asks the tables of decode.py questions. A row of an answer is a line: {"question":"fees","row":{...}}.

    spark-submit ask.py OUT QUESTION ...

supply: what each owner can have, per asset: the outputs that nothing in the data spends
fees:   what each type of transaction burns, per asset
TABLE:  the rows of a table
"""

import argparse

from pyspark.sql import SparkSession

from tables import SCHEMAS

QUESTIONS = {
    "supply": """
        SELECT o.assetID, o.addresses, o.threshold, SUM(o.amount) AS amount, COUNT(*) AS utxos
        FROM outputs o LEFT ANTI JOIN inputs i
          ON o.txID = i.spentTxID AND o.outputIndex = i.spentOutputIndex
        WHERE o.account IS NULL
        GROUP BY o.assetID, o.addresses, o.threshold
        ORDER BY amount DESC, o.assetID, o.addresses, o.threshold""",
    "fees": """
        WITH moved AS (
          SELECT txID, assetID, amount FROM inputs
          UNION ALL SELECT txID, assetID, -amount FROM outputs WHERE why != 'mint'),
        burned AS (SELECT txID, assetID, SUM(amount) AS burned FROM moved GROUP BY txID, assetID)
        SELECT t.type, b.assetID, COUNT(*) AS txs, SUM(b.burned) AS burned, MAX(b.burned) AS most
        FROM burned b JOIN transactions t ON t.txID = b.txID
        WHERE b.burned > 0
        GROUP BY t.type, b.assetID
        ORDER BY t.type, b.assetID""",
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("questions", nargs="+", choices=[*QUESTIONS, *SCHEMAS], metavar="QUESTION")
    args = parser.parse_args()
    spark = SparkSession.builder.appName("avalanche-tx").getOrCreate()
    for table in SCHEMAS:
        spark.read.parquet(f"{args.out}/{table}").createOrReplaceTempView(table)
    for question in args.questions:
        answer = spark.sql(QUESTIONS.get(question, f"SELECT * FROM {question}"))
        line = f"to_json(named_struct('question', '{question}', 'row', struct(*)), map('ignoreNullFields', 'false')) AS line"
        for row in answer.selectExpr(line).toLocalIterator():
            print(row.line)
    spark.stop()


if __name__ == "__main__":
    main()
