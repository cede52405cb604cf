import { getMail, listMails, type MailItem, mailThemes, mailViewPath } from '#contract/admin/mail-preview.ts';
import { paths } from '#contract/paths.ts';
import { useSearch } from '#web/data/location.tsx';
import { optional, query, useData } from '#web/data/query.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { Chip } from '#web/ui/display.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

const views = [...mailThemes, 'text'] as const;
type View = (typeof views)[number];
const viewLabels: Record<View, string> = { light: 'HTML, light', dark: 'HTML, dark', text: 'Plain text' };

export const mailList = optional(query(listMails));
export const mailOf = (id: string) => optional(query(getMail, { params: { id } }));

/** The email and the view in the address; by default the first email of the list. */
export function previewIn(params: URLSearchParams): { id: string | null; view: View } {
  return { id: params.get('mail'), view: views.find((view) => view === params.get('view')) ?? 'light' };
}

const hrefOf = (id: string, view: View) =>
  `${paths.adminMails}?${new URLSearchParams({ mail: id, ...(view === 'light' ? {} : { view }) })}`;

function groupsOf(mails: readonly MailItem[]): [string, MailItem[]][] {
  const groups = new Map<string, MailItem[]>();
  for (const mail of mails) groups.set(mail.group, [...(groups.get(mail.group) ?? []), mail]);
  return [...groups];
}

interface ListProps {
  mails: readonly MailItem[];
  current: MailItem;
  view: View;
}

/** A list beside the email on wide screens. */
function MailList({ mails, current, view }: ListProps) {
  return (
    <nav className="mail-list card p-3" aria-label="Mails">
      {groupsOf(mails).map(([group, items]) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {items.map(({ id, when }) => (
              <li key={id}>
                <Link to={hrefOf(id, view)} keepScroll aria-current={id === current.id ? 'true' : undefined}>
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
function MailChoice({ mails, current, view }: ListProps) {
  return (
    <div className="mail-choice">
      <SelectField
        label="Mail"
        value={current.id}
        onChange={(event) => navigate(hrefOf(event.target.value, view), { keepScroll: true })}
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

function PlainText({ id }: { id: string }) {
  return (
    <Loaded
      of={useData(mailOf(id))}
      loading={<Skeleton className="h-80 w-full" />}
      failed="We couldn’t load this email"
    >
      {({ text }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll the text only if it takes the focus
        <section className="mail-text" tabIndex={0} aria-label="Plain text of the email">
          {text}
        </section>
      )}
    </Loaded>
  );
}

function Preview({ mail, view }: { mail: MailItem; view: View }) {
  return (
    <article className="card min-w-0 p-5" aria-labelledby="mail-subject">
      <h2 id="mail-subject" className="text-xl! wrap-anywhere">
        {mail.subject}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
        {mail.subject.startsWith(mail.when) ? null : mail.when}
        {mail.always ? <Chip tone="accent">Also sent to addresses that bounce</Chip> : null}
        {mail.optional ? <Chip>Has an unsubscribe link</Chip> : null}
      </p>
      <div className="mt-4">
        <ChoiceLinks
          label="View"
          choices={views.map((each) => ({
            to: hrefOf(mail.id, each),
            label: viewLabels[each],
            current: each === view,
          }))}
        />
      </div>
      {view === 'text' ? (
        <PlainText id={mail.id} />
      ) : (
        <iframe
          key={`${mail.id} ${view}`}
          className="mail-frame"
          sandbox=""
          title={`${mail.subject}, ${view} theme`}
          src={mailViewPath(mail.id, view)}
        />
      )}
    </article>
  );
}

/** Every email that the server sends, with sample data, as HTML in both themes and as plain text. */
export function MailPreview() {
  const { id, view } = previewIn(useSearch());
  return (
    <>
      <PageHeader title="Mails" lead="Every email that this site sends, with sample data." />
      <Loaded
        of={useData(mailList)}
        loading={<Skeleton className="h-160 w-full" />}
        failed="We couldn’t load the emails"
      >
        {({ mails, from }) => {
          const current = mails.find((mail) => mail.id === id) ?? mails[0];
          if (!current) return null;
          return (
            <>
              <p className="-mt-3 mb-5 text-sm wrap-anywhere text-muted">From: {from}</p>
              <div className="mail-preview">
                <MailList mails={mails} current={current} view={view} />
                <MailChoice mails={mails} current={current} view={view} />
                <Preview mail={current} view={view} />
              </div>
            </>
          );
        }}
      </Loaded>
    </>
  );
}
