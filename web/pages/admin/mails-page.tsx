import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { MailPreview, mailList, mailOf, previewIn } from '#web/operator/mail-preview.tsx';

export const page = definePage({
  title: msg`Emails`,
  description: msg`A preview of every email that this site sends.`,
  canonical: paths.adminMails,
  noindex: true,
  queries: ({ url }) => {
    const { id, look } = previewIn(url.searchParams);
    return id && look.view === 'text' ? [mailList, mailOf(id)] : [mailList];
  },
});

export const Component = MailPreview;
