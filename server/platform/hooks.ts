/**
 * Questions that a module asks and later modules answer, by name. A module never imports a later one: it declares a hook in its
 * hooks.ts, and the later module registers a handler.
 * `declare module '#server/platform/hooks.ts' { interface HookMap { 'image.uses': (tx: Tx, imageId: string) => Promise<number> } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: augmented by every module
export interface HookMap {}

export interface Hooks {
  /** Registers a handler. Call it while modules are built. */
  handle<K extends keyof HookMap>(hook: K, handler: HookMap[K]): void;
  /** The handler of a hook that exactly one module handles. Throws when none or several do. */
  one<K extends keyof HookMap>(hook: K): HookMap[K];
  /** All handlers, in the order of the modules. */
  all<K extends keyof HookMap>(hook: K): HookMap[K][];
}

export function createHooks(): Hooks {
  const handlers = new Map<keyof HookMap, unknown[]>();
  const all = <K extends keyof HookMap>(hook: K): HookMap[K][] => (handlers.get(hook) ?? []) as HookMap[K][];
  return {
    handle: (hook, handler) => {
      handlers.set(hook, [...all(hook), handler]);
    },
    one: (hook) => {
      const [only, ...others] = all(hook);
      if (only === undefined || others.length > 0)
        throw new Error(`${all(hook).length} modules handle ${String(hook)}`);
      return only;
    },
    all,
  };
}
