"""Decodes what codec.json describes, and knows nothing of Avalanche but that file.

    python3 reader.py codec.json < requests.ndjson > answers.ndjson

A request is {"chain": "P", "kind": "tx", "hex": "0x..."}; chain is "any" for wrappers and messages. The answer is {"value": ...}, with
integers as decimal text and bytes as hex, or {"error": "..."}.
"""

import json
import sys


class Refused(Exception):
    """These bytes are no value of the type."""


class Input:
    """Bytes, and how far they are read."""

    def __init__(self, data):
        self.data = data
        self.offset = 0

    def left(self):
        return len(self.data) - self.offset

    def take(self, count):
        if count > self.left():
            raise Refused(f"byte {self.offset}: {count} needed, {self.left()} left")
        self.offset += count
        return self.data[self.offset - count : self.offset]

    def uint(self, count):
        return int.from_bytes(self.take(count), "big")


LENGTHS = {"u16": 2, "u32": 4}


class Codec:
    """The types of a codec.json."""

    def __init__(self, data):
        if data["format"] != "avalanche-tx codec 1":
            raise ValueError(f"cannot read the format {data['format']}")
        self.words = data["words"]
        self.types = data["types"]
        self.kinds = data["kinds"]

    def decode(self, chain, kind, data):
        """The value that the bytes are, all of them."""
        ref = self.kinds[chain][kind]
        limit = ref.get("max") if isinstance(ref, dict) else self.types[ref].get("max")
        if limit is not None and len(data) > limit:
            raise Refused(f"{len(data)} bytes, at most {limit}")
        source = Input(data)
        value = self.read(ref, source)
        if source.left() > 0:
            raise Refused(f"{source.left()} bytes after the value")
        return value

    def read(self, ref, source):
        if isinstance(ref, dict):
            return self.compound(ref, source)
        if ref in self.words:
            return self.word(ref, source)
        of = self.types[ref]
        if of["kind"] == "struct":
            value = {"type": of["name"]} if of["typed"] else {}
            for field in of["fields"]:
                value[field["key"]] = self.read(field["type"], source)
            return value
        number = source.uint(2 if of["kind"] == "versions" else 4)
        member = of["members"].get(str(number))
        if member is None:
            raise Refused(f"byte {source.offset}: {number} is not one of {of['name']}")
        return self.read(member, source)

    def compound(self, ref, source):
        if "fixed" in ref:
            return source.take(ref["fixed"])
        if "numbers" in ref:
            return source.take(ref["numbers"])
        if "list" in ref:
            count = source.uint(4)
            if count * self.fewest(ref["list"]) > source.left():
                raise Refused(f"byte {source.offset}: a list of {count} does not fit")
            return [self.read(ref["list"], source) for _ in range(count)]
        version = source.uint(2)
        if version != 0:
            raise Refused(f"codec version {version}")
        return self.read(ref["versioned"], source)

    def fewest(self, ref):
        """The fewest bytes of a value."""
        if isinstance(ref, str):
            if ref not in self.words:
                return self.types[ref]["min"]
            word = self.words[ref]
            return word["bytes"] if "bytes" in word else LENGTHS[word["length"]]
        if "list" in ref:
            return 4
        if "versioned" in ref:
            return 2 + self.fewest(ref["versioned"])
        return ref["fixed"] if "fixed" in ref else ref["numbers"]

    def word(self, name, source):
        word = self.words[name]
        count = word["bytes"] if "bytes" in word else source.uint(LENGTHS[word["length"]])
        data = source.take(count)
        value = word["value"]
        if value.startswith("unsigned integer"):
            return int.from_bytes(data, "big")
        if value.startswith("signed integer"):
            return int.from_bytes(data, "big", signed=True)
        if value.startswith("0 or 1"):
            if data[0] > 1:
                raise Refused(f"byte {source.offset - 1}: {data[0]} is not a bool")
            return data[0] == 1
        # What PEP 383 calls surrogateescape.
        return data.decode("utf-8", "surrogateescape") if value.startswith("UTF-8") else data


def plain(value):
    """A value as JSON that every language reads alike."""
    if isinstance(value, bytes):
        return "0x" + value.hex()
    if isinstance(value, bool) or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return [plain(of) for of in value]
    return {key: plain(of) for key, of in value.items()}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        codec = Codec(json.load(file))
    for line in sys.stdin:
        request = json.loads(line)
        data = bytes.fromhex(request["hex"].removeprefix("0x"))
        try:
            answer = {"value": plain(codec.decode(request["chain"], request["kind"], data))}
        except Refused as refused:
            answer = {"error": str(refused)}
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
