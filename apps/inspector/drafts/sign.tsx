/** Ways to sign: a typed key, a wallet of the browser, a Ledger, a Keystone, or what another signer sent. */
import { useSignal } from '@preact/signals';
import { type Draft, signWith, walletSigner } from 'avalanche-tx/sign';
import type { FunctionComponent } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { visible } from '../../ui/visible.ts';
import { AnswerHere } from './answer.tsx';
import { answer, refuse, replace, signOptions, way } from './desk.ts';
import { Keystone } from './keystone.tsx';
import { Ledger } from './ledger.tsx';
import { add, addParsed } from './model/adding.ts';
import { signWithSecret } from './model/keys.ts';
import { type BrowserWallet, lookForWallets, wallets } from './model/wallets.ts';
import { refusalOf } from './model/words.ts';

import { Alone, Section } from './parts.tsx';
import { OwnAddresses } from './policy.tsx';
import { Scanner } from './scan.tsx';

interface Props {
  readonly draft: Draft;
}

/** A way to sign: a tile, and what it opens below the tiles. */
interface Way {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Why it cannot be used here. */
  readonly missing?: string;
  readonly Body: FunctionComponent<Props>;
}

const adding: Way = {
  id: 'add',
  title: "Add a signature or a co-signer's draft",
  about: 'Paste it, or scan their QR codes.',
  Body: Adding,
};

const byKey: Way = {
  id: 'key',
  title: 'Sign with a private key',
  about: 'Or with words. Best on a machine without a network.',
  Body: Secret,
};

const byLedger: Way = {
  id: 'ledger',
  title: 'Sign with a Ledger',
  about: 'The key stays on the device.',
  ...(!('hid' in navigator) && { missing: 'This browser has no WebHID: use Chrome or Edge.' }),
  Body: Ledger,
};

const byKeystone: Way = {
  id: 'keystone',
  title: 'Sign with a Keystone',
  about: 'By QR codes, there and back.',
  Body: Keystone,
};

const noWallet: Way = {
  id: 'wallet',
  title: 'Sign with a browser wallet',
  about: '',
  missing: 'No wallet was found in this browser.',
  Body: () => null,
};

const byWallet = (wallet: BrowserWallet): Way => ({
  id: `wallet ${wallet.name}`,
  title: `Sign with ${visible(wallet.name)}`,
  about: 'A wallet of this browser.',
  Body: ({ draft }) => <Wallet draft={draft} wallet={wallet} />,
});

export function Sign({ draft }: Props) {
  useEffect(lookForWallets, []);
  const found = wallets.value;
  const ways = useMemo(
    () => [byLedger, ...(found.length > 0 ? found.map(byWallet) : [noWallet]), byKeystone, byKey],
    [found],
  );
  return (
    <Section title="Sign">
      <Alone>
        <Ways draft={draft} ways={ways} />
      </Alone>
      <h3>Did somebody else sign?</h3>
      <Ways draft={draft} ways={[adding]} />
    </Section>
  );
}

function Ways({ draft, ways }: Props & { readonly ways: readonly Way[] }) {
  const open = ways.find(({ id }) => id === way.value);
  return (
    <>
      <div class="draft-ways">
        {ways.map(({ id, title, about, missing }) => (
          <button
            key={id}
            type="button"
            class="draft-way"
            disabled={missing !== undefined}
            aria-expanded={missing === undefined ? id === way.value : undefined}
            onClick={() => {
              answer.value = undefined;
              way.value = id === way.value ? undefined : id;
            }}
          >
            <strong>{title}</strong>
            <span>{missing ?? about}</span>
          </button>
        ))}
      </div>
      {open && (
        <div class="draft-way-body">
          <open.Body key={open.id} draft={draft} />
          <AnswerHere draft={draft} at={open.id} />
        </div>
      )}
    </>
  );
}

function Adding({ draft }: Props) {
  const text = useSignal('');
  const submit = (): void => {
    const added = add(draft, text.value);
    if ('refusal' in added) refuse(added.refusal, 'add');
    else {
      text.value = '';
      replace(draft, added.draft, 'with signatures that were added', 'add');
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
          if ('refusal' in added) refuse(added.refusal, 'add');
          else replace(draft, added.draft, 'with signatures that were scanned', 'add');
        }}
      />
    </>
  );
}

function Secret({ draft }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (): void => {
    const input = field.current!;
    const secret = input.value;
    input.value = '';
    try {
      replace(draft, signWithSecret(draft, secret, signOptions(draft)), 'signed', 'key');
    } catch (e) {
      refuse(refusalOf(e), 'key');
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

function Wallet({ draft, wallet }: Props & { readonly wallet: BrowserWallet }) {
  const isBusy = useSignal(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    try {
      await work();
    } catch (e) {
      refuse(refusalOf(e), at);
    } finally {
      isBusy.value = false;
    }
  };
  const signer = walletSigner(wallet.provider);
  const name = visible(wallet.name);
  const at = `wallet ${wallet.name}`;
  const sign = () =>
    run(async () =>
      replace(draft, await signWith(draft, signer, signOptions(draft)), 'signed by a wallet', at),
    );
  const send = () =>
    run(async () => {
      const txID = await signer.send(draft, signOptions(draft));
      answer.value = { at, text: `The wallet reports that it sent transaction ${txID}.` };
    });
  return (
    <>
      <p class="draft-hint">
        Calls <code>avalanche_signTransaction</code> or <code>avalanche_sendTransaction</code> of{' '}
        <bdi>{name}</bdi>. Wallets do not list their addresses, so enter yours:
      </p>
      <OwnAddresses />
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
