/**
 * The script of a page and of its worker, for the browser: imports the modules that its own address names, and leaves what
 * came of it in both as the global `reported`.
 */

/** What one global scope saw, or why it failed. */
export type Seen =
  | { readonly failed: string }
  | {
      /** By module, its exports and their `typeof`. */
      readonly exports: { readonly [module: string]: { readonly [name: string]: string } };
      /** What a module’s `run` gave. */
      readonly answers: unknown;
      /** Names that are global after it and were not before. */
      readonly leaked: readonly string[];
      /** Of Node’s own globals, those that are here. */
      readonly node: readonly string[];
      /** What the policy forbade, sorted. */
      readonly violations: readonly string[];
    };

declare const trustedTypes: { createPolicy<T>(name: string, policy: T): T };

const seen = look().catch((e: Error): Seen => ({ failed: `${e.stack}` }));
if (typeof document === 'undefined') seen.then((value) => postMessage(value));
else
  Promise.all([seen, seenInWorker()]).then((both) => Object.assign(globalThis, { reported: both }));

function seenInWorker(): Promise<Seen> {
  const trusted = trustedTypes.createPolicy('page', { createScriptURL: (url: string) => url });
  const worker = new Worker(trusted.createScriptURL(import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ failed: message });
  });
}

async function look(): Promise<Seen> {
  const violations: string[] = [];
  // Violations are told in order, in tasks of their own: one more on purpose tells that all before it are here.
  const last = new URL('/last', import.meta.url).href;
  const told = new Promise<void>((resolve) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (blockedURI === last) resolve();
      else violations.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  const globals = (): string[] => Object.getOwnPropertyNames(globalThis);
  const before = globals();
  const exports: { [module: string]: { [name: string]: string } } = {};
  let answers: unknown;
  for (const name of new URL(import.meta.url).searchParams.getAll('import')) {
    const module: Readonly<Record<string, unknown>> = await import(`/${name}`);
    exports[name] = Object.fromEntries(Object.entries(module).map(([k, v]) => [k, typeof v]));
    if (typeof module.run === 'function') answers = await module.run();
  }
  const after = globals();
  await fetch(last).catch(() => {});
  await told;
  return {
    exports,
    answers,
    leaked: after.filter((name) => !before.includes(name)),
    node: ['Buffer', 'process', 'require', 'global', 'setImmediate'].filter((n) => n in globalThis),
    violations: violations.sort(),
  };
}
