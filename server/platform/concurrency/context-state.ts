/** The in-memory state of one app: caches, queues and batches. Created with the context, and freed with it. */
export type ContextState = Map<symbol, unknown>;

/**
 * Declares state that belongs to a context instead of a module, so that two apps in one process share nothing. The returned function
 * creates the state at its first call for a context and returns the same value afterwards.
 */
export function contextState<Context extends { state: ContextState }, T extends object>(
  create: (context: Context) => T,
): (context: Context) => T {
  const key = Symbol(create.name);
  return (context) => {
    const existing = context.state.get(key) as T | undefined;
    if (existing) return existing;
    const created = create(context);
    context.state.set(key, created);
    return created;
  };
}
