import { msg, type Text, t, verbatim } from '#contract/language/text.ts';
import { receiverExamples } from '#contract/webhooks/receiver-examples.ts';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import { useSite } from '#web/data/session.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { CodeBlock, Unfold, unfoldFrame } from './code-block.tsx';
import { shellExamples } from './shell-examples.ts';

const code = (text: React.ReactNode) => <code className="whitespace-nowrap">{text}</code>;

const receivers = [
  ['node', 'js', 'Node.js'],
  ['python', 'python', 'Python'],
  ['php', 'php', 'PHP'],
] as const;

const titleOf = (language: string): Text => verbatim(language);

/** How a server gets events, and how it knows that they are real. */
export function WebhookGuide() {
  const { publicUrl } = useSite();
  return (
    <>
      <p>
        <RichText
          text={msg`Add an https address <link>in your settings</link>, or with a token that has the scope <code>webhooks:write</code>. The response has the signing secret, which we show only once.`}
          tags={{ link: (text) => <TextLink to={webhooksPath}>{text}</TextLink>, code }}
        />
      </p>
      <CodeBlock label={t`Add a webhook`} code={shellExamples(publicUrl).webhook} language="bash" />
      <p>
        <RichText
          text={msg`Each request is a <code>POST</code> whose body is one event. The headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code> follow <link>Standard Webhooks 1.0</link>, for which there are libraries in many languages.`}
          tags={{ link: (text) => <a href="https://www.standardwebhooks.com">{text}</a>, code }}
        />
      </p>
      <ul>
        <li>{t`The address must be on the public internet, with port 443 or 8443. To try it on your own computer, open a tunnel to it.`}</li>
        <li>{t`Respond with a 2xx status right away, and do the work afterward. Any other response is a failure, even a redirect.`}</li>
        <li>
          <RichText
            text={msg`Remember the <code>webhook-id</code>: the same event can arrive twice, with the same id. Events can also arrive out of order.`}
            tags={{ code }}
          />
        </li>
        <li>
          <RichText
            text={msg`After a failure we try again, at longer and longer intervals. <code>429</code>, <code>502</code>, <code>504</code> and <code>Retry-After</code> slow us down, and <code>410</code> turns the webhook off.`}
            tags={{ code }}
          />
        </li>
        <li>{t`After five days without a success, the webhook is turned off, and you get an email. Then you can have everything that you missed sent again.`}</li>
      </ul>
      <h3 id="verify">{t`Verify the signature`}</h3>
      <p>{t`Anyone can send a request to your address. So compute the signature from the bytes of the body exactly as they arrived, compare it, and refuse timestamps that are older than five minutes. For 24 hours after you change the secret, there are two signatures; one of them has to match.`}</p>
      <div className={unfoldFrame}>
        {receivers.map(([name, language, title]) => (
          <Unfold
            key={name}
            id={`verify-${name}`}
            open={name === 'node'}
            summary={<span className="font-semibold">{titleOf(title)}</span>}
          >
            <CodeBlock label={titleOf(title)} code={receiverExamples[name]} language={language} isNested />
          </Unfold>
        ))}
      </div>
    </>
  );
}
