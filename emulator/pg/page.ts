// The pay pages' one template: plain HTML with buttons, nothing from elsewhere.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export interface PayPage {
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  /** Each button posts a form to its action. */
  buttons?: readonly { label: string; action: string }[];
  /** Where the forms' answers may send the browser. */
  destinations?: readonly string[];
  /** Shown in a frame of the shop's page. */
  framed?: boolean;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
main { border: 1px solid #8886; border-radius: .75rem; padding: 1.5rem }
h1 { font-size: 1.25rem; margin-top: 0 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem }
dt { opacity: .7 } dd { margin: 0; text-align: right; overflow-wrap: anywhere }
form { display: inline } button { font: inherit; padding: .5rem 1.25rem; border-radius: .5rem }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

export function sendPage(reply: FastifyReply, page: PayPage, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': contentSecurityPolicy(page.destinations ?? [], page.framed),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(render(page));
}

export function sendNotice(reply: FastifyReply, title: string, status = 200): FastifyReply {
  return sendPage(reply, { title, facts: [] }, status);
}

/** Browsers hold every redirect after a form to `form-action`, and the shop may send the buyer on. */
function contentSecurityPolicy(destinations: readonly string[], framed = false): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    destinations.length > 0 ? "form-action 'self' http: https:" : "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ].join('; ');
}

const tellScript = 'parent.postMessage(JSON.parse(document.body.dataset.news), "*")';
const tellHash = createHash('sha256').update(tellScript).digest('base64');

/** Ends a framed page: the shop's page gets the news. */
export function tellShop(reply: FastifyReply, news: object): FastifyReply {
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; script-src 'sha256-${tellHash}'`,
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><body data-news="${escapeHtml(JSON.stringify(news))}"><script>${tellScript}</script>`,
    );
}

function render({ title, facts, buttons = [] }: PayPage): string {
  const list = facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const forms = buttons.map(
    ({ label, action }) =>
      `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(label)}</button></form>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${style}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>`,
    `<dl>${list.join('')}</dl>`,
    forms.join('\n'),
    '</main></body></html>',
  ].join('\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
