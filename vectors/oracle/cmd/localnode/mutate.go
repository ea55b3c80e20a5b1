package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/verify"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/stakeable"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
)

// site is a place in a transaction that can be changed.
type site struct {
	path string
	at   reflect.Value
}

// sites lists every field that goes into the bytes, and every list.
func sites(v reflect.Value, path string, into *[]site) {
	switch v.Kind() {
	case reflect.Interface:
		if v.NumMethod() > 0 && v.CanSet() {
			*into = append(*into, site{path, v})
		}
		if !v.IsNil() {
			sites(v.Elem(), path, into)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			sites(v.Elem(), path, into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Tag.Get("serialize") != "true" {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" && !f.Anonymous {
				name = f.Name
			}
			inner := path
			if name != "" {
				inner = strings.TrimPrefix(path+"."+name, ".")
			}
			sites(v.Field(i), inner, into)
		}
	case reflect.Slice:
		*into = append(*into, site{path, v})
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			sites(v.Index(i), fmt.Sprintf("%s[%d]", path, i), into)
		}
	default:
		if v.CanSet() {
			*into = append(*into, site{path, v})
		}
	}
}

// change makes one change at a site and says which.
func (w *world) change(r *rand.Rand, s site) string {
	v := s.at
	switch v.Kind() {
	case reflect.Uint64:
		return w.changeNumber(r, s, math.MaxUint64)
	case reflect.Uint32:
		return w.changeNumber(r, s, math.MaxUint32)
	case reflect.Uint8:
		return w.changeNumber(r, s, math.MaxUint8)
	case reflect.String:
		text := v.String()
		how := pick(r, []string{"empty", "long", "space in front", "space behind", "not ASCII", "character", "control character"})
		v.SetString(map[string]string{
			"empty": "", "long": strings.Repeat("n", 129), "space in front": " " + text, "space behind": text + " ",
			"not ASCII": text + "é", "character": text + "Z", "control character": text + "\t",
		}[how])
		return how
	case reflect.Array:
		return w.changeArray(r, s)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return changeBytes(r, s)
		}
		return w.changeList(r, v)
	case reflect.Interface:
		return w.changeKind(r, v)
	}
	return ""
}

func (w *world) changeNumber(r *rand.Rand, s site, most uint64) string {
	var (
		v    = s.at
		old  = v.Uint()
		now  = w.nowUnix()
		name = s.path[strings.LastIndexByte(s.path, '.')+1:]
		set  = func(to uint64, how string) string {
			v.SetUint(min(to, most))
			return how
		}
	)
	const day = 24 * 3600
	if r.IntN(2) == 0 {
		switch name {
		case "end", "start", "locktime", "expiry":
			switch r.IntN(8) {
			case 0:
				return set(now, "now")
			case 1:
				return set(now+1, "now plus 1 s")
			case 2:
				return set(now-1, "now minus 1 s")
			case 3:
				off := pick(r, []uint64{day - 1, day, day + 1, 3600 - 1, 3600, 3600 + 1})
				return set(now+off, fmt.Sprintf("now plus %d s", off))
			case 4:
				off := pick(r, []uint64{365*day - 1, 365 * day, 365*day + 1})
				return set(now+off, fmt.Sprintf("now plus %d s", off))
			case 5:
				return set(now+day*uint64(r.IntN(400)), "another day")
			case 6:
				return set(now+60*day+uint64(r.IntN(3))-1, "about 60 days")
			}
		case "weight", "amount":
			if r.IntN(2) == 0 {
				to := pick(r, []uint64{2 * units.KiloAvax, 3 * units.MegaAvax, 25 * units.Avax, 1_000, 10_000, 100, 5_000, 50 * units.KiloAvax, 40 * units.KiloAvax})
				to += uint64(r.IntN(3)) - 1
				return set(to, "near a limit")
			}
		case "period":
			return set(pick(r, []uint64{0, 1, day - 1, day, 3600 - 1, 3600, 365 * day, 365*day + 1}), "near a limit")
		case "shares", "delegationShares", "autoCompoundRewardShares":
			return set(pick(r, []uint64{19_999, 20_000, 1_000_000, 1_000_001}), "near a limit")
		case "threshold":
			return set(uint64(r.IntN(4)), "another threshold")
		case "networkID":
			return set(pick(r, []uint64{0, 1, 5}), "another network")
		case "nonce":
			return set(pick(r, []uint64{0, 1, 4, 5, most - 1, most, old + 1, 3, 6}), "another nonce")
		case "denomination":
			return set(pick(r, []uint64{0, 32, 33, 255}), "near a limit")
		}
	}
	switch r.IntN(8) {
	case 0:
		return set(0, "0")
	case 1:
		return set(1, "1")
	case 2:
		return set(most, "the largest")
	case 3:
		return set(old*2, "twice")
	case 4:
		return set(old/2, "half")
	case 5:
		return set(old-1, "minus 1")
	case 6:
		return set(old+1+r.Uint64N(1000), "some more")
	}
	return set(old+1, "plus 1")
}

func (w *world) assets() []ids.ID {
	list := []ids.ID{w.node.network.avaxAssetID}
	for _, alias := range []string{"TEST", "ZNFT"} {
		list = append(list, w.node.network.assets[alias])
	}
	return append(list, w.assetID)
}

func (w *world) somethingNamed(r *rand.Rand, name string) ids.ID {
	network := w.node.network
	var subnets, chains, validations []ids.ID
	for _, key := range []string{"plain", "two", "elastic", "l1", "single"} {
		subnets = append(subnets, w.subnets[key])
		chains = append(chains, w.chains[key])
	}
	for _, key := range w.validationNames() {
		validations = append(validations, w.validations[key])
	}
	primary := []ids.ID{constants.PlatformChainID, network.xChainID, network.cChainID}
	switch lower := strings.ToLower(name); {
	case r.IntN(4) == 0:
	case strings.Contains(lower, "asset"):
		return pick(r, w.assets())
	case strings.Contains(lower, "subnet"):
		return pick(r, append(subnets, constants.PrimaryNetworkID))
	case strings.Contains(lower, "chain"):
		return pick(r, append(chains, primary...))
	case strings.Contains(lower, "validation"):
		return pick(r, validations)
	}
	all := slices.Concat(subnets, chains, validations, primary, w.assets(), w.accepted, []ids.ID{ids.Empty, {1, 2, 3}})
	return pick(r, all)
}

func (w *world) changeArray(r *rand.Rand, s site) string {
	v := s.at
	name := s.path[strings.LastIndexByte(s.path, '.')+1:]
	switch v.Interface().(type) {
	case ids.ID:
		if name == "txID" && strings.Contains(strings.ToLower(s.path), "put") && r.IntN(3) != 0 {
			// Another output instead of this one.
			from := pick(r, slices.Concat(w.pUTXO, w.xUTXO))
			v.Set(reflect.ValueOf(from.TxID))
			return "that of another output"
		}
		v.Set(reflect.ValueOf(w.somethingNamed(r, name)))
		return "another id"
	case ids.NodeID:
		list := append(w.stakers(), ids.EmptyNodeID, testNode("first validator"), testNode("unknown"), testNode("old validator"), testNode("later validator"), testNode("renewed validator"), testNode("second L1 node"))
		v.Set(reflect.ValueOf(pick(r, list)))
		return "another node"
	case ids.ShortID:
		list := []ids.ShortID{ids.ShortEmpty, {9}}
		for i := range fundedWallets() {
			list = append(list, w.address(i))
		}
		v.Set(reflect.ValueOf(pick(r, list)))
		return "another address"
	}
	if v.Type().Name() == "Address" { // of the C-chain
		v.Set(reflect.ValueOf(fundedWallets()[r.IntN(5)].key.EthAddress()))
		return "another address"
	}
	switch r.IntN(4) {
	case 0:
		v.SetZero()
		return "zeros"
	case 1:
		pop := w.identityLess("mutant node x").pop
		if v.Len() == len(pop.PublicKey) {
			v.Set(reflect.ValueOf(pop.PublicKey))
			return "another key"
		}
		if v.Len() == len(pop.ProofOfPossession) {
			v.Set(reflect.ValueOf(pop.ProofOfPossession))
			return "another proof"
		}
	}
	at := r.IntN(v.Len())
	v.Index(at).SetUint(v.Index(at).Uint() ^ (1 << r.IntN(8)))
	return "a bit"
}

func changeBytes(r *rand.Rand, s site) string {
	v := s.at
	old := v.Bytes()
	set := func(to []byte) { v.SetBytes(to) }
	switch how := r.IntN(7); {
	case how == 0:
		set([]byte{})
		return "empty"
	case how == 1:
		set(append(slices.Clone(old), 1))
		return "a byte more"
	case how == 2 && len(old) > 0:
		set(old[:len(old)-1])
		return "a byte less"
	case how == 3:
		set(make([]byte, 257))
		return "257 zeros"
	case how == 4:
		set(make([]byte, len(old)))
		return "zeros"
	case len(old) > 0:
		to := slices.Clone(old)
		to[r.IntN(len(to))] ^= 1 << r.IntN(8)
		set(to)
		return "a bit"
	}
	set([]byte("bytes"))
	return "some bytes"
}

func (w *world) changeList(r *rand.Rand, v reflect.Value) string {
	n := v.Len()
	elem := v.Type().Elem()
	if elem.Kind() == reflect.Uint32 { // signature indices
		if n == 0 || r.IntN(3) == 0 {
			v.Set(reflect.Append(v, reflect.ValueOf(uint32(r.IntN(3)))))
			return "an index more"
		}
	}
	switch how := r.IntN(5); {
	case n == 0:
		return ""
	case how == 0:
		v.SetZero()
		return "empty"
	case how == 1 && n > 1:
		i := r.IntN(n - 1)
		a, b := v.Index(i).Interface(), v.Index(i+1).Interface()
		v.Index(i).Set(reflect.ValueOf(b))
		v.Index(i + 1).Set(reflect.ValueOf(a))
		return "two in the other order"
	case how == 2 && n < 40:
		i := r.IntN(n)
		list := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, n+1), v.Slice(0, i+1))
		v.Set(reflect.AppendSlice(list, v.Slice(i, n)))
		return "one twice"
	default:
		i := r.IntN(n)
		list := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, n), v.Slice(0, i))
		v.Set(reflect.AppendSlice(list, v.Slice(i+1, n)))
		return "one less"
	}
}

// changeKind puts another implementation of an interface.
func (w *world) changeKind(r *rand.Rand, v reflect.Value) string {
	if v.IsNil() {
		return ""
	}
	set := func(to any, how string) string {
		at := reflect.ValueOf(to)
		if !at.Type().AssignableTo(v.Type()) {
			return ""
		}
		v.Set(at)
		return how
	}
	lock := w.nowUnix() + uint64(r.IntN(100_000)) - 50_000
	switch old := v.Interface().(type) {
	case *signer.ProofOfPossession:
		if r.IntN(2) == 0 {
			return set(&signer.Empty{}, "no BLS key")
		}
		if r.IntN(2) == 0 {
			return set(w.node.identity.pop, "the BLS key of another validator")
		}
		return set(w.identityLess("mutant node y").pop, "another BLS key")
	case *signer.Empty:
		return set(w.identityLess("mutant node y").pop, "a BLS key")
	case *stakeable.LockOut:
		return set(old.TransferableOut, "not locked")
	case *stakeable.LockIn:
		return set(old.TransferableIn, "not locked")
	case *secp256k1fx.TransferOutput:
		switch r.IntN(3) {
		case 0:
			return set(&stakeable.LockOut{Locktime: lock, TransferableOut: old}, "locked")
		case 1:
			return set(&secp256k1fx.MintOutput{OutputOwners: old.OutputOwners}, "a mint output")
		}
		clone := *old
		clone.OutputOwners = w.randomOwner(r)
		return set(&clone, "other owners")
	case *secp256k1fx.TransferInput:
		return set(&stakeable.LockIn{Locktime: lock, TransferableIn: old}, "locked")
	case *secp256k1fx.OutputOwners:
		owner := w.randomOwner(r)
		return set(&owner, "other owners")
	case *secp256k1fx.Input:
		return set(&secp256k1fx.Input{SigIndices: firstIndices(uint32(r.IntN(3)))}, "other signers")
	case *secp256k1fx.MintOutput:
		return set(&nftfx.MintOutput{OutputOwners: old.OutputOwners}, "an NFT mint output")
	case *nftfx.MintOutput:
		return set(&propertyfx.MintOutput{OutputOwners: old.OutputOwners}, "a property mint output")
	case *propertyfx.MintOutput:
		return set(&secp256k1fx.MintOutput{OutputOwners: old.OutputOwners}, "a token mint output")
	case *secp256k1fx.MintOperation:
		return set(&propertyfx.BurnOperation{Input: old.MintInput}, "another operation")
	case *propertyfx.BurnOperation:
		return set(&nftfx.MintOperation{MintInput: old.Input, Outputs: []*secp256k1fx.OutputOwners{w.ownerOf(0)}}, "another operation")
	case *nftfx.MintOperation:
		return set(&propertyfx.BurnOperation{Input: old.MintInput}, "another operation")
	}
	return ""
}

// changeSignatures is one of the ways to sign otherwise.
func (w *world) changeSignatures(r *rand.Rand) (string, *edits) {
	stranger, err := secp256k1.ToPrivateKey(append(make([]byte, 31), 7))
	if err != nil {
		panic(err)
	}
	type (
		sig  = [secp256k1.SignatureLen]byte
		sigs = [][]sig
		keys = [][]*secp256k1.PrivateKey
	)
	nth := r.IntN(1 << 20)
	// at gives one credential that has a signature.
	at := func(all sigs) (int, int, bool) {
		for i := range all {
			if c := (i + nth) % len(all); len(all[c]) > 0 {
				return c, nth % len(all[c]), true
			}
		}
		return 0, 0, false
	}
	onSig := func(how string, change func(*sig)) (string, *edits) {
		return how, &edits{credentials: func(all sigs) sigs {
			if c, i, ok := at(all); ok {
				change(&all[c][i])
			}
			return all
		}}
	}
	switch r.IntN(16) {
	case 0:
		return "another key", &edits{signers: func(all keys) keys {
			if len(all) > 0 && len(all[nth%len(all)]) > 0 {
				all[nth%len(all)][0] = stranger
			}
			return all
		}}
	case 1:
		return "a key of another owner", &edits{signers: func(all keys) keys {
			if len(all) > 0 && len(all[nth%len(all)]) > 0 {
				all[nth%len(all)][0] = fundedWallets()[1+nth%4].key
			}
			return all
		}}
	case 2:
		return "one credential less", &edits{credentials: func(all sigs) sigs { return all[:max(0, len(all)-1)] }}
	case 3:
		return "one credential more", &edits{credentials: func(all sigs) sigs {
			if len(all) == 0 {
				return sigs{{}}
			}
			return append(all, all[0])
		}}
	case 4:
		return "two credentials in the other order", &edits{credentials: func(all sigs) sigs {
			if len(all) > 1 {
				all[0], all[len(all)-1] = all[len(all)-1], all[0]
			}
			return all
		}}
	case 5:
		return "one signature less", &edits{credentials: func(all sigs) sigs {
			if c, _, ok := at(all); ok {
				all[c] = all[c][:len(all[c])-1]
			}
			return all
		}}
	case 6:
		return "one signature more", &edits{credentials: func(all sigs) sigs {
			if c, i, ok := at(all); ok {
				all[c] = append(all[c], all[c][i])
			}
			return all
		}}
	case 7:
		return "signatures in the other order", &edits{credentials: func(all sigs) sigs {
			for _, c := range all {
				slices.Reverse(c)
			}
			return all
		}}
	case 8:
		return onSig("a bit of r", func(s *sig) { s[nth%32] ^= 1 << (nth % 8) })
	case 9:
		return onSig("a bit of s", func(s *sig) { s[32+nth%32] ^= 1 << (nth % 8) })
	case 10:
		return onSig("the other recovery id", func(s *sig) { s[64] ^= 1 })
	case 11:
		return onSig("a recovery id that is not one", func(s *sig) { s[64] = byte(2 + nth%254) })
	case 12:
		return onSig("zeros", func(s *sig) { *s = sig{} })
	case 13:
		// s and n - s both recover the key; the node takes the lower.
		return onSig("high s", func(s *sig) { negate(s) })
	case 14:
		return "another digest", &edits{digest: func(d []byte) []byte {
			d = slices.Clone(d)
			d[nth%32] ^= 1
			return d
		}}
	}
	return "a credential of another feature extension", &edits{fx: func(i int, cred verify.Verifiable) verify.Verifiable {
		plain, ok := cred.(*secp256k1fx.Credential)
		if ok && i == 0 {
			if nth%2 == 0 {
				return &nftfx.Credential{Credential: *plain}
			}
			return &propertyfx.Credential{Credential: *plain}
		}
		return cred
	}}
}

// negate makes s the order of the curve less s.
func negate(s *[secp256k1.SignatureLen]byte) {
	order := []byte{
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
		0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
	}
	borrow := 0
	for i := 31; i >= 0; i-- {
		d := int(order[i]) - int(s[32+i]) - borrow
		borrow = 0
		if d < 0 {
			d, borrow = d+256, 1
		}
		s[32+i] = byte(d)
	}
	s[64] ^= 1
}

// changeMessage changes a warp message and signs it again, or changes who signs.
func (w *world) changeMessage(r *rand.Rand, at *[]byte) string {
	msg, err := warp.ParseMessage(*at)
	if err != nil {
		return ""
	}
	call, err := payload.ParseAddressedCall(msg.UnsignedMessage.Payload)
	if err != nil {
		return ""
	}
	source, networkID := msg.SourceChainID, msg.NetworkID
	address, inner := call.SourceAddress, call.Payload
	how := ""
	var edit func([]int) []int
	switch r.IntN(12) {
	case 0:
		source, how = w.somethingNamed(r, "chain"), "source chain: another id"
	case 1:
		networkID, how = pick(r, []uint32{1, 5, 0}), "network: another"
	case 2:
		address, how = pick(r, [][]byte{{}, []byte("other manager"), append(slices.Clone(address), 0)}), "source address: another"
	case 3:
		how, edit = "signers: one less", func(s []int) []int { return s[:max(0, len(s)-1)] }
	case 4:
		how, edit = "signers: one unknown more", func(s []int) []int { return append(s, 40) }
	case 5:
		how, edit = "signers: none", func([]int) []int { return nil }
	case 6:
		how, edit = "signers: only the first", func(s []int) []int { return s[:min(len(s), 1)] }
	default:
		parsed, err := message.Parse(inner)
		if err != nil {
			return ""
		}
		var list []site
		sites(reflect.ValueOf(parsed), "payload", &list)
		chosen := pick(r, list)
		what := w.change(r, chosen)
		if what == "" {
			return ""
		}
		again, err := message.Codec.Marshal(message.CodecVersion, &parsed)
		if err != nil {
			return ""
		}
		inner, how = again, chosen.path+": "+what
	case 7:
		parsed, err := message.NewL1ValidatorRegistration(w.somethingNamed(r, "validation"), true)
		if err != nil {
			return ""
		}
		inner, how = parsed.Bytes(), "payload: a message of another kind"
	}
	addressed, err := payload.NewAddressedCall(address, inner)
	if err != nil {
		return ""
	}
	unsigned, err := warp.NewUnsignedMessage(networkID, source, addressed.Bytes())
	if err != nil {
		return ""
	}
	*at = w.signWarp(unsigned, edit)
	return "message, signed again: " + how
}

// mutant is a transaction with one change.
func (w *world) mutant(r *rand.Rand, kind string) (string, []byte, bool) {
	d := w.make(r, kind)
	if d == nil {
		return "", nil, false
	}
	how := "none"
	var e *edits
	switch dice := r.IntN(100); {
	case dice < 8:
	case dice < 22 && !slices.Contains(builderKinds, kind):
		how, e = w.changeSignatures(r)
		how = "signatures: " + how
	default:
		if msg := w.messageOf(d); msg != nil && dice < 65 {
			if how = w.changeMessage(r, msg); how == "" {
				return "", nil, false
			}
			break
		}
		var list []site
		sites(reflect.ValueOf(d.unsigned()), "", &list)
		s := pick(r, list)
		what := w.change(r, s)
		if what == "" {
			return "", nil, false
		}
		how = s.path + ": " + what
		if !strings.HasSuffix(what, "order") && r.IntN(100) < 65 {
			how += w.repair(d)
		}
	}
	raw, err := w.sign(d, e)
	if err != nil {
		return "", nil, false // it has no bytes
	}
	return how, raw, true
}

func (*world) messageOf(d *draft) *[]byte {
	switch t := d.p.(type) {
	case *ptxs.RegisterL1ValidatorTx:
		return (*[]byte)(&t.Message)
	case *ptxs.SetL1ValidatorWeightTx:
		return (*[]byte)(&t.Message)
	}
	return nil
}

// repair sorts the lists and takes the difference from the change, so that
// what is judged is the change itself and not its most obvious consequence.
func (w *world) repair(d *draft) (how string) {
	defer func() {
		if recover() != nil {
			how = "" // nothing to repair in nonsense
		}
	}()
	switch d.chain {
	case "P":
		w.sortP(d)
		if w.balanceP(d) {
			return ", balanced"
		}
	case "X":
		w.sortX(d)
		if w.balanceX(d) {
			return ", balanced"
		}
	default:
		sortC(d)
	}
	return ", sorted"
}
