package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
	"github.com/ava-labs/avalanchego/utils/units"

	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
)

// row is one judged transaction.
type row struct {
	State    string `json:"state"`
	Seed     uint64 `json:"seed"`
	Chain    string `json:"chain"`
	Type     string `json:"type"`
	Mutation string `json:"mutation"`
	Hex      string `json:"hex"`
	verdict
}

// moments are the times at which a world's state is judged: right after its
// last block, when it has no capacity left, and hours later without a block.
var moments = []string{"fresh", "busy", "quiet"}

// at brings a world to a moment; they have to come in order.
func (w *world) at(moment string) error {
	switch moment {
	case "busy":
		if err := w.useCapacity(); err != nil {
			return err
		}
	case "quiet":
		w.clock = w.clock.Add(5*time.Hour + 1500*time.Millisecond)
		w.setTime(w.clock)
	}
	return w.refresh()
}

// useCapacity accepts transactions at the same second until little gas is left.
func (w *world) useCapacity() error {
	if !w.active(upgradetest.Etna) {
		return w.advance(w.clock.Add(time.Second))
	}
	r := rand.New(rand.NewPCG(2, 2))
	for range 9 {
		d := &draft{chain: "P", kind: "CreateChainTx", p: &ptxs.CreateChainTx{
			SubnetID: w.subnets["plain"], ChainName: "heavy", VMID: ptxsVM, GenesisData: make([]byte, 48*units.KiB),
			SubnetAuth: w.authOf(w.subnets["plain"]),
		}}
		if !w.fundP(r, d, nil, true) {
			return fmt.Errorf("nothing to spend")
		}
		if _, err := w.issue(d); err != nil {
			if strings.Contains(err.Error(), "capacity") {
				return nil
			}
			return err
		}
	}
	return nil
}

var ptxsVM = [32]byte{1}

func (w *world) stateFacts(name string) (object, error) {
	facts, err := w.facts(w.ctx)
	if err != nil {
		return nil, err
	}
	facts["facts"] = name
	return facts, nil
}

// printMutants prints for each state a line of facts, then its transactions.
func printMutants(out io.Writer, seed uint64, count int, only string) error {
	buffer := bufio.NewWriterSize(out, 1<<20)
	defer buffer.Flush()
	lines := json.NewEncoder(buffer)
	lines.SetEscapeHTML(false)

	forks := []upgradetest.Fork{
		upgradetest.ApricotPhasePost6, upgradetest.Banff, upgradetest.Cortina, upgradetest.Durango,
		upgradetest.Etna, upgradetest.Fortuna, upgradetest.Granite, upgradetest.Helicon,
	}
	if only != "latest" {
		fork, err := forkNamed(only)
		if err != nil {
			return err
		}
		forks = []upgradetest.Fork{fork}
	}
	states := len(forks) * len(moments)
	next := 0
	for i, fork := range forks {
		w, err := newWorld(fork)
		if err != nil {
			return err
		}
		for j, moment := range moments {
			if err := w.at(moment); err != nil {
				return fmt.Errorf("%s, %s: %w", w.name, moment, err)
			}
			name := w.name + " " + moment
			facts, err := w.stateFacts(name)
			if err != nil {
				return err
			}
			if err := lines.Encode(facts); err != nil {
				return err
			}
			until := count * (i*len(moments) + j + 1) / states
			for ; next < until; next++ {
				if err := lines.Encode(w.judged(name, seed, uint64(next))); err != nil {
					return err
				}
			}
		}
		if err := w.close(); err != nil {
			return err
		}
	}
	return nil
}

// judged makes the n-th mutant of a seed. Kinds take turns; the ones that no
// user can issue, or that this upgrade does not know, come up less.
func (w *world) judged(state string, seed, n uint64) row {
	for attempt := uint64(0); ; attempt++ {
		r := rand.New(rand.NewPCG(seed, n<<16|attempt))
		kind := kinds[(n+attempt)%uint64(len(kinds))]
		if w.unusual(kind) && r.IntN(4) != 0 {
			kind = pick(r, kinds)
		}
		how, raw, ok := w.mutant(r, kind)
		if !ok {
			continue
		}
		chain := "P"
		if (kind[0] == 'X' || kind[0] == 'C') && strings.HasSuffix(kind, "Tx") && kind[1] >= 'A' && kind[1] <= 'Z' {
			chain, kind = kind[:1], kind[1:]
		}
		made := row{State: state, Seed: n, Chain: chain, Type: kind, Mutation: how, Hex: hexText(raw)}
		made.verdict = w.of(chain, made.Hex)
		return made
	}
}

func (w *world) unusual(kind string) bool {
	switch kind {
	case "AdvanceTimeTx", "RewardValidatorTx", "RewardAutoRenewedValidatorTx":
		return true
	case "AddValidatorTx", "AddDelegatorTx":
		return w.active(upgradetest.Durango)
	case "TransformSubnetTx":
		return w.active(upgradetest.Etna)
	case "BaseTx", "TransferSubnetOwnershipTx":
		return !w.active(upgradetest.Durango)
	case "ConvertSubnetToL1Tx", "RegisterL1ValidatorTx", "SetL1ValidatorWeightTx", "IncreaseL1ValidatorBalanceTx", "DisableL1ValidatorTx":
		return !w.active(upgradetest.Etna)
	case "AddAutoRenewedValidatorTx", "SetAutoRenewedValidatorConfigTx":
		return !w.active(upgradetest.Helicon)
	}
	return false
}

// close ends the chains of a world.
func (w *world) close() error {
	if err := w.node.x.shutdown(); err != nil {
		return err
	}
	return w.node.p.shutdown()
}
