// The pay pages as a browser without scripts sees them: read, press a button, follow the redirect.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startShop } from './shop.ts';

const shop = await startShop();
const { stripe, portone } = shop;
const { storeId } = shop.credentials.portone;

const read = async (url: string) => {
  const response = await fetch(url);
  const html = await response.text();
  const actions = Array.from(
    html.matchAll(/<form method="post" action="([^"]*)"><button>([^<]*)<\/button><\/form>/g),
    ([, action, label]) => [label, String(action).replaceAll('&amp;', '&')],
  );
  return {
    status: response.status,
    title: html.match(/<h1>(.*)<\/h1>/)?.[1],
    facts: Array.from(html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g), ([, name, value]) => [
      name,
      value,
    ]),
    buttons: Object.fromEntries(actions),
    policy: response.headers.get('content-security-policy') ?? '',
    html,
  };
};
/** Browsers send an empty form with its content type. */
const press = async (action: string) => {
  const response = await fetch(shop.url + action, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(),
  });
  return [response.status, response.headers.get('location')];
};
const openCheckout = (extra: object = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: 'H1',
    line_items: [
      {
        price_data: {
          currency: 'usd',
          unit_amount: 250,
          product_data: { name: '<b>"Gems" & more</b>' },
        },
        quantity: 4,
      },
    ],
    success_url: 'https://shop.example/done?id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://other.example/back',
    ...extra,
  });
const portoneUrl = (extra: Record<string, string> = {}) =>
  `${shop.url}/pay/portone/H2?${new URLSearchParams({
    storeId,
    redirectUrl: 'https://shop.example/done?order=H2',
    ...extra,
  })}`;

beforeEach(() => shop.control('/reset'));

test('Stripe: the page shows the order, every text escaped, under a strict policy', async () => {
  const session = await openCheckout();
  const page = await read(String(session.url));
  assert.deepEqual(
    [page.status, page.title, page.facts],
    [
      200,
      'Checkout (test mode)',
      [
        ['Order', 'H1'],
        ['&lt;b&gt;&quot;Gems&quot; &amp; more&lt;/b&gt; × 4', '10.00 USD'],
        ['Total', '10.00 USD'],
      ],
    ],
  );
  assert.match(
    page.policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'$/,
  );
  assert.doesNotMatch(page.html, /<script/);
});

test('Stripe: Pay takes the money once and returns to success_url', async () => {
  const session = await openCheckout();
  const { buttons } = await read(String(session.url));
  const there = [303, `https://shop.example/done?id=${session.id}`];
  assert.deepEqual(await press(buttons.Pay), there);
  assert.deepEqual(await press(buttons.Pay), there);
  const { payment_status, payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  assert.equal(payment_status, 'paid');
  const charges = await stripe.charges.list({ payment_intent: String(payment_intent) });
  assert.equal(charges.data.length, 1);
  const { title } = await read(`${shop.url}/pay/stripe/${session.id}`);
  assert.equal(title, 'This checkout is complete.');
});

test('Stripe: Cancel returns to cancel_url and leaves the checkout open', async () => {
  const session = await openCheckout();
  const { buttons } = await read(String(session.url));
  assert.deepEqual(await press(buttons.Cancel), [303, 'https://other.example/back']);
  assert.equal((await stripe.checkout.sessions.retrieve(session.id)).status, 'open');
});

test('Stripe: an expired checkout cannot be paid, an unknown one does not exist', async () => {
  const session = await openCheckout();
  const { buttons } = await read(String(session.url));
  await stripe.checkout.sessions.expire(session.id);
  assert.deepEqual(await press(buttons.Pay), [409, null]);
  assert.equal((await read(`${shop.url}/pay/stripe/none`)).status, 404);
  assert.deepEqual(await press('/pay/stripe/none/pay'), [404, null]);
});

test('PortOne: Pay returns with the payment, and it is paid', async () => {
  await portone.preRegisterPayment({ paymentId: 'H2', totalAmount: 1200, currency: 'KRW' });
  const page = await read(portoneUrl({ orderName: 'Gems <3' }));
  assert.deepEqual(
    [page.title, page.facts],
    [
      'Payment',
      [
        ['Order', 'H2'],
        ['Name', 'Gems &lt;3'],
        ['Total', '1200 KRW'],
      ],
    ],
  );
  const [status, location] = await press(page.buttons.Pay);
  const payment = await portone.getPayment({ paymentId: 'H2' });
  assert.ok(payment.status === 'PAID');
  const query = new URLSearchParams({
    order: 'H2',
    paymentId: 'H2',
    transactionType: 'PAYMENT',
    txId: payment.transactionId,
  });
  assert.deepEqual([status, location], [303, `https://shop.example/done?${query}`]);
  assert.deepEqual(await press(page.buttons.Pay), [409, null]);
});

test('PortOne: Cancel returns with an error code, and the payment has failed', async () => {
  const page = await read(portoneUrl({ totalAmount: '1200', currency: 'KRW' }));
  const [status, location] = await press(page.buttons.Cancel);
  assert.equal(status, 303);
  assert.deepEqual(Object.fromEntries(new URL(String(location)).searchParams), {
    order: 'H2',
    paymentId: 'H2',
    code: 'FAILURE_TYPE_PG',
    message: 'The customer cancelled the payment.',
  });
  assert.equal((await portone.getPayment({ paymentId: 'H2' })).status, 'FAILED');
});

test('PortOne: with manual confirmation the browser brings the token to the shop', async () => {
  const page = await read(portoneUrl({ totalAmount: '1200', currency: 'KRW', confirm: 'manual' }));
  const [, location] = await press(page.buttons.Pay);
  const paymentToken = String(new URL(String(location)).searchParams.get('paymentToken'));
  assert.equal((await portone.getPayment({ paymentId: 'H2' })).status, 'READY');
  await portone.confirmPayment({ paymentId: 'H2', paymentToken, totalAmount: 1200 });
  assert.equal((await portone.getPayment({ paymentId: 'H2' })).status, 'PAID');
});

test('PortOne: a page without its needs says what is missing', async () => {
  const mistakes: [Record<string, string>, string][] = [
    [{ storeId: 'other' }, 'There is no such store.'],
    [{ redirectUrl: 'javascript:alert(1)' }, 'redirectUrl must be a web address.'],
    [{ totalAmount: 'much' }, 'totalAmount must be a number in minor units.'],
    [{ totalAmount: '1', currency: 'won' }, 'currency must be an ISO 4217 code.'],
    [{}, 'totalAmount and currency are needed to pay.'],
  ];
  for (const [extra, sentence] of mistakes) {
    const { status, title } = await read(portoneUrl(extra));
    assert.deepEqual([status, title], [400, sentence]);
  }
});

test('Steam: a web purchase is approved or denied on its page', async () => {
  const open = (orderid: string) =>
    shop.steam('POST', 'ISteamMicroTxn/InitTxn/v3', {
      orderid,
      steamid: '76561198000000001',
      appid: 480,
      itemcount: 1,
      language: 'en',
      currency: 'USD',
      usersession: 'web',
      ipaddress: '203.0.113.7',
      'itemid[0]': 1,
      'qty[0]': 1,
      'amount[0]': 199,
      'description[0]': 'A sword',
    });
  const statusOf = async (orderid: string) =>
    (await shop.call('GET', `/control/steam/orders/${orderid}`)).body.status;
  const back = '?returnurl=https%3A%2F%2Fgame.example%2Fback';

  const { steamurl } = (await open('1')).body.response.params;
  const page = await read(steamurl + back);
  assert.deepEqual(page.facts, [
    ['Order', '1'],
    ['Status', 'Init'],
    ['A sword', '1.99 USD'],
  ]);
  assert.deepEqual(await press(page.buttons.Approve), [303, 'https://game.example/back']);
  assert.equal(await statusOf('1'), 'Approved');
  assert.deepEqual(await press(page.buttons.Deny), [409, null]);

  const other = await read((await open('2')).body.response.params.steamurl);
  assert.deepEqual(await press(other.buttons.Deny), [200, null]);
  assert.equal(await statusOf('2'), 'Failed');
  assert.equal((await read(`${shop.url}/pay/steam/5`)).status, 404);
  assert.equal((await read(`${steamurl}?returnurl=ftp://x`)).status, 400);
});
