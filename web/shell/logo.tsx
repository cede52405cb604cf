import { useSite } from '#web/data/session.ts';
import { BrandMark } from '#web/ui/brand.tsx';
import { Link } from '#web/ui/link.tsx';

/** The logo, linked to the home page. */
export function Logo() {
  const { brandName } = useSite();
  return (
    <Link
      to="/"
      className="logo inline-flex min-h-11 w-max items-center gap-2.5 rounded-md px-2.5 font-display text-xl leading-none font-extrabold [letter-spacing:-0.03em] in-[.topbar]:px-1 rail:max-w-12 rail:overflow-hidden rail:whitespace-nowrap"
    >
      <BrandMark className="size-7 flex-none" />
      {brandName}
    </Link>
  );
}
