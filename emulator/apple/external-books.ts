// What the App Store knows of sales elsewhere: the tokens of buyers who left, and what was reported.
import { randomUUID } from 'node:crypto';
import type { Fields, ReportStatus } from './external-rules.ts';
import type { Notifications } from './notifications.ts';
import type { App } from './transaction.ts';

interface Token {
  readonly externalPurchaseId: string;
  readonly app: App;
  readonly createdAt: number;
  /** Apple has asked for the report. */
  isAskedFor: boolean;
  /** What was last reported about it. */
  status?: ReportStatus;
}

export interface Report {
  readonly app: Pick<App, 'environment' | 'bundleId'>;
  /** Absent in the files of earlier releases. */
  readonly reportedAt?: number;
  readonly body: Fields;
}

export interface ExternalState {
  readonly tokens: Token[];
  readonly reports: Report[];
}

export interface ExternalBooks {
  readonly tokens: Map<string, Token>;
  readonly reports: Map<string, Report>;
  /** What was last reported of each line item, by app and id. */
  readonly lines: Map<string, Fields>;
}

const dayMs = 24 * 3_600_000;
/** After so long without a report Apple asks for it. */
const reportWithinMs = 10 * dayMs;

export const createExternalBooks = (): ExternalBooks => ({
  tokens: new Map(),
  reports: new Map(),
  lines: new Map(),
});

export const saveBooks = ({ tokens, reports }: ExternalBooks): ExternalState => ({
  tokens: [...tokens.values()],
  reports: [...reports.values()],
});

/** Without a state nothing is left: as after a reset, or in the files of earlier releases. */
export function loadBooks(books: ExternalBooks, state?: ExternalState): void {
  books.tokens.clear();
  books.reports.clear();
  books.lines.clear();
  const { tokens, reports } = structuredClone(state ?? { tokens: [], reports: [] });
  for (const token of tokens) books.tokens.set(token.externalPurchaseId, token);
  for (const report of reports) keepReport(books, report);
}

export const itemsIn = ({ lineItems }: Fields): Fields[] =>
  Array.isArray(lineItems) ? lineItems : [];

export const lineKey = ({ environment, bundleId }: Report['app'], lineItemId: unknown): string =>
  `${environment} ${bundleId} ${String(lineItemId)}`;

export function keepReport({ reports, lines }: ExternalBooks, report: Report): void {
  reports.set(String(report.body.requestIdentifier), report);
  for (const item of itemsIn(report.body)) lines.set(lineKey(report.app, item.lineItemId), item);
}

/** The buyer leaves the app to pay elsewhere. */
export function issueToken(books: ExternalBooks, app: App, createdAt: number): Token {
  const prefix = app.environment === 'Sandbox' ? 'SANDBOX_' : '';
  const externalPurchaseId = `${prefix}${randomUUID()}`;
  const token: Token = { externalPurchaseId, app, createdAt, isAskedFor: false };
  books.tokens.set(externalPurchaseId, token);
  return token;
}

/** Apple asks about a token, which may be one that nobody here has seen. */
export function noteAsked(
  { tokens }: ExternalBooks,
  app: App,
  externalPurchaseId: string,
  createdAt: number,
): void {
  const known = tokens.get(externalPurchaseId);
  if (known) known.isAskedFor = true;
  else tokens.set(externalPurchaseId, { externalPurchaseId, app, createdAt, isAskedFor: true });
}

/** What the app gets: JSON in base64url. */
export function encodeToken({ externalPurchaseId, app, createdAt }: Token): string {
  const { appAppleId, bundleId } = app;
  const content = { externalPurchaseId, appAppleId, bundleId, tokenCreationDate: createdAt };
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Asks for the reports that are overdue. */
export function askForReports(
  { tokens }: ExternalBooks,
  { announceToken }: Notifications,
  now: number,
): void {
  for (const token of tokens.values()) {
    const { app, externalPurchaseId, createdAt, status, isAskedFor } = token;
    if (status !== undefined || isAskedFor || now < createdAt + reportWithinMs) continue;
    token.isAskedFor = true;
    announceToken(app, { externalPurchaseId, tokenCreationDate: createdAt, omit: [] });
  }
}
