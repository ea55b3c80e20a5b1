package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
	"github.com/ava-labs/avalanchego/utils/formatting"
)

// refusal is a transaction that is refused, with the reasons of reasons.json
// that the node gives.
type refusal struct {
	Reasons []string `json:"reasons"` // source and name
	row
	// What was given to issueTx, where its bytes do not say.
	Text     string `json:"text,omitempty"`
	Encoding string `json:"encoding,omitempty"`
	// Transactions that wait in the mempool, in the order of their arrival.
	Pool []string `json:"pool,omitempty"`
}

type knownReason struct {
	Chain  string `json:"chain"`
	Stage  string `json:"stage"`
	Go     string `json:"go"`
	Text   string `json:"text"`
	Source string `json:"source"`
}

func (k knownReason) key() string { return k.Source + " " + k.Go }

func readReasons(file string) ([]knownReason, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var known []knownReason
	return known, json.Unmarshal(raw, &known)
}

// matching finds the reasons that a verdict's errors are. Where packages use
// the same words, those of the stage come before others, and those of the
// feature extension that the operation is of.
func matching(known []knownReason, of row) []string {
	var all []string
	for _, cause := range of.Causes {
		var found []knownReason
		for _, k := range known {
			if k.Chain == of.Chain && (cause == k.Text || (strings.Contains(cause, k.Text) && len(cause) > len(k.Text) && hasNumbers(cause))) {
				found = append(found, k)
			}
		}
		if slices.ContainsFunc(found, func(k knownReason) bool { return k.Text == cause }) {
			found = slices.DeleteFunc(found, func(k knownReason) bool { return k.Text != cause })
		}
		if slices.ContainsFunc(found, func(k knownReason) bool { return k.Stage == of.Stage }) {
			found = slices.DeleteFunc(found, func(k knownReason) bool { return k.Stage != of.Stage })
		}
		for _, k := range found {
			if !slices.Contains(all, k.key()) {
				all = append(all, k.key())
			}
		}
	}
	return all
}

var digits = regexp.MustCompile(`[0-9"]`)

func hasNumbers(text string) bool { return digits.MatchString(text) }

// common blanks what differs between two refusals for the same reason.
var particular = regexp.MustCompile(`"[^"]*"|0x[0-9a-f]+|[0-9]+`)

// printRefusals prints facts and refused transactions: those that are made on
// purpose, and one mutant of each type for each reason.
func printRefusals(out io.Writer, reasonsFile string) error {
	known, err := readReasons(reasonsFile)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(out, 1<<20)
	defer buffer.Flush()
	lines := json.NewEncoder(buffer)
	lines.SetEscapeHTML(false)

	seen := map[string]int{}
	const seed, each = 77, 1500
	for _, fork := range []upgradetest.Fork{
		upgradetest.Helicon, upgradetest.Durango, upgradetest.Cortina, upgradetest.Etna, upgradetest.ApricotPhasePost6,
	} {
		w, err := newWorld(fork)
		if err != nil {
			return err
		}
		for _, moment := range moments {
			if err := w.at(moment); err != nil {
				return err
			}
			name := w.name + " " + moment
			var rows []refusal
			keep := func(r refusal, most int) {
				if r.OK {
					return
				}
				key := r.Chain + r.Stage + particular.ReplaceAllString(strings.Join(r.Causes, "|"), "")
				if seen[key] >= most || seen[key+r.Type] > 0 {
					return
				}
				seen[key]++
				seen[key+r.Type]++
				if r.Reasons == nil {
					r.Reasons = matching(known, r.row)
				}
				rows = append(rows, r)
			}
			made, err := w.directed(moment)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			for _, r := range made {
				r.State = name
				if r.OK {
					return fmt.Errorf("%s: %s, %s is accepted", name, r.Type, r.Mutation)
				}
				if r.Reasons == nil {
					r.Reasons = matching(known, r.row)
				}
				if len(r.Reasons) == 0 {
					return fmt.Errorf("%s: %s, %s: no reason for %q", name, r.Type, r.Mutation, r.Error)
				}
				rows = append(rows, r)
			}
			count := each
			if moment == "fresh" {
				count = 3 * each
			}
			for n := range uint64(count) {
				keep(refusal{row: w.judged(name, seed, n)}, 4)
			}
			if len(rows) == 0 {
				continue
			}
			facts, err := w.stateFacts(name)
			if err != nil {
				return err
			}
			if err := lines.Encode(facts); err != nil {
				return err
			}
			for _, r := range rows {
				if err := lines.Encode(r); err != nil {
					return err
				}
			}
		}
		if fork == upgradetest.Helicon {
			for _, last := range []struct {
				name string
				make func() ([]refusal, error)
			}{{"full", w.capacity}, {"pool", w.pooled}} {
				rows, err := last.make()
				if err != nil {
					return fmt.Errorf("%s: %w", last.name, err)
				}
				facts, err := w.stateFacts(w.name + " " + last.name)
				if err != nil {
					return err
				}
				if err := lines.Encode(facts); err != nil {
					return err
				}
				for _, r := range rows {
					r.State = w.name + " " + last.name
					if r.Reasons = matching(known, r.row); len(r.Reasons) == 0 {
						return fmt.Errorf("%s, %s: no reason for %q", r.Type, r.Mutation, r.Error)
					}
					if err := lines.Encode(r); err != nil {
						return err
					}
				}
			}
		}
		if err := w.close(); err != nil {
			return err
		}
	}
	return nil
}

// rpc judges what issueTx is given as text.
func (w *world) rpc(chain, how, text string, encoding formatting.Encoding, name string) refusal {
	prefix := map[string]string{"P": "problem decoding transaction: ", "X": "problem decoding transaction: ", "C": "decoding tx: "}[chain]
	r := refusal{row: row{Chain: chain, Type: "text", Mutation: how}, Text: text, Encoding: name}
	raw, err := formatting.Decode(encoding, text)
	if err != nil {
		r.verdict = verdict{Stage: "rpc", Error: prefix + err.Error(), Causes: causes(err)}
		return r
	}
	r.Hex = hexText(raw)
	r.verdict = w.of(chain, r.Hex)
	return r
}
