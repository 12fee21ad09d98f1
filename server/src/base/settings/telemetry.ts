import { defineSettings, given, type PartOf } from './define.js'
import { oneOf, pairs, share, text, time, url } from './forms.js'

/** The settings of traces and metrics, named as OpenTelemetry names them for every program. */
export const telemetrySettings = defineSettings(
  {
    /** Without the path of a signal. */
    endpoint: {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      unit: 'http(s)://…',
      meaning: 'OTLP/HTTP receiver of traces and metrics, such as http://localhost:4318; without it, nothing is sent.',
      parse: url('http:', 'https:'),
    },
    headers: {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      unit: 'name=value, …',
      secret: true,
      meaning: 'Headers of requests to the receiver, such as a login; special characters percent-encoded.',
      parse: pairs,
      unset: {},
    },
    serviceName: {
      name: 'OTEL_SERVICE_NAME',
      default: 'tallystick',
      unit: 'text',
      meaning: 'Name of the service in traces and metrics.',
      parse: text(200),
    },
    attributes: {
      name: 'OTEL_RESOURCE_ATTRIBUTES',
      unit: 'name=value, …',
      meaning:
        'Attributes of this process in traces and metrics, such as service.instance.id=one; special characters percent-encoded.',
      parse: pairs,
      unset: {},
    },
    tracesExporter: {
      name: 'OTEL_TRACES_EXPORTER',
      default: 'otlp',
      unit: 'otlp or none',
      meaning: 'With none, no traces are sent.',
      parse: oneOf('otlp', 'none'),
    },
    /** 0 to 1. */
    share: {
      name: 'OTEL_TRACES_SAMPLER_ARG',
      default: '1',
      unit: '0 to 1',
      meaning: 'Share of the traces that are recorded; for a request with a traceparent, its caller decides.',
      parse: share,
    },
    metricsExporter: {
      name: 'OTEL_METRICS_EXPORTER',
      default: 'otlp',
      unit: 'otlp or none',
      meaning: 'With none, no metrics are sent.',
      parse: oneOf('otlp', 'none'),
    },
    metricsIntervalMs: {
      name: 'OTEL_METRIC_EXPORT_INTERVAL',
      default: '60s',
      unit: 'time, or milliseconds',
      meaning: 'Time between two deliveries of metrics.',
      parse: time('ms', 1000, 3_600_000),
    },
  },
  {
    derive: ({ endpoint, tracesExporter, share, metricsExporter, metricsIntervalMs, ...process }) => {
      const traces = tracesExporter === 'otlp' && { share }
      const metrics = metricsExporter === 'otlp' && { metricsIntervalMs }
      return given('telemetry', endpoint === undefined ? undefined : { endpoint, ...process, ...traces, ...metrics })
    },
  },
)

/** The receiver of traces and metrics, and what they say of this process. Without `share` no traces are sent, without an interval no metrics. */
export type Telemetry = NonNullable<PartOf<typeof telemetrySettings>['telemetry']>
