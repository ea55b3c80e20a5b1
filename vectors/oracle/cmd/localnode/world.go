package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/ava-labs/libevm/common"

	"github.com/ava-labs/avalanchego/chains/atomic"
	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/upgrade"
	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/utils/logging"
	"github.com/ava-labs/avalanchego/utils/set"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/block"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	xnetwork "github.com/ava-labs/avalanchego/vms/avm/network"
	pstate "github.com/ava-labs/avalanchego/vms/platformvm/state"
	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
)

// world is a network whose clock is held and whose blocks are made on demand,
// so that everything in it is the same in every run: a populated state to
// judge transactions on.
type world struct {
	node     *localNode
	listener net.Listener
	*judge
	ctx   context.Context
	fork  upgradetest.Fork
	name  string
	clock time.Time

	keys map[ids.ShortID]*secp256k1.PrivateKey
	evm  map[common.Address]*secp256k1.PrivateKey
	bls  []*nodeIdentity // every BLS key that signs for a validator
	// Nodes that are no validators yet.
	strangers []*nodeIdentity

	// What the scenario made.
	subnets     map[string]ids.ID // plain, two, elastic, l1, single
	chains      map[string]ids.ID // the chain of each of these
	validations map[string]ids.ID
	renewed     ids.ID

	registrations []*message.RegisterL1Validator
	elastic       ids.ID // the asset of the elastic subnet
	assetID       ids.ID // an X-chain asset of every feature extension
	accepted      []ids.ID

	// Who plays what happens here on another node; nil if nobody does.
	script *script

	// What can be spent now, by ID.
	pUTXO, xUTXO []*avax.UTXO
	imports      map[string]map[ids.ID][]*avax.UTXO // by chain and source
	index        map[ids.ID]*avax.UTXO
}

// worldStart is when every world begins: far from the real clock and from the
// locktimes of the genesis outputs.
var worldStart = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// managerAddress is what the messages to L1 validators come from.
var managerAddress = []byte("validator manager")

// newWorld makes the state for one upgrade. From Durango on, the network
// starts with the upgrade before Etna (or Durango) and crosses over, so that
// there are subnets and stakers that only the old rules allowed to make.
func newWorld(fork upgradetest.Fork) (*world, error) {
	w, err := emptyWorld(fork)
	if err != nil {
		return nil, err
	}
	if err := w.scenario(); err != nil {
		return nil, fmt.Errorf("%s: %w", w.name, err)
	}
	return w, w.listener.Close()
}

// emptyWorld is the network before anything happens.
func emptyWorld(fork upgradetest.Fork) (*world, error) {
	before := fork
	switch {
	case fork >= upgradetest.Etna:
		before = upgradetest.Durango
	case fork == upgradetest.Durango:
		before = upgradetest.Cortina
	}
	upgrades := upgradetest.GetConfigWithUpgradeTime(fork, worldStart.Add(2*time.Hour))
	upgradetest.SetTimesTo(&upgrades, before, upgrade.InitiallyActiveTime)

	identity, err := newNodeIdentity()
	if err != nil {
		return nil, err
	}
	network, err := newRichNetwork(constants.LocalID, identity, 0, worldStart)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	node, err := newLocalNode(settings{
		upgrades:   upgrades,
		bareBlocks: true,
		heldTime:   worldStart,
		log:        logging.NoLog{},
	}, network, identity, listener)
	if err != nil {
		return nil, err
	}
	w := &world{
		node: node, listener: listener, judge: node.judge, ctx: context.Background(), fork: fork, name: strings.ToLower(fork.String()), clock: worldStart,
		keys: map[ids.ShortID]*secp256k1.PrivateKey{}, evm: map[common.Address]*secp256k1.PrivateKey{},
		bls:     []*nodeIdentity{identity},
		subnets: map[string]ids.ID{}, chains: map[string]ids.ID{}, validations: map[string]ids.ID{},
	}
	w.judge.accounts = map[string]account{}
	for i, wallet := range fundedWallets() {
		w.keys[wallet.key.Address()] = wallet.key
		address := wallet.key.EthAddress()
		w.evm[address] = wallet.key
		w.judge.accounts[address.Hex()] = account{Nonce: uint64(i * 3), Balance: fmt.Sprintf("%d000000000000000000", 10+i)}
	}
	return w, nil
}

func (w *world) active(fork upgradetest.Fork) bool {
	u, at := w.node.upgrades, w.clock
	switch fork {
	case upgradetest.Banff:
		return u.IsBanffActivated(at)
	case upgradetest.Cortina:
		return u.IsCortinaActivated(at)
	case upgradetest.Durango:
		return u.IsDurangoActivated(at)
	case upgradetest.Etna:
		return u.IsEtnaActivated(at)
	case upgradetest.Helicon:
		return u.IsHeliconActivated(at)
	}
	panic(fork)
}

// advance moves the clock and lets the P-chain make the blocks that are due.
func (w *world) advance(to time.Time) error {
	w.clock = to
	w.setTime(to)
	if !w.active(upgradetest.Banff) {
		return nil
	}
	if err := produceAll(w.ctx, w.node.p); err != nil {
		return err
	}
	if w.script != nil {
		return w.script.do(object{"do": "time", "time": to.Unix()})
	}
	return nil
}

// refresh reads again what can be spent.
func (w *world) refresh() error {
	var err error
	if w.pUTXO, err = w.pUTXOs(); err != nil {
		return err
	}
	if w.xUTXO, err = w.xUTXOs(); err != nil {
		return err
	}
	w.index = map[ids.ID]*avax.UTXO{}
	for _, utxo := range slices.Concat(w.pUTXO, w.xUTXO) {
		w.index[utxo.InputID()] = utxo
	}
	parser, err := newXParser()
	if err != nil {
		return err
	}
	w.imports = map[string]map[ids.ID][]*avax.UTXO{}
	network := w.node.network
	for name, chainID := range map[string]ids.ID{"P": constants.PlatformChainID, "X": network.xChainID, "C": network.cChainID} {
		w.imports[name] = map[ids.ID][]*avax.UTXO{}
		for _, source := range []ids.ID{constants.PlatformChainID, network.xChainID, network.cChainID} {
			if source == chainID {
				continue
			}
			values, err := w.atomicBytes(chainID, source)
			if err != nil {
				return err
			}
			for _, value := range values {
				utxo := &avax.UTXO{}
				codec := parser.Codec()
				if name == "P" {
					codec = ptxs.Codec
				}
				if _, err := codec.Unmarshal(value, utxo); err != nil {
					return err
				}
				w.index[utxo.InputID()] = utxo
				w.imports[name][source] = append(w.imports[name][source], utxo)
			}
		}
	}
	return nil
}

// issue makes a block of one transaction, which has to be valid.
func (w *world) issue(d *draft) (ids.ID, error) {
	if d == nil {
		return ids.Empty, errors.New("nothing to spend")
	}
	raw, err := w.sign(d, nil)
	if err != nil {
		return ids.Empty, err
	}
	if w.script != nil {
		id, accepted, err := w.script.issue(w, d.chain, strings.TrimPrefix(d.kind, d.chain), "none", raw)
		if accepted {
			w.accepted = append(w.accepted, id)
		}
		return id, err
	}
	if v := w.of(d.chain, hexText(raw)); !v.OK && !v.Executes {
		return ids.Empty, fmt.Errorf("%s: %s", d.kind, v.Error)
	}
	var id ids.ID
	if d.chain == "X" {
		parser, err := newXParser()
		if err != nil {
			return ids.Empty, err
		}
		parsed, err := parser.ParseTx(raw)
		if err != nil {
			return ids.Empty, err
		}
		id = parsed.ID()
		network := *unexported[*xnetwork.Network](w.x, "network")
		if err := network.IssueTxFromRPC(parsed); err != nil {
			return ids.Empty, err
		}
		err = w.node.x.produceBlock(w.ctx)
		if err != nil {
			return ids.Empty, err
		}
	} else {
		parsed, err := ptxs.Parse(ptxs.Codec, raw)
		if err != nil {
			return ids.Empty, err
		}
		id = parsed.ID()
		if err := w.accept(parsed); err != nil {
			return ids.Empty, fmt.Errorf("%s: %w", d.kind, err)
		}
	}
	w.accepted = append(w.accepted, id)
	return id, w.refresh()
}

// accept puts a transaction into a block at once: the mempool takes no
// transaction type that Etna's fees do not know.
func (w *world) accept(parsed *ptxs.Tx) error {
	parentID, err := w.node.p.vm.LastAccepted(w.ctx)
	if err != nil {
		return err
	}
	parent, err := w.node.p.vm.GetBlock(w.ctx, parentID)
	if err != nil {
		return err
	}
	var blk block.Block
	if w.active(upgradetest.Banff) {
		_, next, err := w.nextState()
		if err != nil {
			return err
		}
		blk, err = block.NewBanffStandardBlock(next, parentID, parent.Height()+1, []*ptxs.Tx{parsed})
		if err != nil {
			return err
		}
	} else {
		blk, err = block.NewApricotStandardBlock(parentID, parent.Height()+1, []*ptxs.Tx{parsed})
		if err != nil {
			return err
		}
	}
	return w.node.p.submit(w.ctx, blk.Bytes())
}

// stake is an amount that a transaction locks as stake.
type stake struct {
	amount uint64
	asset  ids.ID
}

// scenario makes subnets, stakers, L1s, assets and exports.
func (w *world) scenario() error {
	var failed error
	r := rand.New(rand.NewPCG(1, 1))
	if failed = w.refresh(); failed != nil {
		return failed
	}
	step := func(d *draft) ids.ID {
		if failed != nil {
			return ids.Empty
		}
		if failed = w.advance(w.clock.Add(15 * time.Second)); failed != nil {
			return ids.Empty
		}
		var id ids.ID
		id, failed = w.issue(d)
		return id
	}
	// p finishes a P-chain transaction in the plainest way; it has to be made
	// after the step before it.
	p := func(make func() (ptxs.UnsignedTx, *stake)) ids.ID {
		if failed != nil {
			return ids.Empty
		}
		utx, locks := make()
		d := &draft{chain: "P", kind: typeName(utx), p: utx}
		if !w.fundP(r, d, locks, true) {
			failed = fmt.Errorf("%s: nothing to spend", d.kind)
			return ids.Empty
		}
		return step(d)
	}

	ewoq, vmrq := w.address(0), w.address(1)
	one, two := ownedBy(0, 1, ewoq), ownedBy(0, 2, ewoq, vmrq)
	network := w.node.network
	stakers := w.stakers()

	for _, subnet := range []struct {
		name  string
		owner secp256k1fx.OutputOwners
	}{{"plain", one}, {"two", two}, {"elastic", one}, {"l1", one}, {"single", two}} {
		w.subnets[subnet.name] = p(func() (ptxs.UnsignedTx, *stake) {
			owner := subnet.owner
			return &ptxs.CreateSubnetTx{Owner: &owner}, nil
		})
		w.chains[subnet.name] = p(func() (ptxs.UnsignedTx, *stake) {
			return &ptxs.CreateChainTx{
				SubnetID: w.subnets[subnet.name], ChainName: "chain of " + subnet.name, VMID: constants.SubnetEVMID,
				GenesisData: []byte(subnet.name), SubnetAuth: w.auth(&subnet.owner),
			}, nil
		})
	}
	x := w.active(upgradetest.Cortina)
	if x {
		w.assetID = step(w.createAsset(r))
		step(w.exportX(r, constants.PlatformChainID, network.assets["TEST"], 900_000))
		for range 4 {
			step(w.exportX(r, constants.PlatformChainID, network.avaxAssetID, 50*units.Avax))
			step(w.exportX(r, network.cChainID, network.avaxAssetID, 20*units.Avax))
		}
		for _, to := range []ids.ID{constants.PlatformChainID, network.cChainID} {
			step(w.exportX(r, to, network.avaxAssetID, 7*units.Avax, ownedBy(0, 2, ewoq, vmrq)))
			step(w.exportX(r, to, network.avaxAssetID, 8*units.Avax, ownedBy(futureLocktime, 1, ewoq)))
		}
		step(w.exportX(r, network.cChainID, network.assets["TEST"], 5))
		for range 3 {
			step(w.operation(r, 1))
		}
		step(w.operation(r, 3))
	}
	if w.active(upgradetest.Banff) {
		for range 3 {
			p(func() (ptxs.UnsignedTx, *stake) { return w.exportP(network.xChainID), nil })
			p(func() (ptxs.UnsignedTx, *stake) { return w.exportP(network.cChainID), nil })
		}
	}
	at := func(days float64) uint64 {
		return uint64(w.clock.Add(time.Duration(days * float64(24*time.Hour))).Unix())
	}
	durango := w.active(upgradetest.Durango)
	// Before Durango a staker begins later than now.
	soon := func() uint64 { return uint64(w.clock.Add(30 * time.Minute).Unix()) }

	if w.active(upgradetest.Banff) {
		if !durango {
			p(func() (ptxs.UnsignedTx, *stake) {
				return &ptxs.AddValidatorTx{
					Validator:    ptxs.Validator{NodeID: testNode("old validator"), Start: soon(), End: at(60), Wght: 5 * units.KiloAvax},
					RewardsOwner: w.ownerOf(0), DelegationShares: 50_000,
				}, &stake{5 * units.KiloAvax, network.avaxAssetID}
			})
			p(func() (ptxs.UnsignedTx, *stake) {
				return &ptxs.AddValidatorTx{
					Validator:    ptxs.Validator{NodeID: testNode("later validator"), Start: at(10), End: at(70), Wght: 2 * units.KiloAvax},
					RewardsOwner: w.ownerOf(1), DelegationShares: 20_000,
				}, &stake{2 * units.KiloAvax, network.avaxAssetID}
			})
			p(func() (ptxs.UnsignedTx, *stake) {
				return &ptxs.AddDelegatorTx{
					Validator:              ptxs.Validator{NodeID: stakers[2], Start: soon(), End: at(20), Wght: 500 * units.Avax},
					DelegationRewardsOwner: w.ownerOf(0),
				}, &stake{500 * units.Avax, network.avaxAssetID}
			})
		}
		for i, name := range []string{"plain", "two"} {
			for _, nodeID := range stakers[1 : 3-i] {
				p(func() (ptxs.UnsignedTx, *stake) {
					return &ptxs.AddSubnetValidatorTx{
						SubnetValidator: ptxs.SubnetValidator{
							Validator: ptxs.Validator{NodeID: nodeID, Start: soon(), End: at(30), Wght: 7},
							Subnet:    w.subnets[name],
						},
						SubnetAuth: w.authOf(w.subnets[name]),
					}, nil
				})
			}
		}
		p(func() (ptxs.UnsignedTx, *stake) {
			v := w.identity("first validator")
			return &ptxs.AddPermissionlessValidatorTx{
				Validator: ptxs.Validator{NodeID: v.nodeID, Start: soon(), End: at(90), Wght: 2 * units.KiloAvax},
				Signer:    v.pop, ValidatorRewardsOwner: w.ownerOf(0), DelegatorRewardsOwner: w.ownerOf(1), DelegationShares: 20_000,
			}, &stake{2 * units.KiloAvax, network.avaxAssetID}
		})
		p(func() (ptxs.UnsignedTx, *stake) { // nearly all that it may take
			return &ptxs.AddPermissionlessDelegatorTx{
				Validator:              ptxs.Validator{NodeID: w.identity("first validator").nodeID, Start: soon() + 60, End: at(40), Wght: 7_900 * units.Avax},
				DelegationRewardsOwner: w.ownerOf(1),
			}, &stake{7_900 * units.Avax, network.avaxAssetID}
		})
	}
	if x {
		w.elastic = network.assets["TEST"]
		p(func() (ptxs.UnsignedTx, *stake) { return w.importP(r, network.xChainID, w.elastic), nil })
		p(func() (ptxs.UnsignedTx, *stake) {
			return &ptxs.AddSubnetValidatorTx{
				SubnetValidator: ptxs.SubnetValidator{
					Validator: ptxs.Validator{NodeID: stakers[1], Start: soon(), End: at(30), Wght: 700},
					Subnet:    w.subnets["elastic"],
				},
				SubnetAuth: w.authOf(w.subnets["elastic"]),
			}, nil
		})
		p(func() (ptxs.UnsignedTx, *stake) { return w.transform(), nil })
		p(func() (ptxs.UnsignedTx, *stake) {
			return &ptxs.AddPermissionlessValidatorTx{
				Validator: ptxs.Validator{NodeID: stakers[2], Start: soon(), End: at(50), Wght: 2_000},
				Subnet:    w.subnets["elastic"], Signer: &signer.Empty{},
				ValidatorRewardsOwner: w.ownerOf(0), DelegatorRewardsOwner: w.ownerOf(0), DelegationShares: 30_000,
			}, &stake{2_000, w.elastic}
		})
		p(func() (ptxs.UnsignedTx, *stake) {
			return &ptxs.AddPermissionlessDelegatorTx{
				Validator: ptxs.Validator{NodeID: stakers[2], Start: soon() + 60, End: at(30), Wght: 1_000},
				Subnet:    w.subnets["elastic"], DelegationRewardsOwner: w.ownerOf(0),
			}, &stake{1_000, w.elastic}
		})
	}
	if failed == nil && x && w.script == nil {
		failed = w.seedStrangeExport()
	}
	if failed != nil {
		return failed
	}

	// Over the upgrade.
	if failed = w.advance(worldStart.Add(3 * time.Hour)); failed != nil {
		return failed
	}
	if w.active(upgradetest.Etna) {
		w.l1s(p, &failed)
	}
	if w.active(upgradetest.Helicon) {
		w.renewed = p(func() (ptxs.UnsignedTx, *stake) {
			v := w.identity("renewed validator")
			return &ptxs.AddAutoRenewedValidatorTx{
				ValidatorNodeID: v.nodeID.Bytes(), Signer: v.pop,
				ValidatorRewardsOwner: w.ownerOf(0), DelegatorRewardsOwner: w.ownerOf(0), ValidatorAuthority: &two,
				DelegationShares: 20_000, AutoCompoundRewardShares: 300_000, Period: 14 * 24 * 3600,
			}, &stake{2 * units.KiloAvax, network.avaxAssetID}
		})
	}
	if failed != nil {
		return failed
	}
	return w.advance(w.clock.Add(time.Minute))
}

// seedStrangeExport puts an output into the shared memory that the C-chain
// could have exported before Banff: of an asset that the X-chain does not know
// as one.
func (w *world) seedStrangeExport() error {
	strange := ids.Empty
	for _, id := range w.accepted {
		if _, err := w.xState().GetTx(id); err == nil && id != w.assetID {
			strange = id
		}
	}
	owner := w.address(0)
	utxo := &avax.UTXO{
		UTXOID: avax.UTXOID{TxID: ids.ID{'s', 't', 'r', 'a', 'n', 'g', 'e'}},
		Asset:  avax.Asset{ID: strange},
		Out:    transfer(5, 0, 1, owner),
	}
	raw, err := xParser.Codec().Marshal(0, utxo)
	if err != nil {
		return err
	}
	id := utxo.InputID()
	return w.node.memory.NewSharedMemory(w.node.network.cChainID).Apply(map[ids.ID]*atomic.Requests{
		w.node.network.xChainID: {PutRequests: []*atomic.Element{{Key: id[:], Value: raw, Traits: [][]byte{owner.Bytes()}}}},
	})
}

type finish = func(func() (ptxs.UnsignedTx, *stake)) ids.ID

// l1s makes an L1 of several validators and one of a single one.
func (w *world) l1s(p finish, failed *error) {
	self := w.node.identity
	entry := func(v *nodeIdentity, weight, balance uint64) *ptxs.ConvertSubnetToL1Validator {
		return &ptxs.ConvertSubnetToL1Validator{
			NodeID: v.nodeID.Bytes(), Weight: weight, Balance: balance, Signer: *v.pop,
			RemainingBalanceOwner: message.PChainOwner{Threshold: 1, Addresses: []ids.ShortID{w.address(0)}},
			DeactivationOwner:     message.PChainOwner{Threshold: 1, Addresses: []ids.ShortID{w.address(0)}},
		}
	}
	convert := func(name string, validators ...*ptxs.ConvertSubnetToL1Validator) {
		slices.SortFunc(validators, (*ptxs.ConvertSubnetToL1Validator).Compare)
		p(func() (ptxs.UnsignedTx, *stake) {
			return &ptxs.ConvertSubnetToL1Tx{
				Subnet: w.subnets[name], ChainID: w.chains[name], Address: managerAddress,
				Validators: validators, SubnetAuth: w.authOf(w.subnets[name]),
			}, nil
		})
		for i := range validators {
			w.validations[fmt.Sprintf("%s %d", name, i)] = w.subnets[name].Append(uint32(i))
		}
	}
	convert("l1", entry(self, 100, 10*units.Avax), entry(w.identity("second L1 node"), 20, 5*units.Avax), entry(w.identity("unpaid L1 node"), 5, 0))
	convert("single", entry(self, 50, 10*units.Avax))
	if *failed != nil {
		return
	}
	for i, name := range []string{"registered L1 node", "short L1 node", "disabled L1 node"} {
		v := w.identity(name)
		msg, err := w.registration("l1", v, uint64(w.clock.Add(2*time.Hour).Unix()), uint64(5+i))
		if err != nil {
			*failed = err
			return
		}
		w.validations[name] = msg.ValidationID()
		w.registrations = append(w.registrations, msg)
		p(func() (ptxs.UnsignedTx, *stake) {
			return &ptxs.RegisterL1ValidatorTx{
				// The second lasts an hour or so.
				Balance: []uint64{units.Avax, 2_000_000, units.Avax}[i], ProofOfPossession: v.pop.ProofOfPossession,
				Message: w.warpMessage(w.chains["l1"], managerAddress, msg.Bytes()),
			}, nil
		})
	}
	p(func() (ptxs.UnsignedTx, *stake) {
		msg, err := message.NewL1ValidatorWeight(w.validations["registered L1 node"], 4, 30)
		if err != nil {
			*failed = err
		}
		return &ptxs.SetL1ValidatorWeightTx{Message: w.warpMessage(w.chains["l1"], managerAddress, msg.Bytes())}, nil
	})
	p(func() (ptxs.UnsignedTx, *stake) {
		return &ptxs.DisableL1ValidatorTx{ValidationID: w.validations["disabled L1 node"], DisableAuth: w.auth(w.ownerOf(0))}, nil
	})
}

func (w *world) registration(subnet string, v *nodeIdentity, expiry, weight uint64) (*message.RegisterL1Validator, error) {
	owner := message.PChainOwner{Threshold: 1, Addresses: []ids.ShortID{w.address(0)}}
	return message.NewRegisterL1Validator(w.subnets[subnet], v.nodeID, v.pop.PublicKey, expiry, owner, owner, weight)
}

// warpMessage is a call signed by every validator of the source's subnet whose
// key this world has.
func (w *world) warpMessage(source ids.ID, address, call []byte) []byte {
	addressed, err := payload.NewAddressedCall(address, call)
	if err != nil {
		panic(err)
	}
	unsigned, err := warp.NewUnsignedMessage(w.node.network.id, source, addressed.Bytes())
	if err != nil {
		panic(err)
	}
	return w.signWarp(unsigned, nil)
}

// signWarp signs a message; edit may change who signs.
func (w *world) signWarp(unsigned *warp.UnsignedMessage, edit func(signers []int) []int) []byte {
	members := w.warpMembers(unsigned.SourceChainID)
	var signers []int
	for i, key := range members {
		if w.blsOf(key) != nil {
			signers = append(signers, i)
		}
	}
	if edit != nil {
		signers = edit(signers)
	}
	var signatures []*bls.Signature
	bits := set.NewBits()
	for _, i := range signers {
		bits.Add(i)
		key := w.bls[0]
		if i < len(members) && w.blsOf(members[i]) != nil {
			key = w.blsOf(members[i])
		}
		signature, err := key.bls.Sign(unsigned.Bytes())
		if err != nil {
			panic(err)
		}
		signatures = append(signatures, signature)
	}
	signed := &warp.BitSetSignature{Signers: bits.Bytes()}
	if len(signatures) > 0 {
		aggregate, err := bls.AggregateSignatures(signatures)
		if err != nil {
			panic(err)
		}
		copy(signed.Signature[:], bls.SignatureToBytes(aggregate))
	}
	msg, err := warp.NewMessage(unsigned, signed)
	if err != nil {
		panic(err)
	}
	return msg.Bytes()
}

// warpMembers lists the public keys of those who sign for a chain.
func (w *world) warpMembers(chainID ids.ID) [][]byte {
	c := w.node.p
	c.ctx.Lock.Lock()
	defer c.ctx.Lock.Unlock()
	subnetID, err := c.ctx.ValidatorState.GetSubnetID(w.ctx, chainID)
	if err != nil {
		return nil
	}
	height, err := w.p.GetCurrentHeight(w.ctx)
	if err != nil {
		panic(err)
	}
	sets, err := c.ctx.ValidatorState.GetWarpValidatorSets(w.ctx, height)
	if err != nil {
		panic(err)
	}
	var members [][]byte
	for _, member := range sets[subnetID].Validators {
		members = append(members, member.PublicKeyBytes)
	}
	return members
}

func (w *world) blsOf(uncompressed []byte) *nodeIdentity {
	for _, v := range w.bls {
		if bytes.Equal(v.uncompressedBLSKey(), uncompressed) {
			return v
		}
	}
	return nil
}

// identity is a node of a name, with the same ID and BLS key every time.
func (w *world) identity(name string) *nodeIdentity {
	id := ids.NodeID(ids.BuildTestNodeID([]byte(name)))
	for _, v := range w.bls {
		if v.nodeID == id {
			return v
		}
	}
	key, err := fixedBLSKey("avalanche oracle localnode: " + name)
	if err != nil {
		panic(err)
	}
	pop, err := signer.NewProofOfPossession(key)
	if err != nil {
		panic(err)
	}
	v := &nodeIdentity{nodeID: id, bls: key, pop: pop}
	w.bls = append(w.bls, v)
	return v
}

func testNode(name string) ids.NodeID { return ids.BuildTestNodeID([]byte(name)) }

// stakers are the validators of the genesis, in the order of their IDs but for
// this node, which comes first.
func (w *world) stakers() []ids.NodeID {
	list := []ids.NodeID{}
	for _, staker := range genesis.LocalConfig.InitialStakers {
		list = append(list, staker.NodeID)
	}
	slices.SortFunc(list, ids.NodeID.Compare)
	return append([]ids.NodeID{w.node.identity.nodeID}, list...)
}

func (w *world) address(i int) ids.ShortID { return fundedWallets()[i].key.Address() }

func (w *world) ownerOf(i int) *secp256k1fx.OutputOwners {
	return &secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{w.address(i)}}
}

// auth names the first signers that satisfy the owner.
func (*world) auth(owner *secp256k1fx.OutputOwners) *secp256k1fx.Input {
	return &secp256k1fx.Input{SigIndices: firstIndices(owner.Threshold)}
}

func firstIndices(threshold uint32) []uint32 {
	indices := make([]uint32, threshold)
	for i := range indices {
		indices[i] = uint32(i)
	}
	return indices
}

// subnetOwner is nil for a subnet that is not there.
func (w *world) subnetOwner(subnetID ids.ID) *secp256k1fx.OutputOwners {
	owner, err := w.pState().GetSubnetOwner(subnetID)
	if err != nil {
		return nil
	}
	return owner.(*secp256k1fx.OutputOwners)
}

func (w *world) authOf(subnetID ids.ID) *secp256k1fx.Input {
	if owner := w.subnetOwner(subnetID); owner != nil {
		return w.auth(owner)
	}
	return &secp256k1fx.Input{}
}

func (w *world) l1Validator(validationID ids.ID) (pstate.L1Validator, bool) {
	v, err := w.pState().GetL1Validator(validationID)
	return v, err == nil
}

func typeName(of any) string { return reflect.TypeOf(of).Elem().Name() }
