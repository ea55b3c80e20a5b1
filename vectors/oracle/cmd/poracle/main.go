// Command poracle answers, from the real avalanchego packages (the version in
// go.mod), every question a P-chain transaction codec test wants to ask a node.
//
// All subcommands speak NDJSON: one JSON object a line on stdin and/or stdout.
// A line that cannot be handled is answered {"ok":false,"error":"..."}; the
// program does not stop or panic on bad input. An "id" given in a request line
// (any JSON value) is echoed in its answer.
//
//	poracle gen    --seed N --count M [--network local|fuji|mainnet|all] [--size small|large] [--type NAME]
//	poracle blocks --seed N --count M [--network ...] [--size ...]
//	poracle utxos  --seed N --count M [--network ...]
//	poracle mutate --seed N --count M [--network ...] [--kind tx|utxo|block|all] [--json]
//	poracle check        stdin: {"id","kind":"tx"|"unsignedTx"|"utxo"|"block"|"genesis"|"output"|"input"|"credential",
//	                             "network","hex"}
//	poracle verify       stdin: {"id","network","hex","kind":"tx"(default)|"unsignedTx"|"utxo"}
//	poracle sign         stdin: {"id","hex","kind":"tx"(default)|"unsignedTx","utxos":[hex],"keys":[hex],
//	                             "owners":{CB58 id of a subnet or validation:{"threshold","addresses":[hex]}}}
//	poracle fee          stdin: {"id","hex","kind"?,"weights":[4]?,"price"?,"network"?}
//	poracle feestate     stdin: {"id","maxCapacity","maxPerSecond","targetPerSecond","minPrice",
//	                             "excessConversionConstant","capacity","excess","seconds","gasConsumed"?}
//	poracle validatorfee stdin: {"id","target","minPrice","excessConversionConstant","current","excess",
//	                             "seconds","funds"?,"maxSeconds"?}
//	poracle interfaces   prints which registered type IDs each codec interface accepts
//	poracle genesis [--network ...]  prints that network's P-chain genesis as hex, and the ids that follow from it
//	poracle networks     prints chain IDs, AVAX asset ID and fee configs of the three networks
//
// "network" is "local" (default), "fuji", "mainnet", or 12345, 5, 1.
// 64-bit quantities that are not inside the node's own "json" text are printed
// as decimal strings (gas, fee, price, amounts, locktimes); the four-element
// "complexity" and "weights" arrays are JSON numbers. Requests may give any
// 64-bit quantity as a number or as a decimal string.
//
// gen line:
//
//	chain, type, networkID, network, hex (signed bytes), nodeHex (same bytes as
//	platform.getTx encoding "hex" prints them: 4 checksum bytes appended),
//	unsignedHex, id, json (exact text of the "tx" member of platform.getTx with
//	encoding "json"), signers (bech32 recovered per signature, one array per
//	credential), complexity (or null), complexityError, gas and feeAtPrice1
//	(with the network's own weights; null when there is no complexity),
//	verifyError ("" when SyntacticVerify passes), memoLength.
//
// check answer:
//
//	id, ok, error, type, hex (re-encoded), txID (for a block: its block ID; for a
//	UTXO: its input ID), unsignedHex, json, signers (tx only; "error: ..." where a
//	signature cannot be recovered, null for a credential of another type),
//	consumed (bytes the codec read before accepting or before complaining of
//	trailing bytes; otherwise -1).
//
// "ok" in check is the codec's verdict alone, which is lax about order and
// duplicates; verify adds SyntacticVerify (which needs no upgrade schedule, so
// it is the same before and after Helicon) and, beside it, memoAllowed, the
// rule since Durango that a memo must be empty.
//
// sign answers "hex", the transaction with what avalanchego's wallet signs of it with these keys, zeros where it
// cannot; signatures that are there stay.
//
// An output, input or credential is checked as it stands in its place: a type ID
// and a body, without codec version.
//
// feestate lets "seconds" pass, then burns "gasConsumed", then prices.
// validatorfee steps second by second, so it refuses more than 20 million.
//
// mutate line: kind, network, baseType, mutation, hex, ok, error, reencoded
// (null when refused), type, txID, json (only with --json), and, when the codec
// accepts a tx or UTXO, verifyOk and verifyError.
//
// A node of the local network starts from a recent time, so its genesis bytes
// (not its chain IDs) change from one year to the next; genesis pins that time.
//
// Transaction i of a gen run depends only on (seed, i, network, size), so a
// shorter run is a prefix of a longer one.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

type genOptions struct {
	seed     int64
	count    int
	networks []*network
	large    bool
	only     string
	kind     string
	withJSON bool
}

func parseGenOptions(name string, args []string) (genOptions, error) {
	var (
		o    genOptions
		net  string
		size string
	)
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(os.Stderr)
	fs.Int64Var(&o.seed, "seed", 1, "seed")
	fs.IntVar(&o.count, "count", 24, "number of lines")
	fs.StringVar(&net, "network", "local", "local, fuji, mainnet or all")
	fs.StringVar(&size, "size", "small", "small or large")
	fs.StringVar(&o.only, "type", "", "only this type name")
	fs.StringVar(&o.kind, "kind", "tx", "mutate: tx, utxo, block or all")
	fs.BoolVar(&o.withJSON, "json", false, "mutate: include the node's JSON of accepted inputs")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	switch size {
	case "small":
	case "large":
		o.large = true
	default:
		return o, fmt.Errorf("unknown size %q", size)
	}
	if net == "all" {
		for _, n := range []string{"local", "fuji", "mainnet"} {
			nw, err := networkByName(n)
			if err != nil {
				return o, err
			}
			o.networks = append(o.networks, nw)
		}
		return o, nil
	}
	nw, err := networkByName(net)
	if err != nil {
		return o, err
	}
	o.networks = []*network{nw}
	return o, nil
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: poracle gen|blocks|utxos|mutate|check|verify|sign|fee|feestate|validatorfee|interfaces|genesis|networks")
		os.Exit(2)
	}
	out := newWriter(os.Stdout)
	err := dispatch(os.Args[1], os.Args[2:], os.Stdin, out)
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "poracle:", err)
		os.Exit(1)
	}
}

func dispatch(cmd string, args []string, in io.Reader, out *writer) error {
	switch cmd {
	case "gen", "blocks", "utxos", "mutate", "genesis":
		o, err := parseGenOptions(cmd, args)
		if err != nil {
			return err
		}
		switch cmd {
		case "gen":
			return runGen(o, out)
		case "blocks":
			return runBlocks(o, out)
		case "utxos":
			return runUTXOs(o, out)
		case "genesis":
			return runGenesis(o, out)
		default:
			return runMutate(o, out)
		}
	case "check":
		return serve(in, out, answerCheck)
	case "verify":
		return serve(in, out, answerVerify)
	case "sign":
		return serve(in, out, answerSign)
	case "fee":
		return serve(in, out, answerFee)
	case "feestate":
		return serve(in, out, answerFeeState)
	case "validatorfee":
		return serve(in, out, answerValidatorFee)
	case "interfaces":
		return runInterfaces(out)
	case "networks":
		return runNetworks(out)
	default:
		return fmt.Errorf("unknown subcommand %q", cmd)
	}
}
