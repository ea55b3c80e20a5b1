/** All commands, in the order of the help. */
import { argument } from '@optique/core/primitives';
import { choice } from '@optique/core/valueparser';
import { checkCommands } from './check.ts';
import { type Command, define, say } from './define.ts';
import { nodeCommands } from './node.ts';
import { readCommands } from './read.ts';
import { signCommands } from './sign.ts';

/** Shells that commands and options are completed in. */
const shells = ['bash', 'zsh', 'fish'] as const;

const completion = define(
  {
    name: 'completion',
    group: 'shell',
    brief: 'Print the completion script of a shell',
    description: [
      'Prints a script that completes commands, options, their values and files. Load it in the startup file of the shell.',
    ],
    examples: [
      { about: 'bash, in ~/.bashrc', line: 'source <(avalanche-tx completion bash)' },
      { about: 'zsh, in ~/.zshrc after compinit', line: 'source <(avalanche-tx completion zsh)' },
      {
        about: 'fish',
        line: 'avalanche-tx completion fish > ~/.config/fish/completions/avalanche-tx.fish',
      },
    ],
  },
  {
    shell: argument(choice(shells, { metavar: 'SHELL' }), {
      description: say('bash, zsh or fish.'),
    }),
  },
  async ({ shell }) => {
    const { completionScript } = await import('../completion.ts');
    return completionScript(shell);
  },
);

export const commands: readonly Command[] = [
  ...readCommands,
  ...signCommands,
  ...checkCommands,
  ...nodeCommands,
  completion,
];
