import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { operatorQuery } from '#web/operator/site-rules.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const loadForm = async () => (await import('#web/operator/contact-form.tsx')).ContactForm;
const ContactForm = lazyComponent(import.meta.env.SSR ? await loadForm() : null, loadForm, {
  soon: true,
  waiting: <Skeleton className="h-140 w-full" />,
});

export const page = definePage({
  head: ({ site }) => ({
    title: 'Contact us',
    description: `Write to the people who run ${site.brandName}. No account needed; the answer comes by e-mail.`,
    canonical: paths.contactUs,
  }),
  queries: () => [operatorQuery],
});

const shortcuts = [
  [paths.faq, 'Money, refunds, deadlines', 'Most answers are in the FAQ.'],
  [paths.copyright, 'Copyright', 'What a notice has to say, and to whom.'],
  [paths.trademarkPolicy, 'Names and marks', 'When somebody uses yours.'],
  [paths.ccpa, 'Your data', 'Export and deletion are in your settings.'],
] as const;

function Address() {
  const operator = useData(operatorQuery);
  return (
    <Loaded of={operator} loading={<Skeleton className="h-24 w-full" />} failed="The address could not be loaded">
      {({ name, address, email }) => (
        <address className="grid gap-1 not-italic">
          <b>{name}</b>
          {address ? <span className="whitespace-pre-line text-muted">{address}</span> : null}
          {email ? (
            <a href={`mailto:${email}`} className="link w-fit">
              {email}
            </a>
          ) : null}
        </address>
      )}
    </Loaded>
  );
}

export function Component() {
  return (
    <>
      <PageHeader back title="Contact us" lead="A person reads what you write, and answers by e-mail." />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_--spacing(75)]">
        <ContactForm />
        <aside aria-label="Other ways" className="grid gap-6">
          <Address />
          <ul className="grid gap-4">
            {shortcuts.map(([to, title, text]) => (
              <li key={to}>
                <Link to={to} className="link font-semibold">
                  {title}
                </Link>
                <p className="text-sm text-muted">{text}</p>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            To report a pool, comment or profile, use the Report button on it: it reaches the right people first.
          </p>
        </aside>
      </div>
    </>
  );
}
