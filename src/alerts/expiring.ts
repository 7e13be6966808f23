// Keys and tokens that end soon. Those that were rotated out are reported shortly before their end.
import { isoTime } from '../base/iso-time.ts';
import {
  endingKeys,
  endingPriceKeys,
  endingReceiverKeys,
  endingSecrets,
  endingTokens,
} from './conditions-store.ts';
import type { Asked, Finding } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Every rotation ends a key; only who has not switched by then needs to know. */
const ROTATED_MS = 2 * 60 * 60_000;

export async function expiringIn({ db, gameIndex, now, settings }: Asked): Promise<Finding[]> {
  const rotated = { gameIndex, now, until: now + ROTATED_MS };
  const finding = (
    what: string,
    id: string,
    name: string,
    expiresAt: number,
    appid: string | null = null,
  ): Finding => ({
    kind: 'expiring',
    subject: `${what} ${id}`,
    appid,
    details: { what, name, at: isoTime(expiresAt) },
  });
  const [keys, priceKeys, secrets, receivers] = await Promise.all([
    endingKeys(db, rotated),
    endingPriceKeys(db, rotated),
    endingSecrets(db, rotated),
    endingReceiverKeys(db, rotated),
  ]);
  const tokens = await endingTokens(db, { now, until: now + settings.expiry_days * DAY_MS });
  const own = tokens.filter(
    ({ projects }) => projects !== null && (JSON.parse(projects) as number[]).includes(gameIndex),
  );
  return [
    ...keys.map((row) => finding('key', row.id, `…${row.hint}`, row.expires_at, row.appid)),
    ...priceKeys.map((row) =>
      finding('price_key', row.id, `…${row.hint}`, row.expires_at, row.appid),
    ),
    ...secrets.map((row) =>
      finding('client_secret', row.id, `${row.name} …${row.hint}`, row.expires_at),
    ),
    ...receivers.map((row) => finding('receiver_key', row.channel, row.channel, row.expires_at)),
    ...own.map((row) => finding('admin_token', row.id, row.name, row.expires_at)),
  ];
}
