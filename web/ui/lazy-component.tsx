import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

interface Lateness {
  /** In the place of it, on a page that is reached within the browser, until its code is there. */
  waiting?: ReactNode;
  /** Sure to be shown: its code is asked for at once, not only when it is to be drawn. */
  soon?: boolean;
}

/**
 * A part of a page that is rendered on the server like any other, but whose code the browser fetches only after the rest works:
 * until then the server's picture of it stands there. `ready` is the component on the server, where loading would come too late:
 * `import.meta.env.SSR ? await load() : null`.
 */
export function later<Props extends object>(
  ready: ComponentType<Props> | null,
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, soon = false }: Lateness = {},
): (props: Props) => ReactNode {
  const asked = soon && !ready ? load() : undefined;
  // A failure is thrown where the part is drawn, after a second try.
  asked?.catch(() => undefined);
  const first = () => asked?.catch(load) ?? load();
  const Part = (ready ?? lazy(async () => ({ default: await first() }))) as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
