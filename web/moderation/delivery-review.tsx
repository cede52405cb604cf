import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { contentClaimDetail, contentClaimItem } from '#contract/admin/moderation.ts';
import type { DeliveredContent } from '#contract/delivery.ts';
import { formatList } from '#contract/language/lists.ts';
import { type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export type Delivery = z.infer<typeof contentClaimItem>;
export type DeliveryDetail = z.infer<typeof contentClaimDetail>;
/** Shows the players, files, text and links of a delivery. */
export type DeliveryViewer = (delivery: DeliveredContent) => ReactNode;

export const deliveryStates: Record<Delivery['status'], readonly [Message, Tone]> = {
  pending: [msg`To review`, 'accent'],
  approved: [msg`Approved`, 'paid'],
  rejected: [msg`Sent back`, 'danger'],
};

/** "2 files, a text and 1 link". */
export function contentsOf({ files, text, links }: DeliveredContent): Text {
  const parts = [
    files.length > 0 ? t`${plural({ files: files.length }, { one: '# file', other: '# files' })}` : '',
    text ? t`a text` : '',
    links.length > 0 ? t`${plural({ links: links.length }, { one: '# link', other: '# links' })}` : '',
  ].filter(Boolean);
  return formatList(parts);
}

function Agreed({ label, children }: { label: Text; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-5 border-t border-line py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** The request and the contract card, to compare the delivery with. */
function AskedFor({ item: { request } }: { item: Delivery }) {
  const { description, imageUrl, terms, paidAmount, fanCount, deliveryDueAt } = request;
  return (
    <section aria-label={t`Request`} className="fact-sheet min-w-0 content-start">
      <h3 className="text-base">{t`Request`}</h3>
      {imageUrl ? (
        <img src={imageUrl} alt="" width={372} height={186} className="aspect-2/1 w-full rounded-lg object-cover" />
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long request */}
      <p className="max-h-72 overflow-y-auto text-start whitespace-pre-line wrap-anywhere" dir="auto" tabIndex={0}>
        {description}
      </p>
      <dl className="text-sm">
        {terms ? (
          <>
            <Agreed label={t({ message: 'Accepted', context: 'label of a date' })}>{fullDate(terms.acceptedAt)}</Agreed>
            <Agreed
              label={t`Agreed delivery time`}
            >{t`within ${plural({ days: terms.deliveryDays }, { one: '# day', other: '# days' })}`}</Agreed>
          </>
        ) : null}
        {deliveryDueAt ? (
          <Agreed label={t({ message: 'Due', context: 'label of a date' })}>{fullDate(deliveryDueAt)}</Agreed>
        ) : null}
        {terms ? <Agreed label={t`Goal`}>{formatMoney(terms.goalCents)}</Agreed> : null}
        <Agreed label={t`Paid by ${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}`}>
          {formatMoney(paidAmount)}
        </Agreed>
      </dl>
    </section>
  );
}

/** An earlier delivery. Its files load when it is opened, because a review of the new one may not need them. */
function Earlier({ delivery, view }: { delivery: DeliveredContent; view: DeliveryViewer }) {
  const [label, tone] = deliveryStates[delivery.status];
  return (
    <section
      aria-label={t`Delivery of ${{ date: fullDate(delivery.submittedAt) }}`}
      className="fact-sheet min-w-0 content-start"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base">
          <RichText
            text={msg`Earlier delivery, <when/>`}
            tags={{ when: () => <RelativeTime at={delivery.submittedAt} /> }}
          />
        </h3>
        <Chip tone={tone}>{textOf(label)}</Chip>
      </div>
      {delivery.reason ? (
        <p className="text-sm wrap-anywhere">
          <b>{t`Reason given:`}</b> {delivery.reason}
        </p>
      ) : null}
      <Disclosure summary={t`Delivered: ${{ contents: contentsOf(delivery) }}`}>{() => view(delivery)}</Disclosure>
    </section>
  );
}

/** The request, the delivery and earlier deliveries side by side, as far as the drawer has room. */
export function DeliveryReview({ item, view }: { item: DeliveryDetail; view: DeliveryViewer }) {
  const hasOthers = item.others.length > 0;
  return (
    <div
      className={`grid items-start gap-x-6 gap-y-5 @2xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] ${hasOthers ? '@4xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)]' : ''}`}
    >
      <AskedFor item={item} />
      <section aria-label={t`Delivery`} className="min-w-0">
        <h3 className="mb-3 text-base">{t`Delivered: ${{ contents: contentsOf(item.content) }}`}</h3>
        {view(item.content)}
      </section>
      {hasOthers ? (
        <section
          aria-label={t`Earlier deliveries`}
          className="grid min-w-0 gap-4 @2xl:col-span-full @2xl:grid-cols-[repeat(auto-fill,minmax(--spacing(65),1fr))] @4xl:col-auto @4xl:grid-cols-1"
        >
          {item.others.map((delivery) => (
            <Earlier key={delivery.claimId} delivery={delivery} view={view} />
          ))}
        </section>
      ) : null}
    </div>
  );
}
