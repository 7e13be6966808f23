// Admin routes of alerts, their channels and thresholds, and of what needs attention in a project.
import type { FastifyInstance } from 'fastify';
import { Alert, AlertQuery, acknowledgeAlert, listAlerts } from '../alerts/alerts.ts';
import { Attention, readAttention } from '../alerts/attention.ts';
import {
  AlertChannel,
  AlertChannelInput,
  addAlertChannel,
  listAlertChannels,
  removeAlertChannel,
} from '../alerts/channels.ts';
import { TestedChannel, testAlertChannel } from '../alerts/deliver.ts';
import { AlertSettings, readAlertSettings, setAlertSettings } from '../alerts/settings.ts';
import { listOf, pageOf } from '../base/paging.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function alertRoutes(scope: FastifyInstance, { context, alerts }: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects/:game_index/attention', {
    operation: 'alert.attention',
    summary:
      'Returns what needs attention now: dead letters, markets that refuse or fail, and open alerts.',
    needs: 'viewer',
    answer: Attention,
    run: ({ params }) => readAttention(context, params.game_index),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/alerts', {
    operation: 'alert.list',
    summary: 'Lists the alerts of a project, newest first.',
    needs: 'viewer',
    query: AlertQuery,
    answer: pageOf(Alert),
    run: ({ params, query }) => listAlerts(context, { ...query, ...params }),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/alerts/:alert_id/acknowledge', {
    operation: 'alert.acknowledge',
    summary: 'Acknowledges an alert. It stays open until its condition ends.',
    needs: 'operator',
    answer: Alert,
    run: ({ params, actor }) => acknowledgeAlert(context, actor, params),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/alert-settings', {
    operation: 'alert.settings.read',
    summary: 'Returns when alerts open in a project.',
    needs: 'viewer',
    answer: AlertSettings,
    run: ({ params }) => readAlertSettings(context, params.game_index),
  });
  adminRoute(scope, 'PUT', '/projects/:game_index/alert-settings', {
    operation: 'alert.settings',
    summary: 'Sets when alerts open in a project.',
    needs: 'admin',
    body: AlertSettings,
    answer: AlertSettings,
    run: ({ params, body, actor }) => setAlertSettings(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/alert-channels', {
    operation: 'alert.channel.list',
    summary: 'Lists where the alerts of a project are sent.',
    needs: 'admin',
    answer: listOf(AlertChannel),
    run: ({ params }) => listAlertChannels(context, params.game_index),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/alert-channels', {
    operation: 'alert.channel.add',
    summary: 'Adds an e-mail address or a webhook that gets the alerts of a project.',
    needs: 'admin',
    body: AlertChannelInput,
    answer: AlertChannel,
    status: 201,
    run: ({ params, body, actor }) => addAlertChannel(alerts, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/alert-channels/:channel_id/test', {
    operation: 'alert.channel.test',
    summary: 'Sends a test message to an alert channel.',
    needs: 'admin',
    answer: TestedChannel,
    run: ({ params, actor }) => testAlertChannel(alerts, actor, params),
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index/alert-channels/:channel_id', {
    operation: 'alert.channel.remove',
    summary: 'Removes an alert channel.',
    needs: 'admin',
    run: ({ params, actor }) => removeAlertChannel(context, actor, params),
  });
}
