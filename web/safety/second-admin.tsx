import { Hourglass, Users } from 'lucide-react';
import type { WaitingApproval } from '#contract/admin/approval-summary.ts';
import { approvalTitle } from '#contract/admin/approval-title.ts';
import { getApprovalTerms } from '#contract/calls/admin.ts';
import { type Message, msg, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** The amount that this admin may move alone, and the other admins. */
const approvalTerms = optional(live(query(getApprovalTerms)));

const whatOf = ({ kind, amountCents }: WaitingApproval, isLift: boolean): Text => {
  if (kind !== 'user.promote') return approvalTitle(kind, amountCents, '');
  return isLift ? t`End of the suspension` : t`New admin`;
};

/** The request that waits for a second admin, beside the thing that it is about. `isLift`: to end the suspension of an admin. */
export function WaitingForSecond({ waiting, isLift = false }: { waiting: WaitingApproval; isLift?: boolean }) {
  const user = useUser();
  const { requester, createdAt, expiresAt } = waiting;
  const isOwn = requester.id === user?.id;
  const request = whatOf(waiting, isLift);
  const date = fullDate(expiresAt);
  return (
    <div className="notice mt-4">
      <Hourglass aria-hidden="true" />
      <div className="grid gap-1">
        <p>
          <RichText
            text={
              isOwn
                ? msg`<b>Waiting for a second admin.</b> ${{ request }}. You asked for it <when/>. It lapses on ${{ date }}.`
                : msg`<b>Waiting for a second admin.</b> ${{ request }}. @${{ name: requester.username }} asked for it <when/>. It lapses on ${{ date }}.`
            }
            tags={{ b: (text) => <b>{text}</b>, when: () => <RelativeTime at={createdAt} /> }}
          />
        </p>
        <p>
          <TextLink to={paths.adminApprovals}>{isOwn ? t`See your request` : t`Approve or refuse it`}</TextLink>
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

/** How much one admin may decide alone; empty if the amount is not the reason. */
function limitText(act: Act, limitCents: number | null, leftCents: number | null): Text | '' {
  if (act === 'promotion' || limitCents === null) return '';
  const limit = formatMoneyExact(limitCents);
  return 'moves' in act && leftCents !== null && leftCents < limitCents
    ? t`One admin may move ${{ limit }} in 24 hours, and you have ${{ left: formatMoneyExact(leftCents) }} left.`
    : t`One admin may decide about up to ${{ limit }} alone.`;
}

/** The future of the request. A release may wait no longer than the review. */
function waitText(isRelease: boolean, isAlone: boolean): Message {
  if (isAlone) {
    return isRelease
      ? msg`You’re the only one. Until there is another admin, only <code>npm run cli -- approve</code> on the server approves the request. It lapses after 72 hours, or sooner if the time for the review ends.`
      : msg`You’re the only one. Until there is another admin, only <code>npm run cli -- approve</code> on the server approves the request. It lapses after 72 hours.`;
  }
  return isRelease
    ? msg`Nothing happens until another admin approves it. The request lapses after 72 hours, or sooner if the time for the review ends.`
    : msg`Nothing happens until another admin approves it. The request lapses after 72 hours.`;
}

/** Says in a dialog that what it asks for will wait for a second admin. Renders nothing if it will not. */
export function SecondAdminNote({ act }: { act: Act }) {
  const { data } = useData(approvalTerms);
  const isNeeded = useNeedsSecond(act);
  if (!data || !isNeeded) return null;
  const isAlone = data.otherAdmins === 0;
  const isRelease = typeof act === 'object' && 'releases' in act;
  const limit = limitText(act, data.limitCents, data.leftCents);
  return (
    <div className="notice" data-tone={isAlone ? 'danger' : undefined}>
      <Users aria-hidden="true" />
      <p>
        <b>{t`This needs a second admin.`}</b>
        {limit ? <span> {limit}</span> : null}
        <span>
          {' '}
          <RichText text={waitText(isRelease, isAlone)} tags={{ code: (text) => <code>{text}</code> }} />
        </span>
      </p>
    </div>
  );
}

/** In place of the buttons of a decision about oneself. */
export function OwnDecision() {
  const { data } = useData(approvalTerms);
  return (
    <div className="notice">
      <Users aria-hidden="true" />
      <p>
        <RichText
          text={
            data?.otherAdmins === 0
              ? msg`<b>A second admin is needed.</b> It’s about you, and you’re the only admin. Make someone else an admin under <link>Users</link>, or on the server with <code>npm run cli -- create-admin EMAIL</code>.`
              : msg`<b>Another admin has to decide this.</b> It’s about you, so there are no buttons here for you.`
          }
          tags={{
            b: (text) => <b>{text}</b>,
            link: (text) => <TextLink to={paths.adminUsers}>{text}</TextLink>,
            code: (text) => <code>{text}</code>,
          }}
        />
      </p>
    </div>
  );
}

/** Why a decision about oneself is impossible, for menus and selections. */
export const ownDecisionSkip = msg`This is about you. Another admin has to decide it.`;
