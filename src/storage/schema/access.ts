// Tables of keys, OAuth clients, admin tokens, player logins and the audit log.
import type { Int64 } from './column.ts';

export interface AccessTables {
  certification_key: CertificationKeyTable;
  price_key: PriceKeyTable;
  oauth_client: OauthClientTable;
  client_secret: ClientSecretTable;
  signing_key: SigningKeyTable;
  revoked_token: RevokedTokenTable;
  admin_token: AdminTokenTable;
  login: LoginTable;
  account_link: AccountLinkTable;
  setting: SettingTable;
  kept_key: KeptKeyTable;
  audit_log: AuditLogTable;
}

interface CertificationKeyTable {
  key_id: string;
  appid: string;
  hash: string;
  hint: string;
  created_at: number;
  expires_at: number | null;
}

interface PriceKeyTable {
  key_id: string;
  appid: string;
  sealed_key: string;
  hint: string;
  created_at: number;
  expires_at: number | null;
}

export interface OauthClientTable {
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

export type Scope = 'full' | 'read' | 'restriction' | 'payment';

export interface AdminTokenTable {
  token_id: string;
  name: string;
  hash: string;
  created_at: number;
  expires_at: number | null;
  scope: Scope;
  projects: string | null;
  created_by: string;
  last_used_at: number | null;
  limits: string | null;
}

export interface LoginTable {
  game_index: number;
  appid: string;
  player_id: Int64;
  login_id: string;
  did: Int64;
  account_uuid: string | null;
  logged_in_at: number;
  logged_out_at: number | null;
}

interface AccountLinkTable {
  game_index: number;
  appid: string;
  account_uuid: string;
  player_id: Int64;
  linked_at: number;
  first_linked_at: number | null;
}

interface SettingTable {
  name: string;
  value: string;
}

interface KeptKeyTable {
  key_id: string;
  purpose: string;
  sealed_key: string;
  created_at: number;
}

interface AuditLogTable {
  /** 0 for what belongs to no project. */
  game_index: number;
  audit_id: string;
  at: number;
  actor_kind: 'admin' | 'console' | 'cli' | 'system';
  actor: string;
  action: string;
  target: string;
  before_change: string | null;
  after_change: string | null;
}
