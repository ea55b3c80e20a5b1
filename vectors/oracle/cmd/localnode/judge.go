package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/holiman/uint256"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/snow"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/timer/mockable"
	"github.com/ava-labs/avalanchego/vms/avm"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/dynamic"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/tx"
	"github.com/ava-labs/avalanchego/vms/saevm/hook"
	"github.com/ava-labs/avalanchego/vms/txs/mempool"

	xblock "github.com/ava-labs/avalanchego/vms/avm/block"
	xblockexecutor "github.com/ava-labs/avalanchego/vms/avm/block/executor"
	xstate "github.com/ava-labs/avalanchego/vms/avm/state"
	xtxs "github.com/ava-labs/avalanchego/vms/avm/txs"
	xexecutor "github.com/ava-labs/avalanchego/vms/avm/txs/executor"
	pblockexecutor "github.com/ava-labs/avalanchego/vms/platformvm/block/executor"
	pconfig "github.com/ava-labs/avalanchego/vms/platformvm/config"
	pstate "github.com/ava-labs/avalanchego/vms/platformvm/state"
	ptxs "github.com/ava-labs/avalanchego/vms/platformvm/txs"
	pmempool "github.com/ava-labs/avalanchego/vms/platformvm/txs/mempool"
)

// judge asks the real virtual machines whether they would take a transaction
// now, and changes nothing: the verifiers work on a diff that is thrown away.
// It calls what issueTx calls, in the same order, without the cache of
// recently refused transactions.
//
// The virtual machines do not export the parts that it needs, so it reads them
// by name; a field that a later avalanchego renames fails at the start.
type judge struct {
	node   *localNode
	clocks []*mockable.Clock

	p     *platformvm.VM
	x     *avm.VM
	xPool mempool.Mempool[*xtxs.Tx]

	// Balances and nonces of the C-chain's accounts, which has no state here.
	accounts map[string]account
}

// account is what an export from the C-chain is checked against.
type account struct {
	Nonce   uint64 `json:"nonce,string"`
	Balance string `json:"balance"` // in wei
}

// verdict is what a chain says of a transaction.
type verdict struct {
	OK    bool   `json:"ok"`
	Stage string `json:"stage,omitempty"` // parse, syntactic, mempool, semantic or execute
	Error string `json:"error,omitempty"` // as issueTx would say it
	// Whether a block may hold it although the mempool refuses it.
	Executes bool `json:"executes,omitempty"`
	// The texts of the errors that Error wraps and that wrap none themselves.
	Causes []string `json:"causes,omitempty"`
}

func refused(stage string, err error) verdict {
	return verdict{Stage: stage, Error: err.Error(), Causes: causes(err)}
}

func causes(err error) []string {
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return causes(inner)
		}
	case interface{ Unwrap() []error }:
		var all []string
		for _, inner := range e.Unwrap() {
			all = append(all, causes(inner)...)
		}
		return all
	}
	return []string{err.Error()}
}

// unexported reads a field of a struct that another package keeps to itself.
func unexported[T any](of any, name string) *T {
	field := reflect.ValueOf(of).Elem().FieldByName(name)
	if !field.IsValid() || field.Type() != reflect.TypeFor[T]() {
		panic(fmt.Sprintf("%T has no field %s of type %s", of, name, reflect.TypeFor[T]()))
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}

func (j *judge) pVM(vm *platformvm.VM) {
	j.p = vm
	j.addClock(unexported[mockable.Clock](vm, "clock"))
}

func (j *judge) xVM(vm *avm.VM) {
	j.x = vm
	j.addClock(unexported[mockable.Clock](vm, "clock"))
}

func (j *judge) addClock(clock *mockable.Clock) {
	j.clocks = append(j.clocks, clock)
	if !j.node.heldTime.IsZero() {
		clock.Set(j.node.heldTime)
	}
}

// setTime holds the clocks of both chains at a time; the zero time lets them
// run again. Blocks that come after have that time, or their parent's.
func (j *judge) setTime(at time.Time) {
	for _, c := range []*chain{j.node.p, j.node.x} {
		c.ctx.Lock.Lock()
		defer c.ctx.Lock.Unlock()
	}
	for _, clock := range j.clocks {
		if at.IsZero() {
			clock.Sync()
		} else {
			clock.Set(at)
		}
	}
}

func (j *judge) time() time.Time { return j.clocks[0].Time() }

func (j *judge) pState() *pstate.State { return *unexported[*pstate.State](j.p, "state") }
func (j *judge) xState() xstate.State  { return *unexported[xstate.State](j.x, "state") }
func (j *judge) pConfig() *pconfig.Internal {
	return &j.p.Internal
}

func (j *judge) P(raw []byte) verdict {
	j.node.p.ctx.Lock.Lock()
	defer j.node.p.ctx.Lock.Unlock()

	parsed, err := ptxs.Parse(ptxs.Codec, raw)
	if err != nil {
		return refused("parse", fmt.Errorf("couldn't parse tx: %w", err))
	}
	manager := *unexported[pblockexecutor.Manager](j.p, "manager")
	if err := manager.VerifyTx(parsed); err != nil {
		stage := "execute"
		again, parseErr := ptxs.Parse(ptxs.Codec, raw)
		if parseErr != nil {
			panic(parseErr)
		}
		syntactic := again.SyntacticVerify(j.node.p.ctx.Context)
		switch text := err.Error(); {
		case syntactic != nil && strings.HasSuffix(text, ": "+syntactic.Error()):
			stage = "syntactic"
		case strings.HasPrefix(text, "failed verifying warp messages"):
			stage = "semantic"
		case !strings.HasPrefix(text, "failed execution"):
			stage = "mempool"
		}
		return refused(stage, fmt.Errorf("couldn't issue tx: failed verification: %w", err))
	}
	// A mempool of its own: the node's would keep the transaction.
	pool, err := pmempool.New(
		"judge", j.pConfig().DynamicFeeConfig.Weights, pconfig.Default.MempoolGasCapacity, j.node.network.avaxAssetID, prometheus.NewRegistry(),
	)
	if err != nil {
		panic(err)
	}
	if err := pool.Add(parsed); err != nil {
		v := refused("mempool", fmt.Errorf("couldn't issue tx: %w", err))
		v.Executes = true
		return v
	}
	return verdict{OK: true}
}

func (j *judge) X(raw []byte) verdict {
	j.node.x.ctx.Lock.Lock()
	defer j.node.x.ctx.Lock.Unlock()

	parser := *unexported[xblock.Parser](j.x, "parser")
	parsed, err := parser.ParseTx(raw)
	if err != nil {
		return refused("parse", err)
	}
	manager := *unexported[xblockexecutor.Manager](j.x, "chainManager")
	if err := manager.VerifyTx(parsed); err != nil {
		return refused(j.xStage(parsed), err)
	}
	pool := mempool.New[*xtxs.Tx](noMetrics{})
	if err := pool.Add(parsed); err != nil {
		v := refused("mempool", err)
		v.Executes = true
		return v
	}
	return verdict{OK: true}
}

type noMetrics struct{}

func (noMetrics) Update(int, int) {}

// xStage says which of the verifiers refuses.
func (j *judge) xStage(parsed *xtxs.Tx) string {
	backend := *unexported[*xexecutor.Backend](j.x, "txBackend")
	if parsed.Unsigned.Visit(&xexecutor.SyntacticVerifier{Backend: backend, Tx: parsed}) != nil {
		return "syntactic"
	}
	if parsed.Unsigned.Visit(&xexecutor.SemanticVerifier{Backend: backend, State: j.xState(), Tx: parsed}) != nil {
		return "semantic"
	}
	return "execute"
}

// The words of vms/saevm/cchain and its txpool, which need an EVM to compile.
var (
	errIssuingTx         = errors.New("issuing tx")
	errAsOp              = errors.New("as op")
	errSanityCheck       = errors.New("sanity check")
	errExcessGas         = errors.New("gas exceeds minimum gas target")
	errVerifyCredentials = errors.New("credential verification")
	errVerifyState       = errors.New("state verification")
	errNonceMismatch     = errors.New("nonce mismatch")
	errInsufficientFunds = errors.New("insufficient funds")
)

// C is what the pool of the C-chain's atomic transactions does, against the
// shared memory of this node and the accounts that the judge was given.
func (j *judge) C(raw []byte) verdict {
	const issuing = "%w: %w: %w"
	parsed, err := tx.Parse(raw)
	if err != nil {
		return refused("parse", fmt.Errorf("parsing tx: %w", err))
	}
	ctx := &snow.Context{
		NetworkID:    j.node.network.id,
		SubnetID:     constants.PrimaryNetworkID,
		ChainID:      j.node.network.cChainID,
		XChainID:     j.node.network.xChainID,
		CChainID:     j.node.network.cChainID,
		AVAXAssetID:  j.node.network.avaxAssetID,
		SharedMemory: j.node.memory.NewSharedMemory(j.node.network.cChainID),
	}
	if err := parsed.SanityCheck(ctx); err != nil {
		return refused("syntactic", fmt.Errorf(issuing, errIssuingTx, errSanityCheck, err))
	}
	op, err := parsed.AsOp(ctx.AVAXAssetID)
	if err != nil {
		return refused("syntactic", fmt.Errorf(issuing, errIssuingTx, errAsOp, err))
	}
	if op.Gas > dynamic.MinTarget {
		return refused("mempool", fmt.Errorf("%w: %w: %d > %d", errIssuingTx, errExcessGas, op.Gas, uint64(dynamic.MinTarget)))
	}
	if err := parsed.VerifyCredentials(ctx.SharedMemory); err != nil {
		return refused("semantic", fmt.Errorf(issuing, errIssuingTx, errVerifyCredentials, err))
	}
	if err := j.verifyOp(op); err != nil {
		return refused("execute", fmt.Errorf(issuing, errIssuingTx, errVerifyState, err))
	}
	return verdict{OK: true}
}

func (j *judge) verifyOp(op hook.Op) error {
	for address, debit := range op.Burn {
		has := j.accounts[address.Hex()]
		if has.Nonce != debit.Nonce {
			return fmt.Errorf("%w: address %s has nonce %d but needs %d", errNonceMismatch, address, has.Nonce, debit.Nonce)
		}
		balance := new(uint256.Int)
		if has.Balance != "" {
			if err := balance.SetFromDecimal(has.Balance); err != nil {
				return err
			}
		}
		if balance.Lt(&debit.MinBalance) {
			return fmt.Errorf("%w: address %s has balance %s but needs %s", errInsufficientFunds, address, balance.Dec(), debit.MinBalance.Dec())
		}
	}
	return nil
}

// of judges a transaction given as text, for the chain named.
func (j *judge) of(chain, text string) verdict {
	raw, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		return refused("parse", fmt.Errorf("problem decoding transaction: %w", err))
	}
	switch chain {
	case "P":
		return j.P(raw)
	case "X":
		return j.X(raw)
	default:
		return j.C(raw)
	}
}

// ServeHTTP answers JSON-RPC:
//
//	judge.P, judge.X  {"txs":["0x.."]}              {"verdicts":[{"ok","stage","error","causes"}]}
//	judge.C           {"txs":["0x.."],"accounts":{"0x..":{"nonce":"0","balance":"1"}}}
//	judge.setTime     {"time":"2026-01-01T00:00:00Z"}   or Unix seconds; "" lets the clocks run
//	judge.setOffline  {"nodeIDs":["NodeID-.."],"offline":true}   stakes that end meanwhile end in an abort
//	judge.makeBlocks  {}                            makes blocks of what waits on P and X; in a script nothing else does
//	judge.facts       {}                            what the verdicts depend on
type judgeHandler struct {
	judge *judge
	lock  sync.Mutex
}

func (h *judgeHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var call struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Txs      []string           `json:"txs"`
			Accounts map[string]account `json:"accounts"`
			Time     string             `json:"time"`
			NodeIDs  []ids.NodeID       `json:"nodeIDs"`
			Offline  bool               `json:"offline"`
			Blocks   bool               `json:"blocks"`
		} `json:"params"`
	}
	result, err := func() (any, error) {
		if err := json.NewDecoder(r.Body).Decode(&call); err != nil {
			return nil, err
		}
		h.lock.Lock()
		defer h.lock.Unlock()
		switch call.Method {
		case "judge.P", "judge.X", "judge.C":
			if call.Params.Accounts != nil {
				h.judge.accounts = call.Params.Accounts
			}
			verdicts := make([]verdict, len(call.Params.Txs))
			for i, text := range call.Params.Txs {
				verdicts[i] = h.judge.of(strings.TrimPrefix(call.Method, "judge."), text)
			}
			return map[string]any{"verdicts": verdicts}, nil
		case "judge.setTime":
			at, err := parseTime(call.Params.Time)
			if err != nil {
				return nil, err
			}
			h.judge.setTime(at)
			if call.Params.Blocks {
				if err := produceAll(r.Context(), h.judge.node.p); err != nil {
					return nil, err
				}
			}
			return map[string]any{"time": h.judge.time().UTC().Format(time.RFC3339Nano)}, nil
		case "judge.setOffline":
			for _, nodeID := range call.Params.NodeIDs {
				if err := h.judge.node.setOffline(r.Context(), nodeID, call.Params.Offline); err != nil {
					return nil, err
				}
			}
			return map[string]any{"nodeIDs": call.Params.NodeIDs, "offline": call.Params.Offline}, nil
		case "judge.makeBlocks":
			for _, c := range []*chain{h.judge.node.p, h.judge.node.x} {
				if err := produceAll(r.Context(), c); err != nil {
					return nil, err
				}
			}
			return map[string]any{}, nil
		case "judge.facts":
			return h.judge.facts(context.Background())
		}
		return nil, fmt.Errorf("no method is called %q", call.Method)
	}()
	answer := map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": result}
	if err != nil {
		delete(answer, "result")
		answer["error"] = map[string]any{"code": -32000, "message": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

func (n *localNode) addJudge() error {
	return n.api.AddRoute(&judgeHandler{judge: n.judge}, "judge", "")
}

// smokeJudge asks over HTTP: what is signed and not issued is valid, damaged it
// is not, and neither answer changes the chains.
func (n *localNode) smokeJudge(txs []issued) error {
	ask := asker{url: n.url + "/ext/judge"}
	var before, after, moved struct {
		Time string `json:"time"`
		P    struct {
			Height string   `json:"height"`
			UTXOs  []string `json:"utxos"`
		} `json:"P"`
	}
	ask.into(&before, "judge.facts", params{})
	for _, tx := range txs {
		if tx.Bytes == "" {
			continue
		}
		good := tx.Bytes[:len(tx.Bytes)-8] // without the checksum
		bad := good[:len(good)-1] + string("10"[strings.IndexByte("01", good[len(good)-1])&1])
		var said struct {
			Verdicts []verdict `json:"verdicts"`
		}
		ask.into(&said, "judge."+tx.Chain, params{"txs": []string{good, bad, good}})
		if ask.err != nil {
			return ask.err
		}
		if v := said.Verdicts; !v[0].OK || v[1].OK || !v[2].OK {
			return fmt.Errorf("judge.%s: %+v", tx.Chain, v)
		}
	}
	ask.into(&moved, "judge.setTime", params{"time": "2020-01-01T00:00:00Z"})
	if ask.err == nil && moved.Time != "2020-01-01T00:00:00Z" {
		return fmt.Errorf("judge.setTime: %s", moved.Time)
	}
	ask.into(&moved, "judge.setTime", params{"time": ""})
	ask.into(&after, "judge.facts", params{})
	if ask.err == nil && (before.P.Height != after.P.Height || !slices.Equal(before.P.UTXOs, after.P.UTXOs)) {
		return errors.New("judging changed the P-chain")
	}
	return ask.err
}
