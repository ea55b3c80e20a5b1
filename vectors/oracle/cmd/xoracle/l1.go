package main

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"google.golang.org/protobuf/proto"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/proto/pb/platformvm"
	"github.com/ava-labs/avalanchego/snow/validators"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/crypto/bls/signer/localsigner"
	"github.com/ava-labs/avalanchego/utils/hashing"
	"github.com/ava-labs/avalanchego/utils/set"
	"github.com/ava-labs/avalanchego/vms/evm/predicate"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs/executor"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	l1msg "github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"
)

// l1Line is what running an L1 takes beside the messages themselves. Kinds:
//
//	key            a BLS secret key, its public key, proof of possession and a signature
//	secretKey, publicKey, signature, proofOfPossession   the verdict on an encoding
//	quorum         a signed message, a validator set and the verdict at 67/100
//	justification  of an L1ValidatorRegistration, as protobuf
//	predicate      a message in a C-chain access list
type l1Line struct {
	Kind            string        `json:"kind"`
	Case            string        `json:"case,omitempty"`
	Hex             string        `json:"hex,omitempty"`
	OK              *bool         `json:"ok,omitempty"`
	SecretKeyHex    string        `json:"secretKeyHex,omitempty"`
	PublicKeyHex    string        `json:"publicKeyHex,omitempty"`
	UncompressedHex string        `json:"uncompressedHex,omitempty"`
	ProofHex        string        `json:"proofOfPossessionHex,omitempty"`
	MessageHex      string        `json:"messageHex,omitempty"`
	SignatureHex    string        `json:"signatureHex,omitempty"`
	NetworkID       *uint32       `json:"networkID,omitempty"` // of the verifier
	Validators      []l1Validator `json:"validators,omitempty"`
	Canonical       []l1Validator `json:"canonical,omitempty"`
	TotalWeight     string        `json:"totalWeight,omitempty"`
	Error           string        `json:"error,omitempty"` // empty: the message is valid
	SubnetID        string        `json:"subnetID,omitempty"`
	Index           *uint32       `json:"index,omitempty"`
	RegisterHex     *string       `json:"registerMessageHex,omitempty"`
	ValidationID    string        `json:"validationID,omitempty"`
	Chunks          []string      `json:"chunks,omitempty"`
}

type l1Validator struct {
	NodeID    string  `json:"nodeID,omitempty"`
	PublicKey *string `json:"publicKey"` // compressed
	Weight    string  `json:"weight"`
}

func runL1(opts options, out *lineWriter) error {
	r := newRnd(opts.seed, "l1")
	write := func(lines []*l1Line, err error) error {
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := out.write(line); err != nil {
				return err
			}
		}
		return nil
	}
	if err := write(l1Encodings(r)); err != nil {
		return err
	}
	makers := []func(*rnd, int) (*l1Line, error){l1Key, l1Quorum, l1Quorum, l1Justification, l1Predicate}
	for i := range opts.count {
		line, err := makers[i%len(makers)](r, i/len(makers))
		if err != nil {
			return fmt.Errorf("line %d: %w", i, err)
		}
		if err := out.write(line); err != nil {
			return err
		}
	}
	return nil
}

// groupOrder is the order of the BLS12-381 groups.
var groupOrder, _ = new(big.Int).SetString("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16)

func (r *rnd) blsKey() (*localsigner.LocalSigner, error) {
	raw := r.bytes(32)
	raw[0] &= 0x3f
	return localsigner.FromBytes(raw)
}

// negated has a public key with the same x.
func negated(key *localsigner.LocalSigner) (*localsigner.LocalSigner, error) {
	n := new(big.Int).SetBytes(key.ToBytes())
	return localsigner.FromBytes(n.Sub(groupOrder, n).FillBytes(make([]byte, 32)))
}

func l1Key(r *rnd, i int) (*l1Line, error) {
	key, err := r.blsKey()
	if i == 0 {
		raw := make([]byte, 32)
		raw[31] = 42
		key, err = localsigner.FromBytes(raw)
	}
	if err != nil {
		return nil, err
	}
	pop, err := signer.NewProofOfPossession(key)
	if err != nil {
		return nil, err
	}
	message := r.bytes(r.IntN(100))
	sig, err := key.Sign(message)
	if err != nil {
		return nil, err
	}
	return &l1Line{
		Kind:            "key",
		SecretKeyHex:    hex0x(key.ToBytes()),
		PublicKeyHex:    hex0x(pop.PublicKey[:]),
		UncompressedHex: hex0x(bls.PublicKeyToUncompressedBytes(key.PublicKey())),
		ProofHex:        hex0x(pop.ProofOfPossession[:]),
		MessageHex:      hex0x(message),
		SignatureHex:    hex0x(bls.SignatureToBytes(sig)),
	}, nil
}

// l1Encodings are keys, signatures and proofs good and bad, with the node's verdict.
func l1Encodings(r *rnd) ([]*l1Line, error) {
	key, err := r.blsKey()
	if err != nil {
		return nil, err
	}
	other, err := negated(key)
	if err != nil {
		return nil, err
	}
	var (
		lines []*l1Line
		good  = bls.PublicKeyToCompressedBytes(key.PublicKey())
	)
	sig, err := key.Sign([]byte("message"))
	if err != nil {
		return nil, err
	}
	add := func(kind, name string, raw []byte, ok bool) {
		lines = append(lines, &l1Line{Kind: kind, Case: name, Hex: hex0x(raw), OK: &ok})
	}

	one := big.NewInt(1)
	for _, c := range []struct {
		name string
		n    *big.Int
	}{
		{"zero", new(big.Int)},
		{"one", one},
		{"largest", new(big.Int).Sub(groupOrder, one)},
		{"the order", groupOrder},
		{"above the order", new(big.Int).Add(groupOrder, one)},
		{"2^256-1", new(big.Int).Sub(new(big.Int).Lsh(one, 256), one)},
	} {
		raw := c.n.FillBytes(make([]byte, 32))
		_, err := localsigner.FromBytes(raw)
		add("secretKey", c.name, raw, err == nil)
	}

	encodings := func(kind string, of []byte, verdict func([]byte) error) {
		try := func(name string, raw []byte) { add(kind, name, raw, verdict(raw) == nil) }
		with := func(change func([]byte)) []byte {
			raw := slices.Clone(of)
			change(raw)
			return raw
		}
		zero := make([]byte, len(of))
		try("as it is", of)
		try("negated", with(func(b []byte) { b[0] ^= 0x20 }))
		try("not marked as compressed", with(func(b []byte) { b[0] &^= 0x80 }))
		try("marked as infinity", with(func(b []byte) { b[0] |= 0x40 }))
		try("infinity", append([]byte{0xc0}, zero[1:]...))
		try("infinity with a sign", append([]byte{0xe0}, zero[1:]...))
		try("infinity with a last byte", append(append([]byte{0xc0}, zero[2:]...), 1))
		try("zeros", zero)
		try("x of zero", append([]byte{0x80}, zero[1:]...))
		try("all bits", with(func(b []byte) {
			for i := range b {
				b[i] = 0xff
			}
		}))
		try("x of all bits", with(func(b []byte) {
			for i := range b {
				b[i] = 0xff
			}
			b[0] = 0x9f
		}))
		try("one byte short", of[1:])
		try("one byte more", append(slices.Clone(of), 0))
		for range 8 { // off the curve, or on it and outside the group
			try("random", with(func(b []byte) {
				copy(b, r.bytes(len(b)))
				b[0] = 0x80 | b[0]&0x2f
				b[0] &= 0xaf
				if len(b) == bls.SignatureLen {
					b[bls.PublicKeyLen] &= 0x0f
				}
			}))
		}
	}
	encodings("publicKey", good, func(b []byte) error { _, err := bls.PublicKeyFromCompressedBytes(b); return err })
	encodings("signature", bls.SignatureToBytes(sig), func(b []byte) error { _, err := bls.SignatureFromBytes(b); return err })

	proof, err := signer.NewProofOfPossession(key)
	if err != nil {
		return nil, err
	}
	others, err := signer.NewProofOfPossession(other)
	if err != nil {
		return nil, err
	}
	plain, err := key.Sign(good)
	if err != nil {
		return nil, err
	}
	proofs := func(name string, pop signer.ProofOfPossession) {
		ok := pop.Verify() == nil
		lines = append(lines, &l1Line{
			Kind: "proofOfPossession", Case: name, OK: &ok,
			PublicKeyHex: hex0x(pop.PublicKey[:]), ProofHex: hex0x(pop.ProofOfPossession[:]),
		})
	}
	proofs("as it is", *proof)
	proofs("of another key", signer.ProofOfPossession{PublicKey: proof.PublicKey, ProofOfPossession: others.ProofOfPossession})
	proofs("signed as a message", signer.ProofOfPossession{PublicKey: proof.PublicKey, ProofOfPossession: [96]byte(bls.SignatureToBytes(plain))})
	proofs("infinity", signer.ProofOfPossession{PublicKey: [48]byte{0xc0}, ProofOfPossession: [96]byte{0xc0}})
	proofs("infinity for a proof", signer.ProofOfPossession{PublicKey: proof.PublicKey, ProofOfPossession: [96]byte{0xc0}})
	proofs("zeros", signer.ProofOfPossession{})
	return lines, nil
}

// l1Quorum signs a message with some of a validator set, in which keys repeat,
// are missing, or differ from another's in their sign only.
func l1Quorum(r *rnd, i int) (*l1Line, error) {
	n := 1 + r.IntN(8)
	var (
		signers = map[string]*localsigner.LocalSigner{}
		vdrs    = map[ids.NodeID]*validators.GetValidatorOutput{}
		line    = &l1Line{Kind: "quorum"}
		last    *localsigner.LocalSigner
	)
	for range n {
		key, err := r.blsKey()
		if last != nil {
			switch r.IntN(5) {
			case 0:
				key, err = last, nil // one key, two nodes
			case 1:
				key, err = negated(last)
			}
		}
		if err != nil {
			return nil, err
		}
		last = key
		nodeID := ids.NodeID(r.bytes(20))
		vdr := &validators.GetValidatorOutput{NodeID: nodeID, Weight: uint64(1 + r.IntN(50))}
		listed := l1Validator{NodeID: nodeID.String(), Weight: strconv.FormatUint(vdr.Weight, 10)}
		if !r.chance(15) {
			vdr.PublicKey = key.PublicKey()
			signers[string(bls.PublicKeyToUncompressedBytes(vdr.PublicKey))] = key
			text := hex0x(bls.PublicKeyToCompressedBytes(vdr.PublicKey))
			listed.PublicKey = &text
		}
		vdrs[nodeID] = vdr
		line.Validators = append(line.Validators, listed)
	}
	canonical, err := validators.FlattenValidatorSet(vdrs)
	if err != nil {
		return nil, err
	}
	for _, v := range canonical.Validators {
		text := hex0x(bls.PublicKeyToCompressedBytes(v.PublicKey))
		line.Canonical = append(line.Canonical, l1Validator{PublicKey: &text, Weight: strconv.FormatUint(v.Weight, 10)})
	}
	line.TotalWeight = strconv.FormatUint(canonical.TotalWeight, 10)

	call, err := payload.NewAddressedCall(r.bytes(20), r.bytes(r.IntN(40)))
	if err != nil {
		return nil, err
	}
	unsigned, err := warp.NewUnsignedMessage(5, r.id(), call.Bytes())
	if err != nil {
		return nil, err
	}
	var (
		bits  = set.NewBits()
		sigs  []*bls.Signature
		share = pick(r, []int{50, 80, 100, 100})
	)
	for at, v := range canonical.Validators {
		if !r.chance(share) {
			continue
		}
		sig, err := signers[string(v.PublicKeyBytes)].Sign(unsigned.Bytes())
		if err != nil {
			return nil, err
		}
		bits.Add(at)
		sigs = append(sigs, sig)
	}
	sig := &warp.BitSetSignature{}
	sig.Signature[0] = 0xc0 // infinity: the sum of none
	if len(sigs) > 0 {
		sum, err := bls.AggregateSignatures(sigs)
		if err != nil {
			return nil, err
		}
		copy(sig.Signature[:], bls.SignatureToBytes(sum))
	}
	networkID := uint32(5)
	switch r.IntN(12) {
	case 0:
		line.Case = "another network"
		networkID = 1
	case 1:
		line.Case = "an unknown validator"
		bits.Add(len(canonical.Validators))
	case 2:
		line.Case = "a signer too many"
		for at := range canonical.Validators {
			bits.Add(at)
		}
	case 3:
		line.Case = "a signature that is no point"
		copy(sig.Signature[:], r.bytes(96))
	case 4:
		line.Case = "infinity for a signature"
		sig.Signature = [96]byte{0xc0}
	}
	sig.Signers = bits.Bytes()
	if r.chance(8) {
		line.Case = "padded signers"
		sig.Signers = append([]byte{0}, sig.Signers...)
	}
	m, err := warp.NewMessage(unsigned, sig)
	if err != nil {
		return nil, err
	}
	line.Hex = hex0x(m.Bytes())
	line.NetworkID = &networkID
	if err := sig.Verify(&m.UnsignedMessage, networkID, canonical, executor.WarpQuorumNumerator, executor.WarpQuorumDenominator); err != nil {
		line.Error = err.Error()
	}
	return line, nil
}

func l1Justification(r *rnd, i int) (*l1Line, error) {
	var (
		line = &l1Line{Kind: "justification"}
		j    = &platformvm.L1ValidatorRegistrationJustification{}
	)
	if i%2 == 0 {
		subnetID := r.id()
		index := r.u32()
		if i == 0 {
			index = 0
		}
		line.SubnetID = subnetID.String()
		line.Index = &index
		line.ValidationID = subnetID.Append(index).String()
		j.Preimage = &platformvm.L1ValidatorRegistrationJustification_ConvertSubnetToL1TxData{
			ConvertSubnetToL1TxData: &platformvm.SubnetIDIndex{SubnetId: subnetID[:], Index: index},
		}
	} else {
		owner := func() l1msg.PChainOwner {
			o := r.owners()
			return l1msg.PChainOwner{Threshold: o.Threshold, Addresses: o.Addrs}
		}
		m, err := l1msg.NewRegisterL1Validator(r.id(), ids.NodeID(r.bytes(20)), [48]byte(r.bytes(48)), r.u64(), owner(), owner(), r.u64())
		if err != nil {
			return nil, err
		}
		text := hex0x(m.Bytes())
		line.RegisterHex = &text
		line.ValidationID = m.ValidationID().String()
		if m.ValidationID() != hashing.ComputeHash256Array(m.Bytes()) {
			return nil, fmt.Errorf("the validationID is not the hash of the payload")
		}
		j.Preimage = &platformvm.L1ValidatorRegistrationJustification_RegisterL1ValidatorMessage{
			RegisterL1ValidatorMessage: m.Bytes(),
		}
	}
	raw, err := proto.MarshalOptions{Deterministic: true}.Marshal(j)
	line.Hex = hex0x(raw)
	return line, err
}

// l1Predicate is a signed message as an EVM transaction carries it.
func l1Predicate(r *rnd, i int) (*l1Line, error) {
	unsigned, err := warp.NewUnsignedMessage(5, r.id(), r.bytes(i%32))
	if err != nil {
		return nil, err
	}
	m, err := warp.NewMessage(unsigned, &warp.BitSetSignature{Signers: []byte{1}, Signature: [96]byte(r.bytes(96))})
	if err != nil {
		return nil, err
	}
	line := &l1Line{Kind: "predicate", Hex: hex0x(m.Bytes())}
	for _, chunk := range predicate.New(m.Bytes()) {
		line.Chunks = append(line.Chunks, hex0x(chunk[:]))
	}
	return line, nil
}
