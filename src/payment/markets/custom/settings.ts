// Settings of an app at a market of the studio's own.
import { Type } from 'typebox';
import type { MarketApp } from '../market.ts';
import { secret, shape } from '../shapes.ts';

export const customShapes = {
  settings: shape({
    address: Type.String({
      pattern: '^https?://',
      format: 'uri',
      maxLength: 2_000,
      description:
        'Where the studio answers `verify`, `acknowledge` and `changes`, which are added to it. `http` only with `TOLLGATE_ALLOW_PRIVATE_TARGETS`.',
    }),
    refunds: Type.Optional(
      Type.Boolean({
        description: 'The address also answers `refund`, so operators can pay buyers back.',
      }),
    ),
  }),
  secrets: shape({
    key: secret(
      'The key that signs calls, answers and notifications: 32 to 512 visible characters.',
    ),
    old_key: secret(
      'The key before it, while the studio changes over: both sign, and both are accepted.',
    ),
  }),
  defaults: {},
};

export type CustomApp = MarketApp<typeof customShapes>;

const KEY = /^[\x21-\x7e]{32,512}$/;

export const keyProblem = (text: string): string | undefined =>
  KEY.test(text)
    ? undefined
    : 'must be 32 to 512 visible characters without spaces, such as `openssl rand -hex 32` prints.';

/** What is added to an address must be the end of its path. */
export function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'is no URL.';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password.';
  return url.search === '' && url.hash === '' ? undefined : 'must end with its path.';
}

/** Each signs. */
export const keysOf = ({ secrets: { key, old_key } }: CustomApp): readonly string[] =>
  [key, old_key].filter((each) => each !== undefined);
