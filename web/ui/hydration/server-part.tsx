import type { ComponentType } from 'react';

const loading = new Set<Promise<void>>();

/** Server only: a component whose code loads now. Rendering cannot wait for it, so the renderer awaits `partsLoaded` first. */
export function serverPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  let failure: unknown = new Error('a part was rendered before its code was loaded');
  // Only the pages with this part fail if its code cannot be loaded.
  const loaded = load()
    .then(
      (component) => {
        Part = component;
      },
      (error: unknown) => {
        failure = error;
      },
    )
    .finally(() => loading.delete(loaded));
  loading.add(loaded);
  return (props) => {
    if (!Part) throw failure;
    return <Part {...props} />;
  };
}

/** Resolves when the code of all parts is loaded, also of parts within parts. */
export async function partsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}
