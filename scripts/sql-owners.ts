import { moduleOrder } from './module-order.mjs';

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
    'pgboss.job',
    'restore.jobs',
    'restore.state',
    'undeliverable_addresses',
  ],
  media: ['images', 'upload_locks', 'uploads'],
  accounts: ['email_tokens', 'export_locks', 'former_usernames', 'identities', 'sessions', 'users'],
  audit: ['audit_head', 'audit_log'],
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
    'creator_profiles',
    'creator_removals',
    'creator_request_terms',
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
  comments: ['comment_likes', 'comments', 'pool_likes', 'pool_saves', 'update_likes'],
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
  notifications: ['mail_digests', 'notification_choices', 'notification_zones', 'notifications'],
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
  entry: ['demo.seed', 'demo.clock'],
};

/** Tables that no migration creates. */
export const createdElsewhere = ['restore.jobs', 'restore.state', 'pgboss.job', 'demo.seed', 'demo.clock'];

/**
 * The functions of each module. The rules of that module apply to the body, and only that module and later ones call the function. A
 * trigger may run a function of any module, so that a later module reacts to changes (`pool_feed_sync`).
 */
export const functions: Owned = {
  accounts: [
    'is_suspended',
    'keep_one_admin',
    'refuse_erased',
    'search_fold',
    'search_names_pattern',
    'set_user_adult',
    'tell_of_suspension',
  ],
  audit: ['audit_row_hash', 'chain_audit_row'],
  money: [
    'are_payouts_held',
    'ledger_is_append_only',
    'ledger_journal_balances',
    'ledger_journal_has_entries',
    'ledger_keep_balance',
    'record_payout_account_change',
    'payouts_held_since',
    'refunds_within_payment',
  ],
  creators: ['add_creator_pools', 'creator_follows_count', 'creators_like', 'users_adult_by_profile'],
  pools: [
    'add_pledged_to_pools',
    'add_pool_comments',
    'add_pool_likes',
    'creator_pools_count',
    'heat_at',
    'heat_plus',
    'pool_activity',
    'pool_heat_sync',
    'pool_is_active',
    'pool_is_listed',
    'pool_takes_cards',
    'pool_takes_pledges',
    'pool_takes_until',
  ],
  pledges: ['confirm_pledges', 'early_card_expiry'],
  transparency: [
    'chain_journals',
    'ledger_await_chain',
    'ledger_chain_hash',
    'ledger_leaf_hash',
    'ledger_record',
    'ledger_refuse_late_entry',
  ],
  updates: ['add_update_comments', 'add_update_likes'],
  comments: ['comment_likes_count', 'comments_count', 'pool_likes_count', 'update_likes_count'],
  discovery: [
    'pool_ends_at',
    'pool_feed_sync',
    'pool_nearness',
    'pool_ranks_sync',
    'pool_search_find',
    'pool_search_ids',
    'pool_search_learn_user',
    'pool_search_put',
    'pool_search_rename_creator',
    'pool_search_rename_user',
    'pool_search_sync',
    'search_learn',
    'search_literal',
    'search_signs',
    'search_similar',
    'search_stem',
    'search_words',
  ],
  chat: ['open_chat_room', 'store_messages', 'time_ordered_id'],
  moderation: ['tell_of_admin_list'],
  notifications: ['digest_due_at'],
  legal: ['log_suspension', 'takedown_locations'],
};

export interface Exception {
  /** The files it covers. */
  file: RegExp;
  allows: 'read' | 'write';
  reason: string;
}

/** Everything that may break the rule. An exception that covers nothing fails the check. */
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
