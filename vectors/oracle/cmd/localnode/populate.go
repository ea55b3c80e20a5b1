package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/ava-labs/avalanchego/api"
	"github.com/ava-labs/avalanchego/codec"
	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/formatting"
	"github.com/ava-labs/avalanchego/utils/rpc"
	"github.com/ava-labs/avalanchego/utils/set"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/avm"
	"github.com/ava-labs/avalanchego/vms/avm/txs"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/components/verify"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/vms/platformvm/fx"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/status"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/chain/p"
	"github.com/ava-labs/avalanchego/wallet/chain/x"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary/common"

	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
	pbuilder "github.com/ava-labs/avalanchego/wallet/chain/p/builder"
	psigner "github.com/ava-labs/avalanchego/wallet/chain/p/signer"
	pwallet "github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
	xbuilder "github.com/ava-labs/avalanchego/wallet/chain/x/builder"
	xsigner "github.com/ava-labs/avalanchego/wallet/chain/x/signer"
)

// shortStake is the longest minimum staking period for which the populator
// waits until a staker is rewarded.
const shortStake = 30 * time.Second

// issued names a transaction that the populator issued, or, where it has
// Bytes, one that it only signed and left for others to issue.
type issued struct {
	Name  string `json:"name"`
	Chain string `json:"chain"`
	ID    ids.ID `json:"id"`
	Bytes string `json:"bytes,omitempty"`
}

// populator issues one transaction of each sort with avalanchego's own wallet,
// over HTTP like any other client, and waits for each to be accepted.
type populator struct {
	node    *localNode
	ctx     context.Context
	pClient *platformvm.Client
	xClient *avm.Client
	p       pwallet.Wallet
	x       x.Wallet
	owner   *secp256k1fx.OutputOwners
	done    []issued
	err     error
}

// populate returns what it issued, up to the first failure.
func populate(ctx context.Context, n *localNode) ([]issued, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()

	pop, err := newPopulator(ctx, n)
	if err != nil {
		return nil, err
	}
	pop.transfers()
	pop.assets()
	pop.subnet()
	pop.stakers()
	pop.unissued()
	return pop.done, pop.err
}

func newPopulator(ctx context.Context, n *localNode) (*populator, error) {
	var (
		wallets   = fundedWallets()[:2]
		keychain  = secp256k1fx.NewKeychain(wallets[0].key, wallets[1].key)
		addresses = keychain.Addresses()
		pClient   = platformvm.NewClient(n.url)
		xClient   = avm.NewClient(n.url, xbuilder.Alias)
		utxos     = common.NewUTXOs()
	)
	pCtx, err := p.NewContextFromURI(ctx, n.url)
	if err != nil {
		return nil, fmt.Errorf("P-chain context: %w", err)
	}
	xCtx, err := x.NewContextFromURI(ctx, n.url)
	if err != nil {
		return nil, fmt.Errorf("X-chain context: %w", err)
	}

	parser, err := newXParser()
	if err != nil {
		return nil, err
	}
	chains := []struct {
		id     ids.ID
		client utxoClient
		codec  codec.Manager
	}{
		{constants.PlatformChainID, pClient, ptxs.Codec},
		{n.network.xChainID, xClient, parser.Codec()},
	}
	sources := []ids.ID{constants.PlatformChainID, n.network.xChainID, n.network.cChainID}
	for _, chain := range chains {
		for _, source := range sources {
			err := fetchUTXOs(ctx, chain.client, chain.codec, addresses, source, func(utxo *avax.UTXO) error {
				return utxos.AddUTXO(ctx, source, chain.id, utxo)
			})
			if err != nil {
				return nil, fmt.Errorf("fetching the UTXOs of %s from %s: %w", chain.id, source, err)
			}
		}
	}

	pBackend := pwallet.NewBackend(common.NewChainUTXOs(constants.PlatformChainID, utxos), map[ids.ID]fx.Owner{})
	xBackend := x.NewBackend(xCtx, common.NewChainUTXOs(n.network.xChainID, utxos))
	return &populator{
		node:    n,
		ctx:     ctx,
		pClient: pClient,
		xClient: xClient,
		p: pwallet.New(
			p.NewClient(pClient, pBackend),
			pbuilder.New(addresses, pCtx, pBackend),
			psigner.New(keychain, pBackend),
		),
		x: x.NewWallet(
			xbuilder.New(addresses, xCtx, xBackend),
			xsigner.New(keychain, xBackend),
			xClient,
			xBackend,
		),
		owner: &secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{wallets[0].key.Address()}},
	}, nil
}

type utxoClient interface {
	GetAtomicUTXOs(
		ctx context.Context,
		addrs []ids.ShortID,
		sourceChain string,
		limit uint32,
		startAddress ids.ShortID,
		startUTXOID ids.ID,
		options ...rpc.Option,
	) ([][]byte, ids.ShortID, ids.ID, error)
}

func fetchUTXOs(
	ctx context.Context,
	client utxoClient,
	codec codec.Manager,
	addresses set.Set[ids.ShortID],
	source ids.ID,
	add func(*avax.UTXO) error,
) error {
	const limit = 1024
	var (
		lastAddress ids.ShortID
		lastID      ids.ID
	)
	for {
		page, address, id, err := client.GetAtomicUTXOs(ctx, addresses.List(), source.String(), limit, lastAddress, lastID)
		if err != nil {
			return err
		}
		for _, encoded := range page {
			utxo := &avax.UTXO{}
			if _, err := codec.Unmarshal(encoded, utxo); err != nil {
				return err
			}
			if err := add(utxo); err != nil {
				return err
			}
		}
		if len(page) < limit {
			return nil
		}
		lastAddress, lastID = address, id
	}
}

// Issuing. After a failure everything below does nothing.

func (pop *populator) onP(name string, issue func(...common.Option) (*ptxs.Tx, error)) *ptxs.Tx {
	if pop.err != nil {
		return &ptxs.Tx{}
	}
	tx, err := issue(common.WithContext(pop.ctx), common.WithPollFrequency(20*time.Millisecond))
	if err != nil {
		pop.err = fmt.Errorf("P %s: %w", name, err)
		return &ptxs.Tx{}
	}
	pop.done = append(pop.done, issued{Name: name, Chain: "P", ID: tx.ID()})

	got, err := pop.pClient.GetTxStatus(pop.ctx, tx.ID())
	if err == nil && got.Status != status.Committed {
		err = fmt.Errorf("status %s", got.Status)
	}
	if err == nil {
		_, err = pop.pClient.GetTx(pop.ctx, tx.ID())
	}
	if err != nil {
		pop.err = fmt.Errorf("P %s: reading back: %w", name, err)
	}
	return tx
}

func (pop *populator) onX(name string, issue func(...common.Option) (*txs.Tx, error)) *txs.Tx {
	if pop.err != nil {
		return &txs.Tx{}
	}
	tx, err := issue(common.WithContext(pop.ctx), common.WithPollFrequency(20*time.Millisecond))
	if err != nil {
		pop.err = fmt.Errorf("X %s: %w", name, err)
		return &txs.Tx{}
	}
	pop.done = append(pop.done, issued{Name: name, Chain: "X", ID: tx.ID()})

	if _, err := pop.xClient.GetTx(pop.ctx, tx.ID()); err != nil {
		pop.err = fmt.Errorf("X %s: reading back: %w", name, err)
	}
	return tx
}

func (pop *populator) avax(amount uint64) []*avax.TransferableOutput {
	return []*avax.TransferableOutput{{
		Asset: avax.Asset{ID: pop.node.network.avaxAssetID},
		Out:   &secp256k1fx.TransferOutput{Amt: amount, OutputOwners: *pop.owner},
	}}
}

// multisig is two outputs: one for two of three owners, one locked until 2100.
func (pop *populator) multisig() []*avax.TransferableOutput {
	var owners []ids.ShortID
	for _, w := range fundedWallets()[:3] {
		owners = append(owners, w.key.Address())
	}
	outs := append(pop.avax(units.Avax), pop.avax(2*units.Avax)...)
	outs[0].Out = transfer(units.Avax, 0, 2, owners...)
	outs[1].Out = transfer(2*units.Avax, futureLocktime, 1, owners[0])
	return outs
}

func (pop *populator) transfers() {
	var (
		pChain = constants.PlatformChainID
		xChain = pop.node.network.xChainID
		cChain = pop.node.network.cChainID
	)
	pop.onP("BaseTx", func(o ...common.Option) (*ptxs.Tx, error) { return pop.p.IssueBaseTx(pop.avax(units.Avax), o...) })
	pop.onX("BaseTx", func(o ...common.Option) (*txs.Tx, error) { return pop.x.IssueBaseTx(pop.avax(units.Avax), o...) })

	pop.onP("BaseTx to many owners", func(o ...common.Option) (*ptxs.Tx, error) { return pop.p.IssueBaseTx(pop.multisig(), o...) })
	pop.onX("BaseTx to many owners", func(o ...common.Option) (*txs.Tx, error) { return pop.x.IssueBaseTx(pop.multisig(), o...) })

	pop.onX("ExportTx to P", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueExportTx(pChain, pop.avax(5*units.Avax), o...)
	})
	pop.onP("ImportTx from X", func(o ...common.Option) (*ptxs.Tx, error) { return pop.p.IssueImportTx(xChain, pop.owner, o...) })
	pop.onP("ExportTx to X", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueExportTx(xChain, pop.avax(5*units.Avax), o...)
	})
	pop.onX("ImportTx from P", func(o ...common.Option) (*txs.Tx, error) { return pop.x.IssueImportTx(pChain, pop.owner, o...) })

	pop.onP("ExportTx to C", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueExportTx(cChain, pop.avax(units.Avax), o...)
	})
	pop.onX("ExportTx to C", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueExportTx(cChain, pop.avax(units.Avax), o...)
	})
	pop.onP("ImportTx from C", func(o ...common.Option) (*ptxs.Tx, error) { return pop.p.IssueImportTx(cChain, pop.owner, o...) })
	pop.onX("ImportTx from C", func(o ...common.Option) (*txs.Tx, error) { return pop.x.IssueImportTx(cChain, pop.owner, o...) })
}

func (pop *populator) assets() {
	const (
		secpFx = iota
		nftFx
		propertyFx
	)
	// Not ewoq's, for the reason given at richXGenesis.
	propertyOwner := ownedBy(0, 1, fundedWallets()[1].key.Address())
	states := map[uint32][]verify.State{
		secpFx:     {transfer(1_000, 0, 1, pop.owner.Addrs...), &secp256k1fx.MintOutput{OutputOwners: *pop.owner}},
		nftFx:      {&nftfx.MintOutput{GroupID: 1, OutputOwners: *pop.owner}},
		propertyFx: {&propertyfx.MintOutput{OutputOwners: propertyOwner}},
	}
	asset := pop.onX("CreateAssetTx", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueCreateAssetTx("Populated Asset", "POPU", 3, states, o...)
	}).ID()

	pop.onX("OperationTx minting tokens", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueOperationTxMintFT(map[ids.ID]*secp256k1fx.TransferOutput{asset: transfer(500, 0, 1, pop.owner.Addrs...)}, o...)
	})
	nft := pop.onX("OperationTx minting an NFT", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueOperationTxMintNFT(asset, []byte(`{"name":"populated"}`), []*secp256k1fx.OutputOwners{pop.owner}, o...)
	})
	pop.onX("OperationTx minting a property", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueOperationTxMintProperty(asset, &propertyOwner, o...)
	})
	pop.onX("OperationTx burning a property", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueOperationTxBurnProperty(asset, o...)
	})

	if pop.err != nil {
		return // nft is then empty
	}
	// The wallet has no method for moving an NFT.
	for _, utxo := range nft.UTXOs() {
		out, ok := utxo.Out.(*nftfx.TransferOutput)
		if !ok {
			continue
		}
		operation := &txs.Operation{
			Asset:   utxo.Asset,
			UTXOIDs: []*avax.UTXOID{&utxo.UTXOID},
			Op: &nftfx.TransferOperation{
				Input:  secp256k1fx.Input{SigIndices: []uint32{0}},
				Output: *out,
			},
		}
		pop.onX("OperationTx moving an NFT", func(o ...common.Option) (*txs.Tx, error) {
			return pop.x.IssueOperationTx([]*txs.Operation{operation}, o...)
		})
	}
	pop.onX("BaseTx of another asset", func(o ...common.Option) (*txs.Tx, error) {
		return pop.x.IssueBaseTx([]*avax.TransferableOutput{{
			Asset: avax.Asset{ID: asset},
			Out:   transfer(10, 0, 1, pop.owner.Addrs...),
		}}, o...)
	})
}

// subnet makes a subnet, then makes it an L1 whose only validator is this
// node, and manages the L1's validators with warp messages.
func (pop *populator) subnet() {
	node := pop.node.identity
	staker := genesis.LocalConfig.InitialStakers[0].NodeID // a validator in either genesis
	subnetID := pop.onP("CreateSubnetTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueCreateSubnetTx(pop.owner, o...)
	}).ID()
	chainID := pop.onP("CreateChainTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueCreateChainTx(subnetID, []byte(`{"genesis":true}`), constants.SubnetEVMID, nil, "populated", o...)
	}).ID()
	pop.onP("AddSubnetValidatorTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueAddSubnetValidatorTx(&ptxs.SubnetValidator{
			Validator: ptxs.Validator{NodeID: staker, End: pop.after(48 * time.Hour), Wght: 7},
			Subnet:    subnetID,
		}, o...)
	})
	pop.onP("RemoveSubnetValidatorTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueRemoveSubnetValidatorTx(staker, subnetID, o...)
	})
	pop.onP("TransferSubnetOwnershipTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueTransferSubnetOwnershipTx(subnetID, pop.owner, o...)
	})

	// Another subnet, which keeps its owners and its validator.
	otherID := pop.onP("CreateSubnetTx with two owners", func(o ...common.Option) (*ptxs.Tx, error) {
		wallets := fundedWallets()
		owners := ownedBy(0, 2, wallets[0].key.Address(), wallets[1].key.Address())
		return pop.p.IssueCreateSubnetTx(&owners, o...)
	}).ID()
	pop.onP("CreateChainTx signed by two", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueCreateChainTx(otherID, []byte{1, 2, 3}, constants.XSVMID, []ids.ID{secp256k1fx.ID}, "other", o...)
	})
	pop.onP("AddSubnetValidatorTx signed by two", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueAddSubnetValidatorTx(&ptxs.SubnetValidator{
			Validator: ptxs.Validator{NodeID: staker, End: pop.after(72 * time.Hour), Wght: 9},
			Subnet:    otherID,
		}, o...)
	})

	manager := []byte("validator manager")
	owner := message.PChainOwner{Threshold: 1, Addresses: pop.owner.Addrs}
	pop.onP("ConvertSubnetToL1Tx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueConvertSubnetToL1Tx(subnetID, chainID, manager, []*ptxs.ConvertSubnetToL1Validator{{
			NodeID:                node.nodeID.Bytes(),
			Weight:                100,
			Balance:               units.Avax,
			Signer:                *node.pop,
			RemainingBalanceOwner: owner,
			DeactivationOwner:     owner,
		}}, o...)
	})

	// A second validator, small enough for the first to decide alone.
	second, err := newL1Validator()
	if err != nil {
		pop.err = err
		return
	}
	registration, err := message.NewRegisterL1Validator(
		subnetID, second.nodeID, second.pop.PublicKey, pop.after(time.Hour), owner, owner, 10,
	)
	if err != nil {
		pop.err = err
		return
	}
	pop.onP("RegisterL1ValidatorTx", func(o ...common.Option) (*ptxs.Tx, error) {
		signed, err := pop.warpMessage(chainID, manager, registration.Bytes(), node)
		if err != nil {
			return nil, err
		}
		return pop.p.IssueRegisterL1ValidatorTx(units.Avax, second.pop.ProofOfPossession, signed, o...)
	})
	validationID := registration.ValidationID()
	pop.onP("SetL1ValidatorWeightTx", func(o ...common.Option) (*ptxs.Tx, error) {
		weight, err := message.NewL1ValidatorWeight(validationID, 1, 20)
		if err != nil {
			return nil, err
		}
		signed, err := pop.warpMessage(chainID, manager, weight.Bytes(), node, second)
		if err != nil {
			return nil, err
		}
		return pop.p.IssueSetL1ValidatorWeightTx(signed, o...)
	})
	pop.onP("IncreaseL1ValidatorBalanceTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueIncreaseL1ValidatorBalanceTx(validationID, units.Avax, o...)
	})
	pop.onP("DisableL1ValidatorTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueDisableL1ValidatorTx(validationID, o...)
	})
}

func newL1Validator() (*nodeIdentity, error) {
	key, err := fixedBLSKey("avalanche oracle localnode: second L1 validator")
	if err != nil {
		return nil, err
	}
	pop, err := signer.NewProofOfPossession(key)
	return &nodeIdentity{nodeID: ids.BuildTestNodeID([]byte("second L1 node")), bls: key, pop: pop}, err
}

// warpMessage is a call from the validator manager, signed by this node alone.
// The bit that says who signed counts the validators of the source chain's
// subnet in the order of their uncompressed public keys.
func (pop *populator) warpMessage(sourceChain ids.ID, sourceAddress, call []byte, validators ...*nodeIdentity) ([]byte, error) {
	addressed, err := payload.NewAddressedCall(sourceAddress, call)
	if err != nil {
		return nil, err
	}
	unsigned, err := warp.NewUnsignedMessage(pop.node.network.id, sourceChain, addressed.Bytes())
	if err != nil {
		return nil, err
	}
	self := pop.node.identity
	signature, err := self.bls.Sign(unsigned.Bytes())
	if err != nil {
		return nil, err
	}
	position := 0
	for _, v := range validators {
		if bytes.Compare(v.uncompressedBLSKey(), self.uncompressedBLSKey()) < 0 {
			position++
		}
	}
	signed := &warp.BitSetSignature{Signers: set.NewBits(position).Bytes()}
	copy(signed.Signature[:], bls.SignatureToBytes(signature))
	msg, err := warp.NewMessage(unsigned, signed)
	if err != nil {
		return nil, err
	}
	return msg.Bytes(), nil
}

func (pop *populator) stakers() {
	var (
		avaxID = pop.node.network.avaxAssetID
		// Takes an eighth of the rewards; InitialStakers[0] takes them all.
		delegatee = genesis.LocalConfig.InitialStakers[3].NodeID

		period   = max(pop.node.params.HeliconMinStakeDuration, pop.node.params.MinStakeDuration) + 5*time.Second
		heliconP = pop.node.params.HeliconMinStakeDuration + 5*time.Second
		// Helicon lowers the minimum of validators only.
		delegationP = pop.node.params.MinStakeDuration + 5*time.Second
	)
	if pop.node.upgrades.IsHeliconActivated(time.Now()) {
		period = heliconP
	}
	validator := func(seed string) (*nodeIdentity, error) {
		key, err := fixedBLSKey(seed)
		if err != nil {
			return nil, err
		}
		proof, err := signer.NewProofOfPossession(key)
		return &nodeIdentity{nodeID: ids.BuildTestNodeID([]byte(seed)), bls: key, pop: proof}, err
	}

	pop.onP("AddPermissionlessValidatorTx", func(o ...common.Option) (*ptxs.Tx, error) {
		v, err := validator("populated validator")
		if err != nil {
			return nil, err
		}
		return pop.p.IssueAddPermissionlessValidatorTx(&ptxs.SubnetValidator{
			Validator: ptxs.Validator{NodeID: v.nodeID, End: pop.after(period), Wght: 2 * units.KiloAvax},
			Subnet:    constants.PrimaryNetworkID,
		}, v.pop, avaxID, pop.owner, pop.owner, 20_000, o...)
	})
	delegation := pop.onP("AddPermissionlessDelegatorTx", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueAddPermissionlessDelegatorTx(&ptxs.SubnetValidator{
			Validator: ptxs.Validator{NodeID: delegatee, End: pop.after(delegationP), Wght: 25 * units.Avax},
			Subnet:    constants.PrimaryNetworkID,
		}, avaxID, pop.owner, o...)
	}).ID()

	pop.onP("AddPermissionlessDelegatorTx of locked stake", func(o ...common.Option) (*ptxs.Tx, error) {
		return pop.p.IssueAddPermissionlessDelegatorTx(&ptxs.SubnetValidator{
			Validator: ptxs.Validator{NodeID: delegatee, End: pop.after(30 * 24 * time.Hour), Wght: 12 * units.KiloAvax},
			Subnet:    constants.PrimaryNetworkID,
		}, avaxID, pop.owner, append(o, common.WithStakeableLocked())...)
	})

	if pop.node.upgrades.IsHeliconActivated(time.Now()) {
		renewed := pop.onP("AddAutoRenewedValidatorTx", func(o ...common.Option) (*ptxs.Tx, error) {
			v, err := validator("renewed validator")
			if err != nil {
				return nil, err
			}
			return pop.p.IssueAddAutoRenewedValidatorTx(
				v.nodeID, 2*units.KiloAvax, v.pop, pop.owner, pop.owner, pop.owner, 20_000, 300_000, period, o...,
			)
		}).ID()
		pop.onP("SetAutoRenewedValidatorConfigTx", func(o ...common.Option) (*ptxs.Tx, error) {
			return pop.p.IssueSetAutoRenewedValidatorConfigTx(renewed, 200_000, period, o...)
		})
	}

	if pop.err != nil || delegationP > shortStake {
		return
	}
	pop.err = pop.awaitReward(delegation)
}

// unissued signs a transfer on each chain that whoever reads the ready line
// may issue.
func (pop *populator) unissued() {
	if pop.err != nil {
		return
	}
	sign := func(chain string, make func() (ids.ID, []byte, error)) {
		id, signed, err := make()
		if err != nil {
			pop.err = fmt.Errorf("%s unissued BaseTx: %w", chain, err)
			return
		}
		text, err := formatting.Encode(formatting.Hex, signed)
		if err != nil {
			pop.err = err
			return
		}
		pop.done = append(pop.done, issued{Name: "unissued BaseTx", Chain: chain, ID: id, Bytes: text})
	}
	sign("P", func() (ids.ID, []byte, error) {
		utx, err := pop.p.Builder().NewBaseTx(pop.avax(units.Avax))
		if err != nil {
			return ids.Empty, nil, err
		}
		tx, err := psigner.SignUnsigned(pop.ctx, pop.p.Signer(), utx)
		if err != nil {
			return ids.Empty, nil, err
		}
		return tx.ID(), tx.Bytes(), nil
	})
	sign("X", func() (ids.ID, []byte, error) {
		utx, err := pop.x.Builder().NewBaseTx(pop.avax(units.Avax))
		if err != nil {
			return ids.Empty, nil, err
		}
		tx, err := xsigner.SignUnsigned(pop.ctx, pop.x.Signer(), utx)
		if err != nil {
			return ids.Empty, nil, err
		}
		return tx.ID(), tx.Bytes(), nil
	})
}

// awaitReward waits until the P-chain has paid the reward of a staker.
func (pop *populator) awaitReward(stakerTx ids.ID) error {
	for {
		utxos, err := pop.pClient.GetRewardUTXOs(pop.ctx, &api.GetTxArgs{TxID: stakerTx, Encoding: formatting.Hex})
		if err != nil {
			return fmt.Errorf("reward of %s: %w", stakerTx, err)
		}
		if len(utxos) > 0 {
			return nil
		}
		select {
		case <-pop.ctx.Done():
			return fmt.Errorf("no reward for %s: %w", stakerTx, pop.ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// after is a Unix time in the future.
func (*populator) after(d time.Duration) uint64 {
	return uint64(time.Now().Add(d).Unix())
}
