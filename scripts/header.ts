/** The header of the website, the inspector and the playground: one list of links, in one order. */

/** Places of the site, what people use before what explains it. */
export const places = [
  ['Guides', '/guides/'],
  ['Inspector', '/inspector/'],
  ['Playground', '/playground/'],
  ['Reference', '/reference/'],
  ['Trust', '/why-trust-it'],
] as const;

const mark =
  '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><path d="M3 16h9M12 16c7 0 6-9 17-9M12 16c7 0 6 9 17 9" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/><circle cx="12" cy="16" r="5" fill="currentColor"/></svg>';

const stroke = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"';
const themeSwitch = `<button type="button" class="theme-switch" role="switch" aria-label="Dark theme" hidden><svg class="sun" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4.5" ${stroke}/><path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5" ${stroke}/></svg><svg class="moon" viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" fill="currentColor"/></svg></button>`;

/**
 * The header of an application as HTML: it is there without scripts.
 * @param current The name of the place; undefined for a file, which leads nowhere.
 */
export function headerOf(current?: string): string {
  const brand = `${mark}avalanche-tx`;
  if (current === undefined)
    return `<header class="site-header no-print"><span class="brand">${brand}</span>${themeSwitch}</header>`;
  const links = places
    .map(
      ([name, link]) =>
        `<a href="${link}"${name === current ? ' aria-current="page"' : ''}>${name}</a>`,
    )
    .join('');
  return `<header class="site-header no-print"><a class="brand" href="/">${brand}</a><nav aria-label="Site">${links}</nav>${themeSwitch}</header>`;
}
