import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { makeReport } from '#contract/calls/legal.ts';
import { inEnglish, type Message, msg, t, textOf, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox, TextArea } from '#web/ui/forms/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type ReportTarget, reportTextsOf } from './report-texts.ts';

const reportReasons: readonly Message[] = [
  msg`Spam or a scam`,
  msg`Harassment or hate`,
  msg`Illegal or dangerous`,
  msg`Impersonates someone else`,
  msg`Adult, but not marked as adult`,
];
const other = msg`Something else`;

/** The single text that admins read: the category in English, then the reporter's own words. */
const reasonOf = (category: Message, words: string) =>
  category === other ? words : words === '' ? inEnglish(category) : `${inEnglish(category)}: ${words}`;

/** Asks what is wrong and sends a report to the admins. */
export function ReportDialog({ onClose, ...target }: ReportTarget & { onClose: () => void }) {
  const { kind, id } = target;
  const form = useId();
  const [category, setCategory] = useState<Message>();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const words = text.trim();
  const missing = category === undefined;
  const needsDetails = category === other && words === '';
  const room = limits.reason.max - (category && category !== other ? inEnglish(category).length + 2 : 0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(makeReport, { body: { kind, id, reason } }),
    onSuccess: () => {
      toast({ title: t`Report sent`, description: t`Thank you. An admin will review it.` });
      onClose();
    },
    onError: (failed) => {
      if (asAppError(failed).code !== 'report_exists') return;
      toast({ title: t`Already reported`, description: verbatim(failed.message) });
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
      title={textOf(reportTextsOf(target).title)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={form} variant="primary" busy={isPending}>{t`Send report`}</Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <fieldset>
          <legend className="mb-1 font-semibold">{t`What’s wrong?`}</legend>
          <p role="alert" className="field-error">
            {tried && missing ? t`Choose what’s wrong` : null}
          </p>
          {[...reportReasons, other].map((each) => (
            <Checkbox
              key={inEnglish(each)}
              type="radio"
              name={`${form}-category`}
              label={textOf(each)}
              checked={category === each}
              onChange={() => setCategory(each)}
            />
          ))}
        </fieldset>
        <TextArea
          label={t`Details`}
          optional={category !== other}
          hint={t`Only admins read this.`}
          rows={3}
          value={text}
          maxLength={room}
          counter={[words.length, room]}
          error={tried && needsDetails ? t`Describe what’s wrong in a few words` : error?.message}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
