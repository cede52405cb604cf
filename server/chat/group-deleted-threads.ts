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
  const threadOf = new Map<string, DeletedThread>();
  // Climbs only to the next message whose thread is known, because threads can be thousands of levels deep.
  const findThread = (row: DeletedRow): DeletedThread => {
    const path: DeletedRow[] = [];
    let at: DeletedRow | undefined = row;
    for (; at && !threadOf.has(at.id); at = byId.get(at.parentId ?? '')) path.push(at);
    const thread = (at && threadOf.get(at.id)) ?? { ...(path.at(-1) ?? row), below: [] };
    for (const { id } of path) threadOf.set(id, thread);
    return thread;
  };
  for (const row of rows) {
    const thread = findThread(row);
    if (thread.id !== row.id) thread.below.push(row.id);
  }
  return [...new Set(threadOf.values())];
}
