import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { MailTiming } from '#contract/notifications.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface ChoiceRow {
  topic: string;
  inApp: boolean;
  email: boolean;
  /** Null: emailed immediately. */
  digest: 'daily' | 'weekly' | null;
  push: boolean;
}

/** Lists the choices that a person has saved. Topics without a row have their defaults. */
export async function listChoices(sql: Connection, userId: string): Promise<ChoiceRow[]> {
  return sql<
    ChoiceRow[]
  >`select topic, in_app, email, digest, push from notification_choices where user_id = ${userId}`;
}

/** Saves a choice. A null channel keeps its value; in a new row it is on, and `mailed` decides about email. */
export async function saveChoice(
  sql: Connection,
  userId: string,
  {
    topic,
    inApp,
    mail,
    push,
    mailed,
  }: {
    topic: NotificationTopic;
    inApp: boolean | null;
    mail: MailTiming | null;
    push: boolean | null;
    mailed: boolean;
  },
): Promise<void> {
  const email = mail === null ? null : mail !== 'never';
  const digest = mail === 'daily' || mail === 'weekly' ? mail : null;
  await sql`
    insert into notification_choices as c (user_id, topic, in_app, email, digest, push)
    values (${userId}, ${topic}, coalesce(${inApp}::boolean, true), coalesce(${email}::boolean, ${mailed}), ${digest},
      coalesce(${push}::boolean, true))
    on conflict (user_id, topic) do update
      set in_app = coalesce(${inApp}::boolean, c.in_app), email = coalesce(${email}::boolean, c.email),
        digest = case when ${mail}::text is null then c.digest else ${digest} end, push = coalesce(${push}::boolean, c.push)`;
}

/** Returns true if the person has pushes on for this topic. False for a deleted account. */
export async function wantsPush(sql: Connection, userId: string, topic: NotificationTopic): Promise<boolean> {
  const [row] = await sql<{ push: boolean }[]>`
    select coalesce(c.push, true) as push
    from users u left join notification_choices c on c.user_id = u.id and c.topic = ${topic}
    where u.id = ${userId} and u.deleted_at is null`;
  return row?.push ?? false;
}

export async function deleteChoicesOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from notification_choices where user_id = ${userId}`;
}
