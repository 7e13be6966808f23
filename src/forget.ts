// What is removed with an app or a project beside its own tables: what the other modules keep about it.

import { forgetProject as forgetAlerts } from './alerts/store.ts';
import { forgetApp as forgetMeasures } from './measures/rules-store.ts';
import { forgetProject as forgetMessages } from './outbox/outbox.ts';
import { forgetRates } from './payment/figures/rates.ts';
import { clearSums } from './payment/figures/sums-store.ts';
import { forgetApp as forgetPurchases } from './payment/ledger/purchases-store.ts';
import { forgetApp as forgetRefusals } from './payment/outcomes/refusals-store.ts';
import { forgetApp as forgetNotes } from './players/notes-store.ts';
import { forgetApp as forgetRestrictions } from './restriction/store.ts';
import type { Forget } from './tenants/apps.ts';
import type { ForgetProject } from './tenants/projects.ts';

export const forget: readonly Forget[] = [
  forgetRestrictions,
  forgetPurchases,
  clearSums,
  forgetRefusals,
  forgetNotes,
  forgetMeasures,
];

export const forgetProject: readonly ForgetProject[] = [forgetMessages, forgetAlerts, forgetRates];
