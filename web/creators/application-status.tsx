import { BadgeCheck, Clock3, RotateCw, XCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { getCreatorApplication } from '#contract/creators/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

type Application = OutputOf<typeof getCreatorApplication>;

const looks: Record<
  Application['verificationStatus'],
  { badge: Message; tone: Tone; icon: ReactNode; title: Message }
> = {
  pending: {
    badge: msg`Under Review`,
    tone: 'accent',
    icon: <Clock3 aria-hidden="true" />,
    title: msg`Your application is under review`,
  },
  approved: {
    badge: msg({ message: 'Verified', context: 'an application' }),
    tone: 'paid',
    icon: <BadgeCheck aria-hidden="true" />,
    title: msg`You are a verified creator`,
  },
  rejected: {
    badge: msg({ message: 'Rejected', context: 'an application' }),
    tone: 'danger',
    icon: <XCircle aria-hidden="true" />,
    title: msg`This application was not approved`,
  },
};

function Outcome({ application }: { application: Application }) {
  if (application.verificationStatus === 'pending') {
    return (
      <p>{t`An admin checks your links and your proof, usually within a day or two. We’ll email you. You don’t need to do anything else for now.`}</p>
    );
  }
  if (application.verificationStatus === 'approved') {
    return <p>{t`Requests for you appear on your dashboard, where you can accept or decline them.`}</p>;
  }
  return (
    <>
      <p>{t`Once you’ve fixed this, you can apply again.`}</p>
      {application.reason ? (
        <blockquote className="quote">
          <b>{t`Reason from the admin`}</b>
          <span className="text-start" dir="auto">
            {application.reason}
          </span>
        </blockquote>
      ) : null}
    </>
  );
}

/** The status of an application and the next step. */
export function ApplicationStatus({
  application,
  onApplyAgain,
}: {
  application: Application;
  /** Set if the person can apply again. */
  onApplyAgain?: () => void;
}) {
  const look = looks[application.verificationStatus];
  return (
    <section className="card grid gap-4 p-5 md:p-6" aria-labelledby="application-status">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Chip tone={look.tone} icon={look.icon}>
          {textOf(look.badge)}
        </Chip>
        <span>
          <RichText
            text={msg`@${{ username: application.username }}, sent <when/>`}
            tags={{ when: () => <RelativeTime at={application.createdAt} /> }}
          />
        </span>
      </div>
      <h2 id="application-status">{textOf(look.title)}</h2>
      <div className="grid gap-3 text-muted">
        <Outcome application={application} />
      </div>
      {application.verificationStatus === 'approved' ? (
        <div className="flex flex-wrap gap-2.5">
          {/* A plain link reloads the page, which then knows the new role. */}
          <a href={paths.dashboard} className={buttonClass({ variant: 'primary' })}>{t`Open your dashboard`}</a>
          <LinkButton to={creatorPath(application.username)}>{t`View your profile`}</LinkButton>
        </div>
      ) : null}
      {onApplyAgain ? (
        <Button
          variant="primary"
          className="w-max"
          icon={<RotateCw aria-hidden="true" />}
          onClick={onApplyAgain}
        >{t`Apply again`}</Button>
      ) : null}
    </section>
  );
}
