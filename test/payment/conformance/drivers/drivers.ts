// The drivers of all markets. A new market adds its own here.
import type { Driver } from '../driver.ts';
import { amazon } from './amazon.ts';
import { apple } from './apple.ts';
import { custom } from './custom.ts';
import { paypal, portone, stripe } from './gateways.ts';
import { google } from './google.ts';
import { onestore } from './onestore.ts';
import { samsung } from './samsung.ts';
import { steam } from './steam.ts';

export const drivers: readonly Driver[] = [
  apple,
  google,
  steam,
  stripe,
  portone,
  paypal,
  onestore,
  amazon,
  samsung,
  custom,
];
