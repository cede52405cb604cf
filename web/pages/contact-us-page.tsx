import { msg, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { operatorQuery } from '#web/operator/site-rules.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const ContactForm = lazyComponent(async () => (await import('#web/operator/contact-form.tsx')).ContactForm, {
  soon: true,
  waiting: <Skeleton className="h-140 w-full" />,
});

export const page = definePage({
  head: ({ site }) => ({
    title: t`Contact us`,
    description: t`Write to the people who run ${{ brand: site.brandName }}. You don’t need an account. We reply by email.`,
    canonical: paths.contactUs,
  }),
  queries: () => [operatorQuery],
});

const shortcuts = [
  [paths.faq, msg`Money, refunds, deadlines`, msg`The FAQ answers most questions.`],
  [paths.copyright, msg`Copyright`, msg`What to include in a notice, and where to send it.`],
  [paths.trademarkPolicy, msg`Names and marks`, msg`What to do when someone misuses yours.`],
  [paths.ccpa, msg`Your data`, msg`Export or delete it in your settings.`],
] as const;

function Address() {
  const operator = useData(operatorQuery);
  return (
    <Loaded of={operator} loading={<Skeleton className="h-24 w-full" />} failed={t`We couldn’t load the address`}>
      {({ name, address, email }) =>
        address || email ? (
          <address className="grid gap-1 not-italic">
            <b>{name}</b>
            {address ? <span className="whitespace-pre-line text-muted">{address}</span> : null}
            {email ? (
              <a href={`mailto:${email}`} className="link w-fit">
                {email}
              </a>
            ) : null}
          </address>
        ) : null
      }
    </Loaded>
  );
}

export function Component() {
  return (
    <>
      <PageHeader back title={t`Contact us`} lead={t`A real person reads your message and replies by email.`} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_--spacing(75)]">
        <ContactForm />
        <aside aria-label={t`Other ways to get help`} className="grid gap-6">
          <h2 className="text-lg">{t`Answers without waiting`}</h2>
          <ul className="grid gap-4">
            {shortcuts.map(([to, title, text]) => (
              <li key={to}>
                <Link to={to} className="link font-semibold">
                  {textOf(title)}
                </Link>
                <p className="text-sm text-muted">{textOf(text)}</p>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">{t`To report a pool, comment or profile, use its Report button. It goes straight to our review queue.`}</p>
          <Address />
        </aside>
      </div>
    </>
  );
}
