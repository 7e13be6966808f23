// The calls on disputes and early fraud warnings.
import { type Call, expandable, find, listPage, paging } from './call.ts';
import { evidenceFields, showDispute, showWarning } from './dispute-objects.ts';
import { giveEvidence, stepDispute } from './disputes.ts';
import type { Dispute, Warning } from './ledger.ts';
import { boolean, metadata, type Rule, read, shape, text } from './params.ts';

const ofCharge = shape({ ...paging, charge: text(), payment_intent: text() });
const lookup = shape(expandable);

const longText = text({ max: 20_000 });
/** An empty one unsets the field. */
const evidenceText: Rule<string | undefined> = (value, param) =>
  value === '' ? '' : longText(value, param);
const evidence = shape(
  Object.fromEntries(evidenceFields.map((name) => [name, evidenceText])) as Record<
    (typeof evidenceFields)[number],
    typeof evidenceText
  >,
);
const update = shape({ ...expandable, evidence, metadata, submit: boolean });

function given(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Record<string, string>;
}

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
        show: (dispute) => showDispute(dispute, ledger.now()),
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
      return { object: showDispute(dispute, ledger.now()), expand: query.expand ?? [] };
    },
  },
  {
    verb: 'POST',
    path: '/disputes/:id',
    answer(account, { livemode, id, source }) {
      const params = read(update, source);
      const dispute = find(account.ledger.disputes, 'dispute', id, livemode);
      giveEvidence(account, dispute, {
        evidence: given(params.evidence ?? {}),
        metadata: params.metadata,
        submit: params.submit ?? true,
      });
      return { object: showDispute(dispute, account.ledger.now()), expand: params.expand ?? [] };
    },
  },
  {
    verb: 'POST',
    path: '/disputes/:id/close',
    answer(account, { livemode, id, source }) {
      const params = read(lookup, source);
      const dispute = find(account.ledger.disputes, 'dispute', id, livemode);
      stepDispute(account, dispute, 'lose');
      return { object: showDispute(dispute, account.ledger.now()), expand: params.expand ?? [] };
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
