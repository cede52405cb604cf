import { paths } from '#contract/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import type { Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { QueueKinds } from './queue-kinds.tsx';
import { QueueCard, QueuePage } from './queue-page.tsx';
import { reportQueue, reportsOf } from './queues.ts';
import { DismissObjection, DismissReport, UpholdObjection, UpholdReport } from './report-decisions.tsx';
import { aboutOf, type Report, reportKindWords } from './report-words.ts';

type Act = 'uphold' | 'dismiss';

const tabs = [
  ['open', 'Open'],
  ['upheld', 'Upheld'],
  ['dismissed', 'Dismissed'],
  ['all', 'All'],
] as const;

const states: Record<Report['status'], readonly [string, Tone]> = {
  open: ['Open', 'accent'],
  upheld: ['Upheld', 'danger'],
  dismissed: ['Dismissed', 'plain'],
};

/** The text that was reported. */
function Quote({ item: { kind, reported } }: { item: Report }) {
  if (!reported?.excerpt || kind === 'pool' || kind === 'profile') return null;
  return (
    <p className="quote whitespace-pre-line wrap-anywhere">
      <b>{reported.gone ? 'Deleted text' : 'Reported text'}</b>
      {reported.excerpt}
    </p>
  );
}

interface Tool {
  /** Reminds the admin that upholding alone only records the decision. */
  note: string;
  to: string;
  label: string;
}

/** The page where the admin acts on the reported thing. Undefined for comments, messages and objections, where upholding acts itself. */
function toolOf({ kind, poolId, reported }: Report): Tool | undefined {
  if ((kind === 'pool' || kind === 'content') && poolId) {
    const to = `${paths.adminPools}?search=${poolId}`;
    return {
      note: 'Upholding only records your decision. Freeze or remove the pool as well.',
      to,
      label: 'Freeze or remove…',
    };
  }
  if (kind !== 'profile' || !reported?.path) return undefined;
  const { path, user } = reported;
  const note = user
    ? 'Upholding only records your decision. You can freeze or remove the pools they started.'
    : 'Upholding only records your decision. You can remove an unclaimed profile on its page.';
  return user
    ? { note, to: `${paths.adminPools}?search=${encodeURIComponent(user.username)}`, label: 'Pools they started' }
    : { note, to: path, label: 'Open the profile' };
}

function Acts({ open, tool, onAct }: { open: boolean; tool: Tool | undefined; onAct: (act: Act) => void }) {
  return (
    <>
      {open ? (
        <>
          <Button variant="danger" onClick={() => onAct('uphold')}>
            Uphold…
          </Button>
          <Button onClick={() => onAct('dismiss')}>Dismiss…</Button>
        </>
      ) : null}
      {tool ? (
        <LinkButton variant="ghost" to={tool.to}>
          {tool.label}
        </LinkButton>
      ) : null}
    </>
  );
}

function ReportCard({ item, onAct }: { item: Report; onAct: (act: Act) => void }) {
  const { before, title } = aboutOf(item);
  const path = item.reported ? item.reported.path : item.poolPath;
  const others = (item.reported?.openReports ?? 0) - (item.status === 'open' ? 1 : 0);
  const tool = item.status === 'dismissed' ? undefined : toolOf(item);
  return (
    <QueueCard
      label={`${before} ${title}`}
      user={item.user}
      note={notes[item.kind] ?? 'reported it'}
      state={states[item.status]}
      at={item.createdAt}
      answer={item.answer ? [item.kind === 'objection' ? 'Answer' : 'Note', item.answer] : undefined}
      footer={item.status === 'open' || tool ? <Acts open={item.status === 'open'} tool={tool} onAct={onAct} /> : null}
    >
      <h2 className="text-lg wrap-anywhere">
        {before} {path ? <TextLink to={path}>{title}</TextLink> : title}
      </h2>
      <Quote item={item} />
      <p className="max-w-text whitespace-pre-line wrap-anywhere">{item.reason}</p>
      {tool ? <p className="text-muted">{tool.note}</p> : null}
      {others > 0 ? (
        <p className="text-muted">{others === 1 ? '1 other open report' : `${others} other open reports`} about this</p>
      ) : null}
    </QueueCard>
  );
}

/** How the person relates to the thing, beside their name. */
const notes: Partial<Record<Report['kind'], string>> = { objection: 'paid for it', appeal: 'asks to lift it' };

const dialogs = {
  uphold: (item: Report) => (item.kind === 'objection' ? UpholdObjection : UpholdReport),
  dismiss: (item: Report) => (item.kind === 'objection' ? DismissObjection : DismissReport),
};

/** Objections to deliveries, and reports of pools, comments, messages, profiles and deliveries. */
export function ReportList() {
  return (
    <QueuePage<Report, Act>
      queue={reportQueue}
      title="Reports"
      lead="Objections to deliveries and reports from people. An open objection holds the creator’s payout."
      tabs={tabs}
      searchLabel="Search by pool, person or text"
      wanted={reportsOf}
      failed="Reports could not be loaded"
      empty={{
        title: 'No reports',
        text: 'When a fan objects to a delivery, or someone reports a pool, a comment, a chat message, a profile or a delivery, it appears here.',
      }}
      tools={<QueueKinds queue={reportQueue} kinds={reportKindWords} />}
      card={(item, onAct) => <ReportCard item={item} onAct={onAct} />}
      dialog={(item, act, onClose) => {
        const Decision = dialogs[act](item);
        return <Decision item={item} onClose={onClose} />;
      }}
    />
  );
}
