import { Flag } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { type ReportTarget, reportTextsOf } from './report-texts.ts';
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
          <RichText
            text={reportTextsOf(target).button}
            tags={{ what: (text) => <span className={small ? 'sr-only' : undefined}>{text}</span> }}
          />
        </span>
      </Button>
      {dialog}
    </>
  );
}
