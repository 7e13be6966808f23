// External transactions at Google Play: creates and refunds them; what was done is read from the transaction itself.
import { type ReportAnswer, refusal } from '../external.ts';
import { type Fields, fieldsOf, textOf } from '../fields.ts';
import type { GoogleAnswer, GoogleApi, GoogleError } from './api.ts';
import type { GoogleApp } from './settings.ts';

/** What is sent, and by what it is known that it was taken. */
export interface GoogleReport {
  /** Ours. */
  readonly transactionId: string;
  /** `create` or `refund`. */
  readonly verb: 'create' | 'refund';
  readonly body: object;
  /** Micros before tax that the transaction shows once the report was taken. */
  readonly leftMicros: string;
}

export type SendGoogleReport = (app: GoogleApp, report: GoogleReport) => Promise<ReportAnswer>;

export interface GoogleReports {
  readonly send: SendGoogleReport;
  /** Asks about a made-up transaction, to see whether the service account may. */
  probe(app: GoogleApp): Promise<GoogleAnswer>;
}

const PATH = '/externalTransactions';
const MADE_UP = 'tollgate-check';

export function createGoogleReports(ask: GoogleApi): GoogleReports {
  const read = (app: GoogleApp, id: string) =>
    ask(app, { operation: 'google.external.read', method: 'GET', path: `${PATH}/${id}` });

  return {
    async send(app, report) {
      const { transactionId, verb, body } = report;
      const path =
        verb === 'create'
          ? `${PATH}?externalTransactionId=${transactionId}`
          : `${PATH}/${transactionId}:refund`;
      const operation = `google.external.${verb}`;
      const answer = await ask(app, { operation, method: 'POST', path, body });
      if ('found' in answer) return 'taken';
      if ('unavailable' in answer) return answer;
      // An earlier call may have been taken without its answer arriving.
      const found = await read(app, transactionId);
      if ('unavailable' in found) return found;
      return 'found' in found && isTaken(found.found, report) ? 'taken' : refusal(wordsOf(answer));
    },
    probe: (app) => read(app, MADE_UP),
  };
}

const microsOf = (amount: unknown): string | undefined => textOf(fieldsOf(amount)?.priceMicros);

function isTaken(transaction: Fields, { verb, body, leftMicros }: GoogleReport): boolean {
  const { originalPreTaxAmount, transactionTime } = body as Fields;
  if (verb === 'refund') return microsOf(transaction.currentPreTaxAmount) === leftMicros;
  return (
    microsOf(transaction.originalPreTaxAmount) === microsOf(originalPreTaxAmount) &&
    Date.parse(textOf(transaction.transactionTime) ?? '') === Date.parse(String(transactionTime))
  );
}

const wordsOf = ({ error, reason, message }: GoogleError): string =>
  [`Google Play answered ${error}`, reason, message]
    .filter((part) => part !== undefined)
    .join(': ');
