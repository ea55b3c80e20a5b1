package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/vms/platformvm/block/builder"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"

	avmblock "github.com/ava-labs/avalanchego/vms/avm/block/builder"
	pstate "github.com/ava-labs/avalanchego/vms/platformvm/state"
	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
)

// script is a sequence of actions on a world that serves HTTP. Each action is
// one line of output; the next one comes after a line of input, so that who
// reads them can play them on another node and compare the two in between:
//
//	{"do":"start","url",...}   what the world starts with
//	{"do":"time","time"}       the clock was set, and the blocks due were made
//	{"do":"offline","nodeID"}  the reader has judge.setOffline take a validator offline
//	{"do":"issue","hex",...}   the reader issues it over HTTP
//	{"do":"block","hex"}       what it issued is of a type that the mempool does not take: it is in a block now
//	{"do":"read"}              the blocks were made
//	{"do":"end"}
type script struct {
	lines   *json.Encoder
	buffer  *bufio.Writer
	answers *bufio.Scanner
}

// do prints an action and waits for a line.
func (s *script) do(action object) error {
	if err := s.lines.Encode(action); err != nil {
		return err
	}
	if err := s.buffer.Flush(); err != nil {
		return err
	}
	if !s.answers.Scan() {
		return errors.Join(s.answers.Err(), io.ErrUnexpectedEOF)
	}
	return nil
}

// start is what another node needs to start in the same state.
func (s *script) start(w *world) error {
	facts, err := w.facts(w.ctx)
	if err != nil {
		return err
	}
	imports := object{}
	for name, chainID := range map[string]ids.ID{"P": w.node.p.ctx.ChainID, "X": w.node.network.xChainID} {
		if imports[name], err = w.atomicUTXOs(chainID); err != nil {
			return err
		}
	}
	keys := make([]keyInfo, 0, 5)
	for _, wallet := range fundedWallets() {
		info, err := wallet.info(w.node.network.hrp)
		if err != nil {
			return err
		}
		keys = append(keys, info)
	}
	return s.do(object{
		"do": "start", "url": w.node.url, "upgrade": w.name, "time": w.clock.Unix(),
		"genesis": hexText(w.node.network.genesisBytes), "imports": imports, "facts": facts,
		"keys": keys, "assets": w.node.network.assets,
	})
}

// issue has the reader issue a transaction, makes the blocks and says whether
// it was accepted.
func (s *script) issue(w *world, chain, kind, how string, raw []byte) (ids.ID, bool, error) {
	if err := s.do(object{"do": "issue", "chain": chain, "type": kind, "mutation": how, "hex": hexText(raw)}); err != nil {
		return ids.Empty, false, err
	}
	id, accepted, err := w.settled(chain, raw)
	if err != nil {
		return ids.Empty, false, fmt.Errorf("%s %s: %w", kind, how, err)
	}
	if !accepted && chain == "P" {
		if accepted, err = s.block(w, raw); err != nil {
			return ids.Empty, false, fmt.Errorf("%s %s: %w", kind, how, err)
		}
	}
	if err := w.refresh(); err != nil {
		return ids.Empty, false, err
	}
	return id, accepted, s.do(object{"do": "read"})
}

// block makes a block of a transaction that only the mempool refuses.
func (s *script) block(w *world, raw []byte) (bool, error) {
	if v := w.P(raw); v.OK || !v.Executes {
		return false, nil
	}
	parsed, err := ptxs.Parse(ptxs.Codec, raw)
	if err != nil {
		return false, err
	}
	if err := w.accept(parsed); err != nil {
		return false, err
	}
	return true, s.do(object{"do": "block", "chain": "P", "hex": hexText(raw)})
}

// settled makes the blocks of what waits, and says whether a transaction was
// in one.
func (w *world) settled(chain string, raw []byte) (ids.ID, bool, error) {
	if chain == "X" {
		if err := produceAll(w.ctx, w.node.x); err != nil {
			return ids.Empty, false, err
		}
		parsed, err := xParser.ParseTx(raw)
		if err != nil {
			return ids.Empty, false, nil
		}
		_, err = w.xState().GetTx(parsed.ID())
		return parsed.ID(), err == nil, nil
	}
	if err := produceAll(w.ctx, w.node.p); err != nil {
		return ids.Empty, false, err
	}
	parsed, err := ptxs.Parse(ptxs.Codec, raw)
	if err != nil {
		return ids.Empty, false, nil
	}
	_, _, err = w.pState().GetTx(parsed.ID())
	return parsed.ID(), err == nil, nil
}

// produceAll makes blocks until there is nothing left for one.
func produceAll(ctx context.Context, c *chain) error {
	for {
		err := c.produceBlock(ctx)
		switch {
		case errors.Is(err, builder.ErrNoPendingBlocks), errors.Is(err, avmblock.ErrNoTransactions):
			return nil
		case err != nil:
			return err
		}
	}
}

// printScript plays the scenario and then count random transactions.
func printScript(out io.Writer, in io.Reader, seed uint64, count int, upgradeName string) error {
	fork, err := forkNamed(upgradeName)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(out, 1<<20)
	s := &script{lines: json.NewEncoder(buffer), buffer: buffer, answers: bufio.NewScanner(in)}
	w, err := newScriptedWorld(fork, s)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for n := range count {
		if err := s.step(w, r, n); err != nil {
			return fmt.Errorf("action %d: %w", n, err)
		}
	}
	for n := range endings {
		if err := s.end(w, n%2 == 0); err != nil {
			return fmt.Errorf("ending %d: %w", n, err)
		}
		if err := s.step(w, r, n); err != nil {
			return fmt.Errorf("action after ending %d: %w", n, err)
		}
	}
	if err := s.do(object{"do": "end"}); err != nil {
		return err
	}
	return w.close()
}

// endings is how many stakes of the primary network a script ends on purpose.
const endings = 6

// end moves the clock to when the next stake of the primary network ends,
// which is rewarded or not.
func (s *script) end(w *world, offline bool) error {
	staker, err := w.nextToEnd()
	if err != nil || staker == nil {
		return err
	}
	if offline {
		if err := s.do(object{"do": "offline", "nodeID": staker.NodeID}); err != nil {
			return err
		}
	}
	if err := w.advance(staker.EndTime); err != nil {
		return err
	}
	return w.refresh()
}

// nextToEnd is the staker of the primary network that ends first, or nil. The
// iterator reads its tree in a goroutine, so it is released before a block
// changes the tree.
func (w *world) nextToEnd() (*pstate.Staker, error) {
	stakers, err := w.pState().GetCurrentStakerIterator()
	if err != nil {
		return nil, err
	}
	defer stakers.Release()
	for stakers.Next() {
		if staker := stakers.Value(); staker.SubnetID == constants.PrimaryNetworkID {
			return staker, nil
		}
	}
	return nil, nil
}

// step moves the clock, now and then takes a validator offline, and issues a
// transaction, in half of the cases a changed one.
func (s *script) step(w *world, r *rand.Rand, n int) error {
	if by := w.wait(r); by > 0 {
		if err := w.advance(w.clock.Add(by)); err != nil {
			return err
		}
		if err := w.refresh(); err != nil {
			return err
		}
	}
	if r.IntN(25) == 0 {
		if err := s.offline(w, r); err != nil {
			return err
		}
	}
	for {
		kind := pick(r, kinds)
		if kind == "CImportTx" || kind == "CExportTx" || w.unusual(kind) && r.IntN(10) != 0 {
			continue
		}
		how, raw, ok := w.plainOrChanged(r, kind)
		if !ok {
			continue
		}
		chain := "P"
		if kind[0] == 'X' {
			chain, kind = "X", kind[1:]
		}
		id, accepted, err := s.issue(w, chain, kind, how, raw)
		if err == nil && accepted {
			w.accepted = append(w.accepted, id)
			w.remember(r, id)
		}
		return err
	}
}

// wait is for how long the clock moves before the next action: mostly seconds,
// now and then as long as stakes last.
func (w *world) wait(r *rand.Rand) time.Duration {
	switch dice := r.IntN(100); {
	case dice < 30:
		return 0
	case dice < 85:
		return time.Duration(1+r.IntN(60)) * time.Second
	case dice < 94:
		return time.Duration(1+r.IntN(3600)) * time.Second
	case dice < 99:
		return time.Duration(1+r.IntN(24*3600)) * time.Second
	}
	return time.Duration(1+r.IntN(6*24*3600)) * time.Second
}

func (w *world) plainOrChanged(r *rand.Rand, kind string) (string, []byte, bool) {
	if r.IntN(2) == 0 {
		return w.mutant(r, kind)
	}
	d := w.make(r, kind)
	if d == nil {
		return "", nil, false
	}
	raw, err := w.sign(d, nil)
	return "none", raw, err == nil
}

// remember names what a transaction made, so that others build on it.
func (w *world) remember(r *rand.Rand, id ids.ID) {
	parsed, _, err := w.pState().GetTx(id)
	if err != nil {
		return
	}
	switch t := parsed.Unsigned.(type) {
	case *ptxs.CreateSubnetTx:
		w.subnets[pick(r, []string{"plain", "two"})] = id
	case *ptxs.CreateChainTx:
		if t.SubnetID == w.subnets["plain"] {
			w.chains["plain"] = id
		}
	case *ptxs.RegisterL1ValidatorTx:
		msg, err := warp.ParseMessage(t.Message)
		if err != nil {
			return
		}
		call, err := payload.ParseAddressedCall(msg.Payload)
		if err != nil {
			return
		}
		registration, err := message.ParseRegisterL1Validator(call.Payload)
		if err == nil && registration.SubnetID == w.subnets["l1"] {
			w.validations[id.String()] = registration.ValidationID()
		}
	case *ptxs.AddAutoRenewedValidatorTx:
		w.renewed = id
	}
}

// offline has a random validator of the primary network taken offline.
func (s *script) offline(w *world, r *rand.Rand) error {
	nodes := w.node.validators.GetValidatorIDs(constants.PrimaryNetworkID)
	slices.SortFunc(nodes, ids.NodeID.Compare)
	return s.do(object{"do": "offline", "nodeID": pick(r, nodes)})
}

// newScriptedWorld makes a world whose scenario is played as a script.
func newScriptedWorld(fork upgradetest.Fork, s *script) (*world, error) {
	w, err := emptyWorld(fork)
	if err != nil {
		return nil, err
	}
	w.name = strings.ToLower(w.name)
	w.script = s
	go func() { _ = w.node.api.Dispatch() }()
	if err := s.start(w); err != nil {
		return nil, err
	}
	return w, w.scenario()
}
