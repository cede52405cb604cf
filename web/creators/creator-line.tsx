import type { CreatorStatus, CreatorSummary } from '#contract/creators/creators.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';

const standing: Record<CreatorStatus, string> = {
  verified: '',
  claimed: ' · not verified yet',
  unclaimed: ' · added by fans, not affiliated',
};

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
        <span className="block truncate text-sm text-muted">
          @{creator.username}
          <span>{standing[creator.status]}</span>
        </span>
      </span>
    </>
  );
}
