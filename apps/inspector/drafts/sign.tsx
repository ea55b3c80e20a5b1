/** Ways to sign: a typed key, a wallet of the browser, a Ledger, a Keystone, or what another signer sent. */
import { useSignal } from '@preact/signals';
import { type Draft, signWith, walletSigner } from 'avalanche-tx/sign';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../../ui/visible.ts';
import { refuse, replace, said, signOptions } from './desk.ts';
import { Keystone } from './keystone.tsx';
import { Ledger } from './ledger.tsx';
import { add, addParsed } from './model/adding.ts';
import { signWithSecret } from './model/keys.ts';
import { type BrowserWallet, lookForWallets, wallets } from './model/wallets.ts';
import { refusalOf } from './model/words.ts';

import { Alone, Section } from './parts.tsx';
import { Scanner } from './scan.tsx';

interface Props {
  readonly draft: Draft;
}

export function Sign({ draft }: Props) {
  return (
    <Section title="Sign">
      <Way title="Add a signature or a co-signer's draft">
        <Adding draft={draft} />
      </Way>
      <Alone>
        <Wallets draft={draft} />
        {'hid' in navigator && (
          <Way title="Sign with a Ledger">
            <Ledger draft={draft} />
          </Way>
        )}
        <Way title="Sign with a Keystone">
          <Keystone draft={draft} />
        </Way>
        <Way title="Sign with a private key">
          <Secret draft={draft} />
        </Way>
      </Alone>
    </Section>
  );
}

function Way({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const isOpen = useSignal(false);
  return (
    <details
      class="draft-way"
      onToggle={(e) => {
        isOpen.value = e.currentTarget.open;
      }}
    >
      <summary>{title}</summary>
      {isOpen.value && <div class="draft-way-body">{children}</div>}
    </details>
  );
}

function Adding({ draft }: Props) {
  const text = useSignal('');
  const submit = (): void => {
    const added = add(draft, text.value);
    if ('refusal' in added) refuse(added.refusal);
    else {
      text.value = '';
      replace(draft, added.draft, 'with signatures that were added');
    }
  };
  return (
    <>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          submit();
        }}
      >
        <label class="draft-field">
          A signature (65 bytes in hex), signatures as JSON, codes of a Keystone, or a draft (JSON
          or parts)
          <textarea
            rows={4}
            class="mono"
            spellcheck={false}
            autocomplete="off"
            value={text.value}
            onInput={(e) => {
              text.value = e.currentTarget.value;
            }}
          />
        </label>
        <button type="submit" disabled={text.value.trim() === ''}>
          Add
        </button>
      </form>
      <h3>Or scan a co-signer's QR codes</h3>
      <Scanner
        onDraft={(theirs) => {
          const added = addParsed(draft, theirs);
          if ('refusal' in added) refuse(added.refusal);
          else replace(draft, added.draft, 'with signatures that were scanned');
        }}
      />
    </>
  );
}

function Secret({ draft }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (): void => {
    const input = field.current!;
    const secret = input.value;
    input.value = '';
    try {
      replace(draft, signWithSecret(draft, secret, signOptions(draft)), 'signed');
    } catch (e) {
      refuse(refusalOf(e));
    }
  };
  return (
    <form
      autocomplete="off"
      onSubmit={(e) => {
        e.preventDefault();
        submit();
      }}
    >
      <p class="draft-hint">
        Type a key only on a machine that you trust with it, best one without a network. It is used
        once, and the field is cleared at once.
      </p>
      <label class="draft-field">
        Private key (PrivateKey-… or hex), or 12 to 24 words
        <input ref={field} type="password" autocomplete="off" spellcheck={false} required />
      </label>
      <button type="submit">Sign</button>
    </form>
  );
}

function Wallets({ draft }: Props) {
  useEffect(lookForWallets, []);
  return (
    <>
      {wallets.value.map((wallet) => (
        <Way key={wallet.name} title={`Sign with ${visible(wallet.name)}`}>
          <Wallet draft={draft} wallet={wallet} />
        </Way>
      ))}
    </>
  );
}

function Wallet({ draft, wallet }: Props & { readonly wallet: BrowserWallet }) {
  const isBusy = useSignal(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    try {
      await work();
    } catch (e) {
      refuse(refusalOf(e));
    } finally {
      isBusy.value = false;
    }
  };
  const signer = walletSigner(wallet.provider);
  const name = visible(wallet.name);
  const sign = () =>
    run(async () =>
      replace(draft, await signWith(draft, signer, signOptions(draft)), 'signed by a wallet'),
    );
  const send = () =>
    run(async () => {
      const txID = await signer.send(draft, signOptions(draft));
      said.value = `The wallet says that it sent the transaction ${txID}.`;
    });
  return (
    <>
      <p class="draft-hint">
        <bdi>{name}</bdi> is asked with the methods <code>avalanche_signTransaction</code> and{' '}
        <code>avalanche_sendTransaction</code>. It does not tell which addresses are its own: write
        them under “Policy”.
      </p>
      <div class="draft-actions">
        {draft.chain !== 'C' && (
          <button type="button" disabled={isBusy.value} onClick={sign}>
            Ask {name} to sign
          </button>
        )}
        <button type="button" disabled={isBusy.value} onClick={send}>
          Ask {name} to sign and send
        </button>
        {isBusy.value && <span role="status">Waiting for the wallet…</span>}
      </div>
    </>
  );
}
