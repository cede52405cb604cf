import { Compass, Sparkles } from 'lucide-react';
import { paths, registerPath, signInPath } from '#contract/paths.ts';
import { grouped } from '#contract/values/format-number.ts';
import { formatMoney } from '#contract/values/money.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useSite } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { PoolBasin } from '#web/ui/pool-meter.tsx';
import { WatchVideo } from './watch-video.tsx';

const save = () => saveOriginalPage('/');

/** Links to information pages and to sign in or up; two rows on phones. */
export function LandingLinks() {
  return (
    <nav aria-label="Main" className="landing-nav">
      <div className="landing-nav-read">
        <Link to={paths.aboutUs}>About Us</Link>
        <Link to={paths.howItWorks}>How It Works</Link>
        <Link to={paths.contactUs}>Contact Us</Link>
      </div>
      <div className="landing-nav-in">
        <Link to={paths.becomeCreator} className="max-lg:hidden" onClick={save}>
          Become a Creator
        </Link>
        <Link to={signInPath('/')} onClick={save}>
          Sign In
        </Link>
        <LinkButton to={registerPath('/')} variant="primary" onClick={save}>
          Get Started
        </LinkButton>
      </div>
    </nav>
  );
}

const pledging = [
  ['Noor Haddad', 25_00],
  ['Kim Sato', 10_00],
  ['Bea Lind', 5_00],
] as const;

/** An example pledge as a receipt. */
function ExampleReceipt() {
  return (
    <figure className="receipt" aria-label="Example of a pledge">
      <p className="text-sm font-semibold text-muted">A pool with 38 fans, 6 days left</p>
      <PoolBasin small goalCents={600_00} pledgedCents={432_00} paidCents={0} note="6 days left" />
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5">
        <dt className="text-muted">Your pledge</dt>
        <dd className="money text-right font-semibold">$10</dd>
        <dt className="font-semibold">Charged today</dt>
        <dd className="num text-right text-xl leading-none text-paid-text">$0</dd>
      </dl>
      <ul className="receipt-fans" aria-hidden="true">
        {pledging.map(([name, cents]) => (
          <li key={name}>
            <Avatar name={name} />
            <b className="num">+{formatMoney(cents)}</b>
          </li>
        ))}
      </ul>
      <figcaption className="border-t border-line pt-3 text-sm text-muted">
        Your card is charged only if the goal is met and the creator accepts.
      </figcaption>
    </figure>
  );
}

/** The headline of the landing page with its main actions. */
export function LandingTop({ poolCount }: { poolCount: number }) {
  const { brandName, minPledgeCents } = useSite();
  return (
    <section className="landing-top">
      <div className="landing-say">
        <h1>
          Ask together.
          <br />
          Pay only if it happens.
        </h1>
        <p className="max-w-lead text-lg leading-normal text-muted">
          On {brandName}, fans pool pledges for something they want a creator to make: a song, a film, a lesson, a dare.
          The creator accepts and makes it, and everyone who paid gets access.
        </p>
        <div className="landing-acts">
          <LinkButton to={registerPath('/')} variant="primary" size="lg" onClick={save}>
            Get Started
          </LinkButton>
          <LinkButton to={paths.feed} size="lg" icon={<Compass aria-hidden="true" />}>
            Discover pools
          </LinkButton>
          <WatchVideo />
          {/* In narrow windows the header has no room for it. */}
          <LinkButton
            to={paths.becomeCreator}
            variant="ghost"
            size="lg"
            className="lg:hidden"
            icon={<Sparkles aria-hidden="true" />}
            onClick={save}
          >
            Become a Creator
          </LinkButton>
        </div>
        <p className="text-sm text-muted">
          Free to join. Pledges start at {formatMoney(minPledgeCents)}.
          <span>{poolCount > 1 ? ` Discover ${grouped(poolCount)} pools.` : ''}</span>
        </p>
      </div>
      <div className="landing-art">
        <FanArt seed="fanfare" hues={[80, 325]} eager />
        <ExampleReceipt />
      </div>
    </section>
  );
}
