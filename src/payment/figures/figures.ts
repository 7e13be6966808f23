// Figures about purchases, in the order in which they are offered.
import { cohorts } from './cohorts.ts';
import { disputes } from './dispute-figures.ts';
import { payers } from './payer-figures.ts';
import { revenue } from './revenue.ts';
import { subscriptions } from './subscription-figures.ts';
import { verification } from './verification.ts';

export const PAYMENT_FIGURES = [revenue, payers, subscriptions, cohorts, verification, disputes];
