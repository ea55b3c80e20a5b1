"""The tables that `avalanche-tx decode --stream --parquet` writes, and the questions that both engines answer."""

# What a row is of, for tables that hold each transaction once.
KEYS = {
    "transactions": ["chain", "txID"],
    "inputs": ["chain", "txID", "inputIndex"],
    "outputs": ["chain", "txID", "outputIndex"],
    "validators": ["txID", "validatorIndex"],
}
TABLES = [*KEYS, "errors"]

QUESTIONS = {
    # What each owner can have, per asset: the outputs that nothing in the data spends.
    "supply": """
        SELECT o.assetID, o.addresses, o.threshold,
          SUM(CAST(o.amount AS DECIMAL(38, 0))) AS amount, COUNT(*) AS utxos
        FROM outputs o ANTI JOIN inputs i
          ON o.txID = i.spentTxID AND o.outputIndex = i.spentOutputIndex
        WHERE o.account IS NULL
        GROUP BY o.assetID, o.addresses, o.threshold
        ORDER BY amount DESC, o.assetID, o.addresses, o.threshold""",
    # What each type of transaction burns, per asset.
    "fees": """
        WITH moved AS (
          SELECT txID, assetID, CAST(amount AS DECIMAL(38, 0)) AS amount FROM inputs
          UNION ALL
          SELECT txID, assetID, -CAST(amount AS DECIMAL(38, 0)) FROM outputs WHERE why != 'mint'),
        burned AS (SELECT txID, assetID, SUM(amount) AS burned FROM moved GROUP BY txID, assetID)
        SELECT t.type, b.assetID, COUNT(*) AS txs, SUM(b.burned) AS burned, MAX(b.burned) AS most
        FROM burned b JOIN transactions t ON t.txID = b.txID
        WHERE b.burned > 0
        GROUP BY t.type, b.assetID
        ORDER BY t.type, b.assetID""",
    **{table: f"SELECT * FROM {table}" for table in TABLES},
}
