import { type AvalancheError, type ErrorCode, formatPath, isError } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { shellWord } from './terminal.ts';

/** Phrases of library errors that name options or functions, and their replacements on the command line. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /: chooseSigners makes a new draft, without signatures, for (\S+?)(?=:?(?:\s|$))/,
    '. Build it again, with --signer $1 and a --signer for everybody who signs with it',
  ],
  [/: the option maxFee sets another limit/, ': "maxFee" of the intent sets another limit'],
  [/, which the option allowPlainHTTP allows/, ', which --allow-plain-http allows'],
  [/: the option \S+ sets another limit/, ''],
  [/: set options\.change to one of them/, ': name one of them as "change" of the intent'],
  [/; go on with the same call or resume\("(?:[^"\\]|\\.)*"\)/, ''],
  [/: use openAll/, ': give one'],
  [/: read it with imports: \['(\w)'\]/, ': get it with `state --imports $1`'],
  [/: read the state with authorities: \['(\w+)'\]/, ': get the state with `state --authority $1`'],
  [/\. Give options\.own or .*/, ''],
  [/: give the public key too/, ': pass it as --public-key'],
];

/** What the user can provide to prove an owner. */
const givings: { readonly [give: string]: string } = {
  'options.own': 'pass --own for each address that is yours',
  'state.evidence': 'take the state from a node with `state`, which reads who owns the coins',
  'options.change': 'name who gets the change as "change" of the intent',
};

/** Advice by error code; empty if the message is sufficient. */
const advice: { readonly [C in ErrorCode]?: (error: AvalancheError<C>) => string } = {
  NotProven: ({ context: { give } }) => {
    const ways = give.map((of) => givings[of] ?? `name an owner as "${of}" of the intent`);
    return `Do one of these: ${ways.join('; ')}.`;
  },
  Refused: ({ context: { findings } }) => {
    const [unproven, others] = [true, false].map((is) =>
      findings.filter(({ code }) => (code === 'InputNotProven') === is),
    );
    return [
      ...(unproven!.length > 0
        ? [
            'If an owner is yours, pass --own for each of its addresses. If not, prove who it is: --utxos with a state from a node that you trust, or --evidence with the transaction that made it.',
          ]
        : []),
      ...(others!.some(({ code }) => code === 'FeeTooHigh')
        ? ['If the fee is right, --max-fee allows it, and "maxFee" of a policy.']
        : []),
      ...(others!.some(({ code }) => code !== 'FeeTooHigh')
        ? ['Change the draft, or the file of --policy or --intent if you mean to allow it.']
        : []),
    ].join(' ');
  },
  Insufficient: ({ context: { heldBy = [], elsewhere = [], here } }) =>
    [
      ...[...new Set(heldBy.map(({ id }) => id))].map(
        (id) => `\`avalanche-tx payments resume ${shellWord(id)}\` goes on with that payment.`,
      ),
      ...elsewhere.flatMap(({ chain, from, isPending }) =>
        isPending
          ? from === undefined
            ? []
            : [
                `\`avalanche-tx run '${JSON.stringify({ type: 'ImportTx', from })}' --chain ${chain}\` imports it.`,
              ]
          : here === undefined
            ? []
            : [`\`avalanche-tx move AMOUNT --from ${chain} --to ${here}\` brings it here.`],
      ),
    ].join(' '),
  MissingState: ({ context: { what } }) =>
    what === 'utxo' || what === 'owner'
      ? 'The bytes do not say who owns it: pass --state or --utxos with a file that you trust, or --url with a node.'
      : '',
  Disproved: () =>
    'Do not sign it. Ask whoever made it, and take the state from a node that you trust.',
  MissingSigner: ({ detail }) =>
    /chooseSigners|authorities: \[/.test(detail)
      ? ''
      : '`missing` lists who has to sign; `build --signer` chooses others.',
  LimitExceeded: () => 'The node sends too much for the command line: ask for fewer addresses.',
  NotAccepted: ({ context: { inputs, reason } }) =>
    reason?.code === 'NotFound' || reason?.code === 'MissingState'
      ? 'An input is spent or does not exist: get the state again, and build anew.'
      : inputs
        ? 'It may still be accepted later: what replaces it must have one of its inputs as "include" of the intent.'
        : '',
  Pending: ({ context: { id } }) =>
    `\`avalanche-tx payments resume ${shellWord(id)}\` continues it, and never pays twice.`,
  Ambiguous: ({ path }) => (path.length === 0 ? 'Choose with --chain, --kind or --hint.' : ''),
};

/** The message of an error, with amounts in AVAX where funds do not suffice. */
function inUnits(error: AvalancheError): string {
  if (!isError(error, 'Insufficient')) return error.message;
  const path = formatPath(error.path);
  return `${error.code}${path && ` at ${path}`}: ${explainError(error)}`;
}

/**
 * Formats an error for the command line: it names options of commands and keys of files instead of functions, and
 * says what to do and where to read more.
 */
export function messageOf(error: AvalancheError): string {
  const told = phrases.reduce((text, [from, to]) => text.replace(from, to), inUnits(error));
  const way =
    isError(error) && (advice[error.code] as ((of: AvalancheError) => string) | undefined);
  const next = way ? way(error) : '';
  return [told, ...(next === '' ? [] : [next]), `See avalanche-tx help ${error.code}`].join('\n');
}
