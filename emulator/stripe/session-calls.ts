// The calls on checkout sessions.
import { type Call, expandable, find, listPage, paging } from './call.ts';
import { badParameter } from './errors.ts';
import { checkAmount } from './intent-calls.ts';
import { type LineItem, noteOrder, type Session, sessionTotal } from './ledger.ts';
import { showLineItems, showSession } from './objects.ts';
import {
  boolean,
  currency,
  ignored,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  read,
  shape,
  text,
  webUrl,
} from './params.ts';
import { pick } from './record-list.ts';
import { expireSession } from './sessions.ts';

const lineItem = shape({
  adjustable_quantity: ignored,
  price_data: needed(
    shape({
      currency: needed(currency),
      product_data: needed(
        shape({
          name: needed(text()),
          description: text(),
          images: ignored,
          metadata,
          tax_code: ignored,
        }),
      ),
      tax_behavior: ignored,
      unit_amount: needed(integer()),
    }),
  ),
  quantity: integer({ min: 1, max: 999_999 }),
});

const creation = shape({
  ...expandable,
  allow_promotion_codes: boolean,
  billing_address_collection: ignored,
  cancel_url: webUrl,
  client_reference_id: text({ max: 200 }),
  custom_text: ignored,
  customer_creation: ignored,
  customer_email: text(),
  expires_at: integer({ max: 10 ** 12 }),
  line_items: needed(list(lineItem)),
  locale: text(),
  metadata,
  mode: needed(oneOf('payment')),
  payment_intent_data: shape({
    capture_method: oneOf('automatic', 'automatic_async'),
    description: text(),
    metadata,
    receipt_email: text(),
    statement_descriptor_suffix: text({ max: 22 }),
  }),
  payment_method_types: list(text()),
  submit_type: ignored,
  success_url: needed(webUrl),
  ui_mode: oneOf('hosted_page'),
});

const lookup = shape(expandable);
const sessionList = shape({
  ...paging,
  payment_intent: text(),
  status: oneOf('open', 'complete', 'expired'),
});

const minute = 60;
const day = 24 * 60 * minute;

export function sessionCalls(watch: { add(session: Session): void }): Call[] {
  return [
    {
      verb: 'POST',
      path: '/checkout/sessions',
      answer({ ledger }, { livemode, source }) {
        const params = read(creation, source);
        const code = oneCurrency(params.line_items.map(({ price_data }) => price_data.currency));
        const now = ledger.now();
        const expiresAt = params.expires_at ?? now + day;
        if (expiresAt < now + 30 * minute || expiresAt > now + day) {
          throw badParameter(
            'expires_at must be between 30 minutes and 24 hours from now.',
            'expires_at',
          );
        }
        const session: Session = {
          id: ledger.world.id(livemode ? 'cs_live_' : 'cs_test_'),
          livemode,
          created: now,
          status: 'open',
          currency: code,
          items: params.line_items.map(
            ({ price_data, quantity = 1 }): LineItem => ({
              id: ledger.world.id('li_'),
              name: price_data.product_data.name,
              unitAmount: price_data.unit_amount,
              quantity,
            }),
          ),
          successUrl: params.success_url,
          expiresAt,
          metadata: params.metadata ?? {},
          intentMetadata: params.payment_intent_data?.metadata ?? {},
          ...optional({
            cancelUrl: params.cancel_url,
            intentDescription: params.payment_intent_data?.description,
            reference: params.client_reference_id,
            email: params.customer_email,
            locale: params.locale,
          }),
        };
        checkAmount(sessionTotal(session), code, 'line_items');
        ledger.sessions.add(session);
        noteOrder(ledger.orders, session);
        watch.add(session);
        return { object: showSession(ledger, session), expand: params.expand ?? [] };
      },
    },
    {
      verb: 'GET',
      path: '/checkout/sessions',
      answer({ ledger }, { livemode, source }) {
        const query = read(sessionList, source);
        const { payment_intent: paidBy } = query;
        const list =
          paidBy === undefined
            ? ledger.sessions
            : pick(ledger.sessions, [ledger.intents.get(paidBy)?.session ?? '']);
        const object = listPage(list, livemode, query, {
          url: '/v1/checkout/sessions',
          matches: ({ status }) => (query.status ?? status) === status,
          show: (session) => showSession(ledger, session),
        });
        return { object, expand: query.expand ?? [] };
      },
    },
    {
      verb: 'GET',
      path: '/checkout/sessions/:id',
      answer({ ledger }, { livemode, id, source }) {
        const query = read(lookup, source);
        const session = find(ledger.sessions, 'checkout.session', id, livemode);
        return { object: showSession(ledger, session), expand: query.expand ?? [] };
      },
    },
    {
      verb: 'GET',
      path: '/checkout/sessions/:id/line_items',
      answer({ ledger }, { livemode, id }) {
        return { object: showLineItems(find(ledger.sessions, 'checkout.session', id, livemode)) };
      },
    },
    {
      verb: 'POST',
      path: '/checkout/sessions/:id/expire',
      answer(account, { livemode, id, source }) {
        const params = read(lookup, source);
        const session = find(account.ledger.sessions, 'checkout.session', id, livemode);
        expireSession(account, session);
        return { object: showSession(account.ledger, session), expand: params.expand ?? [] };
      },
    },
  ];
}

function oneCurrency(codes: readonly string[]): string {
  const [code] = codes;
  if (code === undefined) {
    throw badParameter('Missing required param: line_items.', 'line_items', 'parameter_missing');
  }
  if (codes.every((other) => other === code)) return code;
  throw badParameter('All line items must have the same currency.', 'line_items');
}

type Optional<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Leaves out what was not given. */
function optional<T extends Record<string, unknown>>(fields: T): Optional<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Optional<T>;
}
