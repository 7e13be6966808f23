// Settings of an app at Steam.
import { Type } from 'typebox';
import type { MarketApp } from '../market.ts';
import { secret, shape } from '../shapes.ts';

const SteamSettings = shape({
  steam_app_id: Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'Steam app id.' }),
  amount_divisor: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 100,
      description: 'Tollgate divides Steam amounts by this number.',
    }),
  ),
});
const SteamSecrets = shape({
  publisher_key: secret(
    'Publisher Web API key. If it is bound to server addresses at Steamworks, include the outgoing address of this server.',
  ),
});

export const steamShapes = {
  settings: SteamSettings,
  secrets: SteamSecrets,
  defaults: { amount_divisor: 100 },
};

export type SteamApp = MarketApp<typeof steamShapes>;
