import { t, verbatim } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';

/** Lays out the test email. */
export function testMail(
  { brandName, publicUrl, mailFrom }: Pick<Config, 'brandName' | 'publicUrl' | 'mailFrom'>,
  username: string,
): Pick<MailMessage, 'subject' | 'text' | 'html'> {
  const content = renderMail({
    brandName,
    publicUrl,
    heading: t`Hi ${{ username }},`,
    paragraphs: [
      t`Email from ${{ brand: brandName }} works. This test was sent from the setup checklist.`,
      t`If it landed in your spam folder, add the SPF, DKIM and DMARC records that your mail provider gives you.`,
    ],
    facts: [[t`Sender`, verbatim(mailFrom)]],
  });
  return { subject: t`Test email from ${{ brand: brandName }}`, ...content };
}
