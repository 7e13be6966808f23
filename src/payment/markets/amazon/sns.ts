// Messages of Amazon SNS: signed with a key whose certificate lies at an address of Amazon.
import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { type Cache, createCache } from '../../../base/cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { type Fields, parseFields } from '../fields.ts';
import type { MarketHttp } from '../http.ts';
import type { Unavailable } from '../market.ts';

export interface Sns {
  /** The message, if Amazon signed it. */
  open(appid: string, body: string): Promise<Fields | 'forged' | Unavailable>;
  /** Visits the address by which a subscription is confirmed. */
  confirm(appid: string, message: Fields): Promise<'done' | 'forged' | Unavailable>;
}

export interface SnsOptions {
  readonly http: MarketHttp;
  readonly clock: Clock;
  /** Of one region; those of the others are Amazon's, too. */
  readonly url: string;
}

const DAY_MS = 24 * 60 * 60_000;
const CERTIFICATES = 20;
const ANSWER_BYTES = 16 * 1024;

/** What is signed, in this order; a field that is not there is left out. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  ],
  UnsubscribeConfirmation: [
    ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  ],
};

const DIGESTS: ReadonlyMap<unknown, string> = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
]);

export function createSns({ http, clock, url }: SnsOptions): Sns {
  const certificates: Cache<string, X509Certificate> = createCache(clock, DAY_MS, CERTIFICATES);
  const isOurs = hostsLike(url);

  /** Undefined while there is no answer, empty where nothing is. */
  const get = async (appid: string, operation: string, address: string) => {
    const call = { market: 'AMAZON SNS', appid, operation, method: 'GET' } as const;
    const limits = { repeatable: true, answerBytes: ANSWER_BYTES };
    const answer = await http.call({ ...call, ...limits, url: address });
    if (!('status' in answer) || answer.status >= 500 || answer.status === 429) return undefined;
    return answer.status === 200 ? answer.text : '';
  };

  async function certificateOf(
    appid: string,
    address: string,
  ): Promise<X509Certificate | 'forged' | Unavailable> {
    const known = certificates.get(address);
    if (known) return known;
    const pem = await get(appid, 'amazon.certificate', address);
    if (pem === undefined) return { unavailable: "Amazon's certificate could not be read" };
    const certificate = parseCertificate(pem);
    if (!certificate) return 'forged';
    certificates.set(address, certificate);
    return certificate;
  }

  return {
    async open(appid, body) {
      const message = parseFields(body);
      const names = SIGNED[String(message?.Type)];
      if (!message || !names) return 'forged';
      const { SigningCertURL: address, Signature, SignatureVersion } = message;
      const digest = DIGESTS.get(SignatureVersion);
      if (!digest || typeof Signature !== 'string') return 'forged';
      if (typeof address !== 'string' || !CERTIFICATE.test(address) || !isOurs(address)) {
        return 'forged';
      }
      const certificate = await certificateOf(appid, address);
      if (!(certificate instanceof X509Certificate)) return certificate;
      const at = Date.parse(String(message.Timestamp));
      const isValid = at >= +certificate.validFromDate && at <= +certificate.validToDate;
      const key: KeyObject = certificate.publicKey;
      const signed = Buffer.from(textToSign(message, names));
      return isValid && verify(digest, signed, key, Buffer.from(Signature, 'base64'))
        ? message
        : 'forged';
    },
    async confirm(appid, { SubscribeURL: address }) {
      if (typeof address !== 'string' || !isOurs(address)) return 'forged';
      const answer = await get(appid, 'amazon.confirm', address);
      if (answer === undefined) return { unavailable: 'Amazon did not confirm the topic' };
      return answer === '' ? 'forged' : 'done';
    },
  };
}

const CERTIFICATE = /\/SimpleNotificationService-[0-9a-f]+\.pem$/;
const AMAZON_HOST = /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com$/;

/** The host of SNS, of any region. Another host is one that somebody has set. */
export function hostsLike(url: string): (address: string) => boolean {
  const { origin } = new URL(url);
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { origin: asked, username, password } = new URL(address);
    if (username !== '' || password !== '') return false;
    return AMAZON_HOST.test(origin) ? AMAZON_HOST.test(asked) : asked === origin;
  };
}

function parseCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

const textToSign = (message: Fields, names: readonly string[]): string =>
  names
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
