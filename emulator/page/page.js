// The emulator's page: buy, refund, renew, move the clock, and copy what verifies a receipt.

const element = (id) => document.getElementById(id);
const message = element('message');

async function control(method, path, body) {
  const response = await fetch(`/control${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `${method} ${path}: ${response.status}`);
  return answer;
}

/** Settings come from the address (`?url=…&appid=…`) or from `PUT /control/demo`. */
const settings = {
  ...(await control('GET', '/demo')),
  ...Object.fromEntries(new URLSearchParams(location.search)),
};

function say(text, bad = false) {
  message.textContent = text;
  message.classList.toggle('bad', bad);
}

/** Runs an action, reports what went wrong, and shows the new state. */
async function run(action) {
  try {
    say('');
    await action();
  } catch (error) {
    say(error.message, true);
  }
  await refresh();
}

// A list of rows from each market, newest first.

const appleStates = { 1: 'active', 2: 'expired', 3: 'billing retry', 4: 'grace', 5: 'revoked' };

function appleRow(transaction) {
  const path = `/apple/transactions/${transaction.transactionId}`;
  const act = (name) => () => control('POST', `${path}/${name}`, {});
  const subscribed = transaction.type === 'Auto-Renewable Subscription';
  const revoked = transaction.revocationDate !== undefined;
  return {
    market: `App Store ${transaction.environment === 'Sandbox' ? 'sandbox' : ''}`,
    id: transaction.transactionId,
    product: transaction.productId,
    state: revoked ? 'refunded' : subscribed ? expiry(transaction.expiresDate) : 'bought',
    actions: [
      ['Receipt', async () => showApple(await control('GET', path), transaction)],
      revoked ? ['Undo refund', act('reverse-refund')] : ['Refund', act('refund')],
      ...(subscribed
        ? [
            ['Renew', act('renew')],
            ['Cancel', act('cancel')],
            ['Expire', act('expire')],
          ]
        : []),
    ],
  };
}

function googleRow(purchase) {
  const subscribed = purchase.expiryTime !== undefined;
  const kind = subscribed ? 'subscriptions' : 'purchases';
  const token = encodeURIComponent(purchase.purchaseToken);
  const act = (name) => () => control('POST', `/google/${kind}/${token}/${name}`, {});
  return {
    market: 'Google Play',
    id: purchase.orderId ?? purchase.purchaseToken,
    product: purchase.productId,
    state: subscribed ? `${purchase.state} · ${expiry(purchase.expiryTime)}` : purchase.state,
    actions: [
      ['Receipt', () => showGoogle(purchase)],
      ['Refund', act('refund')],
      ...(subscribed
        ? [
            ['Renew', act('renew')],
            ['Cancel', act('cancel')],
            ['Revoke', act('revoke')],
          ]
        : []),
      ...(purchase.state === 'pending' ? [['Pay', act('pay')]] : []),
    ],
  };
}

function orderRow(market, path, id, product, state, names) {
  const act = (name) => () => control('POST', `${path}/${encodeURIComponent(id)}/${name}`, {});
  return {
    market,
    id,
    product,
    state,
    actions: names.map((name) => [name[0].toUpperCase() + name.slice(1), act(name)]),
  };
}

const steamRow = (order) => {
  const product = order.items.map(({ itemid, qty }) => `item ${itemid} × ${qty}`).join(', ');
  const names = ['approve', 'deny', 'refund'];
  return orderRow('Steam', '/steam/orders', order.orderid, product, order.status, names);
};

const gatewayRow = (order) => {
  const paid = `${order.amount} ${order.currency}`;
  const names = ['pay', 'cancel', 'refund'];
  return orderRow(order.gateway, '/pg/orders', order.orderId, paid, order.state, names);
};

const expiry = (time) => `until ${new Date(time).toLocaleString()}`;

async function refresh() {
  const [clock, apple, google, steam, gateways] = await Promise.all(
    ['/clock', '/apple/transactions', '/google/purchases', '/steam/orders', '/pg/orders'].map(
      (path) => control('GET', path),
    ),
  );
  element('now').textContent = new Date(clock.now).toLocaleString();
  const rows = [
    ...apple.transactions.toReversed().map(appleRow),
    ...google.purchases.map(googleRow),
    ...steam.orders.map(steamRow),
    ...gateways.orders.map(gatewayRow),
  ];
  element('purchases').replaceChildren(...rows.map(drawRow));
  element('empty').hidden = rows.length > 0;
}

function drawRow({ market, id, product, state, actions }) {
  const row = document.createElement('tr');
  for (const text of [market, id, product, state]) row.insertCell().textContent = text;
  row.cells[1].className = 'id';
  row.cells[1].title = id;
  const buttons = document.createElement('div');
  buttons.className = 'buttons';
  for (const [label, action] of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => run(action));
    buttons.append(button);
  }
  row.insertCell().append(buttons);
  return row;
}

// The receipt, and the command that verifies it.

function showApple(bought, transaction) {
  const status = appleStates[bought.status];
  showReceipt('APPLE', bought.signedTransaction, {
    productId: transaction.productId,
    account: transaction.appAccountToken,
    subscribed: status !== undefined,
  });
}

function showGoogle(purchase) {
  showReceipt('GOOGLE', purchase.purchaseToken, {
    productId: purchase.productId,
    subscribed: purchase.expiryTime !== undefined,
  });
}

function showReceipt(providerId, receipt, { productId, account, subscribed }) {
  element('receipt').hidden = false;
  element('receipt-text').textContent = receipt;
  const body = {
    providerId,
    serviceReceipt: receipt,
    accountUuid: account ?? crypto.randomUUID(),
    requestType: 1,
    ...(subscribed ? { country: 'US', language: 'en' } : { productId }),
  };
  element('curl-text').textContent = verifyCommand(
    subscribed ? '/payment/v1/subscription/verify' : '/payment/v1/purchase/verify',
    body,
  );
}

function verifyCommand(path, body) {
  const url = settings.url ?? 'http://127.0.0.1:8080';
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const client = `${settings.client_id ?? 'CLIENT_ID'}:${settings.client_secret ?? 'CLIENT_SECRET'}`;
  return [
    `TOKEN=$(curl -s -u ${quote(client)} -d grant_type=client_credentials ${quote(`${url}/oauth/token`)} \\`,
    `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${quote(url + path)} \\`,
    `  -H "Authorization: Bearer $TOKEN" -H ${quote(`X-App-Id: ${settings.appid ?? 'APP_ID'}`)} \\`,
    `  -H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`,
  ].join('\n');
}

// Buying.

const purchases = {
  async apple({ kind, productId, price, currency, account, sandbox }) {
    const subscribed = kind === 'subscription';
    const payload = {
      ...(subscribed && { type: 'Auto-Renewable Subscription' }),
      ...(productId && { productId }),
      ...(account && { appAccountToken: account }),
      price: Math.round(price * 1000),
      currency,
      environment: sandbox ? 'Sandbox' : 'Production',
    };
    const bought = await control('POST', '/apple/transactions', payload);
    const given = productId || (subscribed ? 'demo.monthly' : 'demo.gems');
    showApple(bought, { productId: given, appAccountToken: account || undefined });
  },
  async google({ kind, productId, price, currency, account, sandbox }) {
    const subscribed = kind === 'subscription';
    const purchase = await control(
      'POST',
      subscribed ? '/google/subscriptions' : '/google/purchases',
      {
        ...(productId && { productId }),
        ...(account && { obfuscatedExternalAccountId: account }),
        priceMicros: Math.round(price * 1_000_000),
        currency,
        test: sandbox,
      },
    );
    showReceipt('GOOGLE', purchase.purchaseToken, {
      productId: purchase.productId,
      account: account || undefined,
      subscribed,
    });
  },
  steam: ({ productId, price, currency, sandbox }) =>
    control('POST', '/steam/orders', {
      ...(productId && { description: productId }),
      amount: Math.round(price * 100),
      currency,
      environment: sandbox ? 'sandbox' : 'production',
    }),
};

element('buy').addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  const wanted = { ...fields, price: Number(fields.price), sandbox: fields.sandbox === 'on' };
  run(() => purchases[fields.market](wanted));
});

for (const button of document.querySelectorAll('[data-advance-ms]')) {
  const advanceMs = Number(button.dataset.advanceMs);
  button.addEventListener('click', () => run(() => control('POST', '/clock', { advanceMs })));
}
element('real-time').addEventListener('click', () =>
  run(() => control('POST', '/clock', { now: Date.now() })),
);
for (const button of document.querySelectorAll('[data-copies]')) {
  button.addEventListener('click', () =>
    run(async () => {
      await navigator.clipboard.writeText(element(button.dataset.copies).textContent);
      say('Copied.');
    }),
  );
}

setInterval(refresh, 5000);
await refresh();
