import type { Theme } from 'vitepress';
import { inBrowser, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h } from 'vue';
import { showTypes } from './hover.ts';
import './style.css';

/** Links to the first page of each section for readers without scripts, whose menus do not open. */
const WithoutScripts = defineComponent(() => {
  const { theme } = useData();
  return () =>
    h('noscript', [
      h(
        'nav',
        { class: 'no-script', 'aria-label': 'Sections' },
        (theme.value.nav as readonly { readonly text: string; readonly link: string }[]).map(
          ({ text, link }) => h('a', { href: link }, text),
        ),
      ),
    ]);
});

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'layout-top': () => h(WithoutScripts) }),
  enhanceApp() {
    if (inBrowser) showTypes();
  },
} satisfies Theme;
