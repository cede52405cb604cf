import { Bell, Blocks, Braces, Calendar, FileJson, KeyRound, MessagesSquare, Radio, Rss, Webhook } from 'lucide-react';
import { type Message, msg, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import { Link } from '#web/ui/link.tsx';

interface Offer {
  icon: typeof Bell;
  name: Message;
  text: Message;
  /** An anchor, a page, or an address of the server. */
  to: string;
}

const offers: readonly Offer[] = [
  {
    icon: Braces,
    name: msg({ message: 'API', context: 'a way for programs' }),
    text: msg`JSON over HTTP: pools, creators, pledges, updates and payouts.`,
    to: '/api/docs',
  },
  {
    icon: KeyRound,
    name: msg`API tokens`,
    text: msg`A key for one program, with only the rights it needs.`,
    to: paths.apiTokens,
  },
  {
    icon: Bell,
    name: msg`Events`,
    text: msg`Everything that happens to your pools, page and payouts, in order.`,
    to: '#events',
  },
  {
    icon: Webhook,
    name: msg`Webhooks`,
    text: msg`The same events, sent to your server: signed, and retried if it’s down.`,
    to: '#webhooks',
  },
  {
    icon: MessagesSquare,
    name: msg`Discord and Slack`,
    text: msg`Messages in your channel, no code needed.`,
    to: webhooksPath,
  },
  {
    icon: Radio,
    name: msg`Stream overlays`,
    text: msg`A pool’s goal and an alert for each pledge, in OBS and similar programs.`,
    to: paths.overlays,
  },
  {
    icon: Blocks,
    name: msg`Embeds and oEmbed`,
    text: msg`A pool on your own site, up to date while people look at it.`,
    to: '#addresses',
  },
  { icon: Rss, name: msg`Feeds`, text: msg`New pools as RSS and Atom.`, to: '#addresses' },
  {
    icon: Calendar,
    name: msg`Calendar`,
    text: msg`Deadlines in your calendar app.`,
    to: `${paths.settings}#calendar`,
  },
  {
    icon: FileJson,
    name: msg`OpenAPI document`,
    text: msg`Every call and every event, for tools that generate code.`,
    to: '/api/openapi.json',
  },
];

const look =
  'flex h-full gap-3 rounded-xl bg-surface p-4 no-underline! shadow-ring hover:bg-hover focus-visible:bg-hover';

/** All ways in which programs meet this site. */
export function Offers() {
  return (
    <ul className="grid list-none! gap-3 ps-0! sm:grid-cols-2">
      {offers.map(({ icon: Icon, name, text, to }) => {
        const content = (
          <>
            <span className="grid size-9 flex-none place-items-center rounded-lg bg-accent-wash text-accent-text">
              <Icon aria-hidden="true" />
            </span>
            <span className="grid content-start gap-0.5">
              <span className="font-[650] text-ink">{textOf(name)}</span>
              <span className="text-sm text-muted">{textOf(text)}</span>
            </span>
          </>
        );
        return (
          <li key={textOf(name)} className="mt-0!">
            {to.startsWith('#') || to.startsWith('/api/') ? (
              <a href={to} className={look}>
                {content}
              </a>
            ) : (
              <Link to={to} className={look}>
                {content}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
