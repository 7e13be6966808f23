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

/** No project sets more. */
const MOST_DAYS = 365;

export async function expiringIn({ db, now, settingsOf }: Asked): Promise<Finding[]> {
  const rotated = { now, until: now + ROTATED_MS };
  const [keys, priceKeys, secrets, receivers] = await Promise.all([
    endingKeys(db, rotated),
    endingPriceKeys(db, rotated),
    endingSecrets(db, rotated),
    endingReceiverKeys(db, rotated),
  ]);
  const tokens = await endingTokens(db, { now, until: now + MOST_DAYS * DAY_MS });
  const own = tokens.flatMap(({ projects, ...token }) =>
    (JSON.parse(projects ?? '[]') as number[])
      .filter((game) => token.expires_at <= now + settingsOf(game).expiry_days * DAY_MS)
      .map((gameIndex) => ({ gameIndex, ...token })),
  );
  return [
    ...keys.map((row) => finding('key', row, `…${row.hint}`)),
    ...priceKeys.map((row) => finding('price_key', row, `…${row.hint}`)),
    ...secrets.map((row) => finding('client_secret', row, `${row.name} …${row.hint}`)),
    ...receivers.map((row) => finding('receiver_key', { ...row, id: row.channel }, row.channel)),
    ...own.map((row) => finding('admin_token', row, row.name)),
  ];
}

interface Ending {
  readonly gameIndex: number;
  readonly id: string;
  readonly appid?: string;
  readonly expires_at: number;
}

const finding = (
  what: string,
  { gameIndex, id, appid, expires_at }: Ending,
  name: string,
): Finding => ({
  gameIndex,
  kind: 'expiring',
  subject: `${what} ${id}`,
  appid: appid ?? null,
  details: { what, name, at: isoTime(expires_at) },
});
