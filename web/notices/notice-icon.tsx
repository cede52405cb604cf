import {
  Bell,
  CircleCheck,
  CircleX,
  Clapperboard,
  Clock,
  CreditCard,
  HandCoins,
  Heart,
  Hourglass,
  type LucideIcon,
  MessageCircle,
  Newspaper,
  PackageCheck,
  PartyPopper,
  ReceiptText,
  Scale,
  ShieldCheck,
  Sparkles,
  Undo2,
  Webhook,
} from 'lucide-react';
import type { NoticeKind, Notification } from '#contract/notifications.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { type PictureSource, PoolPicture } from '#web/ui/pool-picture.tsx';

interface Tone {
  wash: string;
  ink: string;
}

type Appearance = readonly [Icon: LucideIcon, tone: Tone];

const plain = { wash: 'bg-sunken', ink: 'text-muted' };
const accent = { wash: 'bg-accent-wash', ink: 'text-accent-text' };
const paid = { wash: 'bg-paid-wash', ink: 'text-paid-text' };
const danger = { wash: 'bg-danger-wash', ink: 'text-danger-text' };

const appearances: Record<NoticeKind, Appearance> = {
  suspended: [CircleX, danger],
  suspension_lifted: [CircleCheck, paid],
  appeal_dismissed: [Scale, danger],
  appeal_made: [Scale, accent],
  webhook_off: [Webhook, danger],
  webhook_changed: [Webhook, accent],
  api_token_expiring: [Hourglass, accent],
  payment_due: [CreditCard, danger],
  card_expiring: [CreditCard, accent],
  pledge_placed: [HandCoins, plain],
  receipt: [ReceiptText, paid],
  refunded: [Undo2, paid],
  pledge_dropped: [CircleX, plain],
  payout_paid: [HandCoins, paid],
  dispute_opened: [Scale, danger],
  dispute_won: [CircleCheck, paid],
  dispute_lost: [Undo2, plain],
  payout_waiting: [HandCoins, accent],
  payouts_held: [HandCoins, danger],
  payouts_released: [HandCoins, paid],
  payout_failed: [HandCoins, danger],
  payout_account_ready: [HandCoins, paid],
  payout_account_created: [HandCoins, accent],
  bank_payouts_blocked: [HandCoins, danger],
  bank_payouts_open: [HandCoins, paid],
  payout_account_restricted: [HandCoins, danger],
  payout_account_changed: [HandCoins, danger],
  account_needed: [HandCoins, accent],
  account_reminder: [HandCoins, danger],
  pool_opened: [CircleCheck, paid],
  pool_asks_no_one: [CircleX, danger],
  pool_creator_verified: [ShieldCheck, accent],
  goal_met_owner: [PartyPopper, accent],
  goal_met_fan: [PartyPopper, accent],
  accepted: [CircleCheck, paid],
  account_awaited: [Hourglass, accent],
  in_production_owner: [Clapperboard, accent],
  delivered: [PackageCheck, paid],
  objection_upheld: [Scale, accent],
  objection_dismissed: [Scale, accent],
  expired: [Hourglass, accent],
  declined: [CircleX, danger],
  lapsed: [Bell, plain],
  cancelled: [CircleX, danger],
  removed: [CircleX, danger],
  creator_message: [MessageCircle, accent],
  saved_closing: [Clock, accent],
  update_posted: [Newspaper, accent],
  update_removed: [CircleX, danger],
  update_commented: [MessageCircle, plain],
  pool_commented: [MessageCircle, plain],
  comment_answered: [MessageCircle, plain],
  comment_removed: [MessageCircle, plain],
  chat_mention: [Bell, plain],
  chat_reply: [Bell, plain],
  chat_message_removed: [CircleX, danger],
  creator_open: [Bell, accent],
  followed_pool: [Sparkles, accent],
  followed_accepted: [CircleCheck, paid],
  followed_delivered: [PackageCheck, paid],
  request_opened: [Sparkles, accent],
  first_pledge: [HandCoins, accent],
  goal_progress: [HandCoins, accent],
  new_backers: [Heart, accent],
  goal_met: [PartyPopper, accent],
  in_production: [Clapperboard, accent],
  shortfall: [Hourglass, accent],
  completed: [PackageCheck, paid],
  thanked: [Heart, paid],
  response_reminder: [Clock, accent],
  delivery_approved: [PackageCheck, paid],
  delivery_sent_back: [PackageCheck, accent],
  expired_creator: [Hourglass, accent],
  lapsed_creator: [Bell, plain],
  cancelled_creator: [CircleX, danger],
  removed_creator: [CircleX, danger],
  refunded_creator: [Undo2, paid],
  refund_creator: [Undo2, plain],
  dispute_creator: [Scale, danger],
  application_approved: [Sparkles, accent],
  application_rejected: [CircleX, danger],
  pool_claim_approved: [ShieldCheck, accent],
  pool_claim_rejected: [CircleX, danger],
  creator_code_found: [ShieldCheck, accent],
  creator_claim_approved: [ShieldCheck, accent],
  creator_claim_rejected: [CircleX, danger],
  goal_met_unassigned: [PartyPopper, accent],
  pool_waits: [Clock, danger],
  delivery_submitted: [PackageCheck, accent],
  objection_made: [Scale, accent],
  dispute_made: [Scale, danger],
  processor_problem: [CircleX, danger],
  application_made: [Sparkles, accent],
  pool_claim_made: [ShieldCheck, accent],
  creator_claim_made: [ShieldCheck, accent],
  creator_claimed_by_code: [ShieldCheck, accent],
  creator_imitates: [CircleX, danger],
  creator_renamed: [ShieldCheck, accent],
  takedown_disabled: [Scale, danger],
  takedown_restored: [Scale, paid],
  takedown_kept_down: [Scale, danger],
  takedown_made: [Scale, accent],
  counter_notice_made: [Scale, accent],
  repeat_infringer: [Scale, danger],
  approval_requested: [ShieldCheck, accent],
  approval_approved: [ShieldCheck, paid],
  approval_refused: [CircleX, danger],
  approval_lapsed: [Hourglass, plain],
};

/** The kind of a notice as a decorative icon: large, or as a badge on a picture. The notice's title carries the meaning. */
export function NoticeIcon({ kind, badge }: { kind: NoticeKind; badge?: boolean }) {
  // A newer server may send kinds that this page does not know.
  const [Icon, tone] = appearances[kind] ?? [Bell, plain];
  const place = badge
    ? 'absolute -end-1.5 -bottom-1.5 size-6 bg-surface ring-2 ring-surface'
    : `size-12 flex-none ${tone.wash}`;
  return (
    <span className={`grid place-items-center rounded-full ${tone.ink} ${place}`}>
      <Icon aria-hidden="true" className={badge ? 'size-3.5' : undefined} />
    </span>
  );
}

/** The picture of a pool, small. Without a picture the box stays empty. */
export function NoticePool({ pool, className }: { pool: PictureSource; className: string }) {
  return (
    <span
      className={`relative block h-12 flex-none overflow-hidden rounded-md bg-sunken [&>.no-picture]:hidden! ${className}`}
    >
      <PoolPicture pool={pool} sizes="80px" />
    </span>
  );
}

/** The person whose act the notice reports, or else the pool that it is about, with the icon of its kind. Decorative. */
export function NoticePicture({ notice: { kind, person, pool } }: { notice: Notification }) {
  if (!person && !pool) return <NoticeIcon kind={kind} />;
  return (
    <span className="notice-picture relative size-12 flex-none">
      {person ? (
        <Avatar name={person.name} src={person.avatarUrl} size={48} />
      ) : pool ? (
        <NoticePool pool={pool} className="w-12" />
      ) : null}
      <NoticeIcon kind={kind} badge />
    </span>
  );
}
