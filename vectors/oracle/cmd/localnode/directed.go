package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ava-labs/libevm/common"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/utils/formatting"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/components/gas"
	"github.com/ava-labs/avalanchego/vms/components/verify"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/stakeable"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/tx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	xnetwork "github.com/ava-labs/avalanchego/vms/avm/network"
	avmtxs "github.com/ava-labs/avalanchego/vms/avm/txs"
	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
)

// attempts collects refusals that are made on purpose, each from a transaction
// that is valid but for one thing.
type attempts struct {
	*world
	r    *rand.Rand
	rows []refusal
	err  error
}

// raw judges bytes.
func (a *attempts) raw(chain, kind, how string, raw []byte) {
	if a.err != nil {
		return
	}
	r := row{Chain: chain, Type: kind, Mutation: how, Hex: hexText(raw)}
	r.verdict = a.of(chain, r.Hex)
	if r.OK {
		a.err = fmt.Errorf("%s, %s is accepted", kind, how)
	}
	a.rows = append(a.rows, refusal{row: r})
}

// valid makes a transaction that the chain takes.
func (a *attempts) valid(kind string) *draft {
	for range 200 {
		d := a.make(a.r, kind)
		if d == nil {
			continue
		}
		raw, err := a.sign(d, nil)
		if err != nil {
			continue
		}
		if v := a.of(d.chain, hexText(raw)); v.OK || v.Executes {
			return d
		}
	}
	a.err = errors.Join(a.err, fmt.Errorf("no valid %s", kind))
	return nil
}

func (a *attempts) signed(d *draft, how string, e *edits) {
	if a.err != nil || d == nil {
		return
	}
	raw, err := a.sign(d, e)
	if err != nil {
		a.err = fmt.Errorf("%s, %s: %w", d.kind, how, err)
		return
	}
	kind := d.kind
	if d.chain != "P" {
		kind = kind[1:]
	}
	a.raw(d.chain, kind, how, raw)
}

// try changes a valid transaction of a kind.
func try[T any](a *attempts, kind, how string, change func(T)) {
	if d := a.valid(kind); d != nil {
		change(d.unsigned().(T))
		a.signed(d, how, nil)
	}
}

// balanced changes a valid transaction and pays for the change.
func balanced[T any](a *attempts, kind, how string, change func(T)) {
	if d := a.valid(kind); d != nil {
		change(d.unsigned().(T))
		a.repair(d)
		a.signed(d, how+", balanced", nil)
	}
}

// directed makes the refusals that chance would hardly find.
func (w *world) directed(moment string) ([]refusal, error) {
	a := &attempts{world: w, r: rand.New(rand.NewPCG(5, 5))}
	switch {
	case moment == "busy" && w.fork == upgradetest.Helicon:
		try(a, "CreateChainTx", "more gas than is left", func(t *ptxs.CreateChainTx) { t.GenesisData = make([]byte, 700*units.KiB) })
	case moment != "fresh":
	case w.fork == upgradetest.Helicon:
		a.texts()
		a.codec()
		a.platform()
		a.l1()
		a.exchange()
		a.contract()
	case w.fork == upgradetest.Etna:
		try(a, "CreateChainTx", "more than 256 KiB", func(t *ptxs.CreateChainTx) { t.GenesisData = make([]byte, 300*units.KiB) })
	case w.fork == upgradetest.Durango:
		a.transforms()
		try(a, "CreateChainTx", "an authorisation that is a transfer input", func(t *ptxs.CreateChainTx) {
			t.SubnetAuth = &secp256k1fx.TransferInput{Amt: 1, Input: secp256k1fx.Input{SigIndices: []uint32{0}}}
		})
	case w.fork == upgradetest.Cortina:
		try(a, "AddDelegatorTx", "a weight as large as can be", func(t *ptxs.AddDelegatorTx) {
			t.Wght = math.MaxUint64
			t.StakeOuts = []*avax.TransferableOutput{output(w.node.network.avaxAssetID, t.Wght, *w.ownerOf(0))}
		})
		try(a, "AddDelegatorTx", "start is over", func(t *ptxs.AddDelegatorTx) { t.Start = w.nowUnix() - 5 })
	}
	return a.rows, a.err
}

func (a *attempts) texts() {
	for _, chain := range []string{"P", "X", "C"} {
		a.rows = append(a.rows,
			a.rpc(chain, "no 0x", "00", formatting.Hex, "hex"),
			a.rpc(chain, "too short for a checksum", "0x00", formatting.Hex, "hex"),
			a.rpc(chain, "wrong checksum", "0x000000000000", formatting.Hex, "hex"),
			a.rpc(chain, "JSON as the encoding", "{}", formatting.JSON, "json"),
			a.rpc(chain, "an encoding that is not one", "{}", 200, "cb58"),
		)
	}
}

// codec damages the bytes of a plain transaction of each chain.
func (a *attempts) codec() {
	for _, of := range []struct {
		chain, kind string
		list        int // where the number of a list is
		most        int // what the codec takes
	}{{"P", "BaseTx", 42, 2 * units.MiB}, {"X", "XBaseTx", 42, 256 * units.KiB}, {"C", "CExportTx", 74, 256 * units.KiB}} {
		d := a.valid(of.kind)
		if d == nil {
			return
		}
		good, err := a.sign(d, nil)
		if err != nil {
			a.err = err
			return
		}
		kind := strings.TrimPrefix(of.kind, "X")
		edit := func(how string, change func([]byte) []byte) {
			a.raw(of.chain, kind, how, change(slices.Clone(good)))
		}
		edit("codec version 9", func(b []byte) []byte { b[1] = 9; return b })
		edit("one byte", func(b []byte) []byte { return b[:1] })
		edit("no bytes", func(b []byte) []byte { return b[:0] })
		edit("half", func(b []byte) []byte { return b[:len(b)/2] })
		edit("a byte more", func(b []byte) []byte { return append(b, 0) })
		edit("an unknown type", func(b []byte) []byte { binary.BigEndian.PutUint32(b[2:], 200); return b })
		edit("a type that is no transaction", func(b []byte) []byte { binary.BigEndian.PutUint32(b[2:], 5); return b })
		edit("an endless list", func(b []byte) []byte { binary.BigEndian.PutUint32(b[of.list:], math.MaxUint32); return b })
		edit("more than the codec takes", func(b []byte) []byte { return append(b, make([]byte, of.most)...) })
	}
	// The codec does not write a lock in a lock, but bytes can hold one.
	if d := a.valid("BaseTx"); d != nil {
		t := d.p.(*ptxs.BaseTx)
		t.Outs = []*avax.TransferableOutput{{
			Asset: avax.Asset{ID: a.node.network.avaxAssetID},
			Out:   &stakeable.LockOut{Locktime: 1 << 40, TransferableOut: transfer(1, 0, 1, a.address(0))},
		}}
		raw, err := a.sign(d, nil)
		a.err = errors.Join(a.err, err)
		lock := append([]byte{0, 0, 0, 22}, binary.BigEndian.AppendUint64(nil, 1<<40)...)
		a.raw("P", "BaseTx", "a lock in a lock", bytes.Replace(raw, lock, append(slices.Clone(lock), lock...), 1))
	}
}

// outsideGroup finds bytes of a point on the curve that is not in the group.
func outsideGroup(length int, parse func([]byte) error, wanted error) []byte {
	for i := range 10_000 {
		raw := make([]byte, length)
		raw[0] = 0x80
		binary.BigEndian.PutUint32(raw[length-4:], uint32(i))
		if errors.Is(parse(raw), wanted) {
			return raw
		}
	}
	return nil
}

func badSignature() []byte {
	return outsideGroup(bls.SignatureLen, func(raw []byte) error {
		_, err := bls.SignatureFromBytes(raw)
		return err
	}, bls.ErrInvalidSignature)
}

func (a *attempts) platform() {
	network := a.node.network
	// Signatures and credentials.
	for _, of := range []struct{ kind, how string }{{"BaseTx", ""}, {"XBaseTx", ""}, {"CImportTx", ""}, {"CExportTx", ""}} {
		if d := a.valid(of.kind); d != nil {
			for _, id := range []byte{4, 5, 6, 7} {
				a.signed(d, fmt.Sprintf("a recovery id of %d", id), &edits{credentials: func(all [][][secp256k1.SignatureLen]byte) [][][secp256k1.SignatureLen]byte {
					all[0][0][64] = id
					return all
				}})
			}
		}
	}
	if d := a.valid("BaseTx"); d != nil {
		a.signed(d, "an input as the credential", &edits{fx: func(_ int, _ verify.Verifiable) verify.Verifiable {
			return &secp256k1fx.Input{SigIndices: []uint32{0}}
		}})
	}
	if d := a.valid("CreateChainTx"); d != nil {
		a.signed(d, "an input as the last credential", &edits{fx: func(i int, c verify.Verifiable) verify.Verifiable {
			if i == 0 {
				return c
			}
			return &secp256k1fx.Input{SigIndices: []uint32{0}}
		}})
		a.signed(d, "no credentials", &edits{credentials: func([][][secp256k1.SignatureLen]byte) [][][secp256k1.SignatureLen]byte { return nil }})
	}
	// Inputs.
	locked := func(of []*avax.UTXO) *avax.UTXO {
		for _, utxo := range of {
			if out, ok := utxo.Out.(*secp256k1fx.TransferOutput); ok && out.Locktime > a.nowUnix() {
				return utxo
			}
		}
		return nil
	}
	balanced(a, "BaseTx", "a locked output as input", func(t *ptxs.BaseTx) {
		t.Ins = append(t.Ins, input(a.r, locked(a.pUTXO), true))
	})
	balanced(a, "XBaseTx", "a locked output as input", func(t *avmtxs.BaseTx) {
		t.Ins = append(t.Ins, input(a.r, locked(a.xUTXO), true))
	})
	try(a, "BaseTx", "an output as large as can be", func(t *ptxs.BaseTx) {
		for range 2 {
			t.Outs = append(t.Outs, output(network.avaxAssetID, math.MaxUint64, *a.ownerOf(0)))
		}
		avax.SortTransferableOutputs(t.Outs, ptxs.Codec)
	})

	// Well-formed or not.
	try(a, "AddAutoRenewedValidatorTx", "no period", func(t *ptxs.AddAutoRenewedValidatorTx) { t.Period = 0 })
	try(a, "AddAutoRenewedValidatorTx", "too many shares restaked", func(t *ptxs.AddAutoRenewedValidatorTx) { t.AutoCompoundRewardShares = 1_000_001 })
	try(a, "AddAutoRenewedValidatorTx", "no BLS key", func(t *ptxs.AddAutoRenewedValidatorTx) { t.Signer = &signer.Empty{} })
	try(a, "AddAutoRenewedValidatorTx", "stake of another asset", func(t *ptxs.AddAutoRenewedValidatorTx) { t.StakeOuts[0].Asset.ID = a.elastic })
	try(a, "AddAutoRenewedValidatorTx", "an authority of nobody", func(t *ptxs.AddAutoRenewedValidatorTx) {
		t.ValidatorAuthority = &secp256k1fx.OutputOwners{Threshold: 1}
	})
	try(a, "SetAutoRenewedValidatorConfigTx", "no transaction named", func(t *ptxs.SetAutoRenewedValidatorConfigTx) { t.TxID = ids.Empty })
	try(a, "SetAutoRenewedValidatorConfigTx", "too many shares restaked", func(t *ptxs.SetAutoRenewedValidatorConfigTx) { t.AutoCompoundRewardShares = 1_000_001 })
	try(a, "SetAutoRenewedValidatorConfigTx", "a transaction of another type", func(t *ptxs.SetAutoRenewedValidatorConfigTx) { t.TxID = a.accepted[0] })
	try(a, "SetAutoRenewedValidatorConfigTx", "too short a period", func(t *ptxs.SetAutoRenewedValidatorConfigTx) { t.Period = 1 })
	try(a, "SetAutoRenewedValidatorConfigTx", "too long a period", func(t *ptxs.SetAutoRenewedValidatorConfigTx) { t.Period = 366 * 24 * 3600 })
	try(a, "AddSubnetValidatorTx", "the primary network", func(t *ptxs.AddSubnetValidatorTx) { t.SubnetValidator.Subnet = ids.Empty })
	try(a, "AddSubnetValidatorTx", "no weight", func(t *ptxs.AddSubnetValidatorTx) { t.Wght = 0 })
	try(a, "RemoveSubnetValidatorTx", "the primary network", func(t *ptxs.RemoveSubnetValidatorTx) { t.Subnet = ids.Empty })
	try(a, "RemoveSubnetValidatorTx", "a permissionless validator", func(t *ptxs.RemoveSubnetValidatorTx) {
		t.Subnet, t.NodeID, t.SubnetAuth = a.subnets["elastic"], a.stakers()[2], a.authOf(a.subnets["elastic"])
	})
	try(a, "TransferSubnetOwnershipTx", "the primary network", func(t *ptxs.TransferSubnetOwnershipTx) { t.Subnet = ids.Empty })
	try(a, "TransferSubnetOwnershipTx", "a credential as the authorisation", func(t *ptxs.TransferSubnetOwnershipTx) {
		t.SubnetAuth = &secp256k1fx.TransferInput{Amt: 1, Input: secp256k1fx.Input{SigIndices: []uint32{0}}}
	})
	try(a, "CreateChainTx", "the primary network", func(t *ptxs.CreateChainTx) { t.SubnetID = ids.Empty })
	try(a, "CreateChainTx", "an L1", func(t *ptxs.CreateChainTx) { t.SubnetID, t.SubnetAuth = a.subnets["l1"], a.authOf(a.subnets["l1"]) })
	try(a, "CreateChainTx", "no VM", func(t *ptxs.CreateChainTx) { t.VMID = ids.Empty })
	try(a, "CreateChainTx", "a name of 129 letters", func(t *ptxs.CreateChainTx) { t.ChainName = strings.Repeat("n", 129) })
	try(a, "CreateChainTx", "a name with a dash", func(t *ptxs.CreateChainTx) { t.ChainName = "a-b" })
	try(a, "CreateChainTx", "twice the same extension", func(t *ptxs.CreateChainTx) { t.FxIDs = []ids.ID{nftfx.ID, nftfx.ID} })
	try(a, "CreateChainTx", "a genesis of more than 1 MiB", func(t *ptxs.CreateChainTx) { t.GenesisData = make([]byte, units.MiB+1) })
	try(a, "ImportTx", "nothing imported", func(t *ptxs.ImportTx) { t.ImportedInputs = nil })
	try(a, "ExportTx", "nothing exported", func(t *ptxs.ExportTx) { t.ExportedOutputs = nil })
	try(a, "ExportTx", "a locked output exported", func(t *ptxs.ExportTx) {
		t.ExportedOutputs = []*avax.TransferableOutput{output(network.avaxAssetID, 5, *a.ownerOf(0))}
		t.ExportedOutputs[0].Out = &stakeable.LockOut{Locktime: futureLocktime, TransferableOut: t.ExportedOutputs[0].Out}
	})
	try(a, "ExportTx", "to the P-chain", func(t *ptxs.ExportTx) { t.DestinationChain = constants.PlatformChainID })
	try(a, "ExportTx", "to a chain of a subnet", func(t *ptxs.ExportTx) { t.DestinationChain = a.chains["plain"] })
	try(a, "ExportTx", "to no chain", func(t *ptxs.ExportTx) { t.DestinationChain = ids.ID{9} })
	try(a, "IncreaseL1ValidatorBalanceTx", "a balance of 0", func(t *ptxs.IncreaseL1ValidatorBalanceTx) { t.Balance = 0 })
	balanced(a, "IncreaseL1ValidatorBalanceTx", "an unknown validation", func(t *ptxs.IncreaseL1ValidatorBalanceTx) { t.ValidationID = ids.ID{9} })
	try(a, "DisableL1ValidatorTx", "an unknown validation", func(t *ptxs.DisableL1ValidatorTx) { t.ValidationID = ids.ID{9} })

	// Stakers.
	staker := "AddPermissionlessValidatorTx"
	try(a, staker, "a proof outside of the group", func(t *ptxs.AddPermissionlessValidatorTx) {
		pop := *a.identityLess("mutant node a").pop
		copy(pop.ProofOfPossession[:], badSignature())
		t.Signer = &pop
	})
	for _, of := range []struct {
		how    string
		change func(t *ptxs.AddPermissionlessValidatorTx)
	}{
		{"one second too short", func(t *ptxs.AddPermissionlessValidatorTx) { t.End = a.nowUnix() + 24*3600 - 1 - 23*3600 }},
		{"one second too long", func(t *ptxs.AddPermissionlessValidatorTx) { t.End = a.nowUnix() + 365*24*3600 + 1 }},
		{"1 nAVAX too little", func(t *ptxs.AddPermissionlessValidatorTx) { t.Wght = 2*units.KiloAvax - 1 }},
		{"too small a fee", func(t *ptxs.AddPermissionlessValidatorTx) { t.DelegationShares = 19_999 }},
		{"too large a fee", func(t *ptxs.AddPermissionlessValidatorTx) { t.DelegationShares = 1_000_001 }},
		{"somebody who validates", func(t *ptxs.AddPermissionlessValidatorTx) { t.Validator.NodeID = a.stakers()[1] }},
		{"no node", func(t *ptxs.AddPermissionlessValidatorTx) { t.Validator.NodeID = ids.EmptyNodeID }},
		{"no BLS key", func(t *ptxs.AddPermissionlessValidatorTx) { t.Signer = &signer.Empty{} }},
	} {
		balanced(a, staker, of.how, func(t *ptxs.AddPermissionlessValidatorTx) {
			if t.Subnet == constants.PrimaryNetworkID {
				of.change(t)
			} else {
				t.StakeOuts = nil
			}
		})
	}
	for range 40 { // until it is the elastic subnet
		d := a.valid("AddPermissionlessDelegatorTx")
		if d == nil {
			return
		}
		t := d.p.(*ptxs.AddPermissionlessDelegatorTx)
		if t.Subnet == constants.PrimaryNetworkID {
			continue
		}
		t.Validator.NodeID, t.End = a.stakers()[1], a.nowUnix()+2*24*3600
		t.Wght = 100
		a.repair(d)
		a.signed(d, "to a permissioned validator", nil)
		break
	}
}

// l1 makes what conversions, registrations and weights can be refused for.
func (a *attempts) l1() {
	const convert, register, weigh = "ConvertSubnetToL1Tx", "RegisterL1ValidatorTx", "SetL1ValidatorWeightTx"
	try(a, convert, "the primary network", func(t *ptxs.ConvertSubnetToL1Tx) { t.Subnet = ids.Empty })
	try(a, convert, "an L1 already", func(t *ptxs.ConvertSubnetToL1Tx) { t.Subnet, t.SubnetAuth = a.subnets["l1"], a.authOf(a.subnets["l1"]) })
	try(a, convert, "an address of 4097 bytes", func(t *ptxs.ConvertSubnetToL1Tx) { t.Address = make([]byte, 4097) })
	try(a, convert, "no validators", func(t *ptxs.ConvertSubnetToL1Tx) { t.Validators = nil })
	try(a, convert, "twice the same validator", func(t *ptxs.ConvertSubnetToL1Tx) {
		t.Validators = append(t.Validators, t.Validators[len(t.Validators)-1])
	})
	try(a, convert, "no weight", func(t *ptxs.ConvertSubnetToL1Tx) { t.Validators[0].Weight = 0 })
	try(a, convert, "an owner of nobody", func(t *ptxs.ConvertSubnetToL1Tx) { t.Validators[0].DeactivationOwner.Addresses = nil })
	try(a, convert, "a node id of 19 bytes", func(t *ptxs.ConvertSubnetToL1Tx) { t.Validators[0].NodeID = t.Validators[0].NodeID[:19] })
	try(a, convert, "an empty node id", func(t *ptxs.ConvertSubnetToL1Tx) { t.Validators[0].NodeID = make([]byte, 20) })
	for range 12 { // two at least
		d := a.valid(convert)
		if d == nil {
			return
		}
		if t := d.p.(*ptxs.ConvertSubnetToL1Tx); len(t.Validators) > 1 {
			t.Validators[0].Weight = math.MaxUint64
			a.signed(d, "weights above 64 bits", nil)
			break
		}
	}
	resign := func(subnet string, call []byte, edit func([]int) []int) []byte {
		addressed, err := payload.NewAddressedCall(managerAddress, call)
		a.err = errors.Join(a.err, err)
		unsigned, err := warp.NewUnsignedMessage(a.node.network.id, a.chains[subnet], addressed.Bytes())
		a.err = errors.Join(a.err, err)
		return a.signWarp(unsigned, edit)
	}
	fresh := a.identityLess("mutant node z")
	registration := func(how string, change func(*message.RegisterL1Validator)) {
		msg, err := a.registration("l1", fresh, a.in(3600e9), 3)
		if err != nil {
			a.err = err
			return
		}
		change(msg)
		var any message.Payload = msg
		call, err := message.Codec.Marshal(message.CodecVersion, &any)
		if err != nil {
			a.err = err
			return
		}
		balanced(a, register, how, func(t *ptxs.RegisterL1ValidatorTx) {
			t.ProofOfPossession = fresh.pop.ProofOfPossession
			if msg.BLSPublicKey == a.registrations[0].BLSPublicKey {
				t.ProofOfPossession = a.identity("registered L1 node").pop.ProofOfPossession
			}
			t.Message = resign("l1", call, nil)
		})
	}
	registration("a subnet that is none", func(m *message.RegisterL1Validator) { m.SubnetID = a.subnets["plain"] })
	registration("the primary network", func(m *message.RegisterL1Validator) { m.SubnetID = ids.Empty })
	registration("another L1", func(m *message.RegisterL1Validator) { m.SubnetID = a.subnets["single"] })
	registration("no weight", func(m *message.RegisterL1Validator) { m.Weight = 0 })
	registration("weights above 64 bits", func(m *message.RegisterL1Validator) { m.Weight = math.MaxUint64 })
	registration("an empty node id", func(m *message.RegisterL1Validator) { m.NodeID = make([]byte, 20) })
	registration("a node id of 19 bytes", func(m *message.RegisterL1Validator) { m.NodeID = m.NodeID[:19] })
	registration("an owner of nobody", func(m *message.RegisterL1Validator) { m.DisableOwner.Addresses = nil })
	registration("expired", func(m *message.RegisterL1Validator) { m.Expiry = a.nowUnix() })
	registration("more than a day ahead", func(m *message.RegisterL1Validator) { m.Expiry = a.nowUnix() + 24*3600 + 1 })
	registration("a key that the proof is not of", func(m *message.RegisterL1Validator) { m.BLSPublicKey = a.identityLess("mutant node y").pop.PublicKey })
	registration("registered already", func(m *message.RegisterL1Validator) { *m = *a.registrations[0] })
	registration("a node that validates already", func(m *message.RegisterL1Validator) {
		expiry := m.Expiry
		*m = *a.registrations[0]
		m.Expiry = expiry
	})
	weight := func(how, name string, nonce, weight uint64) {
		var any message.Payload = &message.L1ValidatorWeight{ValidationID: a.validations[name], Nonce: nonce, Weight: weight}
		call, err := message.Codec.Marshal(message.CodecVersion, &any)
		if err != nil {
			a.err = err
			return
		}
		subnet := "l1"
		if strings.HasPrefix(name, "single") {
			subnet = "single"
		}
		try(a, weigh, how, func(t *ptxs.SetL1ValidatorWeightTx) { t.Message = resign(subnet, call, nil) })
	}
	weight("a nonce that is over", "registered L1 node", 4, 5)
	weight("the last nonce, and a weight", "registered L1 node", math.MaxUint64, 5)
	weight("the last validator removed", "single 0", 9, 0)
	weight("an unknown validation", "nobody", 9, 5)
	weight("weights above 64 bits", "registered L1 node", 9, math.MaxUint64)

	// The message around it.
	try(a, weigh, "bytes that are no message", func(t *ptxs.SetL1ValidatorWeightTx) { t.Message = []byte{1, 2, 3} })
	good := func() *warp.Message {
		msg, err := warp.ParseMessage(a.valid(weigh).p.(*ptxs.SetL1ValidatorWeightTx).Message)
		a.err = errors.Join(a.err, err)
		return msg
	}
	if a.err != nil {
		return
	}
	with := func(how string, change func(*warp.Message, *warp.BitSetSignature)) {
		msg := good()
		signature := msg.Signature.(*warp.BitSetSignature)
		change(msg, signature)
		again, err := warp.NewMessage(&msg.UnsignedMessage, signature)
		a.err = errors.Join(a.err, err)
		try(a, weigh, how, func(t *ptxs.SetL1ValidatorWeightTx) { t.Message = again.Bytes() })
	}
	with("signers with a zero in front", func(_ *warp.Message, s *warp.BitSetSignature) { s.Signers = append([]byte{0}, s.Signers...) })
	with("the signature of another message", func(_ *warp.Message, s *warp.BitSetSignature) {
		other := good()
		for other.Signature.(*warp.BitSetSignature).Signature == s.Signature {
			other = good()
		}
		s.Signature = other.Signature.(*warp.BitSetSignature).Signature
	})
	with("a signature outside of the group", func(_ *warp.Message, s *warp.BitSetSignature) { copy(s.Signature[:], badSignature()) })
	with("an unknown signer", func(_ *warp.Message, s *warp.BitSetSignature) { s.Signers = []byte{0x80, 0, 0} })
	with("another network", func(m *warp.Message, s *warp.BitSetSignature) {
		unsigned, err := warp.NewUnsignedMessage(1, m.SourceChainID, m.Payload)
		a.err = errors.Join(a.err, err)
		m.UnsignedMessage = *unsigned
	})
	with("an unknown source chain", func(m *warp.Message, s *warp.BitSetSignature) {
		unsigned, err := warp.NewUnsignedMessage(m.NetworkID, ids.ID{9}, m.Payload)
		a.err = errors.Join(a.err, err)
		m.UnsignedMessage = *unsigned
	})
	hash, err := payload.NewHash(ids.ID{1})
	a.err = errors.Join(a.err, err)
	unsigned, err := warp.NewUnsignedMessage(a.node.network.id, a.chains["l1"], hash.Bytes())
	a.err = errors.Join(a.err, err)
	try(a, weigh, "a hash in place of a call", func(t *ptxs.SetL1ValidatorWeightTx) { t.Message = a.signWarp(unsigned, nil) })
}

// transforms changes each parameter of a transformation.
func (a *attempts) transforms() {
	for _, of := range []struct {
		how    string
		change func(t *ptxs.TransformSubnetTx)
	}{
		{"the primary network", func(t *ptxs.TransformSubnetTx) { t.Subnet = ids.Empty }},
		{"no asset", func(t *ptxs.TransformSubnetTx) { t.AssetID = ids.Empty }},
		{"AVAX", func(t *ptxs.TransformSubnetTx) { t.AssetID = a.node.network.avaxAssetID }},
		{"no supply", func(t *ptxs.TransformSubnetTx) { t.InitialSupply = 0 }},
		{"more supply than the maximum", func(t *ptxs.TransformSubnetTx) { t.InitialSupply = t.MaximumSupply + 1 }},
		{"minimum rate above the maximum", func(t *ptxs.TransformSubnetTx) { t.MinConsumptionRate = t.MaxConsumptionRate + 1 }},
		{"maximum rate above 1", func(t *ptxs.TransformSubnetTx) { t.MaxConsumptionRate = 1_000_001 }},
		{"no minimum stake", func(t *ptxs.TransformSubnetTx) { t.MinValidatorStake = 0 }},
		{"minimum stake above the supply", func(t *ptxs.TransformSubnetTx) { t.MinValidatorStake = t.InitialSupply + 1 }},
		{"minimum stake above the maximum", func(t *ptxs.TransformSubnetTx) { t.MaxValidatorStake = t.MinValidatorStake - 1 }},
		{"maximum stake above the supply", func(t *ptxs.TransformSubnetTx) { t.MaxValidatorStake = t.MaximumSupply + 1 }},
		{"no minimum duration", func(t *ptxs.TransformSubnetTx) { t.MinStakeDuration = 0 }},
		{"minimum duration above the maximum", func(t *ptxs.TransformSubnetTx) { t.MinStakeDuration = t.MaxStakeDuration + 1 }},
		{"maximum duration above the network's", func(t *ptxs.TransformSubnetTx) { t.MaxStakeDuration = 366 * 24 * 3600 }},
		{"minimum fee above 1", func(t *ptxs.TransformSubnetTx) { t.MinDelegationFee = 1_000_001 }},
		{"no minimum delegation", func(t *ptxs.TransformSubnetTx) { t.MinDelegatorStake = 0 }},
		{"no weight factor", func(t *ptxs.TransformSubnetTx) { t.MaxValidatorWeightFactor = 0 }},
		{"uptime above 1", func(t *ptxs.TransformSubnetTx) { t.UptimeRequirement = 1_000_001 }},
	} {
		try(a, "TransformSubnetTx", of.how, of.change)
	}
}

func (a *attempts) exchange() {
	network := a.node.network
	for _, of := range []struct {
		how    string
		change func(t *avmtxs.CreateAssetTx)
	}{
		{"no name", func(t *avmtxs.CreateAssetTx) { t.Name = "" }},
		{"a name of 129 letters", func(t *avmtxs.CreateAssetTx) { t.Name = strings.Repeat("n", 129) }},
		{"a name with a dash", func(t *avmtxs.CreateAssetTx) { t.Name = "a-b" }},
		{"a name with a space in front", func(t *avmtxs.CreateAssetTx) { t.Name = " ab" }},
		{"no symbol", func(t *avmtxs.CreateAssetTx) { t.Symbol = "" }},
		{"a symbol of 5 letters", func(t *avmtxs.CreateAssetTx) { t.Symbol = "ABCDE" }},
		{"a symbol in lower case", func(t *avmtxs.CreateAssetTx) { t.Symbol = "abc" }},
		{"a denomination of 33", func(t *avmtxs.CreateAssetTx) { t.Denomination = 33 }},
		{"no states", func(t *avmtxs.CreateAssetTx) { t.States = nil }},
		{"twice the same state", func(t *avmtxs.CreateAssetTx) { t.States = append(t.States, t.States[len(t.States)-1]) }},
		{"an unknown extension", func(t *avmtxs.CreateAssetTx) { t.States[len(t.States)-1].FxIndex = 3 }},
		{"outputs in the wrong order", func(t *avmtxs.CreateAssetTx) {
			t.States = []*avmtxs.InitialState{{FxIndex: 0, Outs: []verify.State{transfer(2, 0, 1, a.address(0)), transfer(1, 0, 1, a.address(0))}}}
		}},
	} {
		try(a, "XCreateAssetTx", of.how, of.change)
	}
	try(a, "XImportTx", "nothing imported", func(t *avmtxs.ImportTx) { t.ImportedIns = nil })
	try(a, "XExportTx", "nothing exported", func(t *avmtxs.ExportTx) { t.ExportedOuts = nil })
	try(a, "XExportTx", "to the X-chain", func(t *avmtxs.ExportTx) { t.DestinationChain = network.xChainID })
	try(a, "XExportTx", "to a chain of a subnet", func(t *avmtxs.ExportTx) { t.DestinationChain = a.chains["plain"] })
	try(a, "XExportTx", "to no chain", func(t *avmtxs.ExportTx) { t.DestinationChain = ids.ID{9} })
	try(a, "XBaseTx", "an output as large as can be", func(t *avmtxs.BaseTx) {
		for range 2 {
			t.Outs = append(t.Outs, output(network.avaxAssetID, math.MaxUint64, *a.ownerOf(0)))
		}
		avax.SortTransferableOutputs(t.Outs, xParser.Codec())
	})
	try(a, "XBaseTx", "more than 64 KiB", func(t *avmtxs.BaseTx) {
		for range 900 {
			t.Outs = append(t.Outs, output(network.avaxAssetID, 1, *a.ownerOf(0)))
		}
		d := &draft{chain: "X", kind: "XBaseTx", x: t}
		a.balanceX(d)
	})
	try(a, "XImportTx", "an import that is an input too", func(t *avmtxs.ImportTx) {
		t.ImportedIns = append(t.ImportedIns, t.Ins[0])
		t.SourceChain = constants.PlatformChainID
	})
	for _, from := range a.imports["X"][network.cChainID] {
		if !strange(from) {
			continue
		}
		balanced(a, "XImportTx", "something that is no asset", func(t *avmtxs.ImportTx) {
			t.SourceChain, t.ImportedIns = network.cChainID, []*avax.TransferableInput{input(a.r, from, true)}
			t.Outs = append(t.Outs, output(from.AssetID(), 5, *a.ownerOf(0)))
		})
	}

	operation := func(which int, how string, change func(*avmtxs.OperationTx), e *edits) {
		d := a.operation(a.r, which)
		if d == nil {
			a.err = fmt.Errorf("nothing for operation %d", which)
			return
		}
		change(d.x.(*avmtxs.OperationTx))
		a.signed(d, how, e)
	}
	same := func(*avmtxs.OperationTx) {}
	last := func(make func(secp256k1fx.Credential) verify.Verifiable) *edits {
		return &edits{fx: func(i int, c verify.Verifiable) verify.Verifiable {
			switch old := c.(type) {
			case *nftfx.Credential:
				return make(old.Credential)
			case *propertyfx.Credential:
				return make(old.Credential)
			case *secp256k1fx.Credential:
				if i > 0 {
					return make(*old)
				}
			}
			return c
		}}
	}
	plain := last(func(c secp256k1fx.Credential) verify.Verifiable { return &c })
	nft := last(func(c secp256k1fx.Credential) verify.Verifiable { return &nftfx.Credential{Credential: c} })
	operation(0, "an NFT credential", same, nft)
	operation(1, "a plain credential", same, plain)
	operation(2, "a plain credential", same, plain)
	operation(3, "a plain credential", same, plain)
	operation(4, "a plain credential", same, plain)
	if d := a.valid("XBaseTx"); d != nil {
		a.signed(d, "an NFT credential", &edits{fx: func(_ int, c verify.Verifiable) verify.Verifiable {
			return &nftfx.Credential{Credential: *c.(*secp256k1fx.Credential)}
		}})
	}
	operation(0, "no operations", func(t *avmtxs.OperationTx) { t.Ops = nil }, nil)
	operation(0, "operations in the wrong order", func(t *avmtxs.OperationTx) {
		t.Ops = append(t.Ops, a.operation(a.r, 1).x.(*avmtxs.OperationTx).Ops[0])
		avmtxs.SortOperations(t.Ops, xParser.Codec())
		slices.Reverse(t.Ops)
	}, nil)
	operation(0, "twice the same operation", func(t *avmtxs.OperationTx) { t.Ops = append(t.Ops, t.Ops[0]) }, nil)
	operation(0, "an output that is an input too", func(t *avmtxs.OperationTx) { t.Ops[0].UTXOIDs[0] = &t.Ins[0].UTXOID }, nil)
	operation(0, "another mint output", func(t *avmtxs.OperationTx) {
		t.Ops[0].Op.(*secp256k1fx.MintOperation).MintOutput.OutputOwners = *a.ownerOf(3)
	}, nil)
	operation(0, "two outputs consumed", func(t *avmtxs.OperationTx) {
		other := a.xUTXO[0].UTXOID
		t.Ops[0].UTXOIDs = append(t.Ops[0].UTXOIDs, &other)
		slices.SortFunc(t.Ops[0].UTXOIDs, (*avax.UTXOID).Compare)
	}, nil)
	operation(0, "outputs consumed in the wrong order", func(t *avmtxs.OperationTx) {
		t.Ops[0].UTXOIDs = append(t.Ops[0].UTXOIDs, t.Ops[0].UTXOIDs[0])
	}, nil)
	operation(0, "an output of another extension", func(t *avmtxs.OperationTx) {
		for _, utxo := range a.xUTXO {
			if _, ok := utxo.Out.(*nftfx.MintOutput); ok {
				id := utxo.UTXOID
				t.Ops[0].UTXOIDs, t.Ops[0].Asset = []*avax.UTXOID{&id}, utxo.Asset
			}
		}
	}, nil)
	operation(0, "an asset without the extension", func(t *avmtxs.OperationTx) { t.Ops[0].Asset.ID = network.assets["ZNFT"] }, nil)
	operation(1, "another group", func(t *avmtxs.OperationTx) { t.Ops[0].Op.(*nftfx.MintOperation).GroupID += 7 }, nil)
	operation(1, "a payload of 1025 bytes", func(t *avmtxs.OperationTx) { t.Ops[0].Op.(*nftfx.MintOperation).Payload = make([]byte, 1025) }, nil)
	operation(1, "an owner of nobody", func(t *avmtxs.OperationTx) { t.Ops[0].Op.(*nftfx.MintOperation).Outputs[0].Addrs = nil }, nil)
	operation(1, "two outputs consumed", func(t *avmtxs.OperationTx) {
		other := a.xUTXO[0].UTXOID
		t.Ops[0].UTXOIDs = append(t.Ops[0].UTXOIDs, &other)
		slices.SortFunc(t.Ops[0].UTXOIDs, (*avax.UTXOID).Compare)
	}, nil)
	operation(2, "another group", func(t *avmtxs.OperationTx) { t.Ops[0].Op.(*nftfx.TransferOperation).Output.GroupID += 7 }, nil)
	operation(2, "another payload", func(t *avmtxs.OperationTx) {
		t.Ops[0].Op.(*nftfx.TransferOperation).Output.Payload = []byte("other")
	}, nil)
	operation(3, "another mint output", func(t *avmtxs.OperationTx) {
		t.Ops[0].Op.(*propertyfx.MintOperation).MintOutput.OutputOwners = *a.ownerOf(3)
	}, nil)
	operation(3, "two outputs consumed", func(t *avmtxs.OperationTx) {
		other := a.xUTXO[0].UTXOID
		t.Ops[0].UTXOIDs = append(t.Ops[0].UTXOIDs, &other)
		slices.SortFunc(t.Ops[0].UTXOIDs, (*avax.UTXOID).Compare)
	}, nil)
	operation(4, "an output that is no property", func(t *avmtxs.OperationTx) {
		for _, utxo := range a.xUTXO {
			if _, ok := utxo.Out.(*propertyfx.MintOutput); ok {
				id := utxo.UTXOID
				t.Ops[0].UTXOIDs, t.Ops[0].Asset = []*avax.UTXOID{&id}, utxo.Asset
			}
		}
	}, nil)
	try(a, "XBaseTx", "an asset without the extension", func(t *avmtxs.BaseTx) { t.Ins[0].Asset.ID = network.assets["ZNFT"] })
	try(a, "XBaseTx", "an asset that is not there", func(t *avmtxs.BaseTx) { t.Ins[0].Asset.ID = ids.ID{9} })
}

func (a *attempts) contract() {
	network := a.node.network
	const from, to = "CExportTx", "CImportTx"
	export := func(how string, change func(*tx.Export)) { try(a, from, how, change) }
	export("more than comes in", func(t *tx.Export) { t.ExportedOutputs[0].Out.(*secp256k1fx.TransferOutput).Amt += 1000 * units.Avax })
	export("an output as large as can be", func(t *tx.Export) {
		for range 2 {
			t.ExportedOutputs = append(t.ExportedOutputs, output(network.avaxAssetID, math.MaxUint64, *a.ownerOf(0)))
		}
	})
	export("inputs above 64 bits", func(t *tx.Export) {
		t.Ins = []tx.Input{
			{Address: common.Address{1}, Amount: math.MaxUint64, AssetID: network.avaxAssetID},
			{Address: common.Address{2}, Amount: math.MaxUint64, AssetID: network.avaxAssetID},
		}
	})
	export("outputs in the wrong order", func(t *tx.Export) {
		t.ExportedOutputs = []*avax.TransferableOutput{output(network.avaxAssetID, 2, *a.ownerOf(0)), output(network.avaxAssetID, 1, *a.ownerOf(0))}
	})
	export("twice the same account", func(t *tx.Export) {
		again := t.Ins[0]
		again.Nonce++
		t.Ins = []tx.Input{t.Ins[0], again}
	})
	export("no inputs", func(t *tx.Export) { t.Ins = nil })
	export("no outputs", func(t *tx.Export) { t.ExportedOutputs = nil })
	export("more than the account has", func(t *tx.Export) { t.Ins[0].Amount = 10_000 * units.Avax })
	export("another nonce", func(t *tx.Export) { t.Ins[0].Nonce++ })
	export("more gas than a block is meant to use", func(t *tx.Export) {
		t.Ins = nil
		for i := range 960 {
			t.Ins = append(t.Ins, tx.Input{Address: common.Address{byte(i >> 8), byte(i)}, Amount: units.Avax, AssetID: network.avaxAssetID})
		}
	})
	try(a, to, "signature indices in the wrong order", func(t *tx.Import) {
		t.ImportedInputs[0].In.(*secp256k1fx.TransferInput).SigIndices = []uint32{1, 0}
	})
	try(a, to, "an input of 0", func(t *tx.Import) { t.ImportedInputs[0].In.(*secp256k1fx.TransferInput).Amt = 0 })
	try(a, to, "more than comes in", func(t *tx.Import) { t.Outs[0].Amount += 1000 * units.Avax })
	take := func(how string, which func(*avax.UTXO) bool, change func(*avax.TransferableInput)) {
		for _, utxo := range a.imports["C"][network.xChainID] {
			if !which(utxo) {
				continue
			}
			d := &draft{chain: "C", kind: to, c: &tx.Import{
				NetworkID: network.id, BlockchainID: network.cChainID, SourceChain: network.xChainID,
				ImportedInputs: []*avax.TransferableInput{input(a.r, utxo, true)},
				Outs:           []tx.Output{{Address: fundedWallets()[0].key.EthAddress(), Amount: 1, AssetID: network.avaxAssetID}},
			}}
			change(d.c.(*tx.Import).ImportedInputs[0])
			a.signed(d, how, nil)
			return
		}
		a.err = errors.Join(a.err, fmt.Errorf("%s: no such output", how))
	}
	none := func(*avax.TransferableInput) {}
	owners := func(utxo *avax.UTXO) *secp256k1fx.OutputOwners { return outputOwners(utxo.Out) }
	take("a locked output", func(u *avax.UTXO) bool { return owners(u).Locktime > a.nowUnix() }, none)
	take("an output of another asset", func(u *avax.UTXO) bool { return u.AssetID() != network.avaxAssetID }, func(in *avax.TransferableInput) { in.Asset.ID = network.avaxAssetID })
	take("too few signers", func(u *avax.UTXO) bool { return owners(u).Threshold == 2 }, func(in *avax.TransferableInput) {
		in.In.(*secp256k1fx.TransferInput).SigIndices = []uint32{0}
	})
}

// capacity makes the refusal of an L1 validator above the number that may be
// active, with a network whose number that is.
func (w *world) capacity() ([]refusal, error) {
	limit := gas.Gas(w.pState().NumActiveL1Validators())
	w.pConfig().ValidatorFeeConfig.Capacity = limit + 5
	a := &attempts{world: w, r: rand.New(rand.NewPCG(8, 8))}
	var drafts []*draft
	for range 10 {
		if d := a.valid("RegisterL1ValidatorTx"); d != nil && d.p.(*ptxs.RegisterL1ValidatorTx).Balance > 0 {
			drafts = append(drafts, d)
			break
		}
	}
	for range 40 {
		d := a.valid("IncreaseL1ValidatorBalanceTx")
		v, ok := w.l1Validator(d.p.(*ptxs.IncreaseL1ValidatorBalanceTx).ValidationID)
		if ok && v.EndAccumulatedFee == 0 {
			drafts = append(drafts, d)
			break
		}
	}
	for range 10 {
		d := a.valid("ConvertSubnetToL1Tx")
		if d.p.(*ptxs.ConvertSubnetToL1Tx).Validators[0].Balance > 0 {
			drafts = append(drafts, d)
			break
		}
	}
	w.pConfig().ValidatorFeeConfig.Capacity = limit
	for _, d := range drafts {
		a.signed(d, "one active L1 validator more than may be", nil)
	}
	return a.rows, a.err
}

// pooled makes the refusals that depend on what waits in the mempool. The
// world is of no use afterwards.
func (w *world) pooled() ([]refusal, error) {
	var all []refusal
	a := &attempts{world: w, r: rand.New(rand.NewPCG(9, 9))}
	// Two that do not fit into the mempool together; the first pays more.
	var heavy []string
	for tip := range 2 {
		d := &draft{chain: "P", kind: "CreateChainTx", p: &ptxs.CreateChainTx{
			SubnetID: w.subnets["plain"], ChainName: "heavy", VMID: ptxsVM, GenesisData: make([]byte, 540*units.KiB),
			SubnetAuth: w.authOf(w.subnets["plain"]),
		}}
		if !w.fundP(a.r, d, nil, true) {
			return nil, errors.New("nothing to spend")
		}
		d.p.(*ptxs.CreateChainTx).Outs[0].Out.(*secp256k1fx.TransferOutput).Amt -= units.Avax * uint64(1-tip)
		raw, err := w.sign(d, nil)
		if err != nil {
			return nil, err
		}
		parsed, err := ptxs.Parse(ptxs.Codec, raw)
		if err != nil {
			return nil, err
		}
		err = w.p.Network.IssueTxFromRPC(parsed)
		if tip == 0 && err == nil {
			heavy = append(heavy, hexText(raw))
			continue
		}
		if err == nil {
			return nil, errors.New("both heavy transactions are taken")
		}
		all = append(all, refusal{
			row: row{
				Chain: "P", Type: d.kind, Mutation: "more gas than the mempool has left", Hex: hexText(raw),
				verdict: refused("mempool", fmt.Errorf("couldn't issue tx: %w", err)),
			},
			Pool: heavy,
		})
	}
	for _, chain := range []string{"P", "X"} {
		kind := map[string]string{"P": "BaseTx", "X": "XBaseTx"}[chain]
		first := a.valid(kind)
		if first == nil {
			return nil, a.err
		}
		one, err := w.sign(first, nil)
		if err != nil {
			return nil, err
		}
		if chain == "P" {
			first.p.(*ptxs.BaseTx).Outs[0].Out.(*secp256k1fx.TransferOutput).Amt--
		} else {
			base := first.x.(*avmtxs.BaseTx)
			base.Outs[0].Asset.ID = base.Outs[0].AssetID()
			base.Memo = append(base.Memo, []byte{}...)
			base.Outs[0].Out.(*secp256k1fx.TransferOutput).OutputOwners = *w.ownerOf(4)
			w.sortX(first)
		}
		two, err := w.sign(first, nil)
		if err != nil {
			return nil, err
		}
		issue := func(raw []byte) error {
			if chain == "P" {
				parsed, err := ptxs.Parse(ptxs.Codec, raw)
				if err != nil {
					return err
				}
				return w.p.Network.IssueTxFromRPC(parsed)
			}
			parsed, err := xParser.ParseTx(raw)
			if err != nil {
				return err
			}
			return (*unexported[*xnetwork.Network](w.x, "network")).IssueTxFromRPC(parsed)
		}
		if err := issue(one); err != nil {
			return nil, err
		}
		for i, raw := range [][]byte{one, two} {
			err := issue(raw)
			if err == nil {
				return nil, fmt.Errorf("%s: both are taken", chain)
			}
			if chain == "P" {
				err = fmt.Errorf("couldn't issue tx: %w", err)
			}
			all = append(all, refusal{
				row: row{
					Chain: chain, Type: "BaseTx", Mutation: []string{"issued already", "spends what another one in the mempool spends"}[i],
					Hex: hexText(raw), verdict: refused("mempool", err),
				},
				Pool: []string{hexText(one)},
			})
		}
	}
	return all, a.err
}
