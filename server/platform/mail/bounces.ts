import { createHmac, timingSafeEqual } from 'node:crypto';
import { makeRandomSecret, readSecrets } from '#server/platform/data/read-secret.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { isHardFailure, readDeliveryReport } from './read-delivery-report.ts';
import { insertUndeliverable } from './undeliverable.sql.ts';

/** A failed delivery, as an email provider reports it. */
export interface Bounce {
  address: string;
  diagnostic: string;
}

export interface Bounces {
  /** Proves that this installation mailed the address. Reports without it are ignored: anyone can send a forged one. */
  tagOf(address: string): Promise<string>;
  /** Stops mail to the address. Call it only for reports that cannot be forged. */
  record(bounce: Bounce): Promise<void>;
  /** Reads a delivery status notification (RFC 3464) and records its hard failures. Returns the recorded addresses. */
  recordReport(raw: Buffer): Promise<string[]>;
}

/** The header of outgoing mail that carries the tag. Mail servers return it with the headers of the failed mail. */
export const tagHeader = 'X-Delivery-Tag';

export function createBounces({ sql }: Pick<Database, 'sql'>, log: Logger): Bounces {
  const secrets = () => readSecrets(sql, 'delivery_tags', makeRandomSecret);

  async function record({ address, diagnostic }: Bounce): Promise<void> {
    await insertUndeliverable(sql, address, diagnostic);
    log.info({ event: 'mail_bounced', diagnostic }, 'mail to an address bounced permanently');
  }

  /** The first address that the tag belongs to. A forwarded email fails under a different address than ours. */
  async function ownAddress(addresses: readonly string[], tag: string): Promise<string | undefined> {
    const { all } = await secrets();
    const isOurs = (address: string) =>
      all.some((secret) => timingSafeEqual(Buffer.from(deriveTag(secret, address)), Buffer.from(tag)));
    return addresses.find(isOurs);
  }

  async function recordReport(raw: Buffer): Promise<string[]> {
    const report = await readDeliveryReport(raw, tagHeader);
    const recorded: string[] = [];
    for (const { addresses, status, diagnostic } of report?.failures ?? []) {
      if (!report || !isHardFailure(status)) continue;
      const address = await ownAddress([...addresses, ...report.mailedTo], report.tag);
      if (!address) continue;
      await record({ address, diagnostic });
      recorded.push(address);
    }
    return recorded;
  }

  const tagOf = async (address: string) => deriveTag((await secrets()).current, address);
  return { tagOf, record, recordReport };
}

const deriveTag = (secret: string, address: string) =>
  createHmac('sha256', secret).update(address.toLowerCase()).digest('hex').slice(0, 32);
