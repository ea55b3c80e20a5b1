/** Links of Markdown pages. */

/** Text without what is code: in a fence, or between backticks. */
export const prose = (markdown: string): string =>
  markdown
    .replace(/^([ \t]*)(`{3,})[^\n]*\n.*?^[ \t]*\2[ \t]*$/gms, '')
    .replace(/`[^`\n]*`/g, '``');

/** Targets of links and pictures beside the page, anchors included. */
export const targets = (markdown: string): readonly string[] =>
  [...prose(markdown).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

/** The reference of the API is made with the site, whose own test checks its links. */
export const generated = 'docs/reference/api/';
