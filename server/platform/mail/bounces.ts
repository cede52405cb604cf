import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readSecret } from '#server/platform/data/read-secret.ts';
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
  let secret: Promise<string> | undefined;

  async function tagOf(address: string): Promise<string> {
    secret ??= readSecret(sql, 'delivery_tags', () => randomBytes(32).toString('base64url'));
    try {
      return createHmac('sha256', await secret)
        .update(address.toLowerCase())
        .digest('hex')
        .slice(0, 32);
    } catch (error) {
      secret = undefined;
      throw error;
    }
  }

  async function record({ address, diagnostic }: Bounce): Promise<void> {
    await insertUndeliverable(sql, address, diagnostic);
    log.info({ event: 'mail_bounced', diagnostic }, 'mail to an address bounced permanently');
  }

  /** The first address that the tag belongs to. A forwarded email fails under a different address than ours. */
  async function ownAddress(addresses: readonly string[], tag: string): Promise<string | undefined> {
    for (const address of addresses) {
      if (timingSafeEqual(Buffer.from(await tagOf(address)), Buffer.from(tag))) return address;
    }
    return undefined;
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

  return { tagOf, record, recordReport };
}
