import {
  Bell,
  CircleCheck,
  CircleX,
  Clapperboard,
  Clock,
  CreditCard,
  HandCoins,
  Hourglass,
  type LucideIcon,
  MessageCircle,
  PackageCheck,
  PartyPopper,
  ReceiptText,
  Scale,
  ShieldCheck,
  Sparkles,
  Undo2,
} from 'lucide-react';

type Look = readonly [kinds: RegExp, Icon: LucideIcon, tone: string];

const plain = 'bg-sunken text-muted';
const accent = 'bg-accent-wash text-accent-text';
const paid = 'bg-paid-wash text-paid-text';
const danger = 'bg-danger-wash text-danger-text';

/** The first that fits a notice's kind: what needs somebody, what went well, what did not, what people said. */
const looks: readonly Look[] = [
  [/^payment_due/, CreditCard, danger],
  [/^receipt/, ReceiptText, paid],
  [/^refunded/, Undo2, paid],
  [/^pledge_dropped/, CircleX, plain],
  [/^payout_/, HandCoins, paid],
  [/comment/, MessageCircle, plain],
  [/^objection_/, Scale, accent],
  [/^goal_met/, PartyPopper, accent],
  [/^(?:accepted|pool_opened)/, CircleCheck, paid],
  [/^in_production/, Clapperboard, accent],
  [/^response_reminder/, Clock, accent],
  [/^(?:shortfall|expired)/, Hourglass, accent],
  [/^(?:delivered|completed|delivery_approved)/, PackageCheck, paid],
  [/^delivery_/, PackageCheck, accent],
  [/(?:rejected|declined|cancelled|failed|removed|no_one)/, CircleX, danger],
  [/^application_/, Sparkles, accent],
  [/_made$|claim_/, ShieldCheck, accent],
];
const unknown: Look = [/./, Bell, plain];

/** What a notice is about, at a glance; its title says it in words. */
export function NoticeIcon({ kind }: { kind: string }) {
  const [, Icon, tone] = looks.find(([kinds]) => kinds.test(kind)) ?? unknown;
  return (
    <span className={`grid size-10 flex-none place-items-center rounded-full ${tone}`}>
      <Icon aria-hidden="true" />
    </span>
  );
}
