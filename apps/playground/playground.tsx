/** The page: the code on the left, what becomes of it on the right. */
import { Code } from './views/code.tsx';
import { NodePanel } from './views/node.tsx';
import { Output } from './views/output.tsx';
import { Toolbar } from './views/toolbar.tsx';
import { Transactions } from './views/transactions.tsx';

export const Playground = () => (
  <main>
    <h1 class="sr">Playground</h1>
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
);
