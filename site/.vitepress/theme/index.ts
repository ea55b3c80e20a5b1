import type { Theme } from 'vitepress';
import { inBrowser, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h } from 'vue';
import { showTypes } from './hover.ts';
import './style.css';

/**
 * Links to the first page of each section for readers without scripts, whose menus do not open. As markup: where scripts run, browsers parse
 * the content of `noscript` as text, and Vue would not find elements there to hydrate.
 */
const WithoutScripts = defineComponent(() => {
  const { theme } = useData();
  const sections = theme.value.nav as readonly { readonly text: string; readonly link: string }[];
  const links = sections.map(({ text, link }) => `<a href="${link}">${text}</a>`).join('');
  const nav = `<nav class="no-script" aria-label="Sections">${links}</nav>`;
  return () => h('noscript', { innerHTML: nav });
});

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'layout-top': () => h(WithoutScripts) }),
  enhanceApp() {
    if (inBrowser) showTypes();
  },
} satisfies Theme;
