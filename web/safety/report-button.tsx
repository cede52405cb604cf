import { Flag } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import type { ReportTarget } from './report-dialog.tsx';
import { useReport } from './use-report.tsx';

/** Opens the report dialog; signs a visitor in first. Pages leave it out for the owner of the content. */
export function ReportButton({ small, ...target }: ReportTarget & { small?: boolean }) {
  const { item, dialog } = useReport(target);
  return (
    <>
      <Button
        variant="ghost"
        size={small ? 'sm' : 'md'}
        icon={small ? null : <Flag aria-hidden="true" />}
        onClick={item.onSelect}
      >
        <span>
          Report<span className={small ? 'sr-only' : undefined}> {target.what}</span>
        </span>
      </Button>
      {dialog}
    </>
  );
}
