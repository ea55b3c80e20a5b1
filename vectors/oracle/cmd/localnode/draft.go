package main

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/ava-labs/libevm/common"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/utils/hashing"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/avm/fxs"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/components/verify"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	"github.com/ava-labs/avalanchego/vms/platformvm/reward"
	"github.com/ava-labs/avalanchego/vms/platformvm/stakeable"
	"github.com/ava-labs/avalanchego/vms/platformvm/utxo"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/tx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	avmtxs "github.com/ava-labs/avalanchego/vms/avm/txs"
	pstate "github.com/ava-labs/avalanchego/vms/platformvm/state"
	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
)

// draft is a transaction without signatures.
type draft struct {
	chain string // P, X or C
	kind  string
	p     ptxs.UnsignedTx
	x     avmtxs.UnsignedTx
	c     tx.Unsigned
}

func (d *draft) unsigned() any {
	switch d.chain {
	case "P":
		return d.p
	case "X":
		return d.x
	}
	return d.c
}

// pBase is the common part of a P-chain transaction, absent in those that only
// block builders make.
func pBase(utx any) *ptxs.BaseTx {
	if base, ok := utx.(*ptxs.BaseTx); ok {
		return base
	}
	field := reflect.ValueOf(utx).Elem().FieldByName("BaseTx")
	if !field.IsValid() {
		return nil
	}
	base, _ := field.Addr().Interface().(*ptxs.BaseTx)
	return base
}

func xBase(utx any) *avmtxs.BaseTx {
	if base, ok := utx.(*avmtxs.BaseTx); ok {
		return base
	}
	return reflect.ValueOf(utx).Elem().FieldByName("BaseTx").Addr().Interface().(*avmtxs.BaseTx)
}

// field gives a field of an unsigned transaction as T, or nil.
func field[T any](utx any, name string) *T {
	f := reflect.ValueOf(utx).Elem().FieldByName(name)
	if !f.IsValid() {
		return nil
	}
	at, _ := f.Addr().Interface().(*T)
	return at
}

// now is the time by which locks are judged.
func (w *world) nowUnix() uint64 { return uint64(w.clock.Unix()) }

// choose takes outputs of one asset that together hold the amount, in a random
// shape unless plain.
func (w *world) choose(r *rand.Rand, from []*avax.UTXO, asset ids.ID, need uint64, plain bool) []*avax.UTXO {
	var rich, other []*avax.UTXO
	for _, utxo := range from {
		out, ok := utxo.Out.(*secp256k1fx.TransferOutput)
		if !ok || utxo.AssetID() != asset || out.Locktime > w.nowUnix() {
			continue
		}
		if out.Amt >= 50*units.KiloAvax || asset != w.node.network.avaxAssetID {
			rich = append(rich, utxo)
		} else {
			other = append(other, utxo)
		}
	}
	if len(rich) == 0 {
		rich, other = other, nil
	}
	var chosen []*avax.UTXO
	sum := uint64(0)
	take := func(list *[]*avax.UTXO) bool {
		if len(*list) == 0 {
			return false
		}
		i := r.IntN(len(*list))
		chosen = append(chosen, (*list)[i])
		sum += (*list)[i].Out.(*secp256k1fx.TransferOutput).Amt
		*list = slices.Delete(slices.Clone(*list), i, i+1)
		return true
	}
	if !plain {
		for range r.IntN(3) {
			take(&other)
		}
	}
	for sum < need {
		if !take(&rich) && !take(&other) {
			return nil
		}
	}
	return chosen
}

// input spends an output with some of its owners.
func input(r *rand.Rand, from *avax.UTXO, plain bool) *avax.TransferableInput {
	out := from.Out
	lock := uint64(0)
	if locked, ok := out.(*stakeable.LockOut); ok {
		out, lock = locked.TransferableOut, locked.Locktime
	}
	transfer := out.(*secp256k1fx.TransferOutput)
	indices := firstIndices(transfer.Threshold)
	if !plain && len(transfer.Addrs) > len(indices) && r.IntN(2) == 0 {
		picked := r.Perm(len(transfer.Addrs))[:len(indices)]
		slices.Sort(picked)
		for i, at := range picked {
			indices[i] = uint32(at)
		}
	}
	var in avax.TransferableIn = &secp256k1fx.TransferInput{Amt: transfer.Amt, Input: secp256k1fx.Input{SigIndices: indices}}
	if lock != 0 {
		in = &stakeable.LockIn{Locktime: lock, TransferableIn: in}
	}
	return &avax.TransferableInput{UTXOID: from.UTXOID, Asset: from.Asset, In: in}
}

func output(asset ids.ID, amount uint64, owner secp256k1fx.OutputOwners) *avax.TransferableOutput {
	return &avax.TransferableOutput{Asset: avax.Asset{ID: asset}, Out: &secp256k1fx.TransferOutput{Amt: amount, OutputOwners: owner}}
}

// randomOwner is one to three of the funded keys, at times locked.
func (w *world) randomOwner(r *rand.Rand) secp256k1fx.OutputOwners {
	picked := r.Perm(len(fundedWallets()))[:1+r.IntN(3)]
	owner := secp256k1fx.OutputOwners{Threshold: 1 + uint32(r.IntN(len(picked)))}
	for _, i := range picked {
		owner.Addrs = append(owner.Addrs, w.address(i))
	}
	if r.IntN(5) == 0 {
		owner.Locktime = w.nowUnix() + uint64(r.IntN(100_000))
	}
	owner.Sort()
	return owner
}

func (w *world) pCalculator() (*pstate.Diff, func(ptxs.UnsignedTx) (uint64, error)) {
	diff, _, err := w.nextState()
	if err != nil {
		panic(err)
	}
	return diff, pstate.PickFeeCalculator(w.pConfig(), diff).CalculateFee
}

// fundP gives a P-chain transaction inputs, stake, change and its fee.
func (w *world) fundP(r *rand.Rand, d *draft, locks *stake, plain bool) bool {
	base := pBase(d.p)
	if base == nil {
		return true
	}
	network := w.node.network
	avaxID := network.avaxAssetID
	base.NetworkID, base.BlockchainID = network.id, constants.PlatformChainID
	if !plain {
		for range r.IntN(3) {
			base.Outs = append(base.Outs, output(avaxID, 1+r.Uint64N(3*units.Avax), w.randomOwner(r)))
		}
		if r.IntN(6) == 0 {
			locked := output(avaxID, 1+r.Uint64N(units.Avax), w.randomOwner(r))
			locked.Out = &stakeable.LockOut{Locktime: w.nowUnix() + 1 + uint64(r.IntN(1_000_000)), TransferableOut: locked.Out}
			base.Outs = append(base.Outs, locked)
		}
		if !w.node.upgrades.IsDurangoActivated(w.clock) && r.IntN(3) == 0 {
			base.Memo = []byte("memo")
		}
	}
	if locks != nil {
		stakeOuts := field[[]*avax.TransferableOutput](d.p, "StakeOuts")
		if weight := reflect.ValueOf(d.p).Elem().FieldByName("Validator"); weight.IsValid() {
			weight.FieldByName("Wght").SetUint(locks.amount)
		}
		owner := *w.ownerOf(0)
		if !plain {
			owner = w.randomOwner(r)
			owner.Locktime = 0
		}
		switch lockedUTXO := w.lockedUTXO(r); {
		case !plain && locks.asset == avaxID && lockedUTXO != nil && r.IntN(3) == 0:
			out := lockedUTXO.Out.(*stakeable.LockOut)
			inner := out.TransferableOut.(*secp256k1fx.TransferOutput)
			part := min(inner.Amt, locks.amount)
			lockOut := func(amount uint64) *avax.TransferableOutput {
				locked := output(avaxID, amount, copied(inner.OutputOwners))
				locked.Out = &stakeable.LockOut{Locktime: out.Locktime, TransferableOut: locked.Out}
				return locked
			}
			base.Ins = append(base.Ins, input(r, lockedUTXO, plain))
			*stakeOuts = append(*stakeOuts, lockOut(part))
			if part < inner.Amt {
				base.Outs = append(base.Outs, lockOut(inner.Amt-part))
			}
			if part < locks.amount {
				*stakeOuts = append(*stakeOuts, output(avaxID, locks.amount-part, owner))
			}
		case !plain && locks.amount > 10 && r.IntN(4) == 0:
			part := 1 + r.Uint64N(locks.amount-1)
			*stakeOuts = append(*stakeOuts, output(locks.asset, part, owner), output(locks.asset, locks.amount-part, owner))
		default:
			*stakeOuts = append(*stakeOuts, output(locks.asset, locks.amount, owner))
		}
		avax.SortTransferableOutputs(*stakeOuts, ptxs.Codec)
	}
	// What is needed of each asset beyond what is there already.
	ins, outs, burned, err := utxo.GetInputOutputs(d.p)
	if err != nil {
		panic(err)
	}
	need := map[ids.ID]uint64{avaxID: burned + 10*units.Avax}
	for _, out := range outs {
		if _, locked := out.Out.(*stakeable.LockOut); !locked || len(ins) == 0 {
			need[out.AssetID()] += out.Out.Amount()
		}
	}
	for _, in := range ins {
		if _, locked := in.In.(*stakeable.LockIn); !locked {
			need[in.AssetID()] -= min(need[in.AssetID()], in.In.Amount())
		}
	}
	if t, ok := d.p.(*ptxs.TransformSubnetTx); ok && t.MaximumSupply > t.InitialSupply {
		need[t.AssetID] += t.MaximumSupply - t.InitialSupply
	}
	assets := make([]ids.ID, 0, len(need))
	for asset := range need {
		assets = append(assets, asset)
	}
	slices.SortFunc(assets, ids.ID.Compare)
	for _, asset := range assets {
		if need[asset] == 0 {
			continue
		}
		chosen := w.choose(r, w.pUTXO, asset, need[asset], plain)
		if chosen == nil {
			return false
		}
		for _, from := range chosen {
			base.Ins = append(base.Ins, input(r, from, plain))
		}
		if asset != avaxID {
			sum := uint64(0)
			for _, from := range chosen {
				sum += from.Out.(*secp256k1fx.TransferOutput).Amt
			}
			if sum > need[asset] {
				base.Outs = append(base.Outs, output(asset, sum-need[asset], *w.ownerOf(0)))
			}
		}
	}
	base.Outs = append(base.Outs, output(avaxID, 1, *w.ownerOf(0)))
	w.sortP(d)
	return w.balanceP(d)
}

func (w *world) lockedUTXO(r *rand.Rand) *avax.UTXO {
	var found []*avax.UTXO
	for _, utxo := range w.pUTXO {
		if out, ok := utxo.Out.(*stakeable.LockOut); ok && out.Locktime > w.nowUnix() {
			found = append(found, utxo)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[r.IntN(len(found))]
}

func (*world) sortP(d *draft) {
	base := pBase(d.p)
	if base == nil {
		return
	}
	utils.Sort(base.Ins)
	avax.SortTransferableOutputs(base.Outs, ptxs.Codec)
	for _, name := range []string{"StakeOuts", "ExportedOutputs"} {
		if outs := field[[]*avax.TransferableOutput](d.p, name); outs != nil {
			avax.SortTransferableOutputs(*outs, ptxs.Codec)
		}
	}
	if ins := field[[]*avax.TransferableInput](d.p, "ImportedInputs"); ins != nil {
		utils.Sort(*ins)
	}
}

// balanceP puts into the largest plain output what the inputs leave over.
func (w *world) balanceP(d *draft) bool {
	base := pBase(d.p)
	if base == nil {
		return false
	}
	// Stake first: its outputs have to make up the weight.
	if outs := field[[]*avax.TransferableOutput](d.p, "StakeOuts"); outs != nil && len(*outs) > 0 {
		if v := reflect.ValueOf(d.p).Elem().FieldByName("Validator"); v.IsValid() {
			adjust(*outs, v.FieldByName("Wght").Uint())
		}
	}
	ins, outs, burned, err := utxo.GetInputOutputs(d.p)
	if err != nil {
		return false
	}
	_, fee := w.pCalculator()
	cost, err := fee(d.p)
	if err != nil {
		cost = 0 // of a type that Etna's fees do not know
	}
	avaxID := w.node.network.avaxAssetID
	var left, locked int64
	for _, in := range ins {
		if in.AssetID() != avaxID {
			continue
		}
		if plain, ok := in.In.(*secp256k1fx.TransferInput); ok {
			left += int64(plain.Amt)
		} else {
			locked += int64(in.In.Amount())
		}
	}
	left -= int64(burned) + int64(cost)
	var change *secp256k1fx.TransferOutput
	for _, out := range outs {
		if plain, ok := out.Out.(*secp256k1fx.TransferOutput); ok && out.AssetID() == avaxID {
			left -= int64(plain.Amt)
		} else if out.AssetID() == avaxID {
			locked -= int64(out.Out.Amount())
		}
	}
	left += min(0, locked) // what is newly locked
	for _, out := range base.Outs {
		plain, ok := out.Out.(*secp256k1fx.TransferOutput)
		if ok && out.AssetID() == avaxID && (change == nil || plain.Amt > change.Amt || (plain.Amt == 1)) {
			change = plain
		}
	}
	if change == nil || int64(change.Amt)+left <= 0 {
		return false
	}
	change.Amt = uint64(int64(change.Amt) + left)
	w.sortP(d)
	return true
}

// adjust changes the last plain output so that all hold the total.
func adjust(outs []*avax.TransferableOutput, total uint64) {
	sum := uint64(0)
	var last *secp256k1fx.TransferOutput
	for _, out := range outs {
		sum += out.Out.Amount()
		if plain, ok := out.Out.(*secp256k1fx.TransferOutput); ok {
			last = plain
		}
	}
	if last != nil && total > sum-last.Amt {
		last.Amt = total - (sum - last.Amt)
	}
}

func (w *world) exportP(to ids.ID) *ptxs.ExportTx {
	return &ptxs.ExportTx{
		DestinationChain: to,
		ExportedOutputs:  []*avax.TransferableOutput{output(w.node.network.avaxAssetID, 15*units.Avax, *w.ownerOf(0))},
	}
}

// importable leaves out what is locked, what is no asset, and on the C-chain
// what is not AVAX.
func (w *world) importable(chain string, source ids.ID) []*avax.UTXO {
	var list []*avax.UTXO
	for _, utxo := range w.imports[chain][source] {
		out := utxo.Out.(*secp256k1fx.TransferOutput)
		if out.Locktime <= w.nowUnix() && !strange(utxo) && (chain != "C" || utxo.AssetID() == w.node.network.avaxAssetID) {
			list = append(list, utxo)
		}
	}
	return list
}

// strange is what seedStrangeExport exported.
func strange(utxo *avax.UTXO) bool { return strings.HasPrefix(string(utxo.TxID[:]), "strange") }

func (w *world) importP(r *rand.Rand, source, asset ids.ID) *ptxs.ImportTx {
	imported := &ptxs.ImportTx{SourceChain: source}
	for _, from := range w.importable("P", source) {
		if from.AssetID() == asset && len(imported.ImportedInputs) < 2 {
			imported.ImportedInputs = append(imported.ImportedInputs, input(r, from, true))
		}
	}
	if asset != w.node.network.avaxAssetID {
		for _, in := range imported.ImportedInputs {
			imported.Outs = append(imported.Outs, output(asset, in.In.Amount(), *w.ownerOf(0)))
		}
	}
	return imported
}

func (w *world) transform() *ptxs.TransformSubnetTx {
	return &ptxs.TransformSubnetTx{
		Subnet: w.subnets["elastic"], AssetID: w.elastic, InitialSupply: 100_000, MaximumSupply: 500_000,
		MinConsumptionRate: 10_000, MaxConsumptionRate: reward.PercentDenominator,
		MinValidatorStake: 1_000, MaxValidatorStake: 10_000, MinStakeDuration: 24 * 3600, MaxStakeDuration: 60 * 24 * 3600,
		MinDelegationFee: 20_000, MinDelegatorStake: 100, MaxValidatorWeightFactor: 5, UptimeRequirement: 800_000,
		SubnetAuth: w.authOf(w.subnets["elastic"]),
	}
}

// X-chain

// fundX gives an X-chain transaction inputs and change for its outputs and fee.
func (w *world) fundX(r *rand.Rand, d *draft, fee uint64, outs []*avax.TransferableOutput, plain bool) bool {
	base := xBase(d.x)
	network := w.node.network
	avaxID := network.avaxAssetID
	base.NetworkID, base.BlockchainID = network.id, network.xChainID
	if !plain && r.IntN(4) == 0 {
		base.Outs = append(base.Outs, output(avaxID, 1+r.Uint64N(3*units.Avax), w.randomOwner(r)))
	}
	need := map[ids.ID]uint64{avaxID: fee + units.Avax}
	for _, out := range append(slices.Clone(base.Outs), outs...) {
		need[out.AssetID()] += out.Out.Amount()
	}
	assets := make([]ids.ID, 0, len(need))
	for asset := range need {
		assets = append(assets, asset)
	}
	slices.SortFunc(assets, ids.ID.Compare)
	for _, asset := range assets {
		chosen := w.choose(r, w.xUTXO, asset, need[asset], plain)
		if chosen == nil {
			return false
		}
		sum := uint64(0)
		for _, from := range chosen {
			sum += from.Out.(*secp256k1fx.TransferOutput).Amt
			base.Ins = append(base.Ins, input(r, from, plain))
		}
		change := sum - need[asset]
		if asset == avaxID {
			change += units.Avax
		}
		if change > 0 {
			base.Outs = append(base.Outs, output(asset, change, *w.ownerOf(0)))
		}
	}
	w.sortX(d)
	return true
}

func xCodec() avmtxs.Parser {
	parser, err := newXParser()
	if err != nil {
		panic(err)
	}
	return parser
}

var xParser = xCodec()

func (*world) sortX(d *draft) {
	base := xBase(d.x)
	utils.Sort(base.Ins)
	avax.SortTransferableOutputs(base.Outs, xParser.Codec())
	switch t := d.x.(type) {
	case *avmtxs.ExportTx:
		avax.SortTransferableOutputs(t.ExportedOuts, xParser.Codec())
	case *avmtxs.ImportTx:
		utils.Sort(t.ImportedIns)
	case *avmtxs.OperationTx:
		avmtxs.SortOperations(t.Ops, xParser.Codec())
		for _, op := range t.Ops {
			utils.Sort(op.UTXOIDs)
		}
	case *avmtxs.CreateAssetTx:
		for _, state := range t.States {
			state.Sort(xParser.Codec())
		}
		utils.Sort(t.States)
	}
}

// balanceX does what balanceP does.
func (w *world) balanceX(d *draft) bool {
	base := xBase(d.x)
	avaxID := w.node.network.avaxAssetID
	left := -int64(w.xFee(d.x))
	ins, outs := slices.Clone(base.Ins), slices.Clone(base.Outs)
	switch t := d.x.(type) {
	case *avmtxs.ExportTx:
		outs = append(outs, t.ExportedOuts...)
	case *avmtxs.ImportTx:
		ins = append(ins, t.ImportedIns...)
	}
	for _, in := range ins {
		if in.AssetID() == avaxID {
			left += int64(in.In.Amount())
		}
	}
	var change *secp256k1fx.TransferOutput
	for i, out := range outs {
		plain, ok := out.Out.(*secp256k1fx.TransferOutput)
		if !ok || out.AssetID() != avaxID {
			continue
		}
		left -= int64(plain.Amt)
		if i < len(base.Outs) && (change == nil || plain.Amt > change.Amt) {
			change = plain
		}
	}
	if change == nil || int64(change.Amt)+left <= 0 {
		return false
	}
	change.Amt = uint64(int64(change.Amt) + left)
	w.sortX(d)
	return true
}

func (w *world) xFee(utx avmtxs.UnsignedTx) uint64 {
	if _, ok := utx.(*avmtxs.CreateAssetTx); ok {
		return w.node.params.CreateAssetTxFee
	}
	return w.node.params.TxFee
}

func (w *world) newX(r *rand.Rand, utx avmtxs.UnsignedTx, outs []*avax.TransferableOutput, plain bool) *draft {
	d := &draft{chain: "X", kind: "X" + typeName(utx), x: utx}
	if !w.fundX(r, d, w.xFee(utx), outs, plain) {
		return nil
	}
	return d
}

func (w *world) createAsset(r *rand.Rand) *draft {
	one := w.ownerOf(0)
	utx := &avmtxs.CreateAssetTx{Name: "Judged Asset", Symbol: "JUDG", Denomination: 3, States: []*avmtxs.InitialState{
		{FxIndex: 0, Outs: []verify.State{
			transfer(1_000, 0, 1, w.address(0)), &secp256k1fx.MintOutput{OutputOwners: *one}, &secp256k1fx.MintOutput{OutputOwners: ownedBy(0, 2, w.address(0), w.address(1))},
		}},
		{FxIndex: 1, Outs: []verify.State{&nftfx.MintOutput{GroupID: 1, OutputOwners: *one}, &nftfx.MintOutput{GroupID: 2, OutputOwners: *one}}},
		{FxIndex: 2, Outs: []verify.State{&propertyfx.MintOutput{OutputOwners: *one}, &propertyfx.MintOutput{OutputOwners: ownedBy(0, 1, w.address(1))}}},
	}}
	return w.newX(r, utx, nil, true)
}

func (w *world) exportX(r *rand.Rand, to, asset ids.ID, amount uint64, owner ...secp256k1fx.OutputOwners) *draft {
	outs := []*avax.TransferableOutput{output(asset, amount, append(owner, *w.ownerOf(0))[0])}
	return w.newX(r, &avmtxs.ExportTx{DestinationChain: to, ExportedOuts: outs}, outs, true)
}

// operation does one of the five: 0 mints tokens, 1 mints an NFT, 2 moves one,
// 3 mints a property, 4 burns one.
func (w *world) operation(r *rand.Rand, which int) *draft {
	var found []*avax.UTXO
	for _, utxo := range w.xUTXO {
		var ok bool
		switch utxo.Out.(type) {
		case *secp256k1fx.MintOutput:
			ok = which == 0
		case *nftfx.MintOutput:
			ok = which == 1
		case *nftfx.TransferOutput:
			ok = which == 2
		case *propertyfx.MintOutput:
			ok = which == 3
		case *propertyfx.OwnedOutput:
			ok = which == 4
		}
		if ok {
			found = append(found, utxo)
		}
	}
	if len(found) == 0 {
		return nil
	}
	from := found[r.IntN(len(found))]
	in := secp256k1fx.Input{SigIndices: firstIndices(outputOwners(from.Out).Threshold)}
	var op fxs.FxOperation
	switch out := from.Out.(type) {
	case *secp256k1fx.MintOutput:
		op = &secp256k1fx.MintOperation{MintInput: in, MintOutput: secp256k1fx.MintOutput{OutputOwners: copied(out.OutputOwners)}, TransferOutput: *transfer(1+r.Uint64N(1000), 0, 1, w.address(0))}
	case *nftfx.MintOutput:
		op = &nftfx.MintOperation{MintInput: in, GroupID: out.GroupID, Payload: []byte("payload"), Outputs: []*secp256k1fx.OutputOwners{w.ownerOf(0)}}
	case *nftfx.TransferOutput:
		moved := *out
		moved.Payload = slices.Clone(out.Payload)
		moved.OutputOwners = *w.ownerOf(r.IntN(5))
		op = &nftfx.TransferOperation{Input: in, Output: moved}
	case *propertyfx.MintOutput:
		op = &propertyfx.MintOperation{MintInput: in, MintOutput: propertyfx.MintOutput{OutputOwners: copied(out.OutputOwners)}, OwnedOutput: propertyfx.OwnedOutput{OutputOwners: *w.ownerOf(0)}}
	case *propertyfx.OwnedOutput:
		op = &propertyfx.BurnOperation{Input: in}
	}
	id := from.UTXOID
	return w.newX(r, &avmtxs.OperationTx{Ops: []*avmtxs.Operation{{Asset: from.Asset, UTXOIDs: []*avax.UTXOID{&id}, Op: op}}}, nil, true)
}

// copied shares nothing with the owners of a UTXO: the node keeps that UTXO in
// memory, and a change to the draft must not reach it.
func copied(owners secp256k1fx.OutputOwners) secp256k1fx.OutputOwners {
	owners.Addrs = slices.Clone(owners.Addrs)
	return owners
}

// outputOwners finds the owners in any output.
func outputOwners(out any) *secp256k1fx.OutputOwners {
	if locked, ok := out.(*stakeable.LockOut); ok {
		return outputOwners(locked.TransferableOut)
	}
	if f := reflect.ValueOf(out).Elem().FieldByName("OutputOwners"); f.IsValid() {
		return f.Addr().Interface().(*secp256k1fx.OutputOwners)
	}
	return nil
}

// Signing

// edits change the signatures of a transaction: who signs each credential, and
// the credentials themselves.
type edits struct {
	signers     func([][]*secp256k1.PrivateKey) [][]*secp256k1.PrivateKey
	credentials func([][][secp256k1.SignatureLen]byte) [][][secp256k1.SignatureLen]byte
	fx          func(int, verify.Verifiable) verify.Verifiable
	digest      func([]byte) []byte
}

// keysFor are the keys of the owners that an input names; ewoq stands in for
// those that are not there.
func (w *world) keysFor(id ids.ID, indices []uint32) []*secp256k1.PrivateKey {
	var owners *secp256k1fx.OutputOwners
	if utxo := w.index[id]; utxo != nil {
		owners = outputOwners(utxo.Out)
	}
	return w.keysOf(owners, indices)
}

func (w *world) keysOf(owners *secp256k1fx.OutputOwners, indices []uint32) []*secp256k1.PrivateKey {
	keys := make([]*secp256k1.PrivateKey, 0, len(indices))
	for _, i := range indices {
		key := fundedWallets()[0].key
		if owners != nil && int(i) < len(owners.Addrs) && w.keys[owners.Addrs[i]] != nil {
			key = w.keys[owners.Addrs[i]]
		}
		keys = append(keys, key)
	}
	return keys
}

func indicesOf(in any) []uint32 {
	switch in := in.(type) {
	case *stakeable.LockIn:
		return indicesOf(in.TransferableIn)
	case *secp256k1fx.TransferInput:
		return in.SigIndices
	case *secp256k1fx.Input:
		return in.SigIndices
	}
	return nil
}

func (w *world) inputKeys(ins []*avax.TransferableInput) [][]*secp256k1.PrivateKey {
	var keys [][]*secp256k1.PrivateKey
	for _, in := range ins {
		keys = append(keys, w.keysFor(in.InputID(), indicesOf(in.In)))
	}
	return keys
}

// authority finds who has to agree to a P-chain transaction beside those who
// pay for it.
func (w *world) authority(utx any) (*secp256k1fx.OutputOwners, verify.Verifiable) {
	if auth := field[verify.Verifiable](utx, "SubnetAuth"); auth != nil {
		for _, name := range []string{"Subnet", "SubnetID"} {
			if id := field[ids.ID](utx, name); id != nil {
				return w.subnetOwner(*id), *auth
			}
		}
		if t, ok := utx.(*ptxs.AddSubnetValidatorTx); ok {
			return w.subnetOwner(t.SubnetValidator.Subnet), *auth
		}
		return nil, *auth
	}
	switch t := utx.(type) {
	case *ptxs.DisableL1ValidatorTx:
		v, ok := w.l1Validator(t.ValidationID)
		if !ok {
			return nil, t.DisableAuth
		}
		var owner message.PChainOwner
		if _, err := ptxs.Codec.Unmarshal(v.DeactivationOwner, &owner); err != nil {
			panic(err)
		}
		return &secp256k1fx.OutputOwners{Threshold: owner.Threshold, Addrs: owner.Addresses}, t.DisableAuth
	case *ptxs.SetAutoRenewedValidatorConfigTx:
		staker, _, err := w.pState().GetTx(t.TxID)
		if err == nil {
			if renewed, ok := staker.Unsigned.(*ptxs.AddAutoRenewedValidatorTx); ok {
				return renewed.ValidatorAuthority.(*secp256k1fx.OutputOwners), t.Auth
			}
		}
		return nil, t.Auth
	}
	return nil, nil
}

// sign gives the bytes of the signed transaction.
func (w *world) sign(d *draft, e *edits) ([]byte, error) {
	if e == nil {
		e = &edits{}
	}
	var (
		body    []byte
		signers [][]*secp256k1.PrivateKey
		err     error
	)
	switch d.chain {
	case "P":
		if body, err = ptxs.Codec.Marshal(ptxs.CodecVersion, &d.p); err != nil {
			return nil, err
		}
		if base := pBase(d.p); base != nil {
			signers = w.inputKeys(base.Ins)
		}
		if t, ok := d.p.(*ptxs.ImportTx); ok {
			signers = append(signers, w.inputKeys(t.ImportedInputs)...)
		}
		if owners, auth := w.authority(d.p); auth != nil {
			signers = append(signers, w.keysOf(owners, indicesOf(auth)))
		}
	case "X":
		if body, err = xParser.Codec().Marshal(avmtxs.CodecVersion, &d.x); err != nil {
			return nil, err
		}
		signers = w.inputKeys(xBase(d.x).Ins)
		switch t := d.x.(type) {
		case *avmtxs.ImportTx:
			signers = append(signers, w.inputKeys(t.ImportedIns)...)
		case *avmtxs.OperationTx:
			for _, op := range t.Ops {
				id := ids.Empty
				if len(op.UTXOIDs) > 0 {
					id = op.UTXOIDs[0].InputID()
				}
				signers = append(signers, w.keysFor(id, operationIndices(op.Op)))
			}
		}
	case "C":
		if body, err = tx.UnsignedBytes(d.c); err != nil {
			return nil, err
		}
		switch t := d.c.(type) {
		case *tx.Import:
			signers = w.inputKeys(t.ImportedInputs)
		case *tx.Export:
			for _, in := range t.Ins {
				signers = append(signers, []*secp256k1.PrivateKey{w.evmKey(in.Address)})
			}
		}
	}
	if e.signers != nil {
		signers = e.signers(signers)
	}
	digest := hashing.ComputeHash256(body)
	if e.digest != nil {
		digest = e.digest(digest)
	}
	sigs := make([][][secp256k1.SignatureLen]byte, len(signers))
	for i, keys := range signers {
		for _, key := range keys {
			signature, err := key.SignHash(digest)
			if err != nil {
				return nil, err
			}
			sigs[i] = append(sigs[i], [secp256k1.SignatureLen]byte(signature))
		}
	}
	if e.credentials != nil {
		sigs = e.credentials(sigs)
	}
	credential := func(i int) verify.Verifiable {
		var made verify.Verifiable = &secp256k1fx.Credential{Sigs: sigs[i]}
		if t, ok := d.x.(*avmtxs.OperationTx); ok {
			if at := i - len(t.Ins); at >= 0 && at < len(t.Ops) {
				switch t.Ops[at].Op.(type) {
				case *nftfx.MintOperation, *nftfx.TransferOperation:
					made = &nftfx.Credential{Credential: secp256k1fx.Credential{Sigs: sigs[i]}}
				case *propertyfx.MintOperation, *propertyfx.BurnOperation:
					made = &propertyfx.Credential{Credential: secp256k1fx.Credential{Sigs: sigs[i]}}
				}
			}
		}
		if e.fx != nil {
			made = e.fx(i, made)
		}
		return made
	}
	switch d.chain {
	case "P":
		signed := &ptxs.Tx{Unsigned: d.p}
		for i := range sigs {
			signed.Creds = append(signed.Creds, credential(i))
		}
		return ptxs.Codec.Marshal(ptxs.CodecVersion, signed)
	case "X":
		signed := &avmtxs.Tx{Unsigned: d.x}
		for i := range sigs {
			signed.Creds = append(signed.Creds, &fxs.FxCredential{Credential: credential(i)})
		}
		return xParser.Codec().Marshal(avmtxs.CodecVersion, signed)
	}
	signed := &tx.Tx{Unsigned: d.c}
	for i := range sigs {
		signed.Creds = append(signed.Creds, &secp256k1fx.Credential{Sigs: sigs[i]})
	}
	return signed.Bytes()
}

func operationIndices(op any) []uint32 {
	switch op := op.(type) {
	case *secp256k1fx.MintOperation:
		return op.MintInput.SigIndices
	case *nftfx.MintOperation:
		return op.MintInput.SigIndices
	case *nftfx.TransferOperation:
		return op.Input.SigIndices
	case *propertyfx.MintOperation:
		return op.MintInput.SigIndices
	case *propertyfx.BurnOperation:
		return op.SigIndices
	}
	return nil
}

func (w *world) evmKey(address common.Address) *secp256k1.PrivateKey {
	if key := w.evm[address]; key != nil {
		return key
	}
	return fundedWallets()[0].key
}
