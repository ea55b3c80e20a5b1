/** Made from `homepage` of `package.json` by `npm run docs`: do not edit. Empty before the first release: nothing then prints a link. */
export const website: string = '';
