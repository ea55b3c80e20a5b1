package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/formatting"
)

// history is what this node's own API said after each of its blocks: a node
// answers only of its last one. Genesis has the bytes of the P-chain's.
//
//	GET  /ext/history                        {"genesis":"0x..","blocks":[{"chain","replies":[{"method","params","result"}]}]}
//	POST /ext/history  {"block":"0x.."}      with --posted-blocks, the next block of the P-chain
type history struct {
	node *localNode

	lock   sync.Mutex
	blocks []answered
}

type answered struct {
	Chain   string  `json:"chain"`
	Replies []reply `json:"replies"`
}

type reply struct {
	Method string          `json:"method"`
	Params any             `json:"params"`
	Result json.RawMessage `json:"result"`
}

type params = map[string]any

// record asks what changes with a block. What waits to be imported is not
// asked: it changes with blocks of other chains too.
func (h *history) record(name string) error {
	ask := asker{url: h.node.url + "/ext/bc/" + name}
	addresses, err := h.addresses(name)
	if err != nil {
		return err
	}
	utxos := params{"addresses": addresses, "limit": 1024, "encoding": "hex"}
	if name == "X" {
		ask.call("avm.getHeight", params{})
		ask.call("avm.getUTXOs", utxos)
	} else {
		for _, method := range []string{"getHeight", "getTimestamp", "getFeeState", "getValidatorFeeState"} {
			ask.call("platform."+method, params{})
		}
		ask.call("platform.getUTXOs", utxos)
		h.recordSubnets(&ask)
	}
	if ask.err != nil {
		return ask.err
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	h.blocks = append(h.blocks, answered{Chain: name, Replies: ask.replies})
	return nil
}

// recordSubnets asks for the stakers of every subnet; delegators are listed
// only where one validator is asked for.
func (*history) recordSubnets(ask *asker) {
	var listed struct {
		Subnets []struct {
			ID ids.ID `json:"id"`
		} `json:"subnets"`
	}
	// Of all subnets the last is the Primary Network.
	ask.into(&listed, "platform.getSubnets", params{})
	for _, subnet := range listed.Subnets {
		var current struct {
			Validators []struct {
				NodeID ids.NodeID `json:"nodeID"`
			} `json:"validators"`
		}
		of := params{"subnetID": subnet.ID}
		ask.into(&current, "platform.getCurrentValidators", of)
		for _, validator := range current.Validators {
			ask.call("platform.getCurrentValidators", params{"subnetID": subnet.ID, "nodeIDs": []ids.NodeID{validator.NodeID}})
		}
		isElastic := subnet.ID == constants.PrimaryNetworkID
		if !isElastic {
			var told struct {
				Transformation ids.ID `json:"subnetTransformationTxID"`
			}
			ask.into(&told, "platform.getSubnet", of)
			isElastic = told.Transformation != ids.Empty
		}
		if isElastic {
			ask.call("platform.getCurrentSupply", of)
		}
	}
}

func (h *history) addresses(chain string) ([]string, error) {
	var addresses []string
	for _, w := range fundedWallets() {
		info, err := w.info(h.node.network.hrp)
		if err != nil {
			return nil, err
		}
		if chain == "X" {
			addresses = append(addresses, info.XAddress)
		} else {
			addresses = append(addresses, info.PAddress)
		}
	}
	return addresses, nil
}

func (h *history) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		var order struct {
			Block string `json:"block"`
		}
		err := json.NewDecoder(r.Body).Decode(&order)
		if err == nil {
			err = h.submit(r.Context(), order.Block)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
		return
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	_ = json.NewEncoder(w).Encode(struct {
		Genesis string     `json:"genesis"`
		Blocks  []answered `json:"blocks"`
	}{"0x" + hex.EncodeToString(h.node.network.genesisBytes), h.blocks})
}

func (h *history) submit(ctx context.Context, text string) error {
	raw, err := formatting.Decode(formatting.HexNC, text)
	if err != nil {
		return err
	}
	if err := h.node.p.submit(ctx, raw); err != nil {
		return err
	}
	return h.record("P")
}

// asker calls methods until one fails.
type asker struct {
	url     string
	replies []reply
	err     error
}

func (a *asker) call(method string, of params) {
	a.into(new(json.RawMessage), method, of)
}

func (a *asker) into(result any, method string, of params) {
	if a.err != nil {
		return
	}
	var raw json.RawMessage
	raw, a.err = post(a.url, method, of)
	if a.err != nil {
		return
	}
	a.replies = append(a.replies, reply{Method: method, Params: of, Result: raw})
	a.err = json.Unmarshal(raw, result)
}

func post(url, method string, of params) (json.RawMessage, error) {
	body, err := json.Marshal(params{"jsonrpc": "2.0", "id": 1, "method": method, "params": of})
	if err != nil {
		return nil, err
	}
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	if answer.Error != nil {
		return nil, fmt.Errorf("%s: %s", method, answer.Error.Message)
	}
	return answer.Result, nil
}
