// Admin routes of figures, each also as CSV; exchange rates.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { listOf } from '../base/paging.ts';
import type { Figure } from '../figures/figure.ts';
import { PAYMENT_FIGURES } from '../payment/figures/figures.ts';
import {
  ProjectRevenue,
  ProjectRevenueQuery,
  readProjectRevenue,
} from '../payment/figures/project-revenue.ts';
import {
  listRates,
  Rate,
  RatesChange,
  RatesQuery,
  RatesResult,
  saveRates,
} from '../payment/figures/rates.ts';
import { importRates, RatesFile } from '../payment/figures/rates-file.ts';
import { revenueCsv } from '../payment/figures/revenue.ts';
import { restrictions } from '../restriction/figures.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { SENT } from './edge/sent.ts';

const file = (example: string) => ({
  answer: Type.String({ description: 'CSV with a header line.', examples: [example] }),
  produces: ['text/csv'],
});

function send<T extends object>(
  reply: FastifyReply,
  name: string,
  outcome: T | Rejection,
  print: (figures: T) => string,
): Rejection | typeof SENT {
  if (isRejection(outcome)) return outcome;
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(print(outcome));
  return SENT;
}

export function figureRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  for (const figure of [...PAYMENT_FIGURES, restrictions] as readonly Figure[]) {
    const asked = { needs: 'viewer', query: figure.query } as const;
    adminRoute(scope, 'GET', `/apps/:appid/figures/${figure.name}`, {
      ...asked,
      operation: figure.operation,
      summary: figure.summary,
      answer: figure.answer,
      cost: 'yielding',
      run: async ({ app, query }) =>
        (await figure.read(deps.context, app, query)) as Rejection | Record<string, unknown>,
    });
    adminRoute(scope, 'GET', `/apps/:appid/figures/${figure.name}/file`, {
      ...asked,
      ...file(figure.file.example),
      operation: `${figure.operation}-file`,
      summary: figure.file.summary,
      run: async ({ app, query, reply }) => {
        const outcome = await figure.read(deps.context, app, query);
        return send(reply, `${figure.name}-${app.appid}`, outcome, figure.csv);
      },
    });
  }
  adminRoute(scope, 'GET', '/projects/:game_index/figures/revenue', {
    operation: 'figures.project-revenue',
    summary: 'Returns gross, refunds, disputes and net of all apps of a project over time.',
    needs: 'viewer',
    query: ProjectRevenueQuery,
    answer: ProjectRevenue,
    cost: 'yielding',
    run: ({ params, query }) => readProjectRevenue(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/figures/revenue/file', {
    operation: 'figures.project-revenue-file',
    summary: 'Downloads the same as CSV, without the comparison.',
    needs: 'viewer',
    query: ProjectRevenueQuery,
    ...file('at,value,currency,purchases\n2026-11-15,com.example.game,USD,12\n'),
    run: async ({ params, query, reply }) =>
      send(
        reply,
        `revenue-${params.game_index}`,
        await readProjectRevenue(deps, { ...query, ...params }),
        revenueCsv,
      ),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/rates', {
    operation: 'figures.rates',
    summary: 'Lists the exchange rates into a reporting currency.',
    needs: 'viewer',
    query: RatesQuery,
    answer: listOf(Rate),
    run: ({ params, query }) => listRates(deps.context, { ...query, ...params }),
  });
  adminRoute(scope, 'PUT', '/projects/:game_index/rates', {
    operation: 'figures.set-rates',
    summary: 'Adds exchange rates; one of the same currency and day is replaced.',
    needs: 'admin',
    body: RatesChange,
    answer: RatesResult,
    run: ({ params, body, actor }) => saveRates(deps.context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/rates/import', {
    operation: 'figures.import-rates',
    summary: 'Adds exchange rates from a CSV file: all lines, or none when one is wrong.',
    needs: 'admin',
    body: RatesFile,
    answer: RatesResult,
    run: ({ params, body, actor }) => importRates(deps.context, actor, { ...body, ...params }),
  });
}
