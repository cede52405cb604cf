import { type MailItem, mailThemes, mailViewPath } from '#contract/admin/mail-preview.ts';
import { getMail, listMails } from '#contract/calls/admin.ts';
import { allLocales, type Locale, languages } from '#contract/language/languages.ts';
import { type Message, msg, t, textOf, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useSearch } from '#web/data/location.tsx';
import { optional, query, useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { Chip } from '#web/ui/display.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

const views = [...mailThemes, 'text'] as const;
type View = (typeof views)[number];
const widths = ['desktop', 'phone'] as const;
type Width = (typeof widths)[number];
const widthLabels: Record<Width, Message> = {
  desktop: msg({ message: 'Desktop', context: 'a device' }),
  phone: msg({ message: 'Phone', context: 'a device' }),
};
const viewLabels: Record<View, Message> = { light: msg`HTML, light`, dark: msg`HTML, dark`, text: msg`Plain text` };

export const mailsIn = (locale: Locale) => optional(query(listMails, { query: inQuery(locale) }));
export const mailOf = (id: string, locale: Locale) =>
  optional(query(getMail, { params: { id }, query: inQuery(locale) }));

/** English needs no parameter. */
const inQuery = (locale: Locale) => (locale === 'en' ? {} : { locale });

interface Look {
  view: View;
  width: Width;
  locale: Locale;
}

/** The email and its look in the address; by default the first email of the list. */
export function previewIn(params: URLSearchParams): { id: string | null; look: Look } {
  const view = views.find((each) => each === params.get('view')) ?? 'light';
  const width = widths.find((each) => each === params.get('width')) ?? 'desktop';
  const locale = allLocales.find((each) => each === params.get('locale')) ?? 'en';
  return { id: params.get('mail'), look: { view, width, locale } };
}

function hrefOf(id: string, { view, width, locale }: Look): string {
  const params = new URLSearchParams({ mail: id });
  if (view !== 'light') params.set('view', view);
  if (width !== 'desktop') params.set('width', width);
  if (locale !== 'en') params.set('locale', locale);
  return `${paths.adminMails}?${params}`;
}

function groupsOf(mails: readonly MailItem[]): [string, MailItem[]][] {
  const groups = new Map<string, MailItem[]>();
  for (const mail of mails) groups.set(mail.group, [...(groups.get(mail.group) ?? []), mail]);
  return [...groups];
}

interface ListProps {
  mails: readonly MailItem[];
  current: MailItem;
  look: Look;
}

/** A list beside the email on wide screens. */
function MailList({ mails, current, look }: ListProps) {
  return (
    <nav
      className="card hidden p-3 lg:sticky lg:top-4 lg:block lg:max-h-[calc(100dvh---spacing(8))] lg:overflow-y-auto"
      aria-label={t`Emails`}
    >
      {groupsOf(mails).map(([group, items]) => (
        <section key={group} className="not-first:mt-5">
          <h2 className="mx-3 mb-1 text-sm text-muted">{group}</h2>
          <ul>
            {items.map(({ id, when }) => (
              <li key={id}>
                <Link
                  to={hrefOf(id, look)}
                  keepScroll
                  className="block rounded-md px-3 py-2 wrap-anywhere hover:bg-sunken aria-[current]:bg-accent-wash aria-[current]:font-semibold"
                  aria-current={id === current.id ? 'true' : undefined}
                >
                  {when}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The same choice on narrow screens. */
function MailChoice({ mails, current, look }: ListProps) {
  return (
    <div className="lg:hidden">
      <SelectField
        label={t`Mail`}
        value={current.id}
        onChange={(event) => navigate(hrefOf(event.target.value, look), { keepScroll: true })}
      >
        {groupsOf(mails).map(([group, items]) => (
          <optgroup key={group} label={group}>
            {items.map(({ id, when }) => (
              <option key={id} value={id}>
                {when}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </div>
  );
}

function PlainText({ id, locale }: { id: string; locale: Locale }) {
  return (
    <Loaded
      of={useData(mailOf(id, locale))}
      loading={<Skeleton className="h-80 w-full" />}
      failed={t`We couldn’t load this email`}
    >
      {({ text }) => (
        <section
          className="max-h-160 overflow-auto rounded-lg border border-line p-4 text-sm whitespace-pre-wrap wrap-anywhere"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll the text only if it takes the focus
          tabIndex={0}
          aria-label={t`Plain text of the email`}
        >
          {text}
        </section>
      )}
    </Loaded>
  );
}

function Preview({ mail, look }: { mail: MailItem; look: Look }) {
  const { view, width, locale } = look;
  const { locales } = useSite();
  return (
    <article className="card min-w-0 p-5" aria-labelledby="mail-subject">
      <h2 id="mail-subject" className="text-xl! wrap-anywhere">
        {mail.subject}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
        {mail.subject.startsWith(mail.when) ? null : <span>{mail.when}</span>}
        {mail.always ? <Chip tone="accent">{t`Also sent to addresses that bounce`}</Chip> : null}
        {mail.optional ? <Chip>{t`Has an unsubscribe link`}</Chip> : null}
      </p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        {locales.length > 1 ? (
          <ChoiceLinks
            label={t`Language`}
            choices={locales.map((each) => ({
              to: hrefOf(mail.id, { ...look, locale: each }),
              label: verbatim(languages[each].name),
              current: each === locale,
            }))}
          />
        ) : null}
        <ChoiceLinks
          label={t`View`}
          choices={views.map((each) => ({
            to: hrefOf(mail.id, { ...look, view: each }),
            label: textOf(viewLabels[each]),
            current: each === view,
          }))}
        />
        {view === 'text' ? null : (
          <ChoiceLinks
            label={t`Width`}
            choices={widths.map((each) => ({
              to: hrefOf(mail.id, { ...look, width: each }),
              label: textOf(widthLabels[each]),
              current: each === width,
            }))}
          />
        )}
      </div>
      {view === 'text' ? (
        <PlainText id={mail.id} locale={locale} />
      ) : (
        <iframe
          key={`${mail.id} ${view} ${locale}`}
          className={`block h-160 w-full rounded-lg border border-line bg-sunken ${width === 'phone' ? 'mx-auto max-w-97.5' : ''}`}
          sandbox=""
          title={
            view === 'dark' ? t`${{ subject: mail.subject }}, dark theme` : t`${{ subject: mail.subject }}, light theme`
          }
          src={mailViewPath(mail.id, view, locale)}
        />
      )}
    </article>
  );
}

/** Every email that the server sends, with sample data, as HTML in both themes and as plain text. */
export function MailPreview() {
  const { id, look } = previewIn(useSearch());
  return (
    <>
      <PageHeader title={t`Emails`} lead={t`Every email that this site sends, with sample data.`} />
      <Loaded
        of={useData(mailsIn(look.locale))}
        loading={<Skeleton className="h-160 w-full" />}
        failed={t`We couldn’t load the emails`}
      >
        {({ mails, from }) => {
          const current = mails.find((mail) => mail.id === id) ?? mails[0];
          if (!current) return null;
          return (
            <>
              <p className="-mt-3 mb-5 text-sm wrap-anywhere text-muted">{t`From: ${{ sender: from }}`}</p>
              <div className="grid items-start gap-5 lg:grid-cols-[--spacing(70)_minmax(0,1fr)]">
                <MailList mails={mails} current={current} look={look} />
                <MailChoice mails={mails} current={current} look={look} />
                <Preview mail={current} look={look} />
              </div>
            </>
          );
        }}
      </Loaded>
    </>
  );
}
