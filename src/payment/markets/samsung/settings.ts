// Settings of an app at the Galaxy Store.
import type { MarketApp } from '../market.ts';
import { secret, shape, text } from '../shapes.ts';

export const samsungShapes = {
  settings: shape({
    package_name: text('Package name of the app at the Galaxy Store.'),
  }),
  secrets: shape({
    public_key: secret('IAP public key of the app (PEM or base64), which verifies notifications.'),
  }),
  defaults: {},
};

export type SamsungApp = MarketApp<typeof samsungShapes>;
