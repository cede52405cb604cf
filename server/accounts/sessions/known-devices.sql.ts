import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** As long as browsers keep a cookie. */
export const deviceDays = 400;
const devicesPerPerson = 50;

/** Returns false if the person has never signed in with this device. */
export async function recordDeviceSeen(tx: Tx, userId: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update known_devices set last_seen_at = clock_timestamp() where user_id = ${userId} and token_hash = ${tokenHash} returning user_id`;
  return rows.length > 0;
}

/** Whether this server gave the device its cookie, for whichever person. */
export async function isKnownDevice(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const [row] = await tx<{ found: boolean }[]>`
    select exists (select from known_devices where token_hash = ${tokenHash}) as found`;
  return row?.found ?? false;
}

/** Adds a device. Returns how many others the person has from the last 24 hours, and whether it is the first one of a new account. */
export async function addDevice(
  tx: Tx,
  userId: string,
  tokenHash: Buffer,
): Promise<{ isFirst: boolean; lastDay: number }> {
  const [facts] = await tx<{ isFirst: boolean; lastDay: number }[]>`
    select u.created_at > clock_timestamp() - interval '10 minutes' and not exists (select from known_devices where user_id = u.id) as is_first,
      (select count(*)::int from known_devices where user_id = u.id and created_at > clock_timestamp() - interval '1 day') as last_day
    from users u where u.id = ${userId}`;
  await tx`insert into known_devices (user_id, token_hash) values (${userId}, ${tokenHash}) on conflict do nothing`;
  await tx`
    delete from known_devices
    where user_id = ${userId} and token_hash in (
      select token_hash from known_devices where user_id = ${userId} order by last_seen_at desc, created_at desc, token_hash
      offset ${devicesPerPerson})`;
  return facts ?? { isFirst: false, lastDay: 0 };
}

export async function deleteDevices(tx: Tx, userId: string): Promise<void> {
  await tx`delete from known_devices where user_id = ${userId}`;
}

export async function deleteUnusedDevices(sql: Connection): Promise<void> {
  await sql`delete from known_devices where last_seen_at < clock_timestamp() - make_interval(days => ${deviceDays})`;
}
