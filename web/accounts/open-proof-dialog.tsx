import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ProofDialog } from './proof-dialog.tsx';

/** Shows the dialog above the page, in a separate tree, so that no page loads this code before it is needed. */
export function openProofDialog(queries: QueryClient): Promise<boolean> {
  return new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'));
    const root = createRoot(host);
    root.render(
      <QueryClientProvider client={queries}>
        <ProofDialog
          onEnd={(isProven) => {
            root.unmount();
            host.remove();
            resolve(isProven);
          }}
        />
      </QueryClientProvider>,
    );
  });
}
