// Command xoracle answers, with the real avalanchego code (the version in
// go.mod), what an independent codec library has to agree with: X-chain and C-chain atomic
// transactions, UTXOs, blocks, vertices, proposervm wrappers, warp messages and
// the small text formats.
//
// Usage (every subcommand writes NDJSON, one JSON object a line, to stdout):
//
//	xoracle gen        --chain X|C --seed N --count M [--network local|fuji|mainnet|all]
//	xoracle mutate     --chain X|C --seed N --count M [--network ...]
//	xoracle utxos      --chain X|C --seed N --count M [--network ...]
//	xoracle blocks     --seed N --count M [--network ...]
//	xoracle containers --seed N --count M [--network ...]
//	xoracle warp       --seed N --count M [--network ...]
//	xoracle l1         --seed N --count M  (BLS keys, validator sets, justifications, predicates)
//	xoracle primitives --seed N --count M
//	xoracle types      (which type id each interface field of the X and C codecs takes)
//	xoracle networks   (ids, fees and X-chain genesis bytes of the three networks)
//	xoracle check      < requests.ndjson
//	xoracle verify     < requests.ndjson
//
// check reads {"id":any,"chain":"X"|"C"|"P","kind":K,"network":...,"hex":"0x.."}
// with K one of
//
//	tx, unsignedTx, output, input, credential (as they stand in their place: no
//	codec version), utxo, block, txSlice, genesis, genesisBytes, vertex, proposervm,
//	proposervmHeader, warp, warpUnsigned, warpSigned, warpPayload, l1Payload,
//	conversionData, container, text
//
// (a text is asked about with {"kind":"text","format":F,"text":".."} instead of
// hex, F being id, shortID, nodeID, cb58, address, privateKey, hex, hexc or hexnc)
// and answers {"id","ok","error","hex",...}: hex is the value encoded again.
// verify reads {"id","chain","network","hex"} and answers the verdict of the
// stateless checks: SyntacticVerifier on X, SanityCheck on C.
//
// Conventions of the answers: 64-bit numbers that the oracle itself adds
// (heights, timestamps, amounts, gas) are decimal strings; a field called json
// is a string holding exactly what Go's encoder writes for the node's own
// struct; hex fields carry 0x and no checksum, nodeHex is the node's "hex"
// encoding with its 4-byte checksum. Equal arguments give equal output.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

type options struct {
	chain   string
	network string
	seed    uint64
	count   int
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "xoracle:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("want a subcommand: gen check mutate verify utxos blocks containers warp l1 primitives types networks")
	}
	var (
		name = args[0]
		opts options
		set  = flag.NewFlagSet(name, flag.ContinueOnError)
	)
	set.StringVar(&opts.chain, "chain", "X", "X or C")
	set.StringVar(&opts.network, "network", "all", "local, fuji, mainnet, or all to take turns")
	set.Uint64Var(&opts.seed, "seed", 1, "seed of the random source")
	set.IntVar(&opts.count, "count", 100, "lines to write")
	if err := set.Parse(args[1:]); err != nil {
		return err
	}
	if set.NArg() != 0 {
		return fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	if opts.chain != "X" && opts.chain != "C" {
		return fmt.Errorf("unknown chain %q", opts.chain)
	}

	out := newWriter(os.Stdout)
	defer out.flush()
	switch name {
	case "gen":
		return runGen(opts, out)
	case "mutate":
		return runMutate(opts, out)
	case "utxos":
		return runUTXOs(opts, out)
	case "blocks":
		return runBlocks(opts, out)
	case "containers":
		return runContainers(opts, out)
	case "warp":
		return runWarp(opts, out)
	case "l1":
		return runL1(opts, out)
	case "primitives":
		return runPrimitives(opts, out)
	case "networks":
		return runNetworks(out)
	case "types":
		return runTypes(out)
	case "check":
		return serve(os.Stdin, out, check)
	case "verify":
		return serve(os.Stdin, out, verifyTx)
	default:
		return fmt.Errorf("unknown subcommand %q", name)
	}
}

// lineWriter writes one JSON value a line, without escaping <, > and &.
type lineWriter struct {
	buf *bufio.Writer
	enc *json.Encoder
}

func newWriter(w io.Writer) *lineWriter {
	buf := bufio.NewWriterSize(w, 1<<20)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return &lineWriter{buf: buf, enc: enc}
}

func (w *lineWriter) write(v any) error { return w.enc.Encode(v) }
func (w *lineWriter) flush()            { _ = w.buf.Flush() }

// request is one line of check or verify.
type request struct {
	ID      json.RawMessage `json:"id"`
	Chain   string          `json:"chain"`
	Kind    string          `json:"kind"`
	Network string          `json:"network"`
	Hex     string          `json:"hex"`
	Format  string          `json:"format"` // of a text: id, shortID, nodeID, cb58, address, privateKey, hex, hexc, hexnc
	Text    string          `json:"text"`
}

// serve answers each line of in; a line that cannot be read, or that makes the
// node's code panic, is answered with an error like any other.
func serve(in io.Reader, out *lineWriter, answer func(request) *reply) error {
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(trimSpace(line)) != 0 {
			if werr := out.write(answerLine(line, answer)); werr != nil {
				return werr
			}
			if lines.Buffered() == 0 {
				out.flush()
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func answerLine(line []byte, answer func(request) *reply) (r *reply) {
	var req request
	defer func() {
		if p := recover(); p != nil {
			r = &reply{ID: req.ID, Error: fmt.Sprintf("panic: %v", p), Panicked: true}
		}
	}()
	if err := json.Unmarshal(line, &req); err != nil {
		return &reply{Error: "request: " + err.Error()}
	}
	r = answer(req)
	r.ID = req.ID
	return r
}

func trimSpace(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\r' || b[0] == '\n') {
		b = b[1:]
	}
	return b
}
