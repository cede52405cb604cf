/** A socket that signs in and is not connected yet. */
export interface Handshake {
  readonly actor: { userId: string };
  /** True if rooms changed since the handshake began to read its own. */
  isOutdated: boolean;
}

/** The handshakes of the main namespace that are under way on this node. socket.io moves connected sockets only. */
export interface Handshakes {
  begin(handshake: Handshake): void;
  end(handshake: Handshake): void;
  /** Marks the handshakes of this person, or of all people. */
  outdate(userId?: string): void;
}

export function createHandshakes(): Handshakes {
  const open = new Set<Handshake>();
  return {
    begin: (handshake) => void open.add(handshake),
    end: (handshake) => void open.delete(handshake),
    outdate(userId) {
      for (const handshake of open) {
        if (userId === undefined || handshake.actor.userId === userId) handshake.isOutdated = true;
      }
    },
  };
}
