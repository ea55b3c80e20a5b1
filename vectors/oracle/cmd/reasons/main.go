// Command reasons checks that vectors/reasons.json names every error with
// which avalanchego can refuse a transaction.
//
//	reasons          prints what is missing or gone, and fails if there is any
//	reasons list     prints every error found in the source, one JSON a line
//
// A reason that is "provoked" has a transaction in vectors/refusals.ndjson.gz;
// one that is not says why.
//
// It parses the source of the avalanchego in go.mod: each errors.New, and each
// fmt.Errorf that wraps nothing, in the packages that issueTx reaches. These
// are the packages that the verifiers of the P-, X- and C-chain import,
// directly or not; ignored.json says which of them, and which errors of the
// others, no transaction can provoke, and why.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/ava-labs/avalanchego"

// roots are the packages whose code decides on a transaction.
var roots = []string{
	"vms/platformvm/txs/executor", "vms/platformvm/network",
	"vms/avm/txs/executor", "vms/avm/network",
	"vms/saevm/cchain/tx",
}

// more are reached through an interface or need an EVM to be listed.
var more = []string{
	"vms/platformvm", "vms/platformvm/block/executor", "vms/platformvm/validators", "vms/saevm/cchain", "vms/saevm/cchain/txpool",
}

// found is an error in the source.
type found struct {
	Go     string `json:"go"` // package.Name of the variable, or of the function around it
	Text   string `json:"text"`
	Source string `json:"source"`
}

// name is the name without its package.
func (e found) name() string {
	_, name, _ := strings.Cut(e.Go, ".")
	return name
}

type reason struct {
	Chain    string `json:"chain"`
	Go       string `json:"go"`
	Text     string `json:"text"`
	Source   string `json:"source"`
	Provoked bool   `json:"provoked"`
	Why      string `json:"why,omitempty"`
}

// ignored says why something is not in reasons.json: an error (its file, a
// colon and its name), a file, or a folder with a slash behind.
type ignored struct {
	What []string `json:"what"`
	Why  string   `json:"why"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "reasons:", err)
		os.Exit(1)
	}
}

func run() error {
	reasonsFile := flag.String("reasons", "../reasons.json", "`file` with the reasons")
	refusalsFile := flag.String("refusals", "../refusals.ndjson.gz", "`file` with a transaction for each reason that is provoked")
	ignoredFile := flag.String("ignored", "cmd/reasons/ignored.json", "`file` with what is left out")
	flag.Parse()

	errors, packages, err := scan()
	if err != nil {
		return err
	}
	if flag.Arg(0) == "list" {
		lines := json.NewEncoder(os.Stdout)
		lines.SetEscapeHTML(false)
		for _, e := range errors {
			if err := lines.Encode(e); err != nil {
				return err
			}
		}
		return nil
	}

	var reasons []reason
	var ignores []ignored
	if err := read(*reasonsFile, &reasons); err != nil {
		return err
	}
	if err := read(*ignoredFile, &ignores); err != nil {
		return err
	}
	provoked, err := provokedIn(*refusalsFile)
	if err != nil {
		return err
	}
	return check(errors, packages, reasons, ignores, provoked)
}

// provokedIn lists chain, source and name of the reasons that refusals are for.
func provokedIn(file string) (map[string]bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	lines := json.NewDecoder(unpacked)
	for {
		var line struct {
			Chain   string   `json:"chain"`
			Reasons []string `json:"reasons"`
		}
		if err := lines.Decode(&line); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, name := range line.Reasons {
			all[line.Chain+" "+name] = true
		}
	}
}

func read(file string, into any) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// check prints every disagreement.
func check(errors []found, packages []string, reasons []reason, ignores []ignored, provokedIn map[string]bool) error {
	problems := 0
	complain := func(format string, values ...any) {
		problems++
		fmt.Printf(format+"\n", values...)
	}
	listed := map[string]bool{}
	for _, r := range reasons {
		listed[r.Source+" "+r.Go] = true
		if !r.Provoked && r.Why == "" {
			complain("%s is not provoked, and does not say why", r.Go)
		}
		key := r.Chain + " " + r.Source + " " + r.Go
		if provokedIn[key] != r.Provoked {
			complain("%s: provoked is %t, and refusals say otherwise", key, r.Provoked)
		}
		delete(provokedIn, key)
	}
	for key := range provokedIn {
		complain("%s is the reason of a refusal and not listed", key)
	}
	used := map[string]bool{}
	isIgnored := func(e found) bool {
		for _, i := range ignores {
			for _, what := range i.What {
				if what == e.Source || what == e.Source+":"+e.name() || (strings.HasSuffix(what, "/") && strings.HasPrefix(e.Source, what)) {
					used[what] = true
					return true
				}
			}
		}
		return false
	}
	inSource := map[string]bool{}
	for _, e := range errors {
		inSource[e.Source+" "+e.Go] = true
		is := listed[e.Source+" "+e.Go]
		switch out := isIgnored(e); {
		case is && out:
			complain("%s (%s) is a reason and ignored", e.Go, e.Source)
		case !is && !out:
			complain("%s (%s) is neither a reason nor ignored: %s", e.Go, e.Source, e.Text)
		}
	}
	for key := range listed {
		if !inSource[key] {
			complain("%s is not in the source", key)
		}
	}
	for _, i := range ignores {
		for _, what := range i.What {
			if !used[what] && !slices.Contains(packages, strings.TrimSuffix(what, "/")) {
				complain("%s is ignored, and not in the source", what)
			}
		}
	}
	if problems > 0 {
		return fmt.Errorf("%d problems", problems)
	}
	provoked := 0
	for _, r := range reasons {
		if r.Provoked {
			provoked++
		}
	}
	fmt.Printf("reasons: %d errors in %d packages; %d reasons, %d of them provoked\n", len(errors), len(packages), len(reasons), provoked)
	return nil
}

func scan() ([]found, []string, error) {
	args := []string{"list", "-deps", "-f", "{{.ImportPath}}"}
	for _, root := range roots {
		args = append(args, module+"/"+root)
	}
	out, err := output("go", args...)
	if err != nil {
		return nil, nil, err
	}
	dir, err := output("go", "list", "-m", "-f", "{{.Dir}}", module)
	if err != nil {
		return nil, nil, err
	}
	packages := slices.Clone(more)
	for _, path := range strings.Fields(out) {
		if inner, ok := strings.CutPrefix(path, module+"/"); ok && !strings.HasPrefix(inner, "graft/") {
			packages = append(packages, inner)
		}
	}
	slices.Sort(packages)
	packages = slices.Compact(packages)

	var all []found
	for _, name := range packages {
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(dir), name, "*.go"))
		if err != nil {
			return nil, nil, err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, ".pb.go") {
				continue
			}
			errors, err := inFile(file, name)
			if err != nil {
				return nil, nil, err
			}
			all = append(all, errors...)
		}
	}
	return all, packages, nil
}

func output(name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	return string(out), err
}

// inFile finds the errors that a file makes.
func inFile(file, folder string) ([]found, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return nil, err
	}
	var all []found
	for _, declaration := range parsed.Decls {
		switch d := declaration.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				values, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for i, value := range values.Values {
					for _, text := range made(value) {
						all = append(all, found{parsed.Name.Name + "." + values.Names[min(i, len(values.Names)-1)].Name, text, folder + "/" + filepath.Base(file)})
					}
				}
			}
		case *ast.FuncDecl:
			if d.Body == nil {
				continue
			}
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			for _, text := range made(d.Body) {
				all = append(all, found{parsed.Name.Name + "." + name, text, folder + "/" + filepath.Base(file)})
			}
		}
	}
	return all, nil
}

func receiver(of ast.Expr) string {
	switch t := of.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

// made lists the texts of the errors that a piece of code makes anew.
func made(code ast.Node) []string {
	var texts []string
	ast.Inspect(code, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		of, ok := selector.X.(*ast.Ident)
		if !ok {
			return true
		}
		text := literal(call.Args[0])
		switch of.Name + "." + selector.Sel.Name {
		case "errors.New":
			texts = append(texts, text)
		case "fmt.Errorf":
			if !strings.Contains(text, "%w") {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

// literal joins what is written out of a text.
func literal(of ast.Expr) string {
	switch t := of.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(t.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return literal(t.X) + literal(t.Y)
	}
	return ""
}
