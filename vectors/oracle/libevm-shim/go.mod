module github.com/ava-labs/libevm
go 1.25

require golang.org/x/crypto v0.40.0
