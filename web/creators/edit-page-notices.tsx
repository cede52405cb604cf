import { CopyPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OwnCreatorPage } from '#contract/creators/edit-creator.ts';
import { socialPlatformLabel } from '#contract/creators/social-platforms.ts';
import { msg, t, textOf } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { ownPicture, type PageParts } from './edit-page-fields.ts';

/** The parts of the account that differ from the page; undefined if there are none. */
export function offerOf(page: OwnCreatorPage): { avatarUrl: string | null; bio: string } | undefined {
  if (!page.account) return undefined;
  const avatarUrl = page.account.avatarUrl === page.avatarUrl ? null : page.account.avatarUrl;
  const bio = page.account.bio === page.description ? '' : page.account.bio;
  return avatarUrl || bio ? { avatarUrl, bio } : undefined;
}

interface OfferProps {
  offer: { avatarUrl: string | null; bio: string };
  onCopy: () => void;
  onDecline: () => void;
}

const offerTexts = {
  both: {
    question: msg`<b>Use the picture and bio from your account?</b> Your page has its own picture and bio. You can check the copy before you save.`,
    action: msg`Copy picture and bio`,
  },
  picture: {
    question: msg`<b>Use the picture from your account?</b> Your page has its own picture. You can check the copy before you save.`,
    action: msg`Copy picture`,
  },
  bio: {
    question: msg`<b>Use the bio from your account?</b> Your page has its own bio. You can check the copy before you save.`,
    action: msg`Copy bio`,
  },
} as const;

/** Offers the account's picture and bio, until the creator first saves their page. */
export function AccountOffer({ offer, onCopy, onDecline }: OfferProps) {
  const { question, action } = offerTexts[offer.avatarUrl && offer.bio ? 'both' : offer.avatarUrl ? 'picture' : 'bio'];
  return (
    <div className="notice">
      <CopyPlus aria-hidden="true" />
      <div className="grid gap-3">
        <p>
          <RichText text={question} tags={{ b: (text) => <b>{text}</b> }} />
        </p>
        <p className="flex flex-wrap gap-2.5">
          <Button size="sm" onClick={onCopy}>
            {textOf(action)}
          </Button>
          <Button size="sm" variant="ghost" onClick={onDecline}>{t`No, thanks`}</Button>
        </p>
      </div>
    </div>
  );
}

/** A part of the page as a person reads it. `pictureUrl` is the picture that the form will send. */
export function shownPart(
  name: keyof PageParts,
  value: PageParts[keyof PageParts],
  pictureUrl: string | null,
): ReactNode {
  if (name === 'avatarUrl') {
    const url = value === ownPicture ? pictureUrl : (value as string | null);
    return url ? (
      <img src={url} alt="" width={64} height={64} className="size-16 rounded-full object-cover" />
    ) : (
      t`No picture`
    );
  }
  if (!Array.isArray(value)) return value;
  const labelOf = (platform: string) => socialPlatformLabel(platform) ?? t`Link`;
  return value
    .filter(({ url }) => url !== '')
    .map(({ platform, url }) => `${labelOf(platform)}: ${url}`)
    .join('\n');
}
