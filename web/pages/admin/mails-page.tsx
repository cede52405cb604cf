import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { MailPreview, mailOf, mailsIn, previewIn } from '#web/operator/mail-preview.tsx';

export const page = definePage({
  title: msg`Emails`,
  description: msg`A preview of every email that this site sends.`,
  canonical: paths.adminMails,
  noindex: true,
  queries: ({ url }) => {
    const { id, look } = previewIn(url.searchParams);
    const list = mailsIn(look.locale);
    return id && look.view === 'text' ? [list, mailOf(id, look.locale)] : [list];
  },
});

export const Component = MailPreview;
