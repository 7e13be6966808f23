// Whether Apple has revoked a certificate: asked in the background, never by a verification that waits for it.
// A responder that gives no answer leaves certificates as they are.
import { hash, type X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../../base/clock.ts';
import type { CertificateStatuses } from '../description.ts';
import type { MarketHttp } from '../http.ts';
import type { PlausibleChain } from './certificates.ts';
import { type Asked, ocspRequest, readOcsp, responderOf } from './ocsp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After an answer without a next update, or a certificate without a responder. */
const USUAL_MS = HOUR_MS;
/** Bounds of what an answer can say of its next update. */
const LEAST_MS = 10 * MINUTE_MS;
const MOST_MS = 7 * 24 * HOUR_MS;
const RETRY_MS = 5 * MINUTE_MS;

export interface Revocations {
  /** The certificates of a chain that can be revoked. */
  watch(chain: PlausibleChain): readonly Watched[];
  /** As far as is known now; asks in the background when that is too long ago. */
  isRevoked(watched: readonly Watched[]): boolean;
  /** When nothing is being asked. */
  idle(): Promise<void>;
}

/** A certificate, and what is known of it. */
export interface Watched extends Asked {
  /** SHA-256. */
  readonly id: string;
}

export interface RevocationOptions {
  /** `on`: the address in the certificate; or another address for all of them. */
  readonly responder: string;
  readonly http: MarketHttp;
  readonly clock: Clock;
  readonly log: Logger;
  readonly statuses: CertificateStatuses;
}

interface Known {
  revoked: boolean;
  askAt: number;
}

export function createRevocations(options: RevocationOptions): Revocations {
  const { responder, http, clock, log, statuses } = options;
  const known = new Map<string, Known>();
  const underWay = new Map<string, Promise<void>>();

  async function ask(watched: Watched): Promise<void> {
    const { id } = watched;
    const stored = await statuses.read(id);
    if (stored && (stored.revoked || stored.nextUpdate > clock())) {
      known.set(id, { revoked: stored.revoked, askAt: stored.nextUpdate });
      return;
    }
    const url = responder === 'on' ? responderOf(watched.certificate) : responder;
    if (url === undefined) {
      known.set(id, { revoked: false, askAt: clock() + USUAL_MS });
      return;
    }
    const answer = await answerOf(url, watched);
    const now = clock();
    if ('useless' in answer) {
      log.warn({ responder: url, reason: answer.useless }, 'revocation of a certificate unknown');
      known.set(id, { revoked: known.get(id)?.revoked ?? false, askAt: now + RETRY_MS });
      await statuses.keepFailing(id, now);
      return;
    }
    const { revoked, nextUpdate = now + USUAL_MS } = answer;
    const askAt = Math.min(Math.max(nextUpdate, now + LEAST_MS), now + MOST_MS);
    if (revoked) log.error({ certificate: id }, 'a certificate of Apple is revoked');
    known.set(id, { revoked, askAt });
    await statuses.keep(id, { revoked, nextUpdate: askAt });
  }

  async function answerOf(url: string, watched: Watched) {
    const answer = await http.call({
      market: 'APPLE OCSP',
      operation: 'apple.ocsp',
      method: 'POST',
      url,
      headers: { 'content-type': 'application/ocsp-request' },
      body: ocspRequest(watched),
      answerEncoding: 'latin1',
      // Asked again soon in any case.
      repeatable: false,
    });
    if (!('status' in answer)) return { useless: answer.unreachable };
    if (answer.status !== 200) return { useless: `the responder answered ${answer.status}` };
    return readOcsp(Buffer.from(answer.text, 'latin1'), watched, clock());
  }

  function look(watched: Watched): boolean {
    const { id } = watched;
    const state = known.get(id);
    // A revocation is for good.
    if (state?.revoked) return true;
    if ((state === undefined || state.askAt <= clock()) && !underWay.has(id)) {
      const asking = ask(watched)
        .catch((error: unknown) => {
          log.error({ err: error }, 'revocation of a certificate not kept');
          known.set(id, { revoked: state?.revoked ?? false, askAt: clock() + RETRY_MS });
        })
        .finally(() => underWay.delete(id));
      underWay.set(id, asking);
    }
    return false;
  }

  return {
    watch: ({ certificates: [leaf, intermediate, root] }) => [
      watchedOf(leaf, intermediate),
      watchedOf(intermediate, root),
    ],
    isRevoked: (watched) => watched.map(look).includes(true),
    async idle() {
      await Promise.all(underWay.values());
    },
  };
}

const watchedOf = (certificate: X509Certificate, issuer: X509Certificate): Watched => ({
  id: hash('sha256', certificate.raw, 'hex'),
  certificate,
  issuer,
});
