/** A Ledger that is plugged in, by WebHID and the client library of its Avalanche app. It loads after `provideBuffer`. */
import * as client from '@avalabs/hw-app-avalanche';
import * as webhid from '@ledgerhq/hw-transport-webhid';
import { HDKey } from '@scure/bip32';
import { AvalancheError } from 'avalanche-tx';
import { type HDAccount, hdAccount } from 'avalanche-tx/hd';
import type { LedgerApp } from 'avalanche-tx/sign';

// Bundlers take their builds of ES modules, whose default is the class; their types are those of CommonJS.
type ClassOf<M> = M extends { readonly default: { readonly default: infer C } } ? C : never;
const Client = client.default as unknown as ClassOf<typeof client>;
const Transport = webhid.default as unknown as ClassOf<typeof webhid>;

/** A device that is open. */
export interface Device {
  readonly app: LedgerApp;
  /** The account's public key, as the device says. */
  readonly account: HDAccount;
  close(): Promise<void>;
}

const ok = 0x9000;

/**
 * Opens a device, which the browser has the user choose, and asks for the public key of an account.
 * @param path `m/44'/9000'/0'`
 * @throws {AvalancheError} `SignerFailed`: no device was chosen, or its app does not answer.
 */
export async function openLedger(path: string): Promise<Device> {
  const transport = await Transport.create().catch((e: Error) => {
    throw new AvalancheError('SignerFailed', `no Ledger was opened: ${e.message}`);
  });
  try {
    const app = new Client(transport);
    return { app, account: await accountOf(app, path), close: () => transport.close() };
  } catch (e) {
    await transport.close();
    throw e;
  }
}

async function accountOf(app: InstanceType<typeof Client>, path: string): Promise<HDAccount> {
  const { returnCode, errorMessage, publicKey, chain_code } = await app
    .getExtendedPubKey(path, false)
    .catch((e: { readonly statusCode?: number; readonly message: string }) => {
      throw failed(e.statusCode, e.message);
    });
  if (returnCode !== ok || !publicKey || !chain_code) throw failed(returnCode, errorMessage);
  // Its parent and place are not needed to derive the keys below it.
  const { publicExtendedKey } = new HDKey({
    depth: 3,
    publicKey: Uint8Array.from(publicKey),
    chainCode: Uint8Array.from(chain_code),
  });
  return hdAccount(publicExtendedKey, path);
}

const failed = (status: number | undefined, message: string | undefined): AvalancheError =>
  new AvalancheError(
    'SignerFailed',
    `the Avalanche app did not answer (${message || 'unknown error'}): unlock the device and open the app`,
    { ...(status !== undefined && { status }) },
  );
