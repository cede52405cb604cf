import type { Route } from './call.ts';
import { accountRoutes } from './resources/accounts.ts';
import { chargeRoutes } from './resources/charges.ts';
import { customerRoutes } from './resources/customers.ts';
import { disputeRoutes } from './resources/disputes.ts';
import { paymentIntentRoutes } from './resources/payment-intents.ts';
import { platformRoutes } from './resources/platform.ts';
import { refundRoutes } from './resources/refunds.ts';
import { sessionRoutes } from './resources/sessions.ts';
import { setupIntentRoutes } from './resources/setup-intents.ts';
import { transferRoutes } from './resources/transfers.ts';

export const routes: Route[] = [
  ...customerRoutes,
  ...sessionRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...transferRoutes,
  ...disputeRoutes,
  ...platformRoutes,
  ...accountRoutes,
];

interface Match {
  route: Route;
  path: Record<string, string>;
}

/** Earlier routes win, so that /v1/payment_intents/search is not taken for an id. */
export function matchRoute(method: string, pathname: string): Match | null {
  const segments = pathname.split('/');
  for (const route of routes) {
    const templateSegments = route.path.split('/');
    if (route.method !== method || templateSegments.length !== segments.length) continue;
    const path: Record<string, string> = {};
    const same = templateSegments.every((segment, index) => {
      const actual = decodeURIComponent(segments[index] ?? '');
      if (!segment.startsWith('{')) return segment === actual;
      path[segment.slice(1, -1)] = actual;
      return actual !== '';
    });
    if (same) return { route, path };
  }
  return null;
}
