import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { makeReport } from '#contract/calls/legal.ts';
import { limits } from '#contract/limits.ts';
import type { ReportKind } from '#contract/reports.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox, TextArea } from '#web/ui/forms/field.tsx';
import { toast } from '#web/ui/toast.tsx';

export interface ReportTarget {
  kind: ReportKind;
  /** Id of the pool, comment, creator profile, person, message or delivery. */
  id: string;
  /** Completes "Report …": "this pool", "@maya's comment". */
  what: string;
}

const reportReasons = [
  'Spam or a scam',
  'Harassment or hate',
  'Illegal or dangerous',
  'Impersonates someone else',
  'Adult, but not marked as adult',
];
const other = 'Something else';

/** The single text that admins read: the category, then the reporter's own words. */
const reasonOf = (category: string, words: string) =>
  category === other ? words : words === '' ? category : `${category}: ${words}`;

/** Asks what is wrong and sends a report to the admins. */
export function ReportDialog({ kind, id, what, onClose }: ReportTarget & { onClose: () => void }) {
  const form = useId();
  const [category, setCategory] = useState<string>();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const words = text.trim();
  const missing = category === undefined;
  const needsDetails = category === other && words === '';
  const room = limits.reason.max - (category && category !== other ? category.length + 2 : 0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(makeReport, { body: { kind, id, reason } }),
    onSuccess: () => {
      toast({ title: 'Report sent', description: 'Thank you. An admin will review it.' });
      onClose();
    },
    onError: (failed) => {
      if (asAppError(failed).code !== 'report_exists') return;
      toast({ title: 'Already reported', description: failed.message });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!missing && !needsDetails) mutate(reasonOf(category, words));
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={`Report ${what}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isPending}>
            Send report
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <fieldset>
          <legend className="mb-1 font-semibold">What’s wrong?</legend>
          <p role="alert" className="field-error">
            {tried && missing ? 'Choose what’s wrong' : null}
          </p>
          {[...reportReasons, other].map((each) => (
            <Checkbox
              key={each}
              type="radio"
              name={`${form}-category`}
              label={each}
              checked={category === each}
              onChange={() => setCategory(each)}
            />
          ))}
        </fieldset>
        <TextArea
          label="Details"
          optional={category !== other}
          hint="Only admins read this."
          rows={3}
          value={text}
          maxLength={room}
          counter={[words.length, room]}
          error={tried && needsDetails ? 'Describe what’s wrong in a few words' : error?.message}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
