import { formatList } from '#contract/language/lists.ts';
import { plural, sentences, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import type { Notice } from '#server/notifications/notice.ts';
import { notify } from '#server/notifications/notify.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type ExpiringToken, expiringKind, listExpiringTokens } from './expiring-tokens.sql.ts';

const namedMax = 5;

/** The hosts only, because the rest of an address may hold a secret. */
function hostsOf(urls: readonly string[]): string {
  const hosts = [...new Set(urls.map((url) => new URL(url).host))];
  const more = hosts.length - namedMax;
  if (more <= 0) return formatList(hosts);
  return formatList([...hosts.slice(0, namedMax), t`${plural({ more }, { other: '# more' })}`]);
}

export const tokenExpiring = ({ name, expiresAt, urls }: Omit<ExpiringToken, 'id' | 'owner'>): Notice => ({
  kind: expiringKind,
  title: t`Your API token “${{ name }}” ends on ${{ date: fullDate(expiresAt) }}`,
  body: sentences(
    t`Programs that use it stop working then. Create a new token before that, and give it to them.`,
    urls.length === 0
      ? ''
      : t`Webhooks that end with it: ${{ hosts: hostsOf(urls) }}. Once it has ended, you can turn them on again in your settings.`,
  ),
  href: paths.apiTokens,
  action: t`Check your API tokens`,
});

/** Warns the owners of API tokens a week before these end; once, also if several processes look at the same moment. */
export async function notifyExpiringTokens(context: Platform, signal: AbortSignal): Promise<void> {
  for (const { id, owner, ...token } of await listExpiringTokens(context.db.sql)) {
    signal.throwIfAborted();
    await context.db.tx((tx) => notify(context, tx, owner, () => tokenExpiring(token), id));
  }
}
