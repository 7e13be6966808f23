// The External Purchase Server API: takes reports about tokens, and shows them.
import type { FastifyInstance } from 'fastify';
import type { Api } from './caller.ts';
import { type ExternalBooks, itemsIn, keepReport, lineKey, type Report } from './external-books.ts';
import {
  type Fields,
  type Problem,
  problemsOfItem,
  problemsOfReport,
  type ReportStatus,
} from './external-rules.ts';
import type { App } from './transaction.ts';

export function externalReportRoutes(scope: FastifyInstance, api: Api): void {
  const { external } = api;
  const path = '/externalPurchase/v1/reports';

  scope.put(path, async (request, reply) => {
    const app = api.app(request);
    const body = (request.body ?? {}) as Fields;
    const problems = check(external, app, body, api.world.clock.now());
    if (problems.length > 0) {
      return reply.code(400).send({
        errorCode: 4000000,
        errorMessage: 'The report has errors; nothing of it was taken.',
        errors: problems,
      });
    }
    const { environment, bundleId } = app;
    const requestIdentifier = String(body.requestIdentifier);
    if (!external.reports.has(requestIdentifier)) {
      const reportedAt = api.world.clock.now();
      keepReport(external, { app: { environment, bundleId }, reportedAt, body });
    }
    const token = external.tokens.get(String(body.externalPurchaseId));
    if (token) token.status = body.status as ReportStatus;
    return { requestIdentifier };
  });

  scope.get<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const report = external.reports.get(request.params.id);
    if (report && isOf(report.app, api.app(request))) return report.body;
    return reply.code(404).send({ errorCode: 4040000, errorMessage: 'Report not found.' });
  });
}

const isOf = (one: Report['app'], other: App): boolean =>
  one.environment === other.environment && one.bundleId === other.bundleId;

function check(books: ExternalBooks, app: App, body: Fields, now: number): Problem[] {
  const token = books.tokens.get(String(body.externalPurchaseId));
  if (!token || !isOf(token.app, app)) {
    return [{ field: 'externalPurchaseId', error: 'InvalidValueError' }];
  }
  const earlier = books.reports.get(String(body.requestIdentifier));
  if (earlier) {
    // The answer to the first one may have been lost.
    const isSame = JSON.stringify(earlier.body) === JSON.stringify(body);
    return isSame ? [] : [{ field: 'requestIdentifier', error: 'DuplicateValueError' }];
  }
  const ofReport = problemsOfReport(body, token.status);
  if (ofReport.length > 0) return ofReport;
  // Later items of the same report may name earlier ones.
  const own = new Map<string, Fields>();
  const reported = (id: unknown) => own.get(String(id)) ?? books.lines.get(lineKey(app, id));
  return itemsIn(body).flatMap((item) => {
    const problems = problemsOfItem(item, reported, now);
    own.set(String(item.lineItemId), item);
    return problems;
  });
}
