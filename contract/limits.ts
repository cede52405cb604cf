/** Business constants of the specification (sections 5 and 9) and of the product, in one table. Cents, characters, milliseconds. */
export const limits = {
  username: { max: 20, checkFrom: 3, checkDebounceMs: 500 },
  password: { min: 8, max: 30 },
  emailDebounceMs: 300,
  creatorUsername: { min: 3, max: 30 },
  displayNameMax: 50,
  bioMax: 200,
  /** How long a sign-in, or a proof of identity within a session, counts for dangerous acts. */
  freshProofMs: 10 * 60 * 1000,
  /** How long a sign-in at a provider may wait for a proof of the account, and how long a mailed code for it works. */
  waitingLinkMs: 15 * 60 * 1000,
  linkCodeMs: 10 * 60 * 1000,
  linkCodeTries: 5,
  linkCodesMax: 3,
  /** How long a sign-in may wait for its second step. */
  secondStepMs: 10 * 60 * 1000,
  /** How long a new secret of an authenticator app waits for its first code. */
  newSecretMs: 15 * 60 * 1000,
  passkeysMax: 20,
  socialLinksMax: 5,
  imageBytes: 5 * 1024 * 1024,
  imageTypes: ['image/png', 'image/jpeg', 'image/webp'],
  userSearch: { min: 2, max: 8, debounceMs: 300, staleMs: 30_000 },
  /** Search in one's conversations. */
  messageSearch: { min: 2, pageSize: 20, wordsMax: 8, debounceMs: 300, staleMs: 30_000 },
  usersPageSize: 12,
  creatorSearch: { min: 2, max: 3, debounceMs: 300 },
  everywhereSearch: { min: 2, each: 5, debounceMs: 150 },
  creatorsPageSize: 12,
  featuredCreators: 15,
  creatorStripStepPx: 280,
  /** How long a claim code works, how often its pages can be checked, and how old a link is that suffices without an admin. */
  claimCode: { validMs: 3 * 24 * 60 * 60_000, checks: 30, linkAgeDays: 30 },
  creatorClaimMessage: { min: 1, max: 1000 },
  feedPageSize: 9,
  galleryPageSize: 12,
  feedSearchDebounceMs: 300,
  /** Categories in the bar; the last button opens the rest. */
  visibleCategories: { desktop: 5, phone: 3 },
  paginationFrom: 12,
  highlightedOnLanding: 6,
  ageVerifiedMs: 4 * 60 * 60 * 1000,
  titleTag: 60,
  metaDescription: 155,
  toast: { displayMs: 5000, maxWidthPx: 420 },
  goalCents: { min: 10_00, max: 100_000_00 },
  /** The minimum is the setting MIN_PLEDGE_CENTS. */
  pledgeCents: { max: 10_000_00 },
  poolTitle: { min: 1, max: 100 },
  poolDescription: { min: 1, max: 5000 },
  poolCategories: { min: 1, max: 3 },
  interests: 3,
  poolImages: 5,
  fundingDays: { min: 1, max: 90, default: 30 },
  deliveryDays: { min: 1, max: 60 },
  reason: { min: 1, max: 500 },
  /** Replies that a thread includes; the rest load on demand. */
  comment: { max: 2000, pageSize: 20, repliesShown: 10, repliesPageSize: 50 },
  update: { max: 10_000, images: 10, pageSize: 10, perPoolAndDay: 10 },
  poolClaimMessage: { min: 1, max: 1000 },
  deliveryNote: 2000,
  deliveryText: 50_000,
  deliveryLinks: 20,
  deliveryFiles: 50,
  thanks: 280,
  mediaDurationMs: 48 * 60 * 60 * 1000,
  waveformPeaks: 400,
  posterBase64: 200_000,
  uploadBytes: 5 * 1024 ** 3,
  adminPageSize: 20,
  /** Admin lists with very many rows stop counting here. */
  adminCountMax: 10_000,
  /** Searched or filtered admin lists stop here if each match is a random read. */
  adminFilteredCountMax: 2_000,
  /** The counters of admin tabs stop here: "999+". */
  adminBadgeMax: 1_000,
  /** Entries per section of a pool's history in the admin area. */
  adminHistory: 50,
  creatorRequestsPageSize: 20,
  requestDeclines: 500,
  coverAlt: 200,
  contributorsPageSize: 50,
  creatorMessage: { min: 1, max: 1000, perPoolAndDay: 3 },
  payoutsPageSize: 20,
  contact: { name: 100, subject: 150, message: 5000 },
  /** Sockets of signed-in people. */
  sockets: {
    perPerson: 20,
    /** The largest frame; a larger one ends the connection. */
    frameBytes: 256 * 1024,
    nonceMax: 100,
    /** How many pools one connection may watch. */
    watchedMax: 50,
  },
  chat: {
    messageMax: 2000,
    /** The sender can edit a message for this long, by the database's clock. */
    editMinutes: 15,
    /** The most edits of one message, which bounds the earlier texts in a report. */
    editsMax: 20,
    pageSize: 50,
    pageSizeMax: 100,
    /** How many levels are indented, and by how much. Deeper replies appear at the last level. */
    threadDepth: 3,
    threadIndentPx: 16,
    /** A typing indicator disappears after this long without a new event. */
    typingMs: 3000,
    /** The length of a message in a toast; an ellipsis follows a cut text. */
    previewChars: 50,
    reactionBatch: 200,
    /** Guests have no socket. Their page polls for new messages this often while it is visible. */
    guestPollMs: 15_000,
    /** The highest count of unread messages. */
    unreadMax: 999,
    conversationsShown: 100,
    mentionsShown: 8,
    slowModeSecondsMax: 6 * 60 * 60,
    muteMinutesMax: 60 * 24 * 365,
    blockedWords: 500,
    blockedWordMax: 50,
    /** The most rooms and conversations of one socket. */
    joinedMax: 50,
    /** How the client connects and reconnects. */
    socket: {
      transports: ['websocket', 'polling'],
      reconnectionDelayMs: 1000,
      reconnectionDelayMaxMs: 5000,
      randomizationFactor: 0.5,
      timeoutMs: 20_000,
    },
  },
} as const;

/** Reactions: thumbs up, heart, laughing, surprised, sad, folded hands. */
export const reactionEmojis = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
export type ReactionEmoji = (typeof reactionEmojis)[number];

/** The global room, and the category whose room the feed opens. */
export const globalRoom = 'Global';
export const defaultChatCategory = 'Comedy';

/** The built-in categories; NSFW only if adult content is on. */
export const seedCategories = [
  { name: 'Comedy', icon: '😂' },
  { name: 'Music', icon: '🎵' },
  { name: 'Gaming', icon: '🎮' },
  { name: 'Art', icon: '🎨' },
  { name: 'Cosplay', icon: '🎭' },
  { name: 'Fitness', icon: '💪' },
  { name: 'Cooking', icon: '🍳' },
  { name: 'Education', icon: '🎓' },
  { name: 'Podcasts', icon: '🎙️' },
  { name: 'Dance', icon: '💃' },
  { name: 'Film', icon: '🎬' },
  { name: 'Tech', icon: '💻' },
  { name: 'NSFW', icon: '🔞' },
] as const;

/** A pool is adult when a category's name equals nsfw or contains "adult", regardless of case. */
export function isAdultCategory(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'nsfw' || lower.includes('adult');
}

/** Copyright notices, counter-notices and performer records. Separate, because few pages need them. */
export const legalLimits = {
  line: 150,
  phone: 40,
  address: 300,
  text: 5000,
  location: 500,
  locations: 20,
  /** The scan of a document. It is encrypted in memory, so it has a small limit. */
  scanBytes: 10 * 1024 * 1024,
  performers: 30,
} as const;

/** Of a report of an error in the browser. */
export const pageErrorLimits = { message: 300, stack: 4000, path: 300 };

/** The longest title and description of a link preview, in characters. Longer ones end in an ellipsis. */
export const linkPreviewLimits = { title: 200, description: 300, url: 2048 } as const;
