// The parameters of the paths of the admin API, by their names in a path.
import { type TObject, Type } from 'typebox';
import { AlertId } from '../../alerts/alerts.ts';
import { ChannelId } from '../../alerts/channels.ts';
import { named } from '../../base/named.ts';
import { PlayerId } from '../../identity/player-id.ts';
import { EffectId, RuleId } from '../../measures/rules/rule.ts';
import { IssuerName } from '../../operators/oidc/issuers.ts';
import { BatchId } from '../../outbox/operations/lane.ts';
import { ReceiverId } from '../../outbox/receivers.ts';
import { ReplayId } from '../../outbox/replay/operations.ts';
import { ActionId } from '../../payment/actions/decide.ts';
import { DisputeId } from '../../payment/disputes/shapes.ts';
import { TextLanguage } from '../../payment/disputes/texts.ts';
import { ReportId } from '../../payment/external/view.ts';
import { MarketName } from '../../payment/markets/markets.ts';
import { OrderId } from '../../payment/orders/operations.ts';
import { GrantId } from '../../payment/owned/grants.ts';
import { RefusedId } from '../../payment/queries/refused-operations.ts';
import { SubscriptionId } from '../../payment/queries/subscription-operations.ts';
import { SubscriptionProvider } from '../../payment/queries/subscription-view.ts';
import { ServiceTransactionId } from '../../payment/service-id.ts';
import { GatewayName } from '../../payment/settings/former-gateways.ts';
import { NoteId } from '../../players/notes.ts';
import { AppealId } from '../../restriction/appeals/operations.ts';
import { ScopeName } from '../../restriction/schema.ts';
import { BlockType } from '../../restriction/type-operations.ts';
import { Appid } from '../../tenants/apps.ts';
import { ProductId } from '../../tenants/products.ts';
import { GameIndex } from '../../tenants/projects.ts';
import { ServerId } from '../../tenants/servers.ts';

const id = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$', description });

const PARAMETERS = {
  action_id: ActionId,
  account_id: id('Account id.'),
  alert_id: AlertId,
  appeal_id: AppealId,
  appid: Appid,
  batch_id: BatchId,
  block_type: BlockType,
  channel: ReceiverId,
  channel_id: ChannelId,
  client_id: id('Client id.'),
  dispute_id: DisputeId,
  effect_id: EffectId,
  game_index: GameIndex,
  gateway: GatewayName,
  grant_id: GrantId,
  issuer: IssuerName,
  invitation_id: id('Invitation id.'),
  job_id: named('JobId', id('Job id.')),
  key_id: id('Key id.'),
  language: TextLanguage,
  market: MarketName,
  note_id: NoteId,
  order_id: OrderId,
  player_id: PlayerId,
  product_id: ProductId,
  provider: SubscriptionProvider,
  refused_id: RefusedId,
  replay_id: ReplayId,
  report_id: ReportId,
  rule_id: RuleId,
  scope: ScopeName,
  server_id: ServerId,
  service_transaction_id: ServiceTransactionId,
  session_id: id('Session id.'),
  subscription_id: SubscriptionId,
  token_id: id('Token id.'),
};
type Parameters = typeof PARAMETERS;

type NamesIn<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? NamesIn<First> | NamesIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** The shape of the parameters of a path. */
export type PathOf<Path extends string> = TObject<
  Pick<Parameters, NamesIn<Path> & keyof Parameters>
>;

/** Undefined for a path without parameters. */
export function pathOf(path: string): TObject | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as keyof Parameters);
  if (names.length === 0) return undefined;
  const shapes = names.map((name) => [name, PARAMETERS[name]] as const);
  return Type.Object(Object.fromEntries(shapes), { additionalProperties: false });
}
