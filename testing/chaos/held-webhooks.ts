import { webhookSecrets } from '#server/money/sandbox/read-webhook.ts';
import { sign, signatureHeader } from '#server/money/sandbox/signature.ts';
import type { Database } from '#server/platform/postgres/db.ts';

/** Sits between the card processor and the nodes: holds the processor's webhooks back until the test delivers them. */
export class HeldWebhooks {
  readonly #database: Database;
  readonly #collected: string[] = [];
  /** Bodies of webhooks that are not delivered yet. */
  bodies: string[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** From now on the processor treats its webhooks as delivered and sends none. */
  async open(): Promise<void> {
    await this.#database.sql.unsafe(`
      create function sandbox.hold_event() returns trigger language plpgsql as $$
      begin
        new.delivered_at := clock_timestamp();
        return new;
      end $$;
      create trigger held before insert on sandbox.events for each row execute function sandbox.hold_event();`);
  }

  /** Adds the processor's new webhooks to `bodies`; returns the total number of webhooks so far. */
  async collect(): Promise<number> {
    const rows = await this.#database.sql<{ id: string; payload: unknown }[]>`
      select id, payload from sandbox.events where id <> all(${this.#collected}) order by created_at`;
    for (const { id, payload } of rows) {
      this.#collected.push(id);
      this.bodies.push(JSON.stringify(payload));
    }
    return this.#collected.length;
  }

  /** Signs and sends a webhook. Returns the status, or undefined if the node died before it answered. */
  async deliver(body: string, node: { url: string }): Promise<number | undefined> {
    const [secret = ''] = await webhookSecrets({ db: this.#database });
    const signature = sign(secret, Math.floor(Date.now() / 1000), body);
    try {
      const response = await fetch(`${node.url}/api/webhooks/sandbox`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
        body: body,
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
