/**
 * The pictures of a paste. Empty if it has formatted text too: office programs add a picture of it. A copied file may have its name as plain
 * text.
 */
export function pastedPictures(data: DataTransfer): File[] {
  if (data.types.includes('text/plain') && data.types.includes('text/html')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}
