import { useEffect, useState } from 'react';
import { getPledge } from '#contract/calls/pledges.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { live, optional, query, useData } from '#web/data/query.ts';

export const pledgeOf = (id: string) => live(query(getPledge, { params: { id } }));
export const pledgeIfMine = (id: string) => optional(pledgeOf(id));

const firstPauseMs = 1000;
const longestPauseMs = 6000;
const giveUpAfterMs = 60_000;
/** The server asks the card processor about a pledge at most once a second. The first answer may be from before the fan came back. */
const secondLookMs = 1200;

/** Reads a pledge twice, and then polls it with backoff (1 s to 6 s) until `isKnown` returns true, for at most a minute. */
export function useKnownPledge(id: string, enabled: boolean, isKnown: (pledge: PledgeView) => boolean) {
  const { data: pledge, error, refetch } = useData(pledgeIfMine(id), { enabled });
  const [round, setRound] = useState({ pauseMs: firstPauseMs, waitedMs: 0 });
  const unknown = enabled && (pledge ? !isKnown(pledge) : error !== null);
  const missing = error !== null && 'status' in error && error.status === 404;
  const waiting = unknown && !missing && round.waitedMs < giveUpAfterMs;
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(async () => {
      await refetch();
      setRound(({ pauseMs, waitedMs }) => ({
        pauseMs: Math.min(pauseMs * 1.3, longestPauseMs),
        waitedMs: waitedMs + pauseMs,
      }));
    }, round.pauseMs);
    return () => clearTimeout(timer);
  }, [waiting, round, refetch]);
  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(() => void refetch(), secondLookMs);
    return () => clearTimeout(timer);
  }, [enabled, refetch]);
  return { pledge, missing, waiting, loading: enabled && !pledge && !error, error };
}
