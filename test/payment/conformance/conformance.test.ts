// The conformance kit at every market. A new market adds its driver here.

import { amazon } from './drivers/amazon.ts';
import { apple } from './drivers/apple.ts';
import { custom } from './drivers/custom.ts';
import { paypal, portone, stripe } from './drivers/gateways.ts';
import { google } from './drivers/google.ts';
import { onestore } from './drivers/onestore.ts';
import { samsung } from './drivers/samsung.ts';
import { steam } from './drivers/steam.ts';
import { conform } from './kit.ts';

conform([apple, google, steam, stripe, portone, paypal, onestore, amazon, samsung, custom]);
