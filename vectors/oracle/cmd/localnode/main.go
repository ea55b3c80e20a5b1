// Command localnode runs the P- and X-chain of avalanchego in one process, as
// a network of one node in memory, and serves their JSON-RPC APIs on loopback.
//
// It hosts the real virtual machines (platformvm and avm, each inside the real
// proposervm), the real API server, indexer, info and health services. It only
// replaces consensus, which among one node is trivial, and the peer-to-peer
// network. There is no C-chain.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/logging"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "localnode:", err)
		os.Exit(1)
	}
}

func run() error {
	var (
		httpAddress      = flag.String("http", "127.0.0.1:9650", "`address` to serve on; port 0 picks a free one")
		networkName      = flag.String("network-id", "local", "network `ID` or name: decides the address prefix (local is 12345)")
		genesisName      = flag.String("genesis", "rich", "`kind` of genesis: rich (every sort of output, this node validates) or local (avalanchego's own)")
		upgradeName      = flag.String("upgrade", "latest", "last `upgrade` that is active, from genesis on: latest, helicon, granite, fortuna, etna, ...")
		minStakeDuration = flag.Duration("min-stake-duration", 0, "shortest staking `period` allowed; 0 keeps that of the local network (1h)")
		expiring         = flag.Duration("expiring-validator", 0, "add a genesis validator whose period ends after this `time`, to see it rewarded")
		graniteEpoch     = flag.Duration("granite-epoch", 0, "duration of an ACP-181 `epoch`; 0 keeps that of the local network (30s)")
		realEpochs       = flag.Bool("real-epochs", false, "verify warp messages at the height of the epoch, as a node does, not at the current height")
		bareBlocks       = flag.Bool("bare-blocks", false, "no proposervm headers around blocks; always so with -genesis local, where this node could not sign them")
		logLevel         = flag.String("log", "off", "`level` of the log on standard error: off, info, debug, verbo")
		withParent       = flag.Bool("exit-with-parent", false, "stop when the parent process ends, since \"go run\" does not pass SIGTERM on")
		recorded         = flag.Bool("history", false, "serve at /ext/history what the API said after each block")
		posted           = flag.Bool("posted-blocks", false, "make no P-chain blocks, take those that are posted to /ext/history, of any time up to now; implies -history and -bare-blocks")
		populated        = flag.Bool("populate", false, "issue one transaction of each sort over HTTP before the ready line; it then lists them")
		heldTime         = flag.String("time", "", "hold the clock of both chains at this `time` (RFC 3339 or Unix seconds); judge.setTime moves it")
		mutants          = flag.Int("mutants", 0, "print this `number` of changed transactions with the verdict of the chains, and exit")
		scripted         = flag.Int("script", 0, "play a script with this `number` of random transactions: prints actions, goes on at each line of input")
		refusals         = flag.Bool("refusals", false, "print one refused transaction for each reason that can be provoked, and exit")
		reasons          = flag.String("reasons", "../reasons.json", "`file` with the reasons that -refusals names")
		seed             = flag.Uint64("seed", 1, "`seed` of -mutants and -script")
		smoke            = flag.Bool("smoke", false, "self-test: populate with a staking period of a few seconds, wait for a reward, and exit")
	)
	flag.Parse()
	if flag.NArg() != 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	began := time.Now()

	if *mutants > 0 {
		return printMutants(os.Stdout, *seed, *mutants, *upgradeName)
	}
	if *scripted > 0 {
		return printScript(os.Stdout, os.Stdin, *seed, *scripted, *upgradeName)
	}
	if *refusals {
		return printRefusals(os.Stdout, *reasons)
	}

	networkID, err := constants.NetworkID(*networkName)
	if err != nil {
		return err
	}
	held, err := parseTime(*heldTime)
	if err != nil {
		return err
	}
	fork, err := forkNamed(*upgradeName)
	if err != nil {
		return err
	}
	log, err := newLog(*logLevel)
	if err != nil {
		return err
	}
	s := settings{
		upgrades:         upgradetest.GetConfig(fork),
		minStakeDuration: *minStakeDuration,
		realEpochs:       *realEpochs,
		bareBlocks:       *bareBlocks || *genesisName == "local" || *posted,
		history:          *recorded || *posted,
		postedBlocks:     *posted,
		heldTime:         held,
		log:              log,
	}
	if !held.IsZero() && (*populated || *smoke) {
		return errors.New("-populate and -smoke need clocks that run")
	}
	if *smoke && s.minStakeDuration == 0 {
		s.minStakeDuration = 2 * time.Second
	}
	if *graniteEpoch > 0 {
		s.upgrades.GraniteEpochDuration = *graniteEpoch
	}

	identity, err := newNodeIdentity()
	if err != nil {
		return err
	}
	var chosen *netGenesis
	switch *genesisName {
	case "rich":
		chosen, err = newRichNetwork(networkID, identity, *expiring, s.now())
	case "local":
		chosen, err = newLocalNetwork(networkID)
	default:
		err = fmt.Errorf("no genesis is called %q", *genesisName)
	}
	if err != nil {
		return fmt.Errorf("genesis: %w", err)
	}

	listener, err := net.Listen("tcp", *httpAddress)
	if err != nil {
		return err
	}
	node, err := newLocalNode(s, chosen, identity, listener)
	if err != nil {
		return err
	}

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	if *withParent {
		go whenOrphaned(ctx, cancel)
	}

	stopped := make(chan error, 1)
	go func() { stopped <- node.run(ctx) }()

	startup := time.Since(began)
	var txs []issued
	if *populated || *smoke {
		txs, err = populate(ctx, node)
	}
	switch {
	case *smoke && err == nil:
		for _, tx := range txs {
			if tx.Bytes == "" {
				fmt.Println("accepted", tx.Chain, tx.ID, tx.Name)
			}
		}
		err = node.smokeJudge(txs)
		cancel()
	case err == nil:
		err = node.announce(fork, startup, txs)
	}
	if err != nil {
		cancel()
	}
	return errors.Join(err, <-stopped)
}

// whenOrphaned calls stop once this process has another parent than now.
func whenOrphaned(ctx context.Context, stop func()) {
	parent := os.Getppid()
	for ctx.Err() == nil && os.Getppid() == parent {
		time.Sleep(200 * time.Millisecond)
	}
	stop()
}

// parseTime reads RFC 3339 or Unix seconds; no text is the zero time.
func parseTime(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC(), nil
	}
	at, err := time.Parse(time.RFC3339, text)
	return at.UTC(), err
}

func forkNamed(name string) (upgradetest.Fork, error) {
	if strings.EqualFold(name, "latest") {
		return upgradetest.Latest, nil
	}
	for fork := upgradetest.ApricotPhase1; fork <= upgradetest.Latest; fork++ {
		if strings.EqualFold(fork.String(), name) {
			return fork, nil
		}
	}
	return 0, fmt.Errorf("no upgrade is called %q", name)
}

func newLog(level string) (logging.Logger, error) {
	if level == "off" {
		return logging.NoLog{}, nil
	}
	l, err := logging.ToLevel(level)
	if err != nil {
		return nil, err
	}
	return logging.NewLogger("", logging.NewWrappedCore(l, os.Stderr, logging.Plain.ConsoleEncoder())), nil
}

// announce prints the ready line: one JSON object with everything that a test
// needs to know.
func (n *localNode) announce(fork upgradetest.Fork, startup time.Duration, txs []issued) error {
	wallets := fundedWallets()
	keys := make([]keyInfo, len(wallets))
	for i, w := range wallets {
		info, err := w.info(n.network.hrp)
		if err != nil {
			return err
		}
		keys[i] = info
	}
	line, err := json.Marshal(struct {
		URL           string            `json:"url"`
		NetworkID     uint32            `json:"networkID"`
		HRP           string            `json:"hrp"`
		Upgrade       string            `json:"upgrade"`
		StartupMillis int64             `json:"startupMillis"`
		PChainID      ids.ID            `json:"pChainID"`
		XChainID      ids.ID            `json:"xChainID"`
		CChainID      ids.ID            `json:"cChainID"`
		AVAXAssetID   ids.ID            `json:"avaxAssetID"`
		Assets        map[string]ids.ID `json:"assets"`
		NodeID        ids.NodeID        `json:"nodeID"`
		BLS           blsInfo           `json:"bls"`
		Keys          []keyInfo         `json:"keys"`
		Issued        []issued          `json:"issued,omitempty"`
	}{
		n.url, n.network.id, n.network.hrp, fork.String(), startup.Milliseconds(),
		constants.PlatformChainID, n.network.xChainID, n.network.cChainID,
		n.network.avaxAssetID, n.network.assets,
		n.identity.nodeID, n.identity.blsInfo(), keys, txs,
	})
	if err != nil {
		return err
	}
	_, err = fmt.Println(string(line))
	return err
}
