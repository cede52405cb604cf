import type { z } from 'zod';
import type { contactForm } from '#contract/operator.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import type { Platform } from '#server/platform/platform.ts';

type Letter = z.output<typeof contactForm>;

const hourMs = 60 * 60_000;
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/**
 * Mails the operator what somebody wrote, with the writer's address to answer to. The writer gets no copy: anybody's address can be
 * typed into a form.
 */
export async function contactOperator(
  { config, db, limits, mail }: Platform,
  request: RequestContext,
  { name, email, subject, message, website }: Letter,
): Promise<{ message: string }> {
  await limits.limiter('contact by address', { points: 10, perMs: hourMs }).consume(addressKey(request.ip));
  await limits.limiter('contact by e-mail', { points: 5, perMs: hourMs }).consume(email.toLowerCase());
  const answer = { message: 'Thank you. Your message is on its way, and the answer comes by e-mail.' };
  if (website !== '') return answer;
  const { brandName, publicUrl, contactEmail } = config;
  const content = renderMail({
    brandName,
    publicUrl,
    heading: oneLine(subject),
    paragraphs: message.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
    facts: [
      ['From', oneLine(name)],
      ['E-mail', email],
      ['Account', request.actor ? `@${request.actor.username}` : 'signed out'],
    ],
    footer:
      'Written with the contact form. An answer to this mail goes to the address above, which nobody has verified.',
  });
  await db.tx((tx) =>
    mail.send(tx, {
      to: contactEmail,
      replyTo: email,
      subject: `Contact: ${oneLine(subject)}`,
      ...content,
      messageId: `contact-${request.requestId}`,
    }),
  );
  return answer;
}
