import { moduleOrder } from '#server/module-order.ts';

/** `platform` comes before every module, `entry` (server/*.ts, the demo and the doctor) after all of them. */
export const owners = ['platform', ...moduleOrder, 'entry'];

type Owned = Readonly<Record<string, readonly string[]>>;

/** The tables and views of each module. Only the owner writes them; only the owner and later modules read them. */
export const tables: Owned = {
  platform: [
    'backups',
    'invariant_checks',
    'installation_secrets',
    'mails',
    'operator_details',
    'schema_migrations',
    'schema_routines',
    'pgboss.job',
    'restore.jobs',
    'restore.state',
    'undeliverable_addresses',
  ],
  media: ['images', 'upload_locks', 'uploads'],
  accounts: [
    'authenticator_apps',
    'email_tokens',
    'former_emails',
    'former_usernames',
    'identities',
    'known_devices',
    'passkey_challenges',
    'passkeys',
    'recovery_codes',
    'sessions',
    'sign_in_steps',
    'users',
    'waiting_links',
  ],
  tokens: ['api_tokens'],
  audit: ['audit_head', 'audit_log'],
  approvals: ['approval_requests'],
  money: [
    'card_declines',
    'card_setups',
    'card_visits',
    'cards',
    'disputes',
    'former_payout_accounts',
    'fraud_warnings',
    'ledger_balances',
    'ledger_entries',
    'ledger_journals',
    'payments',
    'payout_account_changes',
    'payout_accounts',
    'payout_holds',
    'payout_parts',
    'payout_reversals',
    'payouts',
    'restores',
    'unbooked_disputes',
    'unmatched_movements',
    'processor_accounts',
    'processor_customers',
    'processor_problems',
    'refunds',
    'webhook_inbox',
    'sandbox.cards',
    'sandbox.charges',
    'sandbox.customers',
    'sandbox.disputes',
    'sandbox.events',
    'sandbox.fraud_warnings',
    'sandbox.idempotency',
    'sandbox.journal',
    'sandbox.payouts',
    'sandbox.refunds',
    'sandbox.sessions',
  ],
  creators: [
    'categories',
    'creator_applications',
    'creator_claim_codes',
    'creator_claims',
    'creator_follows',
    'creator_links',
    'creator_profiles',
    'creator_removals',
    'creator_request_terms',
    'creator_traces',
  ],
  pools: ['pool_claims', 'pool_events', 'pool_images', 'pools'],
  delivery: ['content_access', 'content_claims', 'content_files', 'content_reads', 'objections'],
  pledges: ['card_expiry_notices', 'pledge_restarts', 'pledges'],
  transparency: [
    'ledger_chain',
    'ledger_days',
    'ledger_key_changes',
    'ledger_roots',
    'ledger_subtrees',
    'ledger_unchained',
  ],
  updates: ['pool_update_images', 'pool_updates'],
  favorites: ['pool_likes', 'pool_saves'],
  comments: ['comment_likes', 'comments', 'update_likes'],
  translations: ['text_translations'],
  people: ['user_blocks', 'user_interests', 'welcome_cards'],
  'creator-dashboard': ['creator_first_steps', 'creator_message_recipients', 'creator_messages', 'thanks'],
  discovery: [
    'feed_counts',
    'pool_feed',
    'pool_ranks',
    'pool_ranks_of',
    'pool_search',
    'pool_search_of',
    'search_vocabulary',
  ],
  chat: [
    'chat_members',
    'chat_mutes',
    'chat_rooms',
    'chat_settings',
    'message_images',
    'message_reactions',
    'message_versions',
    'messages',
  ],
  push: ['push_subscriptions'],
  notifications: [
    'backer_digests',
    'creator_news',
    'follower_news',
    'mail_digests',
    'notification_choices',
    'notification_zones',
    'notifications',
  ],
  moderation: ['report_images', 'reports'],
  legal: [
    'counter_notices',
    'performers',
    'production_performers',
    'productions',
    'suspension_log',
    'takedown_materials',
    'takedown_notices',
  ],
  events: ['event_places', 'events'],
  webhooks: ['chat_service_refusals', 'chat_services', 'webhook_deliveries', 'webhook_endpoints'],
  overlays: ['overlays'],
  sharing: ['calendars'],
  'personal-data': ['export_locks'],
  entry: ['demo.seed', 'demo.clock'],
};

/** Tables that no migration creates. */
export const createdElsewhere = ['restore.jobs', 'restore.state', 'pgboss.job', 'demo.seed', 'demo.clock'];

/**
 * The functions that tables and indexes need, so that migrations create them. All others are in `*.sql` files of the module that owns them. A
 * trigger may react to changes of any table, so that a later module follows an earlier one.
 */
export const migratedFunctions: Owned = {
  accounts: ['search_fold'],
  pools: ['pool_is_listed'],
  chat: ['time_ordered_id'],
  legal: ['takedown_locations'],
};

export interface Exception {
  /** The files it covers. */
  file: RegExp;
  allows: 'read' | 'write';
  reason: string;
}

/** Everything that may break the rule. An exception that covers nothing fails the check. */
/** Tables that no other module reads, with what to call instead. */
export const privateTables: Readonly<Record<string, string>> = {
  user_blocks: 'server/people/people-apart.sql decides for all modules what a block hides',
};

export const exceptions: readonly Exception[] = [
  {
    file: /^server\/platform\/backup\/load-database\.ts$/,
    allows: 'write',
    reason:
      'A restore loads every table of an empty database. Which tables there are, the migrations of the backup decide.',
  },
  {
    file: /^server\/[^/]+\/check-[^/]+\.ts$/,
    allows: 'read',
    reason: 'A question of `cli check` compares what modules store about the same thing.',
  },
  {
    file: /^server\/demo\/demo(-clock|-dates)?\.sql\.ts$/,
    allows: 'write',
    reason: 'The demo moves what its operations created into the past. No operation changes the past (decisions/0075).',
  },
  {
    file: /^server\/demo\/demo-record\.sql\.ts$/,
    allows: 'write',
    reason: 'An interrupted seed empties the database and starts again with the rows that migrations insert.',
  },
];
