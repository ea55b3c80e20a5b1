/** Commands that show what a transaction does. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { UsageError, wholeNumber } from '../../../shared/failures.ts';
import { readInput } from '../input.ts';
import type { Shell } from '../shell.ts';
import { type Command, define, file, on, one, type Values, value } from './define.ts';
import { anyInput, evidence, given, hintOf, hints, json, own, time } from './shared.ts';

/** The text of the file that an option names. */
const fileText = (name: string | undefined, { stdin }: Shell): string | undefined =>
  name === undefined ? undefined : readInput(name, stdin);

/** Reads an input, and what is known about it. */
async function givenOf(
  of: Values<typeof hints & typeof given> & { readonly input: string | undefined },
  shell: Shell,
) {
  const text = readInput(of.input, shell.stdin);
  const hint = await hintOf(of, shell);
  const { knownText, originsOf } = await import('../foreign.ts');
  const known = knownText(of, shell);
  const origins = await originsOf(text, hint, of, shell);
  const network = hint.network ?? origins?.network;
  return { text, hint: { ...hint, ...(network && { network }) }, known, origins };
}

const explain = define(
  {
    name: 'explain',
    group: 'check',
    brief: 'Show what it does: payments, recipients and warnings',
    description: [
      'Explains a draft or a transaction: who pays what to whom, the fee, the signatures, and warnings.',
      'Also explains states, UTXOs, blocks and whole JSON-RPC replies.',
    ],
    examples: [
      { about: 'A draft', line: 'avalanche-tx explain draft.json' },
      {
        about: 'A signed transaction, with the UTXOs that it spends',
        line: 'avalanche-tx explain 0x… --utxos state.json',
      },
      { about: 'A picture', line: 'avalanche-tx explain draft.json --svg > draft.svg' },
      {
        about: 'What a Ledger displays and hides',
        line: 'avalanche-tx explain draft.json --device 1.4.4',
      },
    ],
  },
  {
    input: anyInput(),
    ...hints,
    own: own('Without it, no recipient counts as a stranger. '),
    ...given,
    evidence: evidence(),
    time: time('Now if omitted; in a block, the time of the block.'),
    device: one(
      '--device',
      'VERSION',
      ['1.4.4', '1.4.20'],
      'For a draft: also show the screens of this Ledger app version (1.4.4 or 1.4.20), and what they hide.',
    ),
    svg: on('--svg', 'Write a picture instead of text.'),
    json: json('Print JSON.'),
  },
  async (of, shell) => {
    const { svg, json, own, evidence, device, time } = of;
    if (svg && json) throw new UsageError('--svg or --json, not both');
    const { explainCommand } = await import('../explain.ts');
    const form = svg ? 'svg' : json ? 'json' : 'text';
    const asked = await givenOf(of, shell);
    const parts = explainCommand(asked.text, asked.hint, {
      time,
      known: asked.known,
      origins: asked.origins,
      own: own.length > 0 ? own : undefined,
      evidence: evidence.map((of) => readInput(of, shell.stdin)),
      device,
      form,
    });
    let gap = '';
    for (const part of parts) {
      shell.print(`${gap}${part}`);
      gap = '\n';
      // A block has thousands of transactions: who reads them may have seen enough (`| head`).
      await setImmediate();
      if (shell.stdout.writableNeedDrain) await once(shell.stdout, 'drain');
    }
    return '';
  },
);

const verify = define(
  {
    name: 'verify',
    group: 'check',
    brief: 'Check whether nodes will accept it, rule by rule',
    description: [
      'Checks a transaction or draft rule by rule, and exits with status 1 if nodes will reject it. Rules that need UTXOs or a state are checked only with --utxos, --state or --url.',
    ],
    examples: [
      { about: 'All rules', line: 'avalanche-tx verify tx.json --utxos state.json' },
      {
        about: 'At another time',
        line: 'avalanche-tx verify tx.json --utxos state.json --time 2027-01-31T00:00:00Z',
      },
    ],
  },
  {
    input: anyInput(),
    ...hints,
    ...given,
    time: time("The state's or draft's if omitted, otherwise now."),
    complete: on('--complete', 'Also exit with status 1 if a rule cannot be checked.'),
  },
  async ({ time, complete, ...of }, shell) => {
    const { verifyCommand } = await import('../verify.ts');
    const { text: input, hint, known, origins } = await givenOf(of, shell);
    const { text, error } = verifyCommand(input, hint, { time, known, origins, complete });
    if (!error) return text;
    shell.print(text);
    throw error;
  },
);

const fee = define(
  {
    name: 'fee',
    group: 'check',
    brief: 'Calculate complexity, gas and fee',
    description: [
      'Prints the size, complexity, gas, fee and burned amounts of a transaction or draft; for a draft, also the parts of the fee.',
    ],
    examples: [
      { about: 'At the price of a state', line: 'avalanche-tx fee tx.json --state state.json' },
      { about: 'At another price', line: 'avalanche-tx fee tx.json --price 10' },
    ],
  },
  {
    input: anyInput(),
    ...hints,
    state: file('--state', 'A state, for the price of gas.', 'STATE'),
    price: value(
      '--price',
      'N',
      "nAVAX per unit of gas, on the C-chain wei; the state's if omitted.",
    ),
    json: json('Print JSON.'),
  },
  async ({ input, state, price, json, ...of }, shell) => {
    const { feeCommand } = await import('../fee.ts');
    const given = price === undefined ? undefined : wholeNumber(price, '--price');
    const options = { state: fileText(state, shell), price: given, json };
    return feeCommand(readInput(input, shell.stdin), await hintOf(of, shell), options);
  },
);

const inspect = define(
  {
    name: 'inspect',
    group: 'check',
    brief: 'Open it in the browser',
    description: [
      'Writes the inspector with the input inside, as one HTML file that works offline: explanation, bytes, JSON, verdict and editor. Without an input, the inspector is empty.',
      'Anyone with the file can read the input. Private keys are refused, as are 32 bytes alone, which may be one.',
    ],
    examples: [
      { about: 'In the browser', line: 'avalanche-tx inspect draft.json --open' },
      { about: 'As a file to share', line: 'avalanche-tx inspect tx.json --out tx.html' },
    ],
  },
  {
    input: anyInput(),
    chain: hints.chain,
    kind: hints.kind,
    out: file(
      '--out',
      'Write to this file. Standard output if omitted, a temporary file with --open.',
    ),
    open: on('--open', 'Open the file in the browser.'),
    isPublic: on('--public', 'Accept 32 bytes that are not a private key.'),
  },
  async ({ input, chain, kind, out, open, isPublic }, { stdin }) => {
    const { inspectCommand } = await import('../inspect.ts');
    const isEmpty = input === undefined && stdin.isTerminal();
    const text = isEmpty ? '' : readInput(input, stdin);
    return inspectCommand(text, { chain, kind, out, open, isPublic });
  },
);

export const checkCommands: readonly Command[] = [explain, verify, fee, inspect];
