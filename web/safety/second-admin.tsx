import { Hourglass, Users } from 'lucide-react';
import type { WaitingApproval } from '#contract/admin/approval-summary.ts';
import { approvalTitle } from '#contract/admin/approval-title.ts';
import { getApprovalTerms } from '#contract/calls/admin.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';

/** The amount that this admin may move alone, and the other admins. */
const approvalTerms = optional(live(query(getApprovalTerms)));

const whatOf = ({ kind, amountCents }: WaitingApproval, isLift: boolean): string => {
  if (kind !== 'user.promote') return approvalTitle(kind, amountCents, '');
  return isLift ? 'End of the suspension' : 'New admin';
};

/** The request that waits for a second admin, beside the thing that it is about. `isLift`: to end the suspension of an admin. */
export function WaitingForSecond({ waiting, isLift = false }: { waiting: WaitingApproval; isLift?: boolean }) {
  const user = useUser();
  const { requester, createdAt, expiresAt } = waiting;
  const isOwn = requester.id === user?.id;
  return (
    <div className="notice mt-4">
      <Hourglass aria-hidden="true" />
      <div className="grid gap-1">
        <p>
          <b>Waiting for a second admin.</b> {whatOf(waiting, isLift)}. {isOwn ? 'You' : `@${requester.username}`} asked
          for it <RelativeTime at={createdAt} />. It lapses on {fullDate(expiresAt)}.
        </p>
        <p>
          <TextLink to={paths.adminApprovals}>{isOwn ? 'See your request' : 'Approve or refuse it'}</TextLink>
        </p>
      </div>
    </div>
  );
}

type Act = { moves: number } | { releases: number } | 'promotion';

/** Whether an act of this admin waits for a second one; undefined while that is not known. */
export function useNeedsSecond(act: Act): boolean | undefined {
  const { data } = useData(approvalTerms);
  if (!data) return undefined;
  if (act === 'promotion') return data.promotionWaits;
  if ('moves' in act) return data.leftCents !== null && act.moves > data.leftCents;
  return data.limitCents !== null && act.releases > data.limitCents;
}

/** Says in a dialog that what it asks for will wait for a second admin. Renders nothing if it will not. */
export function SecondAdminNote({ act }: { act: Act }) {
  const { data } = useData(approvalTerms);
  const isNeeded = useNeedsSecond(act);
  if (!data || !isNeeded) return null;
  const { limitCents, leftCents, otherAdmins } = data;
  const why =
    act === 'promotion' || limitCents === null
      ? ''
      : 'moves' in act && leftCents !== null && leftCents < limitCents
        ? ` One admin may move ${formatMoneyExact(limitCents)} in 24 hours, and you have ${formatMoneyExact(leftCents)} left.`
        : ` One admin may decide about up to ${formatMoneyExact(limitCents)} alone.`;
  const lapses =
    typeof act === 'object' && 'releases' in act
      ? 'after 72 hours, or sooner if the time for the review ends'
      : 'after 72 hours';
  return (
    <div className="notice" data-tone={otherAdmins === 0 ? 'danger' : undefined}>
      <Users aria-hidden="true" />
      <p>
        <b>This needs a second admin.</b>
        {why}{' '}
        {otherAdmins === 0 ? (
          <span>
            You’re the only one. Until there is another admin, only <code>npm run cli -- approve</code> on the server
            approves the request. It lapses {lapses}.
          </span>
        ) : (
          <span>Nothing happens until another admin approves it. The request lapses {lapses}.</span>
        )}
      </p>
    </div>
  );
}

/** In place of the buttons of a decision about oneself. */
export function OwnDecision() {
  const { data } = useData(approvalTerms);
  const isAlone = data?.otherAdmins === 0;
  return (
    <div className="notice">
      <Users aria-hidden="true" />
      <p>
        <b>{isAlone ? 'A second admin is needed.' : 'Another admin has to decide this.'}</b> It’s about you
        {isAlone ? (
          <span>
            , and you’re the only admin. Make someone else an admin under{' '}
            <TextLink to={paths.adminUsers}>Users</TextLink>, or on the server with{' '}
            <code>npm run cli -- create-admin EMAIL</code>.
          </span>
        ) : (
          <span>, so there are no buttons here for you.</span>
        )}
      </p>
    </div>
  );
}

/** Why a decision about oneself is impossible, for menus and selections. */
export const ownDecisionSkip = 'This is about you. Another admin has to decide it.';
