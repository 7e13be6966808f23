// The payment page of PortOne orders: PortOne hosts none, only a script for the shop's page.
import { hash } from 'node:crypto';
import type { PgApp } from '../gateway.ts';
import { toMinor } from './portone.ts';

export interface PayPageOrder {
  readonly orderId: string;
  readonly title: string;
  readonly amount: string;
  readonly currency: string;
  readonly returnUrl: string;
}

export type PayPage =
  | { readonly redirect: string }
  | { readonly html: string; readonly contentSecurityPolicy: string };

const REAL_HOST = 'api.portone.io';
const BROWSER_SDK = 'https://cdn.portone.io/v2/browser-sdk.js';

const SCRIPT = `
const { totalAmount, ...order } = document.querySelector('main').dataset;
PortOne.requestPayment({ ...order, totalAmount: Number(totalAmount), payMethod: 'CARD' })
  .then((answer) => answer && location.replace(order.redirectUrl));
`;
const SCRIPT_HASH = hash('sha256', SCRIPT, 'base64');

/** Any other host is a stand-in for PortOne that hosts a payment page. */
export function portonePayPage(portoneUrl: string, app: PgApp, order: PayPageOrder): PayPage {
  const fields = {
    storeId: app.settings.store_id ?? '',
    channelKey: app.settings.channel_key ?? '',
    paymentId: order.orderId,
    orderName: order.title,
    totalAmount: String(toMinor(order.amount, order.currency)),
    currency: order.currency,
    redirectUrl: order.returnUrl,
  };
  if (new URL(portoneUrl).hostname !== REAL_HOST) {
    const query = new URLSearchParams(fields);
    return { redirect: `${portoneUrl}/pay/portone/${order.orderId}?${query}` };
  }
  const data = Object.entries(fields).map(
    ([name, value]) => `${dataName(name)}="${escapeHtml(value)}"`,
  );
  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(order.title)}</title></head>
<body><main ${data.join(' ')}>${escapeHtml(order.title)}: ${escapeHtml(`${order.amount} ${order.currency}`)}</main>
<script src="${BROWSER_SDK}"></script><script>${SCRIPT}</script></body></html>`,
    // Frames are unrestricted: the script embeds the card company that the buyer chooses.
    contentSecurityPolicy: `script-src 'sha256-${SCRIPT_HASH}' https://*.portone.io; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
  };
}

const dataName = (name: string): string =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
