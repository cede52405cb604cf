import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Setup, SetupStep } from '#contract/admin/setup.ts';
import { getSetup, hideSetup } from '#contract/calls/admin.ts';
import { type Message, msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { SettingNotes } from '#web/admin-table/setting-notes.tsx';
import { call } from '#web/data/call.ts';
import { useData, useRefresh } from '#web/data/query.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { ProgressBar } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { OperatorForm } from './operator-form.tsx';
import { Runbook } from './runbook.tsx';
import { setupQuery } from './setup-query.ts';
import { TestMailButton } from './test-mail-button.tsx';

const settingsLink = () => <LinkButton to={`${paths.adminHealth}#settings`}>{t`See all settings`}</LinkButton>;

function actOf({ id, done }: SetupStep, operator: Setup['operator']): ReactNode {
  if (id === 'operator') {
    return done ? (
      <Disclosure summary={t`Change it`}>{() => <OperatorForm operator={operator} />}</Disclosure>
    ) : (
      <OperatorForm operator={operator} />
    );
  }
  if (id === 'mail') return <TestMailButton />;
  if (done) return null;
  const links: Partial<Record<SetupStep['id'], ReactNode>> = {
    cards: settingsLink(),
    records: settingsLink(),
    creator: <LinkButton to={paths.creators} variant="primary">{t`Add a creator`}</LinkButton>,
  };
  return links[id] ?? null;
}

function Step({ step, number, operator }: { step: SetupStep; number: number; operator: Setup['operator'] }) {
  const { title, done, message, runbook } = step;
  const act = actOf(step, operator);
  return (
    <li className={`grid grid-cols-[--spacing(7)_minmax(0,1fr)] gap-4 border-t border-line ${done ? 'py-3' : 'py-4'}`}>
      <span
        className={`grid size-7 place-items-center rounded-full text-sm leading-none font-[650] ${done ? 'bg-paid-wash text-paid-text' : 'bg-accent-wash text-accent-text'}`}
        aria-hidden="true"
      >
        {done ? <Check /> : <span>{number}</span>}
      </span>
      <div>
        <h3 className={`font-text leading-[1.4] font-[650] tracking-normal ${done ? 'text-base' : 'text-lg'}`}>
          {title}
          <span className="sr-only">{done ? t`: done` : t`: to do`}</span>
        </h3>
        <p className="max-w-text text-muted wrap-anywhere">{message}</p>
        {done ? null : <SettingNotes text={message} />}
        {act || runbook ? (
          <div className="mt-3 grid grid-cols-1 justify-items-start gap-3">
            {act}
            {runbook ? <Runbook section={runbook} label={t`How to do it`} /> : null}
          </div>
        ) : null}
      </div>
    </li>
  );
}

function HideButton({ hidden }: { hidden: boolean }) {
  const ready = useHydrated();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  async function hide(): Promise<void> {
    setBusy(true);
    try {
      await call(hideSetup, { body: { hidden: !hidden } });
      if (!hidden)
        toast({ title: t`Checklist hidden`, description: t`You’ll find it under Setup on the health page.` });
      await refresh(getSetup);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <Button size="sm" variant="ghost" disabled={!ready} busy={busy} onClick={hide}>
      {hidden ? t`Show on the dashboard` : t`Hide this list`}
    </Button>
  );
}

/** The steps from a fresh installation to one that is open for fans, each with its state and a way to do it. */
function Checklist({ setup, title }: { setup: Setup; title: ReactNode }) {
  const { steps, hidden, operator } = setup;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className="card p-5" aria-label={t`Set up this site`}>
      <header className="mb-3 grid grid-cols-[1fr_auto] items-start gap-x-5 gap-y-3">
        <div>
          {title}
          <p className="text-muted">{t`${{ done }} of ${{ steps: steps.length }} done`}</p>
        </div>
        {done < steps.length ? <HideButton hidden={hidden} /> : null}
        <div className="col-span-full">
          <ProgressBar share={done / steps.length} label={t`Setup`} tone="paid" role="meter" />
        </div>
      </header>
      <ol>
        {steps.map((step, index) => (
          <Step key={step.id} step={step} number={index + 1} operator={operator} />
        ))}
      </ol>
    </section>
  );
}

function missingText(steps: readonly SetupStep[]): Message | undefined {
  const misses = (name: SetupStep['id']) => steps.some(({ id, done }) => id === name && !done);
  if (misses('operator')) {
    return misses('records')
      ? msg`Still missing: who runs this site, the key for performer records. <link>See what to do</link>`
      : msg`Still missing: who runs this site. <link>See what to do</link>`;
  }
  return misses('records') ? msg`Still missing: the key for performer records. <link>See what to do</link>` : undefined;
}

/** Names the settings that are missing while the checklist is hidden. */
function MissingSettings({ steps }: Pick<Setup, 'steps'>) {
  const text = missingText(steps);
  if (!text) return null;
  return (
    <p className="notice mb-8">
      <TriangleAlert aria-hidden="true" />
      <span>
        <RichText
          text={text}
          tags={{ link: (words) => <TextLink to={`${paths.adminHealth}#setup`}>{words}</TextLink> }}
        />
      </span>
    </p>
  );
}

/** The checklist on the admin dashboard, until all is done or an admin hides it. */
export function SetupOnDashboard() {
  const setup = useData(setupQuery).data;
  if (!setup || setup.steps.every(({ done }) => done)) return null;
  if (setup.hidden) return <MissingSettings steps={setup.steps} />;
  return (
    <div className="mb-8">
      <Checklist setup={setup} title={<h2>{t`Set up this site`}</h2>} />
    </div>
  );
}

/** The checklist on the health page, also when all is done, because the operator's details can be changed in it. */
export function SetupOnHealthPage() {
  const setup = useData(setupQuery).data;
  return setup ? <Checklist setup={setup} title={<p className="font-semibold">{t`Steps`}</p>} /> : null;
}
