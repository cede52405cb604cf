import { BadgeCheck, Clock3, RotateCw, XCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { getCreatorApplication } from '#contract/creators/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';

type Application = OutputOf<typeof getCreatorApplication>;

const looks: Record<Application['verificationStatus'], { badge: string; tone: Tone; icon: ReactNode; title: string }> =
  {
    pending: {
      badge: 'Under Review',
      tone: 'accent',
      icon: <Clock3 aria-hidden="true" />,
      title: 'Your application is under review',
    },
    approved: {
      badge: 'Verified',
      tone: 'paid',
      icon: <BadgeCheck aria-hidden="true" />,
      title: 'You are a verified creator',
    },
    rejected: {
      badge: 'Rejected',
      tone: 'danger',
      icon: <XCircle aria-hidden="true" />,
      title: 'This application was not approved',
    },
  };

function Outcome({ application }: { application: Application }) {
  if (application.verificationStatus === 'pending') {
    return (
      <p>
        An admin checks your links and your proof, usually within a day or two. We’ll email you. You don’t need to do
        anything else for now.
      </p>
    );
  }
  if (application.verificationStatus === 'approved') {
    return <p>Requests for you appear on your dashboard, where you can accept or decline them.</p>;
  }
  return (
    <>
      <p>Once you’ve fixed this, you can apply again.</p>
      {application.reason ? (
        <blockquote className="quote">
          <b>Reason from the admin</b>
          {application.reason}
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
          {look.badge}
        </Chip>
        <span>
          @{application.username}, sent <RelativeTime at={application.createdAt} />
        </span>
      </div>
      <h2 id="application-status">{look.title}</h2>
      <div className="grid gap-3 text-muted">
        <Outcome application={application} />
      </div>
      {application.verificationStatus === 'approved' ? (
        <div className="flex flex-wrap gap-2.5">
          {/* A plain link reloads the page, which then knows the new role. */}
          <a href={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
            Open your dashboard
          </a>
          <LinkButton to={creatorPath(application.username)}>View your profile</LinkButton>
        </div>
      ) : null}
      {onApplyAgain ? (
        <Button variant="primary" className="w-max" icon={<RotateCw aria-hidden="true" />} onClick={onApplyAgain}>
          Apply again
        </Button>
      ) : null}
    </section>
  );
}
