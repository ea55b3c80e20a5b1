import type { Policy } from '../draft/policy.ts';
import { within } from '../errors/error.ts';
import { parseDescriptor } from '../sign/hd/hd.ts';
import { parsePolicy } from '../sign/policyfile.ts';
import { now } from './time.ts';

/** A policy from its file, by the clock of this machine. */
export const readPolicy = (text: string): Policy =>
  within(['policy'], () => ({ ...parsePolicy(text, { wallet: parseDescriptor }), now: now() }));
