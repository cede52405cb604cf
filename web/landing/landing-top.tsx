import { Compass, Sparkles } from 'lucide-react';
import { msg, plural, sentenceSpace, t, verbatim } from '#contract/language/text.ts';
import { paths, registerPath, signInPath } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useSite } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { PoolBasin } from '#web/ui/pool-meter.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { WatchVideo } from './watch-video.tsx';

const save = () => saveOriginalPage('/');

const plain = 'inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-muted hover:text-ink';

/** Links to information pages and to sign in or up; two rows on phones. */
export function LandingLinks() {
  return (
    <nav
      aria-label={t({ message: 'Main', context: 'the name of the main menu' })}
      className="contents md:flex md:flex-1 md:items-center md:justify-between md:gap-4"
    >
      <div className="order-3 -mt-1.5 flex basis-full justify-between border-b border-line md:order-none md:mt-0 md:basis-auto md:border-0">
        <Link to={paths.aboutUs} className={plain}>{t`About Us`}</Link>
        <Link to={paths.howItWorks} className={plain}>{t`How It Works`}</Link>
        <Link to={paths.contactUs} className={plain}>{t`Contact Us`}</Link>
      </div>
      <div className="flex items-center gap-1">
        <Link to={paths.becomeCreator} className={`${plain} max-lg:hidden`} onClick={save}>{t`Become a Creator`}</Link>
        <Link to={signInPath('/')} className={plain} onClick={save}>{t`Sign In`}</Link>
        <LinkButton to={registerPath('/')} variant="primary" onClick={save}>{t`Get Started`}</LinkButton>
      </div>
    </nav>
  );
}

// The third is placed by its inner edge: longer amounts, as in Arabic, must not cover the words beside it.
const pledging = [
  [verbatim('Noor Haddad'), 25_00, '-top-5.5 -end-11.5'],
  [verbatim('Kim Sato'), 10_00, 'top-18.5 -end-20.5'],
  [verbatim('Bea Lind'), 5_00, 'bottom-23 end-[calc(100%-12px)]'],
] as const;

/** An example pledge as a receipt. */
function ExampleReceipt() {
  return (
    <figure
      className="relative grid w-full max-w-85 gap-3 rounded-xl bg-surface p-5 shadow-float"
      aria-label={t`Example of a pledge`}
    >
      <p className="text-sm font-semibold text-muted">{t`A pool with 38 fans, 6 days left`}</p>
      <PoolBasin small goalCents={600_00} pledgedCents={432_00} paidCents={0} note={t`6 days left`} />
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5">
        <dt className="text-muted">{t`Your pledge`}</dt>
        <dd className="money text-end font-semibold">{formatMoney(10_00)}</dd>
        <dt className="font-semibold">{t`Charged today`}</dt>
        <dd className="num text-end text-xl leading-none text-paid-text">{formatMoney(0)}</dd>
      </dl>
      {/* A narrow receipt leaves no room for the fans who just joined. */}
      <ul className="contents max-sm:hidden" aria-hidden="true">
        {pledging.map(([name, cents, place]) => (
          <li
            key={name}
            className={`absolute flex w-max items-center gap-2 rounded-2xl bg-raised py-1 ps-1.5 pe-3 shadow-float ${place}`}
          >
            <Avatar name={name} />
            <b className="num">
              <bdi>+{formatMoney(cents)}</bdi>
            </b>
          </li>
        ))}
      </ul>
      <figcaption className="border-t border-line pt-3 text-sm text-muted">{t`Your card is charged only if the goal is met and the creator accepts.`}</figcaption>
    </figure>
  );
}

/** The headline of the landing page with its main actions. */
export function LandingTop({ poolCount }: { poolCount: number }) {
  const { brandName, minPledgeCents } = useSite();
  const discover = t`${plural({ pools: poolCount }, { one: 'Discover # pool.', other: 'Discover # pools.' })}`;
  return (
    <section className="grid gap-6 pt-2 pb-3 lg:min-h-120 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:gap-12">
      <div className="flex flex-col items-start justify-center gap-4">
        <h1 className="text-4xl leading-[1.02] font-extrabold [letter-spacing:-0.035em] [&:lang(ar,ja)]:leading-[1.2] [&:lang(ar,ja)]:tracking-normal">
          <RichText text={msg`Ask together.<br/>Pay only if it happens.`} tags={{ br: () => <br /> }} />
        </h1>
        <p className="max-w-lead text-lg leading-normal text-muted">{t`On ${{ brand: brandName }}, fans pool pledges for something they want a creator to make: a song, a film, a lesson, a dare. The creator accepts and makes it, and everyone who paid gets access.`}</p>
        {/* All four buttons fit on one line at 768px and on two at 390px. */}
        <div className="flex flex-wrap gap-2.5 pt-1 max-sm:w-full max-sm:*:flex-auto">
          <LinkButton to={registerPath('/')} variant="primary" size="lg" onClick={save}>{t`Get Started`}</LinkButton>
          <LinkButton to={paths.feed} size="lg" icon={<Compass aria-hidden="true" />}>{t`Discover pools`}</LinkButton>
          <WatchVideo />
          {/* In narrow windows the header has no room for it. */}
          <LinkButton
            to={paths.becomeCreator}
            variant="ghost"
            size="lg"
            className="px-2 lg:hidden"
            icon={<Sparkles aria-hidden="true" />}
            onClick={save}
          >{t`Become a Creator`}</LinkButton>
        </div>
        <p className="text-sm text-muted">
          {t`Free to join. Pledges start at ${{ amount: formatMoney(minPledgeCents) }}.`}
          <span>{poolCount > 1 ? sentenceSpace() + discover : ''}</span>
        </p>
      </div>
      <div className="relative grid min-h-95 place-items-center overflow-hidden rounded-2xl bg-[oklch(0.24_0.06_325)] px-5 py-8">
        <FanArt seed="fanfare" hues={[80, 325]} eager className="absolute inset-0" />
        <ExampleReceipt />
      </div>
    </section>
  );
}
