// Which traces are recorded, and where they go.
import type { Logger } from 'pino';
import type { Sampler } from '../base/trace.ts';
import { readVersion } from '../base/version.ts';
import type { Config } from '../config.ts';
import { exportTraces, type TraceExport } from '../http/trace-export.ts';
import type { EnvironmentName } from './environments.ts';

/** Undefined without a collector. */
export function tracesOf(
  config: Config,
  environment: EnvironmentName,
  log: Logger,
): TraceExport | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const settings = {
    url: `${endpoint}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    resource: {
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': readVersion(),
      'deployment.environment.name': environment,
      ...config.OTEL_RESOURCE_ATTRIBUTES,
    },
    sampler: samplerOf(config.OTEL_TRACES_SAMPLER, config.OTEL_TRACES_SAMPLER_ARG),
  };
  return exportTraces(settings, log);
}

const PARENT_BASED = 'parentbased_';

export function samplerOf(name: Config['OTEL_TRACES_SAMPLER'], share: number): Sampler {
  const decide = byShare(shareOf(name.replace(PARENT_BASED, ''), share));
  if (!name.startsWith(PARENT_BASED)) return decide;
  return (traceId, asked) => asked ?? decide(traceId);
}

function shareOf(name: string, share: number): number {
  if (name === 'always_on') return 1;
  return name === 'always_off' ? 0 : share;
}

/** The end of a trace id is random, and every service of a trace decides by it; 52 bits are exact in a number. */
const RANDOM_DIGITS = 13;
const RANDOM_VALUES = 2 ** 52;

const byShare =
  (share: number) =>
  (traceId: string): boolean =>
    Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < share * RANDOM_VALUES;
