import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { exampleOf } from '#contract/programs/event-examples.ts';
import { useSite } from '#web/data/session.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { CodeBlock } from './code-block.tsx';
import { exampleJson } from './event-list.tsx';
import { shellExamples } from './shell-examples.ts';

/** From nothing to the first events. */
export function FirstCall() {
  const { publicUrl } = useSite();
  const shell = shellExamples(publicUrl);
  const event = exampleOf('pledge.placed');
  return (
    <>
      <ol>
        <li>
          <RichText
            text={msg`<link>Create a token</link> with the scopes <code>profile:read</code> and <code>events:read</code>. We show it only once.`}
            tags={{
              link: (text) => <TextLink to={paths.apiTokens}>{text}</TextLink>,
              code: (text) => <code>{text}</code>,
            }}
          />
        </li>
        <li>{t`Put it in a shell variable, in place of the highlighted part:`}</li>
      </ol>
      <CodeBlock label={t`Your token`} code={shell.token} language="bash" />
      <ol start={3}>
        <li>{t`Ask whose token it is:`}</li>
      </ol>
      <CodeBlock label={t`Your account`} code={shell.user} language="bash" />
      <ol start={4}>
        <li>{t`Read what happened, oldest first:`}</li>
      </ol>
      <CodeBlock label={t`Your events`} code={shell.events} language="bash" />
      <CodeBlock
        label={t`The response`}
        code={exampleJson({ events: [event], last: event.id, hasMore: false }, publicUrl)}
        language="json"
      />
      <p>
        <RichText
          text={msg`Keep <code>last</code> and send it as <code>after</code> next time: you get each event once and miss none. While <code>hasMore</code> is true, ask again right away. <code>type</code> picks the types you want.`}
          tags={{ code: (text) => <code>{text}</code> }}
        />
      </p>
      <CodeBlock label={t`Read on`} code={shell.readOn} language="bash" />
    </>
  );
}
