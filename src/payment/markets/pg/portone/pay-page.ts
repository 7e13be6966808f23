// The payment page of PortOne orders: PortOne hosts none, only a script for the shop's page.
import { hash } from 'node:crypto';
import type { PgApp } from '../settings.ts';
import { PAY_PAGE_SCRIPT } from './pay-page-script.ts';
import { type PayPageLanguage, type PayPageTexts, payPageTexts } from './pay-page-texts.ts';
import { toMinor } from './portone.ts';

export interface PayPageOrder {
  readonly orderId: string;
  readonly title: string;
  /** What is bought, for providers that list it. */
  readonly goods: { readonly id: string; readonly name: string; readonly quantity: number };
  readonly amount: string;
  readonly currency: string;
  readonly returnUrl: string;
  /** Where a buyer goes who cancels. */
  readonly cancelUrl: string;
}

export interface PayPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

type PayMethod = NonNullable<PgApp['settings']['pay_methods']>[number];

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem }
main { max-width: 26rem; margin: 5vh auto 0 }
h1 { font-size: 1.25rem; margin: 0 }
.amount { font-size: 1.75rem; font-weight: 600; margin: .25rem 0 1.5rem }
fieldset { border: 0; margin: 0 0 1rem; padding: 0 }
legend { padding: 0; font-weight: 600; margin-bottom: .5rem }
.method { display: flex; align-items: center; gap: .75rem; padding: .75rem; border: 1px solid #8888; border-radius: .5rem; margin-bottom: .5rem }
.field { margin-bottom: 1rem }
.field label { display: block; font-weight: 600 }
.field input { width: 100%; font: inherit; padding: .625rem; border: 1px solid #8888; border-radius: .5rem }
.error { margin: .25rem 0 0; color: light-dark(#b3261e, #f2b8b5) }
[role=alert] { padding: .75rem; border: 1px solid currentColor; border-radius: .5rem; color: light-dark(#b3261e, #f2b8b5) }
button { width: 100%; font: inherit; font-weight: 600; padding: .875rem; border: 0; border-radius: .5rem; background: #1a56db; color: #fff }
button:disabled { opacity: .6 }
.cancel { display: block; text-align: center; padding: 1rem; color: inherit }
[hidden] { display: none !important }
`;
const SCRIPT_HASH = hash('sha256', PAY_PAGE_SCRIPT, 'base64');

/** The settings name the methods, or just one channel, which then takes cards. */
function methodsOf({ settings }: PgApp): readonly PayMethod[] {
  const { pay_methods = [], channel_key = '' } = settings;
  return pay_methods.length > 0 ? pay_methods : [{ channel_key, pay_method: 'CARD' }];
}

/** A card channel must be told whose easy pay it is, and NaverPay what is bought. */
function easyPayOf(
  { easy_pay_provider: easyPayProvider, naverpay_category: category }: PayMethod,
  { goods: { id: uid, name, quantity: count } }: PayPageOrder,
) {
  const [categoryType, categoryId] = category?.split('/') ?? [];
  const productItems = [{ categoryType, categoryId, uid, name, count }];
  return {
    ...(easyPayProvider && { easyPay: { easyPayProvider } }),
    ...(category && { bypass: { naverpay: { productItems } } }),
  };
}

export function portonePayPage(
  scriptUrl: string,
  app: PgApp,
  order: PayPageOrder,
  language: PayPageLanguage,
): PayPage {
  const texts = payPageTexts[language];
  const { amount, currency, cancelUrl } = order;
  const price = new Intl.NumberFormat(language, { style: 'currency', currency }).format(
    amount as Intl.StringNumericLiteral,
  );
  const methods = methodsOf(app);
  const page = {
    order: {
      storeId: app.settings.store_id ?? '',
      paymentId: order.orderId,
      orderName: order.title,
      totalAmount: toMinor(amount, currency),
      currency,
      redirectUrl: order.returnUrl,
      locale: texts.portoneLocale,
    },
    methods: methods.map((method) => ({
      channelKey: method.channel_key,
      payMethod: method.pay_method,
      fields: method.customer_fields ?? [],
      more: easyPayOf(method, order),
    })),
    texts: { failed: texts.failed, notLoaded: texts.notLoaded, invalid: texts.invalid },
    cancelUrl,
  };
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(order.title)}</title><style>${STYLE}</style></head>
<body><main data-page="${escapeHtml(JSON.stringify(page))}">
<h1>${escapeHtml(order.title)}</h1><p class="amount">${escapeHtml(price)}</p>
<p role="alert" id="problem" hidden></p>
<form novalidate>
${methodList(methods, texts)}
${FIELDS.map((field) => inputOf(field, texts)).join('\n')}
<button>${escapeHtml(texts.pay(price))}</button>
</form>
<a class="cancel" href="${escapeHtml(cancelUrl)}">${escapeHtml(texts.cancel)}</a>
</main><script src="${escapeHtml(scriptUrl)}"></script><script>${PAY_PAGE_SCRIPT}</script></body></html>`;
  return { html, contentSecurityPolicy: policy(new URL(scriptUrl).origin) };
}

/** PortOne's script loads drivers from its own host, and the providers' windows from wherever they are. */
const policy = (portone: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${SCRIPT_HASH}' ${portone} https://*.portone.io`,
    "style-src 'unsafe-inline'",
    `connect-src ${portone} https:`,
    `frame-src ${portone} https:`,
    `form-action ${portone} https:`,
    'img-src data: https:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A single method needs no choice. */
function methodList(methods: readonly PayMethod[], texts: PayPageTexts): string {
  const choices = methods.map(
    ({ pay_method, label }, index) =>
      `<label class="method"><input type="radio" name="method" value="${index}"${index === 0 ? ' checked' : ''}>${escapeHtml(label ?? texts.methods[pay_method])}</label>`,
  );
  const hidden = methods.length === 1 ? ' hidden' : '';
  return `<fieldset${hidden}><legend>${escapeHtml(texts.method)}</legend>${choices.join('')}</fieldset>`;
}

const FIELDS = ['fullName', 'phoneNumber', 'email'] as const;

const INPUTS = {
  fullName: 'autocomplete="name" maxlength="100"',
  phoneNumber: 'type="tel" autocomplete="tel" inputmode="tel" maxlength="20"',
  email: 'type="email" autocomplete="email" maxlength="254"',
} as const;

const inputOf = (field: (typeof FIELDS)[number], texts: PayPageTexts): string =>
  `<div class="field" data-field="${field}" hidden><label for="${field}">${escapeHtml(texts[field])}</label><input id="${field}" ${INPUTS[field]} aria-describedby="${field}-error"><p class="error" id="${field}-error" hidden></p></div>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
