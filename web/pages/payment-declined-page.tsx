import { definePage } from '#web/data/page.ts';
import { PaymentDeclined, pledgeIdIn } from '#web/pledges/payment-result.tsx';
import { pledgeIfMine } from '#web/pledges/use-known-pledge.ts';

export const page = definePage({
  title: 'This didn’t go through',
  description: 'Why your card was not saved or charged, and how to try again.',
  noindex: true,
  queries: ({ url, user }) => {
    const id = pledgeIdIn(url.search);
    return user && id ? [pledgeIfMine(id)] : [];
  },
});

export function Component() {
  return <PaymentDeclined />;
}
