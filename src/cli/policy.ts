import type { Policy } from '../draft/policy.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { parseDescriptor } from '../sign/hd/hd.ts';
import { isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { amountOfAVAX, owner, time, units } from './intent.ts';
import { integer, list, object, string } from './json.ts';
import { now } from './time.ts';

const own = (json: JSONValue) =>
  typeof json === 'string' ? parseDescriptor(json) : list(owner)(json);

/** AVAX as text, other assets in their units. */
const amounts = (json: JSONValue): Record<string, bigint> => {
  if (!isJSONObject(json)) throw new AvalancheError('BadJSON', 'must be an object');
  return Object.fromEntries(
    Object.entries(json).map(([asset, amount]) => [
      asset,
      within([asset], () => (asset === 'AVAX' ? amountOfAVAX(amount) : units(amount))),
    ]),
  );
};

const policy = object(
  {},
  {
    to: list(string),
    own,
    maxFee: amountOfAVAX,
    maxAmounts: amounts,
    types: list(string),
    maxAge: integer,
    until: time,
  },
);

/** A policy from its file, by the clock of this machine. */
export const readPolicy = (text: string): Policy =>
  within(['policy'], () => ({ ...policy(parseJSON(text)), now: now() }));
