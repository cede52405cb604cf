import { plural, type Text, t, verbatim } from '#contract/language/text.ts';
import type { NoticeKind, Notification } from '#contract/notifications.ts';

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

type Words = (amount: number, from: Text) => Text;

/** The kinds that usually come in numbers. `from` is the person, or the pool's title in quotes. */
const words: Partial<Record<NoticeKind, Words>> = {
  update_posted: (amount, from) =>
    t`${plural({ updates: amount }, { one: '# update from', other: '# updates from' })} ${{ sender: from }}`,
  creator_message: (amount, from) =>
    t`${plural({ messages: amount }, { one: '# message from', other: '# messages from' })} ${{ sender: from }}`,
  comment_answered: (amount, from) =>
    t`${plural({ replies: amount }, { one: '# reply from', other: '# replies from' })} ${{ sender: from }}`,
  chat_reply: (amount, from) =>
    t`${plural({ replies: amount }, { one: '# reply from', other: '# replies from' })} ${{ sender: from }}`,
  chat_mention: (amount, from) =>
    t`${plural({ mentions: amount }, { one: '# mention from', other: '# mentions from' })} ${{ sender: from }}`,
  pool_commented: (amount, from) =>
    t`${plural({ comments: amount }, { one: '# comment on', other: '# comments on' })} ${{ quotedTitle: from }}`,
  update_commented: (amount, from) =>
    t`${plural({ comments: amount }, { one: '# comment on your updates about', other: '# comments on your updates about' })} ${{ quotedTitle: from }}`,
  thanked: (amount, from) =>
    t`${plural({ thanks: amount }, { one: '# thank-you for', other: '# thank-yous for' })} ${{ quotedTitle: from }}`,
  payment_due: (amount, from) =>
    t`${plural({ reminders: amount }, { one: '# payment reminder for', other: '# payment reminders for' })} ${{ quotedTitle: from }}`,
};

/** The heading of a group: "3 updates from Odd Harbour". */
export function groupTitle({ newest, all }: NoticeGroup): Text {
  const { kind, person, pool } = newest;
  const isByPerson = person && !aboutPools.includes(kind);
  const say: Words =
    words[kind] ??
    ((amount, from) =>
      t`${plural({ notifications: amount }, { one: '# notification about', other: '# notifications about' })} ${{ personOrTitle: from }}`);
  return say(all.length, isByPerson ? verbatim(person.name) : t`“${{ title: pool?.title ?? '' }}”`);
}
