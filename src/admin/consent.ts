// Admin routes of withdrawn consent: the setting, a player, and the import of a store's file.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ConsentImport, ConsentImportReport, importConsent } from '../consent/imports/import.ts';
import {
  ConsentRestore,
  PlayerConsent,
  readPlayerConsent,
  restoreConsent,
} from '../consent/player.ts';
import {
  ConsentSettings,
  ConsentSwitch,
  readConsentSettings,
  setConsentSettings,
} from '../consent/settings.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const SETTINGS = '/apps/:appid/consent';
const PLAYER = '/apps/:appid/players/:player_id/consent';

export function consentRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', SETTINGS, {
    operation: 'consent.settings',
    summary: 'Returns whether players are restricted while consent is withdrawn.',
    needs: 'viewer',
    answer: ConsentSettings,
    run: ({ app }) => readConsentSettings({ ...deps, app }),
  });
  adminRoute(scope, 'PUT', SETTINGS, {
    operation: 'consent.switch',
    summary:
      'Switches restrictions for withdrawn consent on or off. Switching them on adds the restriction type; players who are restricted stay so.',
    needs: 'admin',
    body: ConsentSwitch,
    answer: ConsentSettings,
    run: ({ app, body, actor }) => setConsentSettings({ ...deps, app }, actor, body),
  });
  adminRoute(scope, 'GET', PLAYER, {
    operation: 'consent.player',
    summary: 'Returns the downloads of a player, and whether consent is withdrawn.',
    needs: 'viewer',
    answer: PlayerConsent,
    run: ({ app, params }) => readPlayerConsent({ ...deps, app }, params),
  });
  adminRoute(scope, 'POST', `${PLAYER}/restore`, {
    operation: 'consent.restore',
    summary:
      'Notes that consent was given again, and releases the player if withdrawn consent has restricted them.',
    needs: 'operator',
    body: ConsentRestore,
    answer: PlayerConsent,
    run: ({ app, params, body, actor }) =>
      restoreConsent({ ...deps, app }, actor, { ...body, ...params }),
  });
  scope.register(async (upload) => {
    // Every content type is accepted and read as a stream of text.
    upload.removeAllContentTypeParsers();
    upload.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    adminRoute(upload, 'POST', `${SETTINGS}/import`, {
      operation: 'consent.import',
      summary:
        'Imports a file of withdrawn consent (CSV) from a store that sends no notifications. Repeating it is safe.',
      needs: 'operator',
      query: ConsentImport,
      upload: Type.String({
        description: 'CSV with a header line: `install_id`, a time, and optionally a state.',
        examples: ['install_id,revoked_at\n8f2c61d0,2026-11-15T12:00:00Z\n'],
      }),
      answer: ConsentImportReport,
      run({ app, query, actor, request }) {
        const body = (request.body ?? Readable.from([])) as Readable;
        // As for lists of players: the rest is discarded so that the connection becomes free.
        const chunks = body.iterator({ destroyOnReturn: false });
        return importConsent({ ...deps, app }, actor, query, chunks).finally(() => body.resume());
      },
    });
  });
}
