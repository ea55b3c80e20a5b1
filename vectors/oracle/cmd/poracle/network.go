package main

import (
	"fmt"
	"sync"

	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/snow"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/formatting/address"
	"github.com/ava-labs/avalanchego/utils/logging"
	"github.com/ava-labs/avalanchego/vms/components/gas"

	vfee "github.com/ava-labs/avalanchego/vms/platformvm/validators/fee"
)

// network is one Avalanche network with a P-chain context made by hand from
// its built-in genesis.
type network struct {
	name string
	id   uint32
	ctx  *snow.Context

	fees    gas.Config
	valFees vfee.Config
}

var (
	networksMu sync.Mutex
	networks   = map[uint32]*network{}
)

func networkByName(s string) (*network, error) {
	switch s {
	case "", "null", "local", "12345":
		return loadNetwork("local", constants.LocalID)
	case "fuji", "testnet", "5":
		return loadNetwork("fuji", constants.FujiID)
	case "mainnet", "1":
		return loadNetwork("mainnet", constants.MainnetID)
	default:
		return nil, fmt.Errorf("unknown network %q", s)
	}
}

func loadNetwork(name string, id uint32) (*network, error) {
	networksMu.Lock()
	defer networksMu.Unlock()
	if n, ok := networks[id]; ok {
		return n, nil
	}

	genesisBytes, avaxAssetID, err := genesis.FromConfig(genesis.GetConfig(id))
	if err != nil {
		return nil, fmt.Errorf("genesis of %s: %w", name, err)
	}
	xTx, err := genesis.VMGenesis(genesisBytes, constants.AVMID)
	if err != nil {
		return nil, err
	}
	cTx, err := genesis.VMGenesis(genesisBytes, constants.EVMID)
	if err != nil {
		return nil, err
	}

	lookup := ids.NewAliaser()
	for _, a := range []struct {
		id    ids.ID
		alias string
	}{
		{constants.PlatformChainID, "P"},
		{xTx.ID(), "X"},
		{cTx.ID(), "C"},
	} {
		if err := lookup.Alias(a.id, a.alias); err != nil {
			return nil, err
		}
	}

	fees := genesis.GetTxFeeConfig(id)
	n := &network{
		name: name,
		id:   id,
		ctx: &snow.Context{
			NetworkID:   id,
			SubnetID:    constants.PrimaryNetworkID,
			ChainID:     constants.PlatformChainID,
			XChainID:    xTx.ID(),
			CChainID:    cTx.ID(),
			AVAXAssetID: avaxAssetID,
			Log:         logging.NoLog{},
			BCLookup:    lookup,
		},
		fees:    fees.DynamicFeeConfig,
		valFees: fees.ValidatorFeeConfig,
	}
	networks[id] = n
	return n, nil
}

// bech32 prints a short ID the way the P-chain API does.
func (n *network) bech32(addr ids.ShortID) string {
	s, err := address.Format("P", constants.GetHRP(n.id), addr[:])
	if err != nil {
		return "error: " + err.Error()
	}
	return s
}

// localStart stands for the start time of the local network, which avalanchego
// moves on every nine months: the genesis printed is then always the same.
const localStart = 1_791_000_000

type genesisRecord struct {
	Network     string `json:"network"`
	NetworkID   uint32 `json:"networkID"`
	Size        int    `json:"size"`
	GenesisID   string `json:"genesisID"`
	XChainID    ids.ID `json:"xChainID"`
	CChainID    ids.ID `json:"cChainID"`
	AVAXAssetID ids.ID `json:"avaxAssetID"`
	Hex         string `json:"hex"`
}

func runGenesis(o genOptions, out *writer) error {
	for _, n := range o.networks {
		config := *genesis.GetConfig(n.id)
		if n.id == constants.LocalID {
			config.StartTime = localStart
		}
		raw, _, err := genesis.FromConfig(&config)
		if err != nil {
			return err
		}
		if err := out.Put(genesisRecord{
			Network:     n.name,
			NetworkID:   n.id,
			Size:        len(raw),
			GenesisID:   hashOfBytes(raw),
			XChainID:    n.ctx.XChainID,
			CChainID:    n.ctx.CChainID,
			AVAXAssetID: n.ctx.AVAXAssetID,
			Hex:         hex0x(raw),
		}); err != nil {
			return err
		}
	}
	return nil
}

func runNetworks(out *writer) error {
	for _, name := range []string{"local", "fuji", "mainnet"} {
		n, err := networkByName(name)
		if err != nil {
			return err
		}
		err = out.Put(map[string]any{
			"network":            n.name,
			"networkID":          n.id,
			"hrp":                constants.GetHRP(n.id),
			"pChainID":           n.ctx.ChainID,
			"xChainID":           n.ctx.XChainID,
			"cChainID":           n.ctx.CChainID,
			"avaxAssetID":        n.ctx.AVAXAssetID,
			"dynamicFeeConfig":   n.fees,
			"validatorFeeConfig": n.valFees,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
