package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"sync"
	"time"

	"github.com/ava-labs/avalanchego/staking"
)

// stakerKey is a node identity whose signatures depend on nothing but the
// message, so that a seed always gives the same blocks.
type stakerKey struct {
	crypto.Signer
	cert *staking.Certificate
	kind string
}

// Sign ignores the caller's randomness: nil asks ECDSA for its deterministic
// form, and PKCS#1 v1.5 needs none.
func (k *stakerKey) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	return k.Signer.Sign(nil, digest, opts)
}

var stakers = sync.OnceValues(func() ([]*stakerKey, error) {
	var list []*stakerKey
	for i := range 2 {
		r := newRnd(uint64(i), "staker/ecdsa")
		key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), r.bytes(32))
		if err != nil {
			return nil, err
		}
		list = append(list, &stakerKey{Signer: key, kind: "ecdsa-p256"})
	}
	rsaKey, err := seededRSA(newRnd(0, "staker/rsa"), 2048)
	if err != nil {
		return nil, err
	}
	list = append(list, &stakerKey{Signer: rsaKey, kind: "rsa-2048"})

	for i, k := range list {
		template := &x509.Certificate{
			SerialNumber: big.NewInt(int64(i)),
			NotBefore:    time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
			NotAfter:     time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
			KeyUsage:     x509.KeyUsageDigitalSignature,
		}
		raw, err := x509.CreateCertificate(nil, template, template, k.Public(), k)
		if err != nil {
			return nil, fmt.Errorf("%s certificate: %w", k.kind, err)
		}
		if k.cert, err = staking.ParseCertificate(raw); err != nil {
			return nil, fmt.Errorf("%s certificate: %w", k.kind, err)
		}
	}
	return list, nil
})

// seededRSA builds a key from a seeded source, which the standard library's own
// generator does not allow. It protects nothing.
func seededRSA(r *rnd, bits int) (*rsa.PrivateKey, error) {
	e := big.NewInt(65537)
	one := big.NewInt(1)
	prime := func() *big.Int {
		for {
			raw := r.bytes(bits / 16)
			raw[0] |= 0xc0
			raw[len(raw)-1] |= 1
			p := new(big.Int).SetBytes(raw)
			if p.ProbablyPrime(10) && new(big.Int).GCD(nil, nil, e, new(big.Int).Sub(p, one)).Cmp(one) == 0 {
				return p
			}
		}
	}
	p, q := prime(), prime()
	phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
	key := &rsa.PrivateKey{
		PublicKey: rsa.PublicKey{N: new(big.Int).Mul(p, q), E: 65537},
		D:         new(big.Int).ModInverse(e, phi),
		Primes:    []*big.Int{p, q},
	}
	key.Precompute()
	return key, key.Validate()
}

func fingerprint(b []byte) string {
	h := sha256.Sum256(b)
	return hex0x(h[:])
}
