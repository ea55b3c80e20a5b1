"""Rows of the tables from the answers of `avalanche-tx decode --stream`.

An answer is one line of JSON; its rows are tuples in the order of SCHEMAS. Every integer
of 64 bits stays exact: Python's in memory, DECIMAL(20, 0) in Parquet.
"""

import hashlib
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
    # The stake of a transaction that no node accepts can add up to more than a uint64.
    f" start {AMOUNT}, end {AMOUNT}, weight DECIMAL(38, 0)",
    "errors": "id STRING, code STRING, path STRING, message STRING",
}


def read(line):
    """(key, rows) of each transaction of one answer, a row being (table, tuple); where the key is None, of what went wrong."""
    answer = json.loads(line)
    if not answer["ok"]:
        yield None, [error_row(answer, answer["error"])]
    elif "blockError" in answer or "txsError" in answer:  # of a vertex the latter
        yield None, [error_row(answer, answer.get("blockError") or answer["txsError"])]
    elif "block" in answer:  # in an index's record or a wrapper
        yield from read_block(answer, answer["block"], answer["block"]["content"])
    elif "txID" in answer:
        yield read_tx(answer, answer.get("json"), answer["txID"], answer["type"], None)
    elif "txs" in answer:
        yield from read_block(answer, answer, answer.get("json"))
    elif not answer["type"].startswith(WITHOUT_ROWS):
        yield None, [left_out(answer, f"{answer['type']} is neither a transaction nor a block")]


# Records and wrappers in which nothing of P or X was found, nor an error: of the C-chain, if the line names its chain.
WITHOUT_ROWS = ("indexer.", "proposervm.")


def read_block(answer, block, content):
    """Of the transactions of a block. Those of a vertex are only bytes in its JSON."""
    content = content or {}
    of_block = (content.get("txs") or []) + ([content["tx"]] if "tx" in content else [])
    if len(of_block) != len(block["txs"]) or any(isinstance(tx, str) for tx in of_block):
        txs = ", ".join(f"{tx['type']} {tx['txID']}" for tx in block["txs"])
        yield None, [left_out(answer, f"{block['type']} has no JSON of its transactions, ask for each on a line: {txs}")]
        return
    for tx, json_of_tx in zip(block["txs"], of_block):
        yield read_tx(answer, json_of_tx, tx["txID"], tx["type"], block["blockID"])


def read_tx(answer, tx, tx_id, kind, block_id):
    if tx is None:
        return None, [left_out(answer, f"the node itself cannot print {kind} {tx_id}")]
    chain = {"platformvm": "P", "avm": "X", "atomic": "C"}[kind.split(".")[0]]
    return (chain, tx_id), list(tx_rows(tx["unsignedTx"], chain, tx_id, kind, block_id))


def fuller(one, other):
    """Of two finds of a transaction the one that names its block; of two blocks always the same."""
    return max(one, other, key=lambda rows: rows[0][1][-1] or "")


def error_row(answer, error):
    return "errors", (json.dumps(answer["id"]), error["code"], error["path"], error["message"])


def left_out(answer, why):
    return error_row(answer, {"code": "Unsupported", "path": "", "message": f"No rows: {why}"})


def tx_rows(unsigned, chain, tx_id, kind, block_id):
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
        staked = (Decimal(item["output"].get("output", item["output"])["amount"]) for item in unsigned["stake"])
        yield node_id(unsigned["nodeID"]), PRIMARY_NETWORK, None, None, sum(staked, Decimal(0))
    for item in unsigned.get("validators", []):
        yield node_id(item["nodeID"]), unsigned["subnetID"], None, None, Decimal(item["weight"])


BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def node_id(text):
    """`NodeID-…` of what some types have as bytes. The wire allows other lengths than 20: those stay hex."""
    data = bytes.fromhex(text[2:])
    if len(data) != 20:
        return text
    data += hashlib.sha256(data).digest()[-4:]
    number, digits = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        digits = BASE58[digit] + digits
    return "NodeID-" + "1" * (len(data) - len(data.lstrip(b"\0"))) + digits
