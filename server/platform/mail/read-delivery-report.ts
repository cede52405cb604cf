import PostalMime from 'postal-mime';

interface Failure {
  /** The original recipient first, then the final one if it differs. */
  addresses: string[];
  /** The enhanced status code, such as 5.1.1 (RFC 3463). */
  status: string;
  diagnostic: string;
}

interface DeliveryReport {
  /** From the headers of the mail that failed. */
  tag: string;
  /** The recipients in those headers. */
  mailedTo: string[];
  failures: Failure[];
}

/** No such mailbox or host, or a disabled mailbox. A full mailbox, a large mail or a refusal by policy can pass again. */
const hardStatuses = new Set(['5.0.0', '5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4']);

/** Whether the address itself permanently refuses mail. */
export const isHardFailure = (status: string): boolean => hardStatuses.has(status);

/** Groups of fields, separated by empty lines. Names are in lower case; folded lines are joined. */
function fieldGroups(text: string): Map<string, string>[] {
  const groups = text.replaceAll('\r', '').split(/\n{2,}/);
  return groups.map((group) => {
    const lines = group.replaceAll(/\n[ \t]+/g, ' ').split('\n');
    const pairs = lines.map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1)] as const);
    return new Map(pairs.map(([name, value]) => [name.trim().toLowerCase(), value.trim()]));
  });
}

/** The value without its type: `rfc822; ada@example.org`. */
const withoutType = (field: string | undefined) => field?.slice(field.indexOf(';') + 1).trim();
const addressIn = (text = '') => text.split(/[\s<>,;"]+/).find((word) => /^.+@./.test(word));

function failureOf(fields: Map<string, string>): Failure[] {
  const addresses = ['original-recipient', 'final-recipient']
    .map((name) => addressIn(withoutType(fields.get(name))))
    .filter((address) => address !== undefined);
  if (fields.get('action')?.toLowerCase() !== 'failed' || addresses.length === 0) return [];
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '';
  return [{ addresses, status, diagnostic: withoutType(fields.get('diagnostic-code')) ?? status }];
}

const textOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/**
 * Reads a delivery status notification (RFC 3464). Undefined if it is not one, or if it does not return the headers of the failed mail
 * with the tag.
 */
export async function readDeliveryReport(raw: Buffer, tagHeader: string): Promise<DeliveryReport | undefined> {
  const { attachments } = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  const partOf = (types: readonly string[]) => {
    const attachment = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
    return attachment && textOf(attachment.content);
  };
  const status = partOf(['message/delivery-status', 'message/global-delivery-status']);
  const returned = partOf(['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']);
  if (status === undefined || returned === undefined) return undefined;
  const headers = fieldGroups(returned)[0];
  const tag = headers?.get(tagHeader.toLowerCase());
  if (!headers || !tag || !/^[0-9a-f]{32}$/.test(tag)) return undefined;
  const to = addressIn(headers.get('to'));
  return { tag, mailedTo: to ? [to] : [], failures: fieldGroups(status).flatMap(failureOf) };
}
