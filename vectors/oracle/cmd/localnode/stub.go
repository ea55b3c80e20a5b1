package main

import (
	"fmt"
	"io"

	"github.com/ava-labs/avalanchego/upgrade/upgradetest"
)

func printMutants(w io.Writer, seed uint64, count int, upgrade string) error {
	for f := upgradetest.ApricotPhasePost6; f <= upgradetest.Latest; f++ {
		world, err := newWorld(f)
		fmt.Println(f, err, world != nil)
	}
	return nil
}
func printRefusals(w io.Writer) error { return nil }
