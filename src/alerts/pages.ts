// Which page of the console an alert leads to.
import type { AlertTable } from '../storage/schema.ts';

type About = Pick<AlertTable, 'kind' | 'game_index' | 'appid' | 'subject'>;

export function pageOf({ kind, game_index, appid, subject }: About): string {
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
      return `${app}/refunds`;
    case 'verification_failures':
    case 'internal_errors':
      return `${app}/refused`;
    case 'payment_mismatch':
      return `${app}/players`;
    case 'expiring':
      return expiringPage(project, app, subject);
    case 'rule_without_type':
      return `${app}/measures/rules/${subject.split(' ', 2)[1]}`;
  }
}

function expiringPage(project: string, app: string, subject: string): string {
  const [what] = subject.split(' ', 1);
  if (what === 'key' || what === 'price_key') return `${app}/settings/keys`;
  if (what === 'receiver_key') return `${project}/connections`;
  return what === 'admin_token' ? '/access' : `${project}/apps`;
}
