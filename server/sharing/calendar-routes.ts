import type { FastifyInstance } from 'fastify';
import ical, { ICalAlarmType } from 'ical-generator';
import { appError } from '#contract/errors.ts';
import { localized } from '#contract/language/localized-path.ts';
import { t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { hasDeadlineAhead } from '#contract/sharing.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { readPool } from '#server/pools/show-pool.ts';
import { inQueryLanguage } from './query-language.ts';
import { visitor } from './visitor.ts';
import { sendText } from './xml.ts';

const hourMs = 3_600_000;

/** The calendar entry of the last hour before a pool's funding deadline, with an alarm a day before. */
function calendarOf(
  { brandName, publicUrl, publicHost }: { brandName: string; publicUrl: string; publicHost: string },
  pool: Pool,
): string {
  const end = new Date(pool.deadline);
  const url = publicUrl + localized(pool.canonicalPath);
  const calendar = ical({ prodId: { company: brandName, product: 'pools' } });
  const event = calendar.createEvent({
    id: `pool-${pool.id}@${publicHost}`,
    start: new Date(end.getTime() - hourMs),
    end,
    summary: t`Last hour to pledge: ${{ title: pool.title }}`,
    description: t`${{ amount: formatMoney(pool.pledgedAmount) }} of ${{ goal: formatMoney(pool.fundingGoal) }} is pledged so far. See the current total: ${{ url }}`,
    url,
  });
  event.createAlarm({
    type: ICalAlarmType.display,
    trigger: 24 * 3600,
    description: t`1 day left to pledge: ${{ title: pool.title }}`,
  });
  return calendar.toString();
}

/** GET /calendar/pool/{id}.ics, while the pool takes pledges. Another fetch shows a changed deadline. */
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
  };
}
