import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { getCreatorDashboard } from '#contract/calls/creators.ts';
import { msg, t } from '#contract/language/text.ts';
import { paths, registerPath, signInPath } from '#contract/paths.ts';
import { ApplicationForm } from '#web/creators/application-form.tsx';
import { ApplicationStatus } from '#web/creators/application-status.tsx';
import { ApplicationSteps } from '#web/creators/application-steps.tsx';
import { allCategories } from '#web/creators/category-field.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { definePage } from '#web/data/page.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { myApplication, useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** Says whether a creator has a profile. */
const myDashboard = optional(query(getCreatorDashboard));

export const page = definePage({
  title: msg`Become a creator`,
  description: msg`Apply to become a creator: fans ask and pledge together. You decide what to accept, set the delivery date and get paid.`,
  canonical: paths.becomeCreator,
  queries: ({ user }) => {
    if (!user) return [];
    return user.role === 'creator' ? [myApplication, allCategories, myDashboard] : [myApplication, allCategories];
  },
});

function Invitation() {
  const save = () => saveOriginalPage(paths.becomeCreator);
  return (
    <section className="card grid gap-4 overflow-hidden p-5 md:p-6">
      <div className="-mx-5 -mt-5 mb-1 h-44 md:-mx-6 md:-mt-6 md:h-56">
        <FanArt seed="become-a-creator" hues={[80, 325]} eager />
      </div>
      <h2>{t`Start with an account`}</h2>
      <p className="text-muted">{t`Applying takes about five minutes: tell us who you are, where you publish, and one link that proves it. It’s free and commits you to nothing.`}</p>
      <div className="flex flex-wrap gap-2.5">
        <LinkButton
          to={signInPath(paths.becomeCreator)}
          variant="primary"
          onClick={save}
        >{t`Sign in to apply`}</LinkButton>
        <LinkButton to={registerPath(paths.becomeCreator)} onClick={save}>{t`Create an account`}</LinkButton>
      </div>
    </section>
  );
}

function FormSkeleton() {
  return (
    <div className="card grid gap-5 p-5 md:p-6">
      <Skeleton className="h-7 w-48" />
      <div className="grid gap-5 md:grid-cols-2">
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
      <Skeleton className="h-18" />
      <Skeleton className="h-36" />
      <Skeleton className="h-24" />
      <Skeleton className="h-12 w-56" />
    </div>
  );
}

function AlreadyIn({ admin }: { admin: boolean }) {
  return (
    <section className="card grid gap-4 p-5 md:p-6">
      <h2>{admin ? t`Admins don’t need to apply` : t`You’re already a creator`}</h2>
      <p className="text-muted">{t`Pools for you appear in your dashboard.`}</p>
      <LinkButton to={paths.dashboard} variant="primary" className="w-max">{t`Open the dashboard`}</LinkButton>
    </section>
  );
}

/** The form for a creator who got the role from an admin: only an application, or a claim, gives them a profile. */
function ProfileApplication({ userId }: { userId: string }) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t`Fans can’t find you yet, because you have no profile. Apply for one with this form. An admin checks it, and then fans can start pools for you.`}</p>
      <ApplicationForm userId={userId} />
    </div>
  );
}

/** The application form, or the status of the user's application. */
function MyApplication({ user: { id, role } }: { user: CurrentUser }) {
  const application = useData(myApplication);
  const dashboard = useData(myDashboard, { enabled: role === 'creator' });
  const hasNoProfile = role === 'creator' && dashboard.data?.profile === null;
  const [again, setAgain] = useState(false);
  return (
    <Loaded of={application} loading={<FormSkeleton />} failed={t`Failed to fetch creator application`}>
      {(mine) => {
        if (!mine && hasNoProfile) return <ProfileApplication userId={id} />;
        if (!mine) return role === 'user' ? <ApplicationForm userId={id} /> : <AlreadyIn admin={role === 'admin'} />;
        const mayApply = mine.verificationStatus === 'rejected' && (role === 'user' || hasNoProfile);
        if (mayApply && again) return <ApplicationForm userId={id} previous={mine} />;
        return <ApplicationStatus application={mine} onApplyAgain={mayApply ? () => setAgain(true) : undefined} />;
      }}
    </Loaded>
  );
}

export function Component() {
  const user = useUser();
  const verified = user?.role === 'creator';
  return (
    <>
      {verified ? (
        <PageHeader title={t`You’re a creator`} lead={t`Here is how a request becomes a delivery and a payout.`} />
      ) : (
        <PageHeader
          title={t`Become a creator`}
          lead={t`Your fans already know what they want from you. Let them ask for it together and fund it first.`}
        />
      )}
      <div className="split">
        {user ? <MyApplication user={user} /> : <Invitation />}
        <aside aria-label={t`How it works`}>
          <ApplicationSteps verified={verified} />
        </aside>
      </div>
    </>
  );
}
