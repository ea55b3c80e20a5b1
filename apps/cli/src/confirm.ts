import { AvalancheError } from 'avalanche-tx';
import { type Explanation, questionOf, receiverLines, textOf } from 'avalanche-tx/explain';
import type { Screen, Shell } from './shell.ts';
import { explanationText, printed } from './terminal.ts';

/** Returns the explanation, followed by everyone else who receives something, before the question. */
export function reviewText(told: Explanation, screen: Screen): string {
  const lines = receiverLines(told).map((line) => `  ${line}`);
  const leaving =
    lines.length > 0 ? ['Leaves you:', ...lines].join('\n') : 'Nobody but you gets anything.';
  return `${explanationText(`${textOf(told).trimEnd()}\n\n${leaving}`, screen)}\n\n`;
}

/**
 * Asks on the terminal whether to sign what was explained on standard error.
 * @returns Whether the answer is yes; undefined if there is no terminal.
 */
export function confirmed(
  told: Explanation,
  { stderr, openTerminal }: Pick<Shell, 'stderr' | 'openTerminal'>,
): boolean | undefined {
  const terminal = openTerminal();
  if (!terminal) return undefined;
  try {
    // The user must have seen the review before answering.
    if (!stderr.isTTY) terminal.write(printed(reviewText(told, stderr)));
    return terminal.confirms(questionOf(told));
  } finally {
    terminal.close();
  }
}

/** The error when nobody can be asked. */
export const nobodyAsked = (instead: string): AvalancheError =>
  new AvalancheError(
    'Declined',
    `there is no terminal to ask: pass ${instead}. Nothing was signed`,
  );

/** The error when the answer was no. */
export const declined = (): AvalancheError =>
  new AvalancheError('Declined', 'you did not confirm: nothing was signed');
