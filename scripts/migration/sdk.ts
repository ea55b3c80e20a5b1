/** The wallet methods of `@avalanche-sdk/client` 0.1.1 and their types, with our counterparts. */
import { none, type Rows, to } from './row.ts';

/** `prepareBaseTxn`, `PrepareBaseTxnParameters` and `PrepareBaseTxnReturnType`. */
const prepares = (...types: readonly string[]): Rows =>
  Object.fromEntries(
    types.flatMap((type) => {
      const intent = type.replace(/Tx$/, 'Intent');
      return [
        // The SDK exports one of them without its last letter.
        [
          `prepare${type}${type === 'AddPermissionlessDelegatorTx' ? '' : 'n'}`,
          to(`build${type}@build`),
        ],
        [`Prepare${type}nParameters`, to(`${intent} Options@build`)],
        [`Prepare${type}nReturnType`, to('DraftOf@build')],
      ];
    }),
  );

const error = to('ErrorCode ErrorContexts', 'one error class, facts typed by its code');

const actions: Rows = {
  getAccountPubKey: to('privateKey@sign, parseAccount@hd', '`publicKey` of a key; an xpub'),
  send: to(
    'buildBaseTx buildExportTx buildImportTx@build, connect@rpc',
    'one call each; amounts in nAVAX, the C-chain only atomically',
  ),
  sendXPTransaction: to(
    'sign finalize walletSigner@sign, connect@rpc',
    '`node.issue(finalize(sign(draft, key)))`, or a wallet that sends',
  ),
  signXPMessage: to(
    'signMessage@sign',
    'messages that are not ASCII: the length counts bytes, as wallets do',
  ),
  signXPTransaction: to(
    'sign finalize walletSigner@sign',
    'all types, also imports and shared owners',
  ),
  waitForTxn: to('connect@rpc', '`node.issue` waits, and reports why a node refused'),
  addOrModifyXPAddressAlias: to(
    'parseAddress formatAddress',
    "`formatAddress('X', parseAddress(text).bytes, fuji)`",
  ),
  AvalancheWalletRpcSchema: to('Provider walletSigner@sign'),
  CommonTxParams: to(
    'Options@build, State',
    'where UTXOs come from is the state; the rest are options',
  ),
  FormattedCommonTxParams: none('internal', 'What avalanchejs is called with'),
  FormattedCommonPVMTxParams: none('internal', 'What avalanchejs is called with'),
  FormattedCommonAVMTxParams: none('internal', 'What avalanchejs is called with'),
  Output: to('OutputIntent@build'),
  TransferableOutputFull: to('TransferableOutput@pchain'),
  StakeableOutputFull: to('LockOut@pchain'),
  TransactionDetails: to('Issued@rpc'),
  Signatures: to('Slot@build', '`draft.slots`'),
  GetAccountPubKeyErrorType: error,
  GetAccountPubKeyReturnType: to('Key@sign'),
  SendErrorType: error,
  SendParameters: to('BaseIntent ExportIntent ImportIntent@build'),
  SendReturnType: to('Issued@rpc'),
  SendXPTransactionErrorType: error,
  SendXPTransactionParameters: to('AnyTx, IssueOptions@rpc'),
  SendXPTransactionReturnType: to('Issued@rpc'),
  SignXPMessageErrorType: error,
  SignXPMessageParameters: to('signMessage@sign', 'a text and a key'),
  SignXPMessageReturnType: to('signMessage@sign', 'CB58 text'),
  SignXPTransactionErrorType: error,
  SignXPTransactionParameters: to('Draft SignOptions@sign'),
  SignXPTransactionReturnType: to('Draft@sign', 'with signatures'),
  WaitForTxnErrorType: error,
  WaitForTxnParameters: to('IssueOptions@rpc'),
};

const pChain: Rows = {
  ...prepares(
    'BaseTx',
    'ExportTx',
    'ImportTx',
    'AddPermissionlessValidatorTx',
    'AddPermissionlessDelegatorTx',
    'AddSubnetValidatorTx',
    'RemoveSubnetValidatorTx',
    'CreateSubnetTx',
    'CreateChainTx',
    'ConvertSubnetToL1Tx',
    'RegisterL1ValidatorTx',
    'SetL1ValidatorWeightTx',
    'IncreaseL1ValidatorBalanceTx',
    'DisableL1ValidatorTx',
  ),
  L1Validator: to('L1ValidatorIntent@build'),
  PChainOwnerInfo: to('Owner'),
  SubnetOwners: to('Owner'),
  ImportedOutput: to('ImportIntent@build', '`to`'),
};

const xChain: Rows = {
  ...prepares('BaseTx', 'ExportTx', 'ImportTx'),
  ImportedOutput: to('ImportIntent@build', '`to`'),
};

const cChain: Rows = {
  prepareExportTxn: to('buildExportTx@build'),
  prepareImportTxn: to('buildImportTx@build'),
  PrepareExportTxnParameters: to('ExportIntent Options@build'),
  PrepareExportTxnReturnType: to('DraftOf@build'),
  PrepareImportTxnParameters: to('CImportIntent Options@build'),
  PrepareImportTxnReturnType: to('DraftOf@build'),
};

const account = to('privateKey@sign', 'signs on all chains that this library builds for');

/** Of the accounts those of X and P; the others are viem's. */
const accounts: Rows = {
  privateKeyToAvalancheAccount: account,
  privateKeyToXPAccount: account,
  privateKeyToXPAddress: to('privateKey@sign', "`privateKey(secret).address('P', fuji)`"),
  privateKeyToXPPublicKey: to('privateKey@sign', '`privateKey(secret).publicKey`'),
  publicKeyToXPAddress: to('parseAccount@hd', 'addresses of an xpub'),
  mnemonicsToAvalancheAccount: to('hdWallet@hd', '`hdWallet(words)`'),
  hdKeyToAvalancheAccount: to('hdWallet parseAccount@hd'),
  HDKeyToAvalancheAccountOptions: to('HDWallet@hd', 'any account and path'),
  parseAvalancheAccount: none('internal', 'A key is a key'),
  xpSignMessage: to('signMessage@sign'),
  xpSignTransaction: to('sign@sign', 'of a draft; digests: `hashSigner`'),
  xpVerifySignature: to('verifyMessage@sign'),
  xpRecoverPublicKey: to('recoverKey@rules'),
  AvalancheAccount: to('Key@sign'),
  LocalXPAccount: to('Key Signer@sign', 'a key; whatever else signs'),
  XPAccount: to('Key Signer@sign'),
  XPAddress: to('Address'),
};

/** Rows by the entry point of the SDK. */
export const sdkModules: { readonly [entry: string]: Rows } = {
  'methods/wallet': actions,
  'methods/wallet/pChain': pChain,
  'methods/wallet/xChain': xChain,
  'methods/wallet/cChain': cChain,
  accounts,
};
