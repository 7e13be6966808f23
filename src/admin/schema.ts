// Shapes that several nouns of the admin API share: paths and pages.
import { type TSchema, Type } from 'typebox';
import { Appid } from '../apps/apps.ts';
import { invalid, type Refusal } from '../apps/desk.ts';
import { ProductId } from '../apps/products.ts';
import { GameIndex } from '../apps/projects.ts';
import { ServerId } from '../apps/servers.ts';
import { toId64 } from '../ids.ts';

const id = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$', description });

const path = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const ProjectPath = path({ game_index: GameIndex });
export const AppPath = path({ appid: Appid });
export const KeyPath = path({ appid: Appid, key_id: id('The key.') });
export const ClientPath = path({ client_id: id('The OAuth client.') });
export const MarketPath = path({
  appid: Appid,
  market: Type.Enum(['APPLE', 'GOOGLE', 'STEAM', 'PG']),
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

export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `after` to get the next page; null at the end.',
    }),
  });

export const listOf = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item) });
