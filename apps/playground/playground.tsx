/** The page: the code on the left, what becomes of it on the right. */
import { themeOf, toggleTheme } from '../ui/theme.ts';
import { Code } from './views/code.tsx';
import { NodePanel } from './views/node.tsx';
import { Output } from './views/output.tsx';
import { Toolbar } from './views/toolbar.tsx';
import { Transactions } from './views/transactions.tsx';

export function Playground() {
  return (
    <>
      <header class="top">
        <a class="brand" href="/">
          avalanche-tx
        </a>
        <h1>Playground</h1>
        <nav aria-label="Site">
          <a href="/guides/playground">About</a>
          <a href="/guides/">Guides</a>
          <a href="/inspector/">Inspector</a>
          <button type="button" class="quiet" onClick={toggleTheme}>
            {themeOf() === 'dark' ? 'Light' : 'Dark'} theme
          </button>
        </nav>
      </header>
      <main>
        <Toolbar />
        <div class="columns">
          <div class="left">
            <Code />
            <Output />
          </div>
          <div class="right">
            <NodePanel />
            <Transactions />
          </div>
        </div>
      </main>
    </>
  );
}
