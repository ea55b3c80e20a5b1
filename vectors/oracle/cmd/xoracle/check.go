package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ava-labs/avalanchego/codec"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/indexer"
	"github.com/ava-labs/avalanchego/snow/engine/avalanche/vertex"
	"github.com/ava-labs/avalanchego/utils/formatting"
	"github.com/ava-labs/avalanchego/utils/hashing"
	"github.com/ava-labs/avalanchego/vms/avm"
	"github.com/ava-labs/avalanchego/vms/avm/block"
	"github.com/ava-labs/avalanchego/vms/avm/fxs"
	"github.com/ava-labs/avalanchego/vms/avm/txs"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/components/verify"
	pgenesis "github.com/ava-labs/avalanchego/vms/platformvm/genesis"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	l1msg "github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"
	proposer "github.com/ava-labs/avalanchego/vms/proposervm/block"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/tx"
)

// reply answers one check or verify line; what does not apply stays out.
type reply struct {
	ID          json.RawMessage `json:"id,omitempty"`
	OK          bool            `json:"ok"`
	Error       string          `json:"error,omitempty"`
	Panicked    bool            `json:"panicked,omitempty"`
	Type        string          `json:"type,omitempty"`
	Hex         string          `json:"hex,omitempty"`
	UnsignedHex string          `json:"unsignedHex,omitempty"`
	TxID        string          `json:"txID,omitempty"`
	BlockID     string          `json:"blockID,omitempty"`
	InputID     string          `json:"inputID,omitempty"`
	JSON        string          `json:"json,omitempty"`
	JSONError   string          `json:"jsonError,omitempty"`
	TxIDs       []string        `json:"txIDs,omitempty"`
	Fields      any             `json:"fields,omitempty"`
	VerifyOK    *bool           `json:"verifyOK,omitempty"`
	VerifyError string          `json:"verifyError,omitempty"`
}

func refuse(err error) *reply { return &reply{Error: err.Error()} }

// verdict records a check that comes after parsing.
func (r *reply) verdict(err error) {
	ok := err == nil
	r.VerifyOK = &ok
	if err != nil {
		r.VerifyError = err.Error()
	}
}

// printed records v as the node prints it.
func (r *reply) printed(text string, err error) {
	if err != nil {
		r.JSONError = err.Error()
		return
	}
	r.JSON = text
}

// reencoded records v encoded again with c.
func (r *reply) reencoded(c codec.Manager, version uint16, v any) *reply {
	raw, err := c.Marshal(version, v)
	if err != nil {
		return refuse(fmt.Errorf("parsed, but cannot be encoded again: %w", err))
	}
	r.Hex = hex0x(raw)
	return r
}

func check(req request) *reply {
	if req.Kind == "text" {
		l := readPrimitive(req.Format, "", req.Text)
		return &reply{OK: l.OK, Error: l.Error, Hex: l.Hex, Type: l.Kind, Fields: l}
	}
	n, err := getNetwork(req.Network)
	if err != nil {
		return refuse(err)
	}
	raw, err := unhex(req.Hex)
	if err != nil {
		return refuse(fmt.Errorf("request hex: %w", err))
	}
	if req.Chain == "" {
		req.Chain = "X"
	}
	switch req.Kind + "/" + req.Chain {
	case "tx/X", "/X":
		return checkXTx(n, raw)
	case "tx/C", "/C":
		return checkCTx(n, raw)
	case "unsignedTx/X":
		return checkXUnsigned(raw)
	case "unsignedTx/C":
		return checkCUnsigned(raw)
	case "output/X":
		return checkPart(raw, new(verify.State))
	case "input/X":
		return checkPart(raw, new(avax.TransferableIn))
	case "credential/X":
		return checkPart(raw, new(verify.Verifiable))
	case "output/C", "input/C", "credential/C":
		return checkCPart(raw, req.Kind)
	case "txSlice/C":
		return checkCTxSlice(raw)
	case "utxo/X":
		return checkUTXO(n, raw, "X")
	case "utxo/C":
		return checkUTXO(n, raw, "C")
	case "block/X":
		return checkXBlock(n, raw)
	case "genesis/X", "genesisBytes/X":
		return checkXGenesis(raw)
	case "genesis/P", "genesisBytes/P":
		return checkPGenesis(raw)
	}
	switch req.Kind {
	case "vertex":
		return checkVertex(raw)
	case "proposervm":
		return checkProposer(n, raw, req.Chain)
	case "proposervmHeader":
		return checkProposerHeader(raw)
	case "warp":
		if r := checkWarpSigned(raw); r.OK {
			return r
		}
		return checkWarpUnsigned(raw)
	case "warpUnsigned":
		return checkWarpUnsigned(raw)
	case "warpSigned":
		return checkWarpSigned(raw)
	case "warpPayload":
		return checkWarpPayload(raw)
	case "l1Payload":
		return checkL1Payload(raw)
	case "conversionData":
		return checkConversionData(raw)
	case "container":
		return checkContainer(raw)
	}
	return refuse(fmt.Errorf("no check of kind %q on chain %q", req.Kind, req.Chain))
}

func verifyTx(req request) *reply {
	r := check(request{Chain: req.Chain, Kind: "tx", Network: req.Network, Hex: req.Hex})
	if !r.OK {
		r.Error = "parse: " + r.Error
		return r
	}
	short := &reply{OK: *r.VerifyOK, Error: r.VerifyError, TxID: r.TxID, Type: r.Type}
	return short
}

func checkXTx(n *network, raw []byte) *reply {
	t, err := xParser.ParseTx(raw)
	if err != nil {
		return refuse(err)
	}
	r := &reply{
		OK:          true,
		Type:        typeName(t.Unsigned),
		TxID:        t.ID().String(),
		UnsignedHex: hex0x(t.Unsigned.Bytes()),
	}
	r.verdict(verifyX(n, t))
	r.printed(txJSON(n, t))
	return r.reencoded(xParser.Codec(), txs.CodecVersion, t)
}

func checkXUnsigned(raw []byte) *reply {
	var t txs.UnsignedTx
	if _, err := xParser.Codec().Unmarshal(raw, &t); err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: typeName(t)}
	r.printed(nodeJSON(t))
	return r.reencoded(xParser.Codec(), txs.CodecVersion, &t)
}

// checkCUnsigned reads a transaction without credentials: the codec is not
// exported, but an empty list is four zero bytes.
func checkCUnsigned(raw []byte) *reply {
	t, err := tx.Parse(append(raw[:len(raw):len(raw)], make([]byte, 4)...))
	if err != nil {
		return refuse(err)
	}
	if len(t.Creds) != 0 {
		return refuse(errors.New("the credentials' count is part of the input"))
	}
	body, err := tx.UnsignedBytes(t.Unsigned)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: cTypeName(t), Hex: hex0x(body)}
	r.printed(nodeJSON(t.Unsigned))
	return r
}

// checkPart reads what stands in an interface's place: a type id and a body,
// without codec version.
func checkPart(raw []byte, place any) *reply {
	c := xParser.Codec()
	if _, err := c.Unmarshal(append(make([]byte, codec.VersionSize), raw...), place); err != nil {
		return refuse(err)
	}
	again, err := c.Marshal(txs.CodecVersion, place)
	if err != nil {
		return refuse(err)
	}
	return &reply{OK: true, Hex: hex0x(again[codec.VersionSize:])}
}

// checkCPart does the same for C, inside the smallest transaction that has such
// a place.
func checkCPart(raw []byte, kind string) *reply {
	count := []byte{0, 0, 0, 1}
	none := make([]byte, 4)
	var before, after []byte
	switch kind {
	case "output": // the only one of an export without inputs
		before = append([]byte{0, 0, 0, 0, 0, 1}, make([]byte, 4+32+32+4)...)
		before = append(append(before, count...), make([]byte, 32)...)
		after = none
	case "input": // the only one of an import
		before = append([]byte{0, 0, 0, 0, 0, 0}, make([]byte, 4+32+32)...)
		before = append(append(before, count...), make([]byte, 32+4+32)...)
		after = append(none, none...)
	default: // the only one of an import of nothing
		before = append([]byte{0, 0, 0, 0, 0, 0}, make([]byte, 4+32+32+4+4)...)
		before = append(before, count...)
	}
	t, err := tx.Parse(append(append(before[:len(before):len(before)], raw...), after...))
	if err != nil {
		return refuse(err)
	}
	again, err := t.Bytes()
	if err != nil {
		return refuse(err)
	}
	return &reply{OK: true, Hex: hex0x(again[len(before) : len(again)-len(after)])}
}

func checkCTx(n *network, raw []byte) *reply {
	t, err := tx.Parse(raw)
	if err != nil {
		return refuse(err)
	}
	again, err := t.Bytes()
	if err != nil {
		return refuse(err)
	}
	body, err := tx.UnsignedBytes(t.Unsigned)
	if err != nil {
		return refuse(err)
	}
	r := &reply{
		OK:          true,
		Type:        cTypeName(t),
		TxID:        t.ID().String(),
		Hex:         hex0x(again),
		UnsignedHex: hex0x(body),
	}
	r.verdict(t.SanityCheck(n.chains["C"]))
	r.printed(nodeJSON(t))
	return r
}

// checkCTxSlice reads what a C-chain block carries as extra data.
func checkCTxSlice(raw []byte) *reply {
	list, err := tx.ParseSlice(raw)
	if err != nil {
		return refuse(err)
	}
	again, err := tx.MarshalSlice(list)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Hex: hex0x(again), TxIDs: []string{}}
	for _, t := range list {
		r.TxIDs = append(r.TxIDs, t.ID().String())
	}
	return r
}

func checkUTXO(n *network, raw []byte, chain string) *reply {
	var (
		utxo = &avax.UTXO{}
		err  error
		r    = &reply{OK: true}
	)
	if chain == "C" {
		if utxo, err = tx.ParseUTXO(raw); err != nil {
			return refuse(err)
		}
		again, err := tx.MarshalUTXO(utxo)
		if err != nil {
			return refuse(err)
		}
		r.Hex = hex0x(again)
	} else {
		if _, err := xParser.Codec().Unmarshal(raw, utxo); err != nil {
			return refuse(err)
		}
		if r = r.reencoded(xParser.Codec(), txs.CodecVersion, utxo); !r.OK {
			return r
		}
	}
	r.verdict(utxo.Verify())
	r.Type = fmt.Sprintf("%T", utxo.Out)
	r.TxID = utxo.TxID.String()
	r.InputID = utxo.InputID().String()
	r.Fields = map[string]any{"outputIndex": utxo.OutputIndex, "assetID": utxo.AssetID().String()}
	r.printed(nodeJSON(utxo))
	return r
}

func checkXBlock(n *network, raw []byte) *reply {
	b, err := xParser.ParseBlock(raw)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: typeName(b), BlockID: b.ID().String(), TxIDs: []string{}}
	for _, t := range b.Txs() {
		r.TxIDs = append(r.TxIDs, t.ID().String())
	}
	r.printed(blockJSON(n, b))
	return r.reencoded(xParser.Codec(), block.CodecVersion, &b)
}

// blockJSON is the block field of avm.getBlock with encoding json.
func blockJSON(n *network, b block.Block) (string, error) {
	b.InitCtx(n.chains["X"])
	for _, t := range b.Txs() {
		if err := completeTx(n.chains["X"], t); err != nil {
			return "", err
		}
	}
	return nodeJSON(b)
}

func checkXGenesis(raw []byte) *reply {
	g := &avm.Genesis{}
	if _, err := xParser.GenesisCodec().Unmarshal(raw, g); err != nil {
		return refuse(err)
	}
	type asset struct {
		Alias string `json:"alias"`
		ID    string `json:"id"`
		JSON  string `json:"json"`
	}
	r := &reply{OK: true, Type: "avm.Genesis"}
	r.printed(nodeJSON(g))
	if r = r.reencoded(xParser.GenesisCodec(), txs.CodecVersion, g); !r.OK {
		return r
	}
	list := []asset{}
	for _, entry := range g.Txs {
		t := &txs.Tx{Unsigned: &entry.CreateAssetTx}
		if err := t.Initialize(xParser.GenesisCodec()); err != nil {
			return refuse(err)
		}
		text, err := nodeJSON(t)
		if err != nil {
			return refuse(err)
		}
		list = append(list, asset{entry.Alias, t.ID().String(), text})
	}
	r.Fields = list
	return r
}

func checkPGenesis(raw []byte) *reply {
	g, err := pgenesis.Parse(raw)
	if err != nil {
		return refuse(err)
	}
	again, err := g.Bytes()
	if err != nil {
		return refuse(err)
	}
	type chain struct {
		ID   string `json:"id"`
		JSON string `json:"json"`
	}
	chains := []chain{}
	for _, t := range g.Chains {
		text, err := nodeJSON(t)
		if err != nil {
			return refuse(err)
		}
		chains = append(chains, chain{t.ID().String(), text})
	}
	return &reply{OK: true, Type: "platformvm.Genesis", Hex: hex0x(again), Fields: map[string]any{
		"utxos":         len(g.UTXOs),
		"validators":    len(g.Validators),
		"chains":        chains,
		"timestamp":     strconv.FormatUint(g.Timestamp, 10),
		"initialSupply": strconv.FormatUint(g.InitialSupply, 10),
		"message":       g.Message,
		"genesisID":     ids.ID(hashing.ComputeHash256Array(raw)).String(),
	}}
}

type vertexFields struct {
	Version   uint16   `json:"version"`
	ChainID   string   `json:"chainID"`
	Height    string   `json:"height"`
	Epoch     uint32   `json:"epoch"`
	ParentIDs []string `json:"parentIDs"`
	Txs       []string `json:"txs"`
	Stop      bool     `json:"stopVertex"`
}

func fieldsOfVertex(v vertex.StatelessVertex) vertexFields {
	f := vertexFields{
		Version:   v.Version(),
		ChainID:   v.ChainID().String(),
		Height:    strconv.FormatUint(v.Height(), 10),
		Epoch:     v.Epoch(),
		ParentIDs: []string{},
		Txs:       []string{},
		Stop:      v.StopVertex(),
	}
	for _, id := range v.ParentIDs() {
		f.ParentIDs = append(f.ParentIDs, id.String())
	}
	for _, raw := range v.Txs() {
		f.Txs = append(f.Txs, hex0x(raw))
	}
	return f
}

func checkVertex(raw []byte) *reply {
	v, err := vertex.Parse(raw)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: "vertex", BlockID: v.ID().String(), Fields: fieldsOfVertex(v)}
	r.verdict(v.Verify())
	// The parsed struct is the codec's own (unexported) one; parsing is strict,
	// so what was read is what would be written.
	r.Hex = hex0x(v.Bytes())
	return r
}

func checkProposer(n *network, raw []byte, chain string) *reply {
	ctx, ok := n.chains[chain]
	if !ok {
		return refuse(fmt.Errorf("unknown chain %q", chain))
	}
	b, err := proposer.ParseWithoutVerification(raw)
	if err != nil {
		return refuse(err)
	}
	fields := fieldsOfProposer(b)
	r := &reply{OK: true, Type: fields.Kind, BlockID: b.ID().String(), Fields: fields}
	_, err = proposer.Parse(raw, ctx.ChainID)
	r.verdict(err)
	return r.reencoded(proposer.Codec, proposer.CodecVersion, &b)
}

func checkProposerHeader(raw []byte) *reply {
	h, err := proposer.ParseHeader(raw)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: "header", Fields: map[string]string{
		"chainID": h.ChainID().String(), "parentID": h.ParentID().String(), "bodyID": h.BodyID().String(),
	}}
	return r.reencoded(proposer.Codec, proposer.CodecVersion, h)
}

func checkWarpUnsigned(raw []byte) *reply {
	m, err := warp.ParseUnsignedMessage(raw)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: "UnsignedMessage", TxID: m.ID().String(), Fields: fieldsOfWarp(m)}
	return r.reencoded(warp.Codec, warp.CodecVersion, m)
}

func checkWarpSigned(raw []byte) *reply {
	m, err := warp.ParseMessage(raw)
	if err != nil {
		return refuse(err)
	}
	f := fieldsOfWarp(&m.UnsignedMessage)
	if sig, ok := m.Signature.(*warp.BitSetSignature); ok {
		f.setSignature(sig)
	}
	r := &reply{OK: true, Type: "Message", TxID: m.ID().String(), Fields: f, UnsignedHex: hex0x(m.UnsignedMessage.Bytes())}
	_, err = m.Signature.NumSigners()
	r.verdict(err)
	return r.reencoded(warp.Codec, warp.CodecVersion, m)
}

func checkWarpPayload(raw []byte) *reply {
	p, err := payload.Parse(raw)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: typeName(p), Fields: fieldsOfPayload(p)}
	return r.reencoded(payload.Codec, payload.CodecVersion, &p)
}

func checkL1Payload(raw []byte) *reply {
	p, err := l1msg.Parse(raw)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: typeName(p), Fields: fieldsOfL1Payload(p)}
	if v, ok := p.(interface{ Verify() error }); ok {
		r.verdict(v.Verify())
	}
	r.printed(nodeJSON(p))
	return r.reencoded(l1msg.Codec, l1msg.CodecVersion, &p)
}

func checkConversionData(raw []byte) *reply {
	d := &l1msg.SubnetToL1ConversionData{}
	if _, err := l1msg.Codec.Unmarshal(raw, d); err != nil {
		return refuse(err)
	}
	id, err := l1msg.SubnetToL1ConversionID(*d)
	if err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: "SubnetToL1ConversionData", TxID: id.String()}
	r.printed(nodeJSON(d))
	return r.reencoded(l1msg.Codec, l1msg.CodecVersion, d)
}

// checkContainer reads the index's own database record of a container.
func checkContainer(raw []byte) *reply {
	c := &indexer.Container{}
	if _, err := indexer.Codec.Unmarshal(raw, c); err != nil {
		return refuse(err)
	}
	r := &reply{OK: true, Type: "Container", TxID: c.ID.String()}
	r.printed(formatContainer(c, 0, formatting.Hex))
	return r.reencoded(indexer.Codec, indexer.CodecVersion, c)
}

// Which registered types each interface of the codecs takes, found by asking
// the codecs themselves.
func runTypes(out *lineWriter) error {
	type line struct {
		Codec     string `json:"codec"`
		Interface string `json:"interface"`
		TypeID    uint32 `json:"typeID"`
		Accepted  bool   `json:"accepted"`
		Status    string `json:"status"` // taken, registered (for something else), unregistered
		Error     string `json:"error,omitempty"`
	}
	probes := []struct {
		name  string
		codec codec.Manager
		dest  func() any
	}{
		{"unsigned tx", xParser.Codec(), func() any { return new(txs.UnsignedTx) }},
		{"transferable input", xParser.Codec(), func() any { return new(avax.TransferableIn) }},
		{"transferable output", xParser.Codec(), func() any { return new(avax.TransferableOut) }},
		{"initial state and utxo output", xParser.Codec(), func() any { return new(verify.State) }},
		{"operation", xParser.Codec(), func() any { return new(fxs.FxOperation) }},
		{"credential", xParser.Codec(), func() any { return new(verify.Verifiable) }},
		{"block", xParser.Codec(), func() any { return new(block.Block) }},
	}
	for _, p := range probes {
		for id := range uint32(22) {
			dest := p.dest()
			_, err := p.codec.Unmarshal([]byte{0, 0, 0, 0, 0, byte(id)}, dest)
			l := line{Codec: "X", Interface: p.name, TypeID: id}
			l.Accepted, l.Status = classify(err)
			if !l.Accepted {
				l.Error = err.Error()
			}
			if err := out.write(l); err != nil {
				return err
			}
		}
	}
	cProbe := func(name string, prefix []byte, parse func([]byte) error) error {
		for id := range uint32(12) {
			err := parse(append(append([]byte{}, prefix...), 0, 0, 0, byte(id)))
			l := line{Codec: "C", Interface: name, TypeID: id}
			l.Accepted, l.Status = classify(err)
			if !l.Accepted {
				l.Error = err.Error()
			}
			if err := out.write(l); err != nil {
				return err
			}
		}
		return nil
	}
	txParse := func(b []byte) error { _, err := tx.Parse(b); return err }
	utxoParse := func(b []byte) error { _, err := tx.ParseUTXO(b); return err }
	if err := cProbe("unsigned tx", []byte{0, 0}, txParse); err != nil {
		return err
	}
	// An import with one input: network, two chains, one input up to its type id.
	inPrefix := append([]byte{0, 0, 0, 0, 0, 0}, make([]byte, 4+32+32)...)
	inPrefix = append(inPrefix, 0, 0, 0, 1)
	inPrefix = append(inPrefix, make([]byte, 32+4+32)...)
	if err := cProbe("imported input", inPrefix, txParse); err != nil {
		return err
	}
	outPrefix := append([]byte{0, 0, 0, 0, 0, 1}, make([]byte, 4+32+32+4)...)
	outPrefix = append(outPrefix, 0, 0, 0, 1)
	outPrefix = append(outPrefix, make([]byte, 32)...)
	if err := cProbe("exported output", outPrefix, txParse); err != nil {
		return err
	}
	credPrefix := append([]byte{0, 0, 0, 0, 0, 0}, make([]byte, 4+32+32+4+4)...)
	credPrefix = append(credPrefix, 0, 0, 0, 1)
	if err := cProbe("credential", credPrefix, txParse); err != nil {
		return err
	}
	return cProbe("utxo output", append([]byte{0, 0}, make([]byte, 32+4+32)...), utxoParse)
}

// classify tells a refused type id from one that was taken and then ran out of
// bytes (or, for a type without fields, was complete).
func classify(err error) (bool, string) {
	if err == nil {
		return true, "taken"
	}
	if errors.Is(err, codec.ErrDoesNotImplementInterface) {
		return false, "registered"
	}
	if strings.Contains(err.Error(), "unknown type ID") {
		return false, "unregistered"
	}
	return true, "taken"
}
