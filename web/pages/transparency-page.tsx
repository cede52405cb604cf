import { msg, sentences, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { foreignTime } from '#contract/values/time-phrases.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { KeyChanges } from '#web/transparency/key-changes.tsx';
import { LedgerKey } from '#web/transparency/ledger-key.tsx';
import { LedgerTotals } from '#web/transparency/ledger-totals.tsx';
import { PaymentCheck } from '#web/transparency/payment-check.tsx';
import { transparencyQuery } from '#web/transparency/queries.ts';
import { RootList, rootsQuery } from '#web/transparency/root-list.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`Transparency`,
    description: t`Signed figures for all money on ${{ brand: site.brandName }}, and a way to check that your payment is in our books.`,
    canonical: paths.transparency,
  }),
  queries: () => [...siteRulesQueries(), transparencyQuery, rootsQuery],
});

/** "Nov 23, 2026 at 12:05 AM UTC". Roots are published in the first hour of a day. */
const timeOf = (moment: string) =>
  foreignTime(moment) ?? t`${{ date: fullDate(moment) }} at 12:${{ minutes: moment.slice(14, 16) }} AM UTC`;

function Figures() {
  const books = useData(transparencyQuery);
  return (
    <Loaded of={books} loading={<Skeleton className="mt-4 h-96" />} failed={t`We couldn’t load the figures`}>
      {({ latest, nextRootAt }) =>
        latest ? (
          <>
            <p>
              {sentences(
                t`These are the signed figures of ${{ date: fullDate(latest.publishedAt) }}. They show where all money charged to cards by then is now.`,
                nextRootAt && t`The next figures appear on ${{ date: timeOf(nextRootAt) }}.`,
              )}
            </p>
            <LedgerTotals totals={latest.totals} />
          </>
        ) : (
          <p>
            {nextRootAt
              ? t`Cards have been charged, but the books aren’t signed yet. The first figures appear here on ${{ date: timeOf(nextRootAt) }}.`
              : t`Nothing has been charged yet. The first figures appear the night after the first payment.`}
          </p>
        )
      }
    </Loaded>
  );
}

function Check() {
  const books = useData(transparencyQuery);
  return (
    <>
      <p>{t`Your proof contains the entries of your payment and nothing else. Your browser recomputes their hashes, follows them up to the signed root, and checks the signature. It asks us for nothing but the proof and our public key.`}</p>
      <Loaded of={books} loading={<Skeleton className="mt-4 h-52" />} failed={t`We couldn’t load the public key`}>
        {(keys) => <PaymentCheck keys={keys} />}
      </Loaded>
    </>
  );
}

function PublicKey() {
  const { data } = useData(transparencyQuery);
  if (!data) return <Skeleton className="mt-3 h-16" />;
  return (
    <>
      <LedgerKey value={data.key} />
      <KeyChanges changes={data.keyChanges} />
    </>
  );
}

const sections = (rules: SiteRules): readonly Section[] => [
  { id: 'money', title: t`Where the money is`, body: <Figures /> },
  { id: 'check', title: t`Check your payment`, body: <Check /> },
  {
    id: 'how',
    title: t`How it works`,
    body: (
      <>
        <p>
          <RichText
            text={msg`<b>Every movement is an entry.</b> A charge, a refund, a payout: each is written once and never changed. From each entry we compute a hash, a kind of fingerprint. It also depends on the entry before, so changing one cent in an old entry would change every hash after it.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </p>
        <p>
          <RichText
            text={msg`<b>Once a day, everything is sealed.</b> Shortly after midnight UTC we combine all hashes into a single one, the root, sign it, and publish it with the totals above. After that, not even we can change an entry without the root giving it away.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </p>
        <p>
          <RichText
            text={msg`<b>Your proof reveals only you.</b> It holds your entries and about twenty hashes that lead from them to the root. Each entry contains a random number, so no one can guess other people’s payments from these hashes.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </p>
        <p>
          <RichText
            text={msg`<b>What this proves, and what it doesn’t.</b> It proves that your payment is in our books with the right amount, and that the books haven’t changed since they were signed. It can’t tell you what happened at your bank. For that, see <link>your money, step by step</link>.`}
            tags={{ b: (text) => <b>{text}</b>, link: (text) => <Link to={paths.howItWorks}>{text}</Link> }}
          />
        </p>
      </>
    ),
  },
  {
    id: 'roots',
    title: t`Published roots`,
    body: (
      <>
        <p>
          <RichText
            text={msg`Save a root today, and tomorrow you hold evidence that we can’t take back: the books must still contain it. Drop the file under <link>Check your payment</link>, and your browser compares it with the newest root.`}
            tags={{ link: (text) => <a href="#check">{text}</a> }}
          />
        </p>
        <RootList />
      </>
    ),
  },
  {
    id: 'key',
    title: t`Check it without this site`,
    body: (
      <>
        <p>
          <RichText
            text={msg`The tree follows <standard>RFC 9162</standard>, and roots are <format>signed checkpoints</format>, as used for website certificates and software updates. Any tool for those formats can check them with this public key of ${{ brand: rules.brand }}:`}
            tags={{
              standard: (text) => <a href="https://www.rfc-editor.org/rfc/rfc9162">{text}</a>,
              format: (text) => <a href="https://c2sp.org/tlog-checkpoint">{text}</a>,
            }}
          />
        </p>
        <PublicKey />
        <p>
          <RichText
            text={msg`Auditors can ask us for an export of the books. It names no one, and <code>npm run cli -- verify-ledger FILE</code> checks every entry of it on any computer.`}
            tags={{ code: (text) => <code>{text}</code> }}
          />
        </p>
      </>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`Check our books`}
      art={{ seed: 'check-our-books', hues: [187, 80] }}
      lead={({ brand }) => (
        <p>{t`You trust ${{ brand }} with your money until something is delivered. Here’s where all of it is, and how you can check that your payment is there too.`}</p>
      )}
      sections={sections}
    />
  );
}
