/** Starts the inspector. */
import { render } from 'preact';
import { showTheme } from '../ui/theme.ts';
import { Inspector } from './inspector.tsx';
import { startPage } from './model/page.ts';

showTheme();
startPage().then(() => render(<Inspector />, document.getElementById('app')!));
