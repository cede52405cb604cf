import type { CreatorSummary } from '#contract/creators/creators.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';

function standingOf({ username, status }: CreatorSummary): Text {
  switch (status) {
    case 'verified':
      return verbatim(`@${username}`);
    case 'claimed':
      return t`@${{ username }} · not verified yet`;
    case 'unclaimed':
      return t`@${{ username }} · added by fans, not affiliated`;
  }
}

/** A creator in a list of choices: picture, name, and whether the profile is verified or added by fans. */
export function CreatorLine({ creator }: { creator: CreatorSummary }) {
  return (
    <>
      <Avatar name={creator.displayName} src={creator.avatarUrl} size={48} />
      <span className="min-w-0 flex-1">
        <b className="flex items-center gap-1.5">
          <span className="truncate" dir="auto">
            {creator.displayName}
          </span>
          {creator.status === 'verified' ? <VerifiedTick /> : null}
        </b>
        <span className="block text-sm text-muted wrap-anywhere">{standingOf(creator)}</span>
      </span>
    </>
  );
}
