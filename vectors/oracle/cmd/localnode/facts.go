package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/ava-labs/avalanchego/database"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/formatting/address"
	"github.com/ava-labs/avalanchego/utils/set"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/components/gas"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	xtxs "github.com/ava-labs/avalanchego/vms/avm/txs"
	pstate "github.com/ava-labs/avalanchego/vms/platformvm/state"
	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
	txexecutor "github.com/ava-labs/avalanchego/vms/platformvm/txs/executor"
)

// object is a JSON object; 64-bit numbers in it are decimal strings, times are
// RFC 3339, bytes are hex with 0x.
type object = map[string]any

// facts is everything outside of a transaction that decides whether the chains
// take it. vectors/README.md describes the fields.
func (j *judge) facts(ctx context.Context) (object, error) {
	p, err := j.pFacts(ctx)
	if err != nil {
		return nil, fmt.Errorf("P-chain: %w", err)
	}
	x, err := j.xFacts()
	if err != nil {
		return nil, fmt.Errorf("X-chain: %w", err)
	}
	c := object{"accounts": j.accounts}
	if c["atomicUTXOs"], err = j.atomicUTXOs(j.node.network.cChainID); err != nil {
		return nil, fmt.Errorf("C-chain: %w", err)
	}
	network := j.node.network
	return object{
		"clock": timeText(j.time()),
		"network": object{
			"networkID":   network.id,
			"hrp":         network.hrp,
			"pChainID":    constants.PlatformChainID,
			"xChainID":    network.xChainID,
			"cChainID":    network.cChainID,
			"avaxAssetID": network.avaxAssetID,
			"upgrades":    j.node.upgrades,
		},
		"P": p, "X": x, "C": c,
	}, nil
}

func (j *judge) pFacts(ctx context.Context) (object, error) {
	j.node.p.ctx.Lock.Lock()
	defer j.node.p.ctx.Lock.Unlock()

	state, config := j.pState(), j.pConfig()
	height, err := j.p.GetCurrentHeight(ctx)
	if err != nil {
		return nil, err
	}
	diff, next, err := j.nextState()
	if err != nil {
		return nil, err
	}
	fees := func(of gas.State) object {
		return object{
			"capacity": decimal(uint64(of.Capacity)),
			"excess":   decimal(uint64(of.Excess)),
			"price": decimal(uint64(gas.CalculatePrice(
				config.DynamicFeeConfig.MinPrice, of.Excess, config.DynamicFeeConfig.ExcessConversionConstant,
			))),
		}
	}
	facts := object{
		"height":   decimal(height),
		"time":     timeText(state.GetTimestamp()),
		"feeState": fees(state.GetFeeState()),
		"next": object{
			"time":        timeText(next),
			"feeState":    fees(diff.GetFeeState()),
			"accruedFees": decimal(diff.GetAccruedFees()),
		},
		"accruedFees":        decimal(state.GetAccruedFees()),
		"l1ValidatorExcess":  decimal(uint64(state.GetL1ValidatorExcess())),
		"activeL1Validators": state.NumActiveL1Validators(),
		"staking": object{
			"minValidatorStake":       decimal(config.MinValidatorStake),
			"maxValidatorStake":       decimal(config.MaxValidatorStake),
			"minDelegatorStake":       decimal(config.MinDelegatorStake),
			"minDelegationFee":        config.MinDelegationFee,
			"minStakeDuration":        decimal(uint64(config.MinStakeDuration.Seconds())),
			"heliconMinStakeDuration": decimal(uint64(config.HeliconMinStakeDuration.Seconds())),
			"maxStakeDuration":        decimal(uint64(config.MaxStakeDuration.Seconds())),
		},
		"fees": object{
			"weights":                  config.DynamicFeeConfig.Weights,
			"maxCapacity":              decimal(uint64(config.DynamicFeeConfig.MaxCapacity)),
			"maxPerSecond":             decimal(uint64(config.DynamicFeeConfig.MaxPerSecond)),
			"targetPerSecond":          decimal(uint64(config.DynamicFeeConfig.TargetPerSecond)),
			"minPrice":                 decimal(uint64(config.DynamicFeeConfig.MinPrice)),
			"excessConversionConstant": decimal(uint64(config.DynamicFeeConfig.ExcessConversionConstant)),
		},
		"validatorFees": object{
			"capacity":                 decimal(uint64(config.ValidatorFeeConfig.Capacity)),
			"target":                   decimal(uint64(config.ValidatorFeeConfig.Target)),
			"minPrice":                 decimal(uint64(config.ValidatorFeeConfig.MinPrice)),
			"excessConversionConstant": decimal(uint64(config.ValidatorFeeConfig.ExcessConversionConstant)),
		},
	}

	var stakers []object
	for _, set := range []struct {
		status string
		get    func() (stakerIterator, error)
	}{
		{"current", func() (stakerIterator, error) { return state.GetCurrentStakerIterator() }},
		{"pending", func() (stakerIterator, error) { return state.GetPendingStakerIterator() }},
	} {
		iterator, err := set.get()
		if err != nil {
			return nil, err
		}
		for iterator.Next() {
			staker, err := j.stakerFacts(state, set.status, iterator.Value())
			if err != nil {
				return nil, err
			}
			stakers = append(stakers, staker)
		}
		iterator.Release()
	}
	facts["stakers"] = stakers

	subnetIDs, err := state.GetSubnetIDs()
	if err != nil {
		return nil, err
	}
	var subnets, chains, l1Validators []object
	supplies := object{}
	warpSets := object{}
	for _, subnetID := range append([]ids.ID{constants.PrimaryNetworkID}, subnetIDs...) {
		subnet, err := j.subnetFacts(state, subnetID)
		if err != nil {
			return nil, fmt.Errorf("subnet %s: %w", subnetID, err)
		}
		if subnet != nil {
			subnets = append(subnets, subnet)
		}
		if supply, err := state.GetCurrentSupply(subnetID); err == nil {
			supplies[subnetID.String()] = decimal(supply)
		} else if !errors.Is(err, database.ErrNotFound) {
			return nil, err
		}
		txs, err := state.GetChains(subnetID)
		if err != nil {
			return nil, err
		}
		for _, tx := range txs {
			chain := tx.Unsigned.(*ptxs.CreateChainTx)
			chains = append(chains, object{"blockchainID": tx.ID(), "subnetID": subnetID, "vmID": chain.VMID, "name": chain.ChainName})
		}
		if subnetID == constants.PrimaryNetworkID {
			continue
		}
		_, validators, _, err := state.GetCurrentValidators(ctx, subnetID)
		if err != nil {
			return nil, err
		}
		for _, validator := range validators {
			facts, err := j.l1ValidatorFacts(validator)
			if err != nil {
				return nil, err
			}
			l1Validators = append(l1Validators, facts)
		}
	}
	all, err := j.node.p.ctx.ValidatorState.GetWarpValidatorSets(ctx, height)
	if err != nil {
		return nil, err
	}
	for subnetID, set := range all {
		members := make([]object, len(set.Validators))
		for i, member := range set.Validators {
			members[i] = object{
				"publicKey": hexText(bls.PublicKeyToCompressedBytes(member.PublicKey)),
				"weight":    decimal(member.Weight),
			}
		}
		warpSets[subnetID.String()] = object{"totalWeight": decimal(set.TotalWeight), "validators": members}
	}
	facts["subnets"], facts["chains"], facts["l1Validators"] = subnets, chains, l1Validators
	facts["supplies"], facts["warpSets"] = supplies, warpSets

	expiries := []object{}
	iterator, err := state.GetExpiryIterator()
	if err != nil {
		return nil, err
	}
	for iterator.Next() {
		entry := iterator.Value()
		expiries = append(expiries, object{"timestamp": decimal(entry.Timestamp), "validationID": entry.ValidationID})
	}
	iterator.Release()
	facts["expiries"] = expiries

	utxos, err := j.pUTXOs()
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(utxos))
	for i, utxo := range utxos {
		raw, err := ptxs.Codec.Marshal(ptxs.CodecVersion, utxo)
		if err != nil {
			return nil, err
		}
		texts[i] = hexText(raw)
	}
	facts["utxos"] = texts
	facts["atomicUTXOs"], err = j.atomicUTXOs(constants.PlatformChainID)
	return facts, err
}

type stakerIterator interface {
	Next() bool
	Value() *pstate.Staker
	Release()
}

// nextState is the P-chain's state as the next block would find it.
func (j *judge) nextState() (*pstate.Diff, time.Time, error) {
	state, config := j.pState(), j.pConfig()
	next, _, err := pstate.NextBlockTime(config.ValidatorFeeConfig, state, j.clocks[0])
	if err != nil {
		return nil, time.Time{}, err
	}
	diff, err := pstate.NewDiffOn(state, pstate.StakerAdditionAfterDeletionLegality(config.UpgradeConfig.IsHeliconActivated(next)))
	if err != nil {
		return nil, time.Time{}, err
	}
	backend := &txexecutor.Backend{Config: config, Ctx: j.node.p.ctx.Context, Clk: j.clocks[0]}
	_, err = txexecutor.AdvanceTimeTo(backend, diff, next)
	return diff, next, err
}

func (j *judge) stakerFacts(state *pstate.State, status string, staker *pstate.Staker) (object, error) {
	facts := object{
		"status":          status,
		"txID":            staker.TxID,
		"nodeID":          staker.NodeID,
		"subnetID":        staker.SubnetID,
		"weight":          decimal(staker.Weight),
		"start":           timeText(staker.StartTime),
		"end":             timeText(staker.EndTime),
		"potentialReward": decimal(staker.PotentialReward),
		"delegator":       staker.Priority.IsDelegator(),
		"permissioned":    staker.Priority.IsPermissionedValidator(),
	}
	if staker.PublicKey != nil {
		facts["publicKey"] = hexText(bls.PublicKeyToCompressedBytes(staker.PublicKey))
	}
	tx, _, err := state.GetTx(staker.TxID)
	if err != nil {
		return nil, err
	}
	if renewed, ok := tx.Unsigned.(*ptxs.AddAutoRenewedValidatorTx); ok {
		facts["autoRenewed"] = true
		facts["validatorAuthority"] = j.owner(renewed.ValidatorAuthority)
		info, err := state.GetStakingInfo(staker.SubnetID, staker.NodeID)
		if err != nil {
			return nil, err
		}
		facts["nextPeriod"] = decimal(info.NextPeriod)
		facts["autoCompoundRewardShares"] = info.AutoCompoundRewardShares
	}
	return facts, nil
}

func (j *judge) subnetFacts(state *pstate.State, subnetID ids.ID) (object, error) {
	if subnetID == constants.PrimaryNetworkID {
		return nil, nil
	}
	owner, err := state.GetSubnetOwner(subnetID)
	if err != nil {
		return nil, err
	}
	facts := object{"subnetID": subnetID, "owner": j.owner(owner)}
	conversion, err := state.GetSubnetToL1Conversion(subnetID)
	switch {
	case err == nil:
		weight, err := state.WeightOfL1Validators(subnetID)
		if err != nil {
			return nil, err
		}
		facts["conversion"] = object{
			"conversionID":   conversion.ConversionID,
			"managerChainID": conversion.ChainID,
			"managerAddress": hexText(conversion.Addr),
			"weight":         decimal(weight),
		}
	case !errors.Is(err, database.ErrNotFound):
		return nil, err
	}
	transformation, err := state.GetSubnetTransformation(subnetID)
	switch {
	case err == nil:
		facts["transformation"] = object{"txID": transformation.ID(), "tx": hexText(transformation.Bytes())}
	case !errors.Is(err, database.ErrNotFound):
		return nil, err
	}
	return facts, nil
}

func (j *judge) l1ValidatorFacts(v pstate.L1Validator) (object, error) {
	facts := object{
		"validationID":      v.ValidationID,
		"subnetID":          v.SubnetID,
		"nodeID":            v.NodeID,
		"publicKey":         hexText(bls.PublicKeyToCompressedBytes(bls.PublicKeyFromValidUncompressedBytes(v.PublicKey))),
		"startTime":         decimal(v.StartTime),
		"weight":            decimal(v.Weight),
		"minNonce":          decimal(v.MinNonce),
		"endAccumulatedFee": decimal(v.EndAccumulatedFee),
	}
	for name, raw := range map[string][]byte{
		"remainingBalanceOwner": v.RemainingBalanceOwner,
		"deactivationOwner":     v.DeactivationOwner,
	} {
		var owner message.PChainOwner
		if _, err := ptxs.Codec.Unmarshal(raw, &owner); err != nil {
			return nil, err
		}
		facts[name] = j.owner(&secp256k1fx.OutputOwners{Threshold: owner.Threshold, Addrs: owner.Addresses})
	}
	return facts, nil
}

func (j *judge) owner(of any) object {
	owners := of.(*secp256k1fx.OutputOwners)
	addresses := make([]string, len(owners.Addrs))
	for i, addr := range owners.Addrs {
		text, err := address.Format("P", j.node.network.hrp, addr.Bytes())
		if err != nil {
			panic(err)
		}
		addresses[i] = text
	}
	return object{"locktime": decimal(owners.Locktime), "threshold": owners.Threshold, "addresses": addresses}
}

func (j *judge) xFacts() (object, error) {
	j.node.x.ctx.Lock.Lock()
	defer j.node.x.ctx.Lock.Unlock()

	state := j.xState()
	utxos, err := j.xUTXOs()
	if err != nil {
		return nil, err
	}
	parser, err := newXParser()
	if err != nil {
		return nil, err
	}
	var (
		texts    = make([]string, len(utxos))
		assetIDs set.Set[ids.ID]
	)
	for i, utxo := range utxos {
		raw, err := parser.Codec().Marshal(xtxs.CodecVersion, utxo)
		if err != nil {
			return nil, err
		}
		texts[i] = hexText(raw)
		assetIDs.Add(utxo.AssetID())
	}
	assets := []object{}
	sorted := assetIDs.List()
	slices.SortFunc(sorted, ids.ID.Compare)
	for _, assetID := range sorted {
		tx, err := state.GetTx(assetID)
		if err != nil {
			return nil, err
		}
		asset := tx.Unsigned.(*xtxs.CreateAssetTx)
		fxs := []uint32{}
		for _, initial := range asset.States {
			fxs = append(fxs, initial.FxIndex)
		}
		assets = append(assets, object{"assetID": assetID, "name": asset.Name, "symbol": asset.Symbol, "denomination": asset.Denomination, "fxs": fxs})
	}
	facts := object{
		"time":             timeText(state.GetTimestamp()),
		"feeAssetID":       j.node.network.avaxAssetID,
		"txFee":            decimal(j.node.params.TxFee),
		"createAssetTxFee": decimal(j.node.params.CreateAssetTxFee),
		"utxos":            texts,
		"assets":           assets,
	}
	facts["atomicUTXOs"], err = j.atomicUTXOs(j.node.network.xChainID)
	return facts, err
}

// pUTXOs lists what the funded keys own on the P-chain, by ID.
func (j *judge) pUTXOs() ([]*avax.UTXO, error) {
	state := j.pState()
	return listUTXOs(state.UTXOIDs, state.GetUTXO)
}

func (j *judge) xUTXOs() ([]*avax.UTXO, error) {
	state := j.xState()
	return listUTXOs(state.UTXOIDs, state.GetUTXO)
}

func listUTXOs(list func([]byte, ids.ID, int) ([]ids.ID, error), get func(ids.ID) (*avax.UTXO, error)) ([]*avax.UTXO, error) {
	var seen set.Set[ids.ID]
	for _, w := range fundedWallets() {
		found, err := list(w.key.Address().Bytes(), ids.Empty, 10_000)
		if err != nil {
			return nil, err
		}
		seen.Add(found...)
	}
	sorted := seen.List()
	slices.SortFunc(sorted, ids.ID.Compare)
	utxos := make([]*avax.UTXO, len(sorted))
	for i, id := range sorted {
		utxo, err := get(id)
		if err != nil {
			return nil, err
		}
		utxos[i] = utxo
	}
	return utxos, nil
}

// atomicUTXOs lists by source chain what waits to be imported.
func (j *judge) atomicUTXOs(chainID ids.ID) (map[string][]string, error) {
	lists := map[string][]string{}
	for _, source := range []ids.ID{constants.PlatformChainID, j.node.network.xChainID, j.node.network.cChainID} {
		if source == chainID {
			continue
		}
		values, err := j.atomicBytes(chainID, source)
		if err != nil {
			return nil, err
		}
		texts := make([]string, len(values))
		for i, value := range values {
			texts[i] = hexText(value)
		}
		lists[source.String()] = texts
	}
	return lists, nil
}

func (j *judge) atomicBytes(chainID, source ids.ID) ([][]byte, error) {
	var traits [][]byte
	for _, w := range fundedWallets() {
		traits = append(traits, w.key.Address().Bytes())
	}
	values, _, _, err := j.node.memory.NewSharedMemory(chainID).Indexed(source, traits, nil, nil, 10_000)
	slices.SortFunc(values, bytes.Compare)
	return values, err
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

func timeText(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// hexText is bytes as the facts show them.
func hexText(raw []byte) string { return "0x" + hex.EncodeToString(raw) }
