// The paths of the admin API.
import { Type } from 'typebox';
import { named } from '../../base/named.ts';
import { PlayerId } from '../../identity/player-id.ts';
import { MarketName } from '../../payment/markets/markets.ts';
import { OrderId } from '../../payment/orders/operations.ts';
import { RefusedId } from '../../payment/queries/refused-operations.ts';
import { SubscriptionId } from '../../payment/queries/subscription-operations.ts';
import { SubscriptionProvider } from '../../payment/queries/subscription-view.ts';
import { ServiceTransactionId } from '../../payment/service-id.ts';
import { NoteId } from '../../players/notes.ts';
import { BlockType } from '../../restriction/type-operations.ts';
import { Appid } from '../../tenants/apps.ts';
import { ProductId } from '../../tenants/products.ts';
import { GameIndex } from '../../tenants/projects.ts';
import { ServerId } from '../../tenants/servers.ts';

const id = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$', description });

const path = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const ProjectPath = path({ game_index: GameIndex });
export const AppPath = path({ appid: Appid });
export const KeyPath = path({ appid: Appid, key_id: id('Key id.') });
export const ClientPath = path({ client_id: id('Client id.') });
export const MarketPath = path({ appid: Appid, market: MarketName });

export const PurchasePath = path({
  appid: Appid,
  service_transaction_id: ServiceTransactionId,
});
export const RefusedPath = path({ appid: Appid, refused_id: RefusedId });
export const SubscriptionPath = path({
  appid: Appid,
  provider: SubscriptionProvider,
  subscription_id: SubscriptionId,
});
export const ProductPath = path({ appid: Appid, product_id: ProductId });
export const ServerPath = path({ appid: Appid, server_id: ServerId });
export const AdminTokenPath = path({ token_id: id('Token id.') });

export const TypePath = path({ appid: Appid, block_type: BlockType });
export const PlayerPath = path({ appid: Appid, player_id: PlayerId });
export const NotePath = path({ ...PlayerPath.properties, note_id: NoteId });
export const OrderPath = path({ appid: Appid, order_id: OrderId });
export const BulkPath = path({ appid: Appid, job_id: named('JobId', id('Job id.')) });
export const SessionPath = path({ session_id: id('Session id.') });
export const MemberPath = path({ game_index: GameIndex, account_id: id('Account id.') });
export const InvitationPath = path({ invitation_id: id('Invitation id.') });
export const ProjectInvitationPath = path({
  ...ProjectPath.properties,
  ...InvitationPath.properties,
});
