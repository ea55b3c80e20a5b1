import { objectOf, someBytes } from '../schema/check.ts';
/** A signed message, as an argument. */
export const messageArgument = /* @__PURE__ */ (() =>
  objectOf({ Signature: objectOf({ Signers: someBytes }) }, { name: 'a signed message' }))();
