import { getDelivery, getWebhook, listDeliveries, listWebhooks } from '#contract/calls/webhooks.ts';
import { webhookPath } from '#contract/webhooks/webhook-paths.ts';
import type { DeliveryState } from '#contract/webhooks/webhooks.ts';
import { optional, query, useRefresh } from '#web/data/query.ts';

export const myWebhooks = { ...query(listWebhooks), staleTime: 10_000 };
export const webhookOf = (id = '') => ({ ...query(getWebhook, { params: { id } }), staleTime: 10_000 });

export interface DeliveryView {
  state?: DeliveryState | undefined;
  page: number;
}

const states: readonly DeliveryState[] = ['failed', 'pending', 'succeeded', 'dropped'];

/** The deliveries that an address of the page asks for. */
export function deliveryViewIn(search: URLSearchParams): DeliveryView {
  const page = Number(search.get('page') ?? 1);
  const state = states.find((one) => one === search.get('state'));
  return { page: Number.isInteger(page) && page > 0 ? page : 1, ...(state ? { state } : {}) };
}

export function deliveriesHref(id: string, { state, page }: Partial<DeliveryView>): string {
  const search = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(page && page > 1 ? { page: String(page) } : {}),
  });
  return search.size > 0 ? `${webhookPath(id)}?${search}` : webhookPath(id);
}

export const deliveriesOf = (id = '', view: DeliveryView = { page: 1 }) => ({
  ...optional(query(listDeliveries, { params: { id }, query: view })),
  staleTime: 2000,
});

export const deliveryOf = (id: string) => ({ ...query(getDelivery, { params: { id } }), staleTime: 0 });

/** Returns a function that fetches everything about webhooks again. */
export function useRefreshWebhooks(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(listWebhooks, getWebhook, listDeliveries, getDelivery);
}
