/** The signed-in person who makes a request; read again for each request. */
export interface Actor {
  userId: string;
  role: 'user' | 'creator' | 'admin';
  username: string;
  suspended: boolean;
  emailVerified: boolean;
  sessionId: string;
}
