import { Download } from 'lucide-react';
import { exportPath } from '#contract/settings.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** Everything that is known of me, to take along. Works without a script. */
export function DataSettings() {
  return (
    <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
      <p className="min-w-60 flex-1 text-muted">
        A zip of JSON files: profile, pools, pledges, payments, comments, sessions, notices and everything else that is
        kept about you. It is made while it downloads.
      </p>
      <a className={buttonClass()} href={exportPath} download>
        <Download aria-hidden="true" />
        Download my data
      </a>
    </div>
  );
}
