// Tables of projects, apps and their settings, and of the turns of background work.
import type { Generated } from 'kysely';
import type { GatewayName } from '../../base/market.ts';
import type { Market } from './column.ts';

export interface AppTables {
  project: ProjectTable;
  app: AppTable;
  server: ServerTable;
  product: ProductTable;
  market_setting: MarketSettingTable;
  former_gateway: FormerGatewayTable;
  certificate_status: CertificateStatusTable;
  turn: TurnTable;
}

export interface ProjectTable {
  game_index: number;
  name: string;
  created_at: number;
  requires_second_factor: Generated<0 | 1>;
  /** Scopes of restrictions beside the ready ones: JSON. */
  scopes: Generated<string>;
  /** The configuration file that was last applied: JSON. Null: none was. */
  applied_configuration: Generated<string | null>;
  /** How appeals are treated: JSON. */
  appeals: Generated<string>;
  /** Limits of actions after the sale: JSON. */
  actions: Generated<string>;
}

export interface AppTable {
  appid: string;
  game_index: number;
  name: string;
  time_zone: string;
  account_namespace: string;
  next_block_type: number;
  created_at: number;
  /** What buyers are shown about refunds and cancellations, by language: JSON. */
  dispute_texts: Generated<string>;
  /** The restriction type for players whose consent was withdrawn; null: they are not restricted. */
  consent_type: Generated<number | null>;
}

interface ServerTable {
  appid: string;
  server_id: string;
  name: string;
  created_at: number;
}

interface ProductTable {
  appid: string;
  product_id: string;
  definition: string;
  updated_at: number;
}

interface MarketSettingTable {
  appid: string;
  market: Market;
  settings: string;
  sealed_secrets: string;
  updated_at: number;
  identity: string | null;
  twin: 0 | 1;
  refused_since: Generated<number | null>;
  refused_at: Generated<number | null>;
  refused_call: Generated<string | null>;
  /** JSON. */
  refusal: Generated<string | null>;
  failing_since: Generated<number | null>;
}

interface FormerGatewayTable {
  appid: string;
  gateway: GatewayName;
  settings: string;
  sealed_secrets: string;
  replaced_at: number;
}

interface CertificateStatusTable {
  certificate: string;
  revoked: 0 | 1;
  next_update: number;
  failing_since: number | null;
}

export interface TurnTable {
  game_index: number;
  appid: string;
  work: string;
  subject: string;
  position: number;
  due_at: number;
  taken_at: number;
  lease: string | null;
}
