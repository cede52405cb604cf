import { useEffect, useState } from 'react';
import { usernameField } from '#contract/accounts.ts';
import { checkUsername } from '#contract/calls/accounts.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/data/call.ts';

export type Availability = 'unknown' | 'available' | 'taken';

/** Checks whether a username is available, debounced. `unknown` until then, for invalid usernames, and if the check fails. */
export function useUsernameCheck(username: string): Availability {
  const [known, setKnown] = useState<{ username: string; state: Availability }>();
  const wanted = username.trim();
  useEffect(() => {
    if (wanted.length < limits.username.checkFrom || !usernameField.safeParse(wanted).success) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { available } = await call(checkUsername, { query: { username: wanted } }, { signal: stop.signal });
        setKnown({ username: wanted, state: available ? 'available' : 'taken' });
      } catch {
        if (!stop.signal.aborted) setKnown({ username: wanted, state: 'unknown' });
      }
    }, limits.username.checkDebounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return known?.username === wanted ? known.state : 'unknown';
}
