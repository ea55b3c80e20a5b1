/** Light or dark: what the system asks for until the user chooses; a choice lasts where the browser lets a page keep it. */
import { effect, signal } from '@preact/signals';

type Theme = 'light' | 'dark';

/** Where VitePress keeps the choice: one for the whole site. */
const key = 'vitepress-theme-appearance';
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

const themeOf = (): Theme => chosen.value ?? systemTheme.value;

/** Changes to the other theme, and keeps it. */
function toggleTheme(): void {
  chosen.value = themeOf() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(key, chosen.value);
  } catch {
    // The choice lasts as long as the page.
  }
}

/** Shows the theme on the page from now on; the switch in its header changes it. */
export const showTheme = (): void => {
  const button = document.querySelector<HTMLElement>('.theme-switch');
  button?.removeAttribute('hidden');
  button?.addEventListener('click', toggleTheme);
  effect(() => {
    document.documentElement.dataset.theme = themeOf();
    button?.setAttribute('aria-checked', String(themeOf() === 'dark'));
  });
};
