import type { ModerationMonth } from '#contract/moderation-report.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** Counts notices, reports and decisions in each of the last months, newest first. Months are in UTC. */
export async function readModerationMonths(sql: Connection, monthsMax: number): Promise<ModerationMonth[]> {
  const monthOf = (column: string) => sql`date_trunc('month', ${sql(column)} at time zone 'UTC')`;
  return sql<ModerationMonth[]>`
    with this as (select date_trunc('month', clock_timestamp() at time zone 'UTC') as month),
    months as (
      select generate_series(
        greatest(
          this.month - make_interval(months => ${monthsMax - 1}),
          coalesce((select min(${monthOf('created_at')}) from users), this.month)),
        this.month, interval '1 month') as month
      from this),
    since as (select min(month) at time zone 'UTC' as at from months),
    received as (select ${monthOf('created_at')} as month, count(*) as n from reports, since
      where created_at >= since.at and kind <> 'appeal' group by 1),
    decided as (
      select ${monthOf('decided_at')} as month, count(*) filter (where status = 'upheld') as upheld,
        count(*) filter (where status = 'dismissed') as dismissed,
        percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 3600 as hours
      from reports, since where decided_at >= since.at and kind <> 'appeal' group by 1),
    notices as (
      select ${monthOf('created_at')} as month, count(*) as n from takedown_notices, since where created_at >= since.at group by 1),
    acts as (
      select ${monthOf('decided_at')} as month, count(*) filter (where status = 'acted') as acted,
        count(*) filter (where status = 'rejected') as rejected
      from takedown_notices, since where decided_at >= since.at group by 1),
    counters as (
      select ${monthOf('created_at')} as month, count(*) as n from counter_notices, since where created_at >= since.at group by 1),
    restored as (
      select ${monthOf('settled_at')} as month, count(*) as n from takedown_materials, since
      where settled_at >= since.at and status = 'restored' group by 1),
    suspended as (select date_trunc('month', s.at at time zone 'UTC') as month, count(*) as n
      from suspension_log s, since where s.at >= since.at group by 1)
    select to_char(m.month, 'YYYY-MM') as month, coalesce(received.n, 0) as reports_received, coalesce(decided.upheld, 0) as reports_upheld,
      coalesce(decided.dismissed, 0) as reports_dismissed, round(decided.hours::numeric, 1)::float8 as median_hours_to_decision,
      coalesce(notices.n, 0) as notices_received, coalesce(acts.acted, 0) as notices_acted_on,
      coalesce(acts.rejected, 0) as notices_rejected, coalesce(counters.n, 0) as counter_notices,
      coalesce(restored.n, 0) as restored, coalesce(suspended.n, 0) as suspensions
    from months m
      left join received using (month) left join decided using (month) left join notices using (month) left join acts using (month)
      left join counters using (month) left join restored using (month) left join suspended using (month)
    order by m.month desc`;
}
