import { Component, type ReactNode } from 'react';
import { type View, ViewContext } from '#web/data/location.tsx';
import { logFailure } from '#web/data/log.ts';
import { AppShell } from './app-shell.tsx';
import { ErrorPage } from './error-page.tsx';
import { Root } from './root.tsx';

interface BoundaryProps {
  view: View;
  children: ReactNode;
}

/** Error boundary of one page. The frame around it keeps working, and the next navigation resets the boundary. */
class PageBoundary extends Component<BoundaryProps, { error: unknown; failedAt: string | null }> {
  override state = { error: undefined as unknown, failedAt: null as string | null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    logFailure('a page component threw while rendering', error);
    this.setState({ failedAt: this.props.view.location.key });
  }

  override componentDidUpdate() {
    const { failedAt } = this.state;
    if (failedAt !== null && failedAt !== this.props.view.location.key)
      this.setState({ error: undefined, failedAt: null });
  }

  override render() {
    const { view, children } = this.props;
    if (this.state.error === undefined) return children;
    return (
      <ViewContext value={{ ...view, error: this.state.error }}>
        <ErrorPage />
      </ViewContext>
    );
  }
}

/** Renders a view in its frame. */
export function Screens({ view }: { view: View }) {
  const { Component: Page, framed } = view;
  const page = <PageBoundary view={view}>{Page && view.error === undefined ? <Page /> : <ErrorPage />}</PageBoundary>;
  return (
    <ViewContext value={view}>
      <Root>{framed ? <AppShell>{page}</AppShell> : page}</Root>
    </ViewContext>
  );
}
