/** Signs with a Ledger: what it displays stands here before it is asked. */
import { useSignal } from '@preact/signals';
import { isError } from 'avalanche-tx';
import type { HDAccount } from 'avalanche-tx/hd';
import {
  type Draft,
  hiddenReceivers,
  type LedgerScreens,
  ledgerScreens,
  ledgerSigner,
  signWith,
} from 'avalanche-tx/sign';
import { useEffect, useRef } from 'preact/hooks';
import { refuse, replace, signOptions } from './desk.ts';
import type { Device } from './ledger/device.ts';
import { addressesOfAccount, canSign, withPaths } from './model/paths.ts';
import { notNeeded } from './model/signers.ts';
import { NotNeeded, refusalOf } from './model/words.ts';

const accounts = { 'X and P': "m/44'/9000'/0'", C: "m/44'/60'/0'" } as const;

export function Ledger({ draft }: { readonly draft: Draft }) {
  const device = useRef<Device | undefined>(undefined);
  const review = useSignal<LedgerScreens | undefined>(undefined);
  const path = useSignal<string>(draft.chain === 'C' ? accounts.C : accounts['X and P']);
  const isBusy = useSignal(false);
  const close = (): void => {
    device.current?.close().catch(() => {});
    device.current = undefined;
    review.value = undefined;
  };
  useEffect(() => close, []);
  const run = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    try {
      await work();
    } catch (e) {
      const { account } = device.current ?? {};
      close();
      refuse(
        refusalOf(isError(e, 'MissingSigner') && account ? strange(draft, account) : e),
        'ledger',
      );
    } finally {
      isBusy.value = false;
    }
  };
  const connect = () =>
    run(async () => {
      (await import('./ledger/buffer.ts')).provideBuffer();
      const { openLedger } = await import('./ledger/device.ts');
      device.current = await openLedger(path.value);
      const { account } = device.current;
      if (!canSign(draft, account)) throw strange(draft, account);
      review.value = ledgerScreens(withPaths(draft, account), { account });
    });
  const sign = () =>
    run(async () => {
      const { app, account } = device.current!;
      const signer = ledgerSigner(app, account, { hidden: () => true });
      const signed = await signWith(withPaths(draft, account), signer, signOptions(draft));
      close();
      replace(draft, signed, 'signed by a Ledger', 'ledger');
    });
  return (
    <>
      <label class="draft-field">
        Account
        <input
          type="text"
          class="mono"
          spellcheck={false}
          autocomplete="off"
          value={path.value}
          onInput={(e) => {
            path.value = e.currentTarget.value;
            close();
          }}
        />
      </label>
      {review.value === undefined ? (
        <button type="button" disabled={isBusy.value} onClick={connect}>
          Connect
        </button>
      ) : (
        <Review review={review.value} isBusy={isBusy.value} onSign={sign} />
      )}
      {isBusy.value && <p role="status">Look at the device.</p>}
    </>
  );
}

/** Why no key of an account is needed. */
const strange = (draft: Draft, account: HDAccount): NotNeeded =>
  new NotNeeded(
    notNeeded(draft, addressesOfAccount(draft, account), 'This account’s first address is'),
  );

interface ReviewProps {
  readonly review: LedgerScreens;
  readonly isBusy: boolean;
  readonly onSign: () => void;
}

function Review({ review, isBusy, onSign }: ReviewProps) {
  const isConfirmed = useSignal(false);
  const receivers = hiddenReceivers(review);
  if (review.unreadable !== undefined)
    return (
      <p class="draft-state bad">
        The device cannot display this transaction ({review.unreadable}), so it is not asked: it
        would sign without showing what it signs.
      </p>
    );
  return (
    <>
      <p>The device will display:</p>
      <ol class="draft-screens">
        {review.screens.map(({ title, text }, i) => (
          <li key={i}>
            <span>{title}</span> <code>{text}</code>
          </li>
        ))}
      </ol>
      {receivers.length > 0 && (
        <label class="draft-check">
          <input
            type="checkbox"
            checked={isConfirmed.value}
            onChange={(e) => {
              isConfirmed.value = e.currentTarget.checked;
            }}
          />
          The device does not display {receivers.length}{' '}
          {receivers.length === 1 ? 'receiver' : 'receivers'} (
          {receivers.map(({ path }) => path).join(', ')}). I have compared them here.
        </label>
      )}
      <button
        type="button"
        disabled={isBusy || (receivers.length > 0 && !isConfirmed.value)}
        onClick={onSign}
      >
        Sign on the device
      </button>
    </>
  );
}
