/** What a malicious coordinator does to drafts: in what he builds, and in what he passes on. */
import { builtManipulations } from './manipulations/built.ts';
import { carrierManipulations } from './manipulations/carriers.ts';
import { outputManipulations } from './manipulations/outputs.ts';
import type { Manipulation } from './manipulations/tools.ts';
import { txManipulations } from './manipulations/tx.ts';
import { wireManipulations } from './manipulations/wire.ts';

/** The kinds of manipulations. */
export const manipulations = {
  ...builtManipulations,
  ...wireManipulations,
  ...txManipulations,
  ...outputManipulations,
  ...carrierManipulations,
} as const satisfies Readonly<Record<string, Manipulation>>;

export type ManipulationKind = keyof typeof manipulations;
export const manipulationKinds = Object.keys(manipulations) as readonly ManipulationKind[];
