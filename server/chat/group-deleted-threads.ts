/** A message that was deleted. */
export interface DeletedRow {
  id: string;
  parentId: string | null;
}

export interface DeletedThread extends DeletedRow {
  /** What was deleted below it, at every depth. */
  below: string[];
}

/** What was deleted together, by the topmost of each thread. */
export function groupDeletedThreads(rows: readonly DeletedRow[]): DeletedThread[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const threads = new Map<string, DeletedThread>();
  const topOf = (row: DeletedRow): DeletedThread => {
    let top = row;
    for (let above: DeletedRow | undefined = row; above; above = byId.get(above.parentId ?? '')) top = above;
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
