package main

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
)

// rnd is a seeded source with the few shapes that the generators want.
type rnd struct{ *rand.Rand }

func newRnd(seed uint64, salt string) *rnd {
	h := sha256.Sum256([]byte(fmt.Sprintf("xoracle/%s/%d", salt, seed)))
	return &rnd{rand.New(rand.NewChaCha8(h))}
}

func (r *rnd) chance(percent int) bool { return r.IntN(100) < percent }

func (r *rnd) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func (r *rnd) id() (id ids.ID) {
	copy(id[:], r.bytes(len(id)))
	return id
}

// u64 mixes magnitudes: small, above 2^53, the very top.
func (r *rnd) u64() uint64 {
	switch r.IntN(6) {
	case 0:
		return uint64(r.IntN(10))
	case 1:
		return 1<<53 + uint64(r.IntN(1000))
	case 2:
		return math.MaxUint64 - uint64(r.IntN(3))
	default:
		return r.Uint64() >> r.IntN(64)
	}
}

func (r *rnd) amount() uint64 { return max(1, r.u64()) }

func (r *rnd) u32() uint32 {
	switch r.IntN(5) {
	case 0:
		return 0
	case 1:
		return math.MaxUint32 - uint32(r.IntN(2))
	default:
		return r.Uint32() >> r.IntN(32)
	}
}

func (r *rnd) locktime() uint64 {
	switch r.IntN(10) {
	case 0:
		return r.u64()
	case 1:
		return uint64(1_600_000_000 + r.IntN(500_000_000))
	default:
		return 0
	}
}

func (r *rnd) memo() []byte {
	switch r.IntN(8) {
	case 0, 1, 2, 3:
		return nil
	case 4:
		return []byte("memo <b>&amp;</b> – ünïcode 🔺")
	case 5:
		return r.bytes(256)
	case 6:
		return r.bytes(257 + r.IntN(100)) // parses, fails verification
	default:
		return r.bytes(1 + r.IntN(255))
	}
}

func pick[T any](r *rnd, from []T) T { return from[r.IntN(len(from))] }

// keyPool is fixed: the same twelve keys sign everything, whatever the seed.
var keyPool = func() []*secp256k1.PrivateKey {
	keys := make([]*secp256k1.PrivateKey, 12)
	for i := range keys {
		h := sha256.Sum256([]byte(fmt.Sprintf("xoracle signing key %d", i)))
		k, err := secp256k1.ToPrivateKey(h[:])
		if err != nil {
			panic(err)
		}
		keys[i] = k
	}
	return keys
}()

// ownership is an owner set together with the keys behind its addresses.
type ownership struct {
	owners secp256k1fx.OutputOwners
	keys   []*secp256k1.PrivateKey // keys[i] signs for owners.Addrs[i]
}

func (r *rnd) ownership(minAddrs, maxAddrs int) ownership {
	n := minAddrs + r.IntN(maxAddrs-minAddrs+1)
	keys := make([]*secp256k1.PrivateKey, 0, n)
	for _, at := range r.Perm(len(keyPool))[:n] {
		keys = append(keys, keyPool[at])
	}
	slices.SortFunc(keys, func(a, b *secp256k1.PrivateKey) int {
		return a.Address().Compare(b.Address())
	})
	o := ownership{keys: keys}
	for _, k := range keys {
		o.owners.Addrs = append(o.owners.Addrs, k.Address())
	}
	if n > 0 {
		o.owners.Threshold = uint32(1 + r.IntN(n))
	}
	o.owners.Locktime = r.locktime()
	return o
}

func (r *rnd) owners() secp256k1fx.OutputOwners {
	if r.chance(5) {
		return r.ownership(0, 0).owners // nobody: threshold 0, no address
	}
	return r.ownership(1, 5).owners
}

// spend picks which owners sign: the indices for the input and their keys.
func (r *rnd) spend() (secp256k1fx.Input, []*secp256k1.PrivateKey) {
	if r.chance(4) {
		return secp256k1fx.Input{SigIndices: []uint32{}}, nil
	}
	o := r.ownership(1, 5)
	at := r.Perm(len(o.keys))[:o.owners.Threshold]
	sort.Ints(at)
	var (
		in   secp256k1fx.Input
		keys []*secp256k1.PrivateKey
	)
	for _, i := range at {
		in.SigIndices = append(in.SigIndices, uint32(i))
		keys = append(keys, o.keys[i])
	}
	return in, keys
}
