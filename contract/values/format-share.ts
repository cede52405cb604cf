/** A share in whole percent, rounded down: "0%", "Less than 1%", "42%". Above the whole it exceeds 100%. */
export function formatShare(part: number, whole: number): string {
  if (part <= 0) return '0%';
  const percent = Math.floor((100 * part) / Math.max(1, whole));
  return percent === 0 ? 'Less than 1%' : `${percent}%`;
}
