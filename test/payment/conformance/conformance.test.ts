// The conformance kit at every market.
import { drivers } from './drivers/drivers.ts';
import { conform } from './kit.ts';

conform(drivers);
