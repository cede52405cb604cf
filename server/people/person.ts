import type { Person } from '#contract/people.ts';
import type { PersonRow } from './people.sql.ts';

/** Of an adult creator, for whoever has not passed the age gate: as on the creator profile, the username and figures. */
export function maskAdultPerson<Row extends Pick<PersonRow, 'displayName' | 'avatarUrl' | 'adult'>>(
  row: Row,
  adultToo: boolean,
): Row {
  return row.adult && !adultToo ? { ...row, displayName: null, avatarUrl: null } : row;
}

export function personOf(row: PersonRow): Person {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    isVerified: row.isVerified,
    createdAt: row.createdAt.toISOString(),
    poolCount: row.poolCount,
  };
}
