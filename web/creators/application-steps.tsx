import { BadgeCheck, HandCoins, PackageCheck, ShieldCheck } from 'lucide-react';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { formatPercent } from '#contract/values/money.ts';
import { useSite } from '#web/data/session.ts';

/** The steps of a creator, from the application to the payout; for verified creators, from the first request. */
export function ApplicationSteps({ verified = false }: { verified?: boolean }) {
  const { brandName, platformFeePercent } = useSite();
  const steps = [
    {
      Icon: ShieldCheck,
      title: t`We verify your identity`,
      text: t`An admin checks your links and your proof, usually within a day or two.`,
    },
    {
      Icon: BadgeCheck,
      title: t`Fans ask, you decide`,
      text: t`Requests for you appear on your dashboard. Accept on your terms, or decline without penalty.`,
    },
    {
      Icon: PackageCheck,
      title: t`You deliver by your own date`,
      text: t`You choose 1 to ${plural({ longest: limits.deliveryDays.max }, { one: '# day', other: '# days' })}. Cards are charged before you start, and the money is held for the pool.`,
    },
    {
      Icon: HandCoins,
      title: t`You are paid`,
      text: t`You are paid once the delivery is approved and its quiet period is over. ${{ brand: brandName }} keeps ${{ percent: formatPercent(platformFeePercent) }}, and the card processor charges its actual cost. You see both before you accept.`,
    },
  ];
  return (
    <ol className="grid gap-5">
      {steps.slice(verified ? 1 : 0).map(({ Icon, title, text }) => (
        <li key={title} className="grid grid-cols-[--spacing(11)_1fr] gap-3">
          <span
            className="grid size-11 place-items-center rounded-lg bg-accent-wash text-accent-text"
            aria-hidden="true"
          >
            <Icon />
          </span>
          <div>
            <h3>{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
