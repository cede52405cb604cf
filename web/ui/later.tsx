import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A part of a page that is rendered on the server like any other, but whose code the browser fetches only after the rest works:
 * until then the server's picture of it stands there. A page that is reached within the browser shows `waiting` for that moment.
 * `ready` is the component on the server, where `load` would come too late: `import.meta.env.SSR ? (await import(…)).Part : null`.
 */
export function later<Props extends object>(
  ready: ComponentType<Props> | null,
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): (props: Props) => ReactNode {
  const Part = (ready ?? lazy(async () => ({ default: await load() }))) as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
