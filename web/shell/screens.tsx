import { Component, type ReactNode, type SyntheticEvent } from 'react';
import { AppError } from '#contract/app-error.ts';
import { type View, ViewContext } from '#web/data/location.tsx';
import { logFailure } from '#web/data/log.ts';
import { ErrorPage, type PageErrorReport } from './error-page.tsx';
import { Root } from './root.tsx';

interface BoundaryProps {
  view: View;
  children: ReactNode;
}

interface BoundaryState {
  error: unknown;
  failedAt: string | null;
  report?: PageErrorReport;
}

/** Errors of the server are in its log already. Loads the code only now, because pages rarely fail. */
async function report(error: unknown): Promise<PageErrorReport | undefined> {
  if (error instanceof AppError) return undefined;
  const reference = await import('#web/data/report-page-error.ts').then(
    ({ sendPageError }) => sendPageError(error),
    () => null,
  );
  return { reference };
}

/**
 * Error boundary of one page, or of everything. Around a page, the frame keeps working. Once at each address, it first mounts its content
 * again, because an extension or a translating browser may have changed the page under React (decisions/0065). The next navigation resets the boundary.
 */
class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, failedAt: null };
  #remountedAt: string | null = null;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    logFailure('a page component threw while rendering', error);
    const failedAt = this.props.view.location.key;
    if (!(error instanceof AppError) && this.#remountedAt !== failedAt) {
      this.#remountedAt = failedAt;
      this.setState({ error: undefined });
      return;
    }
    this.setState({ failedAt });
    void report(error).then((sent) => {
      // The person may have left the page in the meantime.
      if (sent && this.state.failedAt === failedAt) this.setState({ report: sent });
    });
  }

  override componentDidUpdate() {
    const { failedAt } = this.state;
    if (failedAt !== null && failedAt !== this.props.view.location.key)
      this.setState({ error: undefined, failedAt: null, report: undefined });
  }

  override render() {
    const { view, children } = this.props;
    if (this.state.error === undefined) return children;
    return (
      <ViewContext value={{ ...view, error: this.state.error }}>
        <ErrorPage inBrowser report={this.state.report} />
      </ViewContext>
    );
  }
}

/** The inline script of the page sends this event to ask whether React has hydrated an element (web/early-clicks.ts). */
const answerEarlyClicks = (event: SyntheticEvent) => event.preventDefault();

/** Renders a view in its frame. */
export function Screens({ view }: { view: View }) {
  const { Component: Page, Frame } = view;
  const page = <PageBoundary view={view}>{Page && view.error === undefined ? <Page /> : <ErrorPage />}</PageBoundary>;
  return (
    <ViewContext value={view}>
      <div className="contents" onLostPointerCapture={answerEarlyClicks}>
        <PageBoundary view={view}>
          <Root>{Frame ? <Frame>{page}</Frame> : page}</Root>
        </PageBoundary>
      </div>
    </ViewContext>
  );
}
