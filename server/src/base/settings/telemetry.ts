import { oneOf, pairs, share, text, time, url } from './forms.js'

/** The settings of traces and metrics, named as OpenTelemetry names them for every program. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    unit: 'http(s)://…',
    meaning: 'OTLP/HTTP receiver of traces and metrics, such as http://localhost:4318; without it, nothing is sent.',
    parse: url('http:', 'https:'),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: '',
    unit: 'name=value, …',
    secret: true,
    meaning: 'Headers of requests to the receiver, such as a login; special characters percent-encoded.',
    parse: pairs,
  },
  OTEL_SERVICE_NAME: {
    default: 'tallystick',
    unit: 'text',
    meaning: 'Name of the service in traces and metrics.',
    parse: text(200),
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    default: '',
    unit: 'name=value, …',
    meaning:
      'What traces and metrics say of this process, such as service.instance.id=one; special characters percent-encoded.',
    parse: pairs,
  },
  OTEL_TRACES_EXPORTER: {
    default: 'otlp',
    unit: 'otlp or none',
    meaning: 'With none, no traces are sent.',
    parse: oneOf('otlp', 'none'),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    unit: '0 to 1',
    meaning: 'Share of the traces that are recorded; for a request with a traceparent, its caller decides.',
    parse: share,
  },
  OTEL_METRICS_EXPORTER: {
    default: 'otlp',
    unit: 'otlp or none',
    meaning: 'With none, no metrics are sent.',
    parse: oneOf('otlp', 'none'),
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    default: '60s',
    unit: 'time, or milliseconds',
    meaning: 'Time from one delivery of metrics to the next.',
    parse: time('ms', 1000, 3_600_000),
  },
} as const
