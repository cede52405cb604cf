/** A message that was deleted. */
export interface GoneRow {
  id: string;
  parentId: string | null;
}

export interface GoneThread extends GoneRow {
  /** What was deleted below it, at every depth. */
  below: string[];
}

/** What was deleted together, by the topmost of each thread. */
export function goneThreads(rows: readonly GoneRow[]): GoneThread[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const threads = new Map<string, GoneThread>();
  const topOf = (row: GoneRow): GoneThread => {
    let top = row;
    for (let above: GoneRow | undefined = row; above; above = byId.get(above.parentId ?? '')) top = above;
    const known = threads.get(top.id) ?? { ...top, below: [] };
    threads.set(top.id, known);
    return known;
  };
  for (const row of rows) {
    const thread = topOf(row);
    if (thread.id !== row.id) thread.below.push(row.id);
  }
  return [...threads.values()];
}
