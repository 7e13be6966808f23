// RESCIND_CONSENT: a parent has withdrawn the consent for a child to use a download of the app.
import { downloadHash } from '../download.ts';
import { type Fields, fieldsOf, textOf } from '../fields.ts';
import type { FollowUp } from '../market.ts';
import { CONSENT_JOB, type ConsentPayload } from '../notice.ts';
import type { AppleSignatures } from './chain.ts';
import type { AppleApp } from './settings.ts';

interface Consent {
  readonly subject: string;
  readonly jobs: readonly FollowUp[];
}

interface About {
  readonly noticeId: string;
  readonly at: number;
  readonly again: string;
}

/** The signed app transaction inside must be Apple's, too, and of the same app and environment. */
export async function readConsent(
  signatures: AppleSignatures,
  app: AppleApp,
  payload: Fields,
  { noticeId, at, again }: About,
): Promise<Consent | 'forged' | 'busy'> {
  const about = fieldsOf(payload.appData) ?? {};
  const download = await signatures.open(textOf(about.signedAppTransactionInfo) ?? '');
  if (download === 'busy') return download;
  const id = textOf(download?.appTransactionId);
  if (!download || !id || !isSame(app, about, download)) return 'forged';
  const job: ConsentPayload = { appTransactionId: id, at, noticeId };
  return {
    subject: downloadHash(app.appid, 'app_transaction', id),
    jobs: [{ kind: CONSENT_JOB, id: `${CONSENT_JOB} ${noticeId}${again}`, payload: job }],
  };
}

/** The app in the notification itself is compared before. */
function isSame({ settings }: AppleApp, about: Fields, download: Fields): boolean {
  const { bundleId, appAppleId, receiptType } = download;
  const { environment = 'Production' } = about;
  return (
    bundleId === settings.bundle_id &&
    // The sandbox has no App Store listing, and so no id of it.
    (appAppleId === undefined ? environment === 'Sandbox' : appAppleId === settings.app_apple_id) &&
    receiptType === environment
  );
}
