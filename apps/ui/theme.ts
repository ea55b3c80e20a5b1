/** Light or dark: what the system asks for until the user chooses; a choice lasts where the browser lets a page keep it. */
import { effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const key = 'avalanche-tx-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** Storage is denied to pages in a sandbox and by some settings. */
function kept(): Theme | undefined {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}

const systemTheme = signal<Theme>(system.matches ? 'dark' : 'light');
const chosen = signal<Theme | undefined>(kept());
system.addEventListener('change', () => {
  systemTheme.value = system.matches ? 'dark' : 'light';
});

export const themeOf = (): Theme => chosen.value ?? systemTheme.value;

/** Changes to the other theme, and keeps it. */
export function toggleTheme(): void {
  chosen.value = themeOf() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(key, chosen.value);
  } catch {
    // The choice lasts as long as the page.
  }
}

/** Shows the theme on the page from now on. */
export const showTheme = (): void => {
  effect(() => {
    document.documentElement.dataset.theme = themeOf();
  });
};
