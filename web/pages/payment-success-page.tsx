import { definePage } from '#web/data/page.ts';
import { PaymentSuccess, pledgeIdIn } from '#web/pledges/payment-result.tsx';
import { pledgeIfMine } from '#web/pledges/use-known-pledge.ts';
import { ShareButton } from '#web/sharing/share-button.tsx';

export const page = definePage({
  title: 'Your pledge',
  description: 'The status of your pledge.',
  noindex: true,
  queries: ({ url, user }) => {
    const id = pledgeIdIn(url.search);
    return user && id ? [pledgeIfMine(id)] : [];
  },
});

export function Component() {
  return <PaymentSuccess share={(pledge) => <ShareButton title={pledge.poolTitle} path={pledge.poolPath} />} />;
}
