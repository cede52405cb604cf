import { pushDevicesMax } from '#contract/push.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { listEndpoints } from './subscriptions.sql.ts';

/** Invariants of push subscriptions for `cli check`. */
export const pushInvariants = ({ config, db }: Platform): readonly Invariant[] => [
  {
    name: `no one has more than ${pushDevicesMax} devices that get pushes`,
    sql: `select s.user_id, count(*) from push_subscriptions p join sessions s on s.id = p.session_id
      group by s.user_id having count(*) > ${pushDevicesMax}`,
  },
  {
    name: 'no device of a deleted account gets pushes',
    sql: `select p.session_id from push_subscriptions p join sessions s on s.id = p.session_id
      join users u on u.id = s.user_id where u.deleted_at is not null`,
  },
  {
    name: 'every push address uses https',
    ask: async () =>
      (await listEndpoints(db.sql))
        .map((endpoint) => new URL(endpoint))
        .filter(({ protocol, host }) => protocol !== 'https:' && !config.pushAllow.includes(host)),
  },
];
