import type { ComponentType } from 'react';

const loading = new Set<Promise<void>>();

/** Server only: a component whose code loads now. Rendering cannot wait for it, so the renderer awaits `partsLoaded` first. */
export function serverPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  const loaded = load()
    .then((component) => {
      Part = component;
    })
    .finally(() => loading.delete(loaded));
  loading.add(loaded);
  return (props) => {
    if (!Part) throw new Error('a part was rendered before its code was loaded');
    return <Part {...props} />;
  };
}

/** Resolves when the code of all parts is loaded, also of parts within parts. */
export async function partsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}
