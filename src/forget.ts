// What is removed with an app beside its own tables: what the two halves keep about it.

import { forgetApp as forgetPurchases } from './payment/ledger/purchases-store.ts';
import { forgetApp as forgetRefusals } from './payment/refusals-store.ts';
import { forgetApp as forgetNotes } from './players/notes-store.ts';
import { forgetApp as forgetRestrictions } from './restriction/store.ts';
import type { Forget } from './tenants/apps.ts';

export const forget: readonly Forget[] = [
  forgetRestrictions,
  forgetPurchases,
  forgetRefusals,
  forgetNotes,
];
