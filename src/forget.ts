// What is removed with an app beside its own tables: what the two halves keep about it.
import type { Forget } from './apps/apps.ts';
import { forgetApp as forgetPurchases } from './payment/store.ts';
import { forgetApp as forgetRestrictions } from './restriction/store.ts';

export const forget: readonly Forget[] = [forgetRestrictions, forgetPurchases];
