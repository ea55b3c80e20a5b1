/** Wallets that a browser extension puts into the page: Core, and others that know Avalanche's methods. */
import { signal } from '@preact/signals';
import type { Provider } from 'avalanche-tx/sign';

/** A wallet of this browser. */
export interface BrowserWallet {
  /** What it calls itself; from outside. */
  readonly name: string;
  readonly provider: Provider;
}

/** EIP-6963: what a wallet says when it is asked. */
interface Announcement {
  readonly info?: { readonly uuid?: unknown; readonly name?: unknown };
  readonly provider?: unknown;
}

const found = new Map<string, BrowserWallet>();

/** The wallets that were found so far. */
export const wallets = signal<readonly BrowserWallet[]>([]);

const isProvider = (of: unknown): of is Provider =>
  typeof of === 'object' && of !== null && typeof (of as Provider).request === 'function';

function add(id: string, name: unknown, provider: unknown): void {
  if (!isProvider(provider) || found.size >= 20) return;
  if ([...found.values()].some((known) => known.provider === provider)) return;
  found.set(id, { name: typeof name === 'string' ? name.slice(0, 40) : 'Wallet', provider });
  wallets.value = [...found.values()];
}

let isLooking = false;

/** Looks for wallets now, and listens to those that load later. Nothing is asked of any of them. */
export function lookForWallets(): void {
  add('window.avalanche', 'Core', (window as { avalanche?: unknown }).avalanche);
  if (isLooking) return;
  isLooking = true;
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<Announcement | null>).detail ?? {};
    if (typeof info?.uuid === 'string') add(info.uuid, info.name, provider);
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));
}
