import { useState } from 'react';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { ClaimByAdmin } from './claim-by-admin.tsx';
import { ClaimByCode } from './claim-by-code.tsx';

/** A creator claims a profile that fans added: with a code on a linked page, or by asking an admin. */
export function ClaimCreatorDialog({ profile, onClose }: { profile: CreatorProfile; onClose: () => void }) {
  const [way, setWay] = useState<'code' | 'admin'>('code');
  if (way === 'admin') return <ClaimByAdmin profile={profile} onClose={onClose} />;
  return <ClaimByCode profile={profile} onAskAdmin={() => setWay('admin')} onClose={onClose} />;
}
