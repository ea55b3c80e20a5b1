/** What `--help` says. */
export const help = `avalanche-tx: read and write Avalanche transactions, offline but for the four that ask a node

  avalanche-tx decode [HEX|FILE|-]     what it is: every field, with its place and meaning
  avalanche-tx decode --stream [FILE]  one JSON request a line in, gzip or not, one answer a line out
  avalanche-tx encode [JSON|FILE|-]    node JSON, or a whole JSON-RPC reply, to hex
  avalanche-tx id [HEX|JSON|FILE|-]    its txID or blockID; of a UTXO, the id that spends it
  avalanche-tx address TEXT            an address, CB58 or 0x… in every other form
  avalanche-tx cb58 TEXT               0x… to CB58, or back with its checksum checked

  avalanche-tx balances [STATE|-]      what the addresses of a state have, by asset
  avalanche-tx build [INTENT|-]        a draft of what is meant, from --state
  avalanche-tx sign [DRAFT|-]          the draft with signatures; what is missing on stderr
  avalanche-tx missing [DRAFT|-]       who is still to sign; --json: what they sign
  avalanche-tx combine DRAFT DRAFT…    one draft with the signatures of all
  avalanche-tx finalize [DRAFT|-]      what to POST to a node: {"path":…,"method":…,"params":{…}}
  avalanche-tx verify [HEX|FILE|-]     would a node take it: rule by rule, status 1 if not
  avalanche-tx explain [HEX|FILE|-]    what it does in words: who pays what to whom, what to look out for
  avalanche-tx fee [HEX|FILE|-]        complexity, gas and fee

  avalanche-tx state ADDRESS…          what a node says of addresses: all that a build needs
  avalanche-tx utxos ADDRESS…          their UTXOs, one a line
  avalanche-tx issue [TX|FILE|-]       sends a signed transaction, or what finalize wrote
  avalanche-tx rpc METHOD [PARAMS]     the result of any method of a node; docs/rpc.md has them

  --chain P|X|C       only read it as of this chain
  --kind KIND         tx, unsignedTx, utxo, block, genesis, output, input, credential, proposervm, vertex, container,
                      warpUnsigned, warpSigned, warpPayload, l1Payload
  --network NAME|ID   mainnet, fuji, local or a networkID; refused if the input names another
  --hint TYPE         take this type where JSON leaves several (propertyfx.MintOutput)
  --checksum          encode: end with the node's 4-byte checksum
  --workers N         decode --stream: threads that answer, 1 if not given; the order stays
  --gzip              decode --stream: writes gzip
  --json              decode: the node's JSON, one line each; address, balances, explain, fee, missing: JSON
  --svg               explain: as a picture
  --state STATE       build, fee: file with what a node said
  --utxos FILE        verify, explain, sign, finalize: a state or a getUTXOs reply that you trust: UTXOs and their owners
  --time TIME         verify, explain, balances: Unix seconds or 2027-01-31T00:00:00Z; else the state's, or now
  --complete          verify: status 1 also if a rule cannot be checked
  --price N           fee: nAVAX (on C wei) for a unit of gas; else the state's
  --key FILE          sign: a file with PrivateKey-… or 0x…, - for standard input; may be repeated
  --mnemonic FILE     sign: a file with 12 to 24 words, - for standard input; their keys at the draft's paths
  --path PATH         sign: with --mnemonic, the key at m/44'/9000'/0'/0/0 and the like; may be repeated
  --add FILE          sign: signatures from elsewhere, [{"digest":"0x…","signature":"0x…","publicKey":"0x…"}]
  --policy FILE       sign, finalize: what is allowed; nothing is signed that is not. Without it, all owners must be proven or own
  --own ADDRESS       sign, finalize: another address of the signer; may be repeated
  --evidence FILE     sign, finalize: transactions that prove owners: a state, a draft, or [{"chain":"P","bytes":"0x…"}]
  --parts             build, sign, combine: the draft as texts for QR codes, one a line; all commands read them
  --finalize          sign: as finalize, if nobody else is to sign
  --url URL           rpc, state, utxos, issue: a node, http://127.0.0.1:9650 if not given
  --header FILE       the same: a file with headers to send, "Name: value" a line
  --allow-plain-http  the same: send the headers over http:// to another machine too
  --max-price N       state: nAVAX for a unit of gas above which a price is refused, 10000 if not given
  --imports P|X|C     state, utxos: what waits to be imported from there; may be repeated
  --authority ID      state: who must agree to change a subnet, L1 validation, auto-renewed validator
  --at CHAIN|INDEX    rpc: alias or id of the chain, or the index: P/block
  --wait              issue: until it is accepted; status 1 if it is not
  --idempotent        issue: it may have been issued before
  --help, --version

An intent is JSON like {"type":"BaseTx","outputs":[{"to":"P-fuji1…","amount":"1.5"}],"options":{"maxFee":"0.01"}}.
AVAX are text ("1.5", or "max"), units of other assets integers (150). The README says more.
decode --stream reads {"id":…,"chain":"P","kind":"tx","network":"fuji","hex":"0x…"} and answers
{"id":…,"ok":true,"type":…,"hex":…,"txID":…,"json":{…}} or {"id":…,"ok":false,"error":{…}}.
Its KIND may also be accepted: what the index hands out.

The status is 0 if all is well; 1 if something was refused (of a stream: if a line was, and each line has its answer);
2 if the command was not understood; 3 if reading, writing or a connection failed, or the program itself.
`;
