// The calls on disputes and early fraud warnings.
import { type Call, expandable, find, listPage, paging } from './call.ts';
import { showDispute, showWarning } from './dispute-objects.ts';
import { stepDispute } from './disputes.ts';
import type { Dispute, Warning } from './ledger.ts';
import { read, shape, text } from './params.ts';

const ofCharge = shape({ ...paging, charge: text(), payment_intent: text() });
const lookup = shape(expandable);

interface OfCharge {
  charge: string;
  intent: string;
}

const matching =
  (query: { charge: string | undefined; payment_intent: string | undefined }) =>
  ({ charge, intent }: OfCharge): boolean =>
    (query.charge ?? charge) === charge && (query.payment_intent ?? intent) === intent;

export const disputeCalls: Call[] = [
  {
    verb: 'GET',
    path: '/disputes',
    answer({ ledger }, { livemode, source }) {
      const query = read(ofCharge, source);
      const object = listPage<Dispute>(ledger.disputes, livemode, query, {
        url: '/v1/disputes',
        matches: matching(query),
        show: showDispute,
      });
      return { object, expand: query.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/disputes/:id',
    answer({ ledger }, { livemode, id, source }) {
      const query = read(lookup, source);
      const dispute = find(ledger.disputes, 'dispute', id, livemode);
      return { object: showDispute(dispute), expand: query.expand ?? [] };
    },
  },
  {
    verb: 'POST',
    path: '/disputes/:id/close',
    answer(account, { livemode, id, source }) {
      const params = read(lookup, source);
      const dispute = find(account.ledger.disputes, 'dispute', id, livemode);
      stepDispute(account, dispute, 'lose');
      return { object: showDispute(dispute), expand: params.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/radar/early_fraud_warnings',
    answer({ ledger }, { livemode, source }) {
      const query = read(ofCharge, source);
      const object = listPage<Warning>(ledger.warnings, livemode, query, {
        url: '/v1/radar/early_fraud_warnings',
        matches: matching(query),
        show: (warning) => showWarning(ledger, warning),
      });
      return { object, expand: query.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/radar/early_fraud_warnings/:id',
    answer({ ledger }, { livemode, id, source }) {
      const query = read(lookup, source);
      const warning = find(ledger.warnings, 'early_fraud_warning', id, livemode);
      return { object: showWarning(ledger, warning), expand: query.expand ?? [] };
    },
  },
];
