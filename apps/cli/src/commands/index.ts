/** All commands, in the order of the help. */
import { checkCommands } from './check.ts';
import { type Command, define, oneWord } from './define.ts';
import { nodeCommands } from './node.ts';
import { readCommands } from './read.ts';
import { signCommands } from './sign.ts';
import { walletCommands } from './wallet.ts';

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
  { shell: oneWord('SHELL', shells, 'bash, zsh or fish.') },
  async ({ shell }) => {
    const { completionScripts } = await import('../completion.ts');
    return completionScripts[shell];
  },
);

export const commands: readonly Command[] = [
  ...walletCommands,
  ...readCommands,
  ...signCommands,
  ...checkCommands,
  ...nodeCommands,
  completion,
];
