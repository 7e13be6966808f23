// The tables as types; the SQL in migrations/ is their source.

/** An integer column of 64 bits: read as a number where that is exact, as a bigint where it is not. */
export type Int64 = number | bigint;

export interface Schema {
  project: ProjectTable;
  app: AppTable;
  certification_key: CertificationKeyTable;
  oauth_client: OauthClientTable;
  client_secret: ClientSecretTable;
  signing_key: SigningKeyTable;
  revoked_token: RevokedTokenTable;
  login: LoginTable;
  account_link: AccountLinkTable;
  game_server: GameServerTable;
  market_setting: MarketSettingTable;
  product: ProductTable;
  server: ServerTable;
  admin_token: AdminTokenTable;
  audit_log: AuditLogTable;
  setting: SettingTable;
  restriction_type: RestrictionTypeTable;
  restricted_player: RestrictedPlayerTable;
  restriction_history: RestrictionHistoryTable;
  change_sequence: ChangeSequenceTable;
  outbox: OutboxTable;
  outbox_lane: OutboxLaneTable;
  outbox_batch: OutboxBatchTable;
  outbox_dead: OutboxDeadTable;
  outbox_attempt: OutboxAttemptTable;
  purchase: PurchaseTable;
  purchase_order: OrderTable;
  purchase_repeat: PurchaseRepeatTable;
  purchase_trail: PurchaseTrailTable;
  early_refund: EarlyRefundTable;
  job: JobTable;
  subscription: SubscriptionTable;
  market_notice: MarketNoticeTable;
  market_poll: MarketPollTable;
  event_target: EventTargetTable;
  account: AccountTable;
  recovery_code: RecoveryCodeTable;
  console_session: ConsoleSessionTable;
  sign_in_failure: SignInFailureTable;
  member: MemberTable;
  invitation: InvitationTable;
  bulk_job: BulkJobTable;
  bulk_row: BulkRowTable;
  counter: CounterTable;
}

export type Market = 'APPLE' | 'GOOGLE' | 'STEAM' | 'PG';
export type Channel = 'restriction' | 'purchase';

interface ProjectTable {
  game_index: number;
  name: string;
  created_at: number;
}

interface AppTable {
  appid: string;
  game_index: number;
  name: string;
  time_zone: string;
  account_namespace: string;
  next_block_type: number;
  next_purchase_number: number;
  last_verified_at: number;
  created_at: number;
}

interface CertificationKeyTable {
  key_id: string;
  appid: string;
  hash: string;
  hint: string;
  created_at: number;
  expires_at: number | null;
}

interface OauthClientTable {
  client_id: string;
  game_index: number;
  name: string;
  created_at: number;
}

interface ClientSecretTable {
  secret_id: string;
  client_id: string;
  hash: string;
  hint: string;
  created_at: number;
  expires_at: number | null;
}

interface SigningKeyTable {
  kid: string;
  public_jwk: string;
  sealed_private_jwk: string;
  created_at: number;
  retired_at: number | null;
}

interface RevokedTokenTable {
  jti: string;
  expires_at: number;
}

interface LoginTable {
  appid: string;
  player_id: Int64;
  login_id: string;
  did: Int64;
  account_uuid: string | null;
  logged_in_at: number;
  logged_out_at: number | null;
}

interface AccountLinkTable {
  appid: string;
  account_uuid: string;
  player_id: Int64;
  linked_at: number;
}

interface GameServerTable {
  game_index: number;
  url: string;
  sealed_key: string;
  updated_at: number;
}

interface MarketSettingTable {
  appid: string;
  market: Market;
  settings: string;
  sealed_secrets: string;
  updated_at: number;
}

interface ProductTable {
  appid: string;
  product_id: string;
  definition: string;
  updated_at: number;
}

interface ServerTable {
  appid: string;
  server_id: string;
  name: string;
  created_at: number;
}

interface AdminTokenTable {
  token_id: string;
  name: string;
  hash: string;
  created_at: number;
  expires_at: number | null;
}

interface AuditLogTable {
  audit_id: string;
  at: number;
  actor_kind: 'admin' | 'console' | 'cli' | 'system';
  actor: string;
  action: string;
  game_index: number | null;
  target: string;
  before_change: string | null;
  after_change: string | null;
}

interface SettingTable {
  name: string;
  value: string;
}

interface RestrictionTypeTable {
  appid: string;
  block_type: number;
  type_status: 'O' | 'N';
  type_name: string;
  type_en_name: string;
  reasons: string;
  created_at: number;
}

export interface RestrictedPlayerTable {
  appid: string;
  player_id: Int64;
  status: 'P' | 'B';
  block_type: number;
  start_date: string;
  end_date: string;
  starts_at: number;
  ends_at: number | null;
  changed_at: number;
}

export interface RestrictionHistoryTable {
  game_index: number;
  seq: number;
  appid: string;
  player_id: Int64;
  at: number;
  action: 'registered' | 'changed' | 'released' | 'expired';
  actor_kind: 'key' | 'client' | 'console' | 'admin' | 'cli' | 'system';
  actor: string;
  comment: string | null;
  before_change: string | null;
  after_change: string | null;
}

interface ChangeSequenceTable {
  game_index: number;
  channel: Channel;
  last_seq: number;
}

export interface OutboxTable {
  game_index: number;
  channel: Channel;
  seq: number;
  subject: string;
  payload: string;
  traceparent: string | null;
  created_at: number;
}

interface OutboxLaneTable {
  game_index: number;
  channel: Channel;
  due_at: number;
  lease: string | null;
  paused: 0 | 1;
}

export interface OutboxBatchTable {
  game_index: number;
  batch_id: string;
  channel: Channel;
  state: 'pending' | 'dead';
  first_seq: number;
  last_seq: number;
  url: string;
  body: string;
  message_count: number;
  attempts: number;
  traceparent: string | null;
  created_at: number;
  died_at: number | null;
}

interface OutboxDeadTable {
  game_index: number;
  batch_id: string;
  seq: number;
  subject: string;
  payload: string;
  traceparent: string | null;
}

export interface OutboxAttemptTable {
  game_index: number;
  channel: Channel;
  at: number;
  first_seq: number;
  number: number;
  batch_id: string;
  message_count: number;
  result: 'delivered' | 'result_code' | 'status' | 'answer' | 'network' | 'address';
  status: number | null;
  result_code: number | null;
  duration_ms: number;
  answer: string | null;
  error: string | null;
}

export interface PurchaseTable {
  appid: string;
  provider: Market;
  unique_key: string;
  number: number;
  transaction_id: string;
  provider_transaction_id: string;
  store_transaction_id: string | null;
  product_id: string;
  quantity: number;
  price: string | null;
  currency: string | null;
  cancel_state: 0 | 1;
  test: 0 | 1;
  account_uuid: string;
  account_compare: 1 | 2 | 9;
  payload: string | null;
  price_verify_key: string | null;
  receipt: string;
  receipt_hash: string;
  market_result: string | null;
  purchased_at: number | null;
  purchase_date_source: 'STORE_PAYMENT' | 'PAYMENT_CONFIRMED' | 'ORDER_CREATED' | 'VERIFIED';
  verified_at: number;
  request_type: 1 | 2;
  app_version: string | null;
  country: string | null;
  language: string | null;
  server_id: string | null;
  project_info: string | null;
  delivery: 1 | 2 | 3 | null;
  delivery_at: number | null;
  kind: 'consumable' | 'subscription';
  claimed: 0 | 1;
  cancel_said_at: number | null;
  claimed_by: string | null;
  claimed_at: number | null;
  subscription_id: string | null;
}

export interface PurchaseRepeatTable {
  appid: string;
  number: number;
  repeats: number;
  first_at: number;
  last_at: number;
}

export interface EarlyRefundTable {
  appid: string;
  provider: Market;
  unique_key: string;
  refund: 'given' | 'restored';
  said_at: number;
}

export interface PurchaseTrailTable {
  appid: string;
  provider: Market;
  subject: string;
  kind: string;
  reference: string;
  at: number;
}

export interface SubscriptionTable {
  appid: string;
  provider: 'APPLE' | 'GOOGLE';
  subscription_id: string;
  account_uuid: string | null;
  original_transaction_id: string | null;
  product_id: string;
  auto_renew_product_id: string | null;
  status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked';
  expires_at: number | null;
  grace_until: number | null;
  refunded_at: number | null;
  test: 0 | 1;
  cycle_key: string;
  cycle_at: number;
  cycle_said_at: number;
  said_at: number;
  created_at: number;
  updated_at: number;
}

export interface MarketNoticeTable {
  appid: string;
  provider: 'APPLE' | 'GOOGLE' | 'PG';
  notice_id: string;
  kind: string;
  state: 'waiting' | 'applied' | 'kept' | 'failed';
  body: string;
  said_at: number;
  received_at: number;
  subject: string | null;
}

export interface MarketPollTable {
  appid: string;
  source: 'apple.history' | 'google.voided' | 'steam.report';
  position: number;
  due_at: number;
  lease: string | null;
}

interface EventTargetTable {
  game_index: number;
  url: string;
  sealed_key: string;
  updated_at: number;
}

export interface JobTable {
  appid: string;
  job_id: string;
  kind: string;
  payload: string;
  attempts: number;
  created_at: number;
  due_at: number | null;
  lease: string | null;
  last_error: string | null;
}

export interface OrderTable {
  appid: string;
  order_id: string;
  provider: 'STEAM' | 'PG';
  state: 'open' | 'charging' | 'paid' | 'failed';
  player_id: Int64;
  account_uuid: string;
  product_id: string;
  quantity: number;
  amount: string;
  currency: string;
  payload: string | null;
  price_verify_key: string | null;
  steam_id: string | null;
  gateway: 'STRIPE' | 'PORTONE' | null;
  gateway_reference: string | null;
  store_transaction_id: string | null;
  charge_attempts: number;
  charging_since: number | null;
  created_at: number;
  paid_at: number | null;
  closed_at: number | null;
}

export interface AccountTable {
  account_id: string;
  email: string;
  password_hash: string;
  owner: 0 | 1;
  disabled: 0 | 1;
  sealed_totp: string | null;
  totp_confirmed: 0 | 1;
  totp_last_step: number;
  created_at: number;
}

interface RecoveryCodeTable {
  account_id: string;
  hash: string;
}

export interface ConsoleSessionTable {
  hash: string;
  session_id: string;
  account_id: string;
  created_at: number;
  seen_at: number;
  address: string;
  user_agent: string;
}

interface SignInFailureTable {
  subject: string;
  failures: number;
  last_at: number;
  locked_until: number;
}

export type Role = 'viewer' | 'operator' | 'admin' | 'owner';

interface MemberTable {
  game_index: number;
  account_id: string;
  role: Role;
}

export interface InvitationTable {
  invitation_id: string;
  hash: string;
  email: string;
  game_index: number | null;
  role: Role;
  invited_by: string;
  created_at: number;
  expires_at: number;
}

export interface BulkJobTable {
  job_id: string;
  appid: string;
  action: 'restrict' | 'release';
  state: 'reading' | 'ready' | 'running' | 'done';
  skip_blocked: 0 | 1;
  comment: string | null;
  actor_kind: 'admin' | 'console' | 'cli' | 'system';
  actor: string;
  total: number;
  position: number;
  verdicts: string;
  results: string;
  created_at: number;
  finished_at: number | null;
  lease: string | null;
  due_at: number;
}

export interface BulkRowTable {
  job_id: string;
  number: number;
  source: string;
  player_id: Int64 | null;
  status: 'P' | 'B' | null;
  block_type: number | null;
  start_date: string | null;
  end_date: string | null;
  verdict: string;
  reason: string | null;
  result: string | null;
}

export interface CounterTable {
  appid: string;
  bucket: number;
  metric: string;
  dimension: string;
  value: Int64;
}
