/** Starts the playground. */
import { render } from 'preact';
import { showTheme } from '../ui/theme.ts';
import { openLink } from './model/actions.ts';
import { mountFrame } from './model/run.ts';
import { Playground } from './playground.tsx';

showTheme();
render(<Playground />, document.getElementById('app')!);
mountFrame(document.body);
void openLink();
addEventListener('hashchange', () => void openLink());
