// Orders at a payment gateway: opened by a player, approved at the emulator, restored and verified.
import type { Stage } from '../test/payment/conformance/driver.ts';
import { GEMS } from '../test/payment/conformance/stage.ts';
import { verify } from './market-latency.ts';
import type { MarketService } from './market-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answers of three calls
type Json = any;

let players = 0;

/** An approved order of a new player; the result does what the game then does: restore and verify. */
export async function approvedOrder(
  service: MarketService,
  { control }: Pick<Stage, 'control'>,
): Promise<() => Promise<void>> {
  const { appid, token: ofServer } = service.app;
  const send = async (path: string, token: string, body: object): Promise<Json> => {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-app-id': appid,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  players += 1;
  const { access_token: token } = await send('/auth/v1/login', ofServer, {
    appid,
    player_id: players,
  });
  const { data } = await send('/payment/v1/order/pay-page-url', token, { productId: GEMS });
  await control(`/pg/orders/${data.orderId}/pay`, {});
  return async () => {
    const [order] = (await send('/payment/v1/purchase/restore', token, {})).data;
    await verify(service, 'PG', { receipt: order.serviceReceipt });
  };
}
