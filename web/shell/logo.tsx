import { useSite } from '#web/data/session.ts';
import { BrandMark } from '#web/ui/brand.tsx';
import { Link } from '#web/ui/link.tsx';

/** The logo, linked to the home page. */
export function Logo() {
  const { brandName } = useSite();
  return (
    <Link to="/" className="logo">
      <BrandMark />
      {brandName}
    </Link>
  );
}
