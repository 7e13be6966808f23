// A market of one's own as a server, with the standard library only. `POST /buy` and `POST /refund` stand for the shop.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Notice } from './contract.ts';
import { createMarket } from './market.ts';
import { createShop } from './shop.ts';
import { sign } from './signing.ts';

const { MARKET_KEY: key, TOLLGATE_NOTICES: notices, PORT = '4002' } = process.env;
if (!key) throw new Error('Set MARKET_KEY to the key of the market settings.');

const now = () => Date.now();
const shop = createShop({ now, notify: (notice) => void send(notice) });
const market = createMarket({ shop, key: () => key, now });

/** Once: Tollgate finds what is lost in the list of changes. A larger shop sends it again until it is answered. */
async function send(notice: Notice): Promise<void> {
  if (!notices) return;
  const body = JSON.stringify(notice);
  const headers = sign(key as string, notice.id, body, now());
  await fetch(notices, { method: 'POST', headers, body }).catch(() => {});
}

/** What a buyer does. */
function sell(path: string, body: string): unknown {
  const asked = JSON.parse(body);
  if (path === 'buy') return shop.sell({ price: '9.90', currency: 'USD', ...asked });
  const sale = shop.find(asked.receipt);
  if (path !== 'refund' || !sale) return undefined;
  shop.giveBack(sale, { state: 'full' });
  return sale;
}

const server = createServer(async (request, response) => {
  const path = (request.url ?? '/').slice(1);
  const body = await text(request);
  // Calls of Tollgate are signed.
  const isSigned = request.headers['webhook-signature'] !== undefined;
  const sold = !isSigned && (path === 'buy' || path === 'refund') ? sell(path, body) : undefined;
  if (sold !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(sold));
    return;
  }
  const answer = await market(path, request.headers, body);
  response.writeHead(answer.status, answer.headers).end(answer.body);
});

server.listen(Number(PORT), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The market answers at http://localhost:${port}`);
});
