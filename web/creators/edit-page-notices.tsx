import { CopyPlus, GitMerge } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { socialPlatformLabels } from '#contract/creators/creators.ts';
import type { OwnCreatorPage } from '#contract/creators/edit-creator.ts';
import { Button } from '#web/ui/button.tsx';
import { type PageFields, type PagePart, partLabels } from './edit-page-fields.ts';
import type { OtherEdit } from './use-edit-page.ts';

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

/** Offers the account's picture and bio, until the creator first saves their page. */
export function AccountOffer({ offer, onCopy, onDecline }: OfferProps) {
  const what = offer.avatarUrl && offer.bio ? 'picture and bio' : offer.avatarUrl ? 'picture' : 'bio';
  return (
    <div className="notice">
      <CopyPlus aria-hidden="true" />
      <div className="grid gap-3">
        <p>
          <b>Use the {what} from your account?</b> Your page has its own {what}. You can check the copy before you save.
        </p>
        <p className="flex flex-wrap gap-2.5">
          <Button size="sm" onClick={onCopy}>
            Copy {what}
          </Button>
          <Button size="sm" variant="ghost" onClick={onDecline}>
            No, thanks
          </Button>
        </p>
      </div>
    </div>
  );
}

function textOf(saved: PageFields, part: PagePart): string {
  if (part !== 'socialLinks') return saved[part] || 'Empty';
  const links = saved.socialLinks.filter(({ url }) => url !== '');
  const labelOf = (platform: string) => socialPlatformLabels[platform as keyof typeof socialPlatformLabels] ?? 'Link';
  return links.map(({ platform, url }) => `${labelOf(platform)}: ${url}`).join('\n') || 'Empty';
}

interface OtherEditProps {
  edit: OtherEdit;
  onTake: (part: PagePart) => void;
}

/** Shows what another tab or device saved in the meantime, next to what this form keeps. */
export function OtherEditNotice({ edit: { saved, clashes }, onTake }: OtherEditProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the end of the form, on a phone far below.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className="notice" role="alert" ref={notice}>
      <GitMerge aria-hidden="true" />
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <p>
          <b>Your page was changed in another tab or on another device.</b> Nothing here is saved yet, and your changes
          are still in the form.{' '}
          {clashes.length > 0
            ? 'Where both changed the same part, choose which one to keep, then save.'
            : 'Check it and save again.'}
        </p>
        {clashes.map((part) => (
          <div key={part} className="quote">
            <b>Saved in the meantime: {partLabels[part]}</b>
            <span>{textOf(saved, part)}</span>
            <Button size="sm" className="mt-2 w-max" onClick={() => onTake(part)}>
              Use this version
              <span className="sr-only"> ({partLabels[part]})</span>
            </Button>
          </div>
        ))}
      </div>
    </div>
  );
}
