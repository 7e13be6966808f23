// The emulator: all markets on one server.
import { createAmazon } from './amazon/market.ts';
import { createApple } from './apple/market.ts';
import { createCustom } from './custom/market.ts';
import { createGoogle } from './google/market.ts';
import { type Emulator, type EmulatorOptions, hostMarkets } from './host.ts';
import { createOnestore } from './onestore/market.ts';
import { createPaypal } from './paypal/market.ts';
import { createPortone } from './portone/market.ts';
import { createSamsung } from './samsung/market.ts';
import { createSteam } from './steam/market.ts';
import { createStripe } from './stripe/market.ts';

export function buildEmulator(options?: EmulatorOptions): Promise<Emulator> {
  return hostMarkets(
    [
      ...[createApple, createGoogle, createSteam, createStripe, createPortone, createPaypal],
      ...[createOnestore, createAmazon, createSamsung, createCustom],
    ],
    options,
  );
}
