// The markets beside App Store and Google Play at which the service of the bench sells.
import type { Driver } from '../test/payment/conformance/driver.ts';
import { amazon } from '../test/payment/conformance/drivers/amazon.ts';
import { custom } from '../test/payment/conformance/drivers/custom.ts';
import { paypal } from '../test/payment/conformance/drivers/gateways.ts';
import { onestore } from '../test/payment/conformance/drivers/onestore.ts';
import { samsung } from '../test/payment/conformance/drivers/samsung.ts';

export const OTHERS: readonly Driver[] = [onestore, amazon, samsung, custom];

/** The gateway at which it opens orders. */
export const GATEWAY: Driver = paypal;
