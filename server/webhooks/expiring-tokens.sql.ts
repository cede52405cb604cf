import type { NoticeKind } from '#contract/notifications.ts';
import type { Addressee } from '#server/platform/mail/mail.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export const expiringKind = 'api_token_expiring' satisfies NoticeKind;

export interface ExpiringToken {
  id: string;
  name: string;
  expiresAt: Date;
  owner: Addressee & { id: string };
  /** The addresses of the webhooks that are on and end with the token. */
  urls: string[];
}

/**
 * The working tokens that end within seven days and whose owners have no notice about it. Tokens that were made for seven days or less are
 * left out. Lives are whole days, so the half day only absorbs clock differences and changes of the hour.
 */
export async function listExpiringTokens(sql: Connection): Promise<ExpiringToken[]> {
  return sql<ExpiringToken[]>`
    select t.id, t.name, t.expires_at, jsonb_build_object('id', u.id, 'email', u.email, 'locale', u.locale) as owner,
      array(select e.url from webhook_endpoints e where t.id = any (e.token_ids) and e.off_reason is null order by e.id) as urls
    from api_tokens t join users u on u.id = t.user_id
    where t.ended_at is null and t.expires_at > clock_timestamp() and t.expires_at <= clock_timestamp() + interval '7 days'
      and t.expires_at > t.created_at + interval '7 days 12 hours' and u.deleted_at is null
      and not exists (select from notifications n where n.dedupe_key = ${expiringKind} || ':' || t.id || ':' || u.id)
    order by t.expires_at`;
}
