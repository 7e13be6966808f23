// Which page of the console an alert leads to.
import { isoTime } from '../base/iso-time.ts';
import type { AlertTable } from '../storage/schema.ts';

type About = Pick<
  AlertTable,
  'kind' | 'game_index' | 'appid' | 'subject' | 'opened_at' | 'closed_at'
>;

const WEEK_MS = 7 * 24 * 60 * 60_000;

export function pageOf(alert: About): string {
  const { kind, game_index, appid, subject } = alert;
  const project = `/p/${game_index}`;
  const app = `/a/${encodeURIComponent(appid ?? '')}`;
  switch (kind) {
    case 'dead_letters':
      return `${project}/notifications?lane=${subject}`;
    case 'credentials_refused':
    case 'market_down':
    case 'certificate_status':
      return `${app}/settings/markets`;
    case 'refund_spike':
      return `${app}/refunds?${waveOf(alert)}`;
    case 'verification_failures':
    case 'internal_errors':
      return `${app}/refused`;
    case 'payment_mismatch':
      return `${app}/players`;
    case 'expiring':
      return expiringPage(project, app, subject);
    case 'disputes_due':
      return `${app}/disputes?state=open`;
    case 'appeals_waiting':
      return `${app}/appeals`;
    case 'actions_stuck':
      return `${app}/refunds`;
    case 'consent_unlinked':
      return `${app}/settings/consent`;
    case 'external_reports':
      return `${app}/reports?state=${subject.split(' ', 2)[1]}`;
    case 'rule_without_type':
      return `${app}/measures/rules/${subject.split(' ', 2)[1]}`;
  }
}

/** By player, from a week before the alert until its end: markets report some refunds days later. */
function waveOf({ opened_at, closed_at }: About): string {
  const from = `span=own&from=${isoTime(opened_at - WEEK_MS)}`;
  const to = closed_at === null ? '' : `&to=${isoTime(closed_at)}`;
  return `group=player&${from}${to}`;
}

function expiringPage(project: string, app: string, subject: string): string {
  const [what] = subject.split(' ', 1);
  if (what === 'key' || what === 'price_key') return `${app}/settings/keys`;
  if (what === 'receiver_key') return `${project}/connections`;
  return what === 'admin_token' ? '/access' : `${project}/apps`;
}
