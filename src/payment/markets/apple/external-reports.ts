// The External Purchase Server API: sends a report, and finds one whose answer was lost.
import { type ReportAnswer, refusal } from '../external.ts';
import { type Fields, listOf, parseFields, textOf } from '../fields.ts';
import type { AppleApi } from './api.ts';
import { environmentOfToken } from './external-token.ts';
import type { AppleApp } from './settings.ts';

export interface AppleReport extends Fields {
  /** Ours: a repeated report has the same one. */
  readonly requestIdentifier: string;
  readonly externalPurchaseId: string;
}

export type SendAppleReport = (
  app: AppleApp,
  report: AppleReport,
  isRepeated: boolean,
) => Promise<ReportAnswer>;

const PATH = '/externalPurchase/v1/reports';

export const createAppleReports =
  (api: AppleApi): SendAppleReport =>
  async (app, report, isRepeated) => {
    const environment = environmentOfToken(report.externalPurchaseId);
    if (isRepeated) {
      const path = `${PATH}/${report.requestIdentifier}`;
      const found = await api.get(app, environment, 'external.read', path);
      if ('body' in found) return 'taken';
      if ('unavailable' in found) return found;
    }
    const sent = await api.put(app, environment, 'external.report', PATH, report);
    if (sent === 'done' || 'unavailable' in sent) return sent === 'done' ? 'taken' : sent;
    // The key may be corrected.
    if (sent.status === 401) return { unavailable: 'the App Store rejected the API key' };
    return refusal(wordsOf(sent.text) ?? `The App Store answered ${sent.status}.`);
  };

/** Apple's sentence, with each field that it names. */
function wordsOf(text: string): string | undefined {
  const body = parseFields(text);
  const message = textOf(body?.errorMessage);
  const errors = listOf(body?.errors).map((each) =>
    [textOf(each.field), textOf(each.error)].filter((part) => part !== undefined).join(' '),
  );
  const named = errors.filter((each) => each !== '').join(', ');
  if (message === undefined) return named === '' ? undefined : named;
  return named === '' ? message : `${message} (${named})`;
}
