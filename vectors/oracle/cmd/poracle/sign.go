package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/ava-labs/avalanchego/database"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/fx"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/chain/p/signer"
)

// owner is who must agree, as a request names it.
type owner struct {
	Threshold uint32   `json:"threshold"`
	Addresses []string `json:"addresses"`
}

// known is the signer's backend: what a request says of the chain.
type known struct {
	utxos  map[ids.ID]*avax.UTXO
	owners map[ids.ID]*secp256k1fx.OutputOwners
}

func (k *known) GetUTXO(_ context.Context, _, utxoID ids.ID) (*avax.UTXO, error) {
	if utxo, ok := k.utxos[utxoID]; ok {
		return utxo, nil
	}
	return nil, database.ErrNotFound
}

func (k *known) GetOwner(_ context.Context, ownerID ids.ID) (fx.Owner, error) {
	if owner, ok := k.owners[ownerID]; ok {
		return owner, nil
	}
	return nil, database.ErrNotFound
}

func unhex(text string) ([]byte, error) {
	return hex.DecodeString(strings.TrimPrefix(text, "0x"))
}

func backendOf(req *request) (*known, error) {
	k := &known{
		utxos:  map[ids.ID]*avax.UTXO{},
		owners: map[ids.ID]*secp256k1fx.OutputOwners{},
	}
	for _, text := range req.UTXOs {
		raw, err := unhex(text)
		if err != nil {
			return nil, err
		}
		utxo := &avax.UTXO{}
		if _, err := txs.Codec.Unmarshal(raw, utxo); err != nil {
			return nil, err
		}
		k.utxos[utxo.InputID()] = utxo
	}
	for text, of := range req.Owners {
		id, err := ids.FromString(text)
		if err != nil {
			return nil, err
		}
		owners := &secp256k1fx.OutputOwners{Threshold: of.Threshold}
		for _, address := range of.Addresses {
			raw, err := unhex(address)
			if err != nil {
				return nil, err
			}
			short, err := ids.ToShortID(raw)
			if err != nil {
				return nil, err
			}
			owners.Addrs = append(owners.Addrs, short)
		}
		k.owners[id] = owners
	}
	return k, nil
}

// signed is the transaction with what the node's own wallet signs of it.
func signed(req *request) ([]byte, error) {
	raw, err := req.bytes()
	if err != nil {
		return nil, err
	}
	tx := &txs.Tx{}
	if req.Kind == "unsignedTx" {
		_, err = txs.Codec.Unmarshal(raw, &tx.Unsigned)
	} else {
		tx, err = txs.Parse(txs.Codec, raw)
	}
	if err != nil {
		return nil, err
	}
	keychain := secp256k1fx.NewKeychain()
	for i, text := range req.Keys {
		secret, err := unhex(text)
		if err != nil {
			return nil, err
		}
		key, err := secp256k1.ToPrivateKey(secret)
		if err != nil {
			return nil, fmt.Errorf("key %d: %w", i, err)
		}
		keychain.Add(key)
	}
	backend, err := backendOf(req)
	if err != nil {
		return nil, err
	}
	if err := signer.New(keychain, backend).Sign(context.Background(), tx); err != nil {
		return nil, err
	}
	return tx.Bytes(), nil
}

type signedAnswer struct {
	answer
	Hex string `json:"hex"`
}

func answerSign(req *request) any {
	raw, err := signed(req)
	if err != nil {
		return failed(req, err)
	}
	return signedAnswer{answer: answer{ID: req.ID, OK: true}, Hex: hex0x(raw)}
}
