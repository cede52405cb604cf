import type { FastifyInstance } from 'fastify';
import { ICalAlarmType } from 'ical-generator';
import { appError } from '#contract/errors.ts';
import { localized } from '#contract/language/localized-path.ts';
import { t } from '#contract/language/text.ts';
import { poolTitleText } from '#contract/pools/masked-title.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { hasDeadlineAhead } from '#contract/sharing.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { readPool } from '#server/pools/show-pool.ts';
import { readCalendarFeed } from './calendar/read-calendar-feed.ts';
import { lastHour, newCalendar, textOfCalendar } from './calendar/write-calendar.ts';
import { inQueryLanguage } from './query-language.ts';
import { visitor } from './visitor.ts';
import { sendText } from './xml.ts';

/** The calendar entry of the last hour before a pool's funding deadline, with an alarm a day before. */
function calendarOf(
  { brandName, publicUrl, publicHost }: { brandName: string; publicUrl: string; publicHost: string },
  pool: Pool,
): string {
  const end = new Date(pool.deadline);
  const url = publicUrl + localized(pool.canonicalPath);
  const calendar = newCalendar({ brandName });
  const event = calendar.createEvent({
    id: `pool-${pool.id}@${publicHost}`,
    ...lastHour(end),
    summary: t`Last hour to pledge: ${{ title: poolTitleText(pool.title) }}`,
    description: t`${{ amount: formatMoney(pool.pledgedAmount) }} of ${{ goal: formatMoney(pool.fundingGoal) }} is pledged so far. See the current total: ${{ url }}`,
    url,
  });
  event.createAlarm({
    type: ICalAlarmType.display,
    trigger: 24 * 3600,
    description: t`1 day left to pledge: ${{ title: poolTitleText(pool.title) }}`,
  });
  return textOfCalendar(calendar);
}

/**
 * GET /calendar/pool/{id}.ics, while the pool takes pledges: another fetch shows a changed deadline. GET /calendar/{token}.ics, the deadlines
 * of one person, for programs that subscribe to them.
 */
export function calendarRoutes(context: MoneyContext): RawRoutes {
  const { brandName, publicUrl } = context.config;
  const site = { brandName, publicUrl, publicHost: new URL(publicUrl).hostname };
  return (app: FastifyInstance) => {
    app.get<{ Params: { file: string } }>('/calendar/pool/:file', async (request, reply) => {
      const id = /^([^.]{1,60})\.ics$/.exec(request.params.file)?.[1];
      if (!id) throw appError('not_found');
      const pool = await readPool(context, visitor, id);
      if (!hasDeadlineAhead(pool)) throw appError('not_found');
      return sendText(request, reply, {
        type: 'text/calendar; charset=utf-8',
        text: await inQueryLanguage(context, request, () => calendarOf(site, pool)),
        maxAgeS: 60,
      });
    });

    app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
      reply.headers({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
      const token = /^(.+)\.ics$/.exec(request.params.file)?.[1] ?? '';
      const text = await readCalendarFeed(context, token, request.ip);
      // The name of a saved file must not hold the token.
      reply.header('Content-Disposition', 'attachment; filename="calendar.ics"');
      return sendText(request, reply, { type: 'text/calendar; charset=utf-8', text });
    });
  };
}
