// Shapes that several nouns of the admin API share: paths and pages.
import { type TSchema, Type } from 'typebox';
import { invalid, type Refusal } from '../../audit/operation.ts';
import { toId64 } from '../../base/ids.ts';
import type { Market } from '../../storage/schema.ts';
import { Appid } from '../../tenants/apps.ts';
import { ProductId } from '../../tenants/products.ts';
import { GameIndex } from '../../tenants/projects.ts';
import { ServerId } from '../../tenants/servers.ts';

const id = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$', description });

const path = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const ProjectPath = path({ game_index: GameIndex });
export const AppPath = path({ appid: Appid });
export const KeyPath = path({ appid: Appid, key_id: id('The key.') });
export const ClientPath = path({ client_id: id('The OAuth client.') });
const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const;
export const MarketPath = path({ appid: Appid, market: Type.Enum([...MARKETS]) });
/** The one that was asked for, or all. */
export const providersOf = (provider: Market | undefined): readonly Market[] =>
  provider === undefined ? MARKETS : [provider];

export const PurchasePath = path({
  appid: Appid,
  service_transaction_id: Type.String({
    pattern: '^((AP|GO|ST|PG)_[0-9]{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
    description: '`serviceTransactionId` of the purchase, or of the cycle of a subscription.',
  }),
});
export const SubscriptionPath = path({
  appid: Appid,
  provider: Type.Enum(['APPLE', 'GOOGLE']),
  subscription_id: Type.String({
    pattern: '^[\\x20-\\x7e]{1,300}$',
    description: 'As in the list of subscriptions.',
  }),
});
export const ProductPath = path({ appid: Appid, product_id: ProductId });
export const ServerPath = path({ appid: Appid, server_id: ServerId });
export const AdminTokenPath = path({ token_id: id('The admin token.') });

export const TypePath = path({ appid: Appid, block_type: Type.Integer({ minimum: 1 }) });
export const PlayerId = Type.String({
  pattern: '^[1-9]\\d{0,18}$',
  description: 'Player identifier.',
});
export const PlayerPath = path({ appid: Appid, player_id: PlayerId });
export const BulkPath = path({ appid: Appid, job_id: id('The bulk job.') });
export const SessionPath = path({ session_id: id('The session.') });
export const MemberPath = path({ game_index: GameIndex, account_id: id('The account.') });
export const InvitationPath = path({ invitation_id: id('The invitation.') });
export const ProjectInvitationPath = path({
  ...ProjectPath.properties,
  ...InvitationPath.properties,
});

export const Comment = Type.Optional(
  Type.String({
    maxLength: 1_000,
    pattern: '^[^\\u0000]*$',
    description: 'Why; kept in the history.',
  }),
);

/** Nineteen digits can be more than 64 bits hold. */
export function playerIdOf(text: string): bigint | Refusal {
  return toId64(BigInt(text)) ?? invalid('player_id', 'At most 9223372036854775807.');
}

export const orNull = <T extends TSchema>(schema: T, description = '') =>
  Type.Union([schema, Type.Null()], description === '' ? {} : { description });

/** `example` is one item. */
export const pageOf = <T extends TSchema>(item: T, example?: object) =>
  Type.Object(
    {
      items: Type.Array(item),
      next: Type.Union([Type.String(), Type.Null()], {
        description: 'Send it as `after` to get the next page; null at the end.',
      }),
    },
    example ? { examples: [{ items: [example], next: null }] } : {},
  );

export const listOf = <T extends TSchema>(item: T, example?: readonly object[]) =>
  Type.Object({ items: Type.Array(item) }, example ? { examples: [{ items: example }] } : {});
