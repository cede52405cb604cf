import { randomBytes, randomUUID } from 'node:crypto';
import type { Locale } from '#contract/language/languages.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { TestApp } from './app.ts';
import type { TestClient } from './client.ts';

export interface Person {
  id: string;
  client: TestClient;
  suspend(): Promise<void>;
}

/**
 * Inserts a person with a session and without sign-up, for tests that need many roles. Replaces the app's session reader; the session
 * cookie is the person's id.
 */
export async function insertPerson(app: TestApp, role: Actor['role'] = 'user'): Promise<Person> {
  const { sql } = app.context.db;
  const username = `p${randomBytes(6).toString('hex')}`;
  const id = randomUUID();
  // Real card processors need a confirmed address.
  const emailVerifiedAt = app.context.cards.name === 'sandbox' ? null : new Date();
  await sql`insert into users ${sql({ id, email: `${username}@example.org`, username, role, emailVerifiedAt })}`;
  app.context.http.setSessionReader(async (cookie) => {
    const [row] = await sql<
      { id: string; role: Actor['role']; username: string; locale: Locale; suspendedAt: Date | null }[]
    >`
      select id, role, username, locale, suspended_at from users where id::text = ${cookie}`;
    if (!row) return null;
    const { id: userId, suspendedAt, ...rest } = row;
    return {
      ...rest,
      userId,
      suspended: suspendedAt !== null,
      emailVerified: true,
      sessionId: userId,
      hasFreshProof: true,
    };
  });
  const client = app.client();
  client.cookies.set('sid', id);
  return {
    id,
    client,
    suspend: async () => {
      await sql`update users set suspended_at = now() where id = ${id}`;
    },
  };
}
