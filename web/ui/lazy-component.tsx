import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

interface LazyOptions {
  /** Fallback while the code loads, after a navigation within the browser. */
  waiting?: ReactNode;
  /** Fetch the code immediately instead of at the first render, for components that are certain to be shown. */
  soon?: boolean;
}

/**
 * A component that the server renders as usual, but whose code the browser fetches after the rest of the page. Until then the server's
 * HTML stays in place. `ready` is the component on the server, where rendering cannot wait for a lazy import:
 * `import.meta.env.SSR ? await load() : null`.
 */
export function lazyComponent<Props extends object>(
  ready: ComponentType<Props> | null,
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, soon = false }: LazyOptions = {},
): (props: Props) => ReactNode {
  const preloaded = soon && !ready ? load() : undefined;
  // Rendering tries again and throws only if that second attempt fails.
  preloaded?.catch(() => undefined);
  const first = () => preloaded?.catch(load) ?? load();
  const Part = (ready ?? lazy(async () => ({ default: await first() }))) as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
