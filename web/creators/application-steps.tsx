import { BadgeCheck, HandCoins, PackageCheck, ShieldCheck } from 'lucide-react';
import { limits } from '#contract/limits.ts';
import { useSite } from '#web/data/session.ts';

/** What becoming a creator means, from the application to the payout. */
export function ApplicationSteps() {
  const { brandName, platformFeePercent } = useSite();
  const steps = [
    {
      Icon: ShieldCheck,
      title: 'We check that it is you',
      text: 'An admin looks at your links and your proof, usually within a day or two.',
    },
    {
      Icon: BadgeCheck,
      title: 'Fans ask, you decide',
      text: 'Pools that name you arrive in your dashboard. Accept on your terms, or decline without penalty.',
    },
    {
      Icon: PackageCheck,
      title: 'You deliver by your own date',
      text: `You choose 1 to ${limits.deliveryDays.max} days. Cards are charged before you start, and the money is held for the pool.`,
    },
    {
      Icon: HandCoins,
      title: 'You are paid',
      text: `After the delivery is approved and quiet. ${brandName} keeps ${platformFeePercent}%, and the card processor takes its true cost. Both are itemized before you accept.`,
    },
  ];
  return (
    <ol className="desk-ways">
      {steps.map(({ Icon, title, text }) => (
        <li key={title}>
          <span aria-hidden="true">
            <Icon />
          </span>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
