import type { NoticeKind, Notification } from '#contract/notifications.ts';
import { count } from '#contract/values/time.ts';

/** Consecutive unread notices of one kind and source, newest first; or a single notice. */
export interface NoticeGroup {
  newest: Notification;
  all: readonly Notification[];
}

/** Kinds in which many people write about one pool. The pool is the source of a group, not the person. */
const aboutPools: readonly NoticeKind[] = [
  'pool_commented',
  'update_commented',
  'thanked',
  'objection_made',
  'dispute_made',
];

/** The person or pool that notices of one group share; undefined without either. */
function sourceOf({ kind, person, pool }: Notification): string | undefined {
  return person && !aboutPools.includes(kind) ? person.id : pool?.id;
}

/** `isNew` says which notices were unread when the list was opened, so that a group stays together while its notices are read. */
export function groupNotices(
  notices: readonly Notification[],
  isNew: (notice: Notification) => boolean,
): NoticeGroup[] {
  const groups: { newest: Notification; all: Notification[] }[] = [];
  for (const notice of notices) {
    const last = groups.at(-1);
    const source = sourceOf(notice);
    const joins =
      last &&
      source &&
      isNew(notice) &&
      isNew(last.newest) &&
      last.newest.kind === notice.kind &&
      sourceOf(last.newest) === source;
    if (joins) last.all.push(notice);
    else groups.push({ newest: notice, all: [notice] });
  }
  return groups;
}

type Words = (amount: number, from: string) => string;

/** The kinds that usually come in numbers. `from` is the person, or the pool's title in quotes. */
const words: Partial<Record<NoticeKind, Words>> = {
  update_posted: (amount, from) => `${count(amount, 'update')} from ${from}`,
  creator_message: (amount, from) => `${count(amount, 'message')} from ${from}`,
  comment_answered: (amount, from) => `${amount} replies from ${from}`,
  chat_reply: (amount, from) => `${amount} replies from ${from}`,
  chat_mention: (amount, from) => `${count(amount, 'mention')} from ${from}`,
  pool_commented: (amount, from) => `${count(amount, 'comment')} on ${from}`,
  update_commented: (amount, from) => `${count(amount, 'comment')} on your updates about ${from}`,
  thanked: (amount, from) => `${count(amount, 'thank-you')} for ${from}`,
  payment_due: (amount, from) => `${count(amount, 'payment reminder')} for ${from}`,
};

/** The heading of a group: "3 updates from Odd Harbour". */
export function groupTitle({ newest, all }: NoticeGroup): string {
  const { kind, person, pool } = newest;
  const isByPerson = person && !aboutPools.includes(kind);
  const say: Words = words[kind] ?? ((amount, from) => `${count(amount, 'notification')} about ${from}`);
  return say(all.length, isByPerson ? person.name : `“${pool?.title}”`);
}
