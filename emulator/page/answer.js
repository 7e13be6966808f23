// Shows what a call answered: a receipt with the command that verifies it, or plain JSON.
import { control, element, run, say } from './control.js';

/** Settings come from the address (`?url=…&appid=…`) or from `PUT /control/demo`. */
export const settings = {
  ...(await control('GET', '/demo')),
  ...Object.fromEntries(new URLSearchParams(location.search)),
};

function show(title, text, command) {
  element('answer').hidden = false;
  element('answer-title').textContent = title;
  element('answer-text').textContent = text;
  element('verifying').hidden = command === undefined;
  element('curl-text').textContent = command ?? '';
  element('answer').scrollIntoView({ block: 'nearest' });
}

export const showAnswer = (title, answer) => show(title, JSON.stringify(answer, null, 2));

/** As the demo's app server would: logs a player in, verifies and reports the delivery. */
export async function deliver({ providerId, path, field, productId, account, subscribed }) {
  const { [field]: serviceReceipt } = await control('GET', path);
  const delivery = { providerId, serviceReceipt, productId, account, subscribed };
  const { player_id } = await control('POST', '/demo/deliveries', delivery);
  say(`Verified, and delivered to player ${player_id}.`);
}

export async function showReceipt({ providerId, path, field, productId, account, subscribed }) {
  const answer = await control('GET', path);
  const serviceReceipt = answer[field];
  const body = {
    providerId,
    serviceReceipt,
    accountUuid: account ?? crypto.randomUUID(),
    requestType: 1,
    ...(subscribed ? { country: 'US', language: 'en' } : { productId }),
  };
  const verify = `/payment/v1/${subscribed ? 'subscription' : 'purchase'}/verify`;
  show('Receipt', serviceReceipt, verifyCommand(verify, body));
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

element('close-answer').addEventListener('click', () => {
  element('answer').hidden = true;
});
for (const button of document.querySelectorAll('[data-copies]')) {
  button.addEventListener('click', () =>
    run(async () => {
      await navigator.clipboard.writeText(element(button.dataset.copies).textContent);
      say('Copied.');
    }),
  );
}
