import { useState } from 'react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { paths } from '#contract/paths.ts';
import { AgeGate } from '#web/age/age-gate.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { ContractCard } from './contract-card.tsx';
import type { Dashboard } from './dashboard-data.ts';
import { DeclineDialog } from './decline-dialog.tsx';

/** Opens the request named by the URL: its terms with a way to accept or decline. */
export function AnswerDialog({ dashboard, pool }: { dashboard: Dashboard; pool: CreatorRequest }) {
  const [declining, setDeclining] = useState(false);
  const close = () => {
    setDeclining(false);
    navigate(paths.dashboard, { replace: true, keepScroll: true });
  };
  // The request's text is shown here, so an adult request needs the age gate.
  const gate = <AgeGate active={pool.adult} onRefuse={close} />;
  if (declining) return <DeclineDialog pool={pool} onDone={close} onBack={() => setDeclining(false)} />;
  return (
    <>
      <ContractCard pool={pool} dashboard={dashboard} onClose={close} onDecline={() => setDeclining(true)} />
      {gate}
    </>
  );
}
