import { list, map } from '../schema/collection.ts';
import { hex, idText, jsonObject, oneOf, string } from '../schema/leaf.ts';
import { integer } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { none } from './common.ts';
import { method } from './method.ts';

const endpoint = { path: '/ext/admin' } as const;

const level = oneOf('OFF', 'FATAL', 'ERROR', 'WARN', 'INFO', 'TRACE', 'DEBUG', 'VERBO');
const levels = reply({
  loggerLevels: [
    map(
      string,
      reply({
        logLevel: [level, 'What it writes to its file.'],
        displayLevel: [level, 'What it writes to the terminal.'],
      }),
    ),
    'By the name of the logger: a chain’s alias, `http`, `main` and others.',
  ],
});
const loggerName = [optional(string), 'Name of the logger; all if omitted.'] as const;

/** The result of a method that only does something: an empty object. */
const nothing = { ...jsonObject, name: 'object' };

/** A method without a result of its own. */
const does = (about: string) =>
  method({
    endpoint,
    about,
    params: none,
    result: nothing,
    nodeSpecific: true,
    changes: true,
  });

/**
 * Maintenance of a node that runs with `--api-admin-enabled`; never open it to others. Source: avalanchego
 * `api/admin/service.go`.
 */
export const admin = {
  'admin.alias': method({
    endpoint,
    about: 'Gives an endpoint another name.',
    params: object({
      endpoint: [string, 'Path of the endpoint, such as `bc/X`.'],
      alias: [string, 'The other name; at most 512 characters.'],
    }),
    result: nothing,
    nodeSpecific: true,
    changes: true,
  }),
  'admin.aliasChain': method({
    endpoint,
    about: 'Gives a chain another name.',
    params: object({
      chain: [string, 'Alias or ID of the chain.'],
      alias: [string, 'The other name; at most 512 characters.'],
    }),
    result: nothing,
    nodeSpecific: true,
    changes: true,
  }),
  'admin.dbGet': method({
    endpoint,
    about: 'A value of the database of the node.',
    params: object({ key: [hex, 'The key.'] }),
    result: reply({
      value: [hex, 'The value.'],
      errorCode: [integer, '0; an error is answered as one.'],
    }),
    nodeSpecific: true,
  }),
  'admin.getChainAliases': method({
    endpoint,
    about: 'The names of a chain.',
    params: object({ chain: [idText, 'ID of the chain.'] }),
    result: reply({ aliases: [list(string), 'Its names, its ID among them.'] }),
    nodeSpecific: true,
  }),
  'admin.getConfig': method({
    endpoint,
    about: 'The configuration that the node was started with, as its source names it.',
    params: none,
    result: jsonObject,
    nodeSpecific: true,
  }),
  'admin.getLoggerLevel': method({
    endpoint,
    about: 'What loggers write.',
    params: object({ loggerName }),
    result: levels,
    nodeSpecific: true,
  }),
  'admin.loadVMs': method({
    endpoint,
    about: 'Loads the VMs that were installed since the node started.',
    params: none,
    result: reply({
      newVMs: [map(idText, list(string)), 'Aliases by the ID of the VM.'],
      failedVMs: [optional(map(idText, string)), 'Why others failed, by their ID.', 'some failed'],
    }),
    nodeSpecific: true,
    changes: true,
  }),
  'admin.lockProfile': does('Writes a profile of locks to `lock.profile`.'),
  'admin.memoryProfile': does('Writes a profile of memory to `mem.profile`.'),
  'admin.setLoggerLevel': method({
    endpoint,
    about: 'Sets what loggers write, and answers with it.',
    params: object({
      loggerName,
      logLevel: [optional(level), 'What to write to the file.'],
      displayLevel: [optional(level), 'What to write to the terminal; one of both is needed.'],
    }),
    result: levels,
    nodeSpecific: true,
    changes: true,
  }),
  'admin.stacktrace': does('Writes the stacks of the node to `stacktrace.txt`.'),
  'admin.startCPUProfiler': does('Starts to write a profile of the processor to `cpu.profile`.'),
  'admin.stopCPUProfiler': does('Ends it.'),
} as const;
