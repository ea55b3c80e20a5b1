/** What builds and prices transactions, and asks nodes, in avalanchejs; with our counterparts. */
import { call, none, params, type Rows, result, to } from './row.ts';

/** A builder, the type of its argument, and in `etna` the same once more. */
const builds: readonly (readonly [name: string, props: string, ours: string])[] = [
  ['newBaseTx', 'NewBaseTxProps', 'BaseTx BaseIntent'],
  ['newImportTx', 'NewImportTxProps', 'ImportTx ImportIntent'],
  ['newExportTx', 'NewExportTxProps', 'ExportTx ExportIntent'],
  ['newCreateSubnetTx', 'NewCreateSubnetTxProps', 'CreateSubnetTx CreateSubnetIntent'],
  ['newCreateChainTx', 'NewCreateChainTxProps', 'CreateChainTx CreateChainIntent'],
  ...[
    'AddSubnetValidator',
    'RemoveSubnetValidator',
    'AddPermissionlessValidator',
    'AddPermissionlessDelegator',
    'TransferSubnetOwnership',
    'ConvertSubnetToL1',
    'AddAutoRenewedValidator',
    'SetAutoRenewedValidatorConfig',
  ].map((of) => [`new${of}Tx`, `New${of}TxProps`, `${of}Tx ${of}Intent`] as const),
  [
    'newRegisterL1ValidatorTx',
    'NewRegisterL1ValidatorTx',
    'RegisterL1ValidatorTx RegisterL1ValidatorIntent',
  ],
  ...['SetL1ValidatorWeight', 'IncreaseL1ValidatorBalance', 'DisableL1Validator'].map(
    (of) => [`new${of}Tx`, `${of}TxProps`, `${of}Tx ${of}Intent`] as const,
  ),
];
const builders: Rows = Object.fromEntries(
  builds.flatMap(([name, props, ours]) => {
    const [type, intent] = ours.split(' ') as [string, string];
    return [
      [name, to(`build${type}@build`)],
      [props, to(`${intent}@build`)],
    ];
  }),
);

const intrinsic = to('complexityOf@fee', 'of any transaction; knows the constants of each type');
const part = none('internal', '`complexityOf` covers it');

/** The same builders once more, under the name of an upgrade. */
export const etna: Rows = builders;

const etnaTypes = [
  'ADD_PERMISSIONLESS_DELEGATOR',
  'ADD_PERMISSIONLESS_VALIDATOR',
  'ADD_SUBNET_VALIDATOR',
  'BASE',
  'CREATE_CHAIN',
  'CREATE_SUBNET',
  'EXPORT',
  'IMPORT',
  'REMOVE_SUBNET_VALIDATOR',
  'TRANSFER_SUBNET_OWNERSHIP',
  'CONVERT_SUBNET_TO_L1',
  'DISABLE_L1_VALIDATOR',
  'INCREASE_L1_VALIDATOR_BALANCE',
  'REGISTER_L1_VALIDATOR',
  'SET_L1_VALIDATOR_WEIGHT',
  'ADD_AUTO_RENEWED_VALIDATOR',
  'SET_AUTO_RENEWED_VALIDATOR_CONFIG',
];

/** `GetStakeParams` and `GetStakeResponse` of `platform.getStake`. */
const models = (service: string, ...methods: readonly string[]): Rows =>
  Object.fromEntries(
    methods.flatMap((name) => {
      const method = `${service}.${name.replace(/^./, (first) => first.toLowerCase())}`;
      return [
        [`${name}Params`, params(method)],
        [`${name}Response`, result(method)],
      ];
    }),
  );
const pick = (rows: Rows, ...names: readonly string[]): Rows =>
  Object.fromEntries(names.map((name) => [name, rows[name]!]));

const pModels = models(
  'platform',
  ...['GetCurrentValidators', 'GetRewardUTXOs', 'GetStake', 'GetValidatorsAt', 'SampleValidators'],
  ...['GetBalance', 'GetTxStatus', 'GetStakingAssetID', 'GetSubnet', 'GetSubnets', 'ValidatedBy'],
  ...['Validates', 'GetMinStake', 'GetCurrentSupply', 'GetBlockchains', 'GetBlockchainStatus'],
  ...['GetHeight', 'GetTimestamp', 'GetTotalStake', 'GetL1Validator'],
);
const pending = none('obsolete', 'Nothing is pending since Durango; nodes answer an empty list');

export const pvm: Rows = {
  ...builders,
  ...Object.fromEntries(
    Object.keys(pModels)
      .filter(
        (name) =>
          !/^Get(MinStake|CurrentSupply|Blockchains|BlockchainStatus|Height|Timestamp|TotalStake|L1Validator)Params$/.test(
            name,
          ),
      )
      .map((name) => [name, pModels[name]!]),
  ),
  GetAssetDescriptionResponse: result('avm.getAssetDescription'),
  GetPendingValidatorsParams: pending,
  GetPendingValidatorsResponse: pending,
  GetMaxStakeAmountParams: none('obsolete', 'Nodes no longer have the method'),
  StartIndex: to('UTXOPage@rpc', 'of one page; `node.pchain.utxos` pages by itself'),
  Subnet: result('platform.getSubnets'),
  Blockchain: result('platform.getBlockchains'),
  FeeConfigResponse: result('platform.getFeeConfig'),
  FeeConfig: to('FeeConfig@rpc, PFees@network'),
  FeeStateResponse: to('FeeStateReply@rpc'),
  FeeState: to('NodeFeeState, FeeState@fee', 'of a state; of computations'),
  L1ValidatorDetails: to('L1ValidatorReply@rpc'),
  PVMApi: to('connect@rpc', '`node.pchain` and `node.call`; see the methods below'),
  ...Object.fromEntries(etnaTypes.map((type) => [`INTRINSIC_${type}_TX_COMPLEXITIES`, intrinsic])),
  getAuthComplexity: part,
  getInputComplexity: to('inputComplexityOf@fee'),
  getOutputComplexity: to('outputComplexityOf@fee'),
  getOwnerComplexity: part,
  getSignerComplexity: part,
  getTxComplexity: to('complexityOf@fee'),
  getBytesComplexity: part,
  getL1ValidatorsComplexity: part,
  calculateFee: to('txFeeOf@fee, estimateFee@build', 'of a transaction; before there is one'),
};

export const avm: Rows = {
  AVMApi: to('connect@rpc', '`node.xchain` and `node.call`; see the methods below'),
  newImportTx: to('buildImportTx@build'),
  newExportTx: to('buildExportTx@build'),
  newBaseTx: to('buildBaseTx@build'),
  BuildGenesisParams: none(
    'obsolete',
    'A static method that nodes no longer serve; `Genesis` of `avalanche-tx/xchain` encodes one',
  ),
  BuildGenesisResponse: to('Genesis@xchain', '`encode(Genesis, value)`'),
  ...pick(
    models('avm', 'GetAllBalances', 'GetBalance'),
    'GetAllBalancesParams',
    'GetAllBalancesResponse',
    'GetBalanceParams',
    'GetBalanceResponse',
  ),
  GetAddressTxsParams: none(
    'obsolete',
    'Nodes no longer have the method; `avalanche-tx/history` follows a chain',
  ),
  GetAddressTxsResponse: none(
    'obsolete',
    'Nodes no longer have the method; `avalanche-tx/history` follows a chain',
  ),
  GetTxFeeResponse: result('avm.getTxFee'),
  TxFee: to('XFees@network', 'constants of a network'),
};

export const Common: Rows = {
  GetUTXOsInput: params('platform.getUTXOs'),
  GetUTXOsApiResp: result('platform.getUTXOs'),
  GetUTXOResponse: to('UTXOPage@rpc', '`node.pchain.utxos` pages by itself'),
  GetAssetDescriptionResponse: result('avm.getAssetDescription'),
  AVMContext: to('Network'),
  IssueTxParams: params('platform.issueTx'),
  IssueTxResponse: to('Issued@rpc'),
  GetTxParams: params('platform.getTx'),
  GetTxStatusParams: params('platform.getTxStatus'),
  GetTxStatusResponse: result('platform.getTxStatus'),
  baseTxUnsafeAvm: none('internal', 'Transactions are object literals'),
  baseTxUnsafePvm: none('internal', 'Transactions are object literals'),
  SpendOptions: to('Options@build'),
  SpendOptionsRequired: to('Options@build'),
  SigMapping: to('Slot@build', '`owner` and `signatureIndices`'),
  SigMappings: to('Slot@build', '`draft.slots`'),
  AvaxApi: to('connect@rpc'),
  UnsignedTx: to('Draft@build'),
  Transaction: to('AnyUnsignedTx@rules'),
  FeeDimensions: to('Complexity@fee', 'its keys'),
  Dimensions: to('Complexity@fee'),
  createEmptyDimensions: none('plain', 'An object literal'),
  createDimensions: none('plain', 'An object literal'),
  addDimensions: to('addComplexity@fee'),
  dimensionsToGas: to('gasOf@fee'),
};

export const Context: Rows = {
  getContextFromURI: to(
    'connect@rpc',
    '`node.network()`; known networks come from the library alone',
  ),
  Context: to('Network'),
};

export const evm: Rows = {
  EVMApi: to('connect@rpc', '`node.cchain` and `node.call`; see the methods below'),
  EVMExportOptions: to(
    'Owner, OutputIntent@build',
    'an output goes `to` an owner with threshold and locktime',
  ),
  newExportTxFromBaseFee: to('buildExportTx@build', 'the base fee is in wei'),
  estimateExportCost: to('estimateFee@build, atomicFeeOf@fee', 'rounds up, as a node does'),
  newExportTx: to('buildExportTx@build'),
  newImportTxFromBaseFee: to('buildImportTx@build', 'the base fee is in wei'),
  newImportTx: to('buildImportTx@build'),
  GetAtomicTxParams: params('avax.getAtomicTx'),
  GetAtomicTxResponse: result('avax.getAtomicTx'),
  GetAtomicTxStatusResponse: result('avax.getAtomicTxStatus'),
};

export const info: Rows = {
  InfoApi: to('connect@rpc', '`node.call`; see the methods below'),
  GetNodeVersionReply: result('info.getNodeVersion'),
  Peer: to('Peer@rpc'),
  GetPeersResponse: result('info.peers'),
  UptimeResponse: result('info.uptime'),
  NodePOP: to('NodePOP@build', 'the whole reply of `info.getNodeID`'),
  GetNodeIdResponse: result('info.getNodeID'),
  GetNodeIpResponse: result('info.getNodeIP'),
  GetNetworkIdResponse: result('info.getNetworkID'),
  GetNetworkNameResponse: result('info.getNetworkName'),
  GetBlockchainIDResponse: result('info.getBlockchainID'),
  isBootstrapped: result('info.isBootstrapped'),
  GetUpgradesInfoResponse: to('UpgradesReply@rpc, Upgrades@network'),
};

const issue = to('connect@rpc', '`node.issue(tx)` waits until it is accepted');
const headers = to('ConnectOptions@rpc', '`headers`');

/** Methods of its clients whose counterpart is not `node.call` with the same name. */
export const apiMethods: Rows = {
  getUTXOs: to('connect@rpc', '`node.pchain.state`, or `node.pchain.utxos`: all pages'),
  getTx: to('connect@rpc', '`node.pchain.getTx(txID)`: decoded, its id checked'),
  getTxJson: to('connect@rpc, toJSONText', '`toJSONText(await node.pchain.getTx(txID))`'),
  getAtomicTx: to('connect@rpc', '`node.cchain.getTx(txID)`: decoded, its id checked'),
  issueTx: issue,
  issueSignedTx: issue,
  setFetchOptions: headers,
  getBaseFee: to('connect@rpc', '`baseFee` of `node.cchain.state`, in wei'),
  getPendingValidators: pending,
  getMaxStakeAmount: none('obsolete', 'Nodes no longer have it'),
  getAddressTxs: none('obsolete', 'Nodes no longer have it'),
  buildGenesis: to('Genesis@xchain', '`encode(Genesis, value)`, offline'),
  getRewardUTXOs: to('connect@rpc', '`node.pchain.getRewardUTXOs(txID)`: decoded'),
  getNodeId: call('info.getNodeID'),
  getNodeIp: call('info.getNodeIP'),
  getNetworkId: call('info.getNetworkID'),
  getBlockchainId: call('info.getBlockchainID'),
  getUpgradesInfo: call('info.upgrades', 'known networks have them in `network.upgrades`'),
  getAssetDescription: call('avm.getAssetDescription'),
  isBootstrapped: call('info.isBootstrapped', 'avalanchejs 5.2.0 calls `info.peers`'),
};

/** Methods of `UnsignedTx` and `EVMUnsignedTx`. */
export const unsignedTxMethods: Rows = {
  toJSON: to('formatDraft@sign, toAvalanchejs@interop', 'our own format; that of avalanchejs'),
  fromJSON: to('parseDraft@sign, fromAvalanchejs@interop', 'our own format; that of avalanchejs'),
  getSigIndices: to('Slot@build', '`draft.slots[i].signatureIndices`'),
  hasAddress: to('Missing@build', '`draft.missing`: who has to sign'),
  hasPubkey: to('Missing@build', '`draft.missing`: who has to sign'),
  getAddresses: to('Slot@build', '`draft.slots[i].owner.addresses`'),
  getSigIndicesForAddress: to('Slot@build', '`draft.slots[i].signatureIndices`'),
  getSigIndicesForPubKey: to('Slot@build', '`draft.slots[i].signatureIndices`'),
  getInputUtxos: to('InputSlot@build', '`draft.slots[i].utxo`'),
  toBytes: to('unsignedBytesOf@rules', '`unsignedBytesOf(draft.unsignedTx)`'),
  getBlockchainId: to('Draft@build', '`draft.unsignedTx.blockchainID`'),
  getTx: to('Draft@build', '`draft.unsignedTx`'),
  getSignedTx: to('finalize@sign', 'refuses an incomplete draft'),
  getCredentials: to('Slot@build', '`draft.slots[i].signatures`'),
  addSignatureAt: to('addSignature@sign', 'finds the slots of the signer'),
  addSignature: to('addSignature@sign', '65, 64 or DER bytes'),
  publicKeyBytesToAddress: to('privateKey@sign', '`shortID` of a key'),
  addSignatureForPubKey: to('addSignature@sign', 'finds the slots of the signer'),
  hasAllSignatures: to(
    'Draft@build',
    '`draft.missing.length === 0`: each is checked against its slot',
  ),
  getVM: to('Draft@build', '`draft.chain`'),
};
