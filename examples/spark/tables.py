"""Rows of the tables from the answers of `avalanche-tx decode --stream`.

An answer is one line of JSON; its rows are tuples in the order of SCHEMAS. Every integer
of 64 bits stays exact: Python's in memory, DECIMAL(20, 0) in Parquet.
"""

import json
from decimal import Decimal

AMOUNT = "DECIMAL(20, 0)"

SCHEMAS = {
    "transactions": "chain STRING, txID STRING, type STRING, networkID LONG, blockID STRING",
    "inputs": "chain STRING, txID STRING, inputIndex INT, spentTxID STRING, spentOutputIndex LONG,"
    f" account STRING, assetID STRING, amount {AMOUNT}",
    "outputs": "chain STRING, txID STRING, outputIndex LONG, account STRING, addresses ARRAY<STRING>,"
    f" threshold LONG, locktime {AMOUNT}, stakeableLocktime {AMOUNT}, assetID STRING,"
    f" amount {AMOUNT}, why STRING",
    "validators": "txID STRING, validatorIndex INT, type STRING, nodeID STRING, subnetID STRING,"
    f" start {AMOUNT}, end {AMOUNT}, weight {AMOUNT}",
    "errors": "id STRING, code STRING, path STRING, message STRING",
}


def rows(line):
    """(table, row) of one answer."""
    answer = json.loads(line)
    error = answer.get("error") or answer.get("blockError") or answer.get("txsError")
    if error:
        yield "errors", (json.dumps(answer["id"]), error["code"], error["path"], error["message"])
        return
    if "txID" in answer:
        yield from tx_rows(answer["json"], answer["txID"], answer["type"], None)
        return
    # In a container or a proposervm block there is one of the chain.
    inner = answer.get("block")
    block, content = (inner, inner["content"]) if inner else (answer, answer["json"])
    if not inner and answer["type"].startswith(("vertex.", "indexer.")):
        # What the X-chain had before blocks: answers say the transactions in it, and not their JSON.
        for tx in answer.get("txs", []):
            yield "transactions", ("X", tx["txID"], tx["type"], None, answer.get("blockID"))
    elif "txs" in block:
        of_block = content.get("txs", []) + ([content["tx"]] if "tx" in content else [])
        for tx, json_of_tx in zip(block["txs"], of_block, strict=True):
            yield from tx_rows(json_of_tx, tx["txID"], tx["type"], block["blockID"])


def tx_rows(tx, tx_id, kind, block_id):
    unsigned = tx["unsignedTx"]
    chain = {"platformvm": "P", "avm": "X", "atomic": "C"}[kind.split(".")[0]]
    yield "transactions", (chain, tx_id, kind, unsigned.get("networkID"), block_id)
    for index, row in enumerate(input_rows(unsigned)):
        yield "inputs", (chain, tx_id, index, *row)
    for row in output_rows(unsigned, chain, tx_id):
        yield "outputs", (chain, tx_id, *row)
    for index, row in enumerate(validator_rows(unsigned)):
        yield "validators", (tx_id, index, kind, *row)


def input_rows(unsigned):
    """What a transaction takes: UTXOs, on the C-chain the balance of accounts."""
    for item in unsigned.get("inputs", []) + unsigned.get("importedInputs", []):
        if "address" in item:
            yield None, None, item["address"], item["assetID"], Decimal(item["amount"])
            continue
        inner = item["input"].get("input", item["input"])  # without a stakeable lock
        amount = Decimal(inner["amount"])
        yield item["txID"], item["outputIndex"], None, item["assetID"], amount


def output_rows(unsigned, chain, tx_id):
    """What a transaction makes, with the index that a UTXO gets. Rights to mint and tokens have no amount, and no row."""
    index = 0
    for item in unsigned.get("outputs", []):
        if "address" in item:
            yield None, item["address"], None, None, None, None, item["assetID"], Decimal(item["amount"]), "output"
            continue
        yield (index, *owned(item["assetID"], item["output"]), "output")
        index += 1
    for key, why in (("stake", "stake"), ("exportedOutputs", "export")):
        for item in unsigned.get(key, []):
            yield (index, *owned(item["assetID"], item["output"]), why)
            index += 1
    for state in unsigned.get("initialStates", []):
        for output in state["outputs"]:
            if "amount" in output:
                yield (index, *owned(tx_id, output), "mint")
            index += 1
    for operation in unsigned.get("operations", []):
        for output in made(operation["operation"]):
            if "amount" in output:
                yield (index, *owned(operation["assetID"], output), "mint")
            index += 1


def made(operation):
    """Outputs of an operation, in the order of their indexes."""
    if "mintOutput" in operation and "transferOutput" in operation:
        return [operation["mintOutput"], operation["transferOutput"]]
    if "mintOutput" in operation:
        return [operation["mintOutput"], operation["ownedOutput"]]
    if "outputs" in operation:
        return operation["outputs"]
    return [operation["output"]] if "output" in operation else []


def owned(asset_id, output):
    inner = output.get("output", output)  # without a stakeable lock
    locked = Decimal(output["locktime"]) if "output" in output else None
    return (
        None,
        inner["addresses"],
        inner["threshold"],
        Decimal(inner["locktime"]),
        locked,
        asset_id,
        Decimal(inner["amount"]),
    )


PRIMARY_NETWORK = "11111111111111111111111111111111LpoYY"


def validator_rows(unsigned):
    """Who begins to validate or to delegate. What a warp message registers stands in its bytes, and has no row."""
    validator = unsigned.get("validator")
    if validator:
        subnet_id = validator.get("subnetID", unsigned.get("subnetID", PRIMARY_NETWORK))
        times = (Decimal(validator[key]) for key in ("start", "end", "weight"))
        yield (validator["nodeID"], subnet_id, *times)
    elif "period" in unsigned and "nodeID" in unsigned:
        weight = sum(Decimal(item["output"].get("output", item["output"])["amount"]) for item in unsigned["stake"])
        yield unsigned["nodeID"], PRIMARY_NETWORK, None, None, weight
    for item in unsigned.get("validators", []):
        yield item["nodeID"], unsigned["subnetID"], None, None, Decimal(item["weight"])
