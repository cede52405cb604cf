/** The brand mark: a fan of four rays from one point. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <g fill="none" strokeWidth="4.2" strokeLinecap="round">
        <path d="M16 27 4.5 12" className="stroke-(--love)" />
        <path d="M16 27 11 6M16 27 21 6" className="stroke-(--accent)" />
        <path d="M16 27 27.500 12" className="stroke-(--paid)" />
      </g>
      <circle cx="16" cy="27" r="3.600" fill="currentColor" />
    </svg>
  );
}

/** A wider, paler version of the brand mark; the illustration of empty states. */
export function FanMark() {
  return (
    <svg viewBox="0 0 92 74" className="fan-mark" fill="none" strokeWidth="7" strokeLinecap="round" aria-hidden="true">
      <path d="M46 64 10 38" className="stroke-(--love)" opacity=".85" />
      <path d="M46 64 25 17M46 64 46 9" className="stroke-(--accent)" />
      <path d="M46 64 67 17" className="stroke-(--accent)" opacity=".55" />
      <path d="M46 64 82 38" className="stroke-(--paid)" opacity=".85" />
      <circle cx="46" cy="64" r="7" fill="currentColor" stroke="none" className="text-(--ink)" />
    </svg>
  );
}
