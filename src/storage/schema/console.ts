// Tables of console accounts and their roles.
import type { Generated } from 'kysely';

export interface ConsoleTables {
  account: AccountTable;
  recovery_code: RecoveryCodeTable;
  console_session: ConsoleSessionTable;
  sign_in_failure: SignInFailureTable;
  member: MemberTable;
  invitation: InvitationTable;
  password_reset: PasswordResetTable;
  oidc_identity: OidcIdentityTable;
  oidc_flow: OidcFlowTable;
  oidc_session: OidcSessionTable;
  oidc_logout: OidcLogoutTable;
}

export interface AccountTable {
  account_id: string;
  email: string;
  /** Empty: the account has no password. */
  password_hash: string;
  /** Whether people made it an owner of the installation; groups do in `oidc_identity`. */
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
  limits: string | null;
  /** Decides about the role, which counts in its sessions alone; null: people do. */
  issuer: Generated<string | null>;
}

export interface OidcIdentityTable {
  issuer: string;
  subject: string;
  account_id: string;
  /** Whether the groups make the account an owner, in sessions by this issuer. */
  gives_owner: 0 | 1;
  created_at: number;
}

interface OidcFlowTable {
  hash: string;
  issuer: string;
  next: string;
  account_id: string | null;
  expires_at: number;
}

export interface OidcSessionTable {
  session_id: string;
  issuer: string;
  subject: string;
  sid: string | null;
  second_factor: 0 | 1;
  sealed_tokens: string;
  checked_at: number;
  failed_at: number;
  held_until: number;
}

interface OidcLogoutTable {
  issuer: string;
  jti: string;
  expires_at: number;
}

interface PasswordResetTable {
  account_id: string;
  hash: string;
  expires_at: number;
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
  /** In which the mail is written; null: none is sent. */
  language: 'en' | 'ko' | null;
  mailed_at: number | null;
  mail_failure: string | null;
  limits: string | null;
}
