import type { z } from 'zod';
import type { contactForm } from '#contract/admin/operator.ts';
import { answerTexts } from '#contract/answer-texts.ts';
import { inEnglish, verbatim } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey, emailKey } from '#server/platform/limits/rate-limit.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import { readContactEmail } from '#server/platform/operator/read-operator.ts';
import type { Platform } from '#server/platform/platform.ts';

type ContactMessage = z.output<typeof contactForm>;

const hourMs = 60 * 60_000;
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/**
 * Mails a message from the contact form to the operator, with the writer's email as Reply-To. The writer gets no copy, because anyone
 * can type another person's email into the form. A message with the hidden field `website` comes from a bot and is dropped silently.
 */
export async function contactOperator(
  { config, db, limits, mail }: Platform,
  request: RequestContext,
  { name, email, subject, message, website }: ContactMessage,
): Promise<{ message: string }> {
  await limits.limiter('contact by address', { points: 10, perMs: hourMs }).consume(addressKey(request.ip));
  await limits.limiter('contact by email', { points: 5, perMs: hourMs }).consume(emailKey(email));
  const answer = { message: inEnglish(answerTexts.contacted) };
  if (website !== '') return answer;
  const to = await readContactEmail({ config, db });
  await db.tx((tx) =>
    mail.send(tx, {
      to: { email: to, locale: 'en' },
      replyTo: email,
      compose: () => ({
        ...contactMail(config, { name, email, subject, message, account: request.actor?.username }),
        always: true,
      }),
      messageId: `contact-${request.requestId}`,
    }),
  );
  return answer;
}

/** Lays out the email to the operator. Its own words are in English, as everything for operators. */
export function contactMail(
  { brandName, publicUrl }: Pick<Config, 'brandName' | 'publicUrl'>,
  { name, email, subject, message, account }: Omit<ContactMessage, 'website'> & { account: string | undefined },
): Pick<MailMessage, 'subject' | 'text' | 'html'> {
  const content = renderMail({
    brandName,
    publicUrl,
    heading: verbatim(oneLine(subject)),
    paragraphs: message.split(/\n\s*\n/).map((paragraph) => verbatim(paragraph.trim())),
    facts: [
      [verbatim('From'), verbatim(oneLine(name))],
      [verbatim('Email'), verbatim(email)],
      [verbatim('Account'), verbatim(account ? `@${account}` : 'signed out')],
    ],
    footer: verbatim(
      'Sent through the contact form. A reply to this message goes to the email above, which has not been verified.',
    ),
  });
  return { subject: `Contact: ${oneLine(subject)}`, ...content };
}
