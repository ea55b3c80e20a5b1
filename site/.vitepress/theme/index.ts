import type { Theme } from 'vitepress';
import { inBrowser, useData, useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h, nextTick, onMounted, watch } from 'vue';
import { showTypes } from './hover.ts';
import './style.css';

/**
 * Links to the first page of each section for readers without scripts, whose menus do not open and whose folded groups stay open. As markup:
 * where scripts run, browsers parse the content of `noscript` as text, and Vue would not find elements there to hydrate.
 */
const WithoutScripts = defineComponent(() => {
  const { theme } = useData();
  const sections = theme.value.nav as readonly { readonly text: string; readonly link: string }[];
  const links = sections.map(({ text, link }) => `<a href="${link}">${text}</a>`).join('');
  const style = '<style>.VPSidebarItem.collapsed .items { display: block !important; }</style>';
  const nav = `${style}<nav class="no-script" aria-label="Sections">${links}</nav>`;
  return () => h('noscript', { innerHTML: nav });
});

/** What stands below every page. */
const Footer = defineComponent(() => {
  const { theme } = useData();
  const { version, repository } = theme.value.project as {
    readonly version: string;
    readonly repository: string;
  };
  const links = [
    ...(repository === '' ? [] : [['Source', repository]]),
    ['Changes', '/project/changes'],
    ['Licence: MIT', '/project/license'],
    ['Report a weakness', '/project/security'],
    ['Why trust it', '/why-trust-it'],
  ] as const;
  return () =>
    h('nav', { class: 'site-footer', 'aria-label': 'About avalanche-tx' }, [
      h('span', `avalanche-tx ${version}`),
      ...links.map(([text, href]) => h('a', { href }, text)),
    ]);
});

const NotFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'Page not found'),
    h('p', [
      'No page has this address. Search for its subject, or start from the ',
      h('a', { href: '/' }, 'overview'),
      '.',
    ]),
  ]);

/**
 * Makes the headings of groups what they are to assistive technology: a button that opens its group, without another button in it, or no
 * button where nothing opens. VitePress makes all of them buttons.
 */
function nameGroups(): void {
  for (const group of document.querySelectorAll('.VPSidebarItem.level-0')) {
    const heading = group.querySelector(':scope > .item[role]');
    if (!heading) continue;
    if (!group.classList.contains('collapsible')) {
      heading.removeAttribute('role');
      heading.removeAttribute('tabindex');
      continue;
    }
    heading.setAttribute('aria-expanded', String(!group.classList.contains('collapsed')));
    const caret = heading.querySelector('.caret');
    caret?.removeAttribute('role');
    caret?.removeAttribute('tabindex');
    caret?.removeAttribute('aria-label');
  }
}

/** Scrolls the sidebar to where the reader is. */
function showPlace(): void {
  const sidebar = document.querySelector<HTMLElement>('.VPSidebar');
  const place = sidebar?.querySelector<HTMLElement>('.is-active .item, .item:has(.active)');
  if (!sidebar || !place) return;
  const { top, bottom } = place.getBoundingClientRect();
  const box = sidebar.getBoundingClientRect();
  if (top < box.top + 80 || bottom > box.bottom - 40)
    sidebar.scrollTop += top - box.top - box.height / 2;
}

const Layout = defineComponent(() => {
  const route = useRoute();
  onMounted(() => {
    // Groups unfold after the page is there.
    const show = () =>
      nextTick(() =>
        requestAnimationFrame(() => {
          nameGroups();
          showPlace();
        }),
      );
    show();
    watch(() => route.path, show);
    for (const event of ['click', 'keyup']) addEventListener(event, () => nextTick(nameGroups));
  });
  return () =>
    h(DefaultTheme.Layout, null, {
      'layout-top': () => h(WithoutScripts),
      'doc-after': () => h(Footer),
      'not-found': () => h(NotFound),
    });
});

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp() {
    if (inBrowser) showTypes();
  },
} satisfies Theme;
