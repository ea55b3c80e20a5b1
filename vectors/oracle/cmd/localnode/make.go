package main

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/tx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	avmtxs "github.com/ava-labs/avalanchego/vms/avm/txs"
	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
)

// kinds are the types of transactions: those of the P-chain, those of the
// X-chain with X in front, those of the C-chain with C.
var kinds = []string{
	"BaseTx", "CreateSubnetTx", "CreateChainTx", "ImportTx", "ExportTx",
	"AddValidatorTx", "AddDelegatorTx", "AddSubnetValidatorTx", "RemoveSubnetValidatorTx",
	"TransformSubnetTx", "TransferSubnetOwnershipTx", "AddPermissionlessValidatorTx", "AddPermissionlessDelegatorTx",
	"ConvertSubnetToL1Tx", "RegisterL1ValidatorTx", "SetL1ValidatorWeightTx", "IncreaseL1ValidatorBalanceTx", "DisableL1ValidatorTx",
	"AddAutoRenewedValidatorTx", "SetAutoRenewedValidatorConfigTx",
	"AdvanceTimeTx", "RewardValidatorTx", "RewardAutoRenewedValidatorTx",
	"XBaseTx", "XCreateAssetTx", "XOperationTx", "XImportTx", "XExportTx",
	"CImportTx", "CExportTx",
}

// builderKinds are made by block builders only, and have nothing to spend.
var builderKinds = []string{"AdvanceTimeTx", "RewardValidatorTx", "RewardAutoRenewedValidatorTx"}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// make builds a transaction of a kind as random as can be while it is valid
// where the state has what it needs and the upgrade is active. It is nil where
// the state lacks something to even name.
func (w *world) make(r *rand.Rand, kind string) *draft {
	switch kind[0] {
	case 'X':
		if kind[1] >= 'A' && kind[1] <= 'Z' {
			return w.makeX(r, kind)
		}
	case 'C':
		if kind == "CImportTx" || kind == "CExportTx" {
			return w.makeC(r, kind)
		}
	}
	utx, locks := w.makeP(r, kind)
	if utx == nil {
		return nil
	}
	d := &draft{chain: "P", kind: kind, p: utx}
	if !w.fundP(r, d, locks, r.IntN(3) == 0) {
		return nil
	}
	return d
}

func (w *world) in(d time.Duration) uint64 { return uint64(w.clock.Add(d).Unix()) }

// named picks a subnet; the first names are the ones that are still plain.
func (w *world) named(r *rand.Rand, names ...string) ids.ID { return w.subnets[pick(r, names)] }

func (w *world) makeP(r *rand.Rand, kind string) (ptxs.UnsignedTx, *stake) {
	const day = 24 * time.Hour
	var (
		network  = w.node.network
		avaxID   = network.avaxAssetID
		owner    = w.randomOwner(r)
		soon     = w.in(time.Hour)
		stakers  = w.stakers()
		unlocked = func() *secp256k1fx.OutputOwners {
			owner := w.randomOwner(r)
			owner.Locktime = 0
			return &owner
		}
		plain = func() ids.ID {
			if w.fork < upgradetest.Etna { // before Etna none is an L1
				return w.named(r, "plain", "two", "l1", "single")
			}
			return w.named(r, "plain", "two")
		}
		identity = w.identityLess("mutant node " + string(rune('a'+r.IntN(20))))
	)
	switch kind {
	case "BaseTx":
		return &ptxs.BaseTx{}, nil
	case "CreateSubnetTx":
		return &ptxs.CreateSubnetTx{Owner: &owner}, nil
	case "CreateChainTx":
		subnet := plain()
		t := &ptxs.CreateChainTx{
			SubnetID: subnet, ChainName: pick(r, []string{"a chain", "Chain 2", "x"}), VMID: constants.SubnetEVMID,
			GenesisData: make([]byte, 1+r.IntN(200)), SubnetAuth: w.authOf(subnet),
		}
		for range r.IntN(3) {
			t.FxIDs = append(t.FxIDs, pick(r, []ids.ID{secp256k1fx.ID, nftfx.ID, propertyfx.ID}))
		}
		slices.SortFunc(t.FxIDs, ids.ID.Compare)
		t.FxIDs = slices.Compact(t.FxIDs)
		return t, nil
	case "ImportTx":
		source := pick(r, []ids.ID{network.xChainID, network.cChainID, network.cChainID})
		if len(w.importable("P", source)) == 0 {
			source = network.cChainID
		}
		t := &ptxs.ImportTx{SourceChain: source}
		list := w.importable("P", source)
		for _, i := range r.Perm(len(list))[:min(len(list), 1+r.IntN(3))] {
			t.ImportedInputs = append(t.ImportedInputs, input(r, list[i], true))
		}
		for _, in := range t.ImportedInputs {
			if in.AssetID() != avaxID {
				t.Outs = append(t.Outs, output(in.AssetID(), in.In.Amount(), owner))
			}
		}
		return t, nil
	case "ExportTx":
		t := &ptxs.ExportTx{DestinationChain: pick(r, []ids.ID{network.xChainID, network.cChainID})}
		for range 1 + r.IntN(2) {
			t.ExportedOutputs = append(t.ExportedOutputs, output(avaxID, 1+r.Uint64N(30*units.Avax), w.randomOwner(r)))
		}
		return t, nil
	case "AddValidatorTx":
		weight := 2*units.KiloAvax + r.Uint64N(100*units.KiloAvax)
		return &ptxs.AddValidatorTx{
			Validator:    ptxs.Validator{NodeID: identity.nodeID, Start: soon, End: w.in(time.Duration(2+r.IntN(300)) * day), Wght: weight},
			RewardsOwner: unlocked(), DelegationShares: 20_000 + uint32(r.IntN(900_000)),
		}, &stake{weight, avaxID}
	case "AddDelegatorTx":
		weight := 25*units.Avax + r.Uint64N(1000*units.Avax)
		return &ptxs.AddDelegatorTx{
			Validator:              ptxs.Validator{NodeID: pick(r, stakers[1:]), Start: soon, End: w.in(time.Duration(2+r.IntN(300)) * day), Wght: weight},
			DelegationRewardsOwner: unlocked(),
		}, &stake{weight, avaxID}
	case "AddSubnetValidatorTx":
		subnet := plain()
		return &ptxs.AddSubnetValidatorTx{
			SubnetValidator: ptxs.SubnetValidator{
				Validator: ptxs.Validator{NodeID: pick(r, stakers[3:]), Start: soon, End: w.in(time.Duration(2+r.IntN(300)) * day), Wght: 1 + r.Uint64N(1000)},
				Subnet:    subnet,
			},
			SubnetAuth: w.authOf(subnet),
		}, nil
	case "RemoveSubnetValidatorTx":
		subnet := w.named(r, "plain", "two")
		return &ptxs.RemoveSubnetValidatorTx{NodeID: stakers[1], Subnet: subnet, SubnetAuth: w.authOf(subnet)}, nil
	case "TransformSubnetTx":
		t := w.transform()
		t.Subnet = plain()
		t.SubnetAuth = w.authOf(t.Subnet)
		t.InitialSupply = 100 + r.Uint64N(1000)
		t.MaximumSupply = t.InitialSupply + r.Uint64N(1000)
		t.MaxValidatorStake = t.MaximumSupply
		t.MinValidatorStake = 1 + r.Uint64N(t.InitialSupply)
		t.MinDelegatorStake = 1 + r.Uint64N(t.MinValidatorStake)
		if t.AssetID == ids.Empty {
			return nil, nil
		}
		return t, nil
	case "TransferSubnetOwnershipTx":
		subnet := w.named(r, "plain", "two", "elastic")
		return &ptxs.TransferSubnetOwnershipTx{Subnet: subnet, SubnetAuth: w.authOf(subnet), Owner: &owner}, nil
	case "AddPermissionlessValidatorTx":
		if w.elastic != ids.Empty && r.IntN(3) == 0 {
			weight := 1_000 + r.Uint64N(3_000)
			return &ptxs.AddPermissionlessValidatorTx{
				Validator: ptxs.Validator{NodeID: pick(r, stakers[3:]), Start: soon, End: w.in(time.Duration(2+r.IntN(50)) * day), Wght: weight},
				Subnet:    w.subnets["elastic"], Signer: &signer.Empty{},
				ValidatorRewardsOwner: unlocked(), DelegatorRewardsOwner: unlocked(), DelegationShares: 20_000 + uint32(r.IntN(900_000)),
			}, &stake{weight, w.elastic}
		}
		weight := 2*units.KiloAvax + r.Uint64N(100*units.KiloAvax)
		return &ptxs.AddPermissionlessValidatorTx{
			Validator: ptxs.Validator{NodeID: identity.nodeID, Start: soon, End: w.in(time.Duration(2+r.IntN(300)) * day), Wght: weight},
			Signer:    identity.pop, ValidatorRewardsOwner: unlocked(), DelegatorRewardsOwner: unlocked(), DelegationShares: 20_000 + uint32(r.IntN(900_000)),
		}, &stake{weight, avaxID}
	case "AddPermissionlessDelegatorTx":
		if w.elastic != ids.Empty && r.IntN(3) == 0 {
			weight := 100 + r.Uint64N(3_000)
			return &ptxs.AddPermissionlessDelegatorTx{
				Validator: ptxs.Validator{NodeID: stakers[2], Start: w.in(2 * time.Hour), End: w.in(time.Duration(2+r.IntN(45)) * day), Wght: weight},
				Subnet:    w.subnets["elastic"], DelegationRewardsOwner: unlocked(),
			}, &stake{weight, w.elastic}
		}
		weight := 25*units.Avax + r.Uint64N(1000*units.Avax)
		to := pick(r, append(stakers[1:], testNode("first validator")))
		if to == testNode("first validator") {
			weight = 25*units.Avax + r.Uint64N(100*units.Avax)
		}
		return &ptxs.AddPermissionlessDelegatorTx{
			Validator:              ptxs.Validator{NodeID: to, Start: w.in(2 * time.Hour), End: w.in(time.Duration(2+r.IntN(85)) * day), Wght: weight},
			DelegationRewardsOwner: unlocked(),
		}, &stake{weight, avaxID}
	case "ConvertSubnetToL1Tx":
		subnet := w.named(r, "plain", "two")
		t := &ptxs.ConvertSubnetToL1Tx{Subnet: subnet, ChainID: w.chains["plain"], Address: managerAddress, SubnetAuth: w.authOf(subnet)}
		for i := range 1 + r.IntN(3) {
			v := w.identityLess("converted node " + string(rune('a'+i)))
			t.Validators = append(t.Validators, &ptxs.ConvertSubnetToL1Validator{
				NodeID: v.nodeID.Bytes(), Weight: 1 + r.Uint64N(100), Balance: r.Uint64N(3) * units.Avax, Signer: *v.pop,
				RemainingBalanceOwner: message.PChainOwner{Threshold: 1, Addresses: []ids.ShortID{w.address(0)}},
				DeactivationOwner:     message.PChainOwner{Threshold: 1, Addresses: []ids.ShortID{w.address(r.IntN(5))}},
			})
		}
		slices.SortFunc(t.Validators, (*ptxs.ConvertSubnetToL1Validator).Compare)
		return t, nil
	case "RegisterL1ValidatorTx":
		subnet := pick(r, []string{"l1", "l1", "single"})
		msg, err := w.registration(subnet, identity, w.in(time.Duration(1+r.IntN(23))*time.Hour), 1+r.Uint64N(5))
		if err != nil {
			panic(err)
		}
		return &ptxs.RegisterL1ValidatorTx{
			Balance: r.Uint64N(3) * units.Avax, ProofOfPossession: identity.pop.ProofOfPossession,
			Message: w.warpMessage(w.chains[subnet], managerAddress, msg.Bytes()),
		}, nil
	case "SetL1ValidatorWeightTx":
		name := pick(r, w.validationNames())
		subnet := "l1"
		if name == "single 0" {
			subnet = "single"
		}
		weight := r.Uint64N(30)
		if subnet == "single" {
			weight++
		}
		msg, err := message.NewL1ValidatorWeight(w.validations[name], 5+r.Uint64N(100), weight)
		if err != nil {
			panic(err)
		}
		return &ptxs.SetL1ValidatorWeightTx{Message: w.warpMessage(w.chains[subnet], managerAddress, msg.Bytes())}, nil
	case "IncreaseL1ValidatorBalanceTx":
		return &ptxs.IncreaseL1ValidatorBalanceTx{ValidationID: w.validations[pick(r, w.validationNames())], Balance: 1 + r.Uint64N(units.Avax)}, nil
	case "DisableL1ValidatorTx":
		return &ptxs.DisableL1ValidatorTx{ValidationID: w.validations[pick(r, w.validationNames())], DisableAuth: w.auth(w.ownerOf(0))}, nil
	case "AddAutoRenewedValidatorTx":
		weight := 2*units.KiloAvax + r.Uint64N(100*units.KiloAvax)
		return &ptxs.AddAutoRenewedValidatorTx{
			ValidatorNodeID: identity.nodeID.Bytes(), Signer: identity.pop,
			ValidatorRewardsOwner: unlocked(), DelegatorRewardsOwner: unlocked(), ValidatorAuthority: unlocked(),
			DelegationShares: 20_000 + uint32(r.IntN(900_000)), AutoCompoundRewardShares: uint32(r.IntN(1_000_001)),
			Period: uint64(2+r.IntN(300)) * 24 * 3600,
		}, &stake{weight, avaxID}
	case "SetAutoRenewedValidatorConfigTx":
		two := ownedBy(0, 2, w.address(0), w.address(1))
		return &ptxs.SetAutoRenewedValidatorConfigTx{
			TxID: w.renewed, Auth: w.auth(&two), AutoCompoundRewardShares: uint32(r.IntN(1_000_001)), Period: uint64(r.IntN(300)) * 24 * 3600,
		}, nil
	case "AdvanceTimeTx":
		return &ptxs.AdvanceTimeTx{Time: w.in(time.Minute)}, nil
	case "RewardValidatorTx":
		return &ptxs.RewardValidatorTx{TxID: pick(r, w.accepted)}, nil
	case "RewardAutoRenewedValidatorTx":
		return &ptxs.RewardAutoRenewedValidatorTx{TxID: w.renewed, Timestamp: w.in(time.Minute)}, nil
	}
	panic(kind)
}

func (w *world) validationNames() []string {
	names := []string{}
	for name := range w.validations {
		names = append(names, name)
	}
	if len(names) == 0 {
		return []string{"none"}
	}
	slices.Sort(names)
	return names
}

// identityLess is a node whose key does not sign warp messages.
func (w *world) identityLess(name string) *nodeIdentity {
	for _, v := range w.strangers {
		if v.nodeID == testNode(name) {
			return v
		}
	}
	v := w.identity(name)
	w.bls = w.bls[:len(w.bls)-1]
	w.strangers = append(w.strangers, v)
	return v
}

func (w *world) makeX(r *rand.Rand, kind string) *draft {
	network := w.node.network
	amount := 1 + r.Uint64N(10*units.Avax)
	asset := network.avaxAssetID
	if r.IntN(3) == 0 {
		asset, amount = network.assets["TEST"], 1+r.Uint64N(1000)
	}
	plain := r.IntN(3) == 0
	var outs []*avax.TransferableOutput
	switch kind {
	case "XBaseTx":
		utx := &avmtxs.BaseTx{}
		for range r.IntN(3) {
			utx.Outs = append(utx.Outs, output(asset, 1+r.Uint64N(amount), w.randomOwner(r)))
		}
		if r.IntN(4) == 0 {
			utx.Memo = []byte("memo")
		}
		return w.newX(r, utx, nil, plain)
	case "XExportTx":
		for range 1 + r.IntN(2) {
			outs = append(outs, output(asset, 1+r.Uint64N(amount), w.randomOwner(r)))
		}
		return w.newX(r, &avmtxs.ExportTx{DestinationChain: pick(r, []ids.ID{constants.PlatformChainID, network.cChainID}), ExportedOuts: outs}, outs, plain)
	case "XImportTx":
		source := pick(r, []ids.ID{constants.PlatformChainID, network.cChainID})
		if len(w.importable("X", source)) == 0 {
			source = network.cChainID
		}
		utx := &avmtxs.ImportTx{SourceChain: source}
		list := w.importable("X", source)
		for _, i := range r.Perm(len(list))[:min(len(list), 1+r.IntN(3))] {
			utx.ImportedIns = append(utx.ImportedIns, input(r, list[i], true))
		}
		d := w.newX(r, utx, nil, plain)
		if d != nil {
			w.balanceX(d)
		}
		return d
	case "XCreateAssetTx":
		utx := &avmtxs.CreateAssetTx{Name: pick(r, []string{"Asset", "My Token 2", "ab"}), Symbol: pick(r, []string{"A", "ABCD"}), Denomination: byte(r.IntN(33))}
		for _, n := range r.Perm(3)[:1+r.IntN(3)] {
			state := &avmtxs.InitialState{FxIndex: uint32(n)}
			for range 1 + r.IntN(3) {
				owner := w.randomOwner(r)
				switch {
				case n == 0 && r.IntN(2) == 0:
					state.Outs = append(state.Outs, &secp256k1fx.TransferOutput{Amt: 1 + r.Uint64N(1_000_000), OutputOwners: owner})
				case n == 0:
					state.Outs = append(state.Outs, &secp256k1fx.MintOutput{OutputOwners: owner})
				case n == 1:
					state.Outs = append(state.Outs, &nftfx.MintOutput{GroupID: r.Uint32N(5), OutputOwners: owner})
				default:
					state.Outs = append(state.Outs, &propertyfx.MintOutput{OutputOwners: owner})
				}
			}
			utx.States = append(utx.States, state)
		}
		return w.newX(r, utx, nil, plain)
	case "XOperationTx":
		d := w.operation(r, r.IntN(5))
		if d != nil && r.IntN(3) == 0 { // two operations
			if other := w.operation(r, r.IntN(5)); other != nil {
				t, o := d.x.(*avmtxs.OperationTx), other.x.(*avmtxs.OperationTx)
				if t.Ops[0].UTXOIDs[0].InputID() != o.Ops[0].UTXOIDs[0].InputID() {
					t.Ops = append(t.Ops, o.Ops[0])
					w.sortX(d)
				}
			}
		}
		return d
	}
	panic(kind)
}

func (w *world) makeC(r *rand.Rand, kind string) *draft {
	network := w.node.network
	if kind == "CImportTx" {
		source := pick(r, []ids.ID{network.xChainID, constants.PlatformChainID})
		list := w.importable("C", source)
		if len(list) == 0 {
			return nil
		}
		utx := &tx.Import{NetworkID: network.id, BlockchainID: network.cChainID, SourceChain: source}
		left := uint64(0)
		for _, i := range r.Perm(len(list))[:min(len(list), 1+r.IntN(3))] {
			in := input(r, list[i], true)
			utx.ImportedInputs = append(utx.ImportedInputs, in)
			left += in.In.Amount()
		}
		left -= units.MilliAvax * (1 + r.Uint64N(100))
		for _, i := range r.Perm(5)[:1+r.IntN(2)] {
			part := 1 + r.Uint64N(left/2)
			left -= part
			utx.Outs = append(utx.Outs, tx.Output{Address: fundedWallets()[i].key.EthAddress(), Amount: part, AssetID: network.avaxAssetID})
		}
		d := &draft{chain: "C", kind: kind, c: utx}
		sortC(d)
		return d
	}
	utx := &tx.Export{NetworkID: network.id, BlockchainID: network.cChainID, DestinationChain: pick(r, []ids.ID{network.xChainID, constants.PlatformChainID})}
	left := uint64(0)
	for _, i := range r.Perm(5)[:1+r.IntN(2)] {
		amount := units.Avax + r.Uint64N(9*units.Avax)
		left += amount
		utx.Ins = append(utx.Ins, tx.Input{Address: fundedWallets()[i].key.EthAddress(), Amount: amount, AssetID: network.avaxAssetID, Nonce: uint64(i * 3)})
	}
	left -= units.MilliAvax * (1 + r.Uint64N(100))
	for range 1 + r.IntN(2) {
		part := 1 + r.Uint64N(left/2)
		left -= part
		utx.ExportedOutputs = append(utx.ExportedOutputs, output(network.avaxAssetID, part, w.randomOwner(r)))
	}
	d := &draft{chain: "C", kind: kind, c: utx}
	sortC(d)
	return d
}

func sortC(d *draft) {
	switch t := d.c.(type) {
	case *tx.Import:
		slices.SortFunc(t.ImportedInputs, (*avax.TransferableInput).Compare)
		slices.SortFunc(t.Outs, tx.Output.Compare)
	case *tx.Export:
		slices.SortFunc(t.Ins, tx.Input.Compare)
		avax.SortTransferableOutputs(t.ExportedOutputs, xParser.Codec())
	}
}
