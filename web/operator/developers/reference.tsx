import { type ErrorCode, errorStatuses, generalMessages } from '#contract/app-error.ts';
import { inEnglish, type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { overlaysMax } from '#contract/overlays/overlay-limits.ts';
import { apiLimits } from '#contract/programs/api-limits.ts';
import { type Scope, scopes } from '#contract/scopes.ts';
import { tokenCallsPerMinute, tokenDays, tokensMax } from '#contract/token-limits.ts';
import { formatBytes } from '#contract/values/format-bytes.ts';
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import { useSite } from '#web/data/session.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { durationText } from '#web/ui/time-left.tsx';
import { CodeBlock } from './code-block.tsx';
import { Facts } from './facts.tsx';
import { shellExamples } from './shell-examples.ts';

const code = (text: React.ReactNode) => <code className="whitespace-nowrap">{text}</code>;

/** `texts`: what each scope allows. */
export function Tokens({ texts }: { texts: Record<Scope, Message> }) {
  return (
    <>
      <p>
        <RichText
          text={msg`A token acts as you, within its scopes, until it expires or you revoke it. Send it in the header <code>Authorization: Bearer</code>, never in an address. No token can move money, change settings or roles, answer requests or read private messages.`}
          tags={{ code }}
        />
      </p>
      <Facts rows={scopes.map((scope) => ({ name: scope, term: code(scope), text: textOf(texts[scope]) }))} />
      <p>
        <RichText
          text={msg`<docs>The list of all calls</docs> names the scope that each one needs. A call without a scope doesn’t take tokens.`}
          tags={{ docs: (text) => <a href="/api/docs">{text}</a> }}
        />
      </p>
    </>
  );
}

const addresses = (): readonly [string, Text][] => [
  ['/embed/pool/ID', t`A pool in a frame on your own site. “Share” on the pool’s page has the code.`],
  ['/api/oembed?url=…', t`oEmbed: the code of that frame, for the address of a pool’s page`],
  ['/feed.xml, /feed.atom', t`New pools`],
  ['/category/NAME/feed.xml', t`New pools in a category`],
  ['/creator/NAME/feed.xml', t`New pools for a creator`],
  ['/calendar/pool/ID.ics', t`The deadline of a pool`],
  ['/calendar/….ics', t`Your deadlines. You create the address in your settings.`],
  ['/overlay/…', t`A pool in your stream. You create the address in your settings.`],
];

/** Addresses that programs read without the API. */
export function Addresses() {
  const { publicUrl } = useSite();
  const shell = shellExamples(publicUrl);
  return (
    <>
      <Facts rows={addresses().map(([name, text]) => ({ name, term: code(name), text }))} />
      <CodeBlock label={t`The frame of a pool`} code={shell.oembed} language="bash" />
      <CodeBlock label={t`New pools`} code={shell.feed} language="bash" />
    </>
  );
}

const commonErrors: readonly [ErrorCode, Message][] = [
  ['validation_failed', msg`A field is missing, unknown or wrong: “fields” says which.`],
  ['not_signed_in', msg`The call needs a token, in the header “Authorization: Bearer”.`],
  ['token_invalid', msg`The token is mistyped, expired or revoked.`],
  ['token_forbidden', msg`The token lacks the scope that the message names, or the call takes no token.`],
  ['not_found', msg`It doesn’t exist, or you may not see it.`],
  ['conflict', msg`Something changed in the meantime. Read it again first.`],
  ['payload_too_large', msg`The body is larger than we accept.`],
  ['unsupported_media_type', msg`The header “Content-Type: application/json” is missing.`],
  ['rate_limited', msg`Too many calls. Wait for the number of seconds in “Retry-After”.`],
  ['unavailable', msg`The site is busy or restarting. Try again after “Retry-After”.`],
];

const exampleError = { code: 'rate_limited', message: inEnglish(generalMessages.rate_limited) } as const;

/** The shape of a refusal, and the most frequent ones. */
export function Errors() {
  return (
    <>
      <p>
        <RichText
          text={msg`A refused call has a status of 400 or higher and a body with <code>code</code> and <code>message</code>, plus <code>fields</code> for a form. Go by <code>code</code>: the message is for people, in English, and can change. With the header <code>X-Language</code>, you also get it in another language of this site.`}
          tags={{ code }}
        />
      </p>
      <CodeBlock label={t`An error`} code={JSON.stringify(exampleError, null, 2)} language="json" />
      <Facts
        rows={commonErrors.map(([name, meaning]) => ({
          name,
          term: (
            <>
              {code(name)} <span className="font-normal text-muted tabular-nums">{errorStatuses[name]}</span>
            </>
          ),
          text: textOf(meaning),
        }))}
      />
    </>
  );
}

const days = (count: number): Text => t`${plural({ days: count }, { one: '# day', other: '# days' })}`;
const dayMs = 24 * 60 * 60_000;
const retriesMs = apiLimits.webhookRetryMs.reduce((sum: number, ms) => sum + ms, 0);

/** All limits that a program can meet. They come from the code that enforces them. */
export function Limits() {
  const rows: readonly [Text, string][] = [
    [t`Calls per minute with one token`, String(tokenCallsPerMinute)],
    [t`Size of a JSON body`, formatBytes(apiLimits.jsonBodyBytes)],
    [t`Events in one response`, String(apiLimits.eventsPerPage)],
    [t`How long events are kept`, durationText(apiLimits.eventsKeptMs)],
    [t`Tokens per person`, String(tokensMax)],
    [t`Longest lifetime of a token`, days(tokenDays.max)],
    [t`Webhooks per person`, String(webhookLimits.perPerson)],
    [t`Seconds your server has to respond to a webhook`, String(apiLimits.webhookAnswerMs / 1000)],
    [t`Attempts per event`, String(apiLimits.webhookRetryMs.length + 1)],
    [t`Time from the first attempt to the last, about`, days(Math.round(retriesMs / dayMs))],
    [t`Stream overlays per person`, String(overlaysMax)],
  ];
  return (
    <>
      <p>
        <RichText
          text={msg`After too many calls, you get <code>429</code> with <code>Retry-After</code> in seconds. Most lists have pages: send <code>page</code>, from 1, and look at <code>pagination</code> in the response.`}
          tags={{ code }}
        />
      </p>
      <Facts short rows={rows.map(([term, text]) => ({ name: term, term, text }))} />
    </>
  );
}

/** The promise about changes, which docs/api.md has too. */
export function Changes() {
  return (
    <ul>
      <li>{t`We may add calls, optional fields, event types and error codes at any time. Ignore the ones you don’t know.`}</li>
      <li>{t`A field keeps its name and its meaning within a major version of this software.`}</li>
      <li>{t`A call, a field or an event type goes away only with a new major version. The changelog announces it at least six months before.`}</li>
      <li>{t`The changelog of the software names every change for programs.`}</li>
    </ul>
  );
}
