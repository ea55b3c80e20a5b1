/** The text of `--help`. */
export const help = `avalanche-tx: reads and writes Avalanche transactions, offline except for state, utxos, issue and rpc

  avalanche-tx decode [HEX|FILE|-]     every field with its offset, size and value
  avalanche-tx decode --stream [FILE]  one JSON request per line, plain or gzip, to one JSON answer per line
  avalanche-tx encode [JSON|FILE|-]    node JSON, or a whole JSON-RPC reply, to hex
  avalanche-tx id [HEX|JSON|FILE|-]    the txID or blockID; of a UTXO, its inputID
  avalanche-tx address TEXT            an address, CB58 or 0x… in all other forms
  avalanche-tx cb58 TEXT               0x… to CB58, or CB58 to 0x… with a checked checksum

  avalanche-tx balances [STATE|-]      balances of the addresses of a state, by asset
  avalanche-tx build [INTENT|-]        a draft of an intent, from --state
  avalanche-tx sign [DRAFT|-]          the draft with signatures; missing signers on stderr
  avalanche-tx missing [DRAFT|-]       the missing signers; --json: with the digests that they sign
  avalanche-tx policy [DRAFT|-]        the full policy of a draft that you have reviewed: it allows that and nothing else
  avalanche-tx combine DRAFT DRAFT…    one draft with the signatures of several
  avalanche-tx finalize [DRAFT|-]      the request for a node: {"path":…,"method":…,"params":{…}}
  avalanche-tx verify [HEX|FILE|-]     whether a node accepts it, rule by rule; status 1 if not
  avalanche-tx explain [HEX|FILE|-]    what it does in words: payments, receivers and warnings
  avalanche-tx fee [HEX|FILE|-]        complexity, gas and fee

  avalanche-tx state ADDRESS…          the state of addresses from a node: the input of build
  avalanche-tx utxos ADDRESS…          the UTXOs of addresses, one per line
  avalanche-tx issue [TX|FILE|-]       submits a signed transaction, or the output of finalize
  avalanche-tx rpc METHOD [PARAMS]     the result of any method of a node, see docs/rpc.md

  avalanche-tx testnode                a test node: the primary network in memory, over HTTP, see docs/testnode.md

  --chain P|X|C       read the input only as one of this chain
  --kind KIND         tx, unsignedTx, utxo, block, genesis, output, input, credential, proposervm, vertex, container,
                      warpUnsigned, warpSigned, warpPayload, l1Payload
  --network NAME|ID   mainnet, fuji, local or a networkID; an input for another network is refused
  --hint TYPE         the type where JSON fits several (propertyfx.MintOutput)
  --checksum          encode: append the node's 4-byte checksum
  --workers N         decode --stream: number of threads (default 1); answers stay in order
  --gzip              decode --stream: write gzip
  --json              decode: the node's JSON, one line each; address, balances, explain, fee, missing, utxos: JSON;
                      testnode: the first line as JSON
  --svg               explain: a picture
  --state STATE       build, fee: file with the state
  --utxos FILE        verify, explain, sign, finalize: a state or a getUTXOs reply that you trust: its UTXOs, and of a state who
                      authorizes as well, win over what a draft claims
  --own ADDRESS       balances, build, policy, explain, sign, finalize: an address of yours, or an account (0x…); repeatable;
                      issue --rehearse: an address whose UTXOs are read beside those of the signers
  --evidence FILE     explain, sign, finalize: a signed transaction, or a state or draft with evidence of owners; repeatable
  --time TIME         verify, explain, balances: Unix seconds or 2027-01-31T00:00:00Z (default: the state's, else now)
  --device VERSION    explain: of a draft, the screens of a Ledger's app 1.4.4 or 1.4.20, and what they hide
  --complete          verify: status 1 also if a rule cannot be checked
  --price N           fee: nAVAX (on C: wei) per unit of gas (default: the state's)
  --key FILE          sign: a file with PrivateKey-… or 0x…, - for standard input; repeatable
  --mnemonic FILE     sign: a file with 12 to 24 words, - for standard input; signs with the keys at the draft's paths
  --path PATH         sign: with --mnemonic, a path such as m/44'/9000'/0'/0/0; repeatable
  --add FILE          sign: signatures made elsewhere, [{"digest":"0x…","signature":"0x…","publicKey":"0x…"}]
  --max-fee AVAX      sign: the highest fee, 0.1 if omitted; with a policy its own limit counts too
  --policy FILE       sign, finalize: the policy; refuses what it does not allow (default of sign: all owners are proven or own)
  --signer ADDRESS    build: who is to sign, of an owner with more addresses than it needs; repeat it for each signer
  --parts             build, sign, combine: the draft as texts for QR codes, one per line; all commands read them
  --finalize          sign: finalize, if no signer is missing
  --url URL           rpc, state, utxos, issue: the node (default http://127.0.0.1:9650)
  --header FILE       the same commands: a file with HTTP headers, one "Name: value" per line
  --allow-plain-http  the same commands: send the headers over http:// to another machine too
  --max-price N       state: refuse a higher price, in nAVAX per unit of gas (default 10000)
  --imports P|X|C     state, utxos: pending imports from this chain; repeatable
  --authority ID      state: the owner of a subnet, L1 validation or auto-renewed validator
  --at CHAIN|INDEX    rpc: alias or id of the chain, or the index, such as P/block
  --wait              issue: wait until it is accepted; status 1 if it is not
  --idempotent        issue: succeed if it was submitted before
  --rehearse          issue: try it first on a test node that starts from what the node has, and show what it does; status 1, and
                      nothing submitted, if it is refused there or depends on something that is not known
  --http HOST:PORT    testnode: where to listen (default 127.0.0.1:9650); port 0 is any free port
  --fund ADDRESS=AVAX testnode: what an address of P or X, or an account (0x…), gets at the start; repeatable
  --state FILE        testnode: keep everything in this file; continue from it if it exists
  --network FILE      testnode: the network, as a file (default local)
  --time TIME         testnode: start here, and move only when told to (default: the machine's clock)
  --block-time N      testnode: make blocks every N seconds (default: at once after each transaction)
  --log               testnode: a line for each request on standard error
  --help, --version

An intent is JSON like {"type":"BaseTx","outputs":[{"to":"P-fuji1…","amount":"1.5"}],"options":{"maxFee":"0.01"}}.
Amounts of AVAX are text ("1.5" or "max"), amounts of other assets are integers (150). See the README.
decode --stream reads {"id":…,"chain":"P","kind":"tx","network":"fuji","hex":"0x…"} and answers
{"id":…,"ok":true,"type":…,"hex":…,"txID":…,"json":{…}} or {"id":…,"ok":false,"error":{…}}.
Its KIND can also be accepted: the bytes that the index API returns.

Exit status: 0 for success; 1 if the input was refused (of a stream: at least one line, and each line has its answer);
2 for wrong usage; 3 for I/O, network or internal errors.
`;
