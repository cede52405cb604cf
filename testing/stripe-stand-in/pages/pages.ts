import type { Call } from '../call.ts';
import { openCheckout, submitCheckout } from './checkout.ts';
import type { PageAnswer } from './html.ts';
import { openExpress, openOnboarding, submitOnboarding } from './onboarding.ts';

const pages: { method: string; path: RegExp; run: (call: Call) => PageAnswer }[] = [
  { method: 'GET', path: /^\/checkout\/(?<session>[^/]+)$/, run: openCheckout },
  { method: 'POST', path: /^\/checkout\/(?<session>[^/]+)$/, run: submitCheckout },
  { method: 'GET', path: /^\/onboarding\/(?<link>[^/]+)$/, run: openOnboarding },
  { method: 'POST', path: /^\/onboarding\/(?<link>[^/]+)$/, run: submitOnboarding },
  { method: 'GET', path: /^\/express\/(?<account>[^/]+)\/[^/]+$/, run: openExpress },
];

/** The hosted page at a path. */
export function matchPage(method: string, pathname: string) {
  for (const page of pages) {
    const match = page.method === method ? page.path.exec(pathname) : null;
    if (match) return { run: page.run, path: { ...match.groups } as Record<string, string> };
  }
  return null;
}
