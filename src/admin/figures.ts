// Admin routes of figures, each also as CSV; exchange rates.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { listOf } from '../base/paging.ts';
import { Cohorts, CohortsQuery, readCohorts } from '../payment/figures/cohorts.ts';
import {
  cohortsCsv,
  payersCsv,
  revenueCsv,
  subscriptionsCsv,
  verificationCsv,
} from '../payment/figures/csv.ts';
import { Payers, PayersQuery, readPayers } from '../payment/figures/payer-figures.ts';
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
import { Revenue, RevenueQuery, readRevenue } from '../payment/figures/revenue.ts';
import {
  readSubscriptionFigures,
  SubscriptionFigures,
  SubscriptionFiguresQuery,
} from '../payment/figures/subscription-figures.ts';
import {
  readVerification,
  VerificationFigures,
  VerificationQuery,
} from '../payment/figures/verification.ts';
import {
  RestrictionFigures,
  RestrictionFiguresQuery,
  readRestrictionFigures,
  restrictionsCsv,
} from '../restriction/figures.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { AppPath, ProjectPath } from './edge/schema.ts';
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
  adminRoute(scope, 'GET', '/apps/:appid/figures/revenue', {
    operation: 'figures.revenue',
    summary: 'Returns gross, refunds, disputes and net over time.',
    needs: 'viewer',
    params: AppPath,
    query: RevenueQuery,
    answer: Revenue,
    yields: true,
    run: ({ params, query }) => readRevenue(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/revenue/file', {
    operation: 'figures.revenue-file',
    summary: 'Downloads the same as CSV, without the comparison.',
    needs: 'viewer',
    params: AppPath,
    query: RevenueQuery,
    ...file('at,value,currency,purchases\n2026-11-15T00:00:00.000Z,APPLE,USD,12\n'),
    run: async ({ params, query, reply }) =>
      send(
        reply,
        `revenue-${params.appid}`,
        await readRevenue(deps, { ...query, ...params }),
        revenueCsv,
      ),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/payers', {
    operation: 'figures.payers',
    summary: 'Returns payers, first-time payers, repeat rate and revenue per payer over time.',
    needs: 'viewer',
    params: AppPath,
    query: PayersQuery,
    answer: Payers,
    yields: true,
    run: ({ params, query }) => readPayers(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/payers/file', {
    operation: 'figures.payers-file',
    summary: 'Downloads the same as CSV, with a line for each currency.',
    needs: 'viewer',
    params: AppPath,
    query: PayersQuery,
    ...file('at,payers,first_payers\n2026-11-15T00:00:00.000Z,12,3\n'),
    run: async ({ params, query, reply }) =>
      send(
        reply,
        `payers-${params.appid}`,
        await readPayers(deps, { ...query, ...params }),
        payersCsv,
      ),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/subscriptions', {
    operation: 'figures.subscriptions',
    summary: 'Returns subscriptions, trials, churn and MRR with its movement over time.',
    needs: 'viewer',
    params: AppPath,
    query: SubscriptionFiguresQuery,
    answer: SubscriptionFigures,
    yields: true,
    run: ({ params, query }) => readSubscriptionFigures(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/subscriptions/file', {
    operation: 'figures.subscriptions-file',
    summary: 'Downloads the same as CSV, with a line for each currency.',
    needs: 'viewer',
    params: AppPath,
    query: SubscriptionFiguresQuery,
    ...file('at,active,paying\n2026-11-15T00:00:00.000Z,12,11\n'),
    run: async ({ params, query, reply }) =>
      send(
        reply,
        `subscriptions-${params.appid}`,
        await readSubscriptionFigures(deps, { ...query, ...params }),
        subscriptionsCsv,
      ),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/cohorts', {
    operation: 'figures.cohorts',
    summary: 'Returns how many subscribers of each month still pay in the months after.',
    needs: 'viewer',
    params: AppPath,
    query: CohortsQuery,
    answer: Cohorts,
    yields: true,
    run: ({ params, query }) => readCohorts(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/cohorts/file', {
    operation: 'figures.cohorts-file',
    summary: 'Downloads the same as CSV.',
    needs: 'viewer',
    params: AppPath,
    query: CohortsQuery,
    ...file('month,subscribers,month_1\n2026-11,12,11\n'),
    run: async ({ params, query, reply }) =>
      send(
        reply,
        `cohorts-${params.appid}`,
        await readCohorts(deps, { ...query, ...params }),
        cohortsCsv,
      ),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/verification', {
    operation: 'figures.verification',
    summary:
      'Returns outcomes of verifications, availability and response times of markets, undelivered purchases and refund rates.',
    needs: 'viewer',
    params: AppPath,
    query: VerificationQuery,
    answer: VerificationFigures,
    yields: true,
    run: ({ params, query }) => readVerification(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/verification/file', {
    operation: 'figures.verification-file',
    summary: 'Downloads the same as CSV, without products and comparison.',
    needs: 'viewer',
    params: AppPath,
    query: VerificationQuery,
    ...file('at,value,verified,duplicates\n2026-11-15T00:00:00.000Z,APPLE,12,3\n'),
    run: async ({ params, query, reply }) =>
      send(
        reply,
        `verification-${params.appid}`,
        await readVerification(deps, { ...query, ...params }),
        verificationCsv,
      ),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/restrictions', {
    operation: 'restriction.figures',
    summary: 'Returns registered, released and expired restrictions over time, by type or actor.',
    needs: 'viewer',
    params: AppPath,
    query: RestrictionFiguresQuery,
    answer: RestrictionFigures,
    yields: true,
    run: ({ params, query }) => readRestrictionFigures(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/restrictions/file', {
    operation: 'restriction.figures-file',
    summary: 'Downloads the same as CSV, without the comparison.',
    needs: 'viewer',
    params: AppPath,
    query: RestrictionFiguresQuery,
    ...file('at,value,registered,changed\n2026-11-15T00:00:00.000Z,1,12,3\n'),
    run: async ({ params, query, reply }) =>
      send(
        reply,
        `restrictions-${params.appid}`,
        await readRestrictionFigures(deps, { ...query, ...params }),
        restrictionsCsv,
      ),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/figures/revenue', {
    operation: 'figures.project-revenue',
    summary: 'Returns gross, refunds, disputes and net of all apps of a project over time.',
    needs: 'viewer',
    params: ProjectPath,
    query: ProjectRevenueQuery,
    answer: ProjectRevenue,
    yields: true,
    run: ({ params, query }) => readProjectRevenue(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/figures/revenue/file', {
    operation: 'figures.project-revenue-file',
    summary: 'Downloads the same as CSV, without the comparison.',
    needs: 'viewer',
    params: ProjectPath,
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
    params: ProjectPath,
    query: RatesQuery,
    answer: listOf(Rate),
    run: ({ params, query }) => listRates(deps.context, { ...query, ...params }),
  });
  adminRoute(scope, 'PUT', '/projects/:game_index/rates', {
    operation: 'figures.set-rates',
    summary: 'Adds exchange rates; one of the same currency and day is replaced.',
    needs: 'admin',
    params: ProjectPath,
    body: RatesChange,
    answer: RatesResult,
    run: ({ params, body, actor }) => saveRates(deps.context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/rates/import', {
    operation: 'figures.import-rates',
    summary: 'Adds exchange rates from a CSV file: all lines, or none when one is wrong.',
    needs: 'admin',
    params: ProjectPath,
    body: RatesFile,
    answer: RatesResult,
    run: ({ params, body, actor }) => importRates(deps.context, actor, { ...body, ...params }),
  });
}
