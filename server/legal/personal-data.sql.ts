import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

/** Performer records are not in the export: they are documents about other people, and the law restricts who may read them. */
export const legalData: readonly PersonalData[] = [
  {
    name: 'copyright-notices',
    about: msg`Copyright notices you sent while signed in.`,
    rows: (sql, userId) => sql`
      select name, email, address, phone, owner_name, work, locations, signature, status, reason, created_at, decided_at
      from takedown_notices where user_id = ${userId} order by created_at`,
  },
  {
    name: 'takedowns',
    about: msg`Your material that was disabled after a copyright notice, and your counter-notices.`,
    rows: (sql, userId) => sql`
      select m.kind, m.label, m.status, m.disabled_at, m.due_at, m.settled_at, m.outcome, m.reason, c.name, c.email, c.address, c.phone,
        c.explanation, c.signature, c.created_at as answered_at
      from takedown_materials m left join counter_notices c on c.material_id = m.id
      where m.subject_id = ${userId} order by m.disabled_at`,
  },
];
