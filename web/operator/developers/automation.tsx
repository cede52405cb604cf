import { msg, t, verbatim } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import workflow from '../../../docs/n8n/fanfare-events.json?raw';
import { CodeBlock, Unfold, unfoldFrame } from './code-block.tsx';

/** The address of the site in the workflow's file. */
const workflowSite = 'https://fans.example';

/** n8n and Zapier, which need no server. */
export function Automation() {
  const { publicUrl } = useSite();
  return (
    <>
      <h3 id="n8n">{verbatim('n8n')}</h3>
      <p>
        <RichText
          text={msg`This workflow receives events, verifies their signature, and reads the pool whose goal was met. Copy it, and paste it onto the empty canvas of a new workflow. Add the production URL of its first step as a webhook in your settings, and paste the signing secret into the step “Verify signature”. In the step “Read the pool”, create a Bearer credential with a token that has the scope <code>pools:read</code>. Then activate the workflow.`}
          tags={{ code: (text) => <code>{text}</code> }}
        />
      </p>
      <div className={unfoldFrame}>
        <Unfold id="n8n-workflow" summary={<span className="font-semibold">{t`Workflow for n8n`}</span>}>
          <CodeBlock
            label={t`Workflow for n8n`}
            code={workflow.replaceAll(workflowSite, publicUrl)}
            language="json"
            isNested
          />
        </Unfold>
      </div>
      <p>
        <RichText
          text={msg`The code imports <code>crypto</code>. If you host n8n yourself, set <code>NODE_FUNCTION_ALLOW_BUILTIN=crypto</code>.`}
          tags={{ code: (text) => <code>{text}</code> }}
        />
      </p>
      <h3 id="zapier">{verbatim('Zapier')}</h3>
      <p>{t`Choose the trigger “Webhooks by Zapier” with “Catch Hook”, and use its URL as the address of your webhook. Anyone who has that URL can start your Zap, so treat it like a password. To verify the signature, use “Catch Raw Hook” and a “Code by Zapier” step.`}</p>
    </>
  );
}
