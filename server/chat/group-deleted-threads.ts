/** A deleted message. */
export interface DeletedRow {
  id: string;
  parentId: string | null;
}

export interface DeletedThread extends DeletedRow {
  /** Ids of all deleted messages below it, at every depth. */
  below: string[];
}

/** Groups messages that were deleted together by the topmost deleted message of each thread. */
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
